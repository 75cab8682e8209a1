//! Reports, populations and edit rules on engines: as in memory, wherever the data are.

use serde_json::Value;

use crate::on_engines::{Seat, everywhere, memory, people, project, run, same, sha256};
use crate::scale::close;
use crate::support::{Folder, Run};

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
