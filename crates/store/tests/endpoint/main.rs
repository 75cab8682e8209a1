//! The endpoint as the W3C's texts on the SPARQL 1.1 Protocol and the Graph Store Protocol want it, and as callers without rights find it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

mod bounds;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/http.rs"]
mod http;
mod malformed;
mod pages;
mod queries;
mod rights;
mod strangers;
mod updates;
mod users;

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
