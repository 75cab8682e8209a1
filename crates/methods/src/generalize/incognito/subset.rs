//! The solutions of one subset of the quasi-identifiers.

use std::collections::HashMap;

use bauta_table::count::{Scratch, TupleSet};
use bauta_table::{Lattice, Node};
use rayon::prelude::*;

use super::super::full_domain::Walk;
use super::Search;
use crate::trace::{Candidate, Decision, Fate, Subject};

/// Classes of nodes found wanting that are kept for the nodes above them; others are counted from further below.
const KEPT: usize = 1 << 21;

/// Some quasi-identifiers.
pub(super) struct Subset<'s> {
    search: &'s Search<'s>,
    own: Vec<usize>,
    /// Of these attributes only.
    lattice: Lattice,
}

/// Nodes that do not solve, with their classes.
type Wanting = HashMap<Node, TupleSet>;

impl<'s> Subset<'s> {
    pub(super) fn new(search: &'s Search<'s>, own: Vec<usize>) -> Self {
        let heights = search.domain.lattice.heights();
        let lattice = Lattice::new(
            &own.iter()
                .map(|&qi| usize::from(heights[qi]))
                .collect::<Vec<_>>(),
        );
        Subset {
            search,
            own,
            lattice,
        }
    }

    /// The solutions, with the level that leaves an attribute out for all others; `smaller` tells which nodes of smaller subsets
    /// solve. Incomplete if the work was cancelled.
    pub(super) fn solutions(&self, smaller: &[bool], walk: &mut Walk<'_, '_>) -> Vec<Node> {
        let candidates: Vec<bool> = (0..self.lattice.size())
            .map(|index| {
                self.lattice
                    .node(index)
                    .is_some_and(|node| self.is_candidate(&node, smaller))
            })
            .collect();
        let is = |marked: &[bool], node: &Node| {
            self.lattice
                .index(node)
                .is_some_and(|index| marked[index as usize])
        };
        let Some(start) = self.start(&candidates, walk) else {
            return Vec::new();
        };
        let mut solved = vec![false; candidates.len()];
        let mut below = Wanting::new();
        let mut told = self.search.trace.map(|_| self.excluded(&candidates));
        for height in 0..=self.lattice.max_height() {
            let nodes = self
                .lattice
                .nodes_at(height)
                .filter(|node| is(&candidates, node));
            // Step 3.
            let known = |node: &Node| {
                self.lattice
                    .predecessors(node)
                    .any(|below| is(&solved, &below))
            };
            let (above, unknown): (Vec<Node>, Vec<Node>) =
                nodes.partition(|node| self.search.monotone && known(node));
            let (solving, wanting) = self.counted(unknown, &start, &below, told.as_mut());
            told.iter_mut().for_each(|told| {
                told.extend(
                    above
                        .iter()
                        .map(|node| self.uncounted(node, Fate::SolvesAsBelow)),
                );
            });
            let found = above
                .iter()
                .chain(&solving)
                .filter_map(|node| self.lattice.index(node));
            found.for_each(|index| solved[index as usize] = true);
            below = wanting;
            if self.search.progress.cancelled() {
                return Vec::new();
            }
        }
        if let (Some(trace), Some(told)) = (self.search.trace, told) {
            let subset = Decision::TrySubset {
                qis: self.own.clone(),
                nodes: candidates.len(),
            };
            trace.tell(
                subset,
                told,
                self.search
                    .domain
                    .state(&self.search.domain.lattice.bottom()),
            );
        }
        let solutions = (0..self.lattice.size()).filter(|&index| solved[index as usize]);
        solutions
            .filter_map(|index| Some(self.full(&self.lattice.node(index)?)))
            .collect()
    }

    /// Step 2. Whether a node solves without any one of its attributes.
    fn is_candidate(&self, node: &Node, smaller: &[bool]) -> bool {
        if !self.search.monotone || self.own.len() == 1 {
            return true;
        }
        let full = self.full(node);
        self.own.iter().all(|&qi| {
            let without = full.with_level(qi, self.search.lattice.heights()[qi]);
            self.search
                .lattice
                .index(&without)
                .is_some_and(|index| smaller[index as usize])
        })
    }

    /// Step 4. The classes of the lowest levels that any candidate has; none if there is no candidate.
    fn start(&self, candidates: &[bool], walk: &mut Walk<'_, '_>) -> Option<(Node, TupleSet)> {
        let of_candidates = (0..self.lattice.size()).filter(|&index| candidates[index as usize]);
        let lowest = of_candidates
            .filter_map(|index| self.lattice.node(index))
            .reduce(|a, b| {
                let levels = a.levels().iter().zip(b.levels()).map(|(a, b)| *a.min(b));
                Node::from(levels.collect::<Vec<u8>>())
            })?;
        let (bottom, to) = (self.full(&self.lattice.bottom()), self.full(&lowest));
        let classes = walk.classes(bottom.levels());
        let set = self.search.domain.raised(
            classes,
            bottom.levels(),
            to.levels(),
            &mut Scratch::default(),
        );
        Some((lowest, set))
    }

    /// Counts nodes of one height: those that solve, and the others, with their classes as far as they are kept.
    fn counted(
        &self,
        nodes: Vec<Node>,
        start: &(Node, TupleSet),
        below: &Wanting,
        mut told: Option<&mut Vec<Candidate>>,
    ) -> (Vec<Node>, Wanting) {
        // What one node may keep such that all together keep no more than they may.
        let most = KEPT / nodes.len().max(1);
        let judged = nodes
            .into_par_iter()
            .map_init(Scratch::default, |scratch, node| {
                if self.search.progress.cancelled() {
                    return (node, u64::MAX, None);
                }
                let (from, set) = self.nearest(&node, start, below);
                let levels = self.full(&node);
                let set = self.search.domain.raised(
                    set,
                    self.full(from).levels(),
                    levels.levels(),
                    scratch,
                );
                let outliers = self.search.outliers(levels.levels(), &set);
                (node, outliers, (set.len() <= most).then_some(set))
            });
        let (mut solving, mut wanting) = (Vec::new(), Wanting::new());
        for (node, outliers, set) in judged.collect::<Vec<_>>() {
            let solves = outliers <= self.search.domain.may_drop();
            told.iter_mut()
                .for_each(|told| told.push(self.weighed(&node, outliers)));
            match set {
                _ if solves => solving.push(node),
                Some(set) => drop(wanting.insert(node, set)),
                None => {}
            }
        }
        (solving, wanting)
    }

    /// Step 4. The smallest classes at hand of a node below.
    fn nearest<'n>(
        &self,
        node: &Node,
        start: &'n (Node, TupleSet),
        below: &'n Wanting,
    ) -> (&'n Node, &'n TupleSet) {
        let parents = self
            .lattice
            .predecessors(node)
            .filter_map(|parent| below.get_key_value(&parent));
        parents
            .min_by_key(|(_, set)| set.len())
            .unwrap_or((&start.0, &start.1))
    }

    /// For who listens: the nodes that are no candidates.
    fn excluded(&self, candidates: &[bool]) -> Vec<Candidate> {
        let out = (0..self.lattice.size()).filter(|&index| !candidates[index as usize]);
        let nodes = out.filter_map(|index| self.lattice.node(index));
        nodes
            .map(|node| self.uncounted(&node, Fate::FailsAsSubset))
            .collect()
    }

    fn uncounted(&self, node: &Node, fate: Fate) -> Candidate {
        Candidate {
            what: self.subject(node),
            figures: Vec::new(),
            fate,
        }
    }

    fn weighed(&self, node: &Node, outliers: u64) -> Candidate {
        Candidate {
            what: self.subject(node),
            ..self.search.domain.weighed(node, outliers)
        }
    }

    fn subject(&self, node: &Node) -> Subject {
        let mut levels = vec![None; self.search.domain.lattice.attributes()];
        self.own
            .iter()
            .zip(node.levels())
            .for_each(|(&qi, &level)| levels[qi] = Some(level));
        Subject::Node(levels)
    }

    /// A node of this subset in the lattice of all subsets.
    fn full(&self, node: &Node) -> Node {
        let mut levels = self.search.lattice.heights().to_vec();
        self.own
            .iter()
            .zip(node.levels())
            .for_each(|(&qi, &level)| levels[qi] = level);
        Node::from(levels)
    }
}
