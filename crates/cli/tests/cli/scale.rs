//! `--memory`: data that are read in pieces give the release that data in memory give.

use crate::support::Folder;

const QIS: &str = "--qi sex,age,postcode,marital_status,education --sensitive diagnosis";

/// Nothing sensitive is named: k alone.
#[test]
fn nothing_needs_to_be_sensitive() {
    let folder = census();
    let line = "anonymize all.parquet --qi sex,age -k 5 --missing-values drop -o out.parquet --json";
    let whole = folder.run(line).ok().json();
    let pieces = folder.run(&format!("{line} --force --memory 1GB")).ok().json();
    assert_eq!((&whole["privacy"], &whole["utility"]), (&pieces["privacy"], &pieces["utility"]));
}

/// A census with missing values as Parquet, one file and two, and hierarchies of its attributes.
fn census() -> Folder {
    let table = bauta_testkit::census::census_with_missing(3_000, 4);
    let text = bauta_testkit::write_csv(&table);
    let (header, rows) = text.split_once('\n').unwrap();
    let middle = rows[..rows.len() / 2].rfind('\n').unwrap() + 1;
    let mut folder = Folder::new()
        .with("all.csv", &text)
        .with("one.csv", format!("{header}\n{}", &rows[..middle]))
        .with("two.csv", format!("{header}\n{}", &rows[middle..]));
    for (name, rows) in bauta_testkit::census::census_hierarchies() {
        let lines: Vec<String> = rows.iter().map(|row| row.join(";")).collect();
        folder = folder.with(&format!("{name}.hierarchy.csv"), lines.join("\n"));
    }
    folder.run("convert all.csv -o all.parquet").ok();
    std::fs::create_dir(folder.path("parts")).unwrap();
    // Kinds as in the whole: a half may lack what tells them.
    for part in ["one", "two"] {
        folder.run(&format!("convert {part}.csv -o parts/{part}.parquet")).ok();
    }
    folder
}

fn hierarchies(folder: &Folder) -> String {
    let names = ["sex", "age", "postcode", "marital_status", "education"];
    let known = names.iter().filter(|name| folder.path(&format!("{name}.hierarchy.csv")).exists());
    known.map(|name| format!(" --hierarchy {name}={name}.hierarchy.csv")).collect()
}

#[test]
fn pieces_give_the_release_that_memory_gives() {
    let folder = census();
    let hierarchies = hierarchies(&folder);
    for method in ["optimal", "datafly", "top-down", "mondrian", "incognito"] {
        for targets in
            ["-k 5 --max-suppression 0.05", "-k 3 -l 2 --max-suppression 0.1", "-k 4 -t 0.6 --max-suppression 0.3"]
        {
            let line = |data: &str, out: &str, more: &str| {
                format!(
                    "anonymize {data} {QIS} --id id,name,birth_date --pseudonym random --method {method} {hierarchies} {targets} --missing-values drop -o {out} --force --json {more}"
                )
            };
            let whole = folder.run(&line("all.parquet", "whole.parquet", ""));
            let pieces = folder.run(&line("all.parquet", "pieces.parquet", "--memory 100MB"));
            assert_eq!(whole.status, pieces.status, "{method} {targets}\n{whole}\n{pieces}");
            if whole.status != 0 {
                continue;
            }
            let (whole, pieces) = (whole.json(), pieces.json());
            for key in [
                "rows",
                "suppressed_rows",
                "classes",
                "privacy",
                "risk",
                "utility",
                "node",
                "original_rows",
                "guarantees",
            ] {
                assert_eq!(whole[key], pieces[key], "{method} {targets}: {key}");
            }
            // In memory an identifier becomes a pseudonym; everything else is the same, row by row.
            let without_pseudonym = |name: &str| -> Vec<Vec<String>> {
                let cells = folder.cells(name);
                let place = cells[0].iter().position(|column| column == "Pseudo");
                let keep = |row: &Vec<String>| {
                    row.iter().enumerate().filter(|(at, _)| Some(*at) != place).map(|(_, cell)| cell.clone()).collect()
                };
                cells.iter().map(keep).collect()
            };
            assert_eq!(without_pseudonym("whole.parquet"), without_pseudonym("pieces.parquet"), "{method} {targets}");
        }
    }
}

#[test]
fn several_files_are_one_table_and_little_memory_is_enough() {
    let folder = census();
    let hierarchies = hierarchies(&folder);
    let line = |data: &str, out: &str, memory: &str| {
        format!(
            "anonymize {data} {QIS} --method optimal {hierarchies} -k 5 --max-suppression 0.05 --missing-values drop -o {out} --memory {memory} --json"
        )
    };
    let one = folder.run(&line("all.parquet", "one.parquet", "1GB")).ok().json();
    let several = folder.run(&line("parts/*.parquet", "several.parquet", "1GB")).ok().json();
    assert_eq!(
        (&one["node"], &one["privacy"], &one["utility"]),
        (&several["node"], &several["privacy"], &several["utility"])
    );
    let checked = folder.run(&format!("check several.parquet {QIS} -k 5 --json")).ok().json();
    assert_eq!(checked["holds"], true);
    // Too little is an answer, and nothing is left behind.
    let before = folder.names();
    let little = folder.run(&line("all.parquet", "little.parquet", "50kB")).exits(2);
    assert!(little.says(&["combinations", "--memory"]).err.len() < 400);
    assert_eq!(folder.names(), before);
}

#[test]
fn what_an_engine_cannot_do_is_said_at_once() {
    let folder = census();
    let run = |more: &str| folder.run(&format!("anonymize all.parquet {QIS} -k 5 --missing-values drop {more}"));
    // Distinct rows have no place in the data; how many rows there are is counted all the same.
    let missing = folder.run(&format!("anonymize all.parquet {QIS} -k 5 -o out.parquet --memory 1GB")).exits(2);
    let whole = folder.run(&format!("anonymize all.parquet {QIS} -k 5 -o out.parquet")).exits(2);
    let counted = |text: &str| -> Vec<String> {
        text.lines().filter_map(|line| Some(line.split_once(" missing values")?.0.to_owned())).collect()
    };
    assert_eq!(counted(&missing.err), counted(&whole.err));
    assert!(!counted(&whole.err).is_empty() && !missing.err.contains("data row"), "{missing}");
    run("--method mondrian --partitioning relaxed -o out.parquet --memory 1GB").exits(2).says(&["single rows"]);
    run("--method bucketize -l 2 -o a.parquet b.parquet --memory 1GB").exits(2).says(&["single rows"]);
    run("-o out.csv --memory 1GB").exits(2).says(&[".parquet"]);
    run("-o out.parquet --memory much").exits(2).says(&["2GB"]);
    run("-o out.parquet --engine spark").exits(2).says(&["no such engine"]);
    run("-o out.parquet --memory 1GB --report r.html").exits(2).says(&["a report for people"]);
    folder.run("anonymize all.csv --qi sex,age -k 2 -o out.parquet --memory 1GB").exits(2).says(&["Parquet"]);
    let french = run("-o out.parquet --memory beaucoup --lang fr").exits(2);
    french.says(&["n'est pas une taille"]);
    assert!(!folder.path("out.parquet").exists() && !folder.path("out.csv").exists());
}

/// An output in pieces has the rights that any new file has: the user's mask decides.
#[cfg(unix)]
#[test]
fn the_users_mask_holds_for_outputs_in_pieces() {
    let folder = census();
    let line = "anonymize all.parquet --qi sex -k 5 --missing-values drop -o out.parquet --memory 1GB";
    let done = folder.bash(&format!("umask 077 && \"$BAUTA\" {line} && stat -c %a out.parquet"));
    assert!(String::from_utf8_lossy(&done.stdout).trim_end().ends_with("600"), "{done:?}");
}
