//! Writing graphs: any RDF format, as a stream of triples from columns.
//!
//! N-Triples and N-Quads are the dictionary's own texts and are put together on all cores; the other formats go through Oxigraph's
//! serializers, subject after subject.

use std::io::Write;

use bauta_table::{Progress, Stage};
use oxrdf::{GraphName, NamedNode, NamedOrBlankNode, Quad, Term};
use oxrdfio::{RdfFormat, RdfSerializer};
use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::model::{DEFAULT_GRAPH, Dictionary, Graph, Id, Triple};

/// Triples that are put together at a time on one core.
const BLOCK: usize = 1 << 15;

/// Blocks that are put together before they are written.
const BLOCKS: usize = 16;

/// Triples in the order in which they are written, each with its graph.
pub trait Written: Sync {
    /// The terms.
    fn dictionary(&self) -> &Dictionary;

    /// Number of places; some may be empty.
    fn places(&self) -> usize;

    /// The triple at a place, if it is there.
    fn at(&self, place: usize) -> Option<(Triple, Id)>;

    /// Whether some triple is in a named graph.
    fn has_named_graphs(&self) -> bool;
}

impl Written for Graph {
    fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    fn places(&self) -> usize {
        self.len()
    }

    fn at(&self, place: usize) -> Option<(Triple, Id)> {
        Some((self.triple(place), self.graph_of(place)))
    }

    fn has_named_graphs(&self) -> bool {
        Graph::has_named_graphs(self)
    }
}

/// Writes a graph; prefixes shorten addresses in formats that know them. Answers the number of triples.
///
/// # Errors
/// Named graphs in a format that has none; a failing stream; that it was stopped.
pub fn write(
    graph: &dyn Written,
    output: &mut dyn Write,
    format: RdfFormat,
    prefixes: &[(String, String)],
    progress: &dyn Progress,
) -> Result<u64> {
    if graph.has_named_graphs() && !format.supports_datasets() {
        return Err(Error::request(format!(
            "{} has no named graphs, and this graph has; write .nq, .trig or .jsonld instead",
            format.name()
        )));
    }
    match format {
        RdfFormat::NTriples | RdfFormat::NQuads => lines(graph, output, progress),
        _ => in_order(graph, output, format, prefixes, progress),
    }
}

fn lines(graph: &dyn Written, output: &mut dyn Write, progress: &dyn Progress) -> Result<u64> {
    let mut written = 0;
    for start in (0..graph.places()).step_by(BLOCK * BLOCKS) {
        let end = graph.places().min(start + BLOCK * BLOCKS);
        let starts: Vec<usize> = (start..end).step_by(BLOCK).collect();
        let texts: Vec<(String, u64)> = starts
            .par_iter()
            .map(|&from| lines_of(graph, from..end.min(from + BLOCK)))
            .collect();
        for (text, triples) in texts {
            output.write_all(text.as_bytes())?;
            written += triples;
        }
        told(progress, end, graph.places())?;
    }
    Ok(written)
}

fn lines_of(graph: &dyn Written, places: std::ops::Range<usize>) -> (String, u64) {
    let dictionary = graph.dictionary();
    let mut text = String::with_capacity(places.len() * 160);
    let mut triples = 0;
    for (triple, name) in places.filter_map(|place| graph.at(place)) {
        text.push_str(dictionary.text(triple.subject));
        text.push(' ');
        text.push_str(dictionary.text(triple.predicate));
        text.push(' ');
        text.push_str(dictionary.text(triple.object));
        if name != DEFAULT_GRAPH {
            text.push(' ');
            text.push_str(dictionary.text(name));
        }
        text.push_str(" .\n");
        triples += 1;
    }
    (text, triples)
}

fn in_order(
    graph: &dyn Written,
    output: &mut dyn Write,
    format: RdfFormat,
    prefixes: &[(String, String)],
    progress: &dyn Progress,
) -> Result<u64> {
    let mut serializer = RdfSerializer::from_format(format);
    for (name, iri) in prefixes {
        let bad = |_| {
            Error::request(format!(
                "the prefix \"{name}\" does not stand for an absolute IRI"
            ))
        };
        serializer = serializer
            .with_prefix(name.clone(), iri.clone())
            .map_err(bad)?;
    }
    let mut out = serializer.for_writer(output);
    let mut written = 0;
    for place in 0..graph.places() {
        let Some((triple, name)) = graph.at(place) else {
            continue;
        };
        let quad = quad_of(graph.dictionary(), triple, name);
        out.serialize_quad(
            quad.ok_or_else(|| Error::internal("a term of the graph is not an RDF term"))?
                .as_ref(),
        )?;
        written += 1;
        if place % (1 << 16) == 0 {
            told(progress, place, graph.places())?;
        }
    }
    out.finish()?;
    Ok(written)
}

/// A quad of the library.
pub fn quad_of(dictionary: &Dictionary, triple: Triple, graph: Id) -> Option<Quad> {
    let node = |id: Id| match dictionary.term(id)? {
        Term::NamedNode(node) => Some(NamedOrBlankNode::NamedNode(node)),
        Term::BlankNode(node) => Some(NamedOrBlankNode::BlankNode(node)),
        Term::Literal(_) => None,
    };
    let predicate = NamedNode::new(dictionary.iri(triple.predicate)?).ok()?;
    let graph = if graph == DEFAULT_GRAPH {
        GraphName::DefaultGraph
    } else {
        node(graph)?.into()
    };
    Some(Quad::new(
        node(triple.subject)?,
        predicate,
        dictionary.term(triple.object)?,
        graph,
    ))
}

fn told(progress: &dyn Progress, done: usize, all: usize) -> Result<()> {
    progress.tell(Stage::Write, done as u64, Some(all as u64));
    if progress.cancelled() {
        Err(Error::Cancelled)
    } else {
        Ok(())
    }
}
