//! Queries of the list, and the types of their answers.

use super::*;

#[test]
fn queries_of_the_list() {
    let server = server();
    let ask = |pattern: &str| encoded(&format!("ASK {{ {pattern} }}"));
    let one = ask(&format!("<{DATA}1.rdf> ?p ?o"));
    let two = ask(&format!("<{DATA}1.rdf> a ?type . <{DATA}2.rdf> a ?type"));
    let get = |rest: String| server.send("GET", &format!("/sparql?{rest}"), None, &[], b"");
    let post = |body: String| {
        server.send(
            "POST",
            "/sparql",
            None,
            &[("content-type", FORM)],
            body.as_bytes(),
        )
    };
    let direct = |rest: &str, text: &str| {
        server.send(
            "POST",
            &format!("/sparql?{rest}"),
            None,
            &[("content-type", QUERY)],
            text.as_bytes(),
        )
    };
    // query_get, query_post_form, query_post_direct
    assert!(yes(&get("query=ASK%20%7B%7D".into())) && yes(&post("query=ASK%20%7B%7D".into())));
    assert!(yes(&direct("", "ASK {}")));
    // query_dataset_default_graph, query_dataset_default_graphs_get, query_dataset_default_graphs_post
    assert!(yes(&get(format!(
        "query={one}{}",
        graphs("default-graph-uri", &[1])
    ))));
    assert!(!yes(&get(format!(
        "query={one}{}",
        graphs("default-graph-uri", &[2])
    ))));
    assert!(yes(&get(format!(
        "query={two}{}",
        graphs("default-graph-uri", &[1, 2])
    ))));
    assert!(yes(&post(format!(
        "query={two}{}",
        graphs("default-graph-uri", &[1, 2])
    ))));
    assert!(!yes(&post(format!(
        "query={two}{}",
        graphs("default-graph-uri", &[1, 3])
    ))));
    // query_dataset_named_graphs_post, query_dataset_named_graphs_get
    let named = ask(&format!(
        "GRAPH ?g {{ <{DATA}1.rdf> a ?t }} GRAPH ?h {{ <{DATA}2.rdf> a ?t }}"
    ));
    assert!(yes(&post(format!(
        "query={named}{}",
        graphs("named-graph-uri", &[1, 2])
    ))));
    assert!(yes(&get(format!(
        "query={named}{}",
        graphs("named-graph-uri", &[1, 2])
    ))));
    assert!(!yes(&get(format!(
        "query={named}{}",
        graphs("named-graph-uri", &[1])
    ))));
    // query_dataset_full
    let full = ask(&format!(
        "?s a ?t . GRAPH ?g {{ <{DATA}2.rdf> a ?t }} FILTER(?s = <{DATA}3.rdf>)"
    ));
    let both = graphs("default-graph-uri", &[3]) + &graphs("named-graph-uri", &[1, 2]);
    assert!(yes(&get(format!("query={full}{both}"))) && yes(&post(format!("query={full}{both}"))));
    let text =
        format!("ASK {{ ?s a ?t . GRAPH ?g {{ <{DATA}2.rdf> a ?t }} FILTER(?s = <{DATA}3.rdf>) }}");
    assert!(yes(&direct(both.trim_start_matches('&'), &text)));
    // query_multiple_dataset: the protocol's data set wins over the query's
    let own = encoded(&format!("ASK FROM <{DATA}0.rdf> {{ <{DATA}1.rdf> ?p ?o }}"));
    assert!(yes(&get(format!(
        "query={own}{}",
        graphs("default-graph-uri", &[1])
    ))));
}

#[test]
fn types_of_answers_of_the_list() {
    let server = server();
    for (query, accept, media) in [
        (
            "SELECT (1 AS ?value) {}",
            "application/sparql-results+xml",
            "application/sparql-results+xml",
        ),
        (
            "SELECT (1 AS ?value) {}",
            "application/sparql-results+json",
            "application/sparql-results+json",
        ),
        (
            "SELECT (1 AS ?value) {}",
            "text/tab-separated-values",
            "text/tab-separated-values",
        ),
        ("SELECT (1 AS ?value) {}", "text/csv", "text/csv"),
        (
            "ASK {}",
            "application/sparql-results+xml",
            "application/sparql-results+xml",
        ),
        (
            "ASK {}",
            "application/sparql-results+json;q=0.5, */*;q=0.1",
            "application/sparql-results+json",
        ),
        (
            "DESCRIBE <http://example.org/>",
            "application/rdf+xml",
            "application/rdf+xml",
        ),
        (
            "CONSTRUCT { <s> <p> 1 } WHERE {}",
            "text/turtle",
            "text/turtle",
        ),
        (
            "CONSTRUCT { <s> <p> 1 } WHERE {}",
            "application/n-triples",
            "application/n-triples",
        ),
    ] {
        let reply = server.query(query, None, accept);
        assert_eq!(
            (reply.status, reply.media.split(';').next().unwrap()),
            (200, media),
            "{query} {accept}"
        );
    }
    for (query, accept) in [
        ("ASK {}", "text/turtle"),
        ("CONSTRUCT WHERE { ?s ?p ?o }", "text/csv"),
        ("ASK {}", "a/b"),
    ] {
        assert_eq!(
            server.query(query, None, accept).status,
            406,
            "{query} {accept}"
        );
    }
}
