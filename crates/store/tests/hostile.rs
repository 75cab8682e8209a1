//! Queries that strangers send to stop the store: each is refused or ended, and the store goes on.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

#[path = "common/mod.rs"]
mod common;
#[path = "common/http.rs"]
mod http;

use std::time::Duration;

use alloc_metrics::MetricAlloc;
use bauta_store::Context;
use bauta_store::endpoint::Settings;
use http::Server;

/// As the program has it: memory is bounded by what is counted here.
#[global_allocator]
static ALLOCATOR: MetricAlloc<std::alloc::System> = MetricAlloc::new(std::alloc::System);

fn server(settings: &Settings) -> Server {
    let server = Server::with(Context::open(), settings);
    let many: String = (0..1500)
        .map(|at| format!("<http://e.org/{at}> <http://e.org/p> {at} .\n"))
        .collect();
    server.engine.insert(common::quads(&many)).unwrap();
    server
}

/// Finding H1 a: a chain of operators is as deep as it is long, and the stack ended.
#[test]
fn long_chains_of_operators_are_refused() {
    let server = server(&Settings::default());
    for operator in ["+", "-", "*", "/", "=", "<", "||", " && "] {
        let chain = format!(
            "1{}",
            format!("{operator}1").repeat(190_000 / (operator.len() + 1))
        );
        for query in [
            format!("SELECT ({chain} AS ?x) {{}}"),
            format!("ASK {{ FILTER({chain} > 0) }}"),
            format!("SELECT * {{ ?s ?p ?o }} ORDER BY ({chain})"),
            format!("SELECT (SUM({chain}) AS ?n) {{ ?s ?p ?o }}"),
        ] {
            let reply = server.query(&query, None, "*/*");
            assert_eq!(reply.status, 400, "{operator}: {}", reply.text);
        }
        let update = format!("DELETE {{ ?s ?p ?o }} WHERE {{ ?s ?p ?o FILTER({chain} > 0) }}");
        assert_eq!(server.update(&update).status, 400, "{operator}");
    }
    for (start, part, end) in [
        ("DESCRIBE", " <urn:NEW>", ""),
        ("ASK {", "FILTER(1)", "}"),
        ("ASK {", "BIND(1 AS ?NEW)", "}"),
        ("ASK {} HAVING", "(1)", ""),
        ("ASK { ?s ", "<p>/", "<q> ?o }"),
        ("ASK { ?s ", "<p>|", "<q> ?o }"),
        ("SELECT ", "(1 AS ?NEW)", "{}"),
    ] {
        let own: String = (0..200_000 / part.len())
            .map(|at| part.replace("NEW", &format!("v{at}")))
            .collect();
        let query = format!(
            "BASE <http://e.org/> {start} {}{end}",
            &own[..own.len().min(240_000)]
        );
        let query = if end.is_empty() || query.len() < 250_000 {
            query
        } else {
            continue;
        };
        let reply = server.query(&query, None, "*/*");
        assert_eq!(reply.status, 400, "{part}: {}", reply.text);
    }
    assert_eq!(
        server
            .query("SELECT (1+1+1+1 AS ?x) {}", None, "*/*")
            .status,
        200
    );
}

/// Finding H1 b: texts that double, 924 bytes of query, took 8 GB.
#[test]
fn values_that_grow_without_end_are_refused() {
    let server = server(&Settings::default());
    let chain = |step: &dyn Fn(usize) -> String, last: usize| {
        let steps: String = (0..last)
            .map(|at| format!("BIND({} AS ?x{}) ", step(at), at + 1))
            .collect();
        format!("SELECT (STRLEN(?x{last}) AS ?n) {{ BIND(\"0123456789\" AS ?x0) {steps} }}")
    };
    let nested = |start: &str, open: &str, close: &str, times: usize| {
        format!(
            "SELECT (STRLEN({}{start}{}) AS ?n) {{}}",
            open.repeat(times),
            close.repeat(times)
        )
    };
    let refused = [
        chain(&|at| format!("CONCAT(?x{at}, ?x{at})"), 22),
        chain(&|at| format!("REPLACE(?x{at}, \"(.+)\", \"$1$1\")"), 22),
        chain(
            &|at| format!("REPLACE(?x{at}, \".+\", \"$0$0$0$0$0$0$0$0$0$0\")"),
            7,
        ),
        chain(
            &|at| format!("CONCAT({}?x{at})", format!("?x{at}, ").repeat(29)),
            5,
        ),
        nested(
            "\"aaaaaaaaaa\"",
            "REPLACE(",
            ", \".+\", \"$0$0$0$0$0$0$0$0$0$0\")",
            7,
        ),
        format!(
            "SELECT (STRLEN(GROUP_CONCAT(STR(?o); separator=\"{}\")) AS ?n) {{ ?s ?p ?o }}",
            "x".repeat(20_000)
        ),
    ];
    for query in refused {
        let reply = server.query(&query, None, "text/csv");
        assert_eq!(reply.status, 503, "{query}: {}", reply.text);
        assert!(reply.text.contains("memory"), "{}", reply.text);
    }
    // What stays short is answered, and as the standard says.
    let answered = [
        (chain(&|at| format!("CONCAT(?x{at}, ?x{at})"), 12), "40960"),
        (chain(&|at| format!("REPLACE(?x{at}, \"(.)\", \"$1$1\")"), 5), "320"),
        (nested("\"é\"", "ENCODE_FOR_URI(", ")", 50), "202"),
        (
            "SELECT (CONCAT(\"a\"@en, \"b\"@en, \"c\"@en, \"d\"@en, \"e\"@en, \"f\"@en, \"g\"@en, \"h\"@en, \"i\"@en, \"j\"@en) AS ?n) {}".to_owned(),
            "abcdefghij",
        ),
        (
            "SELECT (LANG(REPLACE(\"abcABC\"@en, \"B\", \"$0$0\", \"i\")) AS ?n) {}".to_owned(),
            "en",
        ),
        (
            "SELECT (CONCAT(REPLACE(\"a.b\", \".\", \"x\", \"q\"), REPLACE(\"aé b\", \"[^a-z]+\", \"-\"), REPLACE(\"abc\", \"x*\", \"-\")) AS ?n) {}".to_owned(),
            "axba-b-a-b-c-",
        ),
        (
            "SELECT (COALESCE(REPLACE(1, \"a\", \"b\"), \"error\") AS ?n) {}".to_owned(),
            "error",
        ),
        ("SELECT (CONCAT() AS ?n) {}".to_owned(), ""),
        // No row is lost where the text is empty.
        (
            "SELECT (CONCAT(\"[\", GROUP_CONCAT(?none), \"]\") AS ?n) { ?s <urn:none> ?none }".to_owned(),
            "[]",
        ),
    ];
    for (query, expected) in answered {
        let reply = server.query(&query, None, "text/csv");
        assert_eq!(
            reply.text.lines().nth(1),
            Some(expected),
            "{query}: {}",
            reply.text
        );
    }
}

/// Finding H1 b: one `ORDER BY` took 4.1 GB.
#[test]
fn what_sorts_groups_and_joins_is_bounded_in_memory() {
    let settings = Settings {
        memory_limit: 32 << 20,
        time_limit: Duration::from_secs(600),
        ..Settings::default()
    };
    let server = server(&settings);
    for query in [
        "SELECT * { ?a ?b ?c . ?d ?e ?f } ORDER BY ?c ?f LIMIT 1",
        "SELECT DISTINCT ?a ?d { ?a ?b ?c . ?d ?e ?f FILTER(?c < 0 || ?f >= 0) } LIMIT 1 OFFSET 2000000",
        "SELECT (COUNT(*) AS ?n) { SELECT ?a ?d (COUNT(*) AS ?m) { ?a ?b ?c . ?d ?b ?f } GROUP BY ?a ?d }",
        "SELECT (COUNT(DISTINCT *) AS ?n) { ?a ?b ?c . ?d ?b ?f }",
        "SELECT (COUNT(*) AS ?n) { { SELECT * { ?a ?b ?c . ?d ?b ?f } OFFSET 1 } { SELECT * { ?a ?b ?g . ?d ?b ?h } OFFSET 1 } }",
        "SELECT (COUNT(*) AS ?n) { ?a ?b ?c MINUS { ?a ?b ?x . ?d ?b ?f } }",
        "SELECT (COUNT(*) AS ?n) { ?a ?b ?c OPTIONAL { SELECT * { ?a ?b ?x . ?d ?b ?f } OFFSET 1 } }",
        "CONSTRUCT { ?a ?b ?f } { ?a ?b ?c . ?d ?b ?f }",
        "SELECT (MAX(?x) AS ?n) { ?a ?b ?c BIND(CONCAT(STR(?c), \"PAD\") AS ?x) }",
    ] {
        let query = query.replace("PAD", &"p".repeat(40_000));
        let reply = server.query(&query, None, "*/*");
        assert_eq!(reply.status, 503, "{} {}", &query[..40], reply.text);
        assert!(reply.text.contains("memory"), "{}", reply.text);
    }
    let reply = server.query(
        "SELECT ?a { ?a ?b ?c } ORDER BY DESC(?c) LIMIT 1",
        None,
        "text/csv",
    );
    assert!(reply.text.contains("/1499"), "{}", reply.text);
}

/// What is only read and written down is held too, until it is sent.
#[test]
fn large_answers_are_bounded_in_memory() {
    let settings = Settings {
        memory_limit: 1 << 20,
        ..Settings::default()
    };
    let server = server(&settings);
    for at in 0..20 {
        let more = format!(
            "INSERT DATA {{ <http://e.org/l{at}> <http://e.org/q> \"{}\" }}",
            "y".repeat(200_000)
        );
        assert_eq!(server.update(&more).status, 204);
    }
    let reply = server.query("SELECT * { ?s <http://e.org/q> ?o }", None, "*/*");
    assert!(
        reply.status == 503 && reply.text.contains("memory"),
        "{}",
        reply.status
    );
    let reply = server.query("CONSTRUCT WHERE { ?s <http://e.org/q> ?o }", None, "*/*");
    assert!(
        reply.status == 503 && reply.text.contains("memory"),
        "{}",
        reply.status
    );
    let reply = server.send("GET", "/store?default", None, &[], b"");
    assert!(
        reply.status == 503 && reply.text.contains("memory"),
        "{}",
        reply.status
    );
}

/// Each holds less than one may, and all together more than there is for strangers.
#[test]
fn strangers_together_are_bounded_in_memory() {
    let settings = Settings {
        memory_limit: 40 << 20,
        time_limit: Duration::from_secs(15),
        ..Settings::default()
    };
    let server = server(&settings);
    // About 15 MB that are sorted, and held while a product goes on.
    let query = "SELECT (COUNT(*) AS ?n) { { SELECT ?a ?d { ?a ?b ?c . ?d ?b ?f FILTER(?c < 40) } ORDER BY ?a } { SELECT ?x ?y { ?x ?b ?c . ?y ?b ?f FILTER(?c < 40) } ORDER BY ?y LIMIT 1000 } FILTER(STRLEN(CONCAT(STR(?a), STR(?x))) < 0) }";
    let alone = server.query(query, None, "*/*");
    assert!(
        [200, 503].contains(&alone.status) && !alone.text.contains("memory"),
        "{}",
        alone.text
    );
    let replies: Vec<String> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| server.query(query, None, "*/*").text))
            .collect();
        all.into_iter().map(|own| own.join().unwrap()).collect()
    });
    let refused = replies
        .iter()
        .filter(|text| text.contains("memory"))
        .count();
    assert!((1..8).contains(&refused), "{refused} of 8 refused");
    // Nothing is held when they are over.
    let after = server.query(query, None, "*/*");
    assert!(!after.text.contains("memory"), "{}", after.text);
}

/// Seconds that each of some callers waits for an answer, all at once.
fn at_once(server: &Server, callers: usize, query: &str) -> Vec<f64> {
    std::thread::scope(|scope| {
        let each: Vec<_> = (0..callers)
            .map(|_| {
                scope.spawn(|| {
                    let started = std::time::Instant::now();
                    let reply = server.query(query, None, "text/csv");
                    assert_eq!(reply.status, 200, "{}", reply.text);
                    started.elapsed().as_secs_f64()
                })
            })
            .collect();
        each.into_iter().map(|own| own.join().unwrap()).collect()
    })
}

/// Finding F9: eight queries that never end held up everybody. Now a short one is done long before the first of them.
#[test]
fn short_queries_are_answered_beside_eight_that_never_end() {
    let settings = Settings {
        time_limit: Duration::from_secs(30),
        ..Settings::default()
    };
    let server = server(&settings);
    let values: String = (0..6000).map(|_| "1 ").collect();
    let endless = [
        format!("SELECT (COUNT(*) AS ?n) {{ VALUES ?x {{ {values} }} VALUES ?y {{ {values} }} VALUES ?z {{ {values} }} FILTER(?x + ?y + ?z = -7) }}"),
        "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?b ?f . ?g ?b ?h . ?i ?b ?j FILTER(?c + ?f + ?h + ?j < 0) }".to_owned(),
        "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l FILTER(STRLEN(CONCAT(STR(?a), STR(?d), STR(?g), STR(?j))) < 0) }".to_owned(),
    ];
    std::thread::scope(|scope| {
        let hostile: Vec<_> = (0..8)
            .map(|at| {
                let (server, query) = (&server, &endless[at % endless.len()]);
                scope.spawn(move || (server.query(query, None, "*/*"), std::time::Instant::now()))
            })
            .collect();
        // All eight are at work.
        while !server
            .send("GET", "/metrics", None, &[], b"")
            .text
            .contains("bauta_queries_total 8")
        {
            std::thread::yield_now();
        }
        let short =
            "SELECT (COUNT(*) AS ?n) { ?s ?p ?o FILTER(STRLEN(CONCAT(STR(?s), STR(?o))) > 0) }";
        let waited: Vec<f64> = (0..5).flat_map(|_| at_once(&server, 4, short)).collect();
        let owner = server.query(short, Some(&server.token), "text/csv");
        let done = std::time::Instant::now();
        assert_eq!(owner.status, 200);
        eprintln!("beside eight: {waited:.2?} s");
        let mut beside = 0;
        for own in hostile {
            let (reply, ended) = own.join().unwrap();
            assert_eq!(reply.status, 503, "{}", reply.text);
            beside += usize::from(done < ended);
        }
        // Where the lane is full, one of them is ended before its time.
        assert!(beside >= 4, "the short ones waited for the long ones");
    });
}

/// Two hundred callers at once, in turn, without an error.
#[test]
fn two_hundred_callers_are_answered() {
    let server = server(&Settings {
        rate: 1e6,
        ..Settings::default()
    });
    let rounds = if std::env::var_os("BAUTA_LONG").is_some() {
        200
    } else {
        3
    };
    for _ in 0..rounds {
        let waited = at_once(&server, 200, "SELECT ?s { ?s <http://e.org/p> 7 }");
        assert_eq!(waited.len(), 200);
    }
}
