//! A region that is too large to be held: what its tuples say attribute by attribute and pair by pair is enough to cut it.
//!
//! Weights by rank tell medians and sizes. What is lost after a cut depends on which values of every other attribute stand on either side: that
//! is told by the pairs of ranks that occur. Whether a side satisfies a model on sensitive values is told by these, counted by rank.

use std::collections::{BTreeMap, HashMap, HashSet};

use bauta_privacy::Class;
use bauta_table::recoding::Summary;

use super::search::Cut;
use super::sight::Sight;
use crate::contract::Task;
use crate::generalize::cover::Cover;
use crate::generalize::summarize::{Style, summary};

/// What was seen of a region.
pub(super) struct Outline<'a> {
    task: &'a Task<'a>,
    style: Style,
    rows: u64,
    /// Tuples seen; those that differ in sensitive values only are counted apart.
    pub(super) tuples: usize,
    weights: Vec<BTreeMap<u32, u64>>,
    /// For each pair of quasi-identifiers, the first before the second, the ranks that occur together.
    pairs: Vec<HashSet<(u32, u32)>>,
    /// For each sensitive attribute and quasi-identifier, how many rows of a rank have a code.
    sensitive: Vec<Vec<HashMap<(u32, u32), u64>>>,
}

impl<'a> Outline<'a> {
    pub(super) fn new(task: &'a Task<'a>, style: Style) -> Self {
        let width = task.prepared.qis.len();
        let kinds = if task.needs_sensitive() { task.prepared.sensitive.len() } else { 0 };
        Outline {
            task,
            style,
            rows: 0,
            tuples: 0,
            weights: vec![BTreeMap::new(); width],
            pairs: vec![HashSet::new(); width * width.saturating_sub(1) / 2],
            sensitive: vec![vec![HashMap::new(); width]; kinds],
        }
    }

    /// Takes a tuple in, given by its ranks, with the sensitive codes of its rows; a missing one is none.
    pub(super) fn add(&mut self, ranks: &[u32], sensitive: &[Option<u32>], rows: u64) {
        self.rows += rows;
        self.tuples += 1;
        let mut pairs = self.pairs.iter_mut();
        for (first, &rank) in ranks.iter().enumerate() {
            *self.weights[first].entry(rank).or_insert(0) += rows;
            for (&other, pair) in ranks[first + 1..].iter().zip(&mut pairs) {
                pair.insert((rank, other));
            }
        }
        for (of_rank, code) in self.sensitive.iter_mut().zip(sensitive) {
            let Some(code) = code else { continue };
            for (counts, &rank) in of_rank.iter_mut().zip(ranks) {
                *counts.entry((rank, *code)).or_insert(0) += rows;
            }
        }
    }

    /// One summary a quasi-identifier, of all that was seen.
    pub(super) fn summaries(&self) -> Vec<Summary> {
        let of = |(qi, weights): (&bauta_table::Qi, &BTreeMap<u32, u64>)| {
            let ranks: Vec<u32> = weights.keys().copied().collect();
            let all: Vec<u32> = (0..ranks.len() as u32).collect();
            summary(qi, &ranks, &all, self.style)
        };
        self.task.prepared.qis.iter().zip(&self.weights).map(of).collect()
    }

    /// The models that the whole of it does not satisfy, in words.
    pub(super) fn missing(&self) -> Vec<String> {
        let sensitive = self.histograms(0, |_| true);
        let class = Class { size: self.rows, sensitive: &sensitive, population: 0 };
        self.task.models.iter().filter(|model| !model.holds(&class)).map(|model| model.title()).collect()
    }

    /// The sensitive values of the rows whose rank on a quasi-identifier is wanted.
    fn histograms(&self, qi: usize, wanted: impl Fn(u32) -> bool) -> Vec<Vec<(u32, u64)>> {
        let of = |of_rank: &Vec<HashMap<(u32, u32), u64>>| {
            let mut sums: BTreeMap<u32, u64> = BTreeMap::new();
            for (&(rank, code), rows) in of_rank.get(qi).into_iter().flatten() {
                if wanted(rank) {
                    *sums.entry(code).or_insert(0) += rows;
                }
            }
            sums.into_iter().collect()
        };
        self.sensitive.iter().map(of).collect()
    }

    /// For each rank present on `qi`, ascending, the ranks of another quasi-identifier that occur with it.
    fn beside(&self, qi: usize, other: usize) -> Vec<Vec<u32>> {
        let place: HashMap<u32, usize> =
            self.weights[qi].keys().enumerate().map(|(place, &rank)| (rank, place)).collect();
        let mut beside = vec![Vec::new(); place.len()];
        if qi == other {
            place.iter().for_each(|(&rank, &at)| beside[at].push(rank));
            return beside;
        }
        let (first, second) = (qi.min(other), qi.max(other));
        let width = self.weights.len();
        // The pairs of the first come before those of the next: width - 1 of 0, width - 2 of 1, …
        let index = first * width - first * (first + 1) / 2 + (second - first - 1);
        for &(low, high) in self.pairs.get(index).into_iter().flatten() {
            let (own, others) = if qi == first { (low, high) } else { (high, low) };
            if let Some(&at) = place.get(&own) {
                beside[at].push(others);
            }
        }
        beside
    }
}

impl Sight for Outline<'_> {
    fn task(&self) -> &Task<'_> {
        self.task
    }

    fn rows(&self) -> u64 {
        self.rows
    }

    fn bounds(&self, qi: usize) -> (u32, u32) {
        let weights = &self.weights[qi];
        (weights.keys().next().copied().unwrap_or(u32::MAX), weights.keys().next_back().copied().unwrap_or(0))
    }

    fn weights(&self, qi: usize) -> Vec<(u32, u64)> {
        self.weights[qi].iter().map(|(&rank, &rows)| (rank, rows)).collect()
    }

    /// The same sums, in the same order, as for a region that is held.
    fn losses(&self, qi: usize) -> Vec<f64> {
        let cuts = self.weights[qi].len().saturating_sub(1);
        let (mut left, mut right) = (vec![0.0; cuts], vec![0.0; cuts]);
        for (other, own) in self.task.prepared.qis.iter().enumerate() {
            if self.weights[other].len() < 2 {
                continue;
            }
            let beside = self.beside(qi, other);
            let mut cover = Cover::new(own, self.style);
            for cut in 0..cuts {
                beside[cut].iter().for_each(|&rank| cover.add(rank));
                left[cut] += cover.spread();
            }
            cover.clear();
            for cut in (0..cuts).rev() {
                beside[cut + 1].iter().for_each(|&rank| cover.add(rank));
                right[cut] += cover.spread();
            }
        }
        let mut rows = 0;
        let of = |(cut, here): (usize, &u64)| {
            rows += here;
            rows as f64 * left[cut] + (self.rows - rows) as f64 * right[cut]
        };
        self.weights[qi].values().take(cuts).enumerate().map(of).collect()
    }

    fn is_allowed(&self, cut: &Cut, left: u64) -> bool {
        let (task, right) = (self.task, self.rows - left);
        let least = task.least_rows();
        if left < least || right < least {
            return false;
        }
        let holds = |size: u64, goes_left: bool| {
            let sensitive = self.histograms(cut.qi, |rank| (rank <= cut.rank) == goes_left);
            size > 0 && task.holds(&Class { size, sensitive: &sensitive, population: 0 })
        };
        holds(left, true) && holds(right, false)
    }
}
