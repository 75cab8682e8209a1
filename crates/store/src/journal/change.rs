//! A change as it is written: what happens to the triples of both stores, and to what is known of entities.

use oxigraph::io::{RdfFormat, RdfParser, RdfSerializer};
use oxigraph::model::{NamedNode, Quad};
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::state::Transition;

/// Which store a step is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To {
    /// The one that privileged users see.
    Whole,
    /// The one that everybody sees.
    Public,
    /// Both.
    Both,
}

impl To {
    /// Whether the store of privileged users is meant.
    pub fn whole(self) -> bool {
        self != To::Public
    }

    /// Whether the public store is meant.
    pub fn public(self) -> bool {
        self != To::Whole
    }
}

/// One step.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// A quad is added.
    Add(To, Quad),
    /// A quad is removed.
    Remove(To, Quad),
    /// A graph is made.
    Create(To, NamedNode),
    /// A graph is dropped, with all it holds.
    Drop(To, NamedNode),
}

/// A change: all of it, or nothing.
#[derive(Debug, Clone, Default)]
pub struct Change {
    /// What happens to the triples, in order.
    pub steps: Vec<Step>,
    /// What happens to what is known.
    pub transition: Transition,
}

#[derive(Serialize, Deserialize)]
struct Head {
    /// A letter for each quad: what happens to it, and where.
    codes: String,
    /// Graphs that are made or dropped, with the number of quads before them.
    graphs: Vec<(usize, char, String)>,
    transition: Transition,
}

const CODES: [(char, bool, To); 6] = [
    ('A', true, To::Whole),
    ('B', true, To::Public),
    ('C', true, To::Both),
    ('a', false, To::Whole),
    ('b', false, To::Public),
    ('c', false, To::Both),
];

fn code(adds: bool, to: To) -> char {
    CODES
        .iter()
        .find(|(_, own, place)| (*own, *place) == (adds, to))
        .map_or('?', |(code, _, _)| *code)
}

fn meaning(code: char) -> Result<(bool, To)> {
    let found = CODES.iter().find(|(own, _, _)| *own == code);
    found
        .map(|(_, adds, to)| (*adds, *to))
        .ok_or_else(|| Error::Internal("an unknown step in the journal".to_owned()))
}

impl Change {
    /// Whether nothing happens.
    pub fn is_empty(&self) -> bool {
        let transition = &self.transition;
        self.steps.is_empty()
            && transition.links.is_empty()
            && transition.entries.is_empty()
            && transition.published.is_none()
    }

    /// As bytes.
    ///
    /// # Errors
    /// Never in practice: writing to memory.
    pub fn write(&self) -> Result<Vec<u8>> {
        let failed = |error: std::io::Error| Error::Internal(error.to_string());
        let mut head = Head {
            codes: String::new(),
            graphs: Vec::new(),
            transition: self.transition.clone(),
        };
        let mut quads = RdfSerializer::from_format(RdfFormat::NQuads).for_writer(Vec::new());
        for step in &self.steps {
            match step {
                Step::Add(to, quad) | Step::Remove(to, quad) => {
                    head.codes.push(code(matches!(step, Step::Add(..)), *to));
                    quads.serialize_quad(quad).map_err(failed)?;
                }
                Step::Create(to, graph) | Step::Drop(to, graph) => {
                    let code = code(matches!(step, Step::Create(..)), *to);
                    head.graphs
                        .push((head.codes.len(), code, graph.as_str().to_owned()));
                }
            }
        }
        let mut bytes =
            serde_json::to_vec(&head).map_err(|error| Error::Internal(error.to_string()))?;
        bytes.push(b'\n');
        bytes.extend(quads.finish().map_err(failed)?);
        Ok(bytes)
    }

    /// From bytes.
    ///
    /// # Errors
    /// Where they are none of ours.
    pub fn read(bytes: &[u8]) -> Result<Change> {
        let strange = |error: &dyn std::fmt::Display| {
            Error::Internal(format!("the journal cannot be read: {error}"))
        };
        let end = memchr::memchr(b'\n', bytes).unwrap_or(bytes.len());
        let (head, quads) = bytes.split_at(end);
        let head: Head = serde_json::from_slice(head).map_err(|error| strange(&error))?;
        let mut graphs = head.graphs.into_iter().peekable();
        let mut steps = Vec::with_capacity(head.codes.len());
        let mut codes = head.codes.chars();
        let mut graph_steps = |steps: &mut Vec<Step>, before: usize| -> Result<()> {
            // Graphs are made and dropped between facts, in the order in which it happened: a dropped one takes the facts before it along.
            while let Some((_, code, name)) = graphs.next_if(|(at, _, _)| *at <= before) {
                let (adds, to) = meaning(code)?;
                let name = NamedNode::new_unchecked(name);
                steps.push(if adds {
                    Step::Create(to, name)
                } else {
                    Step::Drop(to, name)
                });
            }
            Ok(())
        };
        for (at, quad) in RdfParser::from_format(RdfFormat::NQuads)
            .lenient()
            .for_slice(quads)
            .enumerate()
        {
            graph_steps(&mut steps, at)?;
            let quad = quad.map_err(|error| strange(&error))?;
            let (adds, to) = meaning(codes.next().unwrap_or('?'))?;
            steps.push(if adds {
                Step::Add(to, quad)
            } else {
                Step::Remove(to, quad)
            });
        }
        // Those behind the last fact.
        graph_steps(&mut steps, usize::MAX)?;
        Ok(Change {
            steps,
            transition: head.transition,
        })
    }
}
