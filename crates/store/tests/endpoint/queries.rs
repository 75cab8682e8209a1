//! Queries: the three ways to ask, data sets, formats, and what is told about wrong requests.

use super::*;

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
