//! Bounds on requests, and long requests within them.

use super::*;

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

/// Issue 24, item 24: everybody was told how many updates there were, and so when.
#[test]
fn figures_about_changes_are_for_those_who_see_the_exact_data() {
    let server = Server::new(hospital());
    let metrics = |token: Option<&str>| server.send("GET", "/metrics", token, &[], b"").text;
    for token in [
        None,
        Some(server.developer.as_str()),
        Some(server.narrow.as_str()),
    ] {
        server.query("ASK {}", None, "*/*");
        let before = metrics(token).replace(|letter: char| letter.is_ascii_digit(), "");
        server.update("INSERT DATA { <http://e.org/a> <http://e.org/b> 1 }");
        let after = metrics(token);
        assert!(after.contains("bauta_release ") && after.contains("bauta_queries_total "));
        for name in ["updates", "requests", "problems", "seconds"] {
            assert!(!after.contains(name), "{name} in {after}");
        }
        assert_eq!(
            before,
            after.replace(|letter: char| letter.is_ascii_digit(), "")
        );
    }
    assert!(metrics(Some(&server.token)).contains("bauta_updates_total 3"));
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
