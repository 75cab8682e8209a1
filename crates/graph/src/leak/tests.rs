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
    read(
        &mut graph,
        text.as_bytes(),
        RdfFormat::Turtle,
        &ReadOptions::default(),
        &Silent,
    )
    .unwrap();
    graph
}

/// What is found of hidden links, in a graph whose dictionary gets their terms.
fn found(text: &str, hidden: &[[&str; 3]]) -> Leak {
    found_by(text, hidden, Regime::Rules)
}

fn found_by(text: &str, hidden: &[[&str; 3]], regime: Regime) -> Leak {
    let mut graph = turtle(text);
    let mut link = |words: &[&str; 3]| {
        let [subject, predicate, object] =
            words.map(|word| graph.dictionary.intern(&format!("<http://e/{word}>")));
        Triple {
            subject,
            predicate,
            object,
        }
    };
    let hidden: Vec<Triple> = hidden.iter().map(&mut link).collect();
    leaks(&graph, &graph, &hidden, regime)
}

#[test]
fn an_inverse_that_was_left_tells_everything() {
    let hidden = [
        ["ann", "takesDrug", "aspirin"],
        ["bob", "takesDrug", "aspirin"],
    ];
    let told = found(
        "e:takesDrug owl:inverseOf e:isTakenBy . e:aspirin e:isTakenBy e:ann . e:bob e:knows e:ann .",
        &hidden,
    );
    assert_eq!(
        (told.derived, told.hidden, told.through),
        (1, 2, vec!["http://e/isTakenBy".to_owned()])
    );
    let clean = found(
        "e:takesDrug owl:inverseOf e:isTakenBy . e:bob e:knows e:ann .",
        &hidden,
    );
    assert_eq!(clean.derived, 0);
}

#[test]
fn sub_properties_and_other_names_tell_too() {
    let hidden = [["ann", "has", "flu"]];
    let below = found(
        "e:suffersFrom rdfs:subPropertyOf e:has . e:ann e:suffersFrom e:flu .",
        &hidden,
    );
    assert_eq!(below.derived, 1);
    let alias = found(
        "e:x owl:sameAs e:ann . e:x e:has e:influenza . e:influenza owl:sameAs e:flu .",
        &hidden,
    );
    assert_eq!(alias.derived, 1);
    let key = found(
        "e:number a owl:InverseFunctionalProperty . e:ann e:number 1 . e:x e:number 1 ; e:has e:flu .",
        &hidden,
    );
    assert_eq!(key.derived, 1);
    let far = found(
        "e:has a owl:TransitiveProperty . e:ann e:has e:cold . e:cold e:has e:flu .",
        &hidden,
    );
    assert_eq!(far.derived, 1);
}

/// A rule of OWL 2 RL, facts, the links that follow, and links that do not.
type Derived = (
    &'static str,
    &'static str,
    &'static [[&'static str; 3]],
    &'static [[&'static str; 3]],
);

/// Closures derived by hand; what a rule must not derive stands beside it.
const BY_HAND: &[Derived] = &[
    (
        "prp-spo1",
        "e:a rdfs:subPropertyOf e:has . e:ann e:a e:flu .",
        &[["ann", "has", "flu"]],
        &[["flu", "has", "ann"]],
    ),
    (
        "prp-eqp",
        "e:has owl:equivalentProperty e:a . e:ann e:a e:flu .",
        &[["ann", "has", "flu"]],
        &[["flu", "has", "ann"]],
    ),
    ("prp-inv", "e:a owl:inverseOf e:has . e:flu e:a e:ann .", &[["ann", "has", "flu"]], &[["flu", "has", "ann"]]),
    (
        "prp-symp",
        "e:has a owl:SymmetricProperty . e:flu e:has e:ann .",
        &[["ann", "has", "flu"]],
        &[["ann", "has", "ann"]],
    ),
    (
        "prp-trp",
        "e:has a owl:TransitiveProperty . e:ann e:has e:x . e:x e:has e:y . e:y e:has e:flu .",
        &[["ann", "has", "y"], ["ann", "has", "flu"], ["x", "has", "flu"]],
        &[["flu", "has", "ann"], ["y", "has", "x"]],
    ),
    (
        "prp-spo2, two steps",
        "e:has owl:propertyChainAxiom (e:a e:b) . e:ann e:a e:x . e:x e:b e:flu . e:ann e:b e:cold .",
        &[["ann", "has", "flu"]],
        &[["ann", "has", "cold"], ["ann", "has", "x"]],
    ),
    (
        "prp-spo2, three steps, behind a property below",
        "e:has owl:propertyChainAxiom (e:a e:b e:c) . e:low rdfs:subPropertyOf e:b .
         e:ann e:a e:x . e:x e:low e:y . e:y e:c e:flu . e:x e:c e:cold .",
        &[["ann", "has", "flu"]],
        &[["ann", "has", "cold"], ["x", "has", "flu"]],
    ),
    (
        "eq-rep",
        "e:x owl:sameAs e:ann . e:x e:has e:influenza . e:influenza owl:sameAs e:flu . e:bob e:has e:cold .",
        &[["ann", "has", "flu"], ["ann", "has", "influenza"]],
        &[["bob", "has", "flu"], ["ann", "has", "cold"]],
    ),
    (
        "eq-rep of properties",
        "e:has owl:sameAs e:a . e:b rdfs:subPropertyOf e:a . e:ann e:b e:flu .",
        &[["ann", "has", "flu"]],
        &[],
    ),
    (
        "prp-fp",
        "e:n a owl:FunctionalProperty . e:z e:n e:ann , e:x . e:y e:n e:bob . e:x e:has e:flu .",
        &[["ann", "has", "flu"]],
        &[["bob", "has", "flu"]],
    ),
    (
        "prp-ifp",
        "e:n a owl:InverseFunctionalProperty . e:ann e:n 1 . e:x e:n 1 . e:bob e:n 2 . e:x e:has e:flu .",
        &[["ann", "has", "flu"]],
        &[["bob", "has", "flu"]],
    ),
    (
        "prp-key, two properties, by a class below",
        "e:Person owl:hasKey (e:born e:town) . e:Nurse rdfs:subClassOf e:Person . e:ann a e:Nurse ; e:born 1 ; e:town e:lyon , e:bron .
         e:x a e:Person ; e:born 1 ; e:town e:bron ; e:has e:flu . e:bob a e:Person ; e:born 1 ; e:town e:nice .
         e:car e:born 1 ; e:town e:lyon . e:eve a e:Person ; e:born 1 .",
        &[["ann", "has", "flu"]],
        &[["bob", "has", "flu"], ["car", "has", "flu"], ["eve", "has", "flu"]],
    ),
    (
        "cls-maxc2",
        "e:One owl:onProperty e:n ; owl:maxCardinality 1 ; a owl:Restriction . e:z a e:One ; e:n e:ann , e:x . e:y e:n e:bob , e:x . e:x e:has e:flu .",
        &[["ann", "has", "flu"]],
        &[["bob", "has", "flu"]],
    ),
    (
        "cls-maxqc3",
        "e:One owl:onProperty e:n ; owl:maxQualifiedCardinality 1 ; owl:onClass e:Person ; a owl:Restriction .
         e:z a e:One ; e:n e:ann , e:x , e:bob . e:ann a e:Person . e:x a e:Person ; e:has e:flu .",
        &[["ann", "has", "flu"]],
        &[["bob", "has", "flu"]],
    ),
    (
        "two values are not one",
        "e:Two owl:onProperty e:n ; owl:maxCardinality 2 ; a owl:Restriction . e:z a e:Two ; e:n e:ann , e:x . e:x e:has e:flu . e:cy e:has e:flu .",
        &[["cy", "has", "flu"]],
        &[["ann", "has", "flu"]],
    ),
    (
        "cls-hv1 by a class below",
        "e:Sick owl:onProperty e:has ; owl:hasValue e:flu ; a owl:Restriction . e:Ward rdfs:subClassOf e:Sick . e:ann a e:Ward . e:bob a e:Other .",
        &[["ann", "has", "flu"]],
        &[["bob", "has", "flu"]],
    ),
    (
        "cls-hv1 by an equivalent class and a domain",
        "e:Sick owl:onProperty e:has ; owl:hasValue e:flu ; a owl:Restriction . e:Ward owl:equivalentClass e:Sick . e:lies rdfs:domain e:Ward . e:ann e:lies e:bed .",
        &[["ann", "has", "flu"]],
        &[["bed", "has", "flu"]],
    ),
];

#[test]
fn every_rule_has_a_closure_derived_by_hand() {
    for (rule, text, follows, does_not) in BY_HAND {
        for regime in [Regime::Rules, Regime::OwlRl] {
            let told = found_by(text, follows, regime);
            assert_eq!(told.derived, follows.len() as u64, "{rule}, {regime:?}");
            assert!(!told.through.is_empty(), "{rule}, {regime:?}");
            assert_eq!(
                found_by(text, does_not, regime).derived,
                0,
                "{rule}, {regime:?}"
            );
        }
    }
}

#[test]
fn class_expressions_are_the_reasoners() {
    // Whoever has a bed in the ward is in a class, and all of that class have the flu.
    let text = "e:Ward a owl:Class . e:InWard owl:onProperty e:bed ; owl:someValuesFrom e:Ward ; a owl:Restriction ; rdfs:subClassOf e:Sick .
        e:Sick owl:onProperty e:has ; owl:hasValue e:flu ; a owl:Restriction . e:ann e:bed e:b1 . e:b1 a e:Ward . e:bob e:bed e:b2 .";
    let hidden = [["ann", "has", "flu"], ["bob", "has", "flu"]];
    assert_eq!(found_by(text, &hidden, Regime::Rules).derived, 0);
    assert_eq!(found_by(text, &hidden, Regime::OwlRl).derived, 1);
}

type Facts = BTreeSet<(u8, u8, u8)>;

/// All rules again and again, on sets.
fn slow(facts: &Facts, low: &[(u8, u8)], inverse: &[(u8, u8)], transitive: u8) -> Facts {
    let mut all = facts.clone();
    loop {
        let mut more = all.clone();
        for &(s, p, o) in &all {
            more.extend(
                low.iter()
                    .filter(|edge| edge.0 == p)
                    .map(|edge| (s, edge.1, o)),
            );
            more.extend(
                inverse
                    .iter()
                    .filter(|edge| edge.0 == p)
                    .map(|edge| (o, edge.1, s)),
            );
            more.extend(
                inverse
                    .iter()
                    .filter(|edge| edge.1 == p)
                    .map(|edge| (o, edge.0, s)),
            );
            if p == transitive {
                more.extend(
                    all.iter()
                        .filter(|next| next.0 == o && next.1 == p)
                        .map(|next| (s, p, next.2)),
                );
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

/// A schema over four properties: below, inverse, transitive, symmetric, functional.
fn random_text(
    facts: &Facts,
    low: &[(u8, u8)],
    inverse: &[(u8, u8)],
    kinds: &[(u8, u8)],
    same: &[(u8, u8)],
) -> String {
    const KINDS: [&str; 4] = [
        "TransitiveProperty",
        "SymmetricProperty",
        "FunctionalProperty",
        "InverseFunctionalProperty",
    ];
    let mut text = String::new();
    let mut line = |words: String| text.push_str(&(words + " .\n"));
    facts
        .iter()
        .for_each(|(s, p, o)| line(format!("e:n{s} e:p{p} e:n{o}")));
    low.iter()
        .for_each(|(a, b)| line(format!("e:p{a} rdfs:subPropertyOf e:p{b}")));
    inverse
        .iter()
        .for_each(|(a, b)| line(format!("e:p{a} owl:inverseOf e:p{b}")));
    kinds
        .iter()
        .for_each(|(p, kind)| line(format!("e:p{p} a owl:{}", KINDS[*kind as usize])));
    same.iter()
        .for_each(|(a, b)| line(format!("e:n{a} owl:sameAs e:n{b}")));
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Our rules on columns against an independent reasoner, over all links that there could be. It takes all subjects of an
    /// inverse functional property for one, so there it only has to find all that we find.
    #[test]
    fn both_reasoners_find_the_same_links(
        facts in proptest::collection::btree_set((0u8..4, 0u8..4, 0u8..4), 0..8),
        low in proptest::collection::vec((0u8..4, 0u8..4), 0..3),
        inverse in proptest::collection::vec((0u8..4, 0u8..4), 0..2),
        kinds in proptest::collection::vec((0u8..4, 0u8..4), 0..3),
        same in proptest::collection::vec((0u8..4, 0u8..4), 0..2),
    ) {
        let graph = turtle(&random_text(&facts, &low, &inverse, &kinds, &same));
        let judged = reasoner::reasoned(&graph.dictionary, &graph.triples().collect::<Vec<_>>());
        let (all, schema) = closure(&graph.triples().collect::<Vec<_>>(), &Schema::of(&graph));
        let known: Set<Triple> = all.into_iter().collect();
        let exact = kinds.iter().all(|(_, kind)| *kind < 2);
        let node = |n: u8| graph.dictionary.find_iri(&format!("http://e/n{n}"));
        let property = |n: u8| graph.dictionary.find_iri(&format!("http://e/p{n}"));
        for (s, p, o) in (0..64u8).map(|n| (n % 4, n / 4 % 4, n / 16)) {
            let (Some(subject), Some(predicate), Some(object)) = (node(s), property(p), node(o)) else { continue };
            let link = Triple { subject, predicate, object };
            let (ours, theirs) = (known.contains(&named(&schema, link)), judged.contains(&link));
            prop_assert!(if exact { ours == theirs } else { theirs || !ours }, "n{} p{} n{}: {} {}", s, p, o, ours, theirs);
        }
    }
}
