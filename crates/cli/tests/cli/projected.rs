//! What is drawn row by row (noise, samples, post-randomisation) on engines: the release of data in memory, row by row; and who refuses it.

use bauta_testkit::machines::Machines;
use serde_json::Value;

use crate::on_engines::{Seat, cluster, everywhere, memory, on_files, people, project, run, same};
use crate::support::Folder;

const NOISE: &str = "[[steps]]\nmethod = \"noise\"\nparameters = { attributes = \"income,household_size,birth_date\", variance = \"0.3\" }\n";
const IN_PROPORTION: &str = "[[steps]]\nmethod = \"noise\"\nparameters = { attributes = \"income\", noise = \"multiplicative\" }\n";
const SAMPLE: &str = "[[steps]]\nmethod = \"sample\"\nparameters = { share = \"0.4\" }\n";
const PRAM: &str =
    "[[steps]]\nmethod = \"pram\"\nparameters = { attributes = \"education,occupation\" }\n";
const ROUND: &str = "[[steps]]\nmethod = \"round\"\nparameters = { attributes = \"age\", base = \"10\", rounding = \"down\" }\n";

/// Holds projects to memory at some seats.
fn held(mut folder: Folder, seats: &[Seat], cases: &[(&str, &str, String)]) -> Folder {
    let memory = memory();
    for (targets, method, more) in cases {
        let text = |seat: &Seat| {
            let text = project(seat, targets, method, more);
            // Leaving out rows is what a sample does.
            let most = if method.contains("max-suppression") {
                ""
            } else {
                "max-suppression = 0.8\n"
            };
            if text.contains("sample") {
                text.replace("max-suppression = 0.2\n", most)
            } else {
                text
            }
        };
        let (with, whole) = run(folder, &memory, text(&memory));
        folder = with;
        assert_eq!(whole.status, 0, "{whole}");
        for seat in seats {
            let (with, other) = run(folder, seat, text(seat));
            folder = with;
            same(&folder, (&memory, &whole), (seat, &other));
        }
    }
    let left: Vec<String> = folder
        .names()
        .into_iter()
        .filter(|name| name.starts_with('.'))
        .collect();
    assert!(left.is_empty(), "{left:?}");
    folder
}

#[test]
fn noise_is_drawn_while_rows_are_written() {
    let folder = people(400, 21);
    let (seats, _machines) = on_files();
    let before = folder.cells("all.parquet");
    let cases = [
        ("k = 3", "method = \"mondrian\"", NOISE.to_owned()),
        (
            "k = 3",
            "method = \"datafly\"\nseed = 7",
            format!("{ROUND}{IN_PROPORTION}"),
        ),
        (
            "k = 1",
            "method = \"noise\"\nparameters = { attributes = \"income,birth_date\" }",
            String::new(),
        ),
        ("k = 3", "method = \"optimal\"", format!("{PRAM}{NOISE}")),
        (
            "k = 1",
            "method = \"pram\"\nparameters = { attributes = \"education\", transition = \"uniform\" }",
            String::new(),
        ),
    ];
    let folder = held(folder, &seats, &cases[..1]);
    let place = before[0].iter().position(|name| name == "income").unwrap();
    let after = folder.cells("pieces.parquet");
    let moved = before
        .iter()
        .zip(&after)
        .filter(|(was, is)| was[place] != is[place])
        .count();
    let missing = |rows: &[Vec<String>]| rows.iter().filter(|row| row[place].is_empty()).count();
    assert!(
        moved > 300 && missing(&before) == missing(&after),
        "{moved}"
    );
    held(folder, &seats, &cases[1..]);
}

#[test]
fn the_same_rows_are_sampled() {
    let folder = people(400, 22);
    let cases = [
        ("k = 2", "method = \"mondrian\"", SAMPLE.to_owned()),
        (
            "k = 1",
            "method = \"sample\"\nparameters = { share = \"0.3\" }\nmax-suppression = 1.0",
            String::new(),
        ),
        (
            "k = 2\nt = 0.9",
            "method = \"datafly\"",
            format!("{ROUND}{SAMPLE}{NOISE}{PRAM}"),
        ),
        (
            "k = 2",
            "method = \"incognito\"\nseed = 9",
            format!("{SAMPLE}{IN_PROPORTION}"),
        ),
    ];
    let (seats, _machines) = on_files();
    held(folder, &seats, &cases);
}

/// Ballista's own processes sample as ours do. They draw nothing, which is said.
#[test]
fn a_stock_cluster_samples() {
    let Some(machines) = Machines::stock(2) else {
        return;
    };
    let seat = [cluster(&machines)];
    let cases = [
        ("k = 2", "method = \"mondrian\"", SAMPLE.to_owned()),
        (
            "k = 2\nt = 0.9",
            "method = \"datafly\"",
            format!("{ROUND}{SAMPLE}"),
        ),
    ];
    let folder = held(people(400, 25), &seat, &cases);
    let folder = folder.with(
        "project.toml",
        project(&seat[0], "k = 2", "method = \"mondrian\"", NOISE),
    );
    folder
        .run("run project.toml")
        .exits(3)
        .says(&["its executors draw nothing", "bauta executor"]);
    folder
        .run("run project.toml --lang fr")
        .exits(3)
        .says(&["ses exécuteurs ne tirent rien"]);
    assert_eq!(
        folder
            .names()
            .iter()
            .filter(|name| name.starts_with('.'))
            .count(),
        0
    );
}

/// More rows than are decoded at a time, in several row groups and files; and CSV, whose cells are texts.
#[test]
fn numbers_go_on_from_piece_to_piece() {
    const ROWS: u64 = 150_000;
    let rows = |from: u64, to: u64| -> String {
        (from..to)
            .map(|row| format!("{},{}.{:02}\n", row % 3, row * 7 % 1009, row % 100))
            .collect()
    };
    let mut folder = Folder::new().with("all.csv", format!("g,x\n{}", rows(0, ROWS)));
    std::fs::create_dir(folder.path("parts")).unwrap();
    for (part, (from, to)) in [(0, 70_001), (70_001, 70_002), (70_002, ROWS)]
        .into_iter()
        .enumerate()
    {
        folder = folder.with("part.csv", format!("g,x\n{}", rows(from, to)));
        folder
            .run(&format!("convert part.csv -o parts/{part}.parquet"))
            .ok();
    }
    let line = |data: &str, out: &str, more: &str| {
        format!(
            "anonymize {data} --qi g -k 2 --method noise --attributes x --variance 0.5 -o {out} --force {more}"
        )
    };
    // Rows of engines are sorted as texts where numbers were drawn.
    let sorted = |text: String| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines[1..].sort();
        lines
    };
    let text = |folder: &Folder, name: &str| {
        folder
            .run(&format!("convert {name} -o text.csv --force"))
            .ok();
        sorted(folder.text("text.csv"))
    };
    folder.run(&line("all.csv", "whole.csv", "")).ok();
    folder
        .run(&line("parts/*.parquet", "whole.parquet", ""))
        .ok();
    let whole = text(&folder, "whole.parquet");
    let fusion = !folder
        .run("check all.csv --qi g -k 1 --engine datafusion")
        .err
        .contains("built without");
    let machines = Machines::start(2);
    let engines = ["--memory 50MB", "--engine datafusion"]
        .into_iter()
        .take(1 + usize::from(fusion))
        .map(str::to_owned);
    // A cluster writes a folder, of one file for each that it read.
    let spread = machines
        .as_ref()
        .map(|machines| format!("--engine {}", machines.engine()));
    for engine in engines.chain(spread) {
        let (engine, inside) = (
            engine.as_str(),
            if engine.contains("ballista") {
                "/*.parquet"
            } else {
                ""
            },
        );
        folder
            .run(&line("parts/*.parquet", "out.parquet", engine))
            .ok();
        assert!(
            text(&folder, &format!("out.parquet{inside}")) == whole,
            "{engine}: Parquet"
        );
        let sample = |data: &str, out: &str, more: &str| {
            line(data, out, more)
                .replace("noise --attributes x --variance 0.5", "sample --share 0.5")
        };
        folder
            .run(&sample("parts/*.parquet", "sample.parquet", engine))
            .ok();
        folder
            .run(&sample("parts/*.parquet", "again.parquet", ""))
            .ok();
        let sampled = text(&folder, &format!("sample.parquet{inside}"));
        assert!(
            sampled == text(&folder, "again.parquet"),
            "{engine}: sample of Parquet"
        );
        assert_eq!(sampled.len(), 1 + ROWS as usize / 2);
        let place = |name: &str| {
            if inside.is_empty() {
                name.to_owned()
            } else {
                format!("{name}/part-00000.csv")
            }
        };
        // A cluster's files have quotes around every cell; the lines of others are the same to the byte.
        let plain = |name: &str| {
            if inside.is_empty() {
                sorted(folder.text(name))
            } else {
                text(&folder, name)
            }
        };
        folder.run(&line("all.csv", "out.csv", engine)).ok();
        assert!(
            plain(&place("out.csv")) == plain("whole.csv"),
            "{engine}: CSV"
        );
        folder.run(&sample("all.csv", "sample.csv", engine)).ok();
        folder.run(&sample("all.csv", "again.csv", "")).ok();
        assert!(
            plain(&place("sample.csv")) == plain("again.csv"),
            "{engine}: sample of CSV"
        );
        for name in ["out.parquet", "sample.parquet", "out.csv", "sample.csv"] {
            // A folder, or a file, is in the way of the other.
            let path = folder.path(name);
            if path.is_dir() {
                std::fs::remove_dir_all(path)
            } else {
                std::fs::remove_file(path)
            }
            .unwrap();
        }
    }
}

/// Noise of a stated ε is not repeated by the seed; everything else is as in memory, and the report says what it guarantees.
#[test]
fn noise_of_a_stated_epsilon() {
    let folder = people(300, 23);
    let method = "method = \"noise\"\nparameters = { attributes = \"income\", noise = \"laplace\", epsilon = \"1\", bounds = \"0..100000\" }";
    let (memory, mut folder) = (memory(), folder);
    let (seats, _machines) = on_files();
    let text = |seat: &Seat| project(seat, "k = 1", method, "");
    let (with, whole) = run(folder, &memory, text(&memory));
    folder = with;
    let whole = whole.ok().json();
    let (expected, place) = (memory.rows(&folder), 5);
    for seat in &seats {
        let (with, other) = run(folder, seat, text(seat));
        folder = with;
        let other = other.ok().json();
        for key in [
            "differential_privacy",
            "reproducible",
            "method",
            "parameters",
            "rows",
            "privacy",
        ] {
            assert_eq!(whole[key], other[key], "{}: {key}", seat.name);
        }
        let bounds = |report: &Value| {
            report["notes"]
                .to_string()
                .contains("the operating system's randomness")
        };
        assert!(bounds(&whole) && bounds(&other));
        let found = seat.rows(&folder);
        assert_eq!(found[0][place], "income");
        let others = |rows: &[Vec<String>]| -> Vec<Vec<String>> {
            let blank = |row: &Vec<String>| {
                let mut row = row.clone();
                row[place] = if row[place].is_empty() {
                    String::new()
                } else {
                    "x".to_owned()
                };
                row
            };
            let mut rows: Vec<Vec<String>> = rows.iter().map(blank).collect();
            rows[1..].sort();
            rows
        };
        assert_eq!(others(&expected), others(&found), "{}", seat.name);
        assert!(found != expected, "{}", seat.name);
    }
}

/// Everybody else refuses, and says why and what to do.
#[test]
fn what_cannot_be_drawn_is_refused() {
    let mut folder = people(120, 24);
    let (seats, _machines) = everywhere(&folder);
    let refused = |folder: Folder, seat: &Seat, method: &str, more: &str, told: &[&str]| {
        let folder = folder.with("project.toml", project(seat, "k = 2", method, more));
        let run = folder.run("run project.toml").exits(2).says(told);
        assert!(!run.err.contains("age <"), "{run}");
        folder
    };
    let plain = "method = \"mondrian\"";
    for seat in seats.iter().filter(|seat| seat.name == "database") {
        for more in [NOISE, SAMPLE, PRAM] {
            folder = refused(
                folder,
                seat,
                plain,
                more,
                &["draws for every row by its number", "Parquet files"],
            );
        }
    }
    let seat = &seats[0];
    let of = |attribute: &str| NOISE.replace("income,household_size,birth_date", attribute);
    let drops = "method = \"mondrian\"\nmissing-values = \"drop\"";
    let of_education = |text: &str| text.to_owned();
    let cases: Vec<(&str, String, &[&str])> = vec![
        (
            plain,
            of("age"),
            &["\"age\" has a role or is in a rule", "only published"],
        ),
        (plain, of("diagnosis"), &["\"diagnosis\" has a role"]),
        (plain, of("incom"), &["did you mean \"income\"?"]),
        (
            plain,
            of("education"),
            &["step 1: noise needs numbers or dates"],
        ),
        (plain, of(""), &["name at least 1"]),
        (
            plain,
            format!("{NOISE}[[rules]]\nthen = \"income >= 0\"\n"),
            &["\"income\" has a role or is in a rule"],
        ),
        (
            plain,
            format!("{NOISE}{IN_PROPORTION}"),
            &["\"income\" is changed twice"],
        ),
        (plain, format!("{SAMPLE}{SAMPLE}"), &["two samples"]),
        (
            plain,
            format!("{NOISE}{SAMPLE}"),
            &["a sample is drawn first"],
        ),
        (
            plain,
            NOISE.replace("variance", "noise = \"correlated\", variance"),
            &["draws for all rows together", "blocks or a sample"],
        ),
        (
            "method = \"noise\"\nparameters = { attributes = \"income\", noise = \"rotation\" }",
            String::new(),
            &["draws for all rows together"],
        ),
        (
            "method = \"swap\"\nparameters = { attributes = \"income\" }",
            String::new(),
            &["exchanges values between rows", "a sample"],
        ),
        (
            "method = \"microaggregate\"\nparameters = { attributes = \"income\" }",
            String::new(),
            &["puts near rows together", "a sample"],
        ),
        (
            "method = \"bucketize\"",
            of_education(""),
            &["puts single rows in groups", "a sample"],
        ),
        (
            "method = \"slicing\"",
            String::new(),
            &["puts single rows in groups", "a sample"],
        ),
        (
            "method = \"suppress\"",
            String::new(),
            &["hides cells of single rows", "a sample"],
        ),
    ];
    for (method, more, told) in cases {
        folder = refused(folder, seat, method, &more, told);
    }
    // Rows that go before anything is drawn: only where there are some.
    let with_missing = project(seat, "k = 2", drops, NOISE)
        .replace("\"education\", \"occupation\"]", "\"occupation\"]")
        .replace("\"marital_status\"]", "\"marital_status\", \"education\"]");
    folder = folder.with("project.toml", with_missing);
    folder
        .run("run project.toml")
        .exits(2)
        .says(&["left out before anything is drawn"]);
    folder
        .run("run project.toml --lang fr")
        .exits(2)
        .says(&["écartées avant tout tirage"]);
    folder = folder.with("project.toml", project(seat, "k = 2", drops, NOISE));
    folder.run("run project.toml").ok();
    assert_eq!(
        folder
            .names()
            .iter()
            .filter(|name| name.starts_with('.'))
            .count(),
        0
    );
}
