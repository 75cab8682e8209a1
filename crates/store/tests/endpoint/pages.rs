//! Requests of pages in a browser, formats by parameter, and what is said of texts that are not SPARQL.

use base64::Engine as _;

use super::*;

const EVIL: (&str, &str) = ("origin", "https://evil.example");

fn basic(token: &str) -> String {
    let pair = format!("officer:{token}");
    format!(
        "Basic {}",
        base64::engine::general_purpose::STANDARD.encode(pair)
    )
}

/// Findings F17 and M11: a form of a foreign page changed the data with the password that the browser sends by itself.
#[test]
fn a_foreign_page_changes_nothing_with_the_password_that_a_browser_keeps() {
    let server = Server::new(hospital());
    let password = basic(&server.token);
    let authorization = ("authorization", password.as_str());
    let host = server.running.address().to_string();
    let own = format!("http://{host}");
    let send = |path: &str, more: &[(&str, &str)]| {
        let headers: Vec<_> = [&[FORM, authorization], more].concat();
        let body = b"update=INSERT+DATA+%7B+%3Chttp%3A%2F%2Fe.org%2Fa%3E+%3Chttp%3A%2F%2Fe.org%2Fb%3E+1+%7D";
        server.send("POST", path, None, &headers, body).status
    };
    for foreign in [
        vec![EVIL, ("sec-fetch-site", "cross-site")],
        vec![EVIL],
        vec![("sec-fetch-site", "cross-site")],
        vec![("sec-fetch-site", "same-site")],
        vec![("origin", "null")],
    ] {
        assert_eq!(send("/update", &foreign), 403, "{foreign:?}");
        assert_eq!(send("/admin/publish", &foreign), 403, "{foreign:?}");
    }
    assert!(server.engine.exact(None).unwrap().is_empty());
    // Programs, and pages of the store itself.
    assert_eq!(send("/update", &[]), 204);
    let same = [("origin", own.as_str()), ("sec-fetch-site", "same-origin")];
    assert_eq!(send("/update", &same), 204);
    assert_eq!(send("/admin/publish", &same), 200);
    // A bearer's token is sent by a script that has it, never by a browser itself.
    let bearer = server.send(
        "POST",
        "/update",
        Some(&server.token),
        &[UPDATE, EVIL],
        b"INSERT DATA { <http://e.org/c> <http://e.org/b> 1 }",
    );
    assert_eq!(bearer.status, 204);
}

#[test]
fn pages_of_other_origins_ask_if_the_owner_says_so() {
    let asks = |origins: &[&str]| {
        let settings = Settings {
            origins: origins.iter().map(|own| (*own).to_owned()).collect(),
            ..Settings::default()
        };
        let server = Server::with(Context::open(), &settings);
        let first = server.send(
            "OPTIONS",
            "/sparql",
            None,
            &[EVIL, ("access-control-request-method", "POST")],
            b"",
        );
        let reply = server.send("GET", "/sparql?query=ASK%7B%7D", None, &[EVIL], b"");
        assert_eq!(reply.status, 200);
        let allowed = |reply: &http::Reply| {
            reply
                .all("access-control-allow-origin")
                .first()
                .map(|own| (*own).to_owned())
        };
        (first.status, allowed(&first), allowed(&reply))
    };
    let some = |own: &str| Some(own.to_owned());
    assert_eq!(asks(&[]), (405, None, None));
    assert_eq!(asks(&["https://good.example"]), (405, None, None));
    let evil = some("https://evil.example");
    assert_eq!(
        asks(&["https://good.example", "https://evil.example/"]),
        (204, evil.clone(), evil)
    );
    assert_eq!(asks(&["*"]), (204, some("*"), some("*")));
}

#[test]
fn a_format_is_named_by_a_parameter() {
    let server = filled();
    let media = |path: &str| {
        let reply = server.send("GET", path, None, &[("accept", "text/html")], b"");
        assert_eq!(reply.status, 200, "{path}: {}", reply.text);
        reply.media
    };
    let select = "/sparql?query=SELECT%20*%20%7B%7D";
    for (format, expected) in [
        ("json", "application/sparql-results+json"),
        ("xml", "application/sparql-results+xml"),
        ("CSV", "text/csv; charset=utf-8"),
        ("tsv", "text/tab-separated-values; charset=utf-8"),
        (
            "application%2Fsparql-results%2Bxml",
            "application/sparql-results+xml",
        ),
    ] {
        assert_eq!(media(&format!("{select}&format={format}")), expected);
        assert_eq!(media(&format!("{select}&output={format}")), expected);
    }
    let construct = "/sparql?query=CONSTRUCT%20WHERE%20%7B%20%3Fs%20%3Fp%20%3Fo%20%7D";
    for (format, expected) in [
        ("ttl", "text/turtle"),
        ("nt", "application/n-triples"),
        ("json", "application/ld+json"),
        ("rdf", "application/rdf+xml"),
    ] {
        assert_eq!(media(&format!("{construct}&format={format}")), expected);
        assert_eq!(media(&format!("/store?default&format={format}")), expected);
    }
    assert_eq!(media("/store?format=nq"), "application/n-quads");
    assert_eq!(media("/sparql?format=ttl"), "text/turtle");
    let unknown = server.send("GET", &format!("{select}&format=docx"), None, &[], b"");
    assert_eq!(unknown.status, 406);
    let form = server.send(
        "POST",
        "/sparql",
        None,
        &[FORM],
        b"query=SELECT+*+%7B%7D&format=xml",
    );
    assert_eq!(form.media, "application/sparql-results+xml");
}

#[test]
fn callers_are_told_how_to_send_a_token() {
    let server = Server::new(hospital());
    for (reply, status) in [
        (server.query("ASK {}", Some("officer.wrong"), "*/*"), 401),
        (
            server.send("POST", "/update", None, &[UPDATE], b"CLEAR ALL"),
            403,
        ),
    ] {
        assert_eq!(reply.status, status);
        let ways = reply.all("www-authenticate");
        assert!(ways.iter().any(|way| way.starts_with("Bearer")), "{ways:?}");
        assert!(
            ways.iter().any(|way| way.starts_with("Basic realm=")),
            "{ways:?}"
        );
    }
}

#[test]
fn what_is_not_sparql_is_told_in_one_sentence_with_its_place() {
    let server = Server::new(Context::open());
    for (text, words) in [
        (
            "SELECT * { ?s ex:p ?o }",
            "line 1, column 15: a prefix is not declared",
        ),
        (
            "SELECT *\n{ ?s ?p ; }\n}",
            "line 2, column 11: what stands here",
        ),
        (
            "# a comment\nPREFIX ex: <http://e.org/>\nINSERT DATA { ex:a ex:b 1 }",
            "this is an update; send it as one",
        ),
        ("SELECT * { ?s ?p", "column 17: the text cannot end here"),
        ("SELECT ?x ?x { ?x ?p ?o }", "SELECT names a variable twice"),
        (
            "SELECT ?p (COUNT(?s) AS ?n) { ?s ?p ?o } GROUP BY ?o",
            "neither grouped by nor in an aggregate",
        ),
        ("SELECT * { VALUES (?a ?b) { (1) } }", "line 1, column"),
        (
            "PREFIX a: <http://e.org/#a:b> # c:d\nSELECT * { ?s a:p \"e:f\" , 'g:h' , '''i:j\nk:l''' ; :p _:b }",
            "line 3, column 10: a prefix is not declared",
        ),
        ("BASE <nothing> SELECT * {}", ""),
    ] {
        let reply = server.query(text, None, "*/*");
        let sentence = reply.text.trim_end();
        if !words.is_empty() {
            assert_eq!(reply.status, 400, "{sentence}");
        }
        assert!(sentence.contains(words), "{sentence}");
        assert!(
            !sentence.contains("expected") && !sentence.contains('\n'),
            "{sentence}"
        );
        assert!(sentence.len() < 250, "{sentence}");
    }
    let update = server.update("SELECT * {}");
    assert!(
        update.status == 400 && update.text.contains("this is a query"),
        "{}",
        update.text
    );
    let french = server.send(
        "POST",
        "/sparql",
        None,
        &[QUERY, ("accept-language", "fr")],
        b"SELECT * { ?s ex:p ?o }",
    );
    assert!(
        french
            .text
            .contains("ligne 1, colonne 15 : un pr\u{e9}fixe n'est pas d\u{e9}clar\u{e9}"),
        "{}",
        french.text
    );
}
