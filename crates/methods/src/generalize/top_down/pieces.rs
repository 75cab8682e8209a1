//! The classes of the current cut, split as the cut descends, and what splitting a node would do to them.

use std::collections::{BTreeMap, HashMap};

use rayon::prelude::*;

use super::super::subtree::{EPSILON, Forest};
use super::telling::Weighed;

/// A class: its node on every quasi-identifier, and its tuples.
struct Piece {
    key: Vec<u32>,
    tuples: Vec<u32>,
    size: u64,
    fails: bool,
}

pub(super) struct Pieces<'f, 'a> {
    pub(super) forest: &'f Forest<'a>,
    pieces: Vec<Piece>,
    cuts: Vec<Vec<u32>>,
    /// For each quasi-identifier and code, the node of the cut above it, and that node's child above it (itself for a leaf).
    above: Vec<Vec<(u32, u32)>>,
    /// Nodes that can never be split: what fails now fails in every finer cut.
    closed: Vec<Vec<bool>>,
    /// Whether a split that breaks a model breaks it in every finer cut too.
    stays_invalid: bool,
}

/// What splitting a node would do, by sizes alone.
#[derive(Clone, Copy, Default)]
struct Trial {
    smallest: u64,
    /// Rows in pieces that are too small for any model, and in those of the touched classes that were so before.
    small: u64,
    small_before: u64,
}

/// A node to be split, and the classes that are then new.
pub(super) struct Split {
    pub(super) qi: usize,
    pub(super) node: u32,
    new: Vec<Piece>,
}

impl<'f, 'a> Pieces<'f, 'a> {
    /// The classes of the roots.
    pub(super) fn new(forest: &'f Forest<'a>) -> Self {
        let cuts: Vec<Vec<u32>> = forest
            .trees
            .iter()
            .map(super::super::subtree::Taxonomy::roots)
            .collect();
        let models = &forest.task.models;
        let mut pieces = Pieces {
            forest,
            pieces: Vec::new(),
            above: cuts
                .iter()
                .zip(&forest.trees)
                .map(|(_, tree)| vec![(0, 0); tree.leaf_of_code.len()])
                .collect(),
            closed: forest
                .trees
                .iter()
                .map(|tree| vec![false; tree.nodes.len()])
                .collect(),
            stays_invalid: forest.may_drop() == 0 && models.iter().all(|model| model.is_monotone()),
            cuts,
        };
        (0..forest.trees.len()).for_each(|qi| pieces.find_above(qi));
        let mut by_key: BTreeMap<Vec<u32>, Vec<u32>> = BTreeMap::new();
        for &tuple in &forest.tuples {
            let node = |qi: usize| pieces.above[qi][forest.codes[qi][tuple as usize] as usize].0;
            by_key
                .entry((0..forest.trees.len()).map(node).collect())
                .or_default()
                .push(tuple);
        }
        pieces.pieces = by_key
            .into_iter()
            .map(|(key, tuples)| pieces.piece(key, tuples))
            .collect();
        pieces
    }

    fn piece(&self, key: Vec<u32>, tuples: Vec<u32>) -> Piece {
        let size = tuples.iter().map(|&tuple| self.forest.rows(tuple)).sum();
        let fails = size < self.forest.task.least_rows() || !self.forest.holds(&tuples);
        Piece {
            key,
            tuples,
            size,
            fails,
        }
    }

    /// Finds the node of the cut above each code, walking up from its leaf.
    fn find_above(&mut self, qi: usize) {
        let tree = &self.forest.trees[qi];
        let mut in_cut = vec![false; tree.nodes.len()];
        self.cuts[qi]
            .iter()
            .for_each(|&node| in_cut[node as usize] = true);
        for (code, above) in self.above[qi].iter_mut().enumerate() {
            let (mut child, mut node) = (tree.leaf_of_code[code], tree.leaf_of_code[code]);
            while let (false, Some(parent)) =
                (in_cut[node as usize], tree.nodes[node as usize].parent)
            {
                (child, node) = (node, parent);
            }
            *above = (node, child);
        }
    }

    /// Rows in classes that break a model.
    pub(super) fn outlier_rows(&self) -> u64 {
        self.pieces
            .iter()
            .filter(|piece| piece.fails)
            .map(|piece| piece.size)
            .sum()
    }

    /// Their tuples.
    pub(super) fn outliers(&self) -> Vec<u32> {
        self.pieces
            .iter()
            .filter(|piece| piece.fails)
            .flat_map(|piece| piece.tuples.iter().copied())
            .collect()
    }

    /// The nodes of each cut.
    pub(super) fn cuts(&self) -> &[Vec<u32>] {
        &self.cuts
    }

    /// The size of the smallest class (A of the paper).
    pub(super) fn smallest(&self) -> u64 {
        self.pieces
            .iter()
            .map(|piece| piece.size)
            .min()
            .unwrap_or(0)
    }

    fn is_open(&self, qi: usize, node: u32) -> bool {
        let own = &self.forest.trees[qi].nodes[node as usize];
        !own.children.is_empty() && own.gain > EPSILON && !self.closed[qi][node as usize]
    }

    /// What splitting each open node of a quasi-identifier's cut would do.
    fn trials(&self, qi: usize) -> HashMap<u32, Trial> {
        let least = self.forest.task.least_rows();
        let (codes, above) = (&self.forest.codes[qi], &self.above[qi]);
        let mut rows_of = vec![0u64; self.forest.trees[qi].nodes.len()];
        let open = self.cuts[qi].iter().filter(|&&node| self.is_open(qi, node));
        let mut trials: HashMap<u32, Trial> = open
            .map(|&node| {
                (
                    node,
                    Trial {
                        smallest: u64::MAX,
                        ..Trial::default()
                    },
                )
            })
            .collect();
        for piece in &self.pieces {
            let node = piece.key[qi];
            let Some(trial) = trials.get_mut(&node) else {
                continue;
            };
            for &tuple in &piece.tuples {
                rows_of[above[codes[tuple as usize] as usize].1 as usize] +=
                    self.forest.rows(tuple);
            }
            trial.small_before += if piece.size < least { piece.size } else { 0 };
            for &child in &self.forest.trees[qi].nodes[node as usize].children {
                // Read and set back to 0 for the next piece, without going through all nodes.
                let rows = std::mem::take(&mut rows_of[child as usize]);
                if rows > 0 {
                    trial.smallest = trial.smallest.min(rows);
                    trial.small += if rows < least { rows } else { 0 };
                }
            }
        }
        trials
    }

    /// The valid and beneficial split with the best score.
    pub(super) fn best_split(&mut self, mut weighed: Option<&mut Vec<Weighed>>) -> Option<Split> {
        let (before, limit) = (self.smallest(), self.forest.may_drop());
        let least = self.forest.task.least_rows();
        let small: u64 = self
            .pieces
            .iter()
            .map(|piece| piece.size)
            .filter(|&size| size < least)
            .sum();
        let trials: Vec<HashMap<u32, Trial>> = (0..self.cuts.len())
            .into_par_iter()
            .map(|qi| self.trials(qi))
            .collect();
        // In the order of ties: quasi-identifier, then first value.
        let mut scored: Vec<(f64, usize, u32)> = Vec::new();
        for (qi, trials) in trials.iter().enumerate() {
            for &node in &self.cuts[qi] {
                let Some(trial) = trials.get(&node) else {
                    continue;
                };
                if small - trial.small_before + trial.small > limit {
                    // Classes only get smaller from here on.
                    self.closed[qi][node as usize] = true;
                    weighed.iter_mut().for_each(|all| {
                        all.push(Weighed {
                            qi,
                            node,
                            scored: None,
                            is_unsafe: true,
                        });
                    });
                    continue;
                }
                let gain = self.forest.trees[qi].nodes[node as usize].gain;
                let lost = before - trial.smallest.min(before);
                let score = if lost > 0 { gain / lost as f64 } else { gain };
                weighed.iter_mut().for_each(|all| {
                    all.push(Weighed {
                        qi,
                        node,
                        scored: Some((lost, score)),
                        is_unsafe: false,
                    });
                });
                scored.push((score, qi, node));
            }
        }
        while let Some(place) = first_best(&scored) {
            let (_, qi, node) = scored.remove(place);
            if let Some(split) = self.valid_split(qi, node) {
                return Some(split);
            }
            self.closed[qi][node as usize] = self.stays_invalid;
            let found = weighed
                .iter_mut()
                .flat_map(|all| all.iter_mut())
                .find(|other| (other.qi, other.node) == (qi, node));
            found.into_iter().for_each(|found| found.is_unsafe = true);
        }
        None
    }

    /// The split of a node of the cut, if every class holds then, or the outliers may be left out.
    pub(super) fn valid_split(&self, qi: usize, node: u32) -> Option<Split> {
        let children = &self.forest.trees[qi].nodes[node as usize].children;
        if children.is_empty() || !self.cuts[qi].contains(&node) {
            return None;
        }
        let (codes, above) = (&self.forest.codes[qi], &self.above[qi]);
        let untouched = self
            .pieces
            .iter()
            .filter(|piece| piece.key[qi] != node && piece.fails);
        let mut outliers: u64 = untouched.map(|piece| piece.size).sum();
        let mut new = Vec::new();
        for piece in self.pieces.iter().filter(|piece| piece.key[qi] == node) {
            let mut parts: HashMap<u32, Vec<u32>> = HashMap::new();
            for &tuple in &piece.tuples {
                parts
                    .entry(above[codes[tuple as usize] as usize].1)
                    .or_default()
                    .push(tuple);
            }
            for (child, tuples) in children
                .iter()
                .filter_map(|child| Some((*child, parts.remove(child)?)))
            {
                let mut key = piece.key.clone();
                key[qi] = child;
                let part = self.piece(key, tuples);
                // As soon as too many rows are left out the rest need not be judged.
                outliers += if part.fails { part.size } else { 0 };
                if outliers > self.forest.may_drop() {
                    return None;
                }
                new.push(part);
            }
        }
        Some(Split { qi, node, new })
    }

    /// Puts the children of a node in its place.
    pub(super) fn specialize(&mut self, split: Split) {
        let Split { qi, node, new } = split;
        self.pieces.retain(|piece| piece.key[qi] != node);
        self.pieces.extend(new);
        let tree = &self.forest.trees[qi];
        let cut = &mut self.cuts[qi];
        cut.retain(|&other| other != node);
        cut.extend_from_slice(&tree.nodes[node as usize].children);
        // In the order of values, so that ties are broken in the same way whatever was split first.
        cut.sort_by_key(|&node| tree.nodes[node as usize].order);
        self.find_above(qi);
    }
}

/// The first of those with the highest score.
fn first_best(scored: &[(f64, usize, u32)]) -> Option<usize> {
    let mut best: Option<usize> = None;
    for (place, entry) in scored.iter().enumerate() {
        // Scores that differ by rounding only are equal, and the first one stays.
        if best.is_none_or(|best| entry.0 > scored[best].0 + EPSILON) {
            best = Some(place);
        }
    }
    best
}
