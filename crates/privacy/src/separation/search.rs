//! The small sets of attributes that single out most rows.
//!
//! **Idea.** (1) Level by level: single attributes, pairs, … up to a size. (2) A set that singles out almost every row is not
//! extended: whatever is added to it adds nothing. (3) A set that tells no more apart than one of its subsets is dropped with all its
//! supersets: the added attribute follows from the others. (4) Where a level has more sets than may be counted, those
//! are counted that would tell most apart if attributes were independent, and the result says that it is not complete.
//! (5) A set is counted from the classes of its first attributes, which its neighbours share, and one more column.
//!
//! **Invariants.** Every set that neither (2) nor (3) rules out is in the result when it is complete
//! (`the_search_finds_what_brute_force_finds`). The result depends on codes only, not on the number of cores.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use bauta_table::count::{Grouping, KeyColumn, group};
use bauta_table::{Codes, Progress, Stage};
use rayon::prelude::*;

use super::Separation;

/// Indices of columns, ascending.
pub type Set = Vec<usize>;

/// How far to search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// Most attributes in a set.
    pub size: usize,
    /// A set that singles out this share of the rows is not extended.
    pub enough: f64,
    /// Most sets to count of each size.
    pub sets_of_a_size: usize,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Found {
    /// Sets that tell more apart than each of their subsets, by size and then by their columns.
    pub sets: Vec<(Set, Separation)>,
    /// How many sets were counted.
    pub counted: usize,
    /// Whether no set was left out for want of time.
    pub complete: bool,
}

/// Searches the sets of `columns` over `rows` rows; nothing if the work was stopped.
pub fn search(
    columns: &[KeyColumn<'_>],
    rows: usize,
    limits: &Limits,
    progress: &dyn Progress,
) -> Option<Found> {
    let mut found = Found {
        complete: true,
        ..Found::default()
    };
    let mut seen = Seen::default();
    let mut level: Vec<Set> = (0..columns.len()).map(|column| vec![column]).collect();
    for size in 1..=limits.size {
        let figures = counted(columns, rows, &level, found.counted, progress)?;
        found.counted += level.len();
        let mut open = Vec::new();
        for (set, own) in level.into_iter().zip(figures) {
            let adds = !adds_nothing(&set, own, &seen.known);
            if adds && own.unique_share < limits.enough {
                open.push(set.clone());
            } else {
                seen.closed.insert(set.clone());
            }
            if adds {
                seen.known.insert(set.clone(), own);
                found.sets.push((set, own));
            }
        }
        if size == limits.size {
            break;
        }
        let (next, all) = seen.extended(&open, columns.len(), limits.sets_of_a_size);
        found.complete &= all;
        level = next;
    }
    Some(found)
}

/// Sets that one core counts after one another, sharing their beginnings.
const RUN: usize = 32;

/// The figures of sets, on all cores, in the order of the sets; nothing if the work was stopped.
fn counted(
    columns: &[KeyColumn<'_>],
    rows: usize,
    sets: &[Set],
    before: usize,
    progress: &dyn Progress,
) -> Option<Vec<Separation>> {
    let done = AtomicUsize::new(before);
    let total = (before + sets.len()) as u64;
    let runs: Option<Vec<Vec<Separation>>> = sets
        .par_chunks(RUN)
        .map(|run| {
            let mut counter = Counter {
                columns,
                rows,
                prefix: Vec::new(),
            };
            let count = |set: &Set| {
                progress.tell(
                    Stage::Search,
                    done.fetch_add(1, Ordering::Relaxed) as u64,
                    Some(total),
                );
                (!progress.cancelled()).then(|| counter.count(set))
            };
            run.iter().map(count).collect()
        })
        .collect();
    Some(runs?.into_iter().flatten().collect())
}

/// Whether a set tells no more apart than one of its largest subsets. The empty set tells nothing apart.
fn adds_nothing(set: &Set, own: Separation, known: &BTreeMap<Set, Separation>) -> bool {
    let mut smaller = without_one(set).map(|subset| {
        if subset.is_empty() {
            Some(0.0)
        } else {
            known.get(&subset).map(|known| known.separation)
        }
    });
    // Whole pairs are counted, so equal partitions have the same figure to the last bit.
    smaller.any(|separation| separation == Some(own.separation))
}

fn without_one(set: &Set) -> impl Iterator<Item = Set> + '_ {
    (0..set.len()).map(|gone| {
        set.iter()
            .enumerate()
            .filter(|(at, _)| *at != gone)
            .map(|(_, &column)| column)
            .collect()
    })
}

/// What is known of sets that were counted.
#[derive(Default)]
struct Seen {
    known: BTreeMap<Set, Separation>,
    /// Sets whose supersets add nothing.
    closed: BTreeSet<Set>,
}

impl Seen {
    /// The sets with one column more than an open one and no closed subset; at most so many, and whether that is all.
    fn extended(&self, open: &[Set], columns: usize, most: usize) -> (Vec<Set>, bool) {
        let alike = |set: &[usize]| 1.0 - self.known.get(set).map_or(0.0, |known| known.separation);
        let mut next: Vec<(f64, Set)> = Vec::new();
        for set in open {
            let after = set.last().map_or(0, |last| last + 1);
            for column in after..columns {
                let longer: Set = set.iter().copied().chain([column]).collect();
                if !self.has_closed_subset(&longer) {
                    next.push((alike(set) * alike(&[column]), longer));
                }
            }
        }
        let all = next.len() <= most;
        next.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        next.truncate(most);
        let mut sets: Vec<Set> = next.into_iter().map(|(_, set)| set).collect();
        sets.sort();
        (sets, all)
    }

    fn has_closed_subset(&self, set: &[usize]) -> bool {
        let some = |places: u32| -> Set {
            (0..set.len())
                .filter(|at| places >> at & 1 == 1)
                .map(|at| set[at])
                .collect()
        };
        (1..1u32 << set.len()).any(|places| self.closed.contains(&some(places)))
    }
}

/// Counts sets in the order of their columns, keeping the classes of what neighbours share.
struct Counter<'a> {
    columns: &'a [KeyColumn<'a>],
    rows: usize,
    /// Each column of the shared beginning, with the class of each row by all columns up to it.
    prefix: Vec<(usize, Codes, usize)>,
}

impl Counter<'_> {
    fn count(&mut self, set: &[usize]) -> Separation {
        let Some((&last, first)) = set.split_last() else {
            return Separation::default();
        };
        let shared = self
            .prefix
            .iter()
            .zip(first)
            .take_while(|((column, ..), wanted)| column == *wanted)
            .count();
        self.prefix.truncate(shared);
        for &column in first.iter().skip(shared) {
            let classes = self.with(column);
            let distinct = classes.len();
            self.prefix
                .push((column, Codes::U32(classes.class_of), distinct));
        }
        Separation::of_sizes(&self.with(last).sizes(None))
    }

    /// The rows by the shared beginning and one more column.
    fn with(&self, column: usize) -> Grouping {
        let before = self.prefix.last().map(|(_, codes, distinct)| KeyColumn {
            codes,
            map: None,
            distinct: *distinct,
        });
        let keys: Vec<KeyColumn<'_>> = before
            .into_iter()
            .chain(self.columns.get(column).copied())
            .collect();
        group(&keys, self.rows)
    }
}
