//! Attempts to see what is private: random queries as a public user against planted secrets, and a store whose private graph is gone.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

mod common;

use bauta_store::{Asked, Engine, View, files};
use common::{ask, engine, people};
use oxigraph::model::GraphName;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// What nobody may see; part of every secret of the private graph.
const SECRETS: [&str; 6] = [
    "Name ",
    "mailto:",
    "org/p0>",
    "org/p5>",
    "8050",
    "http://private",
];

/// The most lines of an answer.
const LIMIT: usize = 300;

fn term() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec!["?a", "?b", "?c", "?d"]).prop_map(str::to_owned),
        1 => prop::sample::select(vec!["ex:p1", "ex:p5", "ex:ward1", "ex:flu", "ex:paper1", "\"Name 1\"", "23", "\"80501\"", "_:x"]).prop_map(str::to_owned),
    ]
}

fn subject() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["?a", "?b", "?c", "ex:p1", "ex:p5", "ex:paper1", "_:x"])
        .prop_map(str::to_owned)
}

fn predicate() -> impl Strategy<Value = String> {
    let names = vec![
        "?p",
        "ex:age",
        "ex:name",
        "ex:disease",
        "owl:sameAs",
        "a",
        "ex:author",
        "^ex:author",
        "ex:age/ex:minValue",
        "(ex:author|ex:age)*",
        "!ex:age",
        "(!a)?",
        "ex:age+",
        "^owl:sameAs",
    ];
    prop::sample::select(names).prop_map(str::to_owned)
}

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        prop::sample::select(vec!["?a", "?b", "?c", "23", "\"Name 1\"", "ex:p1", "true"])
            .prop_map(str::to_owned),
        (subject(), predicate(), term())
            .prop_map(|(s, p, o)| format!("EXISTS {{ GRAPH ?g {{ {s} {p} {o} }} }}")),
        (subject(), predicate(), term())
            .prop_map(|(s, p, o)| format!("NOT EXISTS {{ {s} {p} {o} }}")),
    ];
    leaf.prop_recursive(2, 8, 2, |inner| {
        (
            inner.clone(),
            prop::sample::select(vec!["=", "!=", "<", "||", "&&"]),
            inner,
        )
            .prop_map(|(a, op, b)| format!("(({a}) {op} ({b}))"))
    })
}

fn pattern() -> impl Strategy<Value = String> {
    let leaf = (subject(), predicate(), term()).prop_map(|(s, p, o)| {
        // A blank node of a pattern may not be used in two of them.
        format!(
            "{} {p} {} .",
            s.replace("_:x", "?x"),
            o.replace("_:x", "?y")
        )
    });
    leaf.prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} {b}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{{ {a} }} UNION {{ {b} }}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} OPTIONAL {{ {b} }}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} MINUS {{ {b} }}")),
            inner.clone().prop_map(|a| format!("GRAPH ?g {{ {a} }}")),
            inner
                .clone()
                .prop_map(|a| format!("{{ SELECT * {{ {a} }} }}")),
            (inner.clone(), expression()).prop_map(|(a, e)| format!("{a} FILTER({e})")),
            inner
                .clone()
                .prop_map(|a| format!("VALUES ?a {{ ex:p1 UNDEF }} {a}")),
            inner.prop_map(|a| format!("{{ {a} }} BIND(STR(?a) AS ?t{})", 0)),
        ]
    })
}

fn query() -> impl Strategy<Value = String> {
    let form = prop::sample::select(vec![
        "SELECT *",
        "SELECT DISTINCT *",
        "ASK",
        "CONSTRUCT { ?a ?p ?b . ?c <urn:x> ?d }",
        "DESCRIBE ?a ?b",
        "SELECT (COUNT(*) AS ?n)",
    ]);
    let data = prop::sample::select(vec![
        "",
        "",
        "",
        "FROM <http://private> ",
        "FROM NAMED <http://private> ",
        "FROM <http://private/sensitive> ",
    ]);
    (form, data, pattern()).prop_map(|(form, data, pattern)| {
        let limit = if form.starts_with("ASK") {
            String::new()
        } else {
            format!(" LIMIT {LIMIT}")
        };
        format!("{form} {data}WHERE {{ {pattern} }}{limit}")
            .replace("GRAPH ?g { GRAPH ?g", "GRAPH ?h { GRAPH ?g")
    })
}

/// The same store after everything private was taken out of it.
fn without_private(engine: &Engine) {
    for graph in engine.whole().named_graphs() {
        let name = GraphName::from(graph.unwrap());
        if matches!(&name, GraphName::NamedNode(node) if engine.context().is_private(node.as_str()))
        {
            engine.whole().clear_graph(name.as_ref()).unwrap();
        }
    }
}

/// The answer as it is sent.
fn sent(engine: &Engine, query: &str) -> Result<String, String> {
    let text = format!(
        "PREFIX ex: <http://example.org/> PREFIX owl: <http://www.w3.org/2002/07/owl#> {query}"
    );
    files::answer(engine, &Asked::new(&text, View::Public), None).map_err(|error| error.to_string())
}

/// Lines in order, since answers have none.
fn in_order(answer: &Result<String, String>) -> Vec<&str> {
    let mut lines: Vec<&str> = answer
        .as_ref()
        .unwrap_or_else(|error| error)
        .lines()
        .collect();
    lines.sort_unstable();
    lines
}

/// Whether a query finds more than it lets through: any of it may come then.
fn is_cut(engine: &Engine, query: &str) -> bool {
    let Some((form, rest)) = query
        .split_once("WHERE")
        .filter(|(form, _)| !form.starts_with("ASK") && !form.contains("COUNT"))
    else {
        return false;
    };
    let data = form.find("FROM").map_or("", |at| &form[at..]);
    sent(engine, &format!("SELECT * {data} WHERE {rest}"))
        .is_ok_and(|answer| answer.lines().count() >= LIMIT)
}

#[test]
fn random_queries_of_the_public_see_no_secret_and_no_difference() {
    let engine = engine(&people());
    engine.publish().unwrap();
    let mut runner = TestRunner::deterministic();
    let queries: Vec<String> = (0..1500)
        .map(|_| query().new_tree(&mut runner).unwrap().current())
        .collect();
    let before: Vec<_> = queries.iter().map(|query| sent(&engine, query)).collect();
    for (query, answer) in queries.iter().zip(&before) {
        let Ok(answer) = answer else { continue };
        // What the query says itself is no news.
        let own =
            |secret: &str| query.contains(secret.trim_start_matches("org/").trim_end_matches('>'));
        let found: Vec<_> = SECRETS
            .iter()
            .filter(|secret| answer.contains(**secret) && !own(secret))
            .collect();
        assert!(found.is_empty(), "{found:?} {query}\n{answer}");
    }
    without_private(&engine);
    let mut compared = 0;
    for (query, answer) in queries.iter().zip(&before) {
        if !is_cut(&engine, query) {
            assert_eq!(in_order(&sent(&engine, query)), in_order(answer), "{query}");
            compared += 1;
        }
    }
    assert!(compared > 1000, "only {compared} answers were compared");
    let bytes: usize = before.iter().flatten().map(String::len).sum();
    let refused = before.iter().filter(|answer| answer.is_err()).count();
    assert!(
        bytes > 100_000 && refused > 100,
        "{bytes} bytes, {refused} refused: the queries ask for nothing"
    );
}

#[test]
fn the_public_sees_the_same_when_the_private_graphs_are_gone() {
    let engine = engine(&people());
    engine.publish().unwrap();
    let queries = [
        "SELECT * { ?s ?p ?o }",
        "SELECT * { GRAPH ?g { ?s ?p ?o } }",
        "SELECT ?g { GRAPH ?g {} }",
        "DESCRIBE ?s { ?s ?p ?o }",
    ];
    let before: Vec<_> = queries
        .iter()
        .map(|query| ask(&engine, query, View::Public).unwrap())
        .collect();
    without_private(&engine);
    let after: Vec<_> = queries
        .iter()
        .map(|query| ask(&engine, query, View::Public).unwrap())
        .collect();
    assert_eq!(before, after);
    assert!(before[0].len() > 40);
}

/// Queries that the crate sparql-smith draws from its grammar: forms that nobody thought of.
#[test]
fn drawn_queries_of_the_whole_grammar_see_no_secret() {
    // As much room as the server's threads have: some are nested deeply.
    let thread = std::thread::Builder::new()
        .stack_size(64 << 20)
        .spawn(drawn_queries)
        .unwrap();
    thread.join().unwrap();
}

/// What a query answers, at most so much of it; none if it takes too long.
fn drawn(engine: &std::sync::Arc<Engine>, query: String) -> Option<Result<Vec<String>, String>> {
    use oxigraph::sparql::{CancellationToken, QueryResults};
    let (token, engine) = (CancellationToken::new(), std::sync::Arc::clone(engine));
    let (sender, receiver) = std::sync::mpsc::channel();
    let (own, text) = (token.clone(), query.clone());
    // As much room as the server's threads have: some are nested deeply.
    let thread = std::thread::Builder::new()
        .stack_size(64 << 20)
        .spawn(move || {
            let rows = |results: QueryResults<'_>| {
                Ok(match results {
                    QueryResults::Boolean(value) => vec![value.to_string()],
                    QueryResults::Solutions(rows) => {
                        rows.take(LIMIT).map(|row| format!("{row:?}")).collect()
                    }
                    QueryResults::Graph(triples) => triples
                        .take(LIMIT)
                        .map(|triple| format!("{triple:?}"))
                        .collect(),
                })
            };
            let answer = engine.query(&Asked::new(&query, View::Public), &own, rows);
            let _ = sender.send(answer.map_err(|error| error.to_string()));
        });
    thread.unwrap();
    // Some multiply everything with everything: they are given up, as the server does.
    let answer = receiver
        .recv_timeout(std::time::Duration::from_secs(1))
        .ok();
    token.cancel();
    let ended = answer.is_some()
        || receiver
            .recv_timeout(std::time::Duration::from_secs(60))
            .is_ok();
    assert!(ended, "goes on after it was given up: {text}");
    answer
}

fn drawn_queries() {
    use arbitrary::{Arbitrary, Unstructured};
    let engine = std::sync::Arc::new(engine(&people()));
    engine.publish().unwrap();
    let mut runner = TestRunner::deterministic();
    let bytes = prop::collection::vec(any::<u8>(), 1024);
    let mut answers = Vec::new();
    for _ in 0..120 {
        let bytes = bytes.new_tree(&mut runner).unwrap().current();
        let Ok(query) = sparql_smith::Query::arbitrary(&mut Unstructured::new(&bytes)) else {
            continue;
        };
        answers.extend(drawn(&engine, query.to_string()).map(|answer| (query.to_string(), answer)));
    }
    let told: Vec<_> = answers
        .iter()
        .filter_map(|(query, answer)| Some((query, answer.as_ref().ok()?)))
        .collect();
    for (query, answer) in &told {
        for secret in SECRETS {
            assert!(
                !answer.iter().any(|row| row.contains(secret)) || query.contains(secret),
                "{secret}: {query}"
            );
        }
    }
    assert!(
        told.len() > 20,
        "only {} of {} were answered",
        told.len(),
        answers.len()
    );
}
