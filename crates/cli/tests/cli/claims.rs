//! What is claimed about a release: its order, its verdict, its report.

use std::collections::BTreeSet;

use crate::support::Folder;

/// Forty people in the order of their names; everybody has another post code.
fn by_name() -> String {
    let mut text = "name,zip,age,illness\n".to_owned();
    for row in 0..40 {
        let (zip, age) = (69_000 + (row * 7919) % 40, 20 + (row * 31) % 50);
        let illness = ["flu", "cough", "asthma"][(row * 17) % 3];
        text += &format!("person{row:02},{zip},{age},{illness}\n");
    }
    text
}

fn rows(text: &str) -> Vec<String> {
    text.lines().skip(1).map(str::to_owned).collect()
}

/// The order of the source names people: an attacker with the alphabetical list would know whose each row is.
#[test]
fn a_release_is_in_an_order_that_tells_nothing() {
    let original = by_name();
    let mut turned: Vec<String> = rows(&original);
    turned.rotate_left(11);
    turned.reverse();
    let turned = format!("name,zip,age,illness\n{}\n", turned.join("\n"));
    let folder = Folder::new()
        .with("in.csv", &original)
        .with("turned.csv", turned);
    let line = |data: &str, out: &str| {
        format!(
            "anonymize {data} --drop name --qi zip,age --sensitive illness -k 4 -l 2 --method optimal --hierarchy zip=zip.csv --hierarchy age=age.csv -o {out}"
        )
    };
    for (column, file) in [("zip", "zip.csv"), ("age", "age.csv")] {
        let values: BTreeSet<String> = rows(&original)
            .iter()
            .map(|row| {
                row.split(',')
                    .nth(if column == "zip" { 1 } else { 2 })
                    .unwrap()
                    .to_owned()
            })
            .collect();
        let text: String = values
            .iter()
            .map(|value| format!("{value};{}*;*\n", &value[..value.len() - 1]))
            .collect();
        std::fs::write(folder.path(file), text).unwrap();
    }
    folder.run(&line("in.csv", "a.csv")).ok();
    folder.run(&line("turned.csv", "b.csv")).ok();
    // The same people in another order give the same bytes: the order carries nothing.
    assert_eq!(folder.text("a.csv"), folder.text("b.csv"));
    let kept = rows(&folder.text("a.csv"));
    let mut sorted = kept.clone();
    sorted.sort();
    assert_eq!(kept, sorted);
    // The order of names may not be kept, whatever becomes of the names.
    let run = folder
        .run(&format!(
            "{} --keep-order",
            line("in.csv", "c.csv").replace("--drop name", "--id name")
        ))
        .exits(2);
    run.says(&[
        "the rows are in the order of \"name\", which a release in the same order would reveal",
    ]);
    let pseudonymize = "pseudonymize in.csv --id name -o p.csv --keep zip,age,illness";
    folder.run(&format!("{pseudonymize} --keep-order")).exits(2);
    folder.run(pseudonymize).ok();
    let ages = |text: &str| -> Vec<String> {
        let age = |row: &String| row.rsplit(',').nth(1).unwrap().to_owned();
        rows(text).iter().map(age).collect()
    };
    assert_ne!(ages(&folder.text("p.csv")), ages(&original));
}

/// An order that is nobody's may be kept, and the release says what that means.
#[test]
fn the_order_of_the_source_is_kept_where_it_is_asked_for_and_harmless() {
    let folder = Folder::new().with(
        "in.csv",
        "age,illness\n40,flu\n20,cough\n30,flu\n20,flu\n40,cough\n30,cough\n",
    );
    let line = "anonymize in.csv --qi age --sensitive illness -k 2 -l 2 -o out.csv --keep-order";
    let run = folder.run(line).ok();
    assert!(
        run.err.contains("the rows keep the order of the source"),
        "{run}"
    );
    let illness: Vec<String> = rows(&folder.text("out.csv"))
        .iter()
        .map(|row| row.rsplit(',').next().unwrap().to_owned())
        .collect();
    assert_eq!(illness, ["flu", "cough", "flu", "flu", "cough", "cough"]);
    let french = folder.run(&format!("{line} --force --lang fr")).ok();
    assert!(
        french.err.contains("gardent l'ordre de la source"),
        "{french}"
    );
}

/// Ten people of a town all have the flu: k-anonymity says nothing about that, and the tick must not be green.
#[test]
fn a_sensitive_column_for_which_nothing_is_asked_is_told() {
    let mut text = "town,illness\n".to_owned();
    for row in 0..40 {
        let town = ["Lyon", "Lille", "Nice", "Metz"][row % 4];
        let illness = if town == "Lyon" {
            "flu"
        } else {
            ["cough", "asthma"][row / 4 % 2]
        };
        text += &format!("{town},{illness}\n");
    }
    let folder = Folder::new().with("in.csv", text);
    let line = "anonymize in.csv --qi town --sensitive illness -k 10";
    let run = folder
        .run(&format!("{line} -o a.csv --report a.html --json"))
        .ok()
        .json();
    assert_eq!(run["verdict"]["level"], "mixed", "{run}");
    let reservation = &run["verdict"]["reservations"][0];
    assert_eq!(reservation["kind"], "unprotected-attribute");
    assert!(
        (reservation["certain"].as_f64().unwrap() - 0.25).abs() < 1e-9,
        "{reservation}"
    );
    let page = folder.text("a.html");
    assert!(
        page.contains("learns its value with certainty"),
        "the report says it"
    );
    let said = folder.run(&format!("{line} -o b.csv")).ok();
    assert!(
        said.out
            .contains("! Nothing is asked for the sensitive attribute \"illness\""),
        "{said}"
    );
    let french = folder.run(&format!("{line} -o c.csv --lang fr")).ok();
    assert!(
        french
            .out
            .contains("Rien n'est demandé pour l'attribut sensible « illness »"),
        "{french}"
    );
    let checked = folder
        .run("check a.csv --qi town --sensitive illness -k 10 --json")
        .ok()
        .json();
    assert_eq!(checked["verdict"], run["verdict"], "whoever asks");
    let asked = folder.run(&format!(
        "{line} -l 2 --max-suppression 0.3 --method mu-argus --json -o d.csv"
    ));
    if asked.status == 0 {
        assert_eq!(asked.json()["verdict"]["level"], "good");
    }
}

/// A sensitive column that was itself changed is compared with what a reader sees: every figure is a number, and requirements can be met.
#[test]
fn sensitive_values_that_were_changed_have_finite_figures() {
    let mut text = "town,income\n".to_owned();
    for row in 0..60 {
        let town = ["Lyon", "Lille"][row % 2];
        text += &format!("{town},{}\n", 1000 + (row * 37) % 61 * 10);
    }
    let folder = Folder::new().with("in.csv", text);
    let methods = [
        "top-code --attributes income --quantile 0.9",
        "bottom-code --attributes income --quantile 0.1",
        "round --attributes income --base 70",
        "noise --attributes income --variance 0.1",
        "microaggregate --attributes income --group-size 3",
        "swap --attributes income",
        "pram --attributes income",
        "suppress --scope attributes --attributes town",
    ];
    for method in methods {
        let line = format!(
            "anonymize in.csv --method {method} --qi town --sensitive income -k 2 -t 1 --beta 1000 --json -o out.csv --force"
        );
        let run = folder.run(&line);
        assert!(run.status == 0, "{method}: {run}");
        let privacy = &run.json()["privacy"];
        for figure in ["t", "beta", "l"] {
            assert!(
                privacy[figure]["income"]
                    .as_f64()
                    .is_some_and(f64::is_finite),
                "{method}: {figure} in {privacy}"
            );
        }
    }
    // Changed by a step, then held to t-closeness by the method.
    let project = "version = 1\n[input]\ndata = \"in.csv\"\n[roles]\nquasi-identifiers = [\"town\"]\nsensitive = [\"income\"]\n[targets]\nk = 2\nt = 0.4\n[[steps]]\nmethod = \"top-code\"\nparameters = { attributes = \"income\", quantile = \"0.9\" }\n[anonymize]\nmethod = \"mondrian\"\n[output]\ntables = [\"steps.csv\"]\n";
    let folder = folder.with("bauta.toml", project);
    let run = folder.run("run --json").ok().json();
    assert!(
        run["privacy"]["t"]["income"]
            .as_f64()
            .is_some_and(|t| t <= 0.4),
        "{run}"
    );
}

/// The report has everything that was done, in its order, and claims nothing that a step has undone.
#[test]
fn the_report_lists_what_was_done_and_claims_no_more() {
    let mut text = "name,born,zip,illness,remark\n".to_owned();
    for row in 0..40 {
        let illness = ["flu", "cough", "asthma"][(row * 7) % 3];
        text += &format!(
            "P{row},{},{},{illness},x{}\n",
            1950 + (row * 13) % 50,
            69_000 + (row * 3) % 20,
            row % 3
        );
    }
    let project = "version = 1\n[input]\ndata = \"in.csv\"\n[roles]\nidentifiers = [\"name\"]\nquasi-identifiers = [\"born\", \"zip\"]\nsensitive = [\"illness\"]\ndrop = [\"remark\"]\n[targets]\nk = 4\nl = 2\n[[steps]]\nmethod = \"round\"\nparameters = { attributes = \"born\", base = \"10\", rounding = \"down\" }\n[anonymize]\nmethod = \"mondrian\"\nseed = 7\n[output]\ntables = [\"out.csv\"]\nreport = \"report.md\"\n";
    let folder = Folder::new()
        .with("in.csv", text)
        .with("bauta.toml", project);
    folder.run("run").ok();
    let report = folder.text("report.md");
    let in_order = [
        "1. Read in.csv: 40 rows.",
        "2. Identifiers (name) were replaced by the pseudonym \"Pseudo\" (random).",
        "3. Columns left out: remark.",
        "4. Step 1: ",
        "attributes = born, base = 10",
        "5. Method: ",
        "seed 7",
        "6. Written: 40 rows, sorted by their published values",
    ];
    let mut rest = report.as_str();
    for part in in_order {
        let place = rest
            .find(part)
            .unwrap_or_else(|| panic!("{part} is not in {rest}"));
        rest = &rest[place..];
    }
    assert!(!report.contains("contains the original one;"), "{report}");
    assert!(
        report.contains("a released value need not contain the original one"),
        "{report}"
    );
    for part in [
        "Residual risk, identity",
        "Residual risk, attribute",
        "Residual risk, membership: not known",
        "signature",
        "SHA-256, project",
        "UTC",
    ] {
        assert!(report.contains(part), "{part} is not in {report}");
    }
    assert!(
        !report.contains("Pseudo ←") && !report.contains("← Pseudo"),
        "{report}"
    );
    // Without the step every label was read, and it is said.
    let plain = project.replace("[[steps]]\nmethod = \"round\"\nparameters = { attributes = \"born\", base = \"10\", rounding = \"down\" }\n", "");
    let folder = folder.with("bauta.toml", plain);
    folder.run("run --force").ok();
    assert!(
        folder
            .text("report.md")
            .contains("Every released value of a quasi-identifier contains the original one")
    );
    folder.run("run --force --lang fr").ok();
    assert!(
        folder
            .text("report.md")
            .contains("Ce qui a été fait, dans l'ordre")
    );
}

/// An edit rule that holds is no protection: without a privacy model the verdict has reservations, however large the classes are.
#[test]
fn edit_rules_are_no_privacy_model() {
    let rows = "Lyon,1\n".repeat(20) + &"Lille,2\n".repeat(20);
    let project = "version = 1\n[input]\ndata = \"in.csv\"\n[roles]\nquasi-identifiers = [\"town\"]\ninsensitive = [\"score\"]\n[[rules]]\nthen = \"score > 0\"\n[anonymize]\nmethod = \"as-is\"\n[output]\ntables = [\"out.csv\"]\n";
    let folder = Folder::new()
        .with("in.csv", format!("town,score\n{rows}"))
        .with("bauta.toml", project);
    let verdict = &folder.run("run --json").ok().json()["verdict"];
    assert_eq!(verdict["level"], "mixed", "{verdict}");
    assert_eq!(verdict["reservations"][0]["kind"], "nothing-asked");
}

/// The terminal is what most people read: it says every reservation of the verdict, in both languages.
#[test]
fn the_terminal_says_every_reservation_of_the_verdict() {
    let mut table = "q,s\n".to_owned();
    for (value, rows) in [("a1", 6), ("a2", 6), ("b1", 1)] {
        for row in 0..rows {
            table += &format!("{value},{}\n", ["x", "y", "z"][row % 3]);
        }
    }
    let folder = Folder::new()
        .with("in.csv", table)
        .with("q.csv", "a1;a;*\na2;a;*\nb1;b;*\n");
    let optimal = "--method optimal --hierarchy q=q.csv";
    let cases = [
        (
            format!("--mean-risk 0.3 {optimal}"),
            "finds the row for certain",
            "à coup sûr",
            1,
        ),
        (
            format!("-k 6 -l 3 {optimal} --max-suppression 0.1"),
            "From 5 to 9 is mediocre",
            "De 5 à 9",
            6,
        ),
        (
            format!("-k 12 -l 3 {optimal} --max-suppression 0.1"),
            "",
            "",
            12,
        ),
    ];
    for (request, english, french, smallest) in cases {
        let line =
            format!("anonymize in.csv --qi q --sensitive s {request} --force -o out.csv --lang");
        let json = folder.run(&format!("{line} en --json")).ok().json();
        assert_eq!(json["privacy"]["k"], smallest, "{request}: {json}");
        let reservations = json["verdict"]["reservations"].as_array().unwrap().len();
        for (language, said) in [("en", english), ("fr", french)] {
            let run = folder.run(&format!("{line} {language}")).ok();
            let warnings = run
                .out
                .lines()
                .filter(|line| line.starts_with("! "))
                .count();
            assert_eq!(warnings, reservations, "{run}");
            assert!(run.out.contains(said), "{run}");
        }
    }
}
