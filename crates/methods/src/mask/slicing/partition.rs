//! Step 2: buckets, by cutting at medians.
//!
//! Rows are put in the order of their tuples of quasi-identifiers once. A bucket is then some runs of rows, each of one tuple: where to cut
//! follows from the runs, a cut parts at most one run of those at the median, and no row moves. What is asked about sensitive values is
//! counted from codes that stand side by side.

use std::cmp::Ordering;

use bauta_privacy::Class;
use bauta_table::recoding::{Prepared, gathered};
use bauta_table::{Codes, with_codes};

use super::telling::{Telling, Weighed};
use crate::contract::Task;

/// Rows of a bucket whose halves are worth a core each.
const ENOUGH: usize = 1 << 14;

/// Rows of one tuple, by their places in the order of tuples.
#[derive(Clone, Copy)]
struct Run {
    tuple: u32,
    start: u32,
    end: u32,
}

impl Run {
    fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    fn places(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The first ones, and the others.
    fn parted(self, first: usize) -> (Run, Run) {
        let middle = self.start + first as u32;
        (
            Run {
                end: middle,
                ..self
            },
            Run {
                start: middle,
                ..self
            },
        )
    }
}

fn rows_in(bucket: &[Run]) -> usize {
    bucket.iter().map(|run| run.len()).sum()
}

/// The rows of one bucket after the other.
pub(super) struct Partition {
    pub(super) rows: Vec<u32>,
    /// Rows of each bucket.
    pub(super) sizes: Vec<u32>,
}

impl Partition {
    /// The rows of each bucket.
    pub(super) fn buckets(&self) -> impl Iterator<Item = &[u32]> {
        let mut rest = self.rows.as_slice();
        self.sizes.iter().map(move |&size| {
            let (bucket, later) = rest.split_at(size as usize);
            rest = later;
            bucket
        })
    }
}

/// The buckets of a table; none if not even the whole table holds.
pub(super) fn partition(
    task: &Task<'_>,
    linked: &[usize],
    told: Option<&Telling<'_>>,
) -> Option<Partition> {
    let (cutting, whole) = Cutting::new(task, linked);
    if !cutting.holds(&whole, &mut Scratch::default()) {
        return None;
    }
    let mut rows = vec![0; cutting.rows.len()];
    let mut done = Done {
        rows: &mut rows,
        sizes: Vec::new(),
    };
    match told {
        Some(told) => cutting
            .tell(whole, told)
            .iter()
            .for_each(|bucket| cutting.keep(bucket, &mut done)),
        None => cutting.cut(&whole, &mut Scratch::default(), &mut done),
    }
    let sizes = done.sizes;
    Some(Partition { rows, sizes })
}

/// Buckets that are not cut further, one after the other.
struct Done<'a> {
    /// Room for the rows of those that are still to come.
    rows: &'a mut [u32],
    /// Rows of each bucket.
    sizes: Vec<u32>,
}

impl<'a> Done<'a> {
    /// Room for some rows that come next.
    fn next(&mut self, rows: usize) -> &'a mut [u32] {
        let (own, later) = std::mem::take(&mut self.rows).split_at_mut(rows);
        self.rows = later;
        own
    }
}

/// Memory that is used again and again.
#[derive(Default)]
struct Scratch {
    counts: Vec<u64>,
    /// The values of a bucket with their rows.
    values: [Vec<(u32, u64)>; 1],
}

/// Where a bucket is cut.
struct Median<'a> {
    /// The rank of each tuple.
    rank_of: &'a [u32],
    rank: u32,
    /// How many of the rows at the median are low, the first ones.
    left: usize,
}

/// What cutting needs to know.
struct Cutting<'a> {
    task: &'a Task<'a>,
    linked: &'a [usize],
    /// Rows in the order of their tuples, and their sensitive values.
    rows: Vec<u32>,
    values: Codes,
    /// For each quasi-identifier the rank of each tuple, and one more than the highest.
    ranks: Vec<(Vec<u32>, usize)>,
    /// How many sensitive values there are, and the code of missing ones.
    distinct: usize,
    missing: Option<u32>,
}

impl<'a> Cutting<'a> {
    /// With the bucket of all rows.
    fn new(task: &'a Task<'a>, linked: &'a [usize]) -> (Self, Vec<Run>) {
        let prepared: &Prepared<'_> = task.prepared;
        let ranks = prepared.qis.iter().enumerate().map(|(place, qi)| {
            let of_code = qi.rank_of_code();
            let of_tuple: Vec<u32> = prepared
                .set()
                .codes(place)
                .iter()
                .map(|code| of_code[code as usize])
                .collect();
            let all = of_tuple.iter().max().map_or(0, |&last| last as usize + 1);
            (of_tuple, all)
        });
        let column = &prepared.table.attributes()[prepared.sensitive[0]].column;
        let (rows, starts) = gathered((prepared.tuple_of_row(), prepared.set().len()), |row| {
            row as u32
        });
        let runs = starts.windows(2).zip(0..).map(|(run, tuple)| Run {
            tuple,
            start: run[0],
            end: run[1],
        });
        let whole = runs.filter(|run| run.len() > 0).collect();
        let (distinct, missing) = (
            column.dictionary().len(),
            column.dictionary().missing_code(),
        );
        let values = column.codes().picked(&rows);
        (
            Cutting {
                task,
                linked,
                rows,
                values,
                ranks: ranks.collect(),
                distinct,
                missing,
            },
            whole,
        )
    }

    /// A bucket that is not cut further joins the others.
    fn keep(&self, bucket: &[Run], done: &mut Done<'_>) {
        for run in bucket {
            done.next(run.len())
                .copy_from_slice(&self.rows[run.places()]);
        }
        done.sizes.push(rows_in(bucket) as u32);
    }

    fn rows_of(&self, bucket: &[Run]) -> Vec<u32> {
        let mut rows = Vec::with_capacity(rows_in(bucket));
        bucket
            .iter()
            .for_each(|run| rows.extend_from_slice(&self.rows[run.places()]));
        rows
    }

    /// Cuts a bucket as often as it can be; adds those that it ends in, the lower ones first.
    fn cut(&self, bucket: &[Run], scratch: &mut Scratch, done: &mut Done<'_>) {
        // The rows of one tuple are halved where they stand, in the same way by every quasi-identifier.
        if let [run] = bucket {
            let (low, high) = run.parted(run.len() / 2);
            if self.large(run.len()) && self.holds(&[low], scratch) && self.holds(&[high], scratch)
            {
                self.cut_both((&[low], &[high]), scratch, done);
            } else {
                self.keep(bucket, done);
            }
            return;
        }
        match self.halves(bucket, scratch, None) {
            Some((low, high)) => self.cut_both((&low, &high), scratch, done),
            None => self.keep(bucket, done),
        }
    }

    fn cut_both(&self, (low, high): (&[Run], &[Run]), scratch: &mut Scratch, done: &mut Done<'_>) {
        if rows_in(low) < ENOUGH {
            self.cut(low, scratch, done);
            self.cut(high, scratch, done);
            return;
        }
        let side = |bucket: &[Run], rows: &mut [u32]| {
            let mut done = Done {
                rows,
                sizes: Vec::new(),
            };
            self.cut(bucket, &mut Scratch::default(), &mut done);
            done.sizes
        };
        let (first, second) = (done.next(rows_in(low)), done.next(rows_in(high)));
        let (lower, higher) = rayon::join(|| side(low, first), || side(high, second));
        done.sizes.extend(lower);
        done.sizes.extend(higher);
    }

    /// The same one cut after the other, telling of each.
    fn tell(&self, whole: Vec<Run>, told: &Telling<'_>) -> Vec<Vec<Run>> {
        let mut scratch = Scratch::default();
        let mut open = vec![whole];
        let mut done: Vec<Vec<Run>> = Vec::new();
        while let Some(bucket) = open.pop() {
            let mut weighed = Vec::new();
            match self.halves(&bucket, &mut scratch, Some(&mut weighed)) {
                Some((low, high)) => open.extend([high, low]),
                None => done.push(bucket),
            }
            let rows = |all: &[Vec<Run>]| {
                all.iter()
                    .map(|bucket| self.rows_of(bucket))
                    .collect::<Vec<_>>()
            };
            told.bucket(&rows(&done), &rows(&open), weighed);
        }
        done
    }

    /// Whether both halves of so many rows can be large enough.
    fn large(&self, rows: usize) -> bool {
        rows as u64 >= 2 * self.task.least_rows()
    }

    /// The lower and the upper half of a bucket by the first quasi-identifier, those with most values first, that gives halves which
    /// hold.
    fn halves(
        &self,
        bucket: &[Run],
        scratch: &mut Scratch,
        mut weighed: Option<&mut Vec<Weighed>>,
    ) -> Option<(Vec<Run>, Vec<Run>)> {
        let rows = rows_in(bucket);
        if !self.large(rows) {
            return None;
        }
        let sides = ((rows / 2) as u64, (rows - rows / 2) as u64);
        let mut candidates = self.medians(bucket, scratch);
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.0));
        for (distinct, qi, median) in candidates {
            let (low, high) = halved(bucket, &median);
            let allowed = self.holds(&low, scratch) && self.holds(&high, scratch);
            weighed.iter_mut().for_each(|all| {
                all.push(Weighed {
                    qi,
                    distinct,
                    sides,
                    allowed,
                });
            });
            if allowed {
                return Some((low, high));
            }
        }
        None
    }

    /// For each quasi-identifier how many different values it has in a bucket, its place, and its median.
    fn medians(&self, bucket: &[Run], scratch: &mut Scratch) -> Vec<(usize, usize, Median<'_>)> {
        let mut ranks = Vec::new();
        let half = rows_in(bucket) / 2;
        let median = |(qi, (rank_of, all)): (usize, &'_ (Vec<u32>, usize))| {
            let of_rank = bucket
                .iter()
                .map(|run| (rank_of[run.tuple as usize], run.len() as u64));
            counted(
                of_rank,
                (*all, bucket.len()),
                &mut scratch.counts,
                &mut ranks,
            );
            let mut left = half as u64;
            let below = ranks.iter().take_while(|(_, rows)| {
                let is_below = *rows <= left;
                left -= if is_below { *rows } else { 0 };
                is_below
            });
            let rank = ranks.get(below.count()).map_or(0, |median| median.0);
            (ranks.len(), qi, (rank, left as usize))
        };
        let medians: Vec<(usize, usize, (u32, usize))> =
            self.ranks.iter().enumerate().map(median).collect();
        let of = |(distinct, qi, (rank, left)): (usize, usize, (u32, usize))| {
            (
                distinct,
                qi,
                Median {
                    rank_of: &self.ranks[qi].0,
                    rank,
                    left,
                },
            )
        };
        medians.into_iter().map(of).collect()
    }

    /// Whether a bucket satisfies every model, by itself or, with linked attributes, for each of their values.
    fn holds(&self, bucket: &[Run], scratch: &mut Scratch) -> bool {
        if !self.linked.is_empty() {
            return self.holds_linked(bucket);
        }
        let Scratch { counts, values } = scratch;
        let rows = rows_in(bucket);
        with_codes!(&self.values, codes => {
            let own = bucket.iter().flat_map(|run| &codes[run.places()]);
            counted(own.map(|&code| (Into::<u32>::into(code), 1)), (self.distinct, rows), counts, &mut values[0]);
        });
        if self.missing.is_some() {
            values[0].retain(|(code, _)| Some(*code) != self.missing);
        }
        self.task.holds(&Class {
            size: rows as u64,
            sensitive: values,
            population: 0,
        })
    }

    fn holds_linked(&self, bucket: &[Run]) -> bool {
        let attributes = self.task.prepared.table.attributes();
        let key = |row: u32| -> Vec<u32> {
            self.linked
                .iter()
                .map(|&index| attributes[index].column.codes().get(row as usize))
                .collect()
        };
        let places = bucket.iter().flat_map(|run| run.places());
        let mut pairs: Vec<(Vec<u32>, u32)> = places
            .map(|place| (key(self.rows[place]), self.values.get(place)))
            .collect();
        pairs.sort_unstable();
        pairs.chunk_by(|a, b| a.0 == b.0).all(|class| {
            let runs = class
                .chunk_by(|a, b| a.1 == b.1)
                .map(|run| (run[0].1, run.len() as u64));
            let values = runs
                .filter(|&(code, _)| Some(code) != self.missing)
                .collect();
            self.task.holds(&Class {
                size: class.len() as u64,
                sensitive: &[values],
                population: 0,
            })
        })
    }
}

/// The lower half of some rows and the upper half; of those at the median the first ones are low.
fn halved(bucket: &[Run], median: &Median<'_>) -> (Vec<Run>, Vec<Run>) {
    let (mut low, mut high, mut left) = (Vec::new(), Vec::new(), median.left);
    for &run in bucket {
        let rank = median.rank_of[run.tuple as usize];
        let below = match rank.cmp(&median.rank) {
            Ordering::Less => run.len(),
            Ordering::Equal => left.min(run.len()),
            Ordering::Greater => 0,
        };
        left -= if rank == median.rank { below } else { 0 };
        let (first, second) = run.parted(below);
        low.extend((first.len() > 0).then_some(first));
        high.extend((second.len() > 0).then_some(second));
    }
    (low, high)
}

/// Keys with their rows added up, ascending; keys are below `all`, and so many are given. Few of many keys are sorted, others counted in
/// a table of all of them.
fn counted(
    given: impl Iterator<Item = (u32, u64)>,
    (all, some): (usize, usize),
    counts: &mut Vec<u64>,
    out: &mut Vec<(u32, u64)>,
) {
    out.clear();
    if all > 4 * some + 64 {
        out.extend(given);
        out.sort_unstable();
        out.dedup_by(|later, first| {
            let same = later.0 == first.0;
            first.1 += if same { later.1 } else { 0 };
            same
        });
        return;
    }
    counts.clear();
    counts.resize(all, 0);
    given.for_each(|(key, rows)| counts[key as usize] += rows);
    out.extend(
        (0..)
            .zip(counts.iter().copied())
            .filter(|(_, rows)| *rows > 0),
    );
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn keys_are_added_up_whether_few_or_many(
            given in proptest::collection::vec((0u32..50, 1u64..9), 0..80), all in prop_oneof![Just(50usize), Just(5_000)]
        ) {
            let mut by_hand = BTreeMap::new();
            given.iter().for_each(|&(key, rows)| *by_hand.entry(key).or_insert(0) += rows);
            let mut out = vec![(9, 9)];
            counted(given.iter().copied(), (all, given.len()), &mut vec![7; 3], &mut out);
            prop_assert_eq!(out, by_hand.into_iter().collect::<Vec<_>>());
        }
    }
}
