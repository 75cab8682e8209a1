//! The anytime search, for lattices far too large to look at: always on from the best node that has not been left yet.
//!
//! Neighbours differ in the level of one attribute, by any number of steps. All neighbours of a node are looked at, on both cores; the next node is the best one of
//! all that were looked at and not left yet. So the search first goes down the steepest way and then spreads around the best
//! nodes, and everything that it finds is a solution. It depends on nothing but the data and the number of nodes it may look at.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashSet};

use bauta_table::count::{Scratch, TupleSet};
use bauta_table::{Node, Progress, Stage};
use rayon::prelude::*;

use super::super::full_domain::{Domain, Losses};
use super::exact::{Best, End, Found};
use crate::trace::{Candidate, Decision, Fate, Figure, Subject, Trace};
use crate::view::{Seen, View};

pub(super) struct Search<'s> {
    pub(super) domain: &'s Domain<'s>,
    pub(super) losses: &'s Losses,
    pub(super) progress: &'s dyn Progress,
    pub(super) view: Option<&'s View>,
    pub(super) trace: Option<&'s Trace>,
    /// How many nodes may be looked at.
    pub(super) most: u64,
    /// Whether time is up.
    pub(super) expired: &'s (dyn Fn() -> bool + Sync),
}

/// A node that was looked at and not left yet.
struct Open(Best);

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The greatest is the one that loses least; of equal ones the first in lexicographic order.
impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        other
            .0
            .loss
            .total_cmp(&self.0.loss)
            // The heap gives the greatest first: least loss, then the first node, both turned round.
            .then_with(|| other.0.node.cmp(&self.0.node))
    }
}

impl Search<'_> {
    /// The best node of those that were looked at. Where models are monotone, every solution is reached from the top through solutions: if there is
    /// none left to go on with, the best is proven.
    pub(super) fn run(&self) -> Found {
        let top = self.domain.lattice.top();
        let bottom = self.domain.lattice.bottom();
        let classes = self.domain.raised(
            self.domain.base(),
            bottom.levels(),
            top.levels(),
            &mut Scratch::default(),
        );
        let Some(loss) = self.look(&top, &classes) else {
            return Found {
                best: None,
                checked: 1,
                end: self.exhausted(1),
            };
        };
        let mut best = Best {
            loss,
            node: top.clone(),
        };
        let mut seen: HashSet<Node> = HashSet::from([top]);
        let mut open = BinaryHeap::from([Open(best.clone())]);
        let mut end = None;
        while let Some(Open(next)) = open.pop() {
            let looked = seen.len() as u64;
            self.progress.tell(Stage::Search, looked, Some(self.most));
            end = match looked {
                _ if self.progress.cancelled() => Some(End::Cancelled),
                looked if looked >= self.most => Some(End::Checks),
                _ if (self.expired)() => Some(End::Time),
                _ => None,
            };
            if end.is_some() {
                break;
            }
            let found = self.neighbours(&next.node, &mut seen);
            let before = best.loss;
            for found in &found {
                if found.loss < best.loss {
                    best = found.clone();
                }
            }
            self.trace
                .iter()
                .for_each(|trace| self.tell(trace, &next.node, (before, &best), &found));
            open.extend(found.into_iter().map(Open));
        }
        let checked = seen.len() as u64;
        Found {
            best: Some(best),
            checked,
            end: end.unwrap_or_else(|| self.exhausted(checked)),
        }
    }

    /// What it means that there is no solution left to go on with.
    fn exhausted(&self, checked: u64) -> End {
        let all = u128::from(checked) == self.domain.lattice.size();
        // Everything was seen; or every node that satisfies was, as it is reached from the top over nodes that satisfy too.
        match all || self.domain.is_monotone() {
            true => End::Proven,
            false => End::Exhausted,
        }
    }

    /// Tells of the solutions around a node, if there are any that were not known.
    fn tell(&self, trace: &Trace, around: &Node, (before, best): (f64, &Best), found: &[Best]) {
        let fate = |found: &Best| match found {
            found if found.node == best.node && found.loss < before => Fate::Solves,
            _ => Fate::Passed,
        };
        let weighed = |found: &Best| Candidate {
            what: Subject::of_node(&found.node),
            figures: vec![(Figure::Loss, found.loss)],
            fate: fate(found),
        };
        if !found.is_empty() {
            let tried = Decision::TryNeighbours {
                node: around.levels().to_vec(),
                best: best.loss,
            };
            trace.tell(
                tried,
                found.iter().map(weighed).collect(),
                self.domain.state(&best.node),
            );
        }
    }

    /// The solutions among a node's neighbours that were not looked at before.
    fn neighbours(&self, node: &Node, seen: &mut HashSet<Node>) -> Vec<Best> {
        let heights = self.domain.lattice.heights().iter().enumerate();
        let fresh: Vec<Node> = heights
            .flat_map(|(qi, &height)| (0..=height).map(move |level| node.with_level(qi, level)))
            // Marked as seen before they are looked at: no two starts look at one node.
            .filter(|next| seen.insert(next.clone()))
            .collect();
        if fresh.is_empty() {
            return Vec::new();
        }
        // The tuples at this node's levels, not yet joined: each neighbour differs in one field alone.
        let tuples = self.domain.relabelled(node.levels());
        let found = fresh
            .into_par_iter()
            .map_init(Scratch::default, |scratch, next| {
                let qi =
                    (0..next.levels().len()).find(|&qi| next.levels()[qi] != node.levels()[qi])?;
                let groups = self.domain.groups(qi, next.levels()[qi]);
                let set = tuples.regrouped(self.domain.layout().fields()[qi], &groups, scratch);
                let loss = self.look(&next, &set)?;
                Some(Best { loss, node: next })
            });
        found.flatten().collect()
    }

    /// What a node loses, if it is a solution.
    fn look(&self, node: &Node, set: &TupleSet) -> Option<f64> {
        let mut outliers = Vec::new();
        let count = self.domain.count(set, |class| outliers.push(class as u32));
        let satisfies = count.outliers <= self.domain.may_drop();
        if !satisfies && self.view.is_none() {
            return None;
        }
        let loss = self
            .losses
            .of(self.domain, node.levels(), set, (count, &outliers));
        if let Some(view) = self.view {
            view.tell(
                node.levels(),
                Seen {
                    outliers: count.outliers,
                    satisfies,
                    loss: Some(loss),
                },
            );
        }
        satisfies.then_some(loss)
    }
}
