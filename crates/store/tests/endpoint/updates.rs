//! Updates, and graphs that are put, got, extended and deleted.

use super::*;

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
