//! Local suppression where `*` is a value of its own: outliers end in classes that truly hold.
//!
//! **Idea**
//! 1. Join: of all patterns of one cell take the one that, suppressed in all outliers, puts most of their rows in classes that
//!    hold; settle these; again with the outliers that are left. Then patterns of two cells, and so on.
//! 2. Borrow: an outlier that finds no company takes rows of classes that still hold without them, with the pattern of the fewest
//!    cells that has such classes.
//! 3. Every cell of what is left, if that is a class that holds, on its own or with borrowed rows.
//! 4. The rest is left out, if it may be.

use std::collections::BTreeMap;

use bauta_table::recoding::Suppressed;
use rayon::prelude::*;

use super::OwnClass;
use super::patterns::{STAR, masked, of_size};
use crate::contract::Task;

/// The suppressed cells and the tuples to leave out; none where too many would have to be.
pub(super) fn suppress(
    task: &Task<'_>,
    classes: Vec<OwnClass>,
    open: &[usize],
    may_drop: u64,
) -> Option<(Vec<Suppressed>, Vec<u32>)> {
    let sizes = 1..=open.len();
    let rounds: Vec<Vec<Vec<usize>>> = sizes.map(|size| of_size(open, size)).collect();
    let settled = settle(task, classes, &rounds);
    // Step 4.
    let dropped: Vec<u32> = settled
        .outliers
        .iter()
        .flat_map(|class| class.tuples.iter().copied())
        .collect();
    let rows: u64 = dropped
        .iter()
        .map(|&tuple| task.prepared.set().counts()[tuple as usize])
        .sum();
    (rows <= may_drop).then_some((settled.cells, dropped))
}

/// What joining and borrowing come to.
pub(super) struct Settled {
    /// The suppressed cells.
    pub cells: Vec<Suppressed>,
    /// Classes that found no company.
    pub outliers: Vec<OwnClass>,
}

/// Steps 1 to 3, for patterns in rounds, the cheapest first; the last round is the pattern of every cell.
pub(super) fn settle(
    task: &Task<'_>,
    classes: Vec<OwnClass>,
    rounds: &[Vec<Vec<usize>>],
) -> Settled {
    let (donors, outliers) = classes.into_iter().partition(|class| class.holds);
    let mut local = Local {
        task,
        donors,
        outliers,
        settled: BTreeMap::new(),
    };
    if let Some((last, first)) = rounds.split_last() {
        first.iter().for_each(|patterns| local.join(patterns));
        first.iter().for_each(|patterns| local.borrow(patterns));
        local.join(last);
        local.borrow(last);
    }
    Settled {
        cells: local.cells(),
        outliers: local.outliers,
    }
}

struct Local<'a> {
    task: &'a Task<'a>,
    /// Classes that hold.
    donors: Vec<OwnClass>,
    /// Classes that do not, and are not settled yet.
    outliers: Vec<OwnClass>,
    /// Classes with suppressed cells that hold, by their masked key.
    settled: BTreeMap<Vec<u32>, Vec<u32>>,
}

impl Local<'_> {
    fn rows(&self, tuples: &[u32]) -> u64 {
        tuples
            .iter()
            .map(|&tuple| self.task.prepared.set().counts()[tuple as usize])
            .sum()
    }

    /// The outliers that a pattern would put in classes that hold, by masked key.
    fn joined(&self, pattern: &[usize]) -> BTreeMap<Vec<u32>, Vec<usize>> {
        let mut groups: BTreeMap<Vec<u32>, Vec<usize>> = BTreeMap::new();
        for (index, class) in self.outliers.iter().enumerate() {
            groups
                .entry(masked(&class.key, pattern))
                .or_default()
                .push(index);
        }
        groups.retain(|key, members| {
            let own = members
                .iter()
                .flat_map(|&index| &self.outliers[index].tuples);
            let together: Vec<u32> = own
                .chain(self.settled.get(key).into_iter().flatten())
                .copied()
                .collect();
            self.task.class_holds(&together)
        });
        groups
    }

    fn saved(&self, pattern: &[usize]) -> u64 {
        self.joined(pattern)
            .into_values()
            .flatten()
            .map(|index| self.rows(&self.outliers[index].tuples))
            .sum()
    }

    /// Step 1, for patterns of one size. A pattern saves no more rows than before once others are settled, so that only the
    /// one that seems best is looked at again.
    fn join(&mut self, patterns: &[Vec<usize>]) {
        let saved: Vec<u64> = patterns
            .par_iter()
            .map(|pattern| self.saved(pattern))
            .collect();
        let mut left: Vec<(u64, usize)> = saved
            .into_iter()
            .zip(0..)
            .filter(|(rows, _)| *rows > 0)
            .collect();
        while let Some(place) = most(&left) {
            let (_, index) = left[place];
            let now = self.saved(&patterns[index]);
            // What a pattern saves shrinks with every other one that was taken: figures are renewed only when they come first, which is
            // enough as they never grow.
            left[place].0 = now;
            if now == 0 {
                left.remove(place);
            } else if most(&left) == Some(place) {
                left.remove(place);
                let mut joined: Vec<(Vec<u32>, Vec<usize>)> =
                    self.joined(&patterns[index]).into_iter().collect();
                self.settle(&mut joined);
            }
        }
    }

    fn settle(&mut self, joined: &mut [(Vec<u32>, Vec<usize>)]) {
        let mut key_of: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for (key, members) in joined {
            members
                .iter()
                .for_each(|&index| drop(key_of.insert(index, key.clone())));
        }
        let outliers = std::mem::take(&mut self.outliers);
        for (index, class) in outliers.into_iter().enumerate() {
            match key_of.remove(&index) {
                Some(key) => self.settled.entry(key).or_default().extend(class.tuples),
                None => self.outliers.push(class),
            }
        }
    }

    /// Step 2, for patterns of one size.
    fn borrow(&mut self, patterns: &[Vec<usize>]) {
        if self.outliers.is_empty() || patterns.is_empty() {
            return;
        }
        let index: Vec<BTreeMap<Vec<u32>, Vec<usize>>> = patterns
            .iter()
            .map(|pattern| self.donors_by(pattern))
            .collect();
        // Those that find no loan are put back one by one.
        for class in std::mem::take(&mut self.outliers) {
            let loans = patterns.iter().zip(&index).filter_map(|(pattern, donors)| {
                let key = masked(&class.key, pattern);
                let loan = self.loan(&class, &key, donors.get(&key)?)?;
                Some((
                    self.rows(&loan.iter().map(|taken| taken.1).collect::<Vec<_>>()),
                    key,
                    loan,
                ))
            });
            // The first of equals: patterns come in their order.
            let cheapest = loans.min_by(|a, b| a.0.cmp(&b.0));
            match cheapest {
                None => self.outliers.push(class),
                Some((_, key, loan)) => {
                    for &(donor, tuple) in &loan {
                        self.donors[donor].tuples.retain(|&other| other != tuple);
                    }
                    let together = class
                        .tuples
                        .into_iter()
                        .chain(loan.into_iter().map(|taken| taken.1));
                    self.settled.entry(key).or_default().extend(together);
                }
            }
        }
    }

    fn donors_by(&self, pattern: &[usize]) -> BTreeMap<Vec<u32>, Vec<usize>> {
        let wanted: std::collections::BTreeSet<Vec<u32>> = self
            .outliers
            .iter()
            .map(|class| masked(&class.key, pattern))
            .collect();
        let mut donors: BTreeMap<Vec<u32>, Vec<usize>> = BTreeMap::new();
        for (index, donor) in self.donors.iter().enumerate() {
            let key = masked(&donor.key, pattern);
            if wanted.contains(&key) {
                donors.entry(key).or_default().push(index);
            }
        }
        donors
    }

    /// Tuples of donors that, with an outlier and what is settled there, are a class that holds; the donors hold without them.
    /// Tuples of few rows are taken first.
    fn loan(&self, class: &OwnClass, key: &[u32], donors: &[usize]) -> Option<Vec<(usize, u32)>> {
        let settled = self.settled.get(key).into_iter().flatten();
        let mut together: Vec<u32> = class.tuples.iter().chain(settled).copied().collect();
        let mut loan = Vec::new();
        for &donor in donors {
            let mut left = self.donors[donor].tuples.clone();
            left.sort_by_key(|&tuple| (self.rows(&[tuple]), tuple));
            for tuple in left.clone() {
                let without: Vec<u32> = left
                    .iter()
                    .copied()
                    .filter(|&other| other != tuple)
                    .collect();
                // A donor lends no more than it can spare.
                if !self.task.class_holds(&without) {
                    continue;
                }
                left = without;
                together.push(tuple);
                loan.push((donor, tuple));
                if self.task.class_holds(&together) {
                    return Some(loan);
                }
            }
        }
        None
    }

    fn cells(&self) -> Vec<Suppressed> {
        let of_class = |(key, tuples): (&Vec<u32>, &Vec<u32>)| {
            let qis: Vec<usize> = (0..key.len()).filter(|&qi| key[qi] == STAR).collect();
            tuples
                .iter()
                .map(|&tuple| Suppressed {
                    tuple,
                    qis: qis.clone(),
                })
                .collect::<Vec<_>>()
        };
        self.settled.iter().flat_map(of_class).collect()
    }
}

/// The first of those with most rows.
fn most(left: &[(u64, usize)]) -> Option<usize> {
    (0..left.len()).max_by_key(|&place| (left[place].0, std::cmp::Reverse(place)))
}
