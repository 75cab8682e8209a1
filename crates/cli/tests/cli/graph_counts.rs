//! `bauta graph count`: groups, thresholds, and a budget that a ledger keeps.

use crate::support::{Folder, Run};

const CONTEXT: &str = "version = 1\n[prefixes]\ne = \"http://e/\"\n[entities]\nclass = \"e:P\"\n";

fn people() -> Folder {
    let people = (0..200).map(|n| {
        let town = if n < 120 {
            "Large"
        } else if n < 199 {
            "Small"
        } else {
            "Alone"
        };
        format!("e:p{n} a e:P ; e:town e:{town} ; e:age {} .\n", 20 + n % 50)
    });
    let graph = format!("@prefix e: <http://e/> .\n{}", people.collect::<String>());
    Folder::new()
        .with("graph.ttl", graph)
        .with("context.toml", CONTEXT)
}

const BY_TOWN: &str = "SELECT ?t (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x e:town ?t } GROUP BY ?t";
const ALL: &str = "SELECT (COUNT(*) AS ?n) WHERE { ?x e:age ?a }";

fn count(folder: &Folder, query: &str, more: &[&str]) -> Run {
    let mut arguments = vec![
        "graph",
        "count",
        "graph.ttl",
        "--context",
        "context.toml",
        "--query",
        query,
    ];
    arguments.extend(more);
    folder.run_args(&arguments)
}

#[test]
fn declared_groups_are_answered_whoever_is_in_them() {
    let folder = people().with("keys.txt", "e:Small\ne:Nowhere\n");
    let terms = [
        "--epsilon",
        "2",
        "--key",
        "e:Large",
        "--keys",
        "keys.txt",
        "--json",
    ];
    let found = count(&folder, BY_TOWN, &terms).ok().json();
    let groups = found["groups"].as_array().unwrap();
    let keys: Vec<&str> = groups
        .iter()
        .map(|group| group["key"][0].as_str().unwrap())
        .collect();
    assert_eq!(
        keys,
        ["http://e/Large", "http://e/Small", "http://e/Nowhere"]
    );
    let near =
        |place: usize, truth: i64| (groups[place]["count"].as_i64().unwrap() - truth).abs() < 25;
    assert!(near(0, 120) && near(1, 79) && near(2, 0), "{found}");
    let french = count(
        &folder,
        BY_TOWN,
        &["--epsilon", "2", "--key", "e:Large", "--lang", "fr"],
    )
    .ok();
    assert!(
        french.out.contains("effectif") && french.out.contains("bruit d'écart type"),
        "{}",
        french.out
    );
}

#[test]
fn groups_that_were_not_declared_need_a_delta_and_enough_people() {
    let folder = people();
    count(&folder, BY_TOWN, &["--epsilon", "1"])
        .exits(2)
        .says(&["declare the keys, or give a delta"]);
    let found = count(
        &folder,
        BY_TOWN,
        &["--epsilon", "1", "--delta", "1e-9", "--json"],
    )
    .ok()
    .json();
    let keys: Vec<&str> = found["groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| group["key"][0].as_str().unwrap())
        .collect();
    assert_eq!(keys, ["http://e/Large", "http://e/Small"]);
    assert!(found["threshold"].as_i64().unwrap() > 10 && found["delta"].as_f64().unwrap() <= 1e-9);
}

#[test]
fn a_ledger_adds_up_and_refuses() {
    let folder = people();
    let spend = |epsilon: &str| {
        count(
            &folder,
            ALL,
            &["--epsilon", epsilon, "--ledger", "spent.jsonl", "--json"],
        )
    };
    spend("1")
        .exits(2)
        .says(&["there is no ledger spent.jsonl"]);
    let begun = [
        "--epsilon",
        "0.5",
        "--ledger",
        "spent.jsonl",
        "--budget",
        "1.2",
        "--json",
    ];
    let found = count(&folder, ALL, &begun).ok().json();
    assert!(
        (found["left"]["epsilon"].as_f64().unwrap() - 0.7).abs() < 1e-9,
        "{found}"
    );
    assert!(
        (spend("0.4").ok().json()["left"]["epsilon"]
            .as_f64()
            .unwrap()
            - 0.3)
            .abs()
            < 1e-9
    );
    let refused = spend("0.4").exits(1).json();
    assert_eq!(refused["answered"].as_bool(), Some(false));
    assert!(
        refused.get("count").is_none()
            && (refused["left"]["epsilon"].as_f64().unwrap() - 0.3).abs() < 1e-9
    );
    let told = count(
        &folder,
        ALL,
        &["--epsilon", "0.4", "--ledger", "spent.jsonl"],
    )
    .exits(1);
    assert!(
        told.out
            .contains("the budget does not pay for it; left: ε = 0.300"),
        "{}",
        told.out
    );
    let told = count(
        &folder,
        ALL,
        &[
            "--epsilon",
            "0.4",
            "--ledger",
            "spent.jsonl",
            "--lang",
            "fr",
        ],
    )
    .exits(1);
    assert!(
        told.out
            .contains("le budget ne suffit pas ; il reste ε = 0,300"),
        "{}",
        told.out
    );
    // What is left can be spent to the end, and groups without keys need a δ that this budget lacks.
    count(
        &folder,
        BY_TOWN,
        &[
            "--epsilon",
            "0.1",
            "--delta",
            "1e-6",
            "--ledger",
            "spent.jsonl",
        ],
    )
    .exits(1);
    spend("0.3").ok();
    spend("0.001").exits(1);
    assert_eq!(folder.text("spent.jsonl").lines().count(), 4);
}

#[test]
fn a_ledger_that_was_changed_answers_nothing() {
    let folder = people();
    let begun = [
        "--epsilon",
        "0.5",
        "--ledger",
        "spent.jsonl",
        "--budget",
        "1",
    ];
    count(&folder, ALL, &begun).ok();
    count(
        &folder,
        ALL,
        &[
            "--epsilon",
            "0.1",
            "--ledger",
            "spent.jsonl",
            "--budget",
            "9",
        ],
    )
    .exits(2)
    .says(&["cannot be changed"]);
    let whole = folder.text("spent.jsonl");
    let cut = folder.with("spent.jsonl", &whole[..whole.len() - 5]);
    count(&cut, ALL, &["--epsilon", "0.1", "--ledger", "spent.jsonl"])
        .exits(2)
        .says(&["line 2: this is no ledger"]);
    // A query that cannot be answered costs nothing.
    let whole = cut.with("spent.jsonl", &whole);
    count(
        &whole,
        "SELECT ?x WHERE { ?x e:age ?a }",
        &["--epsilon", "0.1", "--ledger", "spent.jsonl"],
    )
    .exits(2);
    assert_eq!(whole.text("spent.jsonl").lines().count(), 2);
}
