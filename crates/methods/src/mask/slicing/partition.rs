//! Step 2: buckets, by cutting at medians.
//!
//! Rows are carried along with the number of their tuple of quasi-identifiers and their sensitive value, so that a bucket is a slice that is
//! read from its start to its end. What is asked about quasi-identifiers is asked about the tuples in a bucket; a bucket of one tuple is
//! cut in the middle and nothing moves.

use bauta_privacy::Class;
use bauta_table::recoding::Prepared;
use bauta_table::with_codes;

use super::telling::{Telling, Weighed};
use crate::contract::Task;

/// Rows of a bucket whose halves are worth a core each.
const ENOUGH: usize = 1 << 14;

/// A row.
#[derive(Clone, Copy)]
struct Item {
    row: u32,
    tuple: u32,
    value: u32,
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
pub(super) fn partition(task: &Task<'_>, linked: &[usize], told: Option<&Telling<'_>>) -> Option<Partition> {
    let cutting = Cutting::new(task, linked);
    let mut items = cutting.items();
    if !cutting.holds(&items, &mut Scratch::default()) {
        return None;
    }
    let sizes = match told {
        Some(told) => cutting.tell(&mut items, told),
        None => {
            let mut spare = items.clone();
            let mut sizes = Vec::new();
            cutting.cut(&mut items, &mut spare, (false, &mut Scratch::default()), &mut sizes);
            sizes
        }
    };
    Some(Partition { rows: items.iter().map(|item| item.row).collect(), sizes })
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
    left: u64,
}

/// What cutting needs to know.
struct Cutting<'a> {
    task: &'a Task<'a>,
    linked: &'a [usize],
    /// For each quasi-identifier the rank of each tuple, and one more than the highest.
    ranks: Vec<(Vec<u32>, usize)>,
    /// Sensitive values, and the code of missing ones.
    values: usize,
    missing: Option<u32>,
}

impl<'a> Cutting<'a> {
    fn new(task: &'a Task<'a>, linked: &'a [usize]) -> Self {
        let prepared: &Prepared<'_> = task.prepared;
        let ranks = prepared.qis.iter().enumerate().map(|(place, qi)| {
            let of_code = qi.rank_of_code();
            let of_tuple: Vec<u32> = prepared.set.codes(place).iter().map(|code| of_code[code as usize]).collect();
            let all = of_tuple.iter().max().map_or(0, |&last| last as usize + 1);
            (of_tuple, all)
        });
        let dictionary = prepared.table.attributes()[prepared.sensitive[0]].column.dictionary();
        let (values, missing) = (dictionary.len(), dictionary.missing_code());
        Cutting { task, linked, ranks: ranks.collect(), values, missing }
    }

    fn items(&self) -> Vec<Item> {
        let prepared = self.task.prepared;
        with_codes!(prepared.table.attributes()[prepared.sensitive[0]].column.codes(), codes => {
            let rows = prepared.tuple_of_row.iter().zip(codes).zip(0..);
            rows.map(|((&tuple, &value), row)| Item { row, tuple, value: Into::<u32>::into(value) }).collect()
        })
    }

    /// Cuts a bucket as often as it can be; adds the sizes of those that it ends in, in the order in which they stand. `one` says that all
    /// rows are known to be of one tuple.
    fn cut(&self, items: &mut [Item], spare: &mut [Item], (one, scratch): (bool, &mut Scratch), sizes: &mut Vec<u32>) {
        let one = one || items.iter().all(|item| item.tuple == items[0].tuple);
        if !self.halve(items, spare, (one, scratch), None) {
            sizes.push(items.len() as u32);
            return;
        }
        let half = items.len() / 2;
        let ((low, high), (low_spare, high_spare)) = (items.split_at_mut(half), spare.split_at_mut(half));
        if low.len() < ENOUGH {
            self.cut(low, low_spare, (one, scratch), sizes);
            self.cut(high, high_spare, (one, scratch), sizes);
            return;
        }
        let side = |items: &mut [Item], spare: &mut [Item]| {
            let mut sizes = Vec::new();
            self.cut(items, spare, (one, &mut Scratch::default()), &mut sizes);
            sizes
        };
        let (lower, higher) = rayon::join(|| side(low, low_spare), || side(high, high_spare));
        sizes.extend(lower);
        sizes.extend(higher);
    }

    /// The same one cut after the other, telling of each.
    fn tell(&self, items: &mut [Item], told: &Telling<'_>) -> Vec<u32> {
        let rows = |items: &[Item]| items.iter().map(|item| item.row).collect::<Vec<u32>>();
        let mut spare = items.to_vec();
        let mut scratch = Scratch::default();
        let mut open = vec![(0, items.len())];
        let mut done: Vec<(usize, usize)> = Vec::new();
        while let Some((start, end)) = open.pop() {
            let mut weighed = Vec::new();
            let bucket = &mut items[start..end];
            let one = bucket.iter().all(|item| item.tuple == bucket[0].tuple);
            match self.halve(bucket, &mut spare[start..end], (one, &mut scratch), Some(&mut weighed)) {
                true => {
                    let middle = start + (end - start) / 2;
                    open.extend([(middle, end), (start, middle)]);
                }
                false => done.push((start, end)),
            }
            let buckets = |all: &[(usize, usize)]| -> Vec<Vec<u32>> {
                all.iter().map(|&(start, end)| rows(&items[start..end])).collect()
            };
            told.bucket(&buckets(&done), &buckets(&open), weighed);
        }
        done.iter().map(|(start, end)| (end - start) as u32).collect()
    }

    /// Puts the rows of the lower half of a bucket before those of the upper half, each in the order that they had, and says whether both
    /// hold; where no quasi-identifier gives such halves, the bucket stays as it is.
    fn halve(
        &self,
        items: &mut [Item],
        spare: &mut [Item],
        (one, scratch): (bool, &mut Scratch),
        mut weighed: Option<&mut Vec<Weighed>>,
    ) -> bool {
        if (items.len() as u64) < 2 * self.task.least_rows() {
            return false;
        }
        let half = items.len() / 2;
        let sides = (half as u64, (items.len() - half) as u64);
        if one {
            let allowed = self.holds(&items[..half], scratch) && self.holds(&items[half..], scratch);
            // Every quasi-identifier cuts in the same way; the first one that may is taken.
            let tried = if allowed { 1 } else { self.ranks.len() };
            let at = |qi: usize| Weighed { qi, distinct: 1, sides, allowed };
            weighed.iter_mut().for_each(|all| all.extend((0..tried).map(at)));
            return allowed;
        }
        let mut candidates = self.medians(items, scratch);
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.0));
        for (distinct, qi, median) in candidates {
            moved(items, spare, &median);
            let allowed = self.holds(&spare[..half], scratch) && self.holds(&spare[half..], scratch);
            weighed.iter_mut().for_each(|all| all.push(Weighed { qi, distinct, sides, allowed }));
            if allowed {
                items.copy_from_slice(spare);
                return true;
            }
        }
        false
    }

    /// For each quasi-identifier how many different values it has in a bucket, its place, and its median.
    fn medians(&self, items: &[Item], scratch: &mut Scratch) -> Vec<(usize, usize, Median<'_>)> {
        let (mut tuples, mut ranks) = (Vec::new(), Vec::new());
        let all = (self.task.prepared.set.len(), items.len());
        counted(items.iter().map(|item| (item.tuple, 1)), all, &mut scratch.counts, &mut tuples);
        let median = |(qi, (rank_of, all)): (usize, &'_ (Vec<u32>, usize))| {
            let of_rank = tuples.iter().map(|&(tuple, rows)| (rank_of[tuple as usize], rows));
            counted(of_rank, (*all, tuples.len()), &mut scratch.counts, &mut ranks);
            let mut left = (items.len() / 2) as u64;
            let below = ranks.iter().take_while(|(_, rows)| {
                let is_below = *rows <= left;
                left -= if is_below { *rows } else { 0 };
                is_below
            });
            let rank = ranks.get(below.count()).map_or(0, |median| median.0);
            (ranks.len(), qi, (rank, left))
        };
        let medians: Vec<(usize, usize, (u32, u64))> = self.ranks.iter().enumerate().map(median).collect();
        let of = |(distinct, qi, (rank, left)): (usize, usize, (u32, u64))| {
            (distinct, qi, Median { rank_of: &self.ranks[qi].0, rank, left })
        };
        medians.into_iter().map(of).collect()
    }

    /// Whether a bucket satisfies every model, by itself or, with linked attributes, for each of their values.
    fn holds(&self, items: &[Item], scratch: &mut Scratch) -> bool {
        if !self.linked.is_empty() {
            return self.holds_linked(items);
        }
        let Scratch { counts, values } = scratch;
        counted(items.iter().map(|item| (item.value, 1)), (self.values, items.len()), counts, &mut values[0]);
        if self.missing.is_some() {
            values[0].retain(|(code, _)| Some(*code) != self.missing);
        }
        self.task.holds(&Class { size: items.len() as u64, sensitive: values, population: 0 })
    }

    fn holds_linked(&self, items: &[Item]) -> bool {
        let attributes = self.task.prepared.table.attributes();
        let key = |row: u32| -> Vec<u32> {
            self.linked.iter().map(|&index| attributes[index].column.codes().get(row as usize)).collect()
        };
        let mut pairs: Vec<(Vec<u32>, u32)> = items.iter().map(|item| (key(item.row), item.value)).collect();
        pairs.sort_unstable();
        pairs.chunk_by(|a, b| a.0 == b.0).all(|class| {
            let runs = class.chunk_by(|a, b| a.1 == b.1).map(|run| (run[0].1, run.len() as u64));
            let values = runs.filter(|&(code, _)| Some(code) != self.missing).collect();
            self.task.holds(&Class { size: class.len() as u64, sensitive: &[values], population: 0 })
        })
    }
}

/// The lower half of some rows and then the upper half; of those at the median the first ones are low.
fn moved(items: &[Item], to: &mut [Item], median: &Median<'_>) {
    let (mut low, mut high, mut left) = (0, items.len() / 2, median.left);
    for &item in items {
        let rank = median.rank_of[item.tuple as usize];
        let first = rank == median.rank && left > 0;
        left -= u64::from(first);
        let is_low = first || rank < median.rank;
        to[if is_low { low } else { high }] = item;
        low += usize::from(is_low);
        high += usize::from(!is_low);
    }
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
    out.extend((0..).zip(counts.iter().copied()).filter(|(_, rows)| *rows > 0));
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
