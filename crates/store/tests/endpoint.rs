//! The endpoint as the W3C's texts on the SPARQL 1.1 Protocol and the Graph Store Protocol want it, and as callers without rights find it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

mod common;
#[path = "common/http.rs"]
mod http;

use std::time::Duration;

use bauta_store::Context;
use bauta_store::endpoint::Settings;
use common::{hospital, people, quads};
use http::{Server, encoded};

const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");
const QUERY: (&str, &str) = ("content-type", "application/sparql-query");
const UPDATE: (&str, &str) = ("content-type", "application/sparql-update");
const TURTLE: (&str, &str) = ("content-type", "text/turtle");

fn filled() -> Server {
    let server = Server::new(Context::open());
    for at in 1..4 {
        let graph = format!("http://example.org/data{at}");
        let body = format!("<{graph}> a <http://example.org/Doc> .");
        let reply = server.send(
            "PUT",
            &format!("/store?graph={}", encoded(&graph)),
            Some(&server.token),
            &[TURTLE],
            body.as_bytes(),
        );
        assert_eq!(reply.status, 201);
    }
    server
}

#[test]
fn queries_in_all_three_ways() {
    let server = filled();
    let ask = "ASK {}";
    let get = server.send(
        "GET",
        &format!("/sparql?query={}", encoded(ask)),
        None,
        &[],
        b"",
    );
    let form = server.send(
        "POST",
        "/sparql",
        None,
        &[FORM],
        format!("query={}", encoded(ask)).as_bytes(),
    );
    let direct = server.send("POST", "/query", None, &[QUERY], ask.as_bytes());
    for reply in [get, form, direct] {
        assert_eq!(
            (reply.status, reply.media.as_str()),
            (200, "application/sparql-results+json"),
            "{}",
            reply.text
        );
        assert!(reply.text.contains("true"));
    }
}

#[test]
fn data_sets_of_the_protocol() {
    let server = filled();
    let (one, two, three) = (
        encoded("http://example.org/data1"),
        encoded("http://example.org/data2"),
        encoded("http://example.org/data3"),
    );
    let query =
        encoded("ASK { <http://example.org/data1> ?p ?o . <http://example.org/data2> ?q ?r }");
    let yes = |reply: http::Reply| reply.text.contains("true");
    assert!(yes(server.send(
        "GET",
        &format!("/sparql?query={query}&default-graph-uri={one}&default-graph-uri={two}"),
        None,
        &[],
        b""
    )));
    assert!(!yes(server.send(
        "GET",
        &format!("/sparql?query={query}&default-graph-uri={one}"),
        None,
        &[],
        b""
    )));
    let text = format!("query={query}&default-graph-uri={one}&default-graph-uri={two}");
    assert!(yes(server.send(
        "POST",
        "/sparql",
        None,
        &[FORM],
        text.as_bytes()
    )));
    let named = "ASK { GRAPH ?g { <http://example.org/data1> ?p ?o } GRAPH ?h { <http://example.org/data3> ?q ?r } }";
    assert!(yes(server.send(
        "POST",
        &format!("/sparql?named-graph-uri={one}&named-graph-uri={three}"),
        None,
        &[QUERY],
        named.as_bytes()
    )));
    assert!(!yes(server.send(
        "POST",
        &format!("/sparql?named-graph-uri={one}"),
        None,
        &[QUERY],
        named.as_bytes()
    )));
    // The protocol's data set stands above the query's own.
    let own = encoded("ASK FROM <http://example.org/data3> { <http://example.org/data1> ?p ?o }");
    assert!(yes(server.send(
        "GET",
        &format!("/sparql?query={own}&default-graph-uri={one}"),
        None,
        &[],
        b""
    )));
}

#[test]
fn formats_are_negotiated() {
    let server = filled();
    let select = "SELECT ?s { ?s ?p ?o }";
    for (accept, media) in [
        (
            "application/sparql-results+xml",
            "application/sparql-results+xml",
        ),
        (
            "application/sparql-results+json",
            "application/sparql-results+json",
        ),
        ("text/csv", "text/csv; charset=utf-8"),
        (
            "text/tab-separated-values",
            "text/tab-separated-values; charset=utf-8",
        ),
        (
            "text/html, application/sparql-results+xml;q=0.5, text/csv;q=0.1",
            "application/sparql-results+xml",
        ),
        ("*/*", "application/sparql-results+json"),
    ] {
        assert_eq!(server.query(select, None, accept).media, media);
    }
    for (accept, media) in [
        ("text/turtle", "text/turtle"),
        ("application/rdf+xml", "application/rdf+xml"),
        ("application/n-triples", "application/n-triples"),
        ("application/ld+json", "application/ld+json"),
        ("application/n-quads", "application/n-quads"),
        ("text/html;q=0.9, */*;q=0.1", "text/turtle"),
    ] {
        assert_eq!(
            server
                .query("CONSTRUCT WHERE { ?s ?p ?o }", None, accept)
                .media,
            media
        );
        assert_eq!(
            server
                .query("DESCRIBE <http://example.org/data1>", None, accept)
                .media,
            media
        );
    }
    assert_eq!(server.query(select, None, "image/png").status, 406);
    let description = server.send("GET", "/sparql", None, &[("accept", "text/turtle")], b"");
    assert!(
        description.status == 200
            && description
                .text
                .contains("sparql-service-description#Service"),
        "{}",
        description.text
    );
}

#[test]
fn wrong_requests_are_told_from_each_other() {
    let server = filled();
    let token = Some(server.token.as_str());
    let status = |method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]| {
        server.send(method, path, token, headers, body).status
    };
    assert_eq!(status("PUT", "/sparql?query=ASK%20%7B%7D", &[], b""), 405);
    assert_eq!(
        status(
            "GET",
            "/sparql?query=ASK%20%7B%7D&query=SELECT%20*%20%7B%7D",
            &[],
            b""
        ),
        400
    );
    assert_eq!(
        status(
            "POST",
            "/sparql",
            &[("content-type", "text/plain")],
            b"ASK {}"
        ),
        415
    );
    assert_eq!(status("POST", "/sparql", &[], b"query=ASK%20%7B%7D"), 415);
    assert_eq!(
        status(
            "POST",
            "/sparql",
            &[("content-type", "application/sparql-query; charset=UTF-16")],
            b"\xff\xfeA\0S\0K\0"
        ),
        400
    );
    assert_eq!(status("POST", "/sparql", &[QUERY], b"ASK { \xff }"), 400);
    assert_eq!(status("GET", "/sparql?query=ASK%20%7B", &[], b""), 400);
    assert_eq!(status("GET", "/sparql?update=CLEAR%20ALL", &[], b""), 405);
    assert_eq!(
        status(
            "POST",
            "/sparql",
            &[FORM],
            b"update=CLEAR%20NAMED&update=CLEAR%20DEFAULT"
        ),
        400
    );
    assert_eq!(
        status(
            "POST",
            "/sparql",
            &[("content-type", "text/plain")],
            b"CLEAR NAMED"
        ),
        415
    );
    assert_eq!(
        status("POST", "/sparql", &[UPDATE], b"INSERT DATA { <s> <p>"),
        400
    );
    let conflict = "INSERT { <http://example.org/x> a <http://example.org/y> } USING <http://example.org/data1> WHERE { ?s ?p ?o }";
    assert_eq!(
        status(
            "POST",
            "/sparql?using-graph-uri=http%3A%2F%2Fexample.org%2Fdata2",
            &[UPDATE],
            conflict.as_bytes()
        ),
        400
    );
    assert_eq!(status("POST", "/query", &[UPDATE], b"CLEAR ALL"), 400);
}

#[test]
fn updates_in_both_ways_with_base_and_data_sets() {
    let server = filled();
    let form = format!(
        "update={}",
        encoded("INSERT DATA { <http://example.org/a> <http://example.org/p> <test> }")
    );
    assert_eq!(
        server
            .send(
                "POST",
                "/sparql",
                Some(&server.token),
                &[FORM],
                form.as_bytes()
            )
            .status,
        204
    );
    let found = server.query(
        "SELECT ?o { <http://example.org/a> ?p ?o }",
        None,
        "text/csv",
    );
    assert!(found.text.contains(&server.url("/test")), "{}", found.text);
    let copy = b"INSERT { GRAPH <http://example.org/out> { ?s ?p ?o } } WHERE { ?s ?p ?o }";
    let using = encoded("http://example.org/data1");
    assert_eq!(
        server
            .send(
                "POST",
                &format!("/update?using-graph-uri={using}"),
                Some(&server.token),
                &[UPDATE],
                copy
            )
            .status,
        204
    );
    let named =
        b"INSERT { GRAPH <http://example.org/out> { ?s ?p ?o } } WHERE { GRAPH ?g { ?s ?p ?o } }";
    let using = encoded("http://example.org/data2");
    assert_eq!(
        server
            .send(
                "POST",
                &format!("/update?using-named-graph-uri={using}"),
                Some(&server.token),
                &[UPDATE],
                named
            )
            .status,
        204
    );
    let out = server
        .query(
            "SELECT ?s { GRAPH <http://example.org/out> { ?s ?p ?o } } ORDER BY ?s",
            None,
            "text/csv",
        )
        .text;
    assert_eq!(
        out,
        "s\r\nhttp://example.org/data1\r\nhttp://example.org/data2\r\n"
    );
}

#[test]
fn graphs_are_put_got_extended_and_deleted() {
    let server = Server::new(Context::open());
    let token = Some(server.token.as_str());
    let one = format!("/store?graph={}", encoded("http://example.org/one"));
    let (first, second): (&[u8], &[u8]) = (
        b"<http://example.org/a> a <http://example.org/B> .",
        b"<http://example.org/c> a <http://example.org/D> .",
    );
    assert_eq!(server.send("GET", &one, None, &[], b"").status, 404);
    assert_eq!(server.send("HEAD", &one, None, &[], b"").status, 404);
    assert_eq!(
        server.send("PUT", &one, token, &[TURTLE], first).status,
        201
    );
    assert_eq!(
        server.send("PUT", &one, token, &[TURTLE], first).status,
        204
    );
    assert_eq!(
        server
            .send(
                "PUT",
                &one,
                token,
                &[("content-type", "application/rdf+xml")],
                first
            )
            .status,
        400
    );
    assert_eq!(
        server
            .send("PUT", &one, token, &[("content-type", "image/png")], first)
            .status,
        415
    );
    assert_eq!(
        server.send("POST", &one, token, &[TURTLE], second).status,
        204
    );
    let got = server.send(
        "GET",
        &one,
        None,
        &[("accept", "application/n-triples")],
        b"",
    );
    assert_eq!((got.status, got.text.lines().count()), (200, 2));
    assert_eq!(server.send("HEAD", &one, None, &[], b"").status, 200);
    let parts = "--x\r\nContent-Disposition: form-data; name=\"a\"; filename=\"a.ttl\"\r\nContent-Type: text/turtle\r\n\r\n<http://example.org/e> a <http://example.org/F> .\r\n--x\r\nContent-Disposition: form-data; name=\"b\"; filename=\"b.nt\"\r\n\r\n<http://example.org/g> <http://example.org/h> \"i\" .\r\n--x--\r\n";
    assert_eq!(
        server
            .send(
                "POST",
                &one,
                token,
                &[("content-type", "multipart/form-data; boundary=x")],
                parts.as_bytes()
            )
            .status,
        204
    );
    assert_eq!(
        server
            .send(
                "GET",
                &one,
                None,
                &[("accept", "application/n-triples")],
                b""
            )
            .text
            .lines()
            .count(),
        4
    );
    assert_eq!(server.send("DELETE", &one, token, &[], b"").status, 204);
    assert_eq!(server.send("DELETE", &one, token, &[], b"").status, 404);
    assert_eq!(server.send("GET", &one, None, &[], b"").status, 404);
    // The default graph, an empty graph, a graph by its own address, a graph that gets an address.
    assert_eq!(
        server
            .send("PUT", "/store?default", token, &[TURTLE], first)
            .status,
        201
    );
    assert_eq!(
        server.send("GET", "/store?default", None, &[], b"").status,
        200
    );
    assert_eq!(
        server
            .send(
                "PUT",
                "/store?graph=http%3A%2F%2Fe.org%2Fempty",
                token,
                &[TURTLE],
                b""
            )
            .status,
        201
    );
    assert_eq!(
        server
            .send(
                "GET",
                "/store?graph=http%3A%2F%2Fe.org%2Fempty",
                None,
                &[],
                b""
            )
            .status,
        200
    );
    assert_eq!(
        server
            .send(
                "PUT",
                "/rdf-graph-store/person/1.ttl",
                token,
                &[TURTLE],
                second
            )
            .status,
        201
    );
    assert!(
        server
            .send("GET", "/rdf-graph-store/person/1.ttl", None, &[], b"")
            .text
            .contains("example.org/D")
    );
    let by_name = format!(
        "/store?graph={}",
        encoded(&server.url("/rdf-graph-store/person/1.ttl"))
    );
    assert_eq!(server.send("GET", &by_name, None, &[], b"").status, 200);
    let made = server.send("POST", "/store", token, &[TURTLE], first);
    assert_eq!(made.status, 201);
    let path = made.location.strip_prefix(&server.url("")).unwrap();
    assert_eq!(server.send("GET", path, None, &[], b"").status, 200);
    assert_eq!(
        server
            .send("GET", "/store?graph=relative", None, &[], b"")
            .status,
        400
    );
    assert_eq!(
        server.send("PATCH", &one, token, &[TURTLE], first).status,
        405
    );
}

#[test]
fn nobody_without_rights_writes_publishes_or_looks() {
    let server = Server::new(hospital());
    server.engine.insert(quads(&people())).unwrap();
    server.engine.publish().unwrap();
    for token in [None, Some(server.developer.as_str())] {
        assert_eq!(
            server
                .send("POST", "/sparql", token, &[UPDATE], b"CLEAR ALL")
                .status,
            403
        );
        assert_eq!(
            server
                .send("PUT", "/store?default", token, &[TURTLE], b"")
                .status,
            403
        );
        assert_eq!(
            server
                .send("DELETE", "/store?default", token, &[], b"")
                .status,
            403
        );
        assert_eq!(
            server
                .send("POST", "/admin/publish", token, &[], b"")
                .status,
            403
        );
        assert_eq!(
            server.send("GET", "/admin/status", token, &[], b"").status,
            403
        );
        assert_eq!(
            server
                .query(
                    "SELECT * { GRAPH <http://private> { ?s ?p ?o } }",
                    token,
                    "*/*"
                )
                .status,
            403
        );
        assert_eq!(
            server
                .query("SELECT * FROM <http://private> { ?s ?p ?o }", token, "*/*")
                .status,
            403
        );
        assert_eq!(
            server
                .send("GET", "/store?graph=http%3A%2F%2Fprivate", token, &[], b"")
                .status,
            403
        );
        // A private graph that is there and one that is not are told in the same words.
        let there = server.query("ASK { GRAPH <http://private> { ?s ?p ?o } }", token, "*/*");
        let absent = server.query(
            "ASK { GRAPH <http://private/none> { ?s ?p ?o } }",
            token,
            "*/*",
        );
        assert_eq!((there.status, there.text), (absent.status, absent.text));
        assert!(
            !server
                .send(
                    "GET",
                    "/store",
                    token,
                    &[("accept", "application/n-quads")],
                    b""
                )
                .text
                .contains("Name ")
        );
    }
    // Whoever sees some graphs only, and is not privileged, sees the counterfeits too, and cannot tell them.
    server
        .engine
        .drop_graph(&oxigraph::model::NamedNode::new_unchecked("http://example.org/none").into())
        .unwrap();
    server.update("DELETE WHERE { <http://example.org/p1> ?p ?o }");
    server.engine.publish().unwrap();
    let count = "SELECT ?s { ?s <http://example.org/disease> ?d }";
    let rows = |token: Option<&str>| server.query(count, token, "text/csv").text.lines().count();
    assert!(rows(None) > rows(Some(&server.token)));
    assert_eq!(rows(Some(&server.narrow)), rows(None));
    assert_eq!(rows(Some(&server.blind)), 1);
    assert_eq!(
        server.query("ASK {}", Some("officer.wrong"), "*/*").status,
        401
    );
    assert_eq!(server.query("ASK {}", Some("nobody"), "*/*").status, 401);
    let exact = format!(
        "/sparql?view=exact&query={}",
        encoded("SELECT ?a { <http://example.org/p2> <http://example.org/age> ?a }")
    );
    assert!(
        server
            .send(
                "GET",
                &exact,
                Some(&server.token),
                &[("accept", "text/csv")],
                b""
            )
            .text
            .contains("26")
    );
    assert_eq!(server.send("GET", &exact, None, &[], b"").status, 403);
    let status = server.send("GET", "/admin/status", Some(&server.token), &[], b"");
    assert!(
        status.status == 200 && status.text.contains("\"next\""),
        "{}",
        status.text
    );
    assert_eq!(
        server
            .send("POST", "/admin/publish", Some(&server.token), &[], b"")
            .status,
        200
    );
    assert_eq!(server.update("LOAD <file:///etc/passwd>").status, 400);
    assert_eq!(
        server
            .update(
                "INSERT DATA { GRAPH <http://private> { <http://e.org/a> <http://e.org/b> 1 } }"
            )
            .status,
        400
    );
    let french = server.send(
        "POST",
        "/sparql",
        None,
        &[UPDATE, ("accept-language", "fr")],
        b"CLEAR ALL",
    );
    assert_eq!(french.text, "votre rôle ne peut pas modifier les données\n");
}

#[test]
fn requests_are_bounded() {
    let settings = Settings {
        time_limit: Duration::from_millis(300),
        text_limit: 100_000,
        answer_limit: 10_000,
        ..Settings::default()
    };
    let server = Server::with(Context::open(), &settings);
    let many: String = (0..300)
        .map(|at| format!("<http://example.org/{at}> <http://example.org/p> {at} .\n"))
        .collect();
    assert_eq!(
        server
            .send(
                "PUT",
                "/store?default",
                Some(&server.token),
                &[TURTLE],
                many.as_bytes()
            )
            .status,
        201
    );
    let long = server.query(
        "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . FILTER(?c + ?f + ?i < 0) }",
        None,
        "*/*",
    );
    assert_eq!(long.status, 503, "{}", long.text);
    assert_eq!(
        server.query("SELECT * { ?s ?p ?o }", None, "*/*").status,
        413
    );
    assert_eq!(server.query(&" ".repeat(200_000), None, "*/*").status, 413);
    let deep = format!(
        "ASK {{ FILTER({}true{}) }}",
        "(".repeat(20_000),
        ")".repeat(20_000)
    );
    assert_eq!(server.query(&deep, None, "*/*").status, 400);
    assert_eq!(
        server
            .query(
                &format!("ASK {{ FILTER({}true) }}", "!".repeat(50_000)),
                None,
                "*/*"
            )
            .status,
        400
    );
    assert_eq!(
        server
            .query(
                &format!("ASK {{ FILTER({}true) }}", "true||".repeat(10_000)),
                None,
                "*/*"
            )
            .status,
        400
    );
    assert_eq!(
        server
            .query(
                &format!("ASK {{ {} }}", "{} UNION ".repeat(5_000) + "{}"),
                None,
                "*/*"
            )
            .status,
        400
    );
    assert_eq!(server.send("GET", "/healthz", None, &[], b"").text, "ok\n");
    let metrics = server.send("GET", "/metrics", None, &[], b"").text;
    assert!(metrics.contains("bauta_queries_total"), "{metrics}");
}

/// What is long, but within the limits, is answered; the usual time limit holds, as parsing takes its time in a development build.
#[test]
fn long_requests_are_answered() {
    let server = Server::with(
        Context::open(),
        &Settings {
            text_limit: 100_000,
            ..Settings::default()
        },
    );
    assert_eq!(
        server
            .query(
                &format!("ASK {{ FILTER({}true) }}", "true||".repeat(900)),
                None,
                "*/*"
            )
            .status,
        200
    );
    assert_eq!(
        server
            .query(
                &format!("ASK {{ {} }}", "{} UNION ".repeat(900) + "{}"),
                None,
                "*/*"
            )
            .status,
        200
    );
    let regex = server.query(
        "ASK { FILTER(REGEX(\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\", \"^(a+)+$\")) }",
        None,
        "*/*",
    );
    assert_eq!(regex.status, 200);
}
