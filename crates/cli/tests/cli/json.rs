//! `--json`: one document on standard output, with the keys of the contract.

use serde_json::Value;

use crate::support::{Folder, ROLES};

/// The value at a dotted path; attribute names have dots too, so keys are parted by spaces.
fn at<'a>(document: &'a Value, path: &str) -> &'a Value {
    path.split(' ').fold(document, |value, key| {
        value
            .get(key)
            .unwrap_or_else(|| panic!("no {path} in {document:#}"))
    })
}

const MEASURES: [&str; 17] = [
    "rows",
    "suppressed_rows",
    "classes",
    "privacy k",
    "privacy l C.E.",
    "privacy t C.E.",
    "risk prosecutor max",
    "risk prosecutor mean",
    "risk marketer",
    "utility discernibility",
    "utility average_class_size",
    "seconds read",
    "seconds search",
    "seconds apply",
    "seconds verify",
    "seconds write",
    "notes",
];

#[test]
fn anonymize_reports_every_measure_of_the_contract() {
    let folder = Folder::with_people();
    let report = folder
        .run(&format!("anonymize people.csv {ROLES} -o out.csv --json"))
        .ok()
        .json();
    for path in MEASURES {
        at(&report, path);
    }
    for path in [
        "utility precision",
        "utility information_loss",
        "utility completeness",
    ] {
        assert!(at(&report, path).is_number(), "{path}");
    }
    assert_eq!(at(&report, "rows"), 6);
    assert_eq!(at(&report, "classes"), 2);
    assert_eq!(at(&report, "privacy k"), 3);
    assert_eq!(at(&report, "privacy l C.E."), 2);
    assert_eq!(at(&report, "risk prosecutor max"), 1.0 / 3.0);
    assert_eq!(at(&report, "utility discernibility"), 18.0);
    assert_eq!(at(&report, "utility average_class_size"), 1.0);
}

#[test]
fn check_reports_the_same_measures_and_the_failing_classes() {
    let folder = Folder::with_people();
    let found = folder
        .run("check people.csv --qi CP,Age --sensitive C.E. -k 3 -l 2 --json")
        .exits(1)
        .json();
    for path in MEASURES {
        at(&found, path);
    }
    assert_eq!(at(&found, "holds"), false);
    assert_eq!(at(&found, "failing_rows"), 6);
    let failing = at(&found, "failing").as_array().expect("classes");
    assert_eq!(failing.len(), 12, "each of six classes breaks both");
    assert!(
        failing
            .iter()
            .all(|class| class["rows"] == 1 && class["first_row"].is_number())
    );
    let found = folder
        .run("check people.csv --qi CP,Age --sensitive C.E. -k 1 --json")
        .ok()
        .json();
    assert_eq!(at(&found, "holds"), true);
}

#[test]
fn every_target_is_verified_and_told_in_both_languages() {
    let folder = Folder::with_people();
    let targets = "-t 0.5 --t-distance ordered --entropy-l 1.5 --recursive 3,2";
    let report = folder
        .run(&format!(
            "anonymize people.csv {ROLES} {targets} -o out.csv --json"
        ))
        .ok()
        .json();
    let titles = [
        "3-anonymity",
        "0.5-closeness (ordered distance)",
        "entropy 1.5-diversity",
        "recursive (3, 2)-diversity",
    ];
    let guarantees: Vec<Value> = titles
        .iter()
        .map(|title| serde_json::json!([title, true]))
        .collect();
    assert_eq!(at(&report, "guarantees"), &Value::from(guarantees));
    assert!(at(&report, "privacy t C.E.").as_f64().expect("a distance") <= 0.5);
    let french = folder
        .run("check people.csv --qi CP --sensitive C.E. -t 0.001 --lang fr")
        .exits(1);
    assert!(
        french.out.contains("0.001-proximité") && french.out.contains("plus grande distance"),
        "{french}"
    );
}

#[test]
fn what_cannot_be_reached_is_an_answer_with_the_nearest_miss() {
    // Four of six people share a value: no three groups of different ones exist.
    let table = "Nom,Age,Mal\na,20,x\nb,21,x\nc,22,x\nd,23,x\ne,24,y\nf,25,z\n";
    let folder = Folder::new().with("in.csv", table);
    let line = "anonymize in.csv --qi Age --sensitive Mal --keep Nom -k 2 -l 2 --method bucketize --partition consecutive";
    let run = folder
        .run(&format!("{line} -o a.csv b.csv --json"))
        .exits(1);
    for path in [
        "nearest_miss attempt",
        "nearest_miss missing",
        "nearest_miss advice",
        "seconds search",
    ] {
        at(&run.json(), path);
    }
    assert_eq!(folder.names(), ["in.csv"], "nothing is written");
    let run = folder.run(&format!("{line} -o a.csv b.csv")).exits(1);
    for part in [
        "✗ distinct 2-diversity: cannot be reached",
        "nearest attempt",
        "nothing was written",
    ] {
        assert!(run.out.contains(part), "{run}");
    }
    let french = folder
        .run(&format!("{line} -o a.csv b.csv --lang fr"))
        .exits(1);
    for part in [
        "✗ 2-diversité distincte : hors d'atteinte",
        "tentative la plus proche",
        "rien n'a été écrit",
    ] {
        assert!(french.out.contains(part), "{french}");
    }
}

#[test]
fn more_rows_left_out_than_allowed_is_an_answer_too() {
    let table = "Nom,CP,Age\na,,20\nb,2,21\nc,3,22\nd,4,23\n";
    let folder = Folder::new().with("in.csv", table);
    let line = "anonymize in.csv --qi CP,Age --keep Nom -k 2 --missing-values drop --max-suppression 0.2 -o o.csv --json";
    let report = folder.run(line).exits(1).json();
    assert_eq!(
        at(&report, "nearest_miss missing 0".trim_end_matches(" 0"))
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    assert_eq!(folder.names(), ["in.csv"]);
    folder.run(&line.replace("0.2", "0.25")).ok();
}

#[test]
fn the_models_are_told_in_both_languages() {
    let folder = Folder::new();
    let models = folder.run("models --json").ok().json();
    let ids: Vec<&str> = models
        .as_array()
        .expect("models")
        .iter()
        .filter_map(|card| card["id"].as_str())
        .collect();
    assert!(
        ["k", "recursive-l", "delta-presence"]
            .iter()
            .all(|id| ids.contains(id)),
        "{ids:?}"
    );
    for (line, parts) in [
        ("models", ["recursive-l.c", "stands out"]),
        ("models --lang fr", ["recursive-l.c", "ne domine"]),
    ] {
        let told = folder.run(line).ok().out;
        assert!(parts.iter().all(|part| told.contains(part)), "{told}");
    }
}

#[test]
fn every_command_gives_one_document() {
    let folder = Folder::with_people();
    let inspected = folder.run("inspect people.csv --json").ok().json();
    assert_eq!(at(&inspected, "rows"), 6);
    let first = &at(&inspected, "attributes")[0];
    for key in [
        "name",
        "kind",
        "distinct",
        "missing",
        "unique",
        "role",
        "reason",
        "reasons",
        "confidence",
        "content",
    ] {
        at(first, key);
    }
    for key in [
        "attributes",
        "distinction",
        "separation",
        "unique_share",
        "exact",
    ] {
        at(&at(&inspected, "combinations")[0], key);
    }
    let methods = folder.run("methods --json").ok().json();
    let ids: Vec<&str> = methods
        .as_array()
        .expect("methods")
        .iter()
        .filter_map(|card| card["id"].as_str())
        .collect();
    assert!(
        ids.contains(&"mondrian") && ids.contains(&"bucketize"),
        "{ids:?}"
    );
    let card = folder.run("methods mondrian --json").ok().json();
    assert!(
        !at(&card, "parameters")
            .as_array()
            .expect("parameters")
            .is_empty()
    );
    assert_eq!(
        at(
            &folder.run("convert people.csv -o c.ods --json").ok().json(),
            "rows"
        ),
        6
    );
    let made = folder
        .run("pseudonymize people.csv --id Nom -o p.csv --json")
        .ok()
        .json();
    assert_eq!(
        (at(&made, "rows"), at(&made, "persons")),
        (&6.into(), &6.into())
    );
    let built = folder
        .run("hierarchy build people.csv --column Age -o age.csv --json")
        .ok()
        .json();
    assert_eq!(at(&built, "values"), 6);
    at(
        &folder.run("hierarchy check age.csv --json").ok().json(),
        "groups",
    );
    let tree = folder.run("hierarchy show age.csv --json").ok().json();
    assert_eq!(at(&tree[0], "label"), "*");
    at(&tree[0], "children");
    assert_eq!(
        at(&folder.run("init people.csv --json").ok().json(), "project"),
        "bauta.toml"
    );
    at(&folder.run("run --json").ok().json(), "privacy k");
    at(&folder.run("show people.csv --json").ok().json(), "header");
    at(
        &folder.run("generate schema --json").ok().json(),
        "properties",
    );
}

#[test]
fn the_record_of_a_release_holds_what_is_needed_to_make_it_again() {
    let folder = Folder::with_people();
    let line = format!(
        "anonymize people.csv {ROLES} --seed 7 --median distinct --record r.json -o o.csv --quiet"
    );
    let run = folder.run(&line).ok();
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""), "quiet");
    let record: Value = serde_json::from_str(&folder.text("r.json")).expect("JSON");
    assert_eq!(at(&record, "seed"), 7);
    assert_eq!(at(&record, "parameters median"), "distinct");
    assert_eq!(at(&record, "method"), "mondrian");
    at(&record, "bauta");
}
