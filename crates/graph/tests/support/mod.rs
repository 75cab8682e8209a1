//! What tests of graphs share.
#![allow(dead_code, reason = "each test uses some of it")]

use std::collections::BTreeSet;

use bauta_graph::context::Context;
use bauta_graph::read::{ReadOptions, read};
use bauta_graph::release::{Answer, Given, Release, anonymize};
use bauta_graph::write::write;
use bauta_graph::{Graph, RdfFormat};
use bauta_table::Silent;
use oxigraph::sparql::SparqlEvaluator;

/// A graph from Turtle.
pub fn turtle(text: &str) -> Graph {
    let mut graph = Graph::default();
    read(
        &mut graph,
        text.as_bytes(),
        RdfFormat::Turtle,
        &ReadOptions::default(),
        &Silent,
    )
    .unwrap();
    graph
}

/// A graph from N-Triples.
pub fn read_lines(text: &str) -> Graph {
    let mut graph = Graph::default();
    read(
        &mut graph,
        text.as_bytes(),
        RdfFormat::NTriples,
        &ReadOptions::default(),
        &Silent,
    )
    .unwrap();
    graph
}

/// A graph as lines of N-Triples.
pub fn lines(graph: &Graph) -> BTreeSet<String> {
    let mut out = Vec::new();
    write(graph, &mut out, RdfFormat::NTriples, &[], &Silent).unwrap();
    String::from_utf8(out)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

/// The release as N-Triples.
pub fn text_of(graph: &Graph, release: &Release) -> String {
    let mut out = Vec::new();
    write(
        &release.edited(graph),
        &mut out,
        RdfFormat::NTriples,
        &[],
        &Silent,
    )
    .unwrap();
    String::from_utf8(out).unwrap()
}

/// A release that there must be, and its text.
pub fn released(graph: &mut Graph, context: &Context, given: &Given) -> (Box<Release>, String) {
    match anonymize(graph, context, given, &Silent) {
        Ok(Answer::Released(release)) => {
            let text = text_of(graph, &release);
            (release, text)
        }
        Ok(Answer::Unreachable(miss)) => {
            panic!("out of reach: {} {:?}", miss.attempt, miss.missing)
        }
        Err(error) => panic!("{error}"),
    }
}

/// A store that runs updates, as a judge.
pub struct Store(oxigraph::store::Store);

impl Store {
    /// A store from Turtle.
    pub fn new(text: &str) -> Self {
        let store = oxigraph::store::Store::new().unwrap();
        store
            .load_from_slice(oxigraph::io::RdfFormat::Turtle, text)
            .unwrap();
        Store(store)
    }

    /// Runs an update.
    pub fn update(&mut self, text: &str) {
        SparqlEvaluator::new()
            .parse_update(text)
            .unwrap()
            .on_store(&self.0)
            .execute()
            .unwrap();
    }

    /// All triples as lines of N-Triples.
    pub fn lines(&self) -> BTreeSet<String> {
        self.0
            .iter()
            .map(|quad| {
                let quad = quad.unwrap();
                format!("{} {} {} .", quad.subject, quad.predicate, quad.object)
            })
            .collect()
    }
}
