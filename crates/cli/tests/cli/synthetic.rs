//! `bauta evaluate --synthetic`.

use crate::support::Folder;

/// People drawn by a small generator of its own: town, age, income class that follows both.
fn people(rows: usize, mut state: u64) -> String {
    let mut draw = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut text = "town,age,job,rich\n".to_owned();
    for _ in 0..rows {
        let (town, job) = (draw(5), draw(4));
        let age = 20 + draw(40) + 5 * job;
        let rich = if draw(100) < age + 10 * town {
            "yes"
        } else {
            "no"
        };
        text.push_str(&format!("t{town},{age},j{job},{rich}\n"));
    }
    text
}

fn folder() -> Folder {
    Folder::with_people()
        .with("real.csv", people(1_500, 1))
        .with("kept.csv", people(1_500, 2))
        .with("made.csv", people(1_500, 3))
}

#[test]
fn other_people_of_the_same_kind_pass() {
    let folder = folder();
    let command = "evaluate real.csv made.csv --synthetic --holdout kept.csv --target rich --attacks 100 --json";
    let found = folder.run(command).ok().json();
    assert_eq!(found["verdict"]["reading"], "good");
    let share = found["distances"]["nearer_share"].as_f64().unwrap();
    assert!((share - 0.5).abs() < 0.05, "{share}");
    // Two samples of one population differ by more than a sample of one of them, by a factor of √2.
    let (mean, floor) = (
        found["two_way"]["mean"].as_f64().unwrap(),
        found["two_way"]["floor"].as_f64().unwrap(),
    );
    assert!(
        (mean / floor / 2f64.sqrt() - 1.0).abs() < 0.3,
        "{mean} {floor}"
    );
    let ratio = found["propensity"]["ratio"].as_f64().unwrap();
    assert!((0.3..5.0).contains(&ratio), "{ratio}");
    let models = found["tasks"][0]["models"].as_array().unwrap();
    assert_eq!(models.len(), 3);
    for model in models {
        let auc = |side: &str| model[side]["auc"].as_f64().unwrap();
        assert!((auc("original") - auc("release")).abs() < 0.06, "{model}");
    }
    assert!(found["criteria"]["linkability"]["risk"].is_number());
    let attacks = found["membership"].as_array().unwrap();
    assert!(
        attacks.iter().all(|it| it["auc_low"].as_f64() < Some(0.52)),
        "{attacks:?}"
    );
    assert_eq!(folder.run(command).ok().json()["two_way"], found["two_way"]);
}

#[test]
fn the_table_itself_is_refused_as_synthetic() {
    let folder = folder();
    let run = folder
        .run("evaluate real.csv real.csv --synthetic --holdout kept.csv --attacks 0 --json")
        .exits(1);
    let found = run.json();
    assert_eq!(found["verdict"]["reading"], "bad");
    assert_eq!(found["copies"]["share"], 1.0);
    assert_eq!(found["copies"]["uniques_repeated"], 1.0);
    assert_eq!(found["two_way"]["mean"], 0.0);
    assert!(found["distances"]["nearer_share"].as_f64().unwrap() > 0.55);
    assert_eq!(found["distances"]["synthetic"]["mean"], 0.0);
}

/// People of the original as their own control make every test void: that is refused, and says how to do it.
#[test]
fn a_control_set_of_the_same_people_is_refused() {
    let folder = folder();
    let real = folder.text("real.csv");
    let lines: Vec<&str> = real.lines().collect();
    let header = lines[0];
    // A fifth of the original; and strangers of whom every other one is of the original.
    let own = format!("{header}\n{}\n", lines[1..301].join("\n"));
    let strangers = people(200, 9);
    let mixed = format!("{strangers}{}\n", lines[1..201].join("\n"));
    let folder = folder.with("own.csv", own).with("mixed.csv", mixed);
    for control in ["own.csv", "mixed.csv"] {
        let run = folder
            .run(&format!(
                "evaluate real.csv made.csv --synthetic --holdout {control} --attacks 0"
            ))
            .exits(2);
        assert!(
            run.err.contains("the same people") && run.err.contains("--keep-out"),
            "{run}"
        );
    }
    let french = folder
        .run("evaluate real.csv made.csv --synthetic --holdout own.csv --attacks 0 --lang fr")
        .exits(2);
    assert!(french.err.contains("les mêmes personnes"), "{french}");
    folder
        .run("evaluate real.csv made.csv --synthetic --holdout kept.csv --attacks 0")
        .ok();
}

/// Without people kept out, copies are counted against all rows of the original, and judged by how often two real rows are equal.
#[test]
fn copies_are_counted_against_all_real_rows() {
    let folder = folder();
    let real = folder.text("real.csv");
    // Every twentieth row is somebody else: 95 % are copies.
    let other = people(1_500, 77);
    let rows = real.lines().zip(other.lines()).enumerate().skip(1);
    let rows = rows.map(|(place, (own, other))| if place % 20 == 0 { other } else { own });
    let copied = format!(
        "town,age,job,rich\n{}\n",
        rows.collect::<Vec<_>>().join("\n")
    );
    let folder = folder.with("copied.csv", copied);
    let found = folder
        .run("evaluate real.csv copied.csv --synthetic --attacks 0 --json")
        .exits(1)
        .json();
    assert_eq!(found["original_rows"], 1_500);
    assert!(
        found["copies"]["share"].as_f64().unwrap() >= 0.95,
        "{found}"
    );
    assert_eq!(found["verdict"]["reading"], "bad");
}

#[test]
fn a_report_is_written_in_both_languages_without_values() {
    let folder = folder();
    let run = folder.run("evaluate real.csv made.csv --synthetic --holdout kept.csv --target rich --attacks 50 --report e.html --lang fr").ok();
    assert!(run.out.contains("variation totale"), "{run}");
    assert!(run.out.contains("aire sous la courbe"), "{run}");
    let page = folder.text("e.html");
    assert!(
        page.contains("lang=\"fr\"")
            && page.contains("<svg")
            && page.contains("Bayes naïf sélectif")
    );
    assert!(!page.contains("t3") && !page.contains("j2"));
    let text = folder
        .run("evaluate real.csv made.csv --synthetic --attacks 0 --report e.md")
        .ok();
    assert!(
        text.err.contains("no rows are known to have been kept out"),
        "{text}"
    );
    assert!(
        folder
            .text("e.md")
            .contains("# Evaluation of a synthetic table")
    );
    folder
        .run("evaluate real.csv made.csv --synthetic --attacks 0 --report e.md")
        .exits(2);
}

#[test]
fn wrong_requests_are_told_together() {
    let folder = folder();
    let run = folder
        .run("evaluate real.csv made.csv --synthetic --holdout 1.5 --target rich --positive nobody,yes --without nothing")
        .exits(2);
    for word in ["holdout", "--positive", "nothing"] {
        assert!(run.err.contains(word), "{run}");
    }
    assert!(!run.err.contains("nobody"), "{run}");
    folder
        .run("evaluate real.csv people.csv --synthetic")
        .exits(2);
    folder
        .run("evaluate real.csv absent.csv --synthetic")
        .exits(3);
    folder
        .run("evaluate real.csv made.csv --holdout kept.csv")
        .exits(2);
}

#[test]
fn trees_of_k_persons_keep_tables_and_pass() {
    let folder = folder();
    let made = folder
        .run("synthesize real.csv --method trees -k 10 --target rich --keep-out 0.3=out.csv,train.csv -o syn.csv --json")
        .ok()
        .json();
    assert_eq!(made["counts"]["k"], 10);
    assert!(made["counts"]["least"].as_u64().unwrap() >= 10);
    assert_eq!(
        (made["rows"].clone(), made["held_out_rows"].clone()),
        (1_050.into(), 450.into())
    );
    let found = folder
        .run("evaluate real.csv syn.csv --synthetic --holdout kept.csv --attacks 0 --json")
        .ok()
        .json();
    assert!(
        found["two_way"]["mean"].as_f64().unwrap() < 0.06,
        "{}",
        found["two_way"]["mean"]
    );
    // Where copies are broken, no row is one of somebody who is the only one of their kind; otherwise there are some, by chance.
    let judged = |name: &str| {
        let line =
            format!("evaluate real.csv {name} --synthetic --holdout 0.3@1 --attacks 0 --json");
        folder.run(&line).ok().json()["copies"]["of_unique_rows"].as_u64()
    };
    assert_eq!(made["copies"]["broken"], 0);
    assert!(judged("syn.csv") > Some(0));
    let breaking = "synthesize real.csv --method trees -k 10 --target rich --break-copies --keep-out 0.3=out.csv,train.csv -o broken.csv --force --json";
    let broken = folder.run(breaking).ok().json();
    assert!(broken["copies"]["broken"].as_u64() > Some(0), "{broken}");
    assert_eq!(judged("broken.csv"), Some(0));
    let twice = "synthesize real.csv --method trees -o twice.csv --seed 5 --force";
    folder.run(twice).ok();
    let first = folder.text("twice.csv");
    folder.run(twice).ok();
    assert_eq!(first, folder.text("twice.csv"));
    folder
        .run("synthesize real.csv --method trees -k 10 -l 2 --clusters 3 -o no.csv")
        .exits(2);
}

#[test]
fn co_clusters_keep_people_out_too() {
    let folder = folder();
    let words =
        "synthesize real.csv -k 10 --rounds 3 --keep-out 0.2=out.csv,train.csv -o syn.csv --json";
    let made = folder.run(words).ok().json();
    assert_eq!(
        (made["original_rows"].clone(), made["held_out_rows"].clone()),
        (1_200.into(), 300.into())
    );
    // Both parts are written, and together they are the table.
    let mut parts: Vec<String> = Vec::new();
    for (name, rows) in [("out.csv", 300), ("train.csv", 1_200)] {
        let text = folder.text(name);
        parts.extend(text.lines().skip(1).map(str::to_owned));
        assert_eq!(text.lines().count(), rows + 1, "{name}");
    }
    let real = folder.text("real.csv");
    let mut all: Vec<String> = real.lines().skip(1).map(str::to_owned).collect();
    parts.sort_unstable();
    all.sort_unstable();
    assert!(parts == all, "the parts are not the table");
    assert_eq!(made["parts"]["training"], "train.csv");
    let with_files = folder
        .run("evaluate train.csv syn.csv --synthetic --holdout out.csv --attacks 0 --json")
        .ok()
        .json();
    assert_eq!(with_files["original_rows"], 1_200);
    folder
        .run("synthesize real.csv --keep-out 0.2=out.csv -o none-too.csv")
        .exits(2);
    // The same rows are taken out of the original again: nobody is his own control.
    let found = folder
        .run("evaluate real.csv syn.csv --synthetic --holdout 0.2@1 --attacks 0 --json")
        .ok()
        .json();
    assert_eq!(
        (
            found["original_rows"].clone(),
            found["held_out_rows"].clone()
        ),
        (1_200.into(), 300.into())
    );
    assert!(
        found["copies"]["held_out_share"].as_f64().unwrap() < 0.9,
        "{}",
        found["copies"]
    );
    assert!(found["distances"]["nearer_share"].is_number(), "{found}");
    folder
        .run("evaluate real.csv syn.csv --synthetic --holdout 3@1")
        .exits(2);
    folder
        .run("synthesize real.csv -k 10 --rounds 3 --keep-out 2=none.csv,none-either.csv -o none-too.csv")
        .exits(2);
    folder
        .run("synthesize real.csv -k 10 --rounds 3 --keep-out 0.2=real.csv,train.csv -o none-too.csv --force")
        .exits(2);
}

#[test]
fn noisy_tables_state_what_they_cost_and_need_a_domain() {
    let folder = folder();
    folder
        .run("synthesize real.csv --method noisy --epsilon 2 -o no.csv")
        .exits(2);
    assert!(!folder.names().contains(&"no.csv".to_owned()));
    let list = |values: &mut dyn Iterator<Item = String>| {
        values
            .map(|value| format!("{value};*\n"))
            .collect::<String>()
    };
    let folder = folder
        .with("town.csv", list(&mut (0..5).map(|it| format!("t{it}"))))
        .with("age.csv", list(&mut (0..120).map(|it| it.to_string())))
        .with("job.csv", list(&mut (0..4).map(|it| format!("j{it}"))))
        .with("rich.csv", "yes;*\nno;*\n");
    let domains = "--hierarchy town=town.csv --hierarchy age=age.csv --hierarchy job=job.csv --hierarchy rich=rich.csv";
    let made = folder
        .run(&format!(
            "synthesize real.csv --method noisy --epsilon 2 {domains} -o noisy.csv --json"
        ))
        .ok()
        .json();
    let epsilon = made["privacy"]["epsilon"].as_f64().unwrap();
    assert!(epsilon <= 2.0 && epsilon > 1.99, "{epsilon}");
    assert!(
        made["notes"]
            .as_array()
            .unwrap()
            .iter()
            .any(|note| note.as_str().unwrap().contains("operating system"))
    );
    let found = folder
        .run("evaluate real.csv noisy.csv --synthetic --holdout kept.csv --attacks 0 --json")
        .json();
    assert!(found["two_way"]["mean"].as_f64().unwrap() < 0.25);
    let french = folder
        .run(&format!(
            "synthesize real.csv --method noisy {domains} -o noisy.csv --force --lang fr"
        ))
        .ok();
    assert!(
        french.out.contains("confidentialité ε-différentielle"),
        "{french}"
    );
    folder
        .run(&format!(
            "synthesize real.csv --method noisy --epsilon 0 {domains} -o no.csv"
        ))
        .exits(2);
}

#[test]
fn levels_of_a_co_clustering_are_studied() {
    let folder = folder();
    let found = folder
        .run("evaluate real.csv --synthetic --levels 3,1 --rounds 2 --target rich --report s.html --json")
        .ok()
        .json();
    let levels = found["levels"].as_array().unwrap();
    assert_eq!(levels.len(), 2);
    assert_eq!(levels[1]["clusters"], 1);
    assert_eq!(levels[1]["attribution"], 1.0);
    assert_eq!(levels[1]["smallest"], 1_200);
    assert!(folder.text("s.html").contains("<svg"));
}
