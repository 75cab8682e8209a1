//! F14, M2: nothing that is done to private data can be seen before the next release. Ten kinds of private change, each followed by random queries of the public, whose
//! answers are compared byte by byte.

use bauta_store::{Asked, Engine, View, files};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::common::{engine, people, public_text, quads, update};

/// Random queries for each kind of change. One run of 500 finds nothing more; this many are asked at each test run.
const QUERIES: usize = 500;

/// Public facts that private ones may meet.
const WORLD: &str = "ex:doc1 rdfs:label \"John Staff\" ; ex:worksIn ex:ward1 . ex:nurse1 ex:title \"Nurse\" ; ex:likes ex:doc1 . ex:flu rdfs:label \"Influenza\" . \
     ex:visitor1 a ex:Visitor ; rdfs:label \"A visitor\" . ex:doc1g { ex:doc1 ex:likes ex:ward1 } ex:note1 rdfs:label \"A note\" ; ex:about ex:doc1 . \
     ex:gout rdfs:label \"Gout\" . ex:mailbox ex:of <mailto:new@example.org> . ex:room1 ex:floor 3 .";

/// A name, and the updates; each starts from the same release.
const CHANGES: [(&str, &str); 10] = [
    (
        "a new entity",
        "INSERT DATA { ex:n1 a ex:Patient ; ex:name \"New One\" ; ex:age 44 ; ex:zipcode \"80511\" ; ex:disease ex:flu ; ex:treatedIn ex:ward1 }",
    ),
    (
        "a public person becomes an entity",
        "INSERT DATA { ex:doc1 a ex:Patient }",
    ),
    (
        "a name that is a public text",
        "INSERT DATA { ex:p1 ex:name \"John Staff\" }",
    ),
    (
        "an identifier that is a public IRI",
        "INSERT DATA { ex:p1 ex:mail <mailto:new@example.org>, ex:doc1g }",
    ),
    (
        "a sensitive value becomes an entity by mistake",
        "INSERT DATA { ex:flu ex:age 5 }",
    ),
    (
        "open facts change",
        "DELETE { ?p ex:treatedIn ?w } INSERT { ?p ex:treatedIn ex:ward9 . ex:nurse1 ex:likes ?p } WHERE { ?p ex:treatedIn ?w }",
    ),
    (
        "entities are deleted",
        "DELETE WHERE { ex:p1 ?p ?o } ; DELETE WHERE { ex:p2 ex:disease ?o } ; DELETE WHERE { ?s ex:author ex:p1 }",
    ),
    (
        "quasi-identifiers and sensitive values change",
        "DELETE { ?p ex:age ?a ; ex:disease ?d } INSERT { ?p ex:age 77 ; ex:disease ex:gout } WHERE { ?p ex:age ?a ; ex:disease ?d }",
    ),
    (
        "what belongs to an entity",
        "INSERT DATA { ex:p3 ex:hasAddress [ ex:street \"12 High Street\" ; ex:room ex:room1 ] . ex:obs1 ex:patient ex:p3 ; ex:result \"positive\" ; ex:seenBy ex:doc1 . ex:p4 ex:livesIn ex:room1 }",
    ),
    (
        "a whole class becomes entities",
        "INSERT DATA { ex:Visitor rdfs:subClassOf ex:Patient . ex:likes rdfs:subPropertyOf ex:name . ex:p5 <http://www.w3.org/2002/07/owl#sameAs> ex:nurse1 }",
    ),
];

fn term() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "?a",
        "?b",
        "?c",
        "?a",
        "?b",
        "ex:doc1",
        "ex:nurse1",
        "ex:ward1",
        "ex:flu",
        "ex:visitor1",
        "\"John Staff\"",
        "<mailto:new@example.org>",
        "ex:note1",
    ])
}

fn property() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "?p",
        "?q",
        "rdfs:label",
        "ex:likes",
        "ex:disease",
        "a",
        "ex:treatedIn",
        "ex:age",
        "ex:of",
        "^ex:likes",
        "(ex:likes|ex:about)*",
        "!ex:age",
        "rdfs:subClassOf",
        "ex:title",
    ])
}

fn triple() -> impl Strategy<Value = String> {
    (term(), property(), term()).prop_map(|(s, p, o)| {
        let s = if s.starts_with('"') { "?a" } else { s };
        format!("{s} {p} {o} .")
    })
}

fn query() -> impl Strategy<Value = String> {
    let pattern = (triple(), triple(), 0..8u8).prop_map(|(one, other, form)| match form {
        0 => format!("GRAPH ?g {{ {one} }}"),
        1 => format!("{one} OPTIONAL {{ {other} }}"),
        2 => format!("{{ {one} }} UNION {{ {other} }}"),
        3 => format!("{one} FILTER NOT EXISTS {{ {other} }}"),
        4 => format!("{one} {other}"),
        5 => format!("GRAPH ?g {{ {one} OPTIONAL {{ {other} }} }}"),
        _ => one,
    });
    (pattern, 0..6u8).prop_map(|(pattern, form)| match form {
        0 => format!("SELECT (COUNT(*) AS ?n) WHERE {{ {pattern} }}"),
        1 => format!("ASK {{ {pattern} }}"),
        2 => format!("CONSTRUCT {{ ?a ?p ?b }} WHERE {{ {pattern} }} LIMIT 200"),
        3 => format!("DESCRIBE ?a WHERE {{ {pattern} }} LIMIT 30"),
        4 => format!("SELECT ?g (COUNT(?a) AS ?n) WHERE {{ {pattern} }} GROUP BY ?g"),
        _ => format!("SELECT * WHERE {{ {pattern} }} LIMIT 200"),
    })
}

fn answer(engine: &Engine, query: &str) -> String {
    let text = format!(
        "PREFIX ex: <http://example.org/> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> {query}"
    );
    match files::answer(engine, &Asked::new(&text, View::Public), None) {
        Ok(answer) => answer,
        Err(error) => error.to_string(),
    }
}

#[test]
fn ten_kinds_of_private_change_change_no_public_answer() {
    let mut runner = TestRunner::deterministic();
    let mut bytes = 0;
    for (name, change) in CHANGES {
        let engine = engine(&(people() + WORLD));
        // The second release has counterfeits.
        engine.publish().unwrap();
        update(&engine, "DELETE WHERE { ex:p7 ?p ?o }").unwrap();
        engine.publish().unwrap();
        let queries: Vec<String> = (0..QUERIES)
            .map(|_| query().new_tree(&mut runner).unwrap().current())
            .collect();
        let before: Vec<String> = queries.iter().map(|own| answer(&engine, own)).collect();
        let shown = public_text(&engine);
        update(
            &engine,
            &format!("PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> {change}"),
        )
        .unwrap();
        for (query, before) in queries.iter().zip(&before) {
            assert_eq!(&answer(&engine, query), before, "{name}: {query}");
            bytes += before.len();
        }
        assert_eq!(public_text(&engine), shown, "{name}");
        engine.publish().unwrap();
        assert_ne!(public_text(&engine), shown, "{name}");
    }
    assert!(bytes > 200_000, "the queries ask for nothing: {bytes}");
}

/// With the next release everything is gone that became private, graphs too.
#[test]
fn the_next_release_hides_what_became_private() {
    for restart in 0..3 {
        let folder = tempfile::tempdir().unwrap();
        let open = || {
            Engine::open(
                folder.path(),
                super::common::hospital(),
                super::common::HOSPITAL,
            )
            .unwrap()
        };
        let mut engine = open();
        engine.insert(quads(&(people() + WORLD))).unwrap();
        engine.publish().unwrap();
        update(
            &engine,
            "INSERT DATA { ex:doc1 a ex:Patient . ex:p1 ex:mail ex:doc1g }",
        )
        .unwrap();
        match restart {
            1 => {
                drop(engine);
                engine = open();
            }
            2 => {
                engine.snapshot().unwrap();
                drop(engine);
                engine = open();
            }
            _ => {}
        }
        let shown = public_text(&engine);
        assert!(
            shown.contains("John Staff") && shown.contains("org/doc1g>"),
            "{restart}"
        );
        engine.publish().unwrap();
        let shown = public_text(&engine);
        for gone in ["John Staff", "org/doc1>", "org/doc1g>"] {
            assert!(!shown.contains(gone), "{restart}: {gone} in {shown}");
        }
        let graphs = answer(&engine, "SELECT ?g { GRAPH ?g {} }");
        assert!(!graphs.contains("doc1g"), "{graphs}");
        update(&engine, "DROP ALL").unwrap();
        engine.publish().unwrap();
        assert_eq!(public_text(&engine), "", "{restart}");
    }
}
