//! Same input, same seed, same bytes.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::support::{Folder, unzipped};

fn folder() -> Folder {
    let rows: String = (0..200)
        .map(|row| {
            format!(
                "n{},{},{},d{}\n",
                row * 97 % 200,
                row * 31 % 83,
                row * 13 % 29,
                row % 11
            )
        })
        .collect();
    Folder::new().with("in.csv", format!("name,age,place,disease\n{rows}"))
}

const ROLES: &str = "--id name --qi age,place --sensitive disease -k 5 --pseudonym sequential";

#[test]
fn the_same_seed_gives_the_same_bytes_in_every_format() {
    let folder = folder();
    for extension in ["csv", "tsv", "ods", "xlsx", "parquet"] {
        for round in ["one", "two"] {
            folder
                .run(&format!(
                    "anonymize in.csv {ROLES} --seed 3 -o {round}.{extension}"
                ))
                .ok();
        }
        let (one, two) = (
            folder.bytes(&format!("one.{extension}")),
            folder.bytes(&format!("two.{extension}")),
        );
        assert!(one == two, "two {extension} files of one seed differ");
    }
}

/// Two runs in one second would be equal also if the time of day were in the file, so it is looked for.
#[test]
fn no_workbook_tells_when_it_was_made() {
    let folder = folder();
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs();
    let year = (1970 + seconds / 31_556_952).to_string();
    for extension in ["ods", "xlsx"] {
        let name = format!("out.{extension}");
        folder
            .run(&format!("anonymize in.csv {ROLES} -o {name}"))
            .ok();
        for (part, bytes) in unzipped(&folder.bytes(&name)) {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            assert!(
                !text.contains(&format!("{year}-")),
                "{part} of {name} holds a date of this year"
            );
        }
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(folder.bytes(&name))).unwrap();
        for index in 0..zip.len() {
            let date = zip.by_index(index).unwrap().last_modified();
            assert!(
                date.is_none_or(|date| date.year().to_string() != year),
                "a part of {name} is dated"
            );
        }
    }
}

#[test]
fn another_seed_draws_other_groups() {
    let folder = folder();
    let line = |seed: u64, a: &str, b: &str| {
        format!(
            "anonymize in.csv {ROLES} --method bucketize --partition random --seed {seed} -o {a} {b}"
        )
    };
    folder.run(&line(1, "a1.csv", "b1.csv")).ok();
    folder.run(&line(1, "a1again.csv", "b1again.csv")).ok();
    folder.run(&line(2, "a2.csv", "b2.csv")).ok();
    assert_eq!(folder.text("a1.csv"), folder.text("a1again.csv"));
    assert_eq!(folder.text("b1.csv"), folder.text("b1again.csv"));
    assert_ne!(folder.text("a1.csv"), folder.text("a2.csv"));
}

/// Random pseudonyms never come from the seed: who has the record must not be able to draw them again.
#[test]
fn the_seed_does_not_reach_random_pseudonyms() {
    let folder = folder();
    for round in ["one", "two"] {
        folder
            .run(&format!(
                "anonymize in.csv {} --seed 3 --pseudonym random -o {round}.csv",
                ROLES.replace("--pseudonym sequential", "")
            ))
            .ok();
    }
    let column = |name: &str| {
        folder
            .cells(name)
            .into_iter()
            .map(|row| row[0].clone())
            .collect::<Vec<_>>()
    };
    assert_ne!(column("one.csv"), column("two.csv"));
}
