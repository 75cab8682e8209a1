//! One project on every engine, through the program: where its data are, how it is run there, and that the release is the one that data
//! in memory give.

use bauta_testkit::machines::Machines;
use bauta_testkit::skip::{NO_CLUSTER, NO_POSTGRESQL, skip_part};
use serde_json::Value;

use crate::scale::close;
use crate::support::{Folder, Run};

const KEPT: [&str; 10] = [
    "sex",
    "age",
    "postcode",
    "marital_status",
    "diagnosis",
    "income",
    "household_size",
    "birth_date",
    "education",
    "occupation",
];

/// People as CSV, as one Parquet file and as four, and hierarchies. Incomes and educations may be missing.
pub fn people(rows: usize, seed: u64) -> Folder {
    let table = bauta_testkit::census::census_with_missing(rows, seed);
    let column = |name: &&str| {
        let attribute = table
            .attributes()
            .iter()
            .find(|attribute| attribute.name == **name)
            .unwrap();
        (attribute.name.clone(), attribute.column.clone())
    };
    let text = bauta_testkit::write_csv(&bauta_table::Table::new(KEPT.iter().map(column)));
    let lines: Vec<&str> = text.lines().collect();
    let mut folder = Folder::new().keeping(&KEPT).with("all.csv", &text);
    std::fs::create_dir(folder.path("parts")).unwrap();
    for (name, lines) in bauta_testkit::census::census_hierarchies() {
        let lines: Vec<String> = lines.iter().map(|line| line.join(";")).collect();
        folder = folder.with(&format!("{name}.hierarchy.csv"), lines.join("\n"));
    }
    folder
        .run("convert all.csv -o all.parquet --type postcode=text")
        .ok();
    // Parts of unlike sizes.
    let ends = [1, rows / 2, rows / 2 + 3, rows * 4 / 5, rows + 1];
    for (part, pair) in ends.windows(2).enumerate() {
        let rows = lines[pair[0]..pair[1]].join("\n");
        folder = folder.with("part.csv", format!("{}\n{rows}\n", lines[0]));
        folder
            .run(&format!(
                "convert part.csv -o parts/p{part}.parquet --type postcode=text"
            ))
            .ok();
    }
    folder
}

/// A place where a project runs.
pub struct Seat {
    pub name: &'static str,
    pub data: String,
    pub out: String,
    /// What the rows that came out are read by.
    pub read: String,
    /// Lines of the project's input.
    pub engine: String,
}

impl Seat {
    fn new(name: &'static str, data: &str, out: &str, engine: String) -> Seat {
        let (data, out) = (data.to_owned(), out.to_owned());
        Seat {
            name,
            data,
            read: out.clone(),
            out,
            engine,
        }
    }

    /// The rows that came out, in one order: labels are sorted as texts by an engine, and as what they stand for in memory.
    pub fn rows(&self, folder: &Folder) -> Vec<Vec<String>> {
        let mut rows = folder.cells(&self.read);
        rows[1..].sort();
        rows
    }
}

/// Data in memory.
pub fn memory() -> Seat {
    Seat::new("memory", "all.parquet", "whole.parquet", String::new())
}

/// Our own kernel in pieces, and DataFusion in process where the program was built with it.
pub fn here() -> Vec<Seat> {
    let files = "parts/*.parquet";
    let mut seats = vec![Seat::new(
        "pieces",
        files,
        "pieces.parquet",
        "memory = \"10MB\"".to_owned(),
    )];
    if bauta_testkit::machines::program().is_some() {
        seats.push(Seat::new(
            "datafusion",
            files,
            "fusion.parquet",
            "engine = \"datafusion\"".to_owned(),
        ));
    } else {
        skip_part(NO_CLUSTER);
    }
    seats
}

/// A cluster.
pub fn cluster(machines: &Machines) -> Seat {
    let engine = format!(
        "engine = \"{}\"",
        machines.engine().replace("partitions=4", "partitions=2")
    );
    let mut seat = Seat::new("cluster", "parts/*.parquet", "spread.parquet", engine);
    seat.read = "spread.parquet/*.parquet".to_owned();
    seat
}

/// Wherever data are files: here, and on a cluster of two executors.
pub fn on_files() -> (Vec<Seat>, Option<Machines>) {
    let mut seats = here();
    // Without clusters this was said above.
    let machines = bauta_testkit::machines::program().and_then(|_| Machines::start(2));
    seats.extend(machines.as_ref().map(cluster));
    (seats, machines)
}

/// Those, and a database.
pub fn everywhere(folder: &Folder) -> (Vec<Seat>, Option<Machines>) {
    let (mut seats, machines) = on_files();
    let Some(server) = bauta_testkit::postgres::server_if_installed() else {
        skip_part(NO_POSTGRESQL);
        return (seats, machines);
    };
    // A name of its own: tests share the server.
    let name = format!(
        "p{}",
        folder
            .path("")
            .to_string_lossy()
            .bytes()
            .map(u64::from)
            .sum::<u64>()
    );
    let place = |table: &str| format!("{}#{name}_{table}", server.url("postgres"));
    folder
        .run(&format!("convert all.parquet -o {}", place("people")))
        .ok();
    let engine = "engine = \"postgres\"".to_owned();
    seats.push(Seat::new(
        "database",
        &place("people"),
        &place("out"),
        engine,
    ));
    (seats, machines)
}

/// A project at a seat.
pub fn project(seat: &Seat, targets: &str, method: &str, more: &str) -> String {
    let hierarchies: String = ["sex", "age", "postcode", "marital_status"]
        .iter()
        .map(|name| format!("{name} = \"{name}.hierarchy.csv\"\n"))
        .collect();
    format!(
        "version = 1\n[input]\ndata = \"{}\"\n{}\n[input.types]\npostcode = \"text\"\n[roles]\nquasi-identifiers = [\"sex\", \"age\", \"postcode\", \"marital_status\"]\nsensitive = [\"diagnosis\"]\ninsensitive = [\"household_size\", \"birth_date\", \"education\", \"occupation\"]\n[hierarchies]\n{hierarchies}[targets]\n{targets}\n[anonymize]\nmax-suppression = 0.2\n{method}\n[output]\ntables = [\"{}\"]\nforce = true\n{more}",
        seat.data, seat.engine, seat.out
    )
}

/// Runs a project at a seat.
pub fn run(folder: Folder, seat: &Seat, text: String) -> (Folder, Run) {
    let folder = folder.with("project.toml", text);
    let run = folder.run("run project.toml --json");
    assert!(run.status < 2, "{}: {run}", seat.name);
    (folder, run)
}

/// What a report says of a release, whoever made it.
const TOLD: [&str; 13] = [
    "rows",
    "suppressed_rows",
    "classes",
    "privacy",
    "risk",
    "utility",
    "node",
    "original_rows",
    "guarantees",
    "rules",
    "method",
    "parameters",
    "seed",
];

/// Holds a run to the one in memory: what is told, and row by row what came out.
pub fn same(folder: &Folder, (memory, whole): (&Seat, &Run), (seat, other): (&Seat, &Run)) {
    assert_eq!(
        whole.status, other.status,
        "{}\n{whole}\n{other}",
        seat.name
    );
    let (whole, other) = (whole.json(), other.json());
    for key in TOLD {
        // Where a row stands in the data is not known of an engine's.
        let without_places = |mut value: Value| {
            value
                .as_array_mut()
                .into_iter()
                .flatten()
                .filter_map(Value::as_object_mut)
                .for_each(|rule| {
                    rule.remove("first_rows");
                });
            value
        };
        close(
            &without_places(whole[key].clone()),
            &without_places(other[key].clone()),
            &format!("{}: {key}", seat.name),
        );
    }
    // Statistics are compared in memory only.
    let steps = |report: &Value| {
        let mut steps = report["steps"].clone();
        steps
            .as_array_mut()
            .into_iter()
            .flatten()
            .filter_map(Value::as_object_mut)
            .for_each(|step| drop(step.remove("kept")));
        steps
    };
    close(
        &steps(&whole),
        &steps(&other),
        &format!("{}: steps", seat.name),
    );
    if whole["nearest_miss"].is_null() {
        let (expected, found) = (memory.rows(folder), seat.rows(folder));
        let differ = expected
            .iter()
            .zip(&found)
            .find(|(one, other)| one != other);
        assert!(
            expected == found,
            "{}: other rows, {} and {}, such as {differ:?}",
            seat.name,
            expected.len(),
            found.len()
        );
    }
}

pub fn sha256(folder: &Folder, file: &str) -> String {
    let sum = std::process::Command::new("sha256sum")
        .arg(folder.path(file))
        .output()
        .unwrap();
    String::from_utf8(sum.stdout)
        .unwrap()
        .split_whitespace()
        .next()
        .unwrap()
        .to_owned()
}
