//! What the service is: its description in RDF.

use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use oxigraph::io::RdfSerializer;
use oxigraph::model::vocab::rdf;
use oxigraph::model::{BlankNode, NamedNode, Triple};

use super::answer::{Language, Problem, Result, body};
use super::{negotiate, sparql};

const SD: &str = "http://www.w3.org/ns/sparql-service-description#";

const RESULTS: [&str; 8] = [
    "SPARQL_Results_JSON",
    "SPARQL_Results_XML",
    "SPARQL_Results_CSV",
    "SPARQL_Results_TSV",
    "Turtle",
    "N-Triples",
    "RDF_XML",
    "JSON-LD",
];

/// The description, in a format that the caller accepts.
pub fn service(address: &str, headers: &HeaderMap, updates: bool) -> Result<Response> {
    let language = Language::of(headers);
    let format = negotiate::graph(headers).ok_or_else(|| sparql::unacceptable(language))?;
    let mut writer = RdfSerializer::from_format(format).for_writer(Vec::new());
    let failed =
        |error: std::io::Error| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string());
    for triple in triples(address, updates) {
        writer.serialize_triple(&triple).map_err(failed)?;
    }
    Ok(body(
        StatusCode::OK,
        format.media_type(),
        writer.finish().map_err(failed)?,
    ))
}

fn triples(address: &str, updates: bool) -> Vec<Triple> {
    let sd = |name: &str| NamedNode::new_unchecked(format!("{SD}{name}"));
    let service = BlankNode::default();
    let endpoint = NamedNode::new_unchecked(address);
    let mut all = vec![
        Triple::new(service.clone(), rdf::TYPE, sd("Service")),
        Triple::new(service.clone(), sd("endpoint"), endpoint),
        Triple::new(service.clone(), sd("feature"), sd("EmptyGraphs")),
        Triple::new(
            service.clone(),
            sd("supportedLanguage"),
            sd("SPARQL11Query"),
        ),
    ];
    if updates {
        all.push(Triple::new(
            service.clone(),
            sd("supportedLanguage"),
            sd("SPARQL11Update"),
        ));
    }
    let formats = RESULTS
        .map(|name| NamedNode::new_unchecked(format!("http://www.w3.org/ns/formats/{name}")));
    all.extend(formats.map(|format| Triple::new(service.clone(), sd("resultFormat"), format)));
    let (dataset, graph) = (BlankNode::default(), BlankNode::default());
    all.push(Triple::new(service, sd("defaultDataset"), dataset.clone()));
    all.push(Triple::new(dataset.clone(), rdf::TYPE, sd("Dataset")));
    all.push(Triple::new(dataset, sd("defaultGraph"), graph.clone()));
    all.push(Triple::new(graph, rdf::TYPE, sd("Graph")));
    all
}
