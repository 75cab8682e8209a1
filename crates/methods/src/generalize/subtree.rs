//! What the subtree algorithms share: each quasi-identifier as a tree with the class information of its nodes.
//!
//! Bottom-up generalisation walks the trees from the leaves, top-down specialisation from the roots. Both score a node by how
//! much its children tell about the class attribute, over *all* rows whose original value lies under the node. That is a
//! figure of the table and the tree alone, so it is computed once; only the sizes of classes change while a cut moves.
//!
//! **Where there is no hierarchy** numbers and dates get a tree of ranges, cut in two where the class attribute gains most (as
//! Fung, Wang and Yu do for continuous attributes); words get `*` above their values.

mod class;
mod ranges;
mod taxonomy;

pub(super) use class::no_class;
pub(super) use taxonomy::Taxonomy;

use bauta_privacy::Class;
use bauta_table::Fault;
use bauta_table::recoding::{Cut, Cuts, Notation, Recoding};

use super::bottom_up::STEPS;
use crate::contract::{NearestMiss, Outcome, Task};
use crate::trace::{Decision, State, Trace};

/// Two scores that differ by less are equal.
pub(super) const EPSILON: f64 = 1e-12;

/// A task as trees over the tuples that take part.
pub(super) struct Forest<'a> {
    pub(super) task: &'a Task<'a>,
    pub(super) trees: Vec<Taxonomy>,
    /// The tuples that take part.
    pub(super) tuples: Vec<u32>,
    /// For each quasi-identifier, the code of each tuple of the task's set.
    pub(super) codes: Vec<Vec<u32>>,
}

impl<'a> Forest<'a> {
    pub(super) fn new(task: &'a Task<'a>) -> Self {
        let set = task.prepared.set();
        let mut takes_part = vec![true; set.len()];
        task.set_aside
            .iter()
            .for_each(|&tuple| takes_part[tuple as usize] = false);
        let tuples: Vec<u32> = (0..set.len() as u32)
            .filter(|&tuple| takes_part[tuple as usize])
            .collect();
        let codes: Vec<Vec<u32>> = (0..set.width())
            .map(|qi| set.codes(qi).iter().collect())
            .collect();
        let labels = class::ClassCounts::new(task, &tuples);
        let trees = task
            .prepared
            .qis
            .iter()
            .zip(&codes)
            .map(|(qi, codes)| {
                Taxonomy::new(
                    qi,
                    &labels.by_code(codes, qi.rank_of_code().len()),
                    task.least_rows(),
                )
            })
            .collect();
        Forest {
            task,
            trees,
            tuples,
            codes,
        }
    }

    /// Rows of a tuple.
    pub(super) fn rows(&self, tuple: u32) -> u64 {
        self.task.prepared.set().counts()[tuple as usize]
    }

    /// Rows that may still be left out, when those that take no part are. None where classes are compared with the table:
    /// leaving one out would change what the others are compared with.
    pub(super) fn may_drop(&self) -> u64 {
        if self
            .task
            .models
            .iter()
            .any(|model| model.compares_with_table())
        {
            return 0;
        }
        let aside: u64 = self
            .task
            .set_aside
            .iter()
            .map(|&tuple| self.rows(tuple))
            .sum();
        self.task.may_drop.saturating_sub(aside)
    }

    /// Whether some tuples are a class that satisfies every model.
    pub(super) fn holds(&self, tuples: &[u32]) -> bool {
        let (size, sensitive) = self.task.class_of(tuples);
        self.task.holds(&Class {
            size,
            sensitive: &sensitive,
            population: 0,
        })
    }

    /// The plan of the cuts, given by the nodes of each tree, without the outliers.
    pub(super) fn plan(&self, nodes: &[Vec<u32>], outliers: Vec<u32>) -> Option<Outcome> {
        let cuts = self
            .task
            .prepared
            .qis
            .iter()
            .zip(&self.trees)
            .zip(nodes)
            .map(|((qi, tree), nodes)| {
                Cut::new(
                    qi,
                    nodes
                        .iter()
                        .map(|&node| tree.nodes[node as usize].summary.clone())
                        .collect(),
                )
            });
        let cuts = cuts.collect::<Option<Vec<Cut>>>()?;
        let (starred, mut dropped) = if self.holds(&self.task.set_aside) {
            (self.task.set_aside.clone(), Vec::new())
        } else {
            (Vec::new(), self.task.set_aside.clone())
        };
        dropped.extend(outliers);
        Some(Outcome::Plan(Recoding::Cuts(Cuts {
            cuts,
            notation: Notation::default(),
            starred,
            dropped,
        })))
    }

    /// The table at some cuts, all rows in it.
    pub(super) fn state(&self, nodes: &[Vec<u32>]) -> State {
        match self.plan(nodes, Vec::new()) {
            Some(Outcome::Plan(plan)) => State::recoded(plan),
            _ => State::Grouped(vec![None; self.task.prepared.table.rows()]),
        }
    }

    /// The plan of the cuts, told to who listens: the rows of the outliers go.
    pub(super) fn told_plan(
        &self,
        nodes: &[Vec<u32>],
        outliers: Vec<u32>,
        (trace, rows): (Option<&Trace>, u64),
    ) -> Option<Outcome> {
        let outcome = self.plan(nodes, outliers)?;
        if let (Some(trace), Outcome::Plan(plan)) = (trace, &outcome) {
            let left_out = Decision::LeaveOut {
                outliers: rows,
                limit: self.may_drop(),
            };
            trace.tell(left_out, Vec::new(), State::recoded(plan.clone()));
        }
        Some(outcome)
    }

    /// The answer when the most general cut has too many outliers.
    pub(super) fn unreachable(&self, outliers: u64) -> Outcome {
        Outcome::Unreachable(NearestMiss {
            attempt: format!("everything at its most general level leaves {outliers} outliers"),
            missing: self
                .task
                .models
                .iter()
                .map(bauta_privacy::Judge::title)
                .collect(),
            advice: "allow more rows to be left out (--max-suppression), or ask for less".into(),
        })
    }
}

/// The nodes that a list of steps names, in its order: `label`, or `attribute=label` where several trees have the label;
/// else the place of the first that names none.
pub(super) fn named_nodes(
    trees: &[Taxonomy],
    task: &Task<'_>,
    steps: &[String],
) -> Result<Vec<(usize, u32)>, usize> {
    let qis = &task.prepared.qis;
    let find = |step: &str| {
        let in_tree =
            |qi: usize, label: &str| trees[qi].find(&qis[qi], label).map(|node| (qi, node));
        let named = |name: &str| qis.iter().position(|qi| qi.name == name);
        let qualified = step
            .split_once('=')
            .and_then(|(name, label)| in_tree(named(name)?, label));
        qualified.or_else(|| (0..trees.len()).find_map(|qi| in_tree(qi, step)))
    };
    steps
        .iter()
        .enumerate()
        .map(|(index, step)| find(step).ok_or(index))
        .collect()
}

/// The fault of a task whose steps name a group that no hierarchy has. Trees are only made where steps are given.
pub(super) fn unknown_steps(task: &Task<'_>, steps: &[String]) -> Option<Fault> {
    if steps.is_empty() {
        return None;
    }
    let unknown = named_nodes(&Forest::new(task).trees, task, steps).err()?;
    Some(Fault::OutOfRange {
        parameter: STEPS.name.into(),
        given: steps[unknown].clone(),
        allowed: "labels of groups that a hierarchy has, or attribute=label".into(),
    })
}

#[cfg(test)]
pub(super) mod tests;
