//! The published policies, and random ones run by an engine.

use oxigraph::sparql::{QueryResults, SparqlEvaluator};
use oxigraph::store::Store;
use proptest::prelude::*;

use super::*;
use crate::sparql::parsed;

fn vector() -> serde_json::Value {
    serde_json::from_str(include_str!(
        "../../tests/vectors/policy/figure_3_3_3_4_policies.json"
    ))
    .unwrap()
}

fn prefixes() -> Vec<(String, String)> {
    ["tcl", "vcard", "geo", "foaf"]
        .map(|name| (name.to_owned(), format!("http://{name}/")))
        .to_vec()
}

fn words(triple: &serde_json::Value) -> String {
    triple
        .as_array()
        .unwrap()
        .iter()
        .map(|word| word.as_str().unwrap())
        .collect::<Vec<_>>()
        .join(" ")
}

fn body(patterns: &serde_json::Value) -> String {
    patterns
        .as_array()
        .unwrap()
        .iter()
        .map(|triple| words(triple) + " . ")
        .collect()
}

fn queries(policy: &serde_json::Value) -> Vec<Conjunction> {
    let of = |query: &serde_json::Value| {
        let asked: Vec<&str> = query["select"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap())
            .collect();
        let text = format!(
            "SELECT {} WHERE {{ {} }}",
            asked.join(" "),
            body(&query["where"])
        );
        Conjunction::of(&parsed(&text, &prefixes()).unwrap()).unwrap()
    };
    policy.as_object().unwrap().values().map(of).collect()
}

#[test]
fn the_published_operations_are_found() {
    let vector = vector();
    let found = operations(&queries(&vector["privacy"]), &queries(&vector["utility"])).unwrap();
    let pattern = |triples: &serde_json::Value| {
        let text = format!("SELECT * WHERE {{ {} }}", body(triples));
        Conjunction::of(&parsed(&text, &prefixes()).unwrap())
            .unwrap()
            .patterns
    };
    for (found, expected) in found
        .iter()
        .zip(vector["candidate_operations"].as_object().unwrap().values())
    {
        let expected = expected.as_array().unwrap();
        assert_eq!(found.len(), expected.len());
        for (operation, expected) in found.iter().zip(expected) {
            assert_eq!(
                serde_json::to_value(operation.kind).unwrap(),
                expected["kind"]
            );
            assert_eq!(
                vec![operation.pattern.clone()],
                pattern(&expected["delete"])
            );
            assert_eq!(operation.body, pattern(&expected["where"]));
        }
    }
    let count = sequences(&found).len() as u64;
    assert_eq!(
        count,
        vector["number_of_operation_sequences"].as_u64().unwrap()
    );
}

#[test]
fn policies_that_need_the_same_are_incompatible() {
    let query = |text: &str| Conjunction::of(&parsed(text, &prefixes()).unwrap()).unwrap();
    let privacy = [query("SELECT ?x WHERE { ?x foaf:age ?a }")];
    let utility = [query("SELECT ?y ?b WHERE { ?y foaf:age ?b }")];
    assert!(
        operations(&privacy, &utility)
            .unwrap_err()
            .to_string()
            .contains("query 1")
    );
    let other = [query(
        "SELECT ?y WHERE { ?y foaf:age 12 . ?y foaf:knows ?y }",
    )];
    assert!(operations(&[query("SELECT ?x WHERE { ?x foaf:age 13 }")], &other).is_ok());
    assert!(operations(&[query("SELECT ?x WHERE { ?x foaf:knows tcl:a }")], &other).is_err());
    assert!(
        Conjunction::of(
            &parsed(
                "SELECT ?x WHERE { ?x foaf:age ?a OPTIONAL { ?x foaf:knows ?b } }",
                &[("foaf".into(), "http://foaf/".into())]
            )
            .unwrap()
        )
        .is_err()
    );
}

/// Answers in which no blank node stands.
fn answers(store: &Store, text: &str) -> std::collections::BTreeSet<String> {
    let results = SparqlEvaluator::new()
        .parse_query(text)
        .unwrap()
        .on_store(store)
        .execute()
        .unwrap();
    let QueryResults::Solutions(solutions) = results else {
        panic!("no solutions")
    };
    let rows = solutions.map(|row| {
        row.unwrap()
            .iter()
            .map(|(name, term)| format!("{name}={term}"))
            .collect::<Vec<_>>()
            .join(" ")
    });
    rows.filter(|row| !row.contains("_:")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_sequence_keeps_both_policies(
        triples in proptest::collection::btree_set((0u8..4, 0u8..3, 0u8..4), 1..14),
        hidden in proptest::collection::vec((0u8..3, 0u8..3, 0u8..3), 1..3),
        kept in proptest::collection::vec((0u8..3, 0u8..3, 0u8..3), 1..3),
    ) {
        let text = |patterns: &[(u8, u8, u8)]| {
            let body: String = patterns.iter().map(|(s, p, o)| format!("?v{s} <http://p/{p}> ?v{o} . ")).collect();
            format!("SELECT * WHERE {{ {body} }}")
        };
        let (privacy, utility) = (text(&hidden), text(&kept));
        let query = |text: &str| Conjunction::of(&parsed(text, &[]).unwrap()).unwrap();
        let Ok(found) = operations(&[query(&privacy)], &[query(&utility)]) else { return Ok(()) };
        for sequence in sequences(&found) {
            let store = Store::new().unwrap();
            for (s, p, o) in &triples {
                let line = format!("<http://n/{s}> <http://p/{p}> <http://n/{o}> .\n");
                store.load_from_slice(oxigraph::io::RdfFormat::NTriples, &line).unwrap();
            }
            let before = answers(&store, &utility);
            for operation in &sequence {
                SparqlEvaluator::new().parse_update(&operation.update()).unwrap().on_store(&store).execute().unwrap();
            }
            prop_assert_eq!(&answers(&store, &utility), &before);
            // The columns come to the same as the engine.
            let mut graph = crate::model::Graph::default();
            for (s, p, o) in &triples {
                graph.push_texts(&format!("<http://n/{s}>"), &format!("<http://p/{p}>"), &format!("<http://n/{o}>"));
            }
            apply(&mut graph, &sequence).unwrap();
            let blank = |text: &str| if text.starts_with('_') { "_".to_owned() } else { text.to_owned() };
            let mut ours: Vec<String> = graph.triples().map(|t| [t.subject, t.predicate, t.object].map(|id| blank(graph.dictionary.text(id))).join(" ")).collect();
            let mut theirs: Vec<String> = store.iter().map(|quad| { let q = quad.unwrap(); format!("{} {} {}", blank(&q.subject.to_string()), q.predicate, blank(&q.object.to_string())) }).collect();
            ours.sort();
            theirs.sort();
            prop_assert_eq!(ours, theirs);
            if sequence.iter().all(|operation| operation.kind == Kind::Delete) {
                prop_assert!(answers(&store, &privacy).is_empty());
            }
        }
    }
}
