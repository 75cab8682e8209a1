//! The exact search: every node that could be the best is looked at.
//!
//! Attributes get their levels one after the other. The classes with the first attributes raised and the others at level 0
//! are at hand on the way down; each node is counted from a neighbour.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bauta_table::count::{Scratch, TupleSet};
use bauta_table::{Node, Progress, Stage};

use super::super::full_domain::{Domain, Losses};
use crate::view::{Seen, View};

/// The best node so far.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Best {
    pub(super) loss: f64,
    pub(super) node: Node,
}

pub(super) struct Search<'s> {
    pub(super) domain: &'s Domain<'s>,
    pub(super) losses: &'s Losses,
    /// The attributes in the order in which they get their levels.
    order: Vec<usize>,
    limit: u64,
    monotone: bool,
    best: Mutex<Option<Best>>,
    /// The loss of the best, to be read without waiting.
    loss: AtomicU64,
    pub(super) checked: AtomicU64,
    stopped: AtomicBool,
    progress: &'s dyn Progress,
    view: Option<&'s View>,
}

/// Below this depth branches are searched on their own core.
const PARALLEL: usize = 2;

impl<'s> Search<'s> {
    pub(super) fn new(
        domain: &'s Domain<'s>,
        losses: &'s Losses,
        progress: &'s dyn Progress,
        view: Option<&'s View>,
    ) -> Self {
        Search {
            domain,
            losses,
            order: order(domain),
            limit: domain.may_drop(),
            monotone: domain.is_monotone(),
            best: Mutex::new(None),
            loss: AtomicU64::new(f64::INFINITY.to_bits()),
            checked: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            progress,
            view,
        }
    }

    /// The best node, unless the search was stopped.
    pub(super) fn run(self) -> (Option<Best>, u64, bool) {
        let bottom = self.domain.lattice.bottom().levels().to_vec();
        self.branch(0, bottom, self.domain.base(), &mut Scratch::default());
        let checked = self.checked.load(Ordering::Relaxed);
        let stopped = self.stopped.load(Ordering::Relaxed);
        (self.best.into_inner().unwrap_or_default(), checked, stopped)
    }

    /// Gives the next attribute each of its levels. `below` are the classes of `levels`, in which it and all later
    /// attributes are at 0.
    fn branch(&self, depth: usize, mut levels: Vec<u8>, below: &TupleSet, scratch: &mut Scratch) {
        let Some(&qi) = self.order.get(depth) else { return self.look(&levels, below) };
        let mut nearest: Option<(u8, TupleSet)> = None;
        let mut projected: Option<TupleSet> = None;
        for level in 0..=self.domain.lattice.heights()[qi] {
            levels[qi] = level;
            // Step 2. All levels from here on lose more.
            if self.stop() || self.losses.lower(&levels, None) > self.best_loss() {
                return;
            }
            // Step 3.
            if self.is_hopeless(depth, &levels, below, &mut projected, scratch) {
                continue;
            }
            // Step 4.
            if level > 0 {
                let mut from = levels.clone();
                from[qi] = nearest.as_ref().map_or(0, |(level, _)| *level);
                let set = nearest.as_ref().map_or(below, |(_, set)| set);
                nearest = Some((level, self.domain.raised(set, &from, &levels, scratch)));
            }
            let set = nearest.as_ref().map_or(below, |(_, set)| set);
            if self.losses.lower(&levels, Some(set)) <= self.best_loss() {
                self.branch(depth + 1, levels.clone(), set, scratch);
            }
        }
    }

    /// Whether no node with these first levels can be the best, by the classes in which the other attributes are at their top:
    /// their outliers are outliers of all those nodes.
    fn is_hopeless(
        &self,
        depth: usize,
        levels: &[u8],
        below: &TupleSet,
        projected: &mut Option<TupleSet>,
        scratch: &mut Scratch,
    ) -> bool {
        if !self.monotone || depth + 1 == self.order.len() {
            return false;
        }
        let qi = self.order[depth];
        let mut top = levels.to_vec();
        let mut fixed = vec![true; levels.len()];
        for &later in &self.order[depth + 1..] {
            top[later] = self.domain.lattice.heights()[later];
            fixed[later] = false;
        }
        let set = match projected.take() {
            Some(set) => {
                let mut from = top.clone();
                from[qi] = levels[qi] - 1;
                self.domain.raised(&set, &from, &top, scratch)
            }
            None => {
                let mut from = levels.to_vec();
                from[qi] = 0;
                self.domain.raised(below, &from, &top, scratch)
            }
        };
        let mut outliers = Vec::new();
        let count = self.domain.count(&set, |class| outliers.push(class as u32));
        let hopeless = count.outliers > self.limit
            || self.losses.lower_fixed(self.domain, (levels, &fixed), &set, (count, &outliers)) > self.best_loss();
        *projected = Some(set);
        hopeless
    }

    /// Looks at one node.
    fn look(&self, levels: &[u8], set: &TupleSet) {
        let checked = self.checked.fetch_add(1, Ordering::Relaxed);
        if checked.is_multiple_of(256) {
            self.progress.tell(Stage::Search, checked, None);
        }
        let mut outliers = Vec::new();
        let count = self.domain.count(set, |class| outliers.push(class as u32));
        let loss = self.losses.of(self.domain, levels, set, (count, &outliers));
        let satisfies = count.outliers <= self.limit;
        if let Some(view) = self.view {
            view.tell(levels, Seen { loss: Some(loss), outliers: count.outliers, satisfies });
        }
        if satisfies {
            self.offer(Best { loss, node: Node::from(levels.to_vec()) });
        }
    }

    /// Takes a node if it is better; of equal ones the first in lexicographic order.
    fn offer(&self, found: Best) {
        if found.loss > self.best_loss() {
            return;
        }
        let Ok(mut best) = self.best.lock() else { return };
        let is_better = |best: &Best| found.loss < best.loss || found.loss == best.loss && found.node < best.node;
        if best.as_ref().is_none_or(is_better) {
            self.loss.store(found.loss.to_bits(), Ordering::Relaxed);
            *best = Some(found);
        }
    }

    fn best_loss(&self) -> f64 {
        f64::from_bits(self.loss.load(Ordering::Relaxed))
    }

    fn stop(&self) -> bool {
        if self.progress.cancelled() {
            self.stopped.store(true, Ordering::Relaxed);
        }
        self.stopped.load(Ordering::Relaxed)
    }
}

/// Attributes with many values first: they decide most, and the classes shrink soonest.
fn order(domain: &Domain<'_>) -> Vec<usize> {
    let qis = &domain.task.prepared.qis;
    let mut order: Vec<usize> = (0..qis.len()).collect();
    order.sort_by_key(|&qi| std::cmp::Reverse(qis[qi].ranks()));
    order
}
