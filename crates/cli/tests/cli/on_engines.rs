//! What a project asks for besides a method, on every engine, through the program: the report for people, a population, edit rules. Each is held to
//! what data in memory give.

use bauta_testkit::machines::Machines;
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
    let mut folder = Folder::new().with("all.csv", &text);
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
    /// Whether rows keep their order.
    pub ordered: bool,
}

impl Seat {
    fn new(name: &'static str, data: &str, out: &str, engine: String, ordered: bool) -> Seat {
        let (data, out) = (data.to_owned(), out.to_owned());
        Seat {
            name,
            data,
            read: out.clone(),
            out,
            engine,
            ordered,
        }
    }

    /// The rows that came out.
    pub fn rows(&self, folder: &Folder) -> Vec<Vec<String>> {
        folder.cells(&self.read)
    }
}

/// Data in memory.
pub fn memory() -> Seat {
    Seat::new(
        "memory",
        "all.parquet",
        "whole.parquet",
        String::new(),
        true,
    )
}

/// Our own kernel in pieces, and DataFusion in process where the program was built with it.
pub fn here(folder: &Folder) -> Vec<Seat> {
    let files = "parts/*.parquet";
    let mut seats = vec![Seat::new(
        "pieces",
        files,
        "pieces.parquet",
        "memory = \"10MB\"".to_owned(),
        true,
    )];
    let asked = folder.run("check all.parquet --qi sex -k 1 --engine datafusion");
    match asked.err.contains("built without") {
        true => bauta_testkit::shared::skip(
            "the program is not built with clusters (cargo build --features cluster)",
        ),
        false => {
            // A join of few rows with as many combinations may give rows in the order of the latter.
            seats.push(Seat::new(
                "datafusion",
                files,
                "fusion.parquet",
                "engine = \"datafusion\"".to_owned(),
                false,
            ));
        }
    }
    seats
}

/// A cluster.
pub fn cluster(machines: &Machines) -> Seat {
    let engine = format!(
        "engine = \"{}\"",
        machines.engine().replace("partitions=4", "partitions=2")
    );
    let mut seat = Seat::new(
        "cluster",
        "parts/*.parquet",
        "spread.parquet",
        engine,
        false,
    );
    seat.read = "spread.parquet/*.parquet".to_owned();
    seat
}

/// Wherever data are files: here, and on a cluster of two executors.
pub fn on_files(folder: &Folder) -> (Vec<Seat>, Option<Machines>) {
    let mut seats = here(folder);
    let machines = Machines::start(2);
    seats.extend(machines.as_ref().map(cluster));
    (seats, machines)
}

/// Those, and a database.
pub fn everywhere(folder: &Folder) -> (Vec<Seat>, Option<Machines>) {
    let (mut seats, machines) = on_files(folder);
    if let Some(server) = bauta_testkit::postgres::server() {
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
            false,
        ));
    }
    (seats, machines)
}

/// A project at a seat.
pub fn project(seat: &Seat, targets: &str, method: &str, more: &str) -> String {
    let hierarchies: String = ["sex", "age", "postcode", "marital_status"]
        .iter()
        .map(|name| format!("{name} = \"{name}.hierarchy.csv\"\n"))
        .collect();
    format!(
        "version = 1\n[input]\ndata = \"{}\"\n{}\n[input.types]\npostcode = \"text\"\n[roles]\nquasi-identifiers = [\"sex\", \"age\", \"postcode\", \"marital_status\"]\nsensitive = [\"diagnosis\"]\n[hierarchies]\n{hierarchies}[targets]\n{targets}\n[anonymize]\nmax-suppression = 0.2\n{method}\n[output]\ntables = [\"{}\"]\nforce = true\n{more}",
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
        let (mut expected, mut found) = (memory.rows(folder), seat.rows(folder));
        if !seat.ordered {
            expected[1..].sort();
            found[1..].sort();
        }
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

fn sha256(folder: &Folder, file: &str) -> String {
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

/// Before and after, method and settings are those of data in memory; sums of files are given where there are files, and else it is said.
#[test]
fn the_report_for_people() {
    let mut folder = people(300, 11);
    let (seats, _machines) = everywhere(&folder);
    let text = |seat: &Seat, file: &str| {
        project(
            seat,
            "k = 3",
            "method = \"datafly\"",
            &format!("report = \"{file}\"\n"),
        )
    };
    let (memory, mut first) = (memory(), None);
    for seat in std::iter::once(&memory).chain(&seats) {
        let run_of = |folder: Folder, file: &str| run(folder, seat, text(seat, file));
        let (with, done) = run_of(folder, "report.json");
        let told: Value = serde_json::from_str(&with.text("report.json")).unwrap();
        let (with, _) = run_of(with, "report.md");
        let page = with.text("report.md");
        assert!(
            page.contains("Everything that was asked for holds"),
            "{}",
            seat.name
        );
        assert!(page.contains("3-anonymity: verified on the released rows"));
        folder = with;
        let Some((whole, expected)) = &first else {
            first = Some((done, told));
            continue;
        };
        same(&folder, (&memory, whole), (seat, &done));
        for key in [
            "before",
            "after",
            "roles",
            "paragraph",
            "method",
            "parameters",
            "seed",
        ] {
            close(&expected[key], &told[key], &format!("{}: {key}", seat.name));
        }
        let sums = |key: &str| -> Vec<(String, String)> {
            let files = told[key].as_array().cloned().unwrap_or_default();
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            files
                .iter()
                .map(|file| (text(&file["file"]), text(&file["sha256"])))
                .collect()
        };
        let none = "not taken: it is no file of this machine";
        if seat.name == "database" {
            assert_eq!(page.matches(none).count(), 2, "{page}");
            continue;
        }
        assert!(!page.contains(none), "{page}");
        let files: Vec<String> = (0..4)
            .map(|part| format!("parts/p{part}.parquet"))
            .collect();
        assert_eq!(
            sums("input_files"),
            files
                .iter()
                .map(|f| (f.clone(), sha256(&folder, f)))
                .collect::<Vec<_>>()
        );
        match seat.name {
            "cluster" => {
                // The second run wrote the same bytes.
                assert_eq!(sums("output_files").len(), 4);
                assert!(
                    sums("output_files")
                        .iter()
                        .all(|(file, sum)| *sum == sha256(&folder, file)),
                    "{told:#}"
                );
            }
            _ => assert_eq!(
                told["output_sha256"][0].as_str().unwrap(),
                sha256(&folder, &seat.out),
                "{}",
                seat.name
            ),
        }
    }
}

/// What cannot be reached is reported, and what a report cannot have of rows elsewhere is said in both languages.
#[test]
fn the_report_says_what_it_leaves_out() {
    let folder = people(200, 12);
    let line =
        "anonymize all.parquet --qi sex,age -k 150 --method as-is -o out.parquet --memory 10MB";
    folder.run(&format!("{line} --report no.html")).exits(1);
    assert!(
        folder.text("no.html").contains("Nothing was released")
            && !folder.path("out.parquet").exists()
    );
    let line = "anonymize all.parquet --qi sex,marital_status -k 1 --method round --attributes income --base 100 -o out.parquet --memory 10MB";
    folder.run(&format!("{line} --report report.md")).ok();
    let page = folder.text("report.md");
    assert!(
        page.contains("statistics before and after need single rows"),
        "{page}"
    );
    folder
        .run(&format!("{line} --report fr.md --force --lang fr"))
        .ok();
    assert!(folder.text("fr.md").contains("le rapport ne les donne pas"));
    // A name that is no report's, one that is taken, and one that is the output's.
    folder
        .run(&format!("{line} --report r.pdf --force"))
        .exits(2)
        .says(&[".html, .md or .json"]);
    folder.run(&line.replace("out.parquet", "new.parquet")).ok();
    let taken = folder
        .run(&format!(
            "{} --report report.md",
            line.replace("out.parquet", "new2.parquet")
        ))
        .exits(2);
    assert!(
        taken.err.contains("report.md") && !folder.path("new2.parquet").exists(),
        "{taken}"
    );
}

/// k-map and δ-presence: the search and the verifier count the same population.
#[test]
fn a_population() {
    let mut folder = people(300, 13);
    // Everybody in the table, and as many again.
    let others = bauta_testkit::write_csv(&bauta_testkit::census::census(900, 14));
    folder = folder.with("others.csv", others);
    folder
        .run("convert others.csv -o others.parquet --type postcode=text")
        .ok();
    std::fs::create_dir(folder.path("population")).unwrap();
    for (name, data) in [("a", "all.parquet"), ("b", "others.parquet")] {
        let line = format!("convert {data} -o population/{name}.csv");
        folder.run(&line).ok();
    }
    let columns = |name: &str| -> Vec<Vec<String>> {
        let cells = folder.cells(&format!("population/{name}.csv"));
        let wanted = ["sex", "age", "postcode", "marital_status"];
        let places: Vec<usize> = wanted
            .iter()
            .map(|w| cells[0].iter().position(|c| c == w).unwrap())
            .collect();
        cells
            .iter()
            .map(|row| places.iter().map(|&place| row[place].clone()).collect())
            .collect()
    };
    let rows: Vec<String> = columns("a")
        .into_iter()
        .chain(columns("b").into_iter().skip(1))
        .map(|row| row.join(","))
        .collect();
    folder = folder.with("everybody.csv", rows.join("\n") + "\n");
    folder
        .run("convert everybody.csv -o everybody.parquet --type postcode=text")
        .ok();
    let (seats, _machines) = everywhere(&folder);
    let memory = memory();
    for targets in [
        "k-map = 6",
        "k = 2\ndelta-presence = { min = 0.0, max = 0.6 }",
    ] {
        let targets = format!("population = \"everybody.parquet\"\n{targets}");
        for method in ["datafly", "optimal"] {
            let text = |seat: &Seat| project(seat, &targets, &format!("method = \"{method}\""), "");
            let (with, whole) = run(folder, &memory, text(&memory));
            folder = with;
            for seat in &seats {
                let (with, other) = run(folder, seat, text(seat));
                folder = with;
                same(&folder, (&memory, &whole), (seat, &other));
            }
        }
    }
    let wrong = "anonymize all.parquet --qi sex,age --k-map 3 --population-table no.csv --method datafly -o x.parquet --memory 10MB";
    folder.run(wrong).exits(3);
    let lacks = "anonymize all.parquet --qi sex,education --k-map 3 --population-table everybody.parquet --method as-is -o x.parquet --memory 10MB";
    folder
        .run(lacks)
        .exits(2)
        .says(&["the population table has no attribute \"education\""]);
    assert!(!folder.path("x.parquet").exists());
}

const RULES: &str = "[[rules]]\nname = \"young\"\nwhen = \"age < 15\"\nthen = 'marital_status = \"Never married\"'\n[[rules]]\nname = \"room\"\nthen = \"household_size >= 1 and income >= 0\"\n";

/// A rule that some rows of the input break.
const BROKEN: &str =
    "[[rules]]\nname = \"alone\"\nwhen = \"household_size = 1\"\nthen = \"income < 20000\"\n";

#[test]
fn edit_rules() {
    let mut folder = people(300, 15);
    let (seats, _machines) = everywhere(&folder);
    let memory = memory();
    let known = BROKEN.replace("then =", "broken-in-input = \"known\"\nthen =");
    for (method, rules) in [
        ("mondrian", RULES.to_owned()),
        ("datafly", format!("{RULES}{known}")),
    ] {
        let text = |seat: &Seat| project(seat, "k = 3", &format!("method = \"{method}\""), &rules);
        let (with, whole) = run(folder, &memory, text(&memory));
        folder = with;
        assert_eq!(
            whole.json()["rules"].as_array().unwrap().len(),
            if method == "datafly" { 3 } else { 2 }
        );
        for seat in &seats {
            let (with, other) = run(folder, seat, text(seat));
            folder = with;
            same(&folder, (&memory, &whole), (seat, &other));
            let places = other.json()["rules"].to_string();
            assert!(
                !places.contains("[1"),
                "distinct rows have no place: {places}"
            );
        }
    }
}

/// Rows that break a rule are counted on the input, and nothing is written; a release is checked wherever it is.
#[test]
fn edit_rules_that_are_broken() {
    let mut folder = people(300, 16);
    let (seats, _machines) = everywhere(&folder);
    let memory = memory();
    let text = |seat: &Seat, rules: &str| project(seat, "k = 1", "method = \"as-is\"", rules);
    folder = folder.with("project.toml", text(&memory, BROKEN));
    let whole = folder.run("run project.toml").exits(2);
    let counted = |run: &Run| {
        run.err
            .split("is broken by ")
            .nth(1)
            .map(|rest| rest.split(' ').next().unwrap().to_owned())
    };
    assert!(
        counted(&whole).unwrap().parse::<u64>().unwrap() > 1,
        "{whole}"
    );
    let found = folder
        .run("check all.parquet --project project.toml --json")
        .exits(1)
        .json();
    for seat in &seats {
        folder = folder.with("project.toml", text(seat, BROKEN));
        let other = folder.run("run project.toml").exits(2);
        assert_eq!(counted(&whole), counted(&other), "{}", seat.name);
        assert!(!other.err.contains("data row"), "{other}");
        let engine = seat.engine.replace(" = ", " ").replace('"', "");
        let checked = folder
            .run(&format!(
                "check {} --project project.toml --{engine} --json",
                seat.data
            ))
            .exits(1)
            .json();
        for key in ["broken_rows", "undecided_rows", "name"] {
            assert_eq!(
                found["rules"][0][key], checked["rules"][0][key],
                "{}: {key}",
                seat.name
            );
        }
        assert_eq!(checked["rules"][0]["first_rows"], serde_json::json!([]));
    }
    // Mistakes in rules are told before anything is counted.
    let seat = &seats[0];
    let bad = "[[rules]]\nthen = \"age <\"\n[[rules]]\nthen = \"wages > 3\"\n";
    folder = folder.with("project.toml", text(seat, bad));
    folder
        .run("run project.toml")
        .exits(2)
        .says(&["rule \"1\", then, character 6"]);
    folder = folder.with(
        "project.toml",
        text(seat, "[[rules]]\nthen = \"wages > 3\"\n"),
    );
    folder.run("run project.toml").exits(2).says(&["wages"]);
    let of_id = text(seat, "[[rules]]\nthen = \"income > 3\"\n")
        .replace("[roles]\n", "[roles]\nidentifiers = [\"income\"]\n");
    folder = folder.with("project.toml", of_id);
    folder
        .run("run project.toml")
        .exits(2)
        .says(&["\"income\", an identifier"]);
    assert!(!folder.path("pieces.parquet").exists());
}
