//! The exact search: every node that could be the best is looked at.
//!
//! Attributes get their levels one after the other. The classes with the first attributes raised and the others at level 0
//! are at hand on the way down; each node is counted from a neighbour.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

use bauta_table::count::{Scratch, TupleSet};
use bauta_table::{Node, Progress, Stage};
use rayon::prelude::*;

use super::super::full_domain::{Domain, Losses};
use super::floors::Floors;
use super::telling::{Looked, Tried};
use crate::trace::Trace;
use crate::view::{Seen, View};

/// The best node so far.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Best {
    pub(super) loss: f64,
    pub(super) node: Node,
}

/// What a search found.
pub(super) struct Found {
    pub(super) best: Option<Best>,
    /// How many nodes were looked at.
    pub(super) checked: u64,
    pub(super) end: End,
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// No other node can lose less.
    Proven,
    /// There was nothing more to go on with, which proves nothing.
    Exhausted,
    /// So many nodes were looked at as allowed.
    Checks,
    /// Time was up.
    Time,
    /// The user stopped it.
    Cancelled,
}

pub(super) struct Search<'s> {
    pub(super) domain: &'s Domain<'s>,
    pub(super) losses: &'s Losses,
    /// The attributes in the order in which they get their levels.
    pub(super) order: Vec<usize>,
    floors: Floors,
    limit: u64,
    monotone: bool,
    best: Mutex<Option<Best>>,
    /// The loss of the best, to be read without waiting.
    loss: AtomicU64,
    pub(super) checked: AtomicU64,
    stopped: AtomicBool,
    progress: &'s dyn Progress,
    view: Option<&'s View>,
    trace: Option<&'s Trace>,
}

/// Up to this depth the levels of an attribute are tried on both cores.
const PARALLEL: usize = 2;

/// Every so many attributes a frame keeps classes: those with few attributes are quickly raised, but each costs a count.
const STEP: usize = 3;

/// The first attributes at their levels.
pub(super) struct Frame<'f> {
    /// The same with one attribute less.
    parent: Option<&'f Frame<'f>>,
    /// Those of the first attributes; of the others, the lowest that they can have beside them.
    pub(super) levels: Vec<u8>,
    /// Entry i, counted when it is first needed: classes in which the next attributes up to the i-th are at their lowest and
    /// all later ones at their top.
    sets: Vec<OnceLock<TupleSet>>,
}

impl<'f> Frame<'f> {
    fn new(parent: Option<&'f Frame<'f>>, levels: Vec<u8>) -> Self {
        let sets = (0..=levels.len()).map(|_| OnceLock::new()).collect();
        Frame {
            parent,
            levels,
            sets,
        }
    }
}

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
            floors: Floors::new(domain, domain.may_drop()),
            limit: domain.may_drop(),
            monotone: domain.is_monotone(),
            best: Mutex::new(None),
            // The bits of a double: every thread reads the best loss without the lock of the node.
            loss: AtomicU64::new(f64::INFINITY.to_bits()),
            checked: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            progress,
            view,
            trace: None,
        }
    }

    /// The same, with somebody who listens or nobody.
    pub(super) fn told_to(self, trace: Option<&'s Trace>) -> Self {
        Search { trace, ..self }
    }

    /// Looks at every node that could be the best.
    pub(super) fn run(self) -> Found {
        let root = Frame::new(None, self.floors.bottom());
        self.branch(0, &root, &mut Scratch::default());
        let end = match self.stopped.load(Ordering::Relaxed) {
            true => End::Cancelled,
            false => End::Proven,
        };
        Found {
            checked: self.checked.load(Ordering::Relaxed),
            best: self.best.into_inner().unwrap_or_default(),
            end,
        }
    }

    /// What every solution loses at least that loses less than a node that is known, by the levels that the first attributes of the order can
    /// have; none if there is no such solution. One attribute more gets its levels as long as about `most` combinations of the others are enough. The
    /// last one gets none, so that no node is looked at.
    pub(super) fn least_loss_below(self, known: &Best, most: u64) -> Option<f64> {
        self.offer(known.clone());
        let scratch = &mut Scratch::default();
        let root = Frame::new(None, self.floors.bottom());
        let mut least = self.lower(&root, &root.levels, scratch);
        for last in 1..self.order.len() {
            let next = u64::from(self.domain.lattice.heights()[self.order[last]]) + 1;
            let (bound, frames) = self.least_below(0, last, &root, scratch);
            // A search that the user stopped has not seen all levels.
            if self.stop() {
                break;
            }
            least = least.max(bound);
            if least >= known.loss || frames * next > most {
                break;
            }
        }
        (least < known.loss).then_some(least)
    }

    /// The least bound of the levels that the next attributes can have, up to a place in the order, and how many combinations were looked at.
    fn least_below(
        &self,
        depth: usize,
        last: usize,
        frame: &Frame<'_>,
        scratch: &mut Scratch,
    ) -> (f64, u64) {
        let (mut least, mut frames) = (f64::INFINITY, 1);
        for (bound, levels) in self.promising(depth, frame, scratch) {
            let mut below = bound;
            if depth + 1 < last {
                let frame = Frame::new(Some(frame), levels);
                let (found, more) = self.least_below(depth + 1, last, &frame, scratch);
                (below, frames) = (below.max(found), frames + more);
            }
            least = least.min(below);
        }
        (least, frames)
    }

    /// Gives the next attribute each of its levels, the most promising first.
    fn branch(&self, depth: usize, frame: &Frame<'_>, scratch: &mut Scratch) {
        let mut promising = self.promising(depth, frame, scratch);
        // The most promising first: a good node found early rules out most of the rest.
        promising.sort_by(|a, b| a.0.total_cmp(&b.0));
        let visit = |(bound, levels): (f64, Vec<u8>), scratch: &mut Scratch| {
            // Asked again: the best may have become better since the list was made. Equal bounds go on, as a smaller node of the same loss
            // must be found.
            if bound <= self.best_loss() {
                self.branch(depth + 1, &Frame::new(Some(frame), levels), scratch);
            }
        };
        // A view or trace wants the decisions in their order, which threads would mix.
        if depth < PARALLEL && promising.len() > 1 && self.view.is_none() && self.trace.is_none() {
            promising
                .into_par_iter()
                .for_each_init(Scratch::default, |scratch, child| visit(child, scratch));
        } else {
            promising
                .into_iter()
                .for_each(|child| visit(child, scratch));
        }
    }

    /// The levels of the next attribute with which a node could be the best, and what it would lose at least. If it is the
    /// last attribute, these are nodes: they are looked at, and nothing is left to try.
    fn promising(
        &self,
        depth: usize,
        frame: &Frame<'_>,
        scratch: &mut Scratch,
    ) -> Vec<(f64, Vec<u8>)> {
        let mut promising = Vec::new();
        let Some(&qi) = self.order.get(depth) else {
            return promising;
        };
        let is_last = depth + 1 == self.order.len();
        let mut levels = frame.levels.clone();
        let mut top = self.at(depth + 1, &levels);
        let mut raised: Option<TupleSet> = None;
        // What the counted set stands for so far; the next level is raised from there, not from the base.
        let mut from = self.at(self.width(depth), &levels);
        let mut told = self.trace.map(|_| Tried::new(self, depth, frame));
        for level in frame.levels[qi]..=self.domain.lattice.heights()[qi] {
            levels.clone_from(&frame.levels);
            levels[qi] = level;
            // Step 2. All levels from here on lose more.
            if self.stop() || self.lower(frame, &levels, scratch) > self.best_loss() {
                told.iter_mut().for_each(|told| told.worse(&levels));
                break;
            }
            self.floors
                .raise(&mut levels, &self.order[depth + 1..], (qi, level));
            let bound = self.lower(frame, &levels, scratch);
            if bound > self.best_loss() {
                told.iter_mut().for_each(|told| told.worse(&levels));
                continue;
            }
            if !self.monotone && !is_last {
                promising.push((bound, levels.clone()));
                continue;
            }
            // Step 3, or 4 for the last attribute.
            top[qi] = level;
            let below = self.set(frame, self.width(depth), scratch);
            let set = match from == top {
                true => None,
                false => {
                    Some(
                        self.domain
                            .raised(raised.as_ref().unwrap_or(below), &from, &top, scratch),
                    )
                }
            };
            let classes = set.as_ref().unwrap_or(below);
            if is_last {
                let looked = self.look(&levels, classes);
                told.iter_mut()
                    .for_each(|told| told.looked(&levels, &looked));
            } else {
                let bound = self.bound(depth, &levels, classes);
                told.iter_mut()
                    .for_each(|told| told.bounded(&levels, classes, bound));
                promising.extend(bound.map(|bound| (bound, levels.clone())));
            }
            // The next level is above this one, and so has fewer classes to start from.
            raised = set.or(raised);
            from.clone_from(&top);
        }
        if let (Some(trace), Some(told)) = (self.trace, told) {
            told.tell(trace, self.best.lock().ok().and_then(|best| best.clone()));
        }
        promising
    }

    /// What every node above these levels loses at least.
    fn lower(&self, frame: &Frame<'_>, levels: &[u8], scratch: &mut Scratch) -> f64 {
        let below = self
            .losses
            .needs_classes()
            .then(|| self.set(frame, self.order.len(), scratch));
        self.losses.lower(levels, below)
    }

    /// What every node with these first levels loses at least, by the classes in which the other attributes are at their top:
    /// their outliers are outliers of all those nodes. None if they are too many.
    fn bound(&self, depth: usize, levels: &[u8], set: &TupleSet) -> Option<f64> {
        let mut outliers = Vec::new();
        let count = self.domain.count(set, |class| outliers.push(class as u32));
        if count.outliers > self.limit {
            return None;
        }
        let mut fixed = vec![true; levels.len()];
        self.order[depth + 1..]
            .iter()
            .for_each(|&later| fixed[later] = false);
        let best = self.best_loss();
        // The cheap bound first: the other one looks at each outlier.
        let quick = self.losses.lower_outliers(levels, count);
        if quick > best {
            return None;
        }
        let bound = self
            .losses
            .lower_fixed(self.domain, (levels, &fixed), set, (count, &outliers));
        (bound <= best).then_some(bound)
    }

    /// How many attributes the classes have that the next attribute is raised in.
    fn width(&self, depth: usize) -> usize {
        // Sets are kept for some widths only: each takes memory, and a wider one serves several depths.
        ((depth + 1).div_ceil(STEP) * STEP).min(self.order.len())
    }

    /// Levels with the attributes from a place in the order on at their top.
    fn at(&self, place: usize, levels: &[u8]) -> Vec<u8> {
        let mut top = levels.to_vec();
        self.order[place..]
            .iter()
            .for_each(|&later| top[later] = self.domain.lattice.heights()[later]);
        top
    }

    /// The frame's classes with the attributes from a place in the order on at their top.
    fn set<'f>(
        &'f self,
        frame: &'f Frame<'_>,
        place: usize,
        scratch: &mut Scratch,
    ) -> &'f TupleSet {
        if let Some(set) = frame.sets[place].get() {
            return set;
        }
        let to = self.at(place, &frame.levels);
        let (below, from) = match frame.parent {
            // Nothing was raised: the parent's set is this one's.
            Some(parent) if parent.levels == frame.levels => {
                return self.set(parent, place, scratch);
            }
            Some(parent) => (
                self.set(parent, place, scratch),
                self.at(place, &parent.levels),
            ),
            // The tuples are counted once; what has fewer attributes is counted from there.
            None if place < self.order.len() => (
                self.set(frame, self.order.len(), scratch),
                self.at(self.order.len(), &frame.levels),
            ),
            None => (
                self.domain.base(),
                self.domain.lattice.bottom().levels().to_vec(),
            ),
        };
        let set = match from == to {
            true => below.clone(),
            false => self.domain.raised(below, &from, &to, scratch),
        };
        // Two threads may have counted it at the same time; the first one stays, and both are equal.
        frame.sets[place].get_or_init(|| set)
    }

    /// Looks at one node; returns its outliers, what it loses where that was asked, and whether it is the best now.
    fn look(&self, levels: &[u8], set: &TupleSet) -> Looked {
        let checked = self.checked.fetch_add(1, Ordering::Relaxed);
        if checked.is_multiple_of(256) {
            self.progress.tell(Stage::Search, checked, None);
        }
        let mut outliers = Vec::new();
        let count = self.domain.count(set, |class| outliers.push(class as u32));
        let satisfies = count.outliers <= self.limit;
        if self.view.is_none()
            && (!satisfies || self.losses.lower_outliers(levels, count) > self.best_loss())
        {
            return Looked {
                outliers: count.outliers,
                loss: None,
                satisfies,
                is_best: false,
            };
        }
        let loss = self.losses.of(self.domain, levels, set, (count, &outliers));
        if let Some(view) = self.view {
            view.tell(
                levels,
                Seen {
                    loss: Some(loss),
                    outliers: count.outliers,
                    satisfies,
                },
            );
        }
        let is_best = satisfies
            && self.offer(Best {
                loss,
                node: Node::from(levels.to_vec()),
            });
        Looked {
            outliers: count.outliers,
            loss: Some(loss),
            satisfies,
            is_best,
        }
    }

    /// Takes a node if it is better, and says so; of equal ones the first in lexicographic order.
    fn offer(&self, found: Best) -> bool {
        if found.loss > self.best_loss() {
            return false;
        }
        let Ok(mut best) = self.best.lock() else {
            return false;
        };
        let is_better = |best: &Best| {
            // Of equals the first node in their order, so that the result does not depend on which thread came first.
            found.loss < best.loss || found.loss == best.loss && found.node < best.node
        };
        let is_best = best.as_ref().is_none_or(is_better);
        if is_best {
            self.loss.store(found.loss.to_bits(), Ordering::Relaxed);
            *best = Some(found);
        }
        is_best
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
    order.sort_by_key(|&qi| {
        std::cmp::Reverse(
            // Many values on few levels rule out most with fewest trials; in thousandths, as whole numbers sort the same everywhere.
            1000 * qis[qi].ranks() / ((domain.lattice.heights()[qi] as usize + 1).pow(2)),
        )
    });

    order
}
