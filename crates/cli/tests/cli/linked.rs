//! Several tables in one project: keys, consistent pseudonyms, the joined view, households, all outputs or none.

use std::collections::{BTreeMap, BTreeSet};

use crate::refusals::{refused, refused_in_english};
use crate::support::Folder;

/// The three tables of `examples/linked`, with their project.
fn folder() -> Folder {
    let example = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/linked");
    let read = |name: &str| std::fs::read_to_string(example.join(name)).unwrap();
    ["households.csv", "persons.csv", "visits.csv", "bauta.toml"]
        .iter()
        .fold(Folder::new(), |folder, name| folder.with(name, read(name)))
}

/// The same with something else in one of its files.
fn changed(name: &str, from: &str, to: &str) -> Folder {
    let folder = folder();
    let text = folder.text(name);
    assert!(text.contains(from), "{from}");
    folder.with(name, text.replace(from, to))
}

fn column(folder: &Folder, table: &str, name: &str) -> Vec<String> {
    let rows = folder.cells(table);
    let place = rows[0]
        .iter()
        .position(|header| header == name)
        .unwrap_or_else(|| panic!("{table} has no {name}"));
    rows[1..].iter().map(|row| row[place].clone()).collect()
}

/// Which rows of two tables join, by the places of the rows.
fn joins(folder: &Folder, child: (&str, &str), parent: (&str, &str)) -> Vec<Option<usize>> {
    let keys = column(folder, parent.0, parent.1);
    column(folder, child.0, child.1)
        .iter()
        .map(|key| keys.iter().position(|own| own == key))
        .collect()
}

/// How many rows point to each; every row points to one.
fn counted(joined: &[Option<usize>]) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    for place in joined {
        *counts.entry(place.unwrap()).or_default() += 1;
    }
    counts
}

#[test]
fn released_tables_join_on_the_same_rows_and_on_no_name() {
    let folder = folder();
    let report = folder.run("run --json").ok().json();
    assert_eq!(report["released"], true, "{report:#}");
    // Rows are in another order; everybody still lives with one other person, in a household that is there.
    let sizes = |persons: &str, households: &str| {
        let joined = joins(&folder, (persons, "household"), (households, "household"));
        let mut sizes: Vec<usize> = counted(&joined).into_values().collect();
        sizes.sort_unstable();
        sizes
    };
    assert_eq!(
        sizes("persons-out.csv", "households-out.csv"),
        sizes("persons.csv", "households.csv")
    );
    // Two of the four visits of P-11 are left out, which and no others; all others join as before.
    let (before, after) = (
        joins(&folder, ("visits.csv", "who"), ("persons.csv", "person")),
        joins(
            &folder,
            ("visits-out.csv", "who"),
            ("persons-out.csv", "person"),
        ),
    );
    let visits = |joined: &[Option<usize>]| {
        let mut visits: Vec<usize> = counted(joined).into_values().collect();
        visits.sort_unstable();
        visits
    };
    let mut expected = visits(&before);
    assert_eq!(expected.pop(), Some(4));
    expected.push(2);
    expected.sort_unstable();
    assert_eq!(visits(&after), expected);
    assert_eq!(report["tables"][2]["cut_rows"], 2);
    let released = folder.text("persons-out.csv")
        + &folder.text("visits-out.csv")
        + &folder.text("households-out.csv");
    for hidden in ["P-0", "H-1", "Ann", "name", "cardiology"] {
        assert!(!released.contains(hidden), "{hidden}");
    }
    // Each person is one of three with age, sex and visits; two live in each household.
    assert_eq!(
        report["joined"]
            .as_array()
            .unwrap()
            .iter()
            .map(|view| view["k"].as_u64().unwrap())
            .collect::<Vec<_>>(),
        [3, 3]
    );
    let risk = report["households"][0]["risk"]["max"].as_f64().unwrap();
    assert!(
        (risk - (1.0 - (2.0_f64 / 3.0).powi(2))).abs() < 1e-9,
        "{risk}"
    );
    let page = folder.text("report.html");
    assert!(page.contains("households of persons"));
    assert!(
        page.contains("Everything that was asked for holds"),
        "a verdict first"
    );
}

#[test]
fn pseudonyms_are_those_of_a_key_and_no_other() {
    let keyed = "method = \"keyed-hash\"\nkey-file = \"project.key\"\nmapping = \"who.csv\"";
    let run = |key: &str| {
        let folder = changed("bauta.toml", "method = \"random\"", keyed);
        folder.run(&format!("key new {key}")).ok();
        folder
    };
    let (one, other) = (run("project.key"), run("project.key"));
    one.run("run").ok();
    other.run("run").ok();
    let set = |folder: &Folder| {
        column(folder, "persons-out.csv", "person")
            .into_iter()
            .collect::<BTreeSet<_>>()
    };
    assert!(
        set(&one).is_disjoint(&set(&other)),
        "another key, other pseudonyms"
    );
    let first = set(&one);
    assert_eq!(
        one.names()
            .iter()
            .filter(|name| name.starts_with("who-"))
            .count(),
        2,
        "a mapping for each key"
    );
    let someone = first.iter().next().unwrap();
    let found: String = ["who-1.csv", "who-2.csv"]
        .map(|table| format!("pseudonymize --reverse {someone} --mapping {table} --reason audit"))
        .map(|line| one.run(&line).out)
        .concat();
    assert!(found.starts_with("person: P-"), "{found}");
    refused(
        &one,
        "run --force",
        2,
        &[
            "the correspondence table…who-1.csv exists",
            "the correspondence table…who-2.csv exists",
        ],
    );
    std::fs::remove_file(one.path("who-1.csv")).unwrap();
    std::fs::remove_file(one.path("who-2.csv")).unwrap();
    one.run("run --force").ok();
    assert_eq!(set(&one), first, "the same key, the same pseudonyms");
}

#[test]
fn a_table_that_tells_people_apart_is_named_and_nothing_is_written() {
    let folder = changed("bauta.toml", "max-rows = 2 ", "max-rows = 9 ");
    let before = folder.listing();
    let run = folder.run("run").exits(1);
    run.shows(&[
        "✗ 3-anonymity of \"persons\" in the joined view",
        "3 of 12 rows of \"persons\" are too rare in the joined view",
        "\"visits\" is responsible: without it 0 rows of \"persons\" would be",
        "nothing was written",
    ]);
    assert_eq!(folder.listing(), before);
    folder
        .run("run --lang fr")
        .exits(1)
        .shows(&["« visits » en est responsable", "rien n'a été écrit"]);
    let folder = changed(
        "bauta.toml",
        "max-rows = 2 ",
        "rows-known = false\nmax-rows = 9 ",
    );
    folder.run("run").ok();
    let folder = changed(
        "bauta.toml",
        "max-household-risk = 0.6",
        "max-household-risk = 0.5",
    );
    folder
        .run("run")
        .exits(1)
        .shows(&["✗ no household of \"persons\" is found with a chance above 0.5"]);
}

#[test]
fn rows_go_with_their_parents() {
    let sampled = "method = \"sample\"\n[tables.anonymize.parameters]\nshare = \"0.5\"";
    let mut text = folder()
        .text("bauta.toml")
        .replacen("method = \"as-is\"", sampled, 1);
    for (from, to) in [
        ("k = 3", "k = 1"),
        ("household-k = 3", ""),
        ("max-household-risk = 0.6", ""),
    ] {
        text = text.replace(from, to);
    }
    let folder = folder().with("bauta.toml", text);
    folder.run("run").ok();
    let households = column(&folder, "households-out.csv", "household").len();
    assert!(households < 6);
    assert_eq!(
        column(&folder, "persons-out.csv", "person").len(),
        2 * households
    );
    assert!(
        joins(
            &folder,
            ("visits-out.csv", "who"),
            ("persons-out.csv", "person")
        )
        .iter()
        .all(Option::is_some)
    );
    assert!(column(&folder, "visits-out.csv", "who").len() < 18);
}

#[test]
fn sensitive_parts_join_by_group_only() {
    let text = folder().text("bauta.toml");
    let (start, end) = (
        text.find("[tables.anonymize]\nmethod = \"recode\"")
            .unwrap(),
        text.find("[[links]]").unwrap(),
    );
    let anatomy = "[tables.targets]\nl = 2\n[tables.anonymize]\nmethod = \"anatomy\"\n\n";
    let text = format!("{}{anatomy}{}", &text[..start], &text[end..])
        .replace(
            "[\"visits-out.csv\"]",
            "[\"visits-out.csv\", \"diagnoses-out.csv\"]",
        )
        .replace("k = 3                          #", "k = 3\n# ")
        .replace("key = \"person\"", "key = \"person\"\njoined-k = 1")
        .replace("household-k = 3", "")
        .replace("max-household-risk = 0.6", "")
        .replace(
            "key = \"household\"\n[",
            "key = \"household\"\njoined-k = 1\n[",
        );
    let folder = folder().with("bauta.toml", text);
    folder
        .run("run")
        .ok()
        .shows(&["✓ the sensitive values of \"visits\" join by group only"]);
    assert_eq!(
        folder.cells("diagnoses-out.csv")[0],
        ["Group", "diagnosis", "Count"]
    );
    assert!(folder.cells("visits-out.csv")[0].contains(&"who".to_owned()));
}

#[test]
fn keys_are_checked() {
    let folder = changed("persons.csv", "P-02,Bea", "P-01,Bea");
    refused(
        &folder,
        "run",
        2,
        &[
            "table \"persons\": the key \"person\" is not unique: 2 rows share theirs with others, first in data rows 1, 2",
            "table \"visits\": \"who\" points to no row of \"persons\" in 1 rows, first in data rows 2",
        ],
    );
    let folder = changed("persons.csv", "P-12,Leo,H-6", ",Leo,");
    refused(
        &folder,
        "run",
        2,
        &[
            "table \"persons\": the key \"person\" is missing in 1 rows",
            "table \"persons\": the key \"household\" is missing in 1 rows, first in data rows 12",
            "table \"visits\": \"who\" points to no row",
        ],
    );
}

#[test]
fn bad_links_and_settings_are_all_told() {
    let folder = changed(
        "bauta.toml",
        "to = \"persons.person\"",
        "to = \"persons.name\"",
    );
    refused(
        &folder,
        "run",
        2,
        &["a link points to \"persons.name\", which is not the key of that table"],
    );
    let folder = changed(
        "bauta.toml",
        "from = \"visits.who\"",
        "from = \"visit.who\"",
    );
    refused(
        &folder,
        "run",
        2,
        &["the link \"visit.who\" names no table of the project"],
    );
    let folder = changed(
        "bauta.toml",
        "max-household-risk = 0.6",
        "max-household-risk = 6\njoined-k = 0",
    );
    refused(
        &folder,
        "run",
        2,
        &[
            "table \"persons\": max-household-risk is 6",
            "table \"persons\": joined-k is 0",
        ],
    );
    let folder = changed(
        "bauta.toml",
        "[\"age\", \"sex\"]",
        "[\"age\", \"seks\", \"household\"]",
    );
    refused(
        &folder,
        "run",
        2,
        &["table \"persons\": \"household\" is a key"],
    );
    let folder = changed("bauta.toml", "[\"age\", \"sex\"]", "[\"age\", \"seks\"]");
    refused(
        &folder,
        "run",
        2,
        &["table \"persons\": there is no attribute \"seks\""],
    );
    let folder = changed(
        "bauta.toml",
        "[output]",
        "[roles]\nsensitive = [\"x\"]\n[output]",
    );
    refused(
        &folder,
        "run",
        2,
        &["where there are [[tables]], roles belongs to each of them"],
    );
    let folder = changed("bauta.toml", "visits-out.csv", "persons-out.csv");
    refused(&folder, "run", 2, &["persons-out.csv would overwrite"]);
    let folder = changed(
        "bauta.toml",
        "from = \"persons.household\"",
        "form = \"persons.household\"",
    );
    refused_in_english(&folder, "run", 2, &["form"]);
    let folder = changed("bauta.toml", "visits.csv", "no-visits.csv");
    folder.run("run").exits(3);
}
