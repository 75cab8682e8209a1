//! The lattice as a search saw it, as data: for a page that draws it, and for people who want to know why a node was chosen.

use std::collections::BTreeMap;
use std::sync::Mutex;

use bauta_table::{Lattice, Node};
use serde::Serialize;

/// What a search found out about a node.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Seen {
    /// Rows in classes that break a requirement.
    pub outliers: u64,
    /// Whether these are no more than may be left out.
    pub satisfies: bool,
    /// What the node loses, where the search asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
}

/// Collects what a search finds out.
#[derive(Debug, Default)]
pub struct View {
    seen: Mutex<BTreeMap<Node, Seen>>,
}

/// The most nodes that a view shows.
const MOST: u128 = 200_000;

impl View {
    /// Notes what was found out about a node.
    pub fn tell(&self, levels: &[u8], found: Seen) {
        if let Ok(mut seen) = self.seen.lock() {
            seen.insert(Node::from(levels.to_vec()), found);
        }
    }

    /// The lattice with all that was seen; of a lattice too large to show, the nodes that were looked at.
    pub fn drawn(self, lattice: &Lattice, attributes: Vec<String>, chosen: Option<&Node>) -> Drawn {
        let seen = self.seen.into_inner().unwrap_or_default();
        let whole = lattice.size() <= MOST;
        let nodes: Vec<Node> = if whole {
            lattice.nodes().collect()
        } else {
            seen.keys().cloned().collect()
        };
        let place: BTreeMap<&Node, usize> = nodes
            .iter()
            .enumerate()
            .map(|(place, node)| (node, place))
            .collect();
        let edges = nodes.iter().enumerate().flat_map(|(from, node)| {
            let above = lattice
                .successors(node)
                .filter_map(|above| place.get(&above).copied());
            above.map(move |to| (from, to)).collect::<Vec<_>>()
        });
        let edges = edges.collect();
        let nodes = nodes
            .iter()
            .map(|node| DrawnNode {
                levels: node.levels().to_vec(),
                height: node.height(),
                state: if seen.contains_key(node) {
                    "checked"
                } else {
                    "pruned"
                },
                found: seen.get(node).copied(),
                chosen: Some(node) == chosen,
            })
            .collect();
        Drawn {
            attributes,
            heights: lattice.heights().to_vec(),
            size: lattice.size() as f64,
            whole,
            nodes,
            edges,
        }
    }
}

/// A lattice to draw.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "Lattice")]
pub struct Drawn {
    /// The quasi-identifiers, in the order of levels.
    pub attributes: Vec<String>,
    /// The height of each one's hierarchy.
    pub heights: Vec<u8>,
    /// How many nodes there are.
    pub size: f64,
    /// Whether all of them are listed.
    pub whole: bool,
    /// By height, and lexicographically within a height.
    pub nodes: Vec<DrawnNode>,
    /// From a node to one that is one step more general, by their places in `nodes`.
    pub edges: Vec<(usize, usize)>,
}

/// A node to draw.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "LatticeNode")]
pub struct DrawnNode {
    /// The level of each attribute.
    pub levels: Vec<u8>,
    /// Their sum.
    pub height: usize,
    /// `checked` if its classes were counted, `pruned` if that was not needed.
    pub state: &'static str,
    /// What was found out.
    #[serde(flatten)]
    pub found: Option<Seen>,
    /// Whether it is the one that was released.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub chosen: bool,
}
