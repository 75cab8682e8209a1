//! What engines say of people: whether somebody has several rows, weights and households, and the order of rows.

use bauta_testkit::machines::Machines;

use crate::support::{Folder, Run, with_clusters};

/// Sixty people in the order of their names, of two towns and six ages; rows that are alike are of ten people.
fn people() -> Vec<String> {
    let row = |n: usize| {
        let (town, age) = (["Lyon", "Lille"][n * 7 % 2], 20 + (n * 5) % 6);
        let (illness, weight) = (["flu", "cough", "asthma"][n % 3], 10 + n % 4);
        format!(
            "Name{n:02},{town},{age},{illness},{weight},H{:02}",
            n * 11 % 60 / 2
        )
    };
    (0..60).map(row).collect()
}

const HEADER: &str = "name,town,age,illness,w,home";

/// A folder with data as CSV and as Parquet.
fn folder(rows: &[String]) -> Folder {
    let folder = Folder::new().with("all.csv", format!("{HEADER}\n{}\n", rows.join("\n")));
    folder.run("convert all.csv -o all.parquet").ok();
    folder
}

/// Sixty people, of whom the third is there once more, written in another way and in another class.
fn repeated() -> Folder {
    let mut rows = people();
    let again = rows[2].replace("Name02,Lyon", " NAME02 ,Lille");
    rows.push(again.replace(",Lyon", ",Lille"));
    folder(&rows)
}

/// Each engine that is there: what it is called with, the data, and where a release goes.
fn on_each(folder: &Folder, test: &dyn Fn(&str, &str, &str)) {
    test("--memory 10MB", "all.parquet", "out.parquet");
    test("--memory 10MB", "all.csv", "out.csv");
    if with_clusters() {
        test("--engine datafusion", "all.parquet", "fusion.parquet");
    }
    if let Some(machines) = Machines::start(1) {
        let engine = format!("--engine {}", machines.engine());
        test(&engine, "all.parquet", "cluster.parquet");
    }
    if let Some(server) = bauta_testkit::postgres::server() {
        let database = server.fresh_database();
        let place = |table: &str| format!("{}#{table}", server.url(&database));
        folder
            .run(&format!("convert all.parquet -o {}", place("people")))
            .ok();
        test("--engine postgres", &place("people"), &place("out"));
    }
}

fn notes(run: &Run) -> String {
    run.json()["notes"].to_string()
}

const ROLES: &str = "--qi town,age --sensitive illness --keep w,home";

/// A class of k rows may be of fewer people, so nothing is released and nothing is found good; spelling hides nobody.
#[test]
fn people_with_several_rows_are_refused_on_engines() {
    let folder = repeated();
    on_each(&folder, &|engine, data, out| {
        let refused = |line: &str| {
            let run = folder.run(line).exits(2);
            let said = [
                "61 rows are of 60 people",
                "keep one row of each person, or leave out --engine and --memory",
            ];
            run.says(&said);
            let run = folder.run(&format!("{line} --lang fr")).exits(2);
            run.says(&[
                "61 lignes concernent 60 personnes",
                "ôtez --engine et --memory",
            ]);
        };
        let anonymize =
            format!("anonymize {data} {ROLES} -k 5 --method mondrian -o {out} {engine}");
        refused(&format!("{anonymize} --id name"));
        refused(&format!("{anonymize} --person name"));
        refused(&format!("check {data} {ROLES} -k 2 --person name {engine}"));
        let names = folder.names();
        let left = |name: &&String| name.starts_with('.') || *name == out;
        assert!(!names.iter().any(|name| left(&name)), "{names:?}");
        // Risk is shown for rows, as in memory, and says so.
        let risk = format!("risk {data} {ROLES} --person name --json {engine}");
        let said = notes(&folder.run(&risk).ok());
        assert!(
            said.contains("61 rows are of 60 people, and rows are counted here"),
            "{said}"
        );
        let french = folder.run(&risk.replace("--json", "--lang fr")).ok();
        let said = format!("{}{}", french.out, french.err);
        assert!(
            said.contains("ce sont les lignes qui sont comptées ici"),
            "{french}"
        );
    });
    // In memory the same data are counted by people.
    let line = format!("check all.parquet {ROLES} -k 2 --person name --json");
    assert_eq!(folder.run(&line).json()["people"]["count"], 60);
}

/// The outcome says what is known of people: one row each, or nothing.
#[test]
fn engines_say_whether_every_row_is_one_person() {
    let folder = folder(&people());
    on_each(&folder, &|engine, data, out| {
        let anonymize = format!(
            "anonymize {data} {ROLES} -k 5 --method mondrian -o {out} --force --json {engine}"
        );
        let one = "every row is one person: 60 rows, all different in \\\"name\\\"";
        for who in ["--id name", "--person name"] {
            let said = notes(&folder.run(&format!("{anonymize} {who}")).ok());
            assert!(said.contains(one), "{engine} {who}: {said}");
        }
        let unknown = "people with several rows were not looked for";
        let said = notes(&folder.run(&format!("{anonymize} --drop name")).ok());
        assert!(said.contains(unknown), "{engine}: {said}");
        for command in ["check -k 2", "risk"] {
            let (command, more) = command.split_once(' ').unwrap_or((command, ""));
            let line = format!("{command} {data} {ROLES} {more} --json {engine}");
            let said = notes(&folder.run(&format!("{line} --person name")).ok());
            assert!(said.contains(one), "{engine} {command}: {said}");
            let said = notes(&folder.run(&format!("{line} --drop name")).ok());
            assert!(said.contains(unknown), "{engine} {command}: {said}");
        }
    });
}

/// Rows without any name are somebody else each, as in memory.
#[test]
fn rows_without_a_name_are_different_people() {
    let mut rows = people();
    for row in &mut rows[10..20] {
        *row = row[row.find(',').unwrap()..].to_owned();
    }
    let folder = folder(&rows);
    let line = format!("check all.parquet {ROLES} -k 2 --person name --json --memory 10MB");
    assert!(notes(&folder.run(&line).ok()).contains("every row is one person: 60 rows"));
}

/// What has to be looked at row by row is refused wherever rows stay in an engine, with what to do instead.
#[test]
fn weights_and_households_are_refused_on_engines() {
    let folder = folder(&people());
    on_each(&folder, &|engine, data, out| {
        let roles = "--qi town,age --sensitive illness --drop name";
        let refused = |line: &str| {
            let run = folder.run(line).exits(2);
            run.says(&["leave out --engine and --memory, or weight and household"]);
            let run = folder.run(&format!("{line} --lang fr")).exits(2);
            run.says(&["ôtez --engine et --memory, ou le poids et le ménage"]);
        };
        let anonymize =
            format!("anonymize {data} {roles} -k 5 --method mondrian -o {out} {engine}");
        refused(&format!("{anonymize} --weight w --keep home"));
        refused(&format!("{anonymize} --household home --keep w"));
        let memory = engine.strip_prefix("--memory ");
        let place = match memory {
            Some(memory) => format!("memory = \"{memory}\""),
            None => format!("engine = \"{}\"", engine.trim_start_matches("--engine ")),
        };
        for survey in ["weight = \"w\"", "household = \"home\""] {
            let project = format!(
                "version = 1\n[input]\ndata = \"{data}\"\n{place}\n[roles]\nquasi-identifiers = [\"town\", \"age\"]\nsensitive = [\"illness\"]\ndrop = [\"name\"]\ninsensitive = [\"w\", \"home\"]\n{survey}\n[targets]\nk = 5\n[anonymize]\nmethod = \"mondrian\"\n[output]\ntables = [\"{out}\"]\n"
            );
            std::fs::write(folder.path("bauta.toml"), project).unwrap();
            refused("run bauta.toml");
            refused(&format!("check {data} --project bauta.toml -k 2 {engine}"));
            if survey.starts_with("household") {
                refused(&format!("risk {data} --project bauta.toml {engine}"));
            } else {
                // A weight is counted as a column of its own, exactly.
                folder
                    .run(&format!("risk {data} --project bauta.toml {engine}"))
                    .ok();
            }
        }
        let household = format!("risk {data} {roles} --household home {engine}");
        folder.run(&household).exits(2).says(&[
            "--household needs single rows",
            "leave out --engine and --memory",
        ]);
    });
}

/// The data are in the order of names: row n of a release in that order would be person n of any list of names.
#[test]
fn the_order_of_the_source_is_not_published_by_engines() {
    let rows = people();
    let (sorted, mut moved) = (folder(&rows), rows.clone());
    moved.rotate_left(23);
    moved.reverse();
    let moved = folder(&moved);
    on_each(&sorted, &|engine, data, out| {
        let line = |data: &str, out: &str| {
            format!(
                "anonymize {data} --qi town,age --drop name,home --keep illness,w -k 5 --method mondrian -o {out} --force {engine}"
            )
        };
        sorted.run(&line(data, out)).ok();
        let read = |folder: &Folder, out: &str| match folder.path(out).is_dir() {
            true => folder.cells(&format!("{out}/*.parquet")),
            false => folder.cells(out),
        };
        let found = read(&sorted, out);
        // The same rows as in memory, in the same order.
        sorted
            .run(&line(data, "whole.parquet").replace(engine, ""))
            .ok();
        let whole = sorted.cells("whole.parquet");
        assert!(found == whole, "{engine}: another order than in memory");
        let in_source_order: Vec<String> = rows
            .iter()
            .map(|row| row.split(',').nth(3).unwrap().to_owned())
            .collect();
        let illnesses: Vec<String> = found[1..].iter().map(|row| row[2].clone()).collect();
        assert_ne!(illnesses, in_source_order);
        if !data.contains('#') {
            moved.run(&line(data, out)).ok();
            assert!(
                read(&moved, out) == found,
                "{engine}: the order of the source shows"
            );
        }
        let refused = sorted.run(&format!("{} --keep-order", line(data, out)));
        refused
            .exits(2)
            .says(&["leave out --keep-order, or --engine and --memory"]);
        let refused = sorted.run(&format!("{} --keep-order --lang fr", line(data, out)));
        refused.exits(2).says(&["ôtez --keep-order"]);
    });
}
