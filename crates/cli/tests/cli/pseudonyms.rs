//! Pseudonyms: what replaces names, and the table that can undo it.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{Folder, mode};

/// Two visits of Sue, one of a namesake of Pat's.
const VISITS: &str = "Nom,Prénom,Date,Mal\nMoore,Sue,2024-01-02,flu\nStone,Pat,2024-01-03,cold\nMoore,Sue,2024-02-04,cough\nStone,Pete,2024-02-05,flu\n";

fn released(method: &str) -> (Folder, Vec<Vec<String>>, Vec<Vec<String>>) {
    let folder = Folder::new().with("visits.csv", VISITS);
    let line = format!(
        "pseudonymize visits.csv --id Nom,Prénom --method {method} --mapping who.csv -o out.csv --keep-order"
    );
    folder.run(&line).ok().says(&[
        "1 rows repeat the identifiers",
        "a pseudonymised table is not anonymous",
    ]);
    let (out, who) = (folder.cells("out.csv"), folder.cells("who.csv"));
    (folder, out, who)
}

#[test]
fn persons_are_numbered_in_order_of_appearance() {
    let (folder, out, who) = released("sequential");
    assert_eq!(
        out,
        [
            ["Pseudo", "Date", "Mal"],
            ["1", "2024-01-02", "flu"],
            ["2", "2024-01-03", "cold"],
            ["1", "2024-02-04", "cough"],
            ["3", "2024-02-05", "flu"]
        ]
    );
    assert_eq!(who[0], ["Nom", "Prénom", "Pseudo"]);
    assert_eq!(who[1..].len(), 3, "one line a person");
    assert!(!folder.text("out.csv").contains("Moore"));
}

#[test]
fn random_pseudonyms_are_distinct_and_shared_by_rows_of_a_person() {
    let (_, out, _) = released("random");
    let numbers: Vec<&String> = out[1..].iter().map(|row| &row[0]).collect();
    assert_eq!(numbers[0], numbers[2]);
    assert_eq!(numbers.iter().collect::<BTreeSet<_>>().len(), 3);
}

#[test]
fn the_correspondence_table_gives_the_original_back() {
    for method in ["sequential", "random"] {
        let (folder, out, who) = released(method);
        let names: BTreeMap<&str, &[String]> = who[1..]
            .iter()
            .map(|row| (row[2].as_str(), &row[..2]))
            .collect();
        let joined: Vec<Vec<String>> = out[1..]
            .iter()
            .map(|row| {
                names[row[0].as_str()]
                    .iter()
                    .chain(&row[1..])
                    .cloned()
                    .collect()
            })
            .collect();
        assert_eq!(joined, folder.cells("visits.csv")[1..], "{method}");
    }
}

#[test]
fn the_correspondence_table_is_for_its_owner_only() {
    let folder = Folder::new().with("visits.csv", VISITS);
    for (index, place) in [
        "who.csv",
        "who.ods",
        "who.xlsx",
        "who.parquet",
        "sqlite:who.db#who",
    ]
    .iter()
    .enumerate()
    {
        let file = place.trim_start_matches("sqlite:").trim_end_matches("#who");
        folder
            .run(&format!(
                "pseudonymize visits.csv --id Nom,Prénom --mapping {place} -o a{index}.csv"
            ))
            .ok();
        assert_eq!(mode(&folder.path(file)), 0o600, "{file}");
        std::fs::remove_file(folder.path(file)).unwrap();
        let line = format!(
            "anonymize visits.csv --id Nom,Prénom --qi Date --sensitive Mal -k 1 --mapping {place}"
        );
        folder
            .run(&format!("{line} -o b{index}.csv"))
            .ok()
            .says(&["keep it apart from the release"]);
        assert_eq!(mode(&folder.path(file)), 0o600, "{file}");
    }
}

#[test]
fn releases_follow_the_mask_of_the_user() {
    let folder = Folder::new().with("visits.csv", VISITS);
    for (mask, expected) in [("022", 0o644), ("027", 0o640), ("077", 0o600)] {
        for extension in ["csv", "ods", "xlsx", "parquet"] {
            let name = format!("out{mask}.{extension}");
            let script = format!(
                "umask {mask}; \"$BAUTA\" pseudonymize visits.csv --id Nom,Prénom -o {name}"
            );
            assert!(folder.bash(&script).status.success());
            assert_eq!(mode(&folder.path(&name)), expected, "{name}");
        }
    }
}

#[test]
fn a_mapping_survives_only_together_with_its_release() {
    let folder = Folder::new().with("visits.csv", VISITS);
    folder
        .run("pseudonymize visits.csv --id Nom --keep Prénom --mapping nowhere/who.csv -o out.csv")
        .exits(3);
    assert_eq!(folder.names(), ["visits.csv"]);
}
