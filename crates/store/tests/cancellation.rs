//! Queries and updates that multiply everything with everything end soon after they were given up.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

mod common;

use std::sync::{Arc, mpsc};
use std::time::Duration;

use bauta_store::engine::evaluation;
use bauta_store::{Asked, Context, Engine, Error, Using, View};
use common::{as_set, hospital, public_text, quads, rows};
use oxigraph::sparql::{CancellationToken, QueryResults};

/// Looks at all rows.
fn passed(results: QueryResults<'_>) -> bauta_store::Result<()> {
    match results {
        QueryResults::Boolean(_) => Ok(()),
        QueryResults::Solutions(mut rows) => {
            rows.try_for_each(|row| row.map(drop).map_err(evaluation))
        }
        QueryResults::Graph(mut triples) => {
            triples.try_for_each(|triple| triple.map(drop).map_err(evaluation))
        }
    }
}

/// Each would go on for days, and reads no fact for most of the time.
const ENDLESS: [&str; 12] = [
    "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n1 ?o . ?p ?q ?r }",
    "SELECT (COUNT(*) AS ?n) { { ?a ?b ?c } { ?d ?e ?f } { ?g ?h ?i } { ?j ?k ?l } { ?m ?n1 ?o } { ?p ?q ?r } }",
    "SELECT (COUNT(*) AS ?n) { { SELECT * { ?a ?b ?c } ORDER BY ?a } { SELECT * { ?d ?e ?f } ORDER BY ?d } { SELECT * { ?g ?h ?i } ORDER BY ?g } { SELECT * { ?j ?k ?l } ORDER BY ?j } { SELECT * { ?m ?n1 ?o } ORDER BY ?m } }",
    "SELECT * { { ?a ?b ?c } { ?d ?e ?f } { ?g ?h ?i } OPTIONAL { ?j ?k ?l . ?m ?n1 ?o } FILTER(STRLEN(CONCAT(STR(?a), STR(?d), STR(?g))) < 0) }",
    "ASK { FILTER EXISTS { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n1 ?o FILTER(?a = 1 && ?d = 1 && ?g = 1) } }",
    "SELECT (COUNT(*) AS ?n) { VALUES ?a { ROWS } VALUES ?b { ROWS } VALUES ?c { ROWS } VALUES ?d { ROWS } VALUES ?e { ROWS } VALUES ?f { ROWS } }",
    "SELECT (COUNT(*) AS ?n) { VALUES ?a { ROWS } VALUES ?b { ROWS } VALUES ?c { ROWS } MINUS { VALUES ?a { ROWS } VALUES ?d { ROWS } } }",
    "SELECT (COUNT(*) AS ?n) { VALUES ?a { ROWS } VALUES ?b { ROWS } VALUES ?c { ROWS } VALUES ?d { ROWS } FILTER(?a + ?b + ?c + ?d = -7) }",
    "SELECT * { VALUES ?a { ROWS UNDEF } VALUES ?b { ROWS UNDEF } VALUES ?c { ROWS UNDEF } VALUES ?d { ROWS } FILTER(!BOUND(?a) && STRLEN(CONCAT(STR(?a), STR(?b), STR(?c))) < 0) }",
    "SELECT * { { {} UNION {} UNION {} UNION {} UNION {} UNION {} UNION {} UNION {} } EMPTY FILTER(COALESCE(?nothing, -1) > 0) }",
    "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l BIND(?c = ?f AS ?z) FILTER(?z && ?i = ?l && STR(?a) = STR(?d)) FILTER(STR(?g) < STR(?a)) }",
    "ASK { ?s ?p ?o MINUS { VALUES ?a { ROWS } VALUES ?b { ROWS } VALUES ?c { ROWS } VALUES ?d { ROWS } FILTER(?a + ?b + ?c + ?d < 0) } FILTER(?s = 1) }",
];

/// The same of updates.
const ENDLESS_UPDATES: [&str; 4] = [
    "DELETE { ?a ?b ?c } WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n1 ?o FILTER(STRLEN(CONCAT(STR(?a), STR(?d), STR(?g), STR(?j), STR(?m))) < 0) }",
    "INSERT { ?s ex:p ?a } WHERE { ?s ?p ?o { VALUES ?a { ROWS } VALUES ?b { ROWS } VALUES ?c { ROWS } VALUES ?d { ROWS } FILTER(?a + ?b + ?c + ?d < 0) } }",
    "INSERT { ex:new ex:p ?a } WHERE { VALUES ?a { ROWS } VALUES ?b { ROWS } VALUES ?c { ROWS } MINUS { VALUES ?a { ROWS } VALUES ?d { ROWS } } }",
    "INSERT DATA { ex:first ex:name 'Somebody' ; a ex:Patient } ; DELETE { ?s ?p ?o } WHERE { ?s ?p ?o FILTER EXISTS { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l FILTER(STRLEN(CONCAT(STR(?a), STR(?d), STR(?g), STR(?j))) < 0) } }",
];

#[test]
fn a_query_that_would_be_planned_for_ever_is_refused() {
    let engine = Engine::in_memory(Context::open()).unwrap();
    let chain = |length: usize| {
        (0..length)
            .map(|at| format!("?v{at} <urn:p> ?v{} . ", at + 1))
            .collect::<String>()
    };
    let nested = |depth: usize| {
        format!(
            "{}{}",
            "{ ?a <urn:p> ?b OPTIONAL ".repeat(depth),
            "{ ?a <urn:q> ?c } }".to_owned() + &"}".repeat(depth - 1)
        )
    };
    let ask = |pattern: &str| {
        let asked = Asked::new(&format!("SELECT * {pattern}"), View::Public);
        engine.query(&asked, &CancellationToken::new(), |results| {
            Ok(rows(results))
        })
    };
    assert!(ask(&format!("{{ {} }}", chain(30))).is_ok() && ask(&nested(8)).is_ok());
    for endless in [
        format!("{{ {} }}", chain(400)),
        nested(40),
        format!("{{ FILTER EXISTS {{ {} }} }}", chain(400)),
    ] {
        assert!(matches!(ask(&endless), Err(Error::Refused(_))), "{endless}");
    }
}

#[test]
fn a_query_that_reads_no_fact_ends_when_it_is_cancelled() {
    let engine = Engine::in_memory(Context::open()).unwrap();
    let facts: String = (0..400)
        .map(|at| format!("ex:s{at} ex:p ex:o{at} . "))
        .collect();
    engine.insert(quads(&facts)).unwrap();
    let engine = Arc::new(engine);
    let values: String = (0..400).map(|at| format!("{at} ")).collect();
    let empty = "{ {} UNION {} UNION {} UNION {} UNION {} UNION {} UNION {} UNION {} } ".repeat(11);
    for view in [View::Public, View::Whole, View::Exact] {
        // One join only: where the optimiser asks the false filter first, nothing else is asked at its rows.
        let many = "1 ".repeat(12_000);
        let false_filters = (7..11).map(|number| {
            format!("SELECT (COUNT(*) AS ?n) {{ VALUES ?x {{ {many} }} VALUES ?y {{ {many} }} FILTER(?x + ?y = -{number}) }}")
        });
        for query in ENDLESS.map(str::to_owned).into_iter().chain(false_filters) {
            let token = CancellationToken::new();
            let asked = Asked::new(
                &query.replace("ROWS", &values).replace("EMPTY", &empty),
                view.clone(),
            );
            let (sender, receiver) = mpsc::channel();
            let (own, engine) = (token.clone(), Arc::clone(&engine));
            std::thread::spawn(move || sender.send(engine.query(&asked, &own, passed)));
            let early = receiver.recv_timeout(Duration::from_millis(300));
            assert!(early.is_err(), "the query is not endless: {query}");
            token.cancel();
            let answer = receiver.recv_timeout(Duration::from_secs(60));
            assert!(matches!(answer, Ok(Err(Error::TooLong))), "{query} goes on");
        }
    }
}

#[test]
fn nothing_comes_of_a_pattern_that_was_broken_off() {
    let engine = Engine::in_memory(Context::open()).unwrap();
    engine.insert(quads("ex:s ex:p ex:o .")).unwrap();
    let before = as_set(engine.exact(None).unwrap());
    let token = CancellationToken::new();
    token.cancel();
    for view in [View::Public, View::Whole, View::Exact] {
        for query in [
            "ASK { FILTER EXISTS { ?a ?b ?c } }",
            "ASK { FILTER NOT EXISTS { ?a ?b ?c } }",
        ] {
            let answer = engine.query(&Asked::new(query, view.clone()), &token, passed);
            assert!(matches!(answer, Err(Error::TooLong)), "{query}: {answer:?}");
        }
    }
    for pattern in ["EXISTS { ?a ?b ?c }", "NOT EXISTS { ?a ?b ?c }"] {
        let update = format!("INSERT {{ <urn:new> <urn:p> 1 }} WHERE {{ FILTER {pattern} }}");
        let done = engine.update(&update, None, Using::default(), token.clone());
        assert!(matches!(done, Err(Error::TooLong)), "{update}: {done:?}");
    }
    assert_eq!(as_set(engine.exact(None).unwrap()), before);
}

#[test]
fn an_update_that_is_cancelled_ends_and_has_done_nothing() {
    let engine = Engine::in_memory(hospital()).unwrap();
    let facts: String = (0..400)
        .map(|at| format!("ex:s{at} ex:p ex:o{at} . "))
        .collect();
    engine.insert(quads(&facts)).unwrap();
    let before = as_set(engine.exact(None).unwrap());
    let engine = Arc::new(engine);
    let values: String = (0..400).map(|at| format!("{at} ")).collect();
    for update in ENDLESS_UPDATES {
        let token = CancellationToken::new();
        let text = format!(
            "PREFIX ex: <http://example.org/> {}",
            update.replace("ROWS", &values)
        );
        let (sender, receiver) = mpsc::channel();
        let (own, asked) = (token.clone(), Arc::clone(&engine));
        std::thread::spawn(move || sender.send(asked.update(&text, None, Using::default(), own)));
        assert!(
            receiver.recv_timeout(Duration::from_millis(300)).is_err(),
            "the update is not endless: {update}"
        );
        token.cancel();
        let answer = receiver.recv_timeout(Duration::from_secs(60));
        assert!(
            matches!(answer, Ok(Err(Error::TooLong))),
            "{update} goes on"
        );
        assert_eq!(as_set(engine.exact(None).unwrap()), before, "{update}");
    }
    // Nor is anything learned from it.
    engine
        .insert(quads(
            "ex:note rdfs:label \"Somebody\" . ex:first rdfs:label \"The first\" .",
        ))
        .unwrap();
    assert!(
        public_text(&engine).contains("Somebody") && public_text(&engine).contains("The first")
    );
    // What is written is watched as well as what is read.
    let token = CancellationToken::new();
    token.cancel();
    let cleared = engine.update("CLEAR ALL", None, Using::default(), token);
    assert!(
        matches!(cleared, Err(Error::TooLong))
            && engine.exact(None).unwrap().len() == before.len() + 2
    );
}
