//! Edit rules: declared in the project file, kept by perturbation, verified on the release, and their bad forms.

use crate::refusals::{refused, refused_in_english};
use crate::support::Folder;

/// Forty people who make sense: no pregnant man, no married child.
fn people() -> String {
    let row = |row: usize| {
        let (sex, illness) = [
            ("M", "flu"),
            ("F", "pregnancy"),
            ("M", "gout"),
            ("F", "flu"),
        ][row % 4];
        let age = 8 + row;
        let marital = if age < 16 {
            "single"
        } else {
            ["single", "married"][row % 2]
        };
        format!("{sex},{age},{marital},{illness}")
    };
    let rows: Vec<String> = (0..40).map(row).collect();
    format!("sex,age,marital,illness\n{}\n", rows.join("\n"))
}

const RULES: &str = r#"
[[rules]]
name = "men"
when = 'sex = "M"'
then = 'illness not in ["pregnancy"]'

[[rules]]
name = "children"
when = "age < 16"
then = 'marital = "single"'
"#;

fn project(method: &str, parameters: &str, rules: &str) -> String {
    format!(
        "version = 1\n[input]\ndata = \"people.csv\"\n[roles]\ninsensitive = [\"sex\", \"age\", \"marital\"]\n[anonymize]\nmethod = \"{method}\"\n[anonymize.parameters]\n{parameters}\n[output]\ntables = [\"out.csv\"]\nreport = \"report.md\"\nforce = true\n{rules}"
    )
}

fn folder(method: &str, parameters: &str, rules: &str) -> Folder {
    Folder::new()
        .with("people.csv", people())
        .with("bauta.toml", project(method, parameters, rules))
}

/// Rows of a table that break one of the rules.
fn nonsense(folder: &Folder, name: &str) -> usize {
    let rows = folder.cells(name);
    let breaks = |row: &Vec<String>| {
        (row[0] == "M" && row[3] == "pregnancy")
            || (row[1].parse::<f64>().is_ok_and(|age| age < 16.0) && row[2] == "married")
    };
    rows[1..].iter().filter(|row| breaks(row)).count()
}

#[test]
fn perturbation_keeps_the_rules_and_the_report_says_so() {
    for (method, parameters) in [
        (
            "pram",
            "attributes = \"illness,marital\"\nretention = \"0.2\"",
        ),
        ("noise", "attributes = \"age\"\nvariance = \"1\""),
        (
            "swap",
            "attributes = \"illness,marital\"\nswapping = \"random\"\npercent = \"100\"",
        ),
    ] {
        let free = folder(method, parameters, "");
        free.run("run").ok();
        assert!(
            nonsense(&free, "out.csv") > 0,
            "{method} breaks rules that it does not know"
        );
        let folder = folder(method, parameters, RULES);
        let report = folder.run("run --json").ok().json();
        assert_eq!(nonsense(&folder, "out.csv"), 0, "{method}");
        assert_eq!(report["rules"][0]["name"], "men");
        assert_eq!(report["rules"][1]["broken_rows"], 0);
        assert!(
            report["guarantees"]
                .as_array()
                .unwrap()
                .contains(&serde_json::json!(["rule \"men\"", true]))
        );
        assert!(folder.text("report.md").contains("Edit rules"));
        folder
            .run("run")
            .ok()
            .shows(&["✓ rule \"children\": verified on the released rows"]);
        folder
            .run("run --lang fr")
            .ok()
            .shows(&["✓ règle « children »"]);
    }
}

#[test]
fn a_release_is_checked_against_the_rules_of_a_project() {
    let folder = folder(
        "pram",
        "attributes = \"illness,marital\"\nretention = \"0.2\"",
        RULES,
    );
    folder.run("run").ok();
    folder.run("check out.csv --project bauta.toml").ok();
    let free = self::folder(
        "pram",
        "attributes = \"illness,marital\"\nretention = \"0.2\"",
        "",
    );
    free.run("run").ok();
    let broken = nonsense(&free, "out.csv") as u64;
    std::fs::copy(free.path("out.csv"), folder.path("free.csv")).unwrap();
    let found = folder
        .run("check free.csv --project bauta.toml --json")
        .exits(1)
        .json();
    assert_eq!(found["holds"], false);
    let told: u64 = found["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rule| rule["broken_rows"].as_u64().unwrap())
        .sum();
    assert!(told >= broken, "{found:#}");
    folder
        .run("check free.csv --project bauta.toml")
        .exits(1)
        .shows(&["✗ rule \"men\""]);
}

#[test]
fn generalised_cells_break_nothing() {
    let text = "version = 1\n[input]\ndata = \"people.csv\"\n[roles]\nquasi-identifiers = [\"age\", \"marital\"]\ninsensitive = [\"sex\"]\n[targets]\nk = 5\n[output]\ntables = [\"out.csv\"]\n";
    let folder = Folder::new()
        .with("people.csv", people())
        .with("bauta.toml", format!("{text}{RULES}"));
    let report = folder.run("run --json").ok().json();
    assert_eq!(report["rules"][1]["broken_rows"], 0);
    assert!(
        report["rules"][1]["undecided_rows"].as_u64().unwrap() > 0,
        "{report:#}"
    );
}

#[test]
fn what_cannot_be_drawn_again_is_refused_with_the_number_of_rows() {
    let folder = folder(
        "microaggregate",
        "attributes = \"age\"\ngroup-size = \"12\"\ngrouping = \"fixed\"",
        RULES,
    );
    let run = folder.run("run").exits(1);
    run.shows(&[
        "rule \"children\", which 2 rows would break",
        "microaggregate cannot draw single rows again",
        "nothing was written",
    ]);
    assert!(!folder.names().contains(&"out.csv".to_owned()));
    folder
        .run("run --lang fr")
        .exits(1)
        .shows(&["règle « children », que 2 lignes enfreindraient"]);
}

#[test]
fn rows_of_the_input_that_break_a_rule_are_listed_or_known() {
    let nonsense_in = people().replace("M,8,single,flu", "M,8,married,pregnancy");
    let folder = folder("pram", "attributes = \"illness\"", RULES).with("people.csv", &nonsense_in);
    refused(
        &folder,
        "run",
        2,
        &[
            "rule \"men\" is broken by 1 rows of the input, in data rows 1",
            "rule \"children\" is broken by 1 rows",
        ],
    );
    folder
        .run("run --lang fr")
        .exits(2)
        .says(&["la règle « men » est enfreinte par 1 lignes de l'entrée"]);
    let known = RULES.replace("then =", "broken-in-input = \"known\"\nthen =");
    let folder = folder.with(
        "bauta.toml",
        project("pram", "attributes = \"illness\"", &known),
    );
    let report = folder.run("run --json").ok().json();
    assert_eq!(report["rules"][1]["known_rows"], 1);
    assert_eq!(
        report["rules"][1]["broken_rows"], 1,
        "marital stays as it was"
    );
}

#[test]
fn rules_that_contradict_each_other_are_refused_with_their_names() {
    let more = format!(
        "{RULES}[[rules]]\nname = \"wedding\"\nwhen = \"age < 10\"\nthen = 'marital = \"married\"'\n"
    );
    let folder = folder("pram", "attributes = \"illness\"", &more);
    refused(
        &folder,
        "run",
        2,
        &[
            "rules \"children\" and \"wedding\" contradict each other",
            "rule \"wedding\" is broken by 2 rows of the input",
        ],
    );
    folder
        .run("run --lang fr")
        .exits(2)
        .says(&["les règles « children » et « wedding » se contredisent"]);
}

#[test]
fn every_mistake_in_rules_is_told_with_its_place() {
    let wrong = r#"
[[rules]]
name = "a"
when = "age <"
then = 'illness in "flu"'
[[rules]]
name = "a"
then = "marital = 'single'"
[[rules]]
then = "(age > 5"
"#;
    let folder = folder("pram", "attributes = \"illness\"", wrong);
    let told = [
        "two rules are called \"a\"; names must differ",
        "rule \"a\", when, character 6: a value is expected",
        "rule \"a\", then, character 12: a list in brackets is expected",
        "rule \"3\", then, character 9: a closing parenthesis is expected",
    ];
    refused(&folder, "run", 2, &told);
    let wrong = "[[rules]]\nthen = 'age = \"ten\" and sexe = \"M\"'\n[[rules]]\nthen = 'illness = 5'\n[[rules]]\nthen = 'marital = single'\n";
    let folder = folder.with(
        "bauta.toml",
        project("pram", "attributes = \"illness\"", wrong),
    );
    let told = [
        "rule \"1\": \"age\" holds numbers; compare it with numbers, without quotes",
        "rule \"1\": there is no attribute \"sexe\"; did you mean \"sex\"?",
        "rule \"2\": \"illness\" holds words; compare it with texts in quotes",
        "rule \"3\": there is no attribute \"single\"; if \"single\" is a text, put it in quotes",
    ];
    refused(&folder, "run", 2, &told);
    let unknown = "[[rules]]\nif = 'a = 1'\nthen = 'a = 1'\n";
    let folder = folder.with(
        "bauta.toml",
        project("pram", "attributes = \"illness\"", unknown),
    );
    refused_in_english(&folder, "run", 2, &["if"]);
}

#[test]
fn steps_keep_the_rules_too() {
    let steps = "[[steps]]\nmethod = \"pram\"\nparameters = { attributes = \"illness,marital\", retention = \"0.2\" }\n";
    let folder = folder(
        "round",
        "attributes = \"age\"\nbase = \"2\"",
        &format!("{RULES}{steps}"),
    );
    folder.run("run").ok();
    assert_eq!(nonsense(&folder, "out.csv"), 0);
}

/// A date or a number is held to another one of the same row: on the input, while values are drawn, and on the release.
#[test]
fn two_attributes_can_be_compared() {
    let rows: Vec<String> = (0..40)
        .map(|row| {
            format!(
                "{},{},2024-01-{:02},2024-02-{:02}",
                20 + row,
                20 + row - row % 3,
                1 + row % 28,
                1 + row % 28
            )
        })
        .collect();
    let people = format!("age,diagnosed,start,end\n{}\n", rows.join("\n"));
    let rules = "[[rules]]\nname = \"before\"\nthen = \"diagnosed <= age\"\n[[rules]]\nname = \"stay\"\nwhen = \"age > 30\"\nthen = \"start <= end\"\n";
    let late = |folder: &Folder| {
        let number = |cell: &str| cell.parse::<f64>().unwrap();
        folder.cells("out.csv")[1..]
            .iter()
            .filter(|row| number(&row[1]) > number(&row[0]))
            .count()
    };
    let folder = |rules: &str| {
        let parameters = "attributes = \"age\"\nvariance = \"0.1\"";
        let project = project("noise", parameters, rules);
        let project = project.replace("\"sex\", \"age\", \"marital\"", "\"age\"");
        Folder::new()
            .with("people.csv", &people)
            .with("bauta.toml", project)
    };
    let free = folder("");
    free.run("run").ok();
    assert!(late(&free) > 0, "noise breaks a rule that it does not know");
    let held = folder(rules);
    let report = held.run("run --json").ok().json();
    assert_eq!(
        (late(&held), &report["rules"][0]["broken_rows"]),
        (0, &serde_json::json!(0))
    );
    std::fs::copy(free.path("out.csv"), held.path("free.csv")).unwrap();
    held.run("check out.csv --project bauta.toml").ok();
    held.run("check free.csv --project bauta.toml")
        .exits(1)
        .shows(&["before"]);
    for (rule, english, french) in [
        (
            "age < start",
            "are of different kinds",
            "ne sont pas de même nature",
        ),
        (
            "diagnosed <= aeg",
            "there is no attribute \"aeg\"",
            "il n'y a pas d'attribut « aeg »",
        ),
        (
            "age < diagnosed",
            "is broken by 40 rows of the input",
            "40 lignes",
        ),
    ] {
        let wrong = folder(&format!("[[rules]]\nname = \"wrong\"\nthen = \"{rule}\"\n"));
        wrong.run("run").exits(2).says(&[english]);
        wrong.run("run --lang fr").exits(2).says(&[french]);
    }
}
