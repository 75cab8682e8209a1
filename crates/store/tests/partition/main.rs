//! Where facts go: the exact data can be put together again, and nothing that identifies is public, through any history and any crash.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

mod addresses;
#[path = "../common/mod.rs"]
mod common;
mod entities;
mod laws;

use std::collections::BTreeSet;

use bauta_store::{Engine, View};
use common::{HOSPITAL, as_set, ask, engine, hospital, people, public_text, quads, update};
use oxigraph::io::{RdfFormat, RdfParser};
use oxigraph::model::dataset::CanonicalizationAlgorithm;
use oxigraph::model::{Dataset, Quad};
use proptest::prelude::*;

/// A data set up to the labels of blank nodes.
fn canonical(quads: impl IntoIterator<Item = Quad>) -> Dataset {
    let mut dataset: Dataset = quads.into_iter().collect();
    dataset.canonicalize(CanonicalizationAlgorithm::Unstable);
    dataset
}

#[test]
fn the_partition_of_the_vector_is_reproduced() {
    let before = include_str!("../vectors/kgastor/partition_before.ttl");
    let engine = engine(before);
    engine
        .insert(quads(
            "ex:other ex:disease ex:flu ; ex:age 21 ; ex:sex \"F\" ; ex:zipcode \"80509\" .",
        ))
        .unwrap();
    engine.publish().unwrap();
    let after = include_str!("../vectors/kgastor/partition_after.trig");
    let expected = canonical(
        RdfParser::from_format(RdfFormat::TriG)
            .for_slice(after)
            .map(Result::unwrap),
    );
    let link = ask(
        &engine,
        "SELECT ?x { GRAPH <http://private> { ex:patient1 owl:sameAs ?x } }",
        View::Whole,
    )
    .unwrap();
    let other = ask(
        &engine,
        "SELECT ?x { GRAPH <http://private> { ex:other owl:sameAs ?x } }",
        View::Whole,
    )
    .unwrap();
    let whole = engine.whole().iter().map(Result::unwrap);
    let of_patient = whole.filter(|quad| {
        let text = quad.to_string();
        !text.contains("http://example.org/other")
            && !text.contains(&other[0])
            && !text.contains("http://private/sensitive")
    });
    assert_eq!(link.len(), 1);
    assert_eq!(canonical(of_patient), expected);
}

#[test]
fn nothing_that_identifies_is_public() {
    let engine = engine(&people());
    assert_eq!(
        public_text(&engine).lines().count(),
        2,
        "before a release only what is about nobody"
    );
    let summary = engine.publish().unwrap();
    assert_eq!(
        (summary.entities, summary.deferred, summary.incomplete),
        (8, 0, 0)
    );
    let public = public_text(&engine);
    for secret in [
        "Name ",
        "mailto:",
        "/p0>",
        "/p7>",
        "8050",
        "http://private",
        "\"M\"",
    ] {
        assert!(!public.contains(secret), "{secret} in\n{public}");
    }
    assert!(
        public.contains("<http://example.org/paper1> <http://example.org/author> _:"),
        "objects are replaced"
    );
    assert_eq!(
        as_set(engine.exact(None).unwrap()),
        as_set(quads(&people()))
    );
}

#[test]
fn blank_nodes_of_two_releases_have_nothing_in_common() {
    let engine = engine(&people());
    let blanks = |engine: &Engine| -> BTreeSet<String> {
        public_text(engine)
            .split_whitespace()
            .filter(|word| word.starts_with("_:"))
            .map(str::to_owned)
            .collect()
    };
    engine.publish().unwrap();
    let first = blanks(&engine);
    engine.publish().unwrap();
    assert!(!first.is_empty() && first.is_disjoint(&blanks(&engine)));
}

/// Who answers first in one release must not answer first in the next for that reason.
#[test]
fn the_order_of_answers_tells_nothing_of_the_last_release() {
    let text: String = (0..200)
        .map(|at| format!("ex:p{at} ex:name \"Name {at}\" ; ex:age {at} ; ex:zipcode \"{at:05}\" ; ex:disease ex:d{} ; ex:treatedIn ex:ward{at} . ", at % 4))
        .collect();
    let engine = engine(&text);
    // The ward tells who is who; a context that is careful would not declare it open.
    let order = |engine: &Engine| {
        let text =
            "PREFIX ex: <http://example.org/> SELECT ?w { ?s ex:disease ?d ; ex:treatedIn ?w }";
        bauta_store::files::answer(engine, &bauta_store::Asked::new(text, View::Public), None)
            .unwrap()
    };
    engine.publish().unwrap();
    let first = order(&engine);
    engine.publish().unwrap();
    let second = order(&engine);
    let set = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(set(&first), set(&second));
    let same = first
        .lines()
        .zip(second.lines())
        .skip(1)
        .filter(|(a, b)| a == b)
        .count();
    assert!(same < 20, "{same} of 200 are where they were");
    // Nor are they in the order in which they came.
    let places: Vec<usize> = second
        .lines()
        .skip(1)
        .map(|line| line.trim().rsplit_once("ward").unwrap().1.parse().unwrap())
        .collect();
    let rising = places.windows(2).filter(|pair| pair[0] < pair[1]).count();
    assert!((50..150).contains(&rising), "{rising} of 199 rise");
}

#[test]
fn a_store_made_anew_is_the_same_store() {
    let engine = engine(&people());
    for at in 0..60 {
        engine.publish().unwrap();
        update(
            &engine,
            &format!("INSERT DATA {{ ex:thing{at} ex:likes ex:p1 . ex:g{at} ex:likes ex:ward1 }}"),
        )
        .unwrap();
    }
    let lines = |text: String| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
    let (public, exact) = (
        lines(public_text(&engine)),
        as_set(engine.exact(None).unwrap()),
    );
    assert_eq!(
        engine.tidy().unwrap(),
        !common::on_disk(),
        "sixty releases leave enough behind in memory"
    );
    assert!(!engine.tidy().unwrap(), "once is enough");
    assert_eq!(
        (
            lines(public_text(&engine)),
            as_set(engine.exact(None).unwrap())
        ),
        (public, exact)
    );
    engine.publish().unwrap();
    update(&engine, "DELETE WHERE { ex:p1 ?p ?o }").unwrap();
    engine.publish().unwrap();
    assert!(!public_text(&engine).contains("org/p1>"));
}

#[test]
fn derived_addresses_and_identifying_values_are_private_wherever_they_are() {
    let engine = engine(
        "<http://example.org/p1/letter> ex:title \"A letter\" . ex:note rdfs:label \"Name 1\" . ex:g { ex:a ex:likes ex:p1 . ex:b ex:likes ex:c }",
    );
    assert!(
        public_text(&engine).contains("letter"),
        "about nobody so far"
    );
    engine.insert(quads(&people())).unwrap();
    engine.publish().unwrap();
    let public = public_text(&engine);
    assert!(
        !public.contains("letter>") && !public.contains("Name 1") && !public.contains("/p1"),
        "{public}"
    );
    assert!(
        public.contains("\"A letter\""),
        "the open fact stays, under a blank node"
    );
    assert!(public.contains("<http://example.org/a> <http://example.org/likes> _:"));
    let all = format!(
        "{} {}",
        people(),
        "<http://example.org/p1/letter> ex:title \"A letter\" . ex:note rdfs:label \"Name 1\" . ex:g { ex:a ex:likes ex:p1 . ex:b ex:likes ex:c }"
    );
    assert_eq!(as_set(engine.exact(None).unwrap()), as_set(quads(&all)));
}
