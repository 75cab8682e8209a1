//! The recursion: a region is cut as long as the strategy finds an allowed cut. Which cut is the strategy's business.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bauta_privacy::Class;
use bauta_table::count::FrequencySet;
use bauta_table::recoding::Summary;
use bauta_table::{Progress, Stage};

use super::telling::Telling;
use crate::contract::{Error, Result, Task};
use crate::generalize::summarize::{Style, summary};
use crate::trace::{Candidate, Rule};

/// Below this many tuples a region is finished on one core.
const PARALLEL: usize = 1 << 11;

/// The tuples, where they stand on each quasi-identifier, and what every region must satisfy.
pub(crate) struct Space<'a> {
    pub(crate) task: &'a Task<'a>,
    /// The task's tuples, or its rows one by one.
    pub(crate) set: &'a FrequencySet,
    /// For each quasi-identifier, the rank of each tuple.
    pub(crate) ranks: Vec<Vec<u32>>,
    pub(crate) style: Style,
    pub(crate) least_rows: u64,
}

/// Ranks up to `rank` go left; of those at `rank` itself only so many rows as `at_rank` says, the first ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cut {
    pub(crate) qi: usize,
    pub(crate) rank: u32,
    pub(crate) at_rank: Option<u64>,
}

/// Where to cut a region.
pub(crate) trait Strategy: Sync {
    /// An allowed cut, if there is one.
    fn cut(&self, region: &Region<'_>) -> Option<Cut>;

    /// For who listens: by what rule it cuts.
    fn rule(&self) -> Rule {
        Rule::LeastLoss
    }

    /// For who listens: the cuts that were weighed before this one was made, or none.
    fn weighed(&self, region: &Region<'_>, made: Option<&Cut>) -> Vec<Candidate> {
        let _ = (region, made);
        Vec::new()
    }
}

/// Regions, each with what was made of it.
pub(crate) enum Parts<R> {
    Cut {
        cut: Cut,
        left: Box<Parts<R>>,
        right: Box<Parts<R>>,
    },
    Final(R),
}

impl<R> Parts<R> {
    /// All regions, left to right.
    pub(crate) fn regions(self) -> Vec<R> {
        let (mut out, mut stack) = (Vec::new(), vec![self]);
        while let Some(parts) = stack.pop() {
            match parts {
                Parts::Final(made) => out.push(made),
                // The last one is taken first, so that regions come out from left to right.
                Parts::Cut { left, right, .. } => stack.extend([*right, *left]),
            }
        }
        out
    }
}

/// A region while it is searched.
pub(crate) struct Region<'a> {
    pub(crate) space: &'a Space<'a>,
    pub(crate) tuples: &'a [u32],
    pub(crate) rows: u64,
}

impl<'a> Space<'a> {
    /// The space of `set`, which holds the task's tuples or its rows.
    pub(crate) fn new(task: &'a Task<'a>, set: &'a FrequencySet, style: Style) -> Self {
        let ranks = task.prepared.qis.iter().enumerate().map(|(index, qi)| {
            let rank_of = qi.rank_of_code();
            set.codes(index)
                .iter()
                .map(|code| rank_of[code as usize])
                .collect()
        });
        Space {
            task,
            set,
            ranks: ranks.collect(),
            style,
            least_rows: task.least_rows(),
        }
    }

    /// How many rows some tuples have.
    pub(crate) fn rows(&self, tuples: &[u32]) -> u64 {
        tuples
            .iter()
            .map(|&tuple| self.set.counts()[tuple as usize])
            .sum()
    }

    /// Whether some tuples together satisfy every model.
    pub(crate) fn holds(&self, tuples: &[u32]) -> bool {
        let (size, sensitive) = self.task.class_in(self.set, tuples);
        !tuples.is_empty()
            && self.task.holds(&Class {
                size,
                sensitive: &sensitive,
                population: 0,
            })
    }

    /// One summary a quasi-identifier.
    pub(crate) fn summaries(&self, tuples: &[u32]) -> Vec<Summary> {
        let qis = self.task.prepared.qis.iter().zip(&self.ranks);
        qis.map(|(qi, ranks)| summary(qi, ranks, tuples, self.style))
            .collect()
    }
}

impl Region<'_> {
    /// The ranks present on a quasi-identifier, ascending, with their rows.
    pub(crate) fn weights(&self, qi: usize) -> Vec<(u32, u64)> {
        let (counts, ranks) = (self.space.set.counts(), &self.space.ranks[qi]);
        let (low, high) = self.bounds(qi);
        let span = (high.saturating_sub(low)) as usize + 1;
        if span <= 4 * self.tuples.len() + 64 {
            let mut rows = vec![0u64; span];
            for &tuple in self.tuples {
                rows[(ranks[tuple as usize] - low) as usize] += counts[tuple as usize];
            }
            return (low..).zip(rows).filter(|&(_, rows)| rows > 0).collect();
        }
        let mut pairs: Vec<(u32, u64)> = self
            .tuples
            .iter()
            .map(|&tuple| (ranks[tuple as usize], counts[tuple as usize]))
            .collect();
        pairs.sort_unstable();
        pairs.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        pairs
    }

    /// The least and the greatest rank on a quasi-identifier.
    pub(crate) fn bounds(&self, qi: usize) -> (u32, u32) {
        let ranks = self
            .tuples
            .iter()
            .map(|&tuple| self.space.ranks[qi][tuple as usize]);
        ranks.fold((u32::MAX, 0), |(low, high), rank| {
            (low.min(rank), high.max(rank))
        })
    }

    /// The tuples in the order of their ranks on a quasi-identifier, and where each rank present ends.
    pub(crate) fn sorted(&self, qi: usize) -> (Vec<u32>, Vec<usize>) {
        let ranks = &self.space.ranks[qi];
        let (low, high) = self.bounds(qi);
        let span = (high.saturating_sub(low)) as usize + 1;
        let mut sorted = self.tuples.to_vec();
        if span <= 4 * self.tuples.len() + 64 {
            let place = |tuple: u32| (ranks[tuple as usize] - low) as usize;
            let mut next = vec![0; span + 1];
            self.tuples
                .iter()
                .for_each(|&tuple| next[place(tuple) + 1] += 1);
            (0..span).for_each(|rank| next[rank + 1] += next[rank]);
            let mut ends: Vec<usize> = next[1..].to_vec();
            // Ranks that do not occur end where the one before them does; those before the first tuple at 0.
            ends.dedup();
            for &tuple in self.tuples {
                sorted[next[place(tuple)]] = tuple;
                next[place(tuple)] += 1;
            }
            return (sorted, ends.into_iter().filter(|&end| end > 0).collect());
        }
        sorted.sort_by_key(|&tuple| ranks[tuple as usize]);
        let last = |index: &usize| {
            let rank = |index: usize| sorted.get(index).map(|&tuple| ranks[tuple as usize]);
            rank(*index) != rank(*index - 1)
        };
        let ends = (1..=sorted.len()).filter(last).collect();
        (sorted, ends)
    }

    /// Whether both sides of a cut satisfy every model; `left` is the number of rows on the left.
    pub(crate) fn is_allowed(&self, cut: &Cut, left: u64) -> bool {
        let (least, right) = (self.space.least_rows, self.rows - left);
        if left < least || right < least {
            return false;
        }
        let task = self.space.task;
        // Sizes are known already: no tuple is moved for a cut that sizes allow or forbid.
        if !task.needs_sensitive() {
            return [left, right].into_iter().all(|size| {
                task.holds(&Class {
                    size,
                    sensitive: &[],
                    population: 0,
                })
            });
        }
        let (left, right) = self.sides(cut);
        self.space.holds(&left) && self.space.holds(&right)
    }

    /// The tuples left and right of a cut, in their order.
    pub(crate) fn sides(&self, cut: &Cut) -> (Vec<u32>, Vec<u32>) {
        let mut left_at_rank = cut.at_rank.unwrap_or(u64::MAX);
        self.tuples
            .iter()
            .partition(|&&tuple| goes_left(self.space, cut, tuple, &mut left_at_rank))
    }
}

/// Whether a tuple goes left; `left_at_rank` is how many rows at the rank of the cut still may.
fn goes_left(space: &Space<'_>, cut: &Cut, tuple: u32, left_at_rank: &mut u64) -> bool {
    match space.ranks[cut.qi][tuple as usize].cmp(&cut.rank) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => {
            let rows = space.set.counts()[tuple as usize];
            let fits = *left_at_rank >= rows;
            // After the first tuple that does not fit no later one goes left: which ones go must follow from their order alone.
            *left_at_rank = if fits { *left_at_rank - rows } else { 0 };
            fits
        }
    }
}

/// Cuts the tuples as long as the strategy finds a cut, and makes something of every region.
///
/// # Errors
/// When the work was cancelled.
pub(crate) fn divide<R: Send>(
    space: &Space<'_>,
    strategy: &dyn Strategy,
    progress: &dyn Progress,
    tuples: Vec<u32>,
    make: &(dyn Fn(&[u32]) -> R + Sync),
) -> Result<Parts<R>> {
    divide_told(space, strategy, (progress, None), tuples, make)
}

/// The same, told to who listens.
pub(super) fn divide_told<R: Send>(
    space: &Space<'_>,
    strategy: &dyn Strategy,
    (progress, told): (&dyn Progress, Option<&Telling<'_>>),
    mut tuples: Vec<u32>,
    make: &(dyn Fn(&[u32]) -> R + Sync),
) -> Result<Parts<R>> {
    let (done, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    told.into_iter().for_each(|told| told.start(&tuples));
    let search = Search {
        space,
        strategy,
        progress,
        told,
        make,
        total: space.rows(&tuples),
        done,
        stopped,
    };
    let parts = search.region(&mut tuples);
    if search.stopped.into_inner() {
        Err(Error::Cancelled)
    } else {
        Ok(parts)
    }
}

struct Search<'a, R> {
    space: &'a Space<'a>,
    strategy: &'a dyn Strategy,
    progress: &'a dyn Progress,
    told: Option<&'a Telling<'a>>,
    make: &'a (dyn Fn(&[u32]) -> R + Sync),
    total: u64,
    done: AtomicU64,
    stopped: AtomicBool,
}

impl<R: Send> Search<'_, R> {
    fn region(&self, tuples: &mut [u32]) -> Parts<R> {
        let rows = self.space.rows(tuples);
        let region = Region {
            space: self.space,
            tuples,
            rows,
        };
        let too_small = rows < 2 * self.space.least_rows;
        let Some(cut) = (if too_small || self.stop() {
            None
        } else {
            self.strategy.cut(&region)
        }) else {
            let done = self.done.fetch_add(rows, Ordering::Relaxed) + rows;
            self.progress.tell(Stage::Search, done, Some(self.total));
            self.told
                .into_iter()
                .for_each(|told| told.keep(self.strategy, &region));
            return Parts::Final((self.make)(tuples));
        };
        let (low, high) = region.sides(&cut);
        self.told
            .into_iter()
            .for_each(|told| told.cut(self.strategy, &region, (&cut, &low, &high)));
        let (left, right) = tuples.split_at_mut(low.len());
        // The tuples are parted in their place: sides are slices of one list, and `low` and `high` are freed before the search goes deeper.
        left.copy_from_slice(&low);
        right.copy_from_slice(&high);
        drop((low, high));
        let (left, right) = if left.len() + right.len() > PARALLEL && self.told.is_none() {
            rayon::join(|| self.region(left), || self.region(right))
        } else {
            (self.region(left), self.region(right))
        };
        Parts::Cut {
            cut,
            left: Box::new(left),
            right: Box::new(right),
        }
    }

    fn stop(&self) -> bool {
        if self.progress.cancelled() {
            self.stopped.store(true, Ordering::Relaxed);
        }
        self.stopped.load(Ordering::Relaxed)
    }
}
