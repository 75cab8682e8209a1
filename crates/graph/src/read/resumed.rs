//! Turtle that is malformed in places: reading goes on at the next statement, whatever the parser has lost.
//!
//! A parser that meets a text without an end takes what follows for a part of it. Here it begins anew, with the prefixes that it knew, at the first line behind the malformed one that begins
//! a statement: one that follows a line with a full stop at its end. The file is held in memory.

use std::io::Read;

use bauta_table::{Progress, Stage};
use oxrdf::{GraphNameRef, QuadRef};
use oxttl::TurtleParser;

use super::{MOST, ReadOptions, Reading};
use crate::error::{Error, Result};

/// Reads Turtle leniently.
pub(super) fn read(
    take: &mut dyn FnMut(QuadRef<'_>) -> Result<()>,
    mut input: impl Read,
    options: &ReadOptions,
    progress: &dyn Progress,
) -> Result<Reading> {
    let mut text = Vec::new();
    input.read_to_end(&mut text)?;
    let mut found = Reading::default();
    let (mut start, mut line) = (0, 0);
    let mut base = options.base.clone();
    while start < text.len() && found.skipped < MOST {
        let mut parser = TurtleParser::new();
        for (name, iri) in &found.prefixes {
            parser = parser.with_prefix(name, iri).map_err(|_| unknown())?;
        }
        if let Some(base) = &base {
            parser = parser.with_base_iri(base).map_err(|_| unknown())?;
        }
        let mut triples = parser.for_slice(&text[start..]);
        let mut malformed = None;
        for triple in triples.by_ref() {
            match triple {
                Ok(triple) => {
                    take(triple.as_ref().in_graph(GraphNameRef::DefaultGraph))?;
                    found.triples += 1;
                }
                Err(error) => {
                    malformed = Some(error.location().start);
                    break;
                }
            }
        }
        let prefixes = triples.prefixes();
        found.prefixes = prefixes
            .map(|(name, iri)| (name.to_owned(), iri.to_owned()))
            .collect();
        base = triples.base_iri().map(str::to_owned);
        progress.tell(Stage::Read, found.triples, None);
        if progress.cancelled() {
            return Err(Error::Cancelled);
        }
        let Some(place) = malformed else { break };
        found.malformed((line + place.line + 1, place.column + 1));
        let (bytes, lines) = next_statement(&text[start..], place.line);
        start += bytes;
        line += lines;
    }
    Ok(found)
}

fn unknown() -> Error {
    Error::request("the base address or a prefix is not an absolute IRI")
}

/// How many bytes and lines lie before the first statement behind a line; all if there is none.
fn next_statement(text: &[u8], malformed: u64) -> (usize, u64) {
    let (mut bytes, mut lines) = (0, 0);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        bytes += line.len();
        lines += 1;
        if lines > malformed && line.trim_ascii_end().ends_with(b".") {
            return (bytes, lines);
        }
    }
    (bytes, lines)
}
