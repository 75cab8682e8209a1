//! The W3C's test lists of the SPARQL 1.1 Protocol and of the Graph Store Protocol, each test by its name, over TCP against the real server.
//! The administrator's token goes with every request that changes something; readers are anonymous.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

#[path = "common/http.rs"]
mod http;

use bauta_store::Context;
use http::{Reply, Server, encoded};

const FORM: &str = "application/x-www-form-urlencoded";
const QUERY: &str = "application/sparql-query";
const UPDATE: &str = "application/sparql-update";
const DATA: &str = "http://kasei.us/2009/09/sparql/data/data";

/// A server with the graphs `data0.rdf` to `data3.rdf` of the list.
fn server() -> Server {
    let server = Server::new(Context::open());
    for at in 0..4 {
        let graph = format!("{DATA}{at}.rdf");
        let body = format!("<{graph}> a <http://xmlns.com/foaf/0.1/Document> .");
        let path = format!("/store?graph={}", encoded(&graph));
        assert_eq!(
            send(&server, "PUT", &path, "text/turtle", &body).status,
            201
        );
    }
    server
}

fn send(server: &Server, method: &str, path: &str, media: &str, body: &str) -> Reply {
    let headers: &[(&str, &str)] = if media.is_empty() {
        &[]
    } else {
        &[("content-type", media)]
    };
    server.send(method, path, Some(&server.token), headers, body.as_bytes())
}

fn yes(reply: &Reply) -> bool {
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.text.contains("true")
}

/// `default-graph-uri=…` and the like for some of the graphs.
fn graphs(key: &str, numbers: &[u8]) -> String {
    numbers
        .iter()
        .map(|at| format!("&{key}={}", encoded(&format!("{DATA}{at}.rdf"))))
        .collect()
}

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

#[test]
fn bad_requests_of_the_list() {
    let server = server();
    let ask = "query=ASK%20%7B%7D";
    for (name, method, path, media, body, status) in [
        (
            "bad_query_method",
            "PUT",
            "/sparql?query=ASK%20%7B%7D",
            "",
            "",
            405,
        ),
        (
            "bad_query_method",
            "DELETE",
            "/sparql?query=ASK%20%7B%7D",
            "",
            "",
            405,
        ),
        (
            "bad_multiple_queries",
            "GET",
            "/sparql?query=ASK%20%7B%7D&query=ASK%20%7B%7D",
            "",
            "",
            400,
        ),
        (
            "bad_multiple_queries",
            "POST",
            "/sparql",
            FORM,
            "query=ASK%20%7B%7D&query=ASK%20%7B%7D",
            400,
        ),
        (
            "bad_query_wrong_media_type",
            "POST",
            "/sparql",
            "text/plain",
            "ASK {}",
            415,
        ),
        (
            "bad_query_missing_form_type",
            "POST",
            "/sparql",
            "",
            ask,
            415,
        ),
        (
            "bad_query_missing_direct_type",
            "POST",
            "/sparql",
            "",
            "ASK {}",
            415,
        ),
        (
            "bad_query_non_utf8",
            "POST",
            "/sparql",
            "application/sparql-query; charset=UTF-16",
            "ASK {}",
            400,
        ),
        (
            "bad_query_syntax",
            "GET",
            "/sparql?query=ASK%20%7B%20%3Fs%20%7D",
            "",
            "",
            400,
        ),
        (
            "bad_query_syntax",
            "POST",
            "/sparql",
            QUERY,
            "ASK { ?s }",
            400,
        ),
        (
            "bad_query_graph",
            "GET",
            "/sparql?query=ASK%20%7B%7D&default-graph-uri=no%20address",
            "",
            "",
            400,
        ),
        (
            "bad_update_get",
            "GET",
            "/sparql?update=CLEAR%20ALL",
            "",
            "",
            405,
        ),
        (
            "bad_multiple_updates",
            "POST",
            "/sparql",
            FORM,
            "update=CLEAR%20NAMED&update=CLEAR%20DEFAULT",
            400,
        ),
        (
            "query_and_update",
            "POST",
            "/sparql",
            FORM,
            "update=CLEAR%20NAMED&query=ASK%20%7B%7D",
            400,
        ),
        (
            "bad_update_wrong_media_type",
            "POST",
            "/sparql",
            "text/plain",
            "CLEAR NAMED",
            415,
        ),
        (
            "bad_update_missing_form_type",
            "POST",
            "/sparql",
            "",
            "update=CLEAR%20NAMED",
            415,
        ),
        (
            "bad_update_missing_direct_type",
            "POST",
            "/sparql",
            "",
            "CLEAR NAMED",
            415,
        ),
        (
            "bad_update_non_utf8",
            "POST",
            "/sparql",
            "application/sparql-update; charset=UTF-16",
            "CLEAR NAMED",
            400,
        ),
        (
            "bad_update_syntax",
            "POST",
            "/sparql",
            UPDATE,
            "CLEAR XYZ",
            400,
        ),
        (
            "bad_update_syntax",
            "POST",
            "/sparql",
            FORM,
            "update=CLEAR%20XYZ",
            400,
        ),
    ] {
        let reply = send(&server, method, path, media, body);
        assert_eq!(reply.status, status, "{name}: {}", reply.text);
        assert!(!reply.text.trim().is_empty(), "{name} says why");
    }
    // bad_update_dataset_conflict
    let using = format!(
        "/sparql?{}",
        graphs("using-named-graph-uri", &[1]).trim_start_matches('&')
    );
    for conflict in [
        format!("INSERT {{ <s> <p> 1 }} USING <{DATA}1.rdf> WHERE {{ ?s ?p ?o }}"),
        format!(
            "INSERT {{ <s> <p> 1 }} USING NAMED <{DATA}1.rdf> WHERE {{ GRAPH ?g {{ ?s ?p ?o }} }}"
        ),
        format!("WITH <{DATA}1.rdf> DELETE {{ ?s ?p ?o }} WHERE {{ ?s ?p ?o }}"),
    ] {
        assert_eq!(
            send(&server, "POST", &using, UPDATE, &conflict).status,
            400,
            "{conflict}"
        );
    }
    assert!(yes(&server.query(
        &format!("ASK {{ GRAPH <{DATA}1.rdf> {{ ?s ?p ?o }} }}"),
        None,
        "*/*"
    )));
}

/// A way to send an update, with further parameters; answers the status.
type Way<'a> = dyn Fn(&Server, &str, &str) -> u16 + 'a;

#[test]
fn updates_of_the_list() {
    let form = |server: &Server, text: &str, rest: &str| {
        send(
            server,
            "POST",
            "/sparql",
            FORM,
            &format!("update={}{rest}", encoded(text)),
        )
        .status
    };
    let direct = |server: &Server, text: &str, rest: &str| {
        send(
            server,
            "POST",
            &format!("/sparql?{}", rest.trim_start_matches('&')),
            UPDATE,
            text,
        )
        .status
    };
    let ways: [&Way; 2] = [&form, &direct];
    let out = "http://example.org/protocol-update-dataset-test/";
    for way in ways {
        // update_post_form, update_post_direct
        let server = server();
        assert_eq!(way(&server, "CLEAR NAMED", ""), 204);
        assert!(!yes(&server.query(
            &format!("ASK {{ GRAPH ?g {{ <{DATA}1.rdf> ?p ?o }} }}"),
            None,
            "*/*"
        )));
        let server = self::server();
        let found = |pattern: &str| {
            yes(&server.query(
                &format!("ASK {{ GRAPH <{out}> {{ {pattern} }} }}"),
                None,
                "*/*",
            ))
        };
        let copy = format!(
            "DROP SILENT GRAPH <{out}> ; INSERT {{ GRAPH <{out}> {{ ?s a ?t }} }} WHERE {{ ?s a ?t }}"
        );
        // update_dataset_default_graph, update_dataset_default_graphs
        assert_eq!(way(&server, &copy, &graphs("using-graph-uri", &[1])), 204);
        assert!(found(&format!("<{DATA}1.rdf> a ?t")) && !found(&format!("<{DATA}2.rdf> a ?t")));
        assert_eq!(
            way(&server, &copy, &graphs("using-graph-uri", &[1, 2])),
            204
        );
        assert!(
            found(&format!("<{DATA}1.rdf> a ?t . <{DATA}2.rdf> a ?t"))
                && !found(&format!("<{DATA}3.rdf> a ?t"))
        );
        // update_dataset_named_graphs, update_dataset_full
        let named = copy.replace("WHERE { ?s a ?t }", "WHERE { GRAPH ?g { ?s a ?t } }");
        assert_eq!(
            way(&server, &named, &graphs("using-named-graph-uri", &[1, 2])),
            204
        );
        assert!(
            found(&format!("<{DATA}1.rdf> a ?t . <{DATA}2.rdf> a ?t"))
                && !found(&format!("<{DATA}3.rdf> a ?t"))
        );
        let full = copy.replace(
            "WHERE { ?s a ?t }",
            "WHERE { GRAPH ?g { ?s a ?t } ?x a ?t }",
        );
        let data = graphs("using-graph-uri", &[1]) + &graphs("using-named-graph-uri", &[2]);
        assert_eq!(way(&server, &full, &data), 204);
        assert!(found(&format!("<{DATA}2.rdf> a ?t")) && !found(&format!("<{DATA}1.rdf> a ?t")));
        // update_base_uri
        let relative = format!(
            "CLEAR SILENT GRAPH <{out}> ; INSERT DATA {{ GRAPH <{out}> {{ <http://example.org/s> <http://example.org/p> <test> }} }}"
        );
        assert_eq!(way(&server, &relative, ""), 204);
        let o = server.query(
            &format!("SELECT ?o {{ GRAPH <{out}> {{ ?s <http://example.org/p> ?o }} }}"),
            None,
            "text/csv",
        );
        assert!(o.text.contains(&server.url("/test")), "{}", o.text);
    }
}

const PERSON: &str =
    "@prefix foaf: <http://xmlns.com/foaf/0.1/> . @prefix v: <http://www.w3.org/2006/vcard/ns#> .
<http://example.org/person/1> a foaf:Person ; foaf:businessCard [ a v:VCard ; v:fn ";

fn person(name: &str) -> String {
    format!("{PERSON}\"{name}\" ] .")
}

#[test]
fn graphs_of_the_list() {
    let server = Server::new(Context::open());
    let direct = "/rdf-graph-store/person/1.ttl";
    let indirect = format!("/rdf-graph-store?graph={}", encoded(&server.url(direct)));
    let got = |path: &str| server.send("GET", path, None, &[("accept", "text/turtle")], b"");
    let turtle = |method: &str, path: &str, body: &str| {
        send(&server, method, path, "text/turtle; charset=utf-8", body)
    };
    let has = |path: &str, name: &str| {
        let reply = got(path);
        assert_eq!(
            (reply.status, reply.media.split(';').next().unwrap()),
            (200, "text/turtle"),
            "{}",
            reply.text
        );
        reply.text.contains(name)
    };
    // put__initial_state, get_of_put__initial_state; a graph by its own address and by a parameter are one
    assert_eq!(got(direct).status, 404);
    assert_eq!(turtle("PUT", direct, &person("John Doe")).status, 201);
    assert!(has(direct, "John Doe") && has(&indirect, "John Doe"));
    // put__graph_already_in_store
    assert_eq!(turtle("PUT", direct, &person("Jane Doe")).status, 204);
    assert!(has(direct, "Jane Doe") && !has(direct, "John Doe"));
    // put__default_graph
    assert_eq!(
        turtle("PUT", "/rdf-graph-store?default", &person("Alice")).status,
        201
    );
    assert!(has("/rdf-graph-store?default", "Alice"));
    assert_eq!(
        turtle("PUT", "/rdf-graph-store?default", &person("Alice")).status,
        204
    );
    // put__mismatched_payload
    assert_eq!(
        send(
            &server,
            "PUT",
            direct,
            "application/rdf+xml",
            &person("Jane Doe")
        )
        .status,
        400
    );
    assert!(has(direct, "Jane Doe"));
    // put__empty_graph, get_of_put__empty_graph, put__replace_empty_graph
    let empty = "/rdf-graph-store/person/2.ttl";
    assert_eq!(turtle("PUT", empty, "").status, 201);
    assert_eq!(got(empty).status, 200);
    assert_eq!(turtle("PUT", empty, &person("Bob")).status, 204);
    assert!(has(empty, "Bob"));
    // delete__existing_graph, get_of_delete__existing_graph, delete__nonexistent_graph
    assert_eq!(turtle("DELETE", empty, "").status, 204);
    assert_eq!(
        (got(empty).status, turtle("DELETE", empty, "").status),
        (404, 404)
    );
    // post__existing_graph
    assert_eq!(
        turtle(
            "POST",
            direct,
            "<http://example.org/person/1> <http://xmlns.com/foaf/0.1/name> \"Jane\" ."
        )
        .status,
        204
    );
    assert!(has(direct, "Jane Doe") && has(direct, "\"Jane\""));
    // post__multipart_formdata
    let parts = "--b\r\nContent-Disposition: form-data; name=\"lastname.ttl\"; filename=\"lastname.ttl\"\r\nContent-Type: text/turtle; charset=utf-8\r\n\r\n<http://example.org/person/1> <http://xmlns.com/foaf/0.1/familyName> \"Doe\" .\r\n--b\r\nContent-Disposition: form-data; name=\"firstname.ttl\"; filename=\"firstname.ttl\"\r\nContent-Type: text/turtle; charset=utf-8\r\n\r\n<http://example.org/person/1> <http://xmlns.com/foaf/0.1/givenName> \"Janet\" .\r\n--b--\r\n";
    assert_eq!(
        send(
            &server,
            "POST",
            direct,
            "multipart/form-data; boundary=b",
            parts
        )
        .status,
        204
    );
    assert!(has(direct, "familyName") && has(direct, "Janet") && has(direct, "Jane Doe"));
    // post__create__new_graph, get_of_post__create__new_graph
    let made = turtle("POST", "/rdf-graph-store", &person("Carol"));
    let path = made
        .location
        .strip_prefix(&server.url(""))
        .unwrap()
        .to_owned();
    assert_eq!(made.status, 201);
    assert!(has(&path, "Carol"));
    assert_eq!(
        turtle("POST", "/rdf-graph-store/new.ttl", &person("Dave")).status,
        201
    );
    // post__empty_graph_to_existing_graph
    assert_eq!(turtle("POST", &path, "").status, 204);
    assert!(has(&path, "Carol"));
    // head_on_an_existing_graph, head_on_a_nonexisting_graph
    let head = server.send("HEAD", &path, None, &[("accept", "text/turtle")], b"");
    assert_eq!(
        (
            head.status,
            head.media.split(';').next().unwrap(),
            head.text.as_str()
        ),
        (200, "text/turtle", "")
    );
    assert_eq!(server.send("HEAD", empty, None, &[], b"").status, 404);
    // Beyond the list: what cannot be accepted, read or named.
    assert_eq!(
        server
            .send("GET", direct, None, &[("accept", "image/png")], b"")
            .status,
        406
    );
    assert_eq!(send(&server, "PUT", direct, "image/png", "x").status, 415);
    assert_eq!(
        turtle("PUT", "/rdf-graph-store?graph=relative", "").status,
        400
    );
    assert_eq!(
        turtle(
            "PUT",
            "/rdf-graph-store?default&graph=http%3A%2F%2Fe.org%2F",
            ""
        )
        .status,
        400
    );
    assert_eq!(
        turtle("PUT", "/rdf-graph-store", &person("Eve")).status,
        405
    );
    assert_eq!(turtle("PATCH", direct, "").status, 405);
}

/// Programs that know passwords only send the user's name and the token.
#[test]
fn a_token_may_come_as_a_password() {
    let server = Server::new(Context::open());
    let basic = |name: &str, password: &str| {
        use base64::Engine as _;
        let text = base64::engine::general_purpose::STANDARD.encode(format!("{name}:{password}"));
        let headers = [
            ("content-type", UPDATE),
            ("authorization", &format!("Basic {text}")[..]),
        ];
        server
            .send(
                "POST",
                "/sparql",
                None,
                &headers,
                b"INSERT DATA { <s> <p> 1 }",
            )
            .status
    };
    let secret = server.token.strip_prefix("officer.").unwrap();
    assert_eq!(
        (basic("officer", &server.token), basic("officer", secret)),
        (204, 204)
    );
    assert_eq!(
        (basic("officer", "wrong"), basic("developer", secret)),
        (401, 401)
    );
}
