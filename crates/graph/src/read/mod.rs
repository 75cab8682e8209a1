//! Reading graphs: any RDF format, compressed or not, from a stream into columns.
//!
//! N-Triples and N-Quads are parsed in blocks of lines on all cores ([`lines`]); the other formats have a state that runs through
//! the file and are parsed in order. The parsers are Oxigraph's. Blank nodes get new names, so that those of two files stay apart and
//! the same file gives the same bytes.

mod lines;
mod packed;
mod passing;
mod resumed;

pub use packed::{Compression, compressed, decompressed};
pub use passing::each;

use std::io::Read;

use crate::collections::Map;
use bauta_table::{Fault, Progress, Stage};
use oxrdf::{GraphNameRef, QuadRef, TermRef};
use oxrdfio::{RdfFormat, RdfParseError, RdfParser};

use crate::error::{Error, Result};
use crate::model::{DEFAULT_GRAPH, Graph, Id, Triple, write_term};

/// How many places of malformed triples are told one by one.
const TOLD: usize = 10;

/// After so many malformed triples a file is given up.
const MOST: u64 = 1_000_000;

/// How to read.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// The name of the file, for messages.
    pub name: String,
    /// Malformed triples are left out and counted instead of being refused.
    pub lenient: bool,
    /// What relative addresses are relative to.
    pub base: Option<String>,
}

/// What was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reading {
    /// Triples.
    pub triples: u64,
    /// Malformed triples that were left out.
    pub skipped: u64,
    /// Line and column of the first of them, from 1.
    pub places: Vec<(u64, u64)>,
    /// Prefixes that the file declares.
    pub prefixes: Vec<(String, String)>,
}

/// The format and the compression that a file's name tells.
pub fn format_of(name: &str) -> Option<(RdfFormat, Compression)> {
    let (stem, compression) = Compression::of(name);
    let extension = stem.rsplit_once('.')?.1.to_lowercase();
    let format = match extension.as_str() {
        "owl" => RdfFormat::RdfXml,
        other => RdfFormat::from_extension(other)?,
    };
    Some((format, compression))
}

/// Reads a graph and adds its triples to those that are there.
///
/// # Errors
/// Malformed triples with their places, unless they may be left out; a failing stream; that it was stopped.
pub fn read<R: Read + Send>(
    graph: &mut Graph,
    input: R,
    format: RdfFormat,
    options: &ReadOptions,
    progress: &dyn Progress,
) -> Result<Reading> {
    let mut sink = Sink::new(graph);
    let is_lines = matches!(format, RdfFormat::NTriples | RdfFormat::NQuads);
    let found = if is_lines {
        lines::read(&mut sink, input, format == RdfFormat::NQuads, progress)?
    } else {
        let mut take = |quad: QuadRef<'_>| {
            sink.quad(quad);
            Ok(())
        };
        if options.lenient && format == RdfFormat::Turtle {
            resumed::read(&mut take, input, options, progress)?
        } else {
            in_order(&mut take, input, format, options, progress)?
        }
    };
    if found.skipped > 0 && !options.lenient {
        return Err(Error::Faults(malformed(&options.name, format, &found)));
    }
    Ok(found)
}

/// Where parsed triples go: terms get the graph's numbers, blank nodes new names.
struct Sink<'g> {
    graph: &'g mut Graph,
    blank_of: Map<String, Id>,
    text: String,
}

impl<'g> Sink<'g> {
    fn new(graph: &'g mut Graph) -> Self {
        Sink {
            graph,
            blank_of: Map::default(),
            text: String::new(),
        }
    }

    /// The number of a term that is written as N-Triples does.
    fn id(&mut self, text: &str) -> Id {
        if !text.starts_with("_:") {
            return self.graph.dictionary.intern(text);
        }
        if let Some(&id) = self.blank_of.get(text) {
            return id;
        }
        let id = self.graph.fresh_blank();
        self.blank_of.insert(text.to_owned(), id);
        id
    }

    fn term(&mut self, term: TermRef<'_>) -> Id {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        write_term(&mut text, term);
        let id = self.id(&text);
        self.text = text;
        id
    }

    fn quad(&mut self, quad: QuadRef<'_>) {
        let subject = self.term(quad.subject.into());
        let predicate = self.term(quad.predicate.into());
        let object = self.term(quad.object);
        let graph = match quad.graph_name {
            GraphNameRef::DefaultGraph => DEFAULT_GRAPH,
            GraphNameRef::NamedNode(name) => self.term(name.into()),
            GraphNameRef::BlankNode(name) => self.term(name.into()),
        };
        self.graph.push_to(
            Triple {
                subject,
                predicate,
                object,
            },
            graph,
        );
    }
}

/// Formats whose state runs through the file.
fn in_order<R: Read>(
    take: &mut dyn FnMut(QuadRef<'_>) -> Result<()>,
    input: R,
    format: RdfFormat,
    options: &ReadOptions,
    progress: &dyn Progress,
) -> Result<Reading> {
    let mut parser = RdfParser::from_format(format);
    if let Some(base) = &options.base {
        let bad = || {
            Error::request(format!(
                "the base address \"{base}\" is not an absolute IRI"
            ))
        };
        parser = parser.with_base_iri(base.clone()).map_err(|_| bad())?;
    }
    let mut quads = parser.for_reader(input);
    let mut found = Reading::default();
    for quad in quads.by_ref() {
        match quad {
            Ok(quad) => {
                take(quad.as_ref())?;
                found.triples += 1;
            }
            Err(RdfParseError::Io(error)) => return Err(error.into()),
            Err(RdfParseError::Syntax(error)) => {
                // RDF/XML tells no place, and cannot go on.
                let place = error
                    .location()
                    .map(|place| (place.start.line + 1, place.start.column + 1));
                found.malformed(place.unwrap_or((0, 0)));
                if place.is_none() || found.skipped >= MOST {
                    break;
                }
            }
        }
        if found.triples % (1 << 16) == 0 {
            progress.tell(Stage::Read, found.triples, None);
            if progress.cancelled() {
                return Err(Error::Cancelled);
            }
        }
    }
    found.prefixes = quads
        .prefixes()
        .map(|(name, iri)| (name.to_owned(), iri.to_owned()))
        .collect();
    Ok(found)
}

impl Reading {
    fn malformed(&mut self, place: (u64, u64)) {
        self.skipped += 1;
        if self.places.len() < TOLD {
            self.places.push(place);
        }
    }
}

/// The faults of a file that is not what its name says.
fn malformed(name: &str, format: RdfFormat, found: &Reading) -> Vec<Fault> {
    let kind = format.name();
    let told = found.places.iter().map(|&(line, column)| match line {
        0 => Fault::Request(format!("{name}: this is not valid {kind}")),
        _ => Fault::Request(format!(
            "{name}, line {line}, column {column}: this is not valid {kind}"
        )),
    });
    let more = found.skipped - found.places.len() as u64;
    told.chain((more > 0).then_some(Fault::More { count: more }))
        .collect()
}
