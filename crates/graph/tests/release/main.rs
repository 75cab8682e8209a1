//! Releases of graphs: the published examples, the properties that every release has, and what is refused.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up fails"
)]

mod codes;
mod laws;
mod published;
#[path = "../support/mod.rs"]
mod support;
mod universities;

use std::collections::{BTreeMap, BTreeSet};

use bauta_graph::context::Context;
use bauta_graph::generate::{Extension, NAMESPACE, Universities};
use bauta_graph::release::{Answer, Given, anonymize, updates};
use bauta_graph::{Error, Graph};
use bauta_table::{Hierarchy, Silent};
use proptest::prelude::*;
use support::{Store, lines, released, turtle};

const EXAMPLES: &str = "http://example.org/examples#";

fn vector(name: &str) -> String {
    std::fs::read_to_string(format!(
        "{}/tests/vectors/{name}",
        env!("CARGO_MANIFEST_DIR")
    ))
    .unwrap()
}

fn context(text: &str) -> Context {
    let head = format!(
        "version = 1\nothers = \"open\"\n[prefixes]\nub = \"{NAMESPACE}\"\nex = \"{EXAMPLES}\"\n"
    );
    Context::parse(&format!("{head}{text}"), "graph.toml").unwrap()
}

fn with_religions(text: &str) -> Graph {
    turtle(&(vector("ontology/religion.ttl") + text))
}

/// Everything in the release but the ontology.
fn facts(text: &str) -> BTreeSet<String> {
    let ontology = lines(&turtle(&vector("ontology/religion.ttl")));
    text.lines()
        .map(str::to_owned)
        .filter(|line| !ontology.contains(line))
        .collect()
}

fn ages() -> Hierarchy {
    let rows: Vec<Vec<String>> = vector("kanon/hierarchy_age.csv")
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect();
    Hierarchy::from_rows("age", &rows).unwrap()
}
