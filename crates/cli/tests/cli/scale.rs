//! `--memory`: data that are read in pieces give the release that data in memory give.

use crate::support::Folder;

const QIS: &str = "--qi sex,age,postcode,marital_status,education --sensitive diagnosis";

/// Nothing sensitive is named: k alone.
#[test]
fn nothing_needs_to_be_sensitive() {
    let folder = census();
    let line =
        "anonymize all.parquet --qi sex,age -k 5 --missing-values drop -o out.parquet --json";
    let whole = folder.run(line).ok().json();
    let pieces = folder
        .run(&format!("{line} --force --memory 1GB"))
        .ok()
        .json();
    assert_eq!(
        (&whole["privacy"], &whole["utility"]),
        (&pieces["privacy"], &pieces["utility"])
    );
}

/// A census with missing values as Parquet, one file and two, and hierarchies of its attributes.
fn census() -> Folder {
    let table = bauta_testkit::census::census_with_missing(3_000, 4);
    let text = bauta_testkit::write_csv(&table);
    let (header, rows) = text.split_once('\n').unwrap();
    let middle = rows[..rows.len() / 2].rfind('\n').unwrap() + 1;
    let mut folder = Folder::new()
        .keeping_census()
        .with("all.csv", &text)
        .with("one.csv", format!("{header}\n{}", &rows[..middle]))
        .with("two.csv", format!("{header}\n{}", &rows[middle..]));
    for (name, rows) in bauta_testkit::census::census_hierarchies() {
        let lines: Vec<String> = rows.iter().map(|row| row.join(";")).collect();
        folder = folder.with(&format!("{name}.hierarchy.csv"), lines.join("\n"));
    }
    folder.run("convert all.csv -o all.parquet").ok();
    std::fs::create_dir(folder.path("parts")).unwrap();
    // Kinds as in the whole: a half may lack what tells them.
    for part in ["one", "two"] {
        folder
            .run(&format!("convert {part}.csv -o parts/{part}.parquet"))
            .ok();
    }
    folder
}

fn hierarchies(folder: &Folder) -> String {
    let names = ["sex", "age", "postcode", "marital_status", "education"];
    let known = names
        .iter()
        .filter(|name| folder.path(&format!("{name}.hierarchy.csv")).exists());
    known
        .map(|name| format!(" --hierarchy {name}={name}.hierarchy.csv"))
        .collect()
}

#[test]
fn pieces_give_the_release_that_memory_gives() {
    let folder = census();
    let hierarchies = hierarchies(&folder);
    for method in ["optimal", "datafly", "top-down", "mondrian", "incognito"] {
        for targets in [
            "-k 5 --max-suppression 0.05",
            "-k 3 -l 2 --max-suppression 0.1",
            "-k 4 -t 0.6 --max-suppression 0.3",
        ] {
            let line = |data: &str, out: &str, more: &str| {
                format!(
                    "anonymize {data} {QIS} --id id,name,birth_date --pseudonym random --method {method} {hierarchies} {targets} --missing-values drop -o {out} --force --json {more}"
                )
            };
            let whole = folder.run(&line("all.parquet", "whole.parquet", ""));
            let pieces = folder.run(&line("all.parquet", "pieces.parquet", "--memory 100MB"));
            assert_eq!(
                whole.status, pieces.status,
                "{method} {targets}\n{whole}\n{pieces}"
            );
            if whole.status != 0 {
                continue;
            }
            let (whole, pieces) = (whole.json(), pieces.json());
            for key in [
                "rows",
                "suppressed_rows",
                "classes",
                "privacy",
                "risk",
                "utility",
                "node",
                "original_rows",
                "guarantees",
            ] {
                assert_eq!(whole[key], pieces[key], "{method} {targets}: {key}");
            }
            // In memory an identifier becomes a pseudonym, and rows are in another order; everything else is the same.
            let without_pseudonym = |name: &str| -> Vec<Vec<String>> {
                let cells = folder.cells(name);
                let place = cells[0].iter().position(|column| column == "Pseudo");
                let keep = |row: &Vec<String>| {
                    row.iter()
                        .enumerate()
                        .filter(|(at, _)| Some(*at) != place)
                        .map(|(_, cell)| cell.clone())
                        .collect()
                };
                let mut rows: Vec<Vec<String>> = cells.iter().map(keep).collect();
                rows[1..].sort();
                rows
            };
            assert_eq!(
                without_pseudonym("whole.parquet"),
                without_pseudonym("pieces.parquet"),
                "{method} {targets}"
            );
        }
    }
}

#[test]
fn several_files_are_one_table_and_little_memory_is_enough() {
    let folder = census();
    let hierarchies = hierarchies(&folder);
    let line = |data: &str, out: &str, memory: &str| {
        format!(
            "anonymize {data} {QIS} --method optimal {hierarchies} -k 5 --max-suppression 0.05 --missing-values drop -o {out} --memory {memory} --json"
        )
    };
    let one = folder
        .run(&line("all.parquet", "one.parquet", "1GB"))
        .ok()
        .json();
    let several = folder
        .run(&line("parts/*.parquet", "several.parquet", "1GB"))
        .ok()
        .json();
    assert_eq!(
        (&one["node"], &one["privacy"], &one["utility"]),
        (&several["node"], &several["privacy"], &several["utility"])
    );
    let checked = folder
        .run(&format!("check several.parquet {QIS} -k 5 --json"))
        .ok()
        .json();
    assert_eq!(checked["holds"], true);
    // Too little is an answer, and nothing is left behind.
    let before = folder.names();
    let little = folder
        .run(&line("all.parquet", "little.parquet", "50kB"))
        .exits(2);
    assert!(little.says(&["combinations", "--memory"]).err.len() < 400);
    assert_eq!(folder.names(), before);
}

#[test]
fn what_an_engine_cannot_do_is_said_at_once() {
    let folder = census();
    let run = |more: &str| {
        folder.run(&format!(
            "anonymize all.parquet {QIS} -k 5 --missing-values drop {more}"
        ))
    };
    // Distinct rows have no place in the data; how many rows there are is counted all the same.
    let missing = folder
        .run(&format!(
            "anonymize all.parquet {QIS} -k 5 -o out.parquet --memory 1GB"
        ))
        .exits(2);
    let whole = folder
        .run(&format!("anonymize all.parquet {QIS} -k 5 -o out.parquet"))
        .exits(2);
    let counted = |text: &str| -> Vec<String> {
        text.lines()
            .filter_map(|line| Some(line.split_once(" missing values")?.0.to_owned()))
            .collect()
    };
    assert_eq!(counted(&missing.err), counted(&whole.err));
    assert!(
        !counted(&whole.err).is_empty() && !missing.err.contains("data row"),
        "{missing}"
    );
    run("--method mondrian --partitioning relaxed -o out.parquet --memory 1GB")
        .exits(2)
        .says(&["rows that are alike"]);
    run("--method bucketize -l 2 -o a.parquet b.parquet --memory 1GB")
        .exits(2)
        .says(&["single rows"]);
    run("-o out.csv --memory 1GB").exits(2).says(&[".parquet"]);
    // Told together, before anything is counted.
    run("--method mondrian --partitioning relaxed -o out.csv --memory 1GB")
        .exits(2)
        .says(&[".parquet", "rows that are alike"]);
    run("-o out.parquet --memory much").exits(2).says(&["2GB"]);
    run("-o out.parquet --engine spark")
        .exits(2)
        .says(&["no such engine"]);
    folder
        .run("anonymize all.ods --qi sex,age -k 2 -o out.parquet --memory 1GB")
        .exits(2)
        .says(&["in pieces"]);
    run("-o out.parquet --memory 1GB --id id,name --mapping who.csv")
        .exits(2)
        .says(&["a correspondence table"]);
    folder
        .run("risk all.parquet --qi sex,age --household id --records r.csv --memory 1GB")
        .exits(2)
        .says(&[
            "--household needs single rows",
            "--records needs single rows",
        ]);
    let french = run("-o out.parquet --memory beaucoup --lang fr").exits(2);
    french.says(&["n'est pas une taille"]);
    assert!(!folder.path("out.parquet").exists() && !folder.path("out.csv").exists());
}

/// An output in pieces has the rights that any new file has: the user's mask decides.
#[cfg(unix)]
#[test]
fn the_users_mask_holds_for_outputs_in_pieces() {
    let folder = census();
    let line = "anonymize all.parquet --qi sex --keep id,name,birth_date,age,postcode,marital_status,education,occupation,household_size -k 5 --missing-values drop -o out.parquet --memory 1GB";
    let done = folder.bash(&format!(
        "umask 077 && \"$BAUTA\" {line} && stat -c %a out.parquet"
    ));
    assert!(
        String::from_utf8_lossy(&done.stdout)
            .trim_end()
            .ends_with("600"),
        "{done:?}"
    );
}

/// Numbers that differ in no more than rounding.
pub fn close(one: &serde_json::Value, other: &serde_json::Value, place: &str) {
    use serde_json::Value as V;
    match (one, other) {
        (V::Number(a), V::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            assert!((a - b).abs() <= 1e-9 * a.abs().max(1.0), "{place}: {a} {b}");
        }
        (V::Object(a), V::Object(b)) => {
            assert_eq!(
                a.keys().collect::<Vec<_>>(),
                b.keys().collect::<Vec<_>>(),
                "{place}"
            );
            a.iter()
                .for_each(|(key, value)| close(value, &b[key], &format!("{place}.{key}")));
        }
        (V::Array(a), V::Array(b)) => {
            assert_eq!(a.len(), b.len(), "{place}");
            a.iter().zip(b).for_each(|(a, b)| close(a, b, place));
        }
        _ => assert_eq!(one, other, "{place}"),
    }
}

/// Everything that frequency sets tell is told the same; outliers are counted and not listed.
#[test]
fn the_risk_of_pieces_is_the_risk_in_memory() {
    let folder = census();
    for more in [
        "",
        "--weight income",
        "--population 60000",
        "--sampling-fraction 0.1",
        "--population all.parquet",
    ] {
        let line = format!("risk all.parquet {QIS} --json {more}");
        let whole = folder.run(&line);
        let pieces = folder.run(&format!("{line} --memory 100MB"));
        assert_eq!(whole.status, pieces.status, "{more}\n{whole}\n{pieces}");
        if whole.status != 0 {
            // The same faults, without the numbers of rows.
            assert_eq!(
                whole.errors().len(),
                pieces.errors().len(),
                "{whole}\n{pieces}"
            );
            continue;
        }
        let (mut whole, mut pieces) = (whole.json(), pieces.json());
        let notes = pieces["notes"].to_string();
        assert!(
            notes.contains("counted and not listed") && notes.contains("engine local"),
            "{notes}"
        );
        assert!(
            !whole["outliers"].as_array().unwrap().is_empty()
                && pieces["outliers"].as_array().unwrap().is_empty()
        );
        for key in ["outliers", "notes", "seconds"] {
            whole[key] = serde_json::Value::Null;
            pieces[key] = serde_json::Value::Null;
        }
        close(&whole, &pieces, more);
    }
    let french = folder
        .run(&format!("risk all.parquet {QIS} --memory 100MB --lang fr"))
        .ok();
    assert!(
        french
            .err
            .contains("les cas isolés sont comptés et non listés"),
        "{french}"
    );
}

/// The pseudonyms that the whole table would get, row by row; the key is nowhere in what is said.
#[test]
fn keyed_pseudonyms_in_pieces() {
    let folder = census();
    folder.run("key new people.key").ok();
    let line = |out: &str, more: &str| {
        format!(
            "anonymize all.parquet {QIS} --id id,name --pseudonym keyed-hash --key people.key -k 5 --max-suppression 0.05 --missing-values drop -o {out} --json {more}"
        )
    };
    folder.run(&line("whole.parquet", "")).ok();
    let key = folder.text("people.key");
    for (out, engine) in [
        ("pieces.parquet", "--memory 100MB"),
        ("fusion.parquet", "--engine datafusion"),
    ] {
        let run = folder.run(&line(out, engine));
        if run.err.contains("built without") {
            continue;
        }
        let run = run.ok();
        assert!(
            run.out.contains("row by row")
                && !run.out.contains(key.trim())
                && !run.err.contains(key.trim())
        );
        assert!(
            folder.cells("whole.parquet") == folder.cells(out),
            "{engine}"
        );
        assert!(folder.cells(out)[0].contains(&"Pseudo".to_owned()));
    }
    folder
        .run(&line("blake.parquet", "--memory 100MB --hash blake3"))
        .ok();
    assert!(folder.cells("blake.parquet") != folder.cells("whole.parquet"));
}

/// Steps that send every value to one other are look-up tables in the end.
#[test]
fn steps_in_pieces() {
    let folder = census();
    let project = |out: &str, more: &str, method: &str| {
        format!(
            "version = 1\n[input]\ndata = \"all.parquet\"\n{more}\n[roles]\nquasi-identifiers = [\"sex\", \"age\", \"postcode\"]\nsensitive = [\"diagnosis\"]\ninsensitive = [\"id\", \"name\", \"birth_date\", \"marital_status\", \"education\", \"occupation\", \"household_size\"]\n[targets]\nk = 4\n[anonymize]\nmethod = \"{method}\"\nmissing-values = \"drop\"\nmax-suppression = 0.9\n[output]\ntables = [\"{out}\"]\nforce = true\n[[steps]]\nmethod = \"top-code\"\nparameters = {{ attributes = \"age\", quantile = \"0.9\" }}\n[[steps]]\nmethod = \"round\"\nparameters = {{ attributes = \"age,income\", base = \"age=20;income=1000\", rounding = \"down\" }}\n[[steps]]\nmethod = \"suppress\"\nparameters = {{ scope = \"attributes\", attributes = \"name\" }}\n"
        )
    };
    let folder = folder
        .with("whole.toml", project("whole.parquet", "", "mondrian"))
        .with(
            "pieces.toml",
            project("pieces.parquet", "memory = \"500MB\"", "mondrian"),
        )
        .with(
            "noise.toml",
            project("noise.parquet", "memory = \"500MB\"", "mondrian")
                + "[[steps]]\nmethod = \"noise\"\n",
        );
    let (whole, pieces) = (
        folder.run("run whole.toml --json").ok().json(),
        folder.run("run pieces.toml --json").ok().json(),
    );
    for key in ["rows", "classes", "privacy", "utility"] {
        close(&whole[key], &pieces[key], key);
    }
    assert!(folder.cells("whole.parquet") == folder.cells("pieces.parquet"));
    folder
        .run("run noise.toml")
        .exits(2)
        .says(&["step 4: noise changes the attributes that it is told to"]);
}

/// A CSV file needs no other engine: it is read in pieces, typed as always, and written as one.
#[test]
fn csv_in_pieces() {
    let folder = census();
    let line = |data: &str, out: &str, more: &str| {
        format!(
            "anonymize {data} {QIS} -k 5 --max-suppression 0.05 --missing-values drop -o {out} --json {more}"
        )
    };
    let whole = folder.run(&line("all.csv", "whole.csv", "")).ok().json();
    let pieces = folder
        .run(&line("all.csv", "pieces.csv", "--memory 100MB"))
        .ok()
        .json();
    for key in ["rows", "suppressed_rows", "classes", "privacy", "utility"] {
        assert_eq!(whole[key], pieces[key], "{key}");
    }
    assert!(folder.text("whole.csv") == folder.text("pieces.csv"));
    folder
        .run(&line("all.csv", "pieces.parquet", "--memory 100MB"))
        .ok();
    assert!(folder.cells("whole.csv") == folder.cells("pieces.parquet"));
    let ragged = Folder::new().with("bad.csv", "a,b\n1,2\n3\n");
    ragged
        .run("anonymize bad.csv --qi a,b -k 1 -o out.csv --memory 1GB")
        .exits(2)
        .says(&["row"]);
    assert_eq!(ragged.names(), ["bad.csv"]);
}

/// Where even the distinct rows do not fit, Mondrian cuts them in passes over the disk, and the release is the same.
#[test]
fn mondrian_where_distinct_rows_do_not_fit() {
    let folder = census();
    let hierarchies = hierarchies(&folder);
    for more in [
        "",
        &hierarchies,
        "--median weighted --choose widest",
        "--dimensions one --attribute age",
    ] {
        let line = |out: &str, memory: &str| {
            format!(
                "anonymize all.parquet --qi sex,age,postcode,marital_status,education --method mondrian -k 20 --missing-values drop {more} -o {out} --force --json {memory}"
            )
        };
        let whole = folder.run(&line("whole.parquet", "")).ok().json();
        let passes = folder
            .run(&line("passes.parquet", "--memory 100kB"))
            .ok()
            .json();
        assert!(
            passes["notes"]
                .to_string()
                .contains("in passes over the disk"),
            "{passes}"
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
            assert_eq!(whole[key], passes[key], "{more}: {key}");
        }
        assert!(
            folder.cells("whole.parquet") == folder.cells("passes.parquet"),
            "{more}"
        );
    }
    let reported = folder.run(
        "anonymize all.parquet --qi sex,age,postcode,marital_status,education --method mondrian -k 20 --missing-values drop -o x.parquet --memory 100kB --report r.md",
    );
    reported
        .exits(2)
        .says(&["a report for people cannot be had here", "raise it"]);
    let refused = "anonymize all.parquet --qi sex,age,postcode,marital_status,education --method mondrian -k 20 -o x.parquet";
    folder
        .run(&format!("{refused} --memory 100kB"))
        .exits(2)
        .says(&["missing values"]);
    let many = "anonymize all.parquet --qi sex,age --method mondrian -k 5000 --missing-values drop -o x.parquet --memory 3kB";
    assert_eq!(
        folder.run(many).status,
        folder.run(&many.replace(" --memory 3kB", "")).status
    );
    assert!(!folder.path("x.parquet").exists());
}
