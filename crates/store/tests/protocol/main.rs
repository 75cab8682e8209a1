//! The W3C's test lists of the SPARQL 1.1 Protocol and of the Graph Store Protocol, each test by its name, over TCP against the real server.
//! The administrator's token goes with every request that changes something; readers are anonymous.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

mod graphs;
#[path = "../common/http.rs"]
mod http;
mod queries;
mod refusals;

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

/// A way to send an update, with further parameters; answers the status.
type Way<'a> = dyn Fn(&Server, &str, &str) -> u16 + 'a;

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
