//! A quasi-identifier as a tree: from its hierarchy, or made where it has none.

use bauta_table::recoding::Summary;
use bauta_table::{Bound, Qi};

use super::class::{Counts, disorder, rows, together};
use super::ranges;

/// A node of a [`Taxonomy`].
pub(in super::super) struct Node {
    /// What stands for its values.
    pub(in super::super) summary: Summary,
    pub(in super::super) parent: Option<u32>,
    pub(in super::super) children: Vec<u32>,
    /// Its place among ties: first value, then height.
    pub(in super::super) order: (u32, u8),
    /// What its children tell about the class attribute more than itself does (IL and IG of the papers).
    pub(in super::super) gain: f64,
}

/// A tree over the codes of one quasi-identifier.
pub(in super::super) struct Taxonomy {
    /// Children before their parents.
    pub(in super::super) nodes: Vec<Node>,
    /// The leaf of each code.
    pub(in super::super) leaf_of_code: Vec<u32>,
    counts: Vec<Counts>,
}

impl Taxonomy {
    /// The tree of a quasi-identifier, given the class values under each of its codes; ranges that are made hold at least
    /// `least` rows.
    pub(super) fn new(qi: &Qi, classes: &[Counts], least: u64) -> Self {
        let empty = Taxonomy {
            nodes: Vec::new(),
            leaf_of_code: Vec::new(),
            counts: Vec::new(),
        };
        let mut tree = match &qi.hierarchy {
            Some(bound) => empty.of_hierarchy(bound),
            None if qi.is_measurable() => empty.of_ranges(qi, classes, least),
            None => empty.of_words(qi),
        };
        tree.measure(classes);
        tree
    }

    /// The nodes of the hierarchy, repeated labels taken as one; missing cells that are no leaf are one below the root.
    fn of_hierarchy(mut self, bound: &Bound) -> Self {
        let tree = bound.hierarchy().tree();
        for node in tree.nodes() {
            let summary = Summary::Group {
                level: node.level as u8,
                group: node.group,
            };
            let first = node
                .children
                .iter()
                .map(|&child| self.nodes[child as usize].order.0)
                .min();
            let order = (first.unwrap_or(node.group), node.level as u8);
            let (parent, children) = (node.parent, node.children.clone());
            self.nodes.push(Node {
                summary,
                parent,
                children,
                order,
                gain: 0.0,
            });
        }
        self.leaf_of_code = bound.leaf_of_code().to_vec();
        if bound.missing_is_extra() {
            let leaf = bound.hierarchy().leaf_count() as u32;
            let root = tree.roots().next().filter(|_| bound.hierarchy().has_root());
            let missing = self.leaf(
                Summary::Group {
                    level: 0,
                    group: leaf,
                },
                leaf,
                root,
            );
            self.leaf_of_code
                .iter_mut()
                .filter(|code| **code == leaf)
                .for_each(|code| *code = missing);
        }
        self
    }

    /// `*` above the values.
    fn of_words(mut self, qi: &Qi) -> Self {
        let ranks = qi.ranks() as u32;
        // One word needs nothing above it.
        let root = (ranks > 1).then_some(ranks);
        for rank in 0..ranks {
            self.leaf(
                Summary::Range {
                    low: rank,
                    high: rank,
                },
                rank,
                None,
            );
        }
        if root.is_some() {
            self.above((0..ranks).collect(), Summary::All, 1);
        }
        self.leaf_of_code = qi.rank_of_code().to_vec();
        self
    }

    /// Ranges of numbers or dates, cut where the class attribute gains most; `*` above them and missing cells.
    fn of_ranges(mut self, qi: &Qi, classes: &[Counts], least: u64) -> Self {
        // A missing value has the last rank, and no place on the scale.
        let known = qi.ranks() as u32 - u32::from(qi.missing_rank().is_some());
        // Codes stand in their natural order, so a code is its rank.
        self.leaf_of_code = vec![0; qi.ranks()];
        let top =
            (known > 0).then(|| ranges::grow(&mut self, &classes[..known as usize], 0, least));
        if let Some(missing) = qi.missing_rank() {
            let leaf = self.leaf(
                Summary::Range {
                    low: missing,
                    high: missing,
                },
                missing,
                None,
            );
            self.leaf_of_code[missing as usize] = leaf;
            if let Some(top) = top {
                let level = self.nodes[top as usize].order.1.saturating_add(1);
                self.above(vec![top, leaf], Summary::All, level);
            }
        }
        self
    }

    /// Adds a leaf.
    pub(super) fn leaf(&mut self, summary: Summary, first: u32, parent: Option<u32>) -> u32 {
        let id = self.nodes.len() as u32;
        self.nodes.push(Node {
            summary,
            parent,
            children: Vec::new(),
            order: (first, 0),
            gain: 0.0,
        });
        if let Some(parent) = parent {
            self.nodes[parent as usize].children.push(id);
        }
        id
    }

    /// Adds a node above others.
    pub(super) fn above(&mut self, children: Vec<u32>, summary: Summary, level: u8) -> u32 {
        let id = self.nodes.len() as u32;
        let first = children
            .iter()
            .map(|&child| self.nodes[child as usize].order.0)
            .min()
            .unwrap_or(0);
        children
            .iter()
            .for_each(|&child| self.nodes[child as usize].parent = Some(id));
        self.nodes.push(Node {
            summary,
            parent: None,
            children,
            order: (first, level),
            gain: 0.0,
        });
        id
    }

    /// Class counts of every node, and from them the gain of its children.
    fn measure(&mut self, classes: &[Counts]) {
        let mut of_leaf: Vec<Vec<&Counts>> = vec![Vec::new(); self.nodes.len()];
        for (code, counts) in classes.iter().enumerate() {
            of_leaf[self.leaf_of_code[code] as usize].push(counts);
        }
        self.counts = of_leaf
            .into_iter()
            .map(|counts| together(counts.into_iter()))
            .collect();
        // Missing cells are a leaf that was added after its parent: leaves first, then upwards.
        for id in 0..self.nodes.len() {
            if self.nodes[id].children.is_empty() {
                continue;
            }
            let below = || {
                self.nodes[id]
                    .children
                    .iter()
                    .map(|&child| &self.counts[child as usize])
            };
            let counts = together(below());
            let inside: f64 = below().map(disorder).sum();
            // Per row, so that large and small nodes compare; a node without rows gains nothing.
            self.nodes[id].gain = (disorder(&counts) - inside) / (rows(&counts) as f64).max(1.0);
            self.counts[id] = counts;
        }
    }

    /// The nodes without a parent, in the order of their values.
    pub(in super::super) fn roots(&self) -> Vec<u32> {
        self.sorted(
            (0..self.nodes.len() as u32).filter(|&id| self.nodes[id as usize].parent.is_none()),
        )
    }

    /// The nodes without children, in the order of their values.
    pub(in super::super) fn leaves(&self) -> Vec<u32> {
        self.sorted(
            (0..self.nodes.len() as u32).filter(|&id| self.nodes[id as usize].children.is_empty()),
        )
    }

    fn sorted(&self, nodes: impl Iterator<Item = u32>) -> Vec<u32> {
        let mut nodes: Vec<u32> = nodes.collect();
        nodes.sort_by_key(|&id| self.nodes[id as usize].order);
        nodes
    }

    /// The node with children whose group has a label.
    pub(in super::super) fn find(&self, qi: &Qi, label: &str) -> Option<u32> {
        let bound = qi.hierarchy.as_ref()?;
        let has_label = |node: &Node| match node.summary {
            Summary::Group { level, group } => bound.label(usize::from(level), group) == label,
            _ => false,
        };
        self.nodes
            .iter()
            .position(|node| !node.children.is_empty() && has_label(node))
            .map(|id| id as u32)
    }
}
