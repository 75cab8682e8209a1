//! The lattice of full-domain generalisations: one level for each attribute.
//!
//! A [`Node`] is a vector of levels; its height is their sum; an edge raises one level by one. The lattice is never held
//! in memory: nodes are made when they are visited, so its size may be far beyond what could be stored.

use serde::{Deserialize, Serialize};

/// A level for each attribute. Nodes compare lexicographically.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Node(Box<[u8]>);

impl Node {
    /// The level of each attribute.
    pub fn levels(&self) -> &[u8] {
        &self.0
    }

    /// The level of an attribute.
    #[inline]
    pub fn level(&self, attribute: usize) -> usize {
        usize::from(self.0[attribute])
    }

    /// The sum of levels.
    pub fn height(&self) -> usize {
        self.0.iter().map(|&level| usize::from(level)).sum()
    }

    /// The same node with another level for one attribute.
    #[must_use]
    pub fn with_level(&self, attribute: usize, level: u8) -> Node {
        let mut node = self.clone();
        node.0[attribute] = level;
        node
    }

    /// Whether no level is lower than that of `other`; a node is a generalisation of itself.
    pub fn is_generalization_of(&self, other: &Node) -> bool {
        self.0.len() == other.0.len()
            && self.0.iter().zip(&other.0).all(|(own, other)| own >= other)
    }
}

impl From<Vec<u8>> for Node {
    fn from(levels: Vec<u8>) -> Self {
        Node(levels.into())
    }
}

impl<const N: usize> From<[u8; N]> for Node {
    fn from(levels: [u8; N]) -> Self {
        Node(levels.into())
    }
}

/// `<1,0,2>`
impl std::fmt::Display for Node {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let levels: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        write!(f, "<{}>", levels.join(","))
    }
}

/// All nodes between "nothing generalised" and "everything at its last level".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Lattice {
    heights: Box<[u8]>,
}

impl Lattice {
    /// The lattice over hierarchies of these heights. A height above 255, which no hierarchy has, counts as 255.
    pub fn new(heights: &[usize]) -> Self {
        Lattice {
            heights: heights
                .iter()
                // Hierarchies have fewer levels than a byte counts (`MAX_HEIGHT`); the cut is never reached.
                .map(|&height| height.min(0xff) as u8)
                .collect(),
        }
    }

    /// The height of each attribute's hierarchy.
    pub fn heights(&self) -> &[u8] {
        &self.heights
    }

    /// Number of attributes.
    pub fn attributes(&self) -> usize {
        self.heights.len()
    }

    /// Number of nodes; `u128::MAX` stands for that and more.
    pub fn size(&self) -> u128 {
        self.heights.iter().fold(1, |size: u128, &height| {
            // Only compared with limits, for which "too many" is enough.
            size.saturating_mul(u128::from(height) + 1)
        })
    }

    /// The height of the top.
    pub fn max_height(&self) -> usize {
        self.heights.iter().map(|&height| usize::from(height)).sum()
    }

    /// Nothing generalised.
    pub fn bottom(&self) -> Node {
        Node(vec![0; self.heights.len()].into())
    }

    /// Everything at its last level.
    pub fn top(&self) -> Node {
        Node(self.heights.clone())
    }

    /// Whether the node has a level of every attribute's hierarchy.
    pub fn contains(&self, node: &Node) -> bool {
        self.top().is_generalization_of(node)
    }

    /// The node's number in lexicographic order; none if it is no node of this lattice or the number exceeds 128 bits.
    pub fn index(&self, node: &Node) -> Option<u128> {
        if !self.contains(node) {
            return None;
        }
        self.heights
            .iter()
            .zip(&node.0)
            .try_fold(0u128, |index, (&height, &level)| {
                index
                    .checked_mul(u128::from(height) + 1)?
                    .checked_add(u128::from(level))
            })
    }

    /// The node of a number, if there is one.
    pub fn node(&self, index: u128) -> Option<Node> {
        let mut node = self.bottom();
        let mut rest = index;
        // The last attribute is the lowest digit, as in `index`.
        for (level, &height) in node.0.iter_mut().zip(&self.heights).rev() {
            let radix = u128::from(height) + 1;
            *level = (rest % radix) as u8;
            rest /= radix;
        }
        (rest == 0).then_some(node)
    }

    /// The nodes one step more general, in attribute order.
    pub fn successors<'a>(&'a self, node: &'a Node) -> impl Iterator<Item = Node> + 'a {
        let raised = |(at, (&level, &height)): (usize, (&u8, &u8))| {
            (level < height).then(|| node.with_level(at, level + 1))
        };
        node.0
            .iter()
            .zip(&self.heights)
            .enumerate()
            .filter_map(raised)
    }

    /// The nodes one step more specific, in attribute order.
    pub fn predecessors<'a>(&'a self, node: &'a Node) -> impl Iterator<Item = Node> + 'a {
        node.0
            .iter()
            .enumerate()
            .filter(|(_, level)| **level > 0)
            .map(|(at, &level)| node.with_level(at, level - 1))
    }

    /// How many nodes have each height, from the bottom to the top; `u128::MAX` stands for that and more.
    pub fn counts(&self) -> Vec<u128> {
        let mut counts = vec![1u128];
        for &height in &self.heights {
            // Heights add up: each attribute spreads every sum over its own levels.
            let mut next = vec![0u128; counts.len() + usize::from(height)];
            for (at, &count) in counts.iter().enumerate() {
                for sum in &mut next[at..=at + usize::from(height)] {
                    *sum = sum.saturating_add(count);
                }
            }
            counts = next;
        }
        counts
    }

    /// How many nodes have a height.
    pub fn count_at(&self, height: usize) -> u128 {
        self.counts().get(height).copied().unwrap_or(0)
    }

    /// The nodes of a height in lexicographic order, one at a time.
    pub fn nodes_at(&self, height: usize) -> NodesAt<'_> {
        let next = (height <= self.max_height()).then(|| {
            let mut first = self.bottom();
            fill_from_right(&mut first.0, &self.heights, height);
            first
        });
        NodesAt {
            heights: &self.heights,
            next,
        }
    }

    /// All nodes by height, and lexicographically within a height, one at a time.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        (0..=self.max_height()).flat_map(|height| self.nodes_at(height))
    }
}

/// The nodes of one height; see [`Lattice::nodes_at`].
#[derive(Debug, Clone)]
pub struct NodesAt<'a> {
    heights: &'a [u8],
    next: Option<Node>,
}

impl Iterator for NodesAt<'_> {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        let current = self.next.take()?;
        self.next = following(&current, self.heights);
        Some(current)
    }
}

/// The next node of the same height: the rightmost level that can take one from the levels behind it does so, and these
/// then stand as low as their sum allows.
fn following(node: &Node, heights: &[u8]) -> Option<Node> {
    let mut behind = 0;
    for at in (0..heights.len()).rev() {
        // The next node of the same height takes one step from behind: the rightmost place that can rise does, and what is left goes as far
        // right as it can.
        if behind > 0 && node.0[at] < heights[at] {
            let mut next = node.with_level(at, node.0[at] + 1);
            fill_from_right(&mut next.0[at + 1..], &heights[at + 1..], behind - 1);
            return Some(next);
        }
        behind += node.level(at);
    }
    None
}

/// Sets levels of the given sum, as much as possible to the right: the lexicographically first.
fn fill_from_right(levels: &mut [u8], heights: &[u8], mut sum: usize) {
    for (level, &height) in levels.iter_mut().zip(heights).rev() {
        *level = sum.min(usize::from(height)) as u8;
        // Never below 0: `level` is at most `sum`.
        sum -= usize::from(*level);
    }
}

#[cfg(test)]
mod tests;
