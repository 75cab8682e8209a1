//! The source's example of a leak, and random schemas against a slow reasoner.

use std::collections::BTreeSet;

use bauta_table::Silent;
use oxrdfio::RdfFormat;
use proptest::prelude::*;

use super::*;
use crate::model::iri;
use crate::read::{ReadOptions, read};

fn turtle(text: &str) -> Graph {
    let mut graph = Graph::default();
    let text = format!(
        "@prefix e: <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . {text}"
    );
    read(&mut graph, text.as_bytes(), RdfFormat::Turtle, &ReadOptions::default(), &Silent).unwrap();
    graph
}

/// What is found of hidden links, in a graph whose dictionary gets their terms.
fn found(text: &str, hidden: &[[&str; 3]]) -> Leak {
    let mut graph = turtle(text);
    let mut link = |words: &[&str; 3]| {
        let [subject, predicate, object] = words.map(|word| graph.dictionary.intern(&format!("<http://e/{word}>")));
        Triple { subject, predicate, object }
    };
    let hidden: Vec<Triple> = hidden.iter().map(&mut link).collect();
    leaks(&graph, &graph, &hidden)
}

#[test]
fn an_inverse_that_was_left_tells_everything() {
    let hidden = [["ann", "takesDrug", "aspirin"], ["bob", "takesDrug", "aspirin"]];
    let told =
        found("e:takesDrug owl:inverseOf e:isTakenBy . e:aspirin e:isTakenBy e:ann . e:bob e:knows e:ann .", &hidden);
    assert_eq!((told.derived, told.hidden, told.through), (1, 2, vec!["http://e/isTakenBy".to_owned()]));
    let clean = found("e:takesDrug owl:inverseOf e:isTakenBy . e:bob e:knows e:ann .", &hidden);
    assert_eq!(clean.derived, 0);
}

#[test]
fn sub_properties_and_other_names_tell_too() {
    let hidden = [["ann", "has", "flu"]];
    let below = found("e:suffersFrom rdfs:subPropertyOf e:has . e:ann e:suffersFrom e:flu .", &hidden);
    assert_eq!(below.derived, 1);
    let alias = found("e:x owl:sameAs e:ann . e:x e:has e:influenza . e:influenza owl:sameAs e:flu .", &hidden);
    assert_eq!(alias.derived, 1);
    let key =
        found("e:number a owl:InverseFunctionalProperty . e:ann e:number 1 . e:x e:number 1 ; e:has e:flu .", &hidden);
    assert_eq!(key.derived, 1);
    let far = found("e:has a owl:TransitiveProperty . e:ann e:has e:cold . e:cold e:has e:flu .", &hidden);
    assert_eq!(far.derived, 1);
    assert!(found("e:has owl:propertyChainAxiom (e:a e:b) . e:ann e:a e:y .", &hidden).chains);
}

type Facts = BTreeSet<(u8, u8, u8)>;

/// All rules again and again, on sets.
fn slow(facts: &Facts, low: &[(u8, u8)], inverse: &[(u8, u8)], transitive: u8) -> Facts {
    let mut all = facts.clone();
    loop {
        let mut more = all.clone();
        for &(s, p, o) in &all {
            more.extend(low.iter().filter(|edge| edge.0 == p).map(|edge| (s, edge.1, o)));
            more.extend(inverse.iter().filter(|edge| edge.0 == p).map(|edge| (o, edge.1, s)));
            more.extend(inverse.iter().filter(|edge| edge.1 == p).map(|edge| (o, edge.0, s)));
            if p == transitive {
                more.extend(all.iter().filter(|next| next.0 == o && next.1 == p).map(|next| (s, p, next.2)));
            }
        }
        if more == all {
            return all;
        }
        all = more;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn closure_is_that_of_a_slow_reasoner(
        facts in proptest::collection::btree_set((0u8..5, 0u8..4, 0u8..5), 0..12),
        low in proptest::collection::vec((0u8..4, 0u8..4), 0..4),
        inverse in proptest::collection::vec((0u8..4, 0u8..4), 0..3),
        transitive in 0u8..4,
    ) {
        let mut graph = Graph::default();
        let property = |p: u8| format!("<http://p/{p}>");
        for (s, p, o) in &facts {
            graph.push_texts(&format!("<http://n/{s}>"), &property(*p), &format!("<http://n/{o}>"));
        }
        low.iter().for_each(|(a, b)| graph.push_texts(&property(*a), &format!("<{}>", iri::SUB_PROPERTY), &property(*b)));
        inverse.iter().for_each(|(a, b)| graph.push_texts(&property(*a), &format!("<{}>", iri::INVERSE), &property(*b)));
        graph.push_texts(&property(transitive), &format!("<{}>", iri::TYPE), &format!("<{}>", iri::TRANSITIVE));
        let schema = Schema::of(&graph);
        let found: BTreeSet<String> = closure(&graph.triples().collect::<Vec<_>>(), &schema).0.into_iter()
            .map(|t| [t.subject, t.predicate, t.object].map(|id| graph.dictionary.text(id).to_owned()).join(" "))
            .filter(|line| line.starts_with("<http://n/")).collect();
        let expected: BTreeSet<String> =
            slow(&facts, &low, &inverse, transitive).into_iter().map(|(s, p, o)| format!("<http://n/{s}> <http://p/{p}> <http://n/{o}>")).collect();
        prop_assert_eq!(found, expected);
    }
}
