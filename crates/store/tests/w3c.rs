//! The W3C's tests of SPARQL 1.1 queries and updates through the endpoint, in three uses: as the administrator on unprotected data, as a
//! public reader whose data are all public, and as a public reader whose data are all private.
//!
//! What is known to fail stands with its reason in `w3c-known.txt`, one line a test. A test that passes although it stands there fails.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

#[path = "common/http.rs"]
mod http;
#[path = "w3c/manifest.rs"]
mod manifest;
#[path = "w3c/results.rs"]
mod results;

use std::collections::{BTreeMap, BTreeSet};

use bauta_store::Context;
use http::{Reply, Server, encoded};
use manifest::{Data, Test};
use oxigraph::model::dataset::CanonicalizationAlgorithm;
use oxigraph::model::{Dataset, GraphName, Quad};
use oxigraph::sparql::SparqlEvaluator;
use oxigraph::store::Store;

/// How the store is used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Administrator,
    PublicReader,
    Outsider,
}

#[test]
fn as_the_administrator() {
    all(Use::Administrator);
}

#[test]
fn as_a_reader_of_public_data() {
    all(Use::PublicReader);
}

#[test]
fn as_a_reader_of_data_that_are_all_private() {
    all(Use::Outsider);
}

fn all(usage: Use) {
    let Some(shared) = bauta_testkit::shared::shared_dir()
        .map(|own| own.join("conformance/w3c-sparql11"))
        .filter(|own| own.is_dir())
    else {
        return bauta_testkit::skip("the W3C's tests are not beside the checkout");
    };
    let known: BTreeMap<&str, &str> = include_str!("w3c-known.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once(": ").expect("a test and its reason"))
        .collect();
    let server = Server::new(if usage == Use::Outsider {
        Context::closed()
    } else {
        Context::open()
    });
    let (mut passed, mut failed, mut unexpected) = (0, BTreeSet::new(), Vec::new());
    for test in manifest::read(&shared) {
        match run(&server, &test, usage) {
            Ok(()) => passed += 1,
            Err(_) if known.contains_key(test.name.as_str()) => drop(failed.insert(test.name)),
            Err(why) => unexpected.push(format!("{}: {why}", test.name)),
        }
    }
    eprintln!(
        "{passed} passed, {} known to fail, {} unexpected",
        failed.len(),
        unexpected.len()
    );
    assert!(unexpected.is_empty(), "{}", unexpected.join("\n"));
    if usage == Use::Administrator {
        let mended: Vec<_> = known
            .keys()
            .filter(|name| !failed.contains(**name))
            .collect();
        assert!(
            mended.is_empty(),
            "these pass now, take them off the list: {mended:?}"
        );
    }
}

fn run(server: &Server, test: &Test, usage: Use) -> Result<(), String> {
    match test.kind.as_str() {
        "PositiveSyntaxTest11" => syntax(&ask(server, test, usage, "*/*"), true),
        "NegativeSyntaxTest11" => syntax(&ask(server, test, usage, "*/*"), false),
        "PositiveUpdateSyntaxTest11" => syntax(&server.update(&test.text), true),
        "NegativeUpdateSyntaxTest11" => syntax(&server.update(&test.text), false),
        "QueryEvaluationTest" | "CSVResultFormatTest" => query(server, test, usage),
        "UpdateEvaluationTest" => update(server, test, usage),
        other => Err(format!("an unknown kind of test, {other}")),
    }
}

/// Whether the text is SPARQL: what is refused for another reason was read.
fn syntax(reply: &Reply, valid: bool) -> Result<(), String> {
    let invalid = reply.status == 400 && reply.text.contains("not valid SPARQL");
    if invalid != valid {
        Ok(())
    } else {
        Err(format!("{} {}", reply.status, reply.text))
    }
}

fn ask(server: &Server, test: &Test, usage: Use, accept: &str) -> Reply {
    let token = (usage == Use::Administrator).then_some(server.token.as_str());
    server.query(&test.text, token, accept)
}

/// Puts the data of a test in place of what is there.
fn load(server: &Server, data: &Data) -> Result<(), String> {
    let reply = server.update("DROP ALL");
    if reply.status != 204 {
        return Err(format!("cannot be emptied: {}", reply.text));
    }
    for (graph, file) in data {
        let path = graph.as_ref().map_or("/store?default".to_owned(), |name| {
            format!("/store?graph={}", encoded(name))
        });
        let body = manifest::turtle(file);
        let reply = server.send(
            "POST",
            &path,
            Some(&server.token),
            &[("content-type", "application/n-triples")],
            body.as_bytes(),
        );
        if reply.status >= 300 {
            return Err(format!("data cannot be loaded: {}", reply.text));
        }
    }
    Ok(())
}

fn query(server: &Server, test: &Test, usage: Use) -> Result<(), String> {
    load(server, &test.data)?;
    let extension = test.result.extension().unwrap().to_str().unwrap();
    let accept = match extension {
        "csv" => "text/csv",
        "tsv" => "text/tab-separated-values",
        "srx" => "application/sparql-results+xml, application/n-triples",
        _ => "application/sparql-results+json, application/n-triples",
    };
    let reply = ask(server, test, usage, accept);
    if reply.status != 200 {
        return Err(format!("{} {}", reply.status, reply.text));
    }
    let own = results::of_reply(&reply);
    let expected = match usage {
        Use::Outsider => {
            let query = spargebra::SparqlParser::new()
                .parse_query(&test.text)
                .unwrap();
            results::of_results(
                SparqlEvaluator::new()
                    .for_query(query)
                    .on_store(&Store::new().unwrap())
                    .execute()
                    .unwrap(),
                extension == "csv",
            )
        }
        Use::Administrator | Use::PublicReader => results::of_file(&test.result),
    };
    if own == expected {
        Ok(())
    } else {
        Err(format!("other answers\n{}", reply.text))
    }
}

fn update(server: &Server, test: &Test, usage: Use) -> Result<(), String> {
    load(server, &test.data)?;
    let reply = server.update(&test.text);
    if reply.status != 204 {
        return Err(format!("{} {}", reply.status, reply.text));
    }
    let token = (usage == Use::Administrator).then_some(server.token.as_str());
    let reply = server.send(
        "GET",
        "/store",
        token,
        &[("accept", "application/n-quads")],
        b"",
    );
    let own = canonical(
        oxigraph::io::RdfParser::from_format(oxigraph::io::RdfFormat::NQuads)
            .for_slice(&reply.text)
            .map(Result::unwrap),
    );
    let mut expected = Vec::new();
    if usage != Use::Outsider {
        for (graph, file) in &test.after {
            let name = graph.as_ref().map_or(GraphName::DefaultGraph, |name| {
                oxigraph::model::NamedNode::new_unchecked(name).into()
            });
            expected.extend(manifest::quads(file).into_iter().map(|quad| Quad {
                graph_name: name.clone(),
                ..quad
            }));
        }
    }
    if own == canonical(expected) {
        Ok(())
    } else {
        Err(format!("other data\n{}", reply.text))
    }
}

fn canonical(quads: impl IntoIterator<Item = Quad>) -> Dataset {
    let store = Store::new().unwrap();
    store.extend(quads).unwrap();
    let mut dataset: Dataset = store.iter().map(Result::unwrap).collect();
    dataset.canonicalize(CanonicalizationAlgorithm::Unstable);
    dataset
}
