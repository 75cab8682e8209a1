//! `bauta guide` and `bauta advise`.

use crate::support::Folder;

const CONTEXT: &str = include_str!("../../../guide/tests/vectors/fig102_context.json");
const SIGNATURES: &str = include_str!("../../../guide/tests/vectors/fig109_signatures_printed.csv");
const SCALES: &str = include_str!("../../../guide/tests/vectors/recovered_scales.json");

const SCORE: &str = "guide score --evaluations e.csv --context c.json --scales s.json";

fn files() -> Folder {
    Folder::new()
        .with("e.csv", SIGNATURES)
        .with("c.json", CONTEXT)
        .with("s.json", SCALES)
}

/// Sixty people, two of each kind, so that classes of two are there already.
fn people() -> Folder {
    let mut text = "age,sex,town,wage\n".to_owned();
    for row in 0..60 {
        let (age, sex) = (20 + (row / 2) % 15, if row % 4 < 2 { "f" } else { "m" });
        let wage = if age > 27 { "high" } else { "low" };
        text += &format!("{age},{sex},{},{wage}\n", 1000 + 100 * (row / 20));
    }
    let answers = "risk = 25\nsuppression = 10\nqi = [\"age\", \"sex\", \"town\"]\nusage = { need = \"classification\", target = \"wage\" }\n";
    Folder::new()
        .with("people.csv", text)
        .with("answers.toml", answers)
}

#[test]
fn scores_from_files_are_the_printed_ones() {
    let found = files()
        .run(&format!("{SCORE} --weights row-sums --json"))
        .ok()
        .json();
    let mut reader = SIGNATURES.lines().skip(1);
    let all = reader.all(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        let printed: f64 = cells[8].parse().unwrap();
        found["scores"][cells[0]]
            .as_f64()
            .is_some_and(|score| (score - printed).abs() < 1e-12)
    });
    assert!(all, "{}", found["scores"]);
    let found = files().run(&format!("{SCORE} --json")).ok().json();
    assert!((found["consistency"]["quality"]["cr"].as_f64().unwrap() - 0.055938).abs() < 5e-7);
    assert!((found["weights"]["precision"].as_f64().unwrap() - 0.324559).abs() < 5e-7);
    let told = files().run(&format!("{SCORE} --lang fr")).ok();
    assert!(
        told.out.contains("cohérent") && told.err.contains("binaire"),
        "{}{}",
        told.out,
        told.err
    );
}

#[test]
fn contradicting_judgements_are_shown_with_a_repair() {
    let (given, turned) = (
        "\"a\": \"usage_need\",\n   \"b\": \"completeness\"",
        "\"a\": \"completeness\",\n   \"b\": \"usage_need\"",
    );
    assert!(CONTEXT.contains(given));
    let context = CONTEXT.replace(given, turned);
    let folder = files().with("c.json", context);
    let found = folder.run(&format!("{SCORE} --json")).ok().json();
    assert_eq!(found["consistent"], false);
    assert!(found["consistency"]["quality"]["cr"].as_f64().unwrap() > 0.1);
    let told = folder.run(SCORE).ok();
    assert!(
        told.out.contains("NOT consistent") && told.out.contains("repair: judge"),
        "{}",
        told.out
    );
}

#[test]
fn all_faults_of_the_files_are_told_at_once() {
    let folder = files()
        .with("e.csv", "id,precision_dm\n1,x\n")
        .with("s.json", "{\"criteria\": {\"security\": {}}}");
    let run = folder.run(SCORE);
    assert_eq!(run.status, 2);
    assert!(
        run.err.contains("no column for \"security\"") && run.err.contains("scale of \"security\""),
        "{}",
        run.err
    );
}

#[test]
fn an_experts_folder_is_checked() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("mine")).unwrap();
    assert_eq!(folder.run("guide check").status, 0);
    std::fs::write(
        folder.path("mine/a.ttl"),
        "@prefix g: <urn:bauta:guide#> .\n\ng:method-x a g:Algorithm .\n",
    )
    .unwrap();
    let run = folder.run("guide check mine --lang fr");
    assert_eq!(run.status, 1);
    assert!(
        run.out.contains("a.ttl, ligne 3 : method-x : il manque id"),
        "{}",
        run.out
    );
}

#[test]
fn advice_from_a_context_file_ends_in_a_release_with_its_argument() {
    let folder = people();
    let found = folder
        .run("advise people.csv --context answers.toml --json")
        .ok()
        .json();
    assert_eq!(found["context"]["k"], serde_json::json!([4, 5, 7]));
    assert!(
        found["suggestion"]["suggested"]
            .as_array()
            .is_some_and(|own| !own.is_empty())
    );
    assert!(found["results"].is_null());
    let line = "advise people.csv --context answers.toml --pick best -o out.csv --report why.md --session s.json --lang fr";
    let run = folder.run(line).ok();
    assert!(run.out.contains("L'argument"), "{}", run.out);
    assert!(
        folder.text("why.md").contains("Pourquoi cette publication"),
        "{}",
        folder.text("why.md")
    );
    folder.run("check out.csv --qi age,sex,town -k 4").ok();
    // Taken up again, nothing is measured twice.
    let again = folder.run("advise --session s.json --json").ok().json();
    assert!(
        again["choice"].is_string()
            && again["argument"]
                .as_array()
                .is_some_and(|said| said.len() > 5)
    );
}

#[test]
fn nobody_can_be_asked_without_a_terminal() {
    let run = people().run("advise people.csv");
    assert_eq!(run.status, 2);
    assert!(run.err.contains("--context FILE"), "{}", run.err);
}

#[test]
fn a_context_that_nothing_fits_gets_the_nearest_changes() {
    let folder = people().with(
        "answers.toml",
        "generalization_type = \"subtree\"\nqi = [\"age\", \"sex\"]\n",
    );
    let run = folder.run("advise people.csv --keep town --context answers.toml");
    assert_eq!(run.status, 1);
    assert!(
        run.out.contains("no algorithm fits") && run.out.contains("allow any type"),
        "{}",
        run.out
    );
    assert!(run.out.contains("Samarati left out"), "{}", run.out);
}
