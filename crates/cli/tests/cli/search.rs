//! How a method is chosen, and what a search over a lattice shows of itself.

use serde_json::Value;

use crate::support::Folder;

const PEOPLE: &str = "\
age;town;income;illness
31;Lyon;10;flu
32;Lyon;20;cold
33;Lyon;30;flu
34;Paris;40;cold
41;Paris;50;flu
42;Paris;60;cold
43;Paris;70;flu
44;Lyon;80;cold
";

fn people() -> Folder {
    let ages: String = (30..50)
        .map(|age| format!("{age};{}0s;*\n", age / 10))
        .collect();
    Folder::new()
        .with("people.csv", PEOPLE)
        .with("age.csv", ages)
        .with("town.csv", "Lyon;*\nParis;*\n")
}

const HIERARCHIES: &str = "--hierarchy age=age.csv --hierarchy town=town.csv";

#[test]
fn auto_chooses_by_what_is_asked_and_says_why() {
    let folder = people();
    let ways = [
        ("--qi age,town -k 2", "k-member"),
        ("--qi age,town --sensitive illness -k 2 -l 2", "mondrian"),
        ("--qi age,town --target illness -k 2", "infogain-mondrian"),
        ("--qi age,town --target income -k 2", "lsd-mondrian"),
        (
            "--qi age,town --k-map 2 --population-table people.csv",
            "optimal",
        ),
    ];
    for (asked, method) in ways {
        let line = format!(
            "anonymize people.csv {asked} {HIERARCHIES} --method auto -o {method}.csv --json"
        );
        let answer = folder.run(&line).ok().json();
        assert_eq!(answer["method"], method);
        let notes = answer["notes"].as_array().unwrap();
        assert!(
            notes.iter().any(|note| note
                .as_str()
                .unwrap()
                .starts_with(&format!("method {method}: "))),
            "{notes:?}"
        );
    }
}

#[test]
fn the_lattice_is_written_with_what_was_checked() {
    let folder = people();
    for method in ["optimal", "samarati", "datafly"] {
        let lattice = format!("{method}.json");
        folder
            .run(&format!("anonymize people.csv --qi age,town -k 3 {HIERARCHIES} --method {method} -o {method}.csv --lattice {lattice}"))
            .ok();
        let drawn: Value = serde_json::from_str(&folder.text(&lattice)).unwrap();
        let nodes = drawn["nodes"].as_array().unwrap();
        // Three levels of age and two of town; an edge for each step of one of them.
        assert_eq!(
            (nodes.len(), drawn["edges"].as_array().unwrap().len()),
            (6, 7),
            "{method}"
        );
        let chosen: Vec<&Value> = nodes.iter().filter(|node| node["chosen"] == true).collect();
        assert_eq!(chosen.len(), 1, "{method}");
        assert_eq!(chosen[0]["satisfies"], true, "{method}");
        assert!(
            nodes
                .iter()
                .all(|node| (node["state"] == "checked") == node["outliers"].is_u64()),
            "{method}"
        );
    }
    let line = format!(
        "anonymize people.csv --qi age,town -k 3 {HIERARCHIES} --method mondrian -o m.csv --lattice m.json"
    );
    folder
        .run(&line)
        .exits(2)
        .says(&["mondrian searches no lattice"]);
    assert!(!folder.path("m.csv").exists() && !folder.path("m.json").exists());
}
