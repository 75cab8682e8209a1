//! Callers without rights.

use super::*;

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
