//! A region that is too large to be held: what its tuples say value by value is enough to cut it.
//!
//! Weights by rank tell medians and sizes. What is lost after a cut depends on which values of every other attribute stand on either side: a value
//! stands on the left if the least rank that it occurs with does, and on the right if the greatest does. Whether a side satisfies a model on
//! sensitive values is told by these, counted by rank.

use std::collections::{BTreeMap, HashMap};

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
    pub(super) tuples: u64,
    /// For each quasi-identifier, what was seen at each of its ranks.
    ranks: Vec<BTreeMap<u32, AtRank>>,
    /// For each sensitive attribute and quasi-identifier, how many rows of a rank have a code.
    sensitive: Vec<Vec<HashMap<(u32, u32), u64>>>,
}

/// What was seen at a rank.
struct AtRank {
    rows: u64,
    /// For each quasi-identifier, the least and the greatest rank that occurs with this one.
    bounds: Vec<(u32, u32)>,
}

impl<'a> Outline<'a> {
    pub(super) fn new(task: &'a Task<'a>, style: Style) -> Self {
        let width = task.prepared.qis.len();
        let kinds = if task.needs_sensitive() {
            task.prepared.sensitive.len()
        } else {
            0
        };
        Outline {
            task,
            style,
            rows: 0,
            tuples: 0,
            ranks: (0..width).map(|_| BTreeMap::new()).collect(),
            sensitive: vec![vec![HashMap::new(); width]; kinds],
        }
    }

    /// Takes a tuple in, given by its ranks, with the sensitive codes of its rows; a missing one is none.
    pub(super) fn add(&mut self, ranks: &[u32], sensitive: &[Option<u32>], rows: u64) {
        self.tuples += 1;
        for (qi, &rank) in ranks.iter().enumerate() {
            self.add_rank((qi, rank), rows, ranks.iter().map(|&other| (other, other)));
        }
        for (attribute, code) in sensitive.iter().enumerate() {
            let Some(code) = code else { continue };
            for (qi, &rank) in ranks.iter().enumerate() {
                self.add_sensitive((qi, rank), (attribute, *code), rows);
            }
        }
    }

    /// Takes rows in that have a rank on a quasi-identifier; `bounds` are the least and greatest ranks that they have on each.
    pub(super) fn add_rank(
        &mut self,
        (qi, rank): (usize, u32),
        rows: u64,
        bounds: impl Iterator<Item = (u32, u32)> + Clone,
    ) {
        // Each row comes once for each quasi-identifier; it is counted with the first.
        self.rows += if qi == 0 { rows } else { 0 };
        let Some(ranks) = self.ranks.get_mut(qi) else {
            return;
        };
        let at = ranks.entry(rank).or_insert_with(|| AtRank {
            rows: 0,
            bounds: bounds.clone().collect(),
        });
        at.rows += rows;
        for (known, (low, high)) in at.bounds.iter_mut().zip(bounds) {
            *known = (known.0.min(low), known.1.max(high));
        }
    }

    /// Takes in how many rows of a rank have the code of a sensitive attribute, which is not the one of a missing value.
    pub(super) fn add_sensitive(
        &mut self,
        (qi, rank): (usize, u32),
        (attribute, code): (usize, u32),
        rows: u64,
    ) {
        if let Some(counts) = self
            .sensitive
            .get_mut(attribute)
            .and_then(|of_rank| of_rank.get_mut(qi))
        {
            *counts.entry((rank, code)).or_insert(0) += rows;
        }
    }

    /// One summary a quasi-identifier, of all that was seen.
    pub(super) fn summaries(&self) -> Vec<Summary> {
        let of = |(qi, ranks): (&bauta_table::Qi, &BTreeMap<u32, AtRank>)| {
            let ranks: Vec<u32> = ranks.keys().copied().collect();
            let all: Vec<u32> = (0..ranks.len() as u32).collect();
            summary(qi, &ranks, &all, self.style)
        };
        self.task
            .prepared
            .qis
            .iter()
            .zip(&self.ranks)
            .map(of)
            .collect()
    }

    /// The models that the whole of it does not satisfy, in words.
    pub(super) fn missing(&self) -> Vec<String> {
        let sensitive = self.histograms(0, |_| true);
        let class = Class {
            size: self.rows,
            sensitive: &sensitive,
            population: 0,
        };
        self.task
            .models
            .iter()
            .filter(|model| !model.holds(&class))
            .map(bauta_privacy::Judge::title)
            .collect()
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

    /// For each rank present on `qi`, ascending: the ranks of another quasi-identifier that occur with it and with none before it, and those
    /// that occur with it and with none after it.
    fn beside(&self, qi: usize, other: usize) -> (Vec<Vec<u32>>, Vec<Vec<u32>>) {
        let places: HashMap<u32, usize> = self.ranks[qi]
            .keys()
            .enumerate()
            .map(|(place, &rank)| (rank, place))
            .collect();
        let (mut first, mut last) = (
            vec![Vec::new(); places.len()],
            vec![Vec::new(); places.len()],
        );
        for (&rank, at) in &self.ranks[other] {
            let (low, high) = at.bounds[qi];
            // A value of the other attribute lies wholly left of a cut if its last rank does, and wholly right of it if its first does.
            if let (Some(&low), Some(&high)) = (places.get(&low), places.get(&high)) {
                first[low].push(rank);
                last[high].push(rank);
            }
        }
        (first, last)
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
        let ranks = &self.ranks[qi];
        (
            ranks.keys().next().copied().unwrap_or(u32::MAX),
            ranks.keys().next_back().copied().unwrap_or(0),
        )
    }

    fn weights(&self, qi: usize) -> Vec<(u32, u64)> {
        self.ranks[qi]
            .iter()
            .map(|(&rank, at)| (rank, at.rows))
            .collect()
    }

    /// The same sums, in the same order, as for a region that is held.
    fn losses(&self, qi: usize) -> Vec<f64> {
        let cuts = self.ranks[qi].len().saturating_sub(1);
        let (mut left, mut right) = (vec![0.0; cuts], vec![0.0; cuts]);
        for (other, own) in self.task.prepared.qis.iter().enumerate() {
            let weight = self.task.weights[other];
            // One value loses nothing on either side.
            if self.ranks[other].len() < 2 {
                continue;
            }
            let (first, last) = self.beside(qi, other);
            let mut cover = Cover::new(own, self.style);
            for cut in 0..cuts {
                first[cut].iter().for_each(|&rank| cover.add(rank));
                left[cut] += weight * cover.spread();
            }
            cover.clear();
            // Swept from the right, so that the cover only grows.
            for cut in (0..cuts).rev() {
                last[cut + 1].iter().for_each(|&rank| cover.add(rank));
                right[cut] += weight * cover.spread();
            }
        }
        let mut rows = 0;
        let of = |(cut, here): (usize, &AtRank)| {
            rows += here.rows;
            rows as f64 * left[cut] + (self.rows - rows) as f64 * right[cut]
        };
        self.ranks[qi]
            .values()
            .take(cuts)
            .enumerate()
            .map(of)
            .collect()
    }

    fn is_allowed(&self, cut: &Cut, left: u64) -> bool {
        let (task, right) = (self.task, self.rows - left);
        let least = task.least_rows();
        if left < least || right < least {
            return false;
        }
        let holds = |size: u64, goes_left: bool| {
            let sensitive = self.histograms(cut.qi, |rank| (rank <= cut.rank) == goes_left);
            size > 0
                && task.holds(&Class {
                    size,
                    sensitive: &sensitive,
                    population: 0,
                })
        };
        holds(left, true) && holds(right, false)
    }
}
