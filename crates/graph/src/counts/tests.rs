//! Noise around the truth, what is refused, and what a neighbouring graph would answer.

use bauta_table::Silent;
use oxrdfio::RdfFormat;
use spargebra::Query;

use super::*;
use crate::context::Context;
use crate::generate::Universities;
use crate::read::{ReadOptions, read};
use crate::sparql::parsed;

fn prefixes() -> Vec<(String, String)> {
    vec![
        ("ub".to_owned(), crate::generate::NAMESPACE.to_owned()),
        ("e".to_owned(), "http://e/".to_owned()),
    ]
}

fn query(text: &str) -> Query {
    parsed(text, &prefixes()).unwrap()
}

fn entities(graph: &Graph, class: &str) -> Resolved {
    let text = format!(
        "version = 1\n[prefixes]\nub = \"{}\"\ne = \"http://e/\"\n[entities]\nclass = \"{class}\"\n",
        crate::generate::NAMESPACE
    );
    Context::parse(&text, "graph.toml")
        .unwrap()
        .resolved(graph)
        .unwrap()
}

fn terms(epsilon: f64) -> Terms {
    Terms {
        epsilon,
        most: 1,
        groups: None,
    }
}

#[test]
fn counts_are_near_the_truth() {
    let graph = Universities::new(1, 3).graph().unwrap();
    let resolved = entities(&graph, "ub:Professor");
    let query = query(
        "SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x ub:sex \"male\" ; ub:age ?a FILTER(?a >= 50) }",
    );
    let truth: i64 = rows::counted(&graph, &resolved, &question::asked(&query).unwrap(), 1)
        .unwrap()
        .values()
        .sum();
    assert!(truth > 50);
    let mut error = 0.0;
    for _ in 0..100 {
        let found = count(&graph, &resolved, &query, &terms(1.0)).unwrap();
        assert!(found.epsilon <= 1.0 && (found.deviation - std::f64::consts::SQRT_2).abs() < 1e-6);
        error += (found.count.unwrap() - truth).abs() as f64 / 100.0;
    }
    // The mean of |noise| is about 1; the chance to be beyond 2.5 in the mean of 100 is nil.
    assert!(error > 0.2 && error < 2.5, "{error}");
}

#[test]
fn declared_groups_are_all_answered_and_no_others() {
    let graph = Universities::new(1, 3).graph().unwrap();
    let resolved = entities(&graph, "ub:Professor");
    let query = query("SELECT ?s (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x ub:sex ?s } GROUP BY ?s");
    let keys = ["male", "neither"].map(|key| vec![key.to_owned()]).to_vec();
    let asked = Terms {
        groups: Some(Groups::Declared(keys)),
        ..terms(5.0)
    };
    let found = count(&graph, &resolved, &query, &asked).unwrap();
    let told: Vec<&str> = found
        .groups
        .iter()
        .map(|group| group.key[0].as_str())
        .collect();
    assert_eq!(
        (told, found.variables, found.delta),
        (vec!["male", "neither"], vec!["s".to_owned()], 0.0)
    );
    assert!(found.groups[0].count > 150 && found.groups[1].count.abs() < 30);
}

#[test]
fn unknown_groups_are_shown_above_a_threshold() {
    let graph = Universities::new(1, 3).graph().unwrap();
    let resolved = entities(&graph, "ub:Professor");
    let query = query("SELECT ?s (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x ub:sex ?s } GROUP BY ?s");
    let asked = Terms {
        groups: Some(Groups::Threshold(1e-6)),
        ..terms(1.0)
    };
    let found = count(&graph, &resolved, &query, &asked).unwrap();
    assert_eq!(
        found
            .groups
            .iter()
            .map(|group| group.key[0].as_str())
            .collect::<Vec<_>>(),
        ["female", "male"]
    );
    // 1 + ln(1 / 2δ) = 14.1; the library's δ must come out at or below what was asked.
    assert!(
        found.delta <= 1e-6 && (14..=18).contains(&found.threshold.unwrap()),
        "{found:?}"
    );
}

fn few(text: &str) -> (Graph, Resolved) {
    let mut graph = Graph::default();
    let text = format!("@prefix e: <http://e/> . {text}");
    read(
        &mut graph,
        text.as_bytes(),
        RdfFormat::Turtle,
        &ReadOptions::default(),
        &Silent,
    )
    .unwrap();
    let resolved = entities(&graph, "e:P");
    (graph, resolved)
}

#[test]
fn a_group_of_one_is_not_shown() {
    let mut text = String::from("e:only a e:P ; e:town \"rare\" . ");
    (0..80).for_each(|n| text.push_str(&format!("e:p{n} a e:P ; e:town \"common\" . ")));
    let (graph, resolved) = few(&text);
    let query = query("SELECT ?t (COUNT(*) AS ?n) WHERE { ?x e:town ?t } GROUP BY ?t");
    let asked = Terms {
        groups: Some(Groups::Threshold(1e-9)),
        ..terms(1.0)
    };
    for _ in 0..50 {
        let found = count(&graph, &resolved, &query, &asked).unwrap();
        assert_eq!(
            found
                .groups
                .iter()
                .map(|group| group.key[0].as_str())
                .collect::<Vec<_>>(),
            ["common"]
        );
    }
}

/// The true counts behind an answer.
fn truth(text: &str, asked: &str, most: u64) -> Vec<(String, i64)> {
    let (graph, resolved) = few(text);
    let found = rows::counted(
        &graph,
        &resolved,
        &question::asked(&query(asked)).unwrap(),
        most,
    )
    .unwrap();
    found
        .into_iter()
        .map(|(key, count)| (key.join(" "), count))
        .collect()
}

const PEOPLE: &str = "e:a a e:P ; e:drug \"x\" , \"y\" , \"z\" . e:b a e:P ; e:drug \"y\" . e:c a e:P . e:other e:drug \"w\" . ";

#[test]
fn an_entity_counts_at_most_so_often() {
    let by_drug = "SELECT ?d (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x e:drug ?d } GROUP BY ?d";
    let told = |list: &[(&str, i64)]| {
        list.iter()
            .map(|(key, n)| ((*key).to_owned(), *n))
            .collect::<Vec<_>>()
    };
    assert_eq!(truth(PEOPLE, by_drug, 1), told(&[("x", 1), ("y", 1)]));
    assert_eq!(truth(PEOPLE, by_drug, 2), told(&[("x", 1), ("y", 2)]));
    assert_eq!(
        truth(PEOPLE, by_drug, 9),
        told(&[("x", 1), ("y", 2), ("z", 1)])
    );
    let all = "SELECT (COUNT(*) AS ?n) WHERE { ?x e:drug ?d }";
    assert_eq!(
        (truth(PEOPLE, all, 2), truth(PEOPLE, all, 9)),
        (told(&[("", 3)]), told(&[("", 4)]))
    );
    let values = "SELECT (COUNT(DISTINCT ?d) AS ?n) WHERE { ?x e:drug ?d }";
    assert_eq!(
        (truth(PEOPLE, values, 1), truth(PEOPLE, values, 9)),
        (told(&[("", 2)]), told(&[("", 3)]))
    );
    let people = "SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x e:drug ?d }";
    assert_eq!(truth(PEOPLE, people, 1), told(&[("", 2)]));
}

#[test]
fn neighbouring_graphs_answer_alike() {
    // With and without an entity, counts differ by no more than what the noise is scaled by.
    let more = format!("{PEOPLE} e:d a e:P ; e:drug \"v\" , \"x\" , \"y\" , \"z\" . ");
    for asked in [
        "SELECT ?d (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x e:drug ?d } GROUP BY ?d",
        "SELECT ?d (COUNT(*) AS ?n) WHERE { ?x e:drug ?d } GROUP BY ?d",
        "SELECT (COUNT(DISTINCT ?d) AS ?n) WHERE { ?x e:drug ?d }",
        "SELECT (COUNT(?d) AS ?n) WHERE { ?x e:drug ?d }",
    ] {
        for most in 1..5 {
            let (before, after) = (truth(PEOPLE, asked, most), truth(&more, asked, most));
            let of = |list: &[(String, i64)], key: &str| {
                list.iter().find(|one| one.0 == key).map_or(0, |one| one.1)
            };
            let change: i64 = after
                .iter()
                .map(|(key, n)| (n - of(&before, key)).abs())
                .sum();
            assert!(change <= most as i64, "{asked}: {change} with {most}");
        }
    }
}

#[test]
fn queries_that_reach_further_are_refused() {
    for text in [
        "SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x ub:advisor ?y . ?y ub:age 20 }",
        "SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x ub:age ?a FILTER EXISTS { ?y ub:advisor ?x } }",
        "SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { { ?x ub:age 20 } UNION { ?x ub:age 21 } }",
        "SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x ub:advisor+ ?y }",
        "SELECT (COUNT(DISTINCT *) AS ?n) WHERE { ?x ub:age ?a }",
        "SELECT ?a (COUNT(*) AS ?n) WHERE { ?x ub:age ?a } GROUP BY ?a HAVING (COUNT(*) > 3)",
        "SELECT (SUM(?a) AS ?n) WHERE { ?x ub:age ?a }",
        "SELECT (COUNT(*) AS ?n) (COUNT(?a) AS ?m) WHERE { ?x ub:age ?a }",
        "SELECT ?x WHERE { ?x ub:age ?a }",
    ] {
        assert!(question::asked(&query(text)).is_err(), "{text}");
    }
}

#[test]
fn terms_that_promise_nothing_are_refused() {
    let plain = query("SELECT (COUNT(*) AS ?n) WHERE { ?x ub:age ?a }");
    let grouped = query("SELECT ?a (COUNT(*) AS ?n) WHERE { ?x ub:age ?a } GROUP BY ?a");
    let told = |query: &Query, terms: &Terms| check(query, terms).unwrap_err().to_string();
    assert!(
        told(&plain, &terms(0.0)).contains("above 0")
            && told(&plain, &terms(f64::NAN)).contains("above 0")
    );
    assert!(
        told(
            &plain,
            &Terms {
                most: 0,
                ..terms(1.0)
            }
        )
        .contains("at least one row")
    );
    assert!(told(&grouped, &terms(1.0)).contains("declare the keys"));
    let with = |groups| Terms {
        groups: Some(groups),
        ..terms(1.0)
    };
    assert!(told(&plain, &with(Groups::Threshold(0.1))).contains("GROUP BY"));
    assert!(told(&grouped, &with(Groups::Threshold(1.0))).contains("between 0 and 1"));
    assert!(
        told(&grouped, &with(Groups::Declared(vec![vec![]])))
            .contains("one value for each variable")
    );
}

/// It was told as missing randomness, which no larger epsilon would mend.
#[test]
fn an_epsilon_without_noise_is_a_fault_of_the_request() {
    let graph = Universities::new(1, 1).graph().unwrap();
    let resolved = entities(&graph, "ub:FullProfessor");
    let asked = query("SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x a ub:FullProfessor }");
    let error = count(&graph, &resolved, &asked, &terms(f64::MIN_POSITIVE / 1e3)).unwrap_err();
    assert!(
        matches!(&error, Error::Faults(_)) && error.to_string().contains("larger"),
        "{error}"
    );
}
