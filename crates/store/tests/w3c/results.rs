//! Answers as graphs, so that they can be compared whatever their blank nodes are called.

use std::path::Path;

use oxigraph::io::{RdfFormat, RdfParser};
use oxigraph::model::dataset::CanonicalizationAlgorithm;
use oxigraph::model::{
    BlankNode, Dataset, GraphName, Literal, NamedNode, NamedNodeRef, Quad, Term, TermRef,
};
use oxigraph::sparql::QueryResults;
use oxigraph::sparql::results::{
    QueryResultsFormat, QueryResultsParser, SliceQueryResultsParserOutput,
};

use crate::http::Reply;

/// An answer.
#[derive(Debug, PartialEq)]
pub enum Answers {
    Boolean(bool),
    Rows(Dataset),
    Graph(Dataset),
}

/// Up to the labels of blank nodes, and with numbers as the store writes them: it keeps values, not how they were written.
fn canonical(quads: Vec<Quad>) -> Dataset {
    let store = oxigraph::store::Store::new().unwrap();
    store.extend(quads).unwrap();
    let mut dataset: Dataset = store.iter().map(Result::unwrap).collect();
    dataset.canonicalize(CanonicalizationAlgorithm::Unstable);
    dataset
}

fn row(bindings: Vec<(String, Term)>) -> Vec<Quad> {
    let node = BlankNode::default();
    let own = Quad::new(
        node.clone(),
        NamedNodeRef::new_unchecked("urn:row"),
        Literal::from(true),
        GraphName::DefaultGraph,
    );
    let cell = |(name, value): (String, Term)| {
        Quad::new(
            node.clone(),
            NamedNode::new_unchecked(format!("urn:cell:{name}")),
            value,
            GraphName::DefaultGraph,
        )
    };
    std::iter::once(own)
        .chain(bindings.into_iter().map(cell))
        .collect()
}

/// CSV has no types: cells are texts, numbers by their value, blank nodes blank.
fn lines(text: &str) -> Answers {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names: Vec<String> = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_owned)
        .collect();
    let cell = |text: &str| -> Term {
        match (text.strip_prefix("_:"), text.parse::<f64>()) {
            (Some(label), _) => BlankNode::new_unchecked(label).into(),
            (None, Ok(number)) => Literal::from(number).into(),
            (None, Err(_)) => Literal::from(text).into(),
        }
    };
    let rows = reader.records().map(|record| {
        row(names
            .iter()
            .cloned()
            .zip(record.unwrap().iter().map(cell))
            .collect())
    });
    Answers::Rows(canonical(rows.flatten().collect()))
}

fn parsed(bytes: &[u8], format: QueryResultsFormat) -> Answers {
    match QueryResultsParser::from_format(format)
        .for_slice(bytes)
        .unwrap()
    {
        SliceQueryResultsParserOutput::Boolean(value) => Answers::Boolean(value),
        SliceQueryResultsParserOutput::Solutions(solutions) => {
            let rows = solutions.map(|solution| {
                let solution = solution.unwrap();
                row(solution
                    .iter()
                    .map(|(name, value)| (name.as_str().to_owned(), value.clone()))
                    .collect())
            });
            Answers::Rows(canonical(rows.flatten().collect()))
        }
    }
}

pub fn of_reply(reply: &Reply) -> Answers {
    let media = reply.media.split(';').next().unwrap();
    if media == "text/csv" {
        return lines(&reply.text);
    }
    match QueryResultsFormat::from_media_type(media).filter(|_| media != "application/n-triples") {
        Some(format) => parsed(reply.text.as_bytes(), format),
        None => Answers::Graph(canonical(
            RdfParser::from_format(RdfFormat::NTriples)
                .for_slice(&reply.text)
                .map(Result::unwrap)
                .collect(),
        )),
    }
}

pub fn of_results(results: QueryResults<'_>, csv: bool) -> Answers {
    match results {
        QueryResults::Boolean(value) => Answers::Boolean(value),
        QueryResults::Solutions(solutions) if csv => {
            let names: Vec<&str> = solutions
                .variables()
                .iter()
                .map(oxigraph::model::Variable::as_str)
                .collect();
            let header = names.join(",");
            assert_eq!(solutions.count(), 0, "only of an empty data set");
            lines(&header)
        }
        QueryResults::Solutions(solutions) => {
            let rows = solutions.map(|solution| {
                let solution = solution.unwrap();
                row(solution
                    .iter()
                    .map(|(name, value)| (name.as_str().to_owned(), value.clone()))
                    .collect())
            });
            Answers::Rows(canonical(rows.flatten().collect()))
        }
        QueryResults::Graph(triples) => Answers::Graph(canonical(
            triples
                .map(|triple| triple.unwrap().in_graph(GraphName::DefaultGraph))
                .collect(),
        )),
    }
}

pub fn of_file(path: &Path) -> Answers {
    let extension = path.extension().unwrap().to_str().unwrap();
    if extension == "csv" {
        return lines(&std::fs::read_to_string(path).unwrap());
    }
    if let Some(format) = QueryResultsFormat::from_extension(extension) {
        return parsed(&std::fs::read(path).unwrap(), format);
    }
    let quads = crate::manifest::quads(path);
    let set = NamedNodeRef::new_unchecked(
        "http://www.w3.org/2001/sw/DataAccess/tests/result-set#ResultSet",
    );
    if quads
        .iter()
        .any(|quad| quad.object.as_ref() == TermRef::from(set))
    {
        of_result_set(&quads)
    } else {
        Answers::Graph(canonical(quads))
    }
}

/// Answers that are written as a graph of bindings.
fn of_result_set(quads: &[Quad]) -> Answers {
    let rs = |name: &str| format!("http://www.w3.org/2001/sw/DataAccess/tests/result-set#{name}");
    let find = |subject: &Term, name: &str| -> Vec<Term> {
        let own = quads.iter().filter(|quad| {
            Term::from(quad.subject.clone()) == *subject && quad.predicate.as_str() == rs(name)
        });
        own.map(|quad| quad.object.clone()).collect()
    };
    let root = quads
        .iter()
        .find(|quad| quad.object.to_string().contains("result-set#ResultSet"))
        .unwrap();
    let root = Term::from(root.subject.clone());
    if let Some(Term::Literal(value)) = find(&root, "boolean").first() {
        return Answers::Boolean(value.value() == "true");
    }
    let rows = find(&root, "solution").into_iter().map(|solution| {
        let cells = find(&solution, "binding").into_iter().map(|binding| {
            let Some(Term::Literal(name)) = find(&binding, "variable").first().cloned() else {
                panic!("a binding without a name")
            };
            (name.value().to_owned(), find(&binding, "value").remove(0))
        });
        row(cells.collect())
    });
    Answers::Rows(canonical(rows.flatten().collect()))
}
