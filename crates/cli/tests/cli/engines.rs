//! Every method that runs on an engine, on every engine, through the program: the release that data in memory give, row by row.

use bauta_table::{Column, Table};
use bauta_testkit::machines::Machines;

use crate::support::{Folder, Run, with_clusters};

const QUASI: [&str; 4] = ["sex", "age", "postcode", "marital_status"];
const SENSITIVE: &str = "diagnosis";

/// Methods that decide by the counts of distinct rows, and what each is told besides; `the_list_is_the_catalogues` holds the list.
const METHODS: [(&str, &str); 12] = [
    ("mu-argus", ""),
    ("datafly", ""),
    ("samarati", ""),
    ("bottom-up", ""),
    ("top-down", ""),
    ("incognito", ""),
    ("optimal", ""),
    ("mondrian", ""),
    ("infogain-mondrian", ""),
    ("lsd-mondrian", "--target income"),
    ("k-member", ""),
    ("local", ""),
];

/// What a report says of a release, whoever made it.
const TOLD: [&str; 9] = [
    "rows",
    "suppressed_rows",
    "classes",
    "privacy",
    "risk",
    "utility",
    "node",
    "original_rows",
    "guarantees",
];

fn kept(table: &Table) -> Table {
    let wanted = QUASI.iter().chain([&SENSITIVE, &"id", &"income"]);
    let column = |name: &&str| -> (String, Column) {
        let attribute = table
            .attributes()
            .iter()
            .find(|attribute| attribute.name == **name)
            .unwrap();
        (attribute.name.clone(), attribute.column.clone())
    };
    Table::new(wanted.map(column))
}

/// People as CSV, as one Parquet file and as two, and the hierarchies.
fn people(rows: usize, seed: u64) -> Folder {
    let text = bauta_testkit::write_csv(&kept(&bauta_testkit::census::census(rows, seed)));
    let (header, lines) = text.split_once('\n').unwrap();
    let middle = lines[..lines.len() / 2].rfind('\n').unwrap() + 1;
    let mut folder = Folder::new()
        .keeping(&["id", "income"])
        .with("all.csv", &text)
        .with("one.csv", format!("{header}\n{}", &lines[..middle]))
        .with("two.csv", format!("{header}\n{}", &lines[middle..]));
    for (name, lines) in bauta_testkit::census::census_hierarchies() {
        let lines: Vec<String> = lines.iter().map(|line| line.join(";")).collect();
        folder = folder.with(&format!("{name}.hierarchy.csv"), lines.join("\n"));
    }
    std::fs::create_dir(folder.path("parts")).unwrap();
    folder
        .run("convert all.csv -o all.parquet --type postcode=text")
        .ok();
    for part in ["one", "two"] {
        folder
            .run(&format!(
                "convert {part}.csv -o parts/{part}.parquet --type postcode=text"
            ))
            .ok();
    }
    folder
}

/// The words of a run.
fn line((method, more): (&str, &str), data: &str, out: &str, engine: &str) -> String {
    let hierarchies: String = QUASI
        .iter()
        .map(|name| format!(" --hierarchy {name}={name}.hierarchy.csv"))
        .collect();
    let roles = format!(
        "--qi {} --sensitive {SENSITIVE} --type postcode=text",
        QUASI.join(",")
    );
    format!(
        "anonymize {data} {roles}{hierarchies} --method {method} {more} -k 3 --max-suppression 0.1 -o {out} --force --json {engine}"
    )
}

/// Holds a run on an engine to the run in memory.
fn same(method: &str, whole: &Run, other: &Run) {
    assert_eq!(whole.status, other.status, "{method}\n{whole}\n{other}");
    let (whole, other) = (whole.json(), other.json());
    for key in TOLD {
        assert_eq!(whole[key], other[key], "{method}: {key}");
    }
}

/// Every method in memory, then on an engine; `read` gives the rows that the engine wrote.
fn every_method(
    folder: &Folder,
    (data, out): (&str, &str),
    engine: &str,
    read: &dyn Fn() -> Vec<Vec<String>>,
) {
    for method in METHODS {
        let whole = folder
            .run(&line(method, "all.parquet", "whole.parquet", ""))
            .ok();
        let other = folder.run(&line(method, data, out, engine));
        same(method.0, &whole, &other);
        let (mut expected, mut found) = (folder.cells("whole.parquet"), read());
        // Labels are sorted as texts by an engine, and as what they stand for in memory.
        expected[1..].sort();
        found[1..].sort();
        assert!(expected == found, "{}: other rows", method.0);
    }
}

/// What is asked of Mondrian where distinct rows do not fit.
const LITTLE: [&str; 5] = [
    "-k 20",
    "-k 20 -l 2",
    "-k 15 -t 0.5 --choose widest --median weighted --recoding range",
    "-k 20 --dimensions one --attribute age --median nearest",
    "-k 20 --choose in-order --median distinct --recoding set",
];

/// Mondrian in memory, then on an engine that may hold a part of the distinct rows only: the same rows. Other methods are refused, and
/// nothing is left behind.
fn little_memory(
    folder: &Folder,
    (data, out): (&str, &str),
    engine: &str,
    read: &dyn Fn() -> Vec<Vec<String>>,
    asked: &[&str],
) {
    let hierarchies: String = QUASI
        .iter()
        .map(|name| format!(" --hierarchy {name}={name}.hierarchy.csv"))
        .collect();
    let roles = format!(
        "--qi {} --sensitive {SENSITIVE} --type postcode=text",
        QUASI.join(",")
    );
    let run = |method: &str, data: &str, out: &str, more: &str| {
        folder.run(&format!(
            "anonymize {data} {roles} --method {method} {more} -o {out} --force --json"
        ))
    };
    for (number, asked) in asked.iter().enumerate() {
        let asked = if number % 2 == 0 {
            format!("{asked}{hierarchies}")
        } else {
            (*asked).to_owned()
        };
        let whole = run("mondrian", "all.parquet", "whole.parquet", &asked)
            .ok()
            .json();
        let other = run(
            "mondrian",
            data,
            out,
            &format!("{asked} {engine} --memory 200kB"),
        )
        .ok()
        .json();
        let notes = other["notes"].to_string();
        assert!(
            notes.contains("regions were cut by what the engine"),
            "{notes}"
        );
        for key in [
            "rows",
            "suppressed_rows",
            "classes",
            "privacy",
            "risk",
            "guarantees",
            "original_rows",
        ] {
            assert_eq!(whole[key], other[key], "{asked}: {key}");
        }
        let sorted = |mut cells: Vec<Vec<String>>| {
            cells[1..].sort();
            cells
        };
        assert!(
            sorted(folder.cells("whole.parquet")) == sorted(read()),
            "{asked}: other rows"
        );
    }
    let little = out.replace("#cut", "#little").replace("out.", "little.");
    assert_ne!(little, out);
    let refused = run(
        "datafly",
        data,
        &little,
        &format!("-k 5{hierarchies} {engine} --memory 30kB"),
    )
    .exits(2);
    refused.says(&[
        "at least",
        "different combinations, more than --memory has room for",
    ]);
    let left: Vec<String> = folder
        .names()
        .into_iter()
        .filter(|name| name.starts_with('.'))
        .collect();
    assert!(
        left.is_empty() && !folder.path(&little).exists(),
        "{left:?}"
    );
}

/// The catalogue's methods that generalise; every one of them is here.
#[test]
fn the_list_is_the_catalogues() {
    let listed: Vec<&str> = METHODS.iter().map(|method| method.0).collect();
    let catalogue = bauta_methods::ALL
        .iter()
        .map(|technique| technique.descriptor());
    let family = bauta_methods::Family::Generalization;
    let found: Vec<&str> = catalogue
        .filter(|it| it.family == family)
        .map(|it| it.id)
        .collect();
    assert_eq!(listed, found);
}

#[test]
fn pieces() {
    for seed in [1, 2] {
        let folder = people(300, seed);
        let read = || folder.cells("out.parquet");
        every_method(
            &folder,
            ("parts/*.parquet", "out.parquet"),
            "--memory 10MB",
            &read,
        );
    }
}

#[test]
fn datafusion_in_process() {
    let folder = people(300, 3);
    if !with_clusters() {
        return;
    }
    let read = || folder.cells("out.parquet");
    every_method(
        &folder,
        ("parts/*.parquet", "out.parquet"),
        "--engine datafusion",
        &read,
    );
}

#[test]
fn a_cluster_of_two_executors() {
    let Some(machines) = Machines::start(2) else {
        return;
    };
    let folder = people(300, 4);
    let read = || folder.cells("out.parquet/*.parquet");
    // Two parts are enough to have something shuffled.
    let engine = format!(
        "--engine {}",
        machines.engine().replace("partitions=4", "partitions=2")
    );
    every_method(&folder, ("parts/*.parquet", "out.parquet"), &engine, &read);
}

#[test]
fn mondrian_on_datafusion_where_distinct_rows_do_not_fit() {
    let folder = people(1_000, 7);
    if !with_clusters() {
        return;
    }
    let read = || folder.cells("out.parquet");
    little_memory(
        &folder,
        ("parts/*.parquet", "out.parquet"),
        "--engine datafusion",
        &read,
        &LITTLE[..3],
    );
}

#[test]
fn mondrian_on_a_cluster_where_distinct_rows_do_not_fit() {
    let Some(machines) = Machines::start(2) else {
        return;
    };
    let folder = people(1_000, 9);
    let read = || folder.cells("out.parquet/*.parquet");
    let engine = format!(
        "--engine {}",
        machines.engine().replace("partitions=4", "partitions=2")
    );
    little_memory(
        &folder,
        ("parts/*.parquet", "out.parquet"),
        &engine,
        &read,
        &LITTLE[1..2],
    );
}

#[test]
fn mondrian_in_a_database_where_distinct_rows_do_not_fit() {
    let Some(server) = bauta_testkit::postgres::server() else {
        return;
    };
    let folder = people(1_000, 10);
    let place = |table: &str| format!("{}#{table}", server.url("postgres"));
    folder
        .run(&format!("convert all.parquet -o {}", place("many")))
        .ok();
    let read = || folder.cells(&place("cut"));
    little_memory(
        &folder,
        (&place("many"), &place("cut")),
        "--engine postgres",
        &read,
        &LITTLE,
    );
    assert_eq!(
        server.run(
            "postgres",
            "SELECT count(*) FROM pg_class WHERE relname LIKE 'bauta%'"
        ),
        "0"
    );
}

/// The key is the executors' own, and is compared before anything is written; who has none, or another, is refused.
#[test]
fn pseudonyms_on_a_cluster() {
    let folder = people(200, 6);
    folder.run("key new people.key").ok();
    folder.run("key new other.key").ok();
    let key = folder.path("people.key");
    let Some(machines) = Machines::with(2, &["--key-file", key.to_str().unwrap()], &[]) else {
        return;
    };
    let run = |out: &str, key: &str, engine: &str| {
        let more = format!("--id id --pseudonym keyed-hash --key {key}");
        folder.run(&line(("datafly", &more), "parts/*.parquet", out, engine))
    };
    run("whole.parquet", "people.key", "").ok();
    let engine = format!("--engine {}", machines.engine());
    run("out.parquet", "people.key", &engine).ok();
    let sorted = |mut cells: Vec<Vec<String>>| {
        cells[1..].sort();
        cells
    };
    assert!(sorted(folder.cells("whole.parquet")) == sorted(folder.cells("out.parquet/*.parquet")));
    run("other.parquet", "other.key", &engine)
        .exits(2)
        .says(&["another key"]);
    let Some(keyless) = Machines::start(1) else {
        return;
    };
    let engine = format!("--engine {}", keyless.engine());
    run("none.parquet", "people.key", &engine)
        .exits(3)
        .says(&["bauta executor --key-file"]);
    let left: Vec<String> = folder
        .names()
        .into_iter()
        .filter(|name| name.starts_with('.'))
        .collect();
    assert!(
        left.is_empty()
            && !folder.path("none.parquet").exists()
            && !folder.path("other.parquet").exists()
    );
}

/// The rows stay in the server, and stand in the order of their values.
#[test]
fn a_database() {
    let Some(server) = bauta_testkit::postgres::server() else {
        return;
    };
    let folder = people(300, 5);
    let place = |table: &str| format!("{}#{table}", server.url("postgres"));
    folder
        .run(&format!("convert all.parquet -o {}", place("people")))
        .ok();
    let read = || folder.cells(&place("out"));
    every_method(
        &folder,
        (&place("people"), &place("out")),
        "--engine postgres",
        &read,
    );
    let keyed = "--id id --pseudonym keyed-hash --key people.key";
    folder.run("key new people.key").ok();
    let refused = folder.run(&line(
        ("datafly", keyed),
        &place("people"),
        &place("keyed"),
        "--engine postgres",
    ));
    refused.exits(2).says(&["a database makes no pseudonyms"]);
    // The engine may be named by its address, too.
    let engine = format!("--engine {}", server.url("postgres"));
    folder
        .run(&line(
            METHODS[1],
            &place("people"),
            &place("again"),
            &engine,
        ))
        .ok();
    assert_eq!(
        server.run(
            "postgres",
            "SELECT count(*) FROM pg_class WHERE relname LIKE 'bauta%'"
        ),
        "0"
    );
}
