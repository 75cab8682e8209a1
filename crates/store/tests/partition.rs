//! Where facts go: the exact data can be put together again, and nothing that identifies is public, through any history and any crash.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

mod common;

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
    let before = include_str!("vectors/kgastor/partition_before.ttl");
    let engine = engine(before);
    engine
        .insert(quads(
            "ex:other ex:disease ex:flu ; ex:age 21 ; ex:sex \"F\" ; ex:zipcode \"80509\" .",
        ))
        .unwrap();
    engine.publish().unwrap();
    let after = include_str!("vectors/kgastor/partition_after.trig");
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

#[test]
fn a_graph_that_bears_the_name_of_an_entity_is_private() {
    let engine = engine("ex:p1 { ex:a ex:likes ex:b }");
    assert_eq!(
        ask(&engine, "SELECT ?g { GRAPH ?g {} }", View::Public)
            .unwrap()
            .len(),
        1
    );
    engine.insert(quads(&people())).unwrap();
    engine.publish().unwrap();
    assert!(!public_text(&engine).contains("org/a>"));
    assert_eq!(
        ask(&engine, "SELECT ?g { GRAPH ?g {} }", View::Public).unwrap(),
        [""; 0]
    );
    assert!(
        as_set(engine.exact(None).unwrap())
            .is_superset(&as_set(quads("ex:p1 { ex:a ex:likes ex:b }")))
    );
}

#[test]
fn counterfeits_are_public_only_and_go_with_their_release() {
    let engine = engine(&people());
    engine.publish().unwrap();
    for at in [0, 1, 2] {
        update(&engine, &format!("DELETE WHERE {{ ex:p{at} ?p ?o }}")).unwrap();
    }
    let summary = engine.publish().unwrap();
    assert!(summary.counterfeits > 0);
    let count = "SELECT (COUNT(*) AS ?n) { ?s ex:disease ?d }";
    let patients = |view| {
        ask(&engine, count, view).unwrap()[0]
            .split('"')
            .nth(1)
            .unwrap()
            .parse::<usize>()
            .unwrap()
    };
    assert_eq!(patients(View::Public), 5 + summary.counterfeits);
    assert_eq!(patients(View::Whole), 5, "privileged users do not see them");
    let typed = "SELECT ?s { ?s ex:disease ?d FILTER NOT EXISTS { ?s a ex:Patient ; ex:treatedIn ?w ; ex:age ?a ; ex:zipcode ?z } }";
    assert_eq!(
        ask(&engine, typed, View::Public).unwrap(),
        [""; 0],
        "a counterfeit has all that others have"
    );
    let entries = engine.entries();
    assert_eq!(
        entries.iter().filter(|entry| entry.counterfeit).count(),
        summary.counterfeits
    );
    let labels: Vec<String> = entries.iter().map(|entry| entry.entity.clone()).collect();
    engine.publish().unwrap();
    assert!(
        labels
            .iter()
            .all(|label| !public_text(&engine).contains(label.as_str()))
    );
}

#[test]
fn who_is_incomplete_or_too_many_waits_and_is_reported() {
    let engine = engine(
        "ex:a ex:disease ex:flu ; ex:age 3 ; ex:zipcode \"1\" . ex:b ex:disease ex:flu ; ex:age 4 ; ex:zipcode \"2\" . ex:c ex:age 5 .",
    );
    let summary = engine.publish().unwrap();
    assert_eq!(
        (summary.entities, summary.deferred, summary.incomplete),
        (0, 2, 1)
    );
    assert_eq!(public_text(&engine), "");
}

#[test]
fn what_a_release_copied_is_no_fact_of_who_becomes_an_entity() {
    let person = |who: u8, disease: &str| {
        format!(
            "ex:p{who} a ex:Patient ; ex:name \"Name {who}\" ; ex:age {who} ; ex:zipcode \"0000{who}\" ; ex:disease ex:{disease} ."
        )
    };
    let engine = engine(&format!(
        "ex:p8 ex:likes ex:p1 . {} {}",
        person(1, "flu"),
        person(2, "gout")
    ));
    engine.publish().unwrap();
    assert!(
        public_text(&engine).contains("org/p8>"),
        "of nobody that is protected"
    );
    update(&engine, "DELETE WHERE { ex:p8 ?p ?o }").unwrap();
    engine.insert(quads(&person(8, "flu"))).unwrap();
    assert_eq!(
        as_set(engine.exact(None).unwrap()),
        as_set(quads(
            &[1, 2, 8]
                .map(|who| { person(who, if who == 2 { "gout" } else { "flu" }) })
                .concat()
        ))
    );
    assert!(!public_text(&engine).contains("org/p8>"));
    engine.insert(quads("ex:p9 ex:likes ex:p1 .")).unwrap();
    engine.publish().unwrap();
    engine.insert(quads(&person(9, "gout"))).unwrap();
    assert!(
        as_set(engine.exact(None).unwrap()).is_superset(&as_set(quads("ex:p9 ex:likes ex:p1 .")))
    );
    assert!(!public_text(&engine).contains("org/p9>"));
}

#[test]
fn counterfeits_lose_what_those_lose_whom_they_copy() {
    let person = |who: u8, disease: &str| {
        format!(
            "ex:p{who} a ex:Patient ; ex:age {who} ; ex:zipcode \"8050{who}\" ; ex:disease ex:{disease} ."
        )
    };
    let engine = engine(&format!("{} {}", person(1, "flu"), person(2, "gout")));
    engine.publish().unwrap();
    update(&engine, "DELETE WHERE { ex:p2 ?p ?o }").unwrap();
    engine
        .insert(quads(
            "ex:p1 ex:likes ex:p3 ; ex:author \"Somebody\" ; ex:title \"A title\" .",
        ))
        .unwrap();
    let summary = engine.publish().unwrap();
    assert_eq!((summary.entities, summary.counterfeits), (1, 1));
    let count = |part: &str| public_text(&engine).matches(part).count();
    assert_eq!(
        (count("org/p3>"), count("Somebody"), count("A title")),
        (2, 2, 2),
        "the counterfeit has copies"
    );
    // Who is liked turns out to be somebody, a text to be a name, a property to tell a disease.
    engine.insert(quads(&person(3, "flu"))).unwrap();
    assert_eq!(count("org/p3>"), 0);
    engine
        .insert(quads("ex:p3 ex:name \"Somebody\" ."))
        .unwrap();
    assert_eq!(count("Somebody"), 0);
    engine
        .insert(quads("ex:title rdfs:subPropertyOf ex:disease ."))
        .unwrap();
    assert_eq!(count("A title"), 0);
    engine.publish().unwrap();
    assert_eq!(
        (count("org/p3>"), count("Somebody"), count("A title")),
        (0, 0, 0)
    );
}

/// What can happen to a store.
#[derive(Debug, Clone)]
enum Event {
    Insert(u8, u8, u8),
    Delete(u8),
    Disease(u8, u8),
    Open(u8, u8),
    Publish,
    Crash,
    Snapshot,
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let event = prop_oneof![
        6 => (0..12u8, 0..4u8, 0..60u8).prop_map(|(who, disease, age)| Event::Insert(who, disease, age)),
        2 => (0..12u8).prop_map(Event::Delete),
        2 => (0..12u8, 0..4u8).prop_map(|(who, disease)| Event::Disease(who, disease)),
        2 => (0..12u8, 0..12u8).prop_map(|(one, other)| Event::Open(one, other)),
        2 => Just(Event::Publish),
        1 => Just(Event::Crash),
        1 => Just(Event::Snapshot),
    ];
    prop::collection::vec(event, 1..30)
}

fn text_of(event: &Event) -> Option<String> {
    Some(match event {
        Event::Insert(who, disease, age) => format!(
            "DELETE {{ ex:p{who} ?p ?o }} INSERT {{ ex:p{who} a ex:Patient ; ex:name \"Name {who}\" ; ex:age {age} ; ex:zipcode \"{age:05}\" ; \
             ex:disease ex:d{disease} ; ex:treatedIn ex:ward }} WHERE {{ OPTIONAL {{ ex:p{who} ?p ?o }} }}"
        ),
        Event::Delete(who) => format!("DELETE WHERE {{ ex:p{who} ?p ?o }}"),
        Event::Disease(who, disease) => format!(
            "DELETE {{ ?p ex:disease ?old }} INSERT {{ ?p ex:disease ex:d{disease} }} WHERE {{ ?p ex:name \"Name {who}\" ; ex:disease ?old }}"
        ),
        Event::Open(one, other) => {
            format!(
                "INSERT DATA {{ ex:p{one} ex:likes ex:p{other} . ex:thing{one} ex:likes ex:thing{other} }}"
            )
        }
        Event::Publish | Event::Crash | Event::Snapshot => return None,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// A store through any history, with crashes, against a plain store that gets the same updates.
    #[test]
    fn any_history_keeps_the_exact_data_and_no_secret(events in events()) {
        let folder = tempfile::tempdir().unwrap();
        let open = || Engine::open(folder.path(), hospital(), HOSPITAL).unwrap();
        let mut engine = open();
        let plain = oxigraph::store::Store::new().unwrap();
        let mut ever = BTreeSet::new();
        for event in &events {
            if let Event::Insert(who, _, _) = event {
                ever.insert(*who);
            }
            if let Some(text) = text_of(event) {
                update(&engine, &text).unwrap();
                #[allow(deprecated, reason = "the shortest call of the plain store")]
                plain.update(&format!("PREFIX ex: <http://example.org/> {text}")).unwrap();
            }
            match event {
                Event::Publish => { engine.publish().unwrap(); }
                Event::Snapshot => engine.snapshot().unwrap(),
                Event::Crash => {
                    let (before, entries) = (public_text(&engine), engine.entries());
                    drop(engine);
                    engine = open();
                    let lines = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
                    prop_assert_eq!(lines(&public_text(&engine)), lines(&before));
                    prop_assert_eq!(engine.entries(), entries);
                }
                _ => {}
            }
            let expected: BTreeSet<String> = plain.iter().map(|quad| quad.unwrap().to_string()).collect();
            prop_assert_eq!(as_set(engine.exact(None).unwrap()), expected);
            let public = public_text(&engine);
            prop_assert!(!public.contains("Name ") && !public.contains("http://private"), "{}", public);
            prop_assert!(ever.iter().all(|who| !public.contains(&format!("org/p{who}>"))), "{}", public);
        }
        engine.publish().unwrap();
        let ages = ask(&engine, "SELECT ?o { ?s ex:age ?o FILTER(!isBlank(?o)) }", View::Public).unwrap();
        prop_assert_eq!(ages, Vec::<String>::new());
    }
}
