//! What follows from the public graph by reasoning: no link that was removed, under RDFS.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

mod common;

use std::collections::BTreeSet;

use bauta_store::Engine;
use common::{engine, people, quads, update};
use oxigraph::model::Term;
use proptest::prelude::*;

type Fact = (String, String, String);

const SUB: &str = "<http://www.w3.org/2000/01/rdf-schema#subPropertyOf>";

fn public(engine: &Engine) -> BTreeSet<Fact> {
    let fact = |quad: oxigraph::model::Quad| {
        (
            quad.subject.to_string(),
            quad.predicate.to_string(),
            Term::to_string(&quad.object),
        )
    };
    engine
        .public()
        .iter()
        .map(|quad| fact(quad.unwrap()))
        .collect()
}

/// Everything that follows by the rules of RDFS about properties (rdfs5, rdfs7), slowly; those about classes add types only.
fn closure(mut facts: BTreeSet<Fact>) -> BTreeSet<Fact> {
    loop {
        let above: Vec<(String, String)> = facts
            .iter()
            .filter(|fact| fact.1 == SUB)
            .map(|fact| (fact.0.clone(), fact.2.clone()))
            .collect();
        let mut more = Vec::new();
        for (low, high) in &above {
            more.extend(
                facts
                    .iter()
                    .filter(|fact| fact.1 == *low)
                    .map(|fact| (fact.0.clone(), high.clone(), fact.2.clone())),
            );
            more.extend(
                above
                    .iter()
                    .filter(|own| own.0 == *high)
                    .map(|own| (low.clone(), SUB.to_owned(), own.1.clone())),
            );
        }
        let before = facts.len();
        facts.extend(more);
        if facts.len() == before {
            return facts;
        }
    }
}

/// Nothing of a protected property follows that was not published as such.
fn judged(engine: &Engine) {
    let own = public(engine);
    let all = closure(own.clone());
    for name in ["name", "mail", "disease", "age", "zipcode", "sex"] {
        let property = format!("<http://example.org/{name}>");
        // Of things that are no entities nothing was removed.
        let about = |fact: &&Fact| {
            fact.1 == property && (fact.0.starts_with("_:") || fact.2.starts_with("_:"))
        };
        let of =
            |facts: &BTreeSet<Fact>| facts.iter().filter(about).cloned().collect::<BTreeSet<_>>();
        assert_eq!(of(&all), of(&own), "{name}");
    }
}

#[test]
fn open_properties_below_protected_ones_are_withheld() {
    let engine = engine(&people());
    engine
        .insert(quads(
            "ex:p1 ex:likes \"The tall one\" . ex:p2 ex:title \"Doctor\" .",
        ))
        .unwrap();
    engine.publish().unwrap();
    assert!(common::public_text(&engine).contains("The tall one"));
    // What is learned later takes away what is public with the next release, which shows the vocabulary itself as well.
    engine
        .insert(quads(
            "ex:likes rdfs:subPropertyOf ex:calls . ex:calls rdfs:subPropertyOf ex:name .",
        ))
        .unwrap();
    judged(&engine);
    assert!(!common::public_text(&engine).contains("org/calls>"));
    engine.publish().unwrap();
    judged(&engine);
    assert!(common::public_text(&engine).contains("org/calls>"));
    assert!(
        !common::public_text(&engine).contains("The tall one")
            && common::public_text(&engine).contains("Doctor")
    );
    engine
        .insert(quads("ex:p3 ex:likes \"The short one\" ."))
        .unwrap();
    engine.publish().unwrap();
    judged(&engine);
    assert!(!common::public_text(&engine).contains("The short one"));
    // An inverse gives away as much, where the entity stands at its other end.
    engine.insert(quads("ex:book ex:title ex:p4 .")).unwrap();
    engine.publish().unwrap();
    assert!(common::public_text(&engine).contains("org/book>"));
    engine
        .insert(quads(
            "ex:title <http://www.w3.org/2002/07/owl#inverseOf> ex:mail .",
        ))
        .unwrap();
    engine.publish().unwrap();
    assert!(!common::public_text(&engine).contains("org/book>"));
    assert!(common::public_text(&engine).contains("Doctor"));
    update(
        &engine,
        "DELETE DATA { ex:title <http://www.w3.org/2002/07/owl#inverseOf> ex:mail }",
    )
    .unwrap();
    engine.publish().unwrap();
    assert!(
        common::public_text(&engine).contains("org/book>"),
        "nothing follows from it any more"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_removed_link_follows_from_any_ontology(
        links in prop::collection::vec((0..6usize, 0..8usize), 0..8),
        facts in prop::collection::vec((0..8usize, 0..4usize), 0..12),
        order in any::<bool>(),
    ) {
        // What is published of a protected property is no removed link, so that these are above others and not below.
        let names = ["likes", "title", "author", "treatedIn", "alias", "about", "name", "disease"];
        let schema: String = links.iter().map(|(low, high)| format!("ex:{} rdfs:subPropertyOf ex:{} . ", names[*low], names[*high])).collect();
        let open: String = facts.iter().map(|(who, what)| format!("ex:p{who} ex:{} \"value {who}\" . ", names[*what])).collect();
        let engine = engine(&people());
        if order {
            engine.publish().unwrap();
        }
        engine.insert(quads(&open)).unwrap();
        engine.insert(quads(&schema)).unwrap();
        judged(&engine);
        engine.publish().unwrap();
        judged(&engine);
        engine.insert(quads(&open.replace("value", "other"))).unwrap();
        judged(&engine);
    }
}
