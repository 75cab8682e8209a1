//! Updates and graphs of the list.

use super::*;

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
