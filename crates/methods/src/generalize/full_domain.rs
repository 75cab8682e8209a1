//! What all full-domain algorithms share: the lattice of a task, and what a node would cost.
//!
//! A node is judged on the frequency set alone, rolled up to the node's levels. Classes that break a model are outliers; a
//! node is a solution if its outliers are no more rows than may be left out.

use bauta_privacy::Class;
use bauta_table::count::{FrequencySet, RollUp};
use bauta_table::recoding::Summary;
use bauta_table::{Lattice, Node};

use crate::contract::{NearestMiss, Outcome, Task};

/// A task as a search over a lattice.
pub(super) struct Domain<'a> {
    task: &'a Task<'a>,
    set: FrequencySet,
    /// For each tuple of `set`, its number in the task's set.
    tuples: Vec<u32>,
    missing: Vec<Option<u32>>,
    pub(super) lattice: Lattice,
}

/// A node, looked at.
pub(super) struct Judged {
    pub(super) node: Node,
    /// Rows in classes that break a model.
    pub(super) outliers: u64,
    /// Different values of each quasi-identifier.
    pub(super) distinct: Vec<usize>,
    /// The tuples (of the task's set) of those classes.
    outlier_tuples: Vec<u32>,
}

impl<'a> Domain<'a> {
    pub(super) fn new(task: &'a Task<'a>) -> Self {
        let heights: Vec<usize> =
            task.prepared.qis.iter().map(|qi| qi.hierarchy.as_ref().map_or(0, bauta_table::Bound::height)).collect();
        let (set, tuples) = task.prepared.set.without(&task.set_aside);
        let missing = task
            .prepared
            .sensitive
            .iter()
            .map(|&index| task.prepared.table.attributes()[index].column.dictionary().missing_code())
            .collect();
        Domain { task, set, tuples, missing, lattice: Lattice::new(&heights) }
    }

    /// Rows that may still be left out, when those that take no part are. None where classes are compared with the table:
    /// leaving one out would change what the others are compared with.
    pub(super) fn may_drop(&self) -> u64 {
        if self.task.models.iter().any(|model| model.compares_with_table()) {
            return 0;
        }
        let aside: u64 = self.task.set_aside.iter().map(|&tuple| self.task.prepared.set.counts()[tuple as usize]).sum();
        self.task.may_drop.saturating_sub(aside)
    }

    /// Counts the classes of a node and finds those that break a model.
    pub(super) fn judge(&self, node: Node) -> Judged {
        let maps: Vec<RollUp<'_>> = self
            .task
            .prepared
            .qis
            .iter()
            .zip(node.levels())
            .map(|(qi, &level)| {
                let bound = qi.hierarchy.as_ref()?;
                Some((bound.level(usize::from(level)), bound.group_count(usize::from(level))))
            })
            .collect();
        let (classes, class_of) = self.set.roll_up(&maps);
        let fails: Vec<bool> = (0..classes.len()).map(|class| !self.holds(&classes, class)).collect();
        let outliers = classes.counts().iter().zip(&fails).filter(|(_, fails)| **fails).map(|(rows, _)| rows).sum();
        let broken = class_of.iter().zip(&self.tuples).filter(|(class, _)| fails[**class as usize]);
        let outlier_tuples = broken.map(|(_, &tuple)| tuple).collect();
        let distinct = (0..classes.width()).map(|qi| distinct_codes(&classes, qi)).collect();
        Judged { node, outliers, distinct, outlier_tuples }
    }

    fn holds(&self, classes: &FrequencySet, class: usize) -> bool {
        let sensitive: Vec<Vec<(u32, u64)>> = match self.task.needs_sensitive() {
            true => classes
                .histograms()
                .iter()
                .zip(&self.missing)
                .map(|(histogram, missing)| histogram.of(class).filter(|(code, _)| Some(*code) != *missing).collect())
                .collect(),
            false => Vec::new(),
        };
        let class = Class { size: classes.counts()[class], sensitive: &sensitive };
        self.task.holds(&class)
    }

    /// Mean share of each attribute's values that the node's groups cover: lower keeps more.
    pub(super) fn loss(&self, node: &Node) -> f64 {
        let qis = self.task.prepared.qis.iter().zip(node.levels()).enumerate();
        let lost = qis.map(|(index, (qi, &level))| {
            let Some(bound) = &qi.hierarchy else { return 0.0 };
            let groups = bound.level(usize::from(level));
            let spread = |code: u32| Summary::Group { level, group: groups[code as usize] }.spread(qi);
            let rows = self.set.codes(index).iter().zip(self.set.counts());
            rows.map(|(code, &rows)| rows as f64 * spread(code)).sum::<f64>()
        });
        lost.sum()
    }

    /// The plan that releases a node without its outliers.
    pub(super) fn plan(&self, judged: Judged) -> Outcome {
        Outcome::Plan(super::outliers::plan(self.task, judged.node, judged.outlier_tuples))
    }

    /// The answer when even the most general node has too many outliers.
    pub(super) fn unreachable(&self, top: &Judged) -> Outcome {
        Outcome::Unreachable(NearestMiss {
            attempt: format!("everything at its most general level leaves {} outliers", top.outliers),
            missing: self.task.models.iter().map(|model| model.title()).collect(),
            advice: "allow more rows to be left out (--max-suppression), or ask for less".into(),
        })
    }
}

fn distinct_codes(classes: &FrequencySet, qi: usize) -> usize {
    let mut seen = vec![false; classes.distinct(qi)];
    classes.codes(qi).iter().for_each(|code| seen[code as usize] = true);
    seen.into_iter().filter(|&seen| seen).count()
}
