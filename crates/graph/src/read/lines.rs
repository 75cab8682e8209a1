//! N-Triples and N-Quads on all cores: blocks of whole lines, each with a dictionary of its own, merged in their order.
//!
//! While one batch of blocks is parsed, the batch before it is merged and the one after it is read. What comes out does not depend
//! on the number of cores: blocks are merged in the order of the file, and a block numbers its terms by first appearance.

use std::io::{self, Read};

use bauta_table::{Progress, Stage};
use oxrdf::{GraphNameRef, QuadRef, TermRef};
use oxttl::{NQuadsParser, NTriplesParser, TurtleSyntaxError};
use rayon::prelude::*;

use super::{MOST, Reading, Sink};
use crate::error::{Error, Result};
use crate::model::{DEFAULT_GRAPH, Dictionary, Id, Triple, write_term};

/// Bytes of a block.
const BLOCK: usize = 2 << 20;

/// Blocks of a batch.
const BLOCKS: usize = 16;

/// A parsed block.
#[derive(Default)]
struct Chunk {
    dictionary: Dictionary,
    quads: Vec<[Id; 4]>,
    /// Line within the block and column of malformed triples, from 1.
    malformed: Vec<(u64, u64)>,
    lines: u64,
    text: String,
}

pub(super) fn read<R: Read + Send>(
    sink: &mut Sink<'_>,
    mut input: R,
    quads: bool,
    progress: &dyn Progress,
) -> Result<Reading> {
    let mut found = Reading::default();
    let (mut rest, mut lines) = (Vec::new(), 0);
    let mut batch = batch_of(&mut input, &mut rest)?;
    let mut parsed: Vec<Chunk> = Vec::new();
    loop {
        let ready = std::mem::take(&mut parsed);
        let parse = || {
            batch
                .par_iter()
                .map(|block| Chunk::parsed(block, quads))
                .collect::<Vec<_>>()
        };
        let next = || {
            ready
                .into_iter()
                .for_each(|chunk| lines += chunk.merge(sink, lines, &mut found));
            batch_of(&mut input, &mut rest)
        };
        // Merging stays on this thread; parsing is handed out.
        let (chunks, following) = rayon::in_place_scope(|scope| {
            let (send, receive) = std::sync::mpsc::channel();
            scope.spawn(move |_| {
                let _ = send.send(parse());
            });
            let following = next();
            (receive.recv().unwrap_or_default(), following)
        });
        parsed = chunks;
        batch = following?;
        progress.tell(Stage::Read, found.triples, None);
        if progress.cancelled() {
            return Err(Error::Cancelled);
        }
        if (batch.is_empty() && parsed.is_empty()) || found.skipped >= MOST {
            return Ok(found);
        }
    }
}

/// The next blocks of whole lines; none at the end.
fn batch_of(input: &mut impl Read, rest: &mut Vec<u8>) -> io::Result<Vec<Vec<u8>>> {
    let mut batch = Vec::new();
    while batch.len() < BLOCKS {
        let Some(block) = block_of(input, rest)? else {
            break;
        };
        batch.push(block);
    }
    Ok(batch)
}

fn block_of(input: &mut impl Read, rest: &mut Vec<u8>) -> io::Result<Option<Vec<u8>>> {
    let mut block = std::mem::take(rest);
    loop {
        let before = block.len();
        block.reserve(BLOCK);
        input.by_ref().take(BLOCK as u64).read_to_end(&mut block)?;
        let ended = block.len() == before;
        if ended {
            return Ok((!block.is_empty()).then_some(block));
        }
        // A line may be longer than a block.
        if let Some(end) = block.iter().rposition(|&byte| byte == b'\n') {
            *rest = block.split_off(end + 1);
            return Ok(Some(block));
        }
    }
}

impl Chunk {
    fn parsed(block: &[u8], quads: bool) -> Self {
        let mut chunk = Chunk::default();
        chunk.parse(block, quads);
        if !chunk.malformed.is_empty() {
            // A parser that lost its way, as in a text without an end, finds it again at the next line: only malformed lines are lost.
            chunk = Chunk::default();
            for (number, line) in block.split(|&byte| byte == b'\n').enumerate() {
                let before = chunk.malformed.len();
                chunk.parse(line, quads);
                chunk.malformed.truncate(before + 1);
                if let Some(place) = chunk.malformed.get_mut(before) {
                    place.0 += number as u64;
                }
            }
        }
        chunk.lines = block.iter().filter(|&&byte| byte == b'\n').count() as u64;
        chunk
    }

    fn parse(&mut self, text: &[u8], quads: bool) {
        if quads {
            NQuadsParser::new()
                .for_slice(text)
                .for_each(|quad| match quad {
                    Ok(quad) => self.take(quad.as_ref()),
                    Err(error) => self.refuse(&error),
                });
        } else {
            NTriplesParser::new()
                .for_slice(text)
                .for_each(|triple| match triple {
                    Ok(triple) => self.take(triple.as_ref().in_graph(GraphNameRef::DefaultGraph)),
                    Err(error) => self.refuse(&error),
                });
        }
    }

    fn take(&mut self, quad: QuadRef<'_>) {
        let subject = self.id(quad.subject.into());
        let predicate = self.id(quad.predicate.into());
        let object = self.id(quad.object);
        let graph = match quad.graph_name {
            GraphNameRef::DefaultGraph => DEFAULT_GRAPH,
            GraphNameRef::NamedNode(name) => self.id(name.into()),
            GraphNameRef::BlankNode(name) => self.id(name.into()),
        };
        self.quads.push([subject, predicate, object, graph]);
    }

    fn id(&mut self, term: TermRef<'_>) -> Id {
        self.text.clear();
        write_term(&mut self.text, term);
        self.dictionary.intern(&self.text)
    }

    fn refuse(&mut self, error: &TurtleSyntaxError) {
        let place = error.location().start;
        self.malformed.push((place.line + 1, place.column + 1));
    }

    /// Adds the triples to the graph; the number of lines of the block.
    fn merge(self, sink: &mut Sink<'_>, before: u64, found: &mut Reading) -> u64 {
        let ids: Vec<Id> = self.dictionary.iter().map(|text| sink.id(text)).collect();
        let id = |local: Id| ids.get(local as usize).copied().unwrap_or(DEFAULT_GRAPH);
        for &[subject, predicate, object, graph] in &self.quads {
            let triple = Triple {
                subject: id(subject),
                predicate: id(predicate),
                object: id(object),
            };
            sink.graph.push_to(triple, id(graph));
        }
        found.triples += self.quads.len() as u64;
        self.malformed
            .iter()
            .for_each(|&(line, column)| found.malformed((before + line, column)));
        self.lines
    }
}
