//! Frequency sets: the distinct quasi-identifier tuples with their counts and the sensitive values under each.

use rayon::prelude::*;

use super::grouping::{KeyColumn, bits, group};
use crate::codes::Codes;
use crate::table::Table;
use crate::with_codes;

/// How often each sensitive value occurs under each tuple, stored sparsely.
#[derive(Clone, Default)]
pub struct Histogram {
    starts: Vec<usize>,
    codes: Vec<u32>,
    counts: Vec<u64>,
    distinct: usize,
}

impl Histogram {
    /// The sensitive codes under a tuple, ascending, with their counts.
    pub fn of(&self, tuple: usize) -> impl Iterator<Item = (u32, u64)> + '_ {
        let range = self.starts[tuple]..self.starts[tuple + 1];
        self.codes[range.clone()]
            .iter()
            .copied()
            .zip(self.counts[range].iter().copied())
    }

    /// Number of codes that the attribute has in the whole table.
    pub fn distinct(&self) -> usize {
        self.distinct
    }

    /// Counts of pairs of a group and a code.
    pub(crate) fn new(
        groups: usize,
        distinct: usize,
        group_of: &[u32],
        codes: &Codes,
        weights: Option<&[u64]>,
    ) -> Self {
        // Saturates: a product that overflows is certainly too many for a dense table.
        if groups.saturating_mul(distinct) <= CELLS {
            let cells =
                with_codes!(codes, codes => joint((groups, distinct), group_of, codes, weights));
            return Histogram::of_cells(distinct, &cells);
        }
        let mut next = vec![0; groups + 1];
        group_of
            .iter()
            // Counted one place further on, so that the running sums are the starts of the groups.
            .for_each(|&group| next[group as usize + 1] += 1);
        for group in 0..groups {
            next[group + 1] += next[group];
        }
        let ends = next[1..].to_vec();
        let mut entries = vec![(0, 0); group_of.len()];
        for (item, (&group, code)) in group_of.iter().zip(codes.iter()).enumerate() {
            let place = &mut next[group as usize];
            // `next` moves on while groups are filled; `ends` has kept what it was.
            entries[*place] = (code, weights.map_or(1, |weights| weights[item]));
            *place += 1;
        }
        Histogram::merged(distinct, entries, &ends)
    }

    /// From the counts of all pairs, group by group.
    fn of_cells(distinct: usize, cells: &[u64]) -> Self {
        let mut out = Histogram {
            starts: vec![0],
            distinct,
            ..Histogram::default()
        };
        // No code at all would ask for pieces of length 0, which panics.
        for line in cells.chunks(distinct.max(1)) {
            for (&count, code) in line.iter().zip(0..).filter(|(count, _)| **count > 0) {
                out.codes.push(code);
                out.counts.push(count);
            }
            out.starts.push(out.codes.len());
        }
        out
    }

    /// From entries that stand group by group, each group up to its end; those of the same code are added up.
    fn merged(distinct: usize, mut entries: Vec<(u32, u64)>, ends: &[usize]) -> Self {
        let mut out = Histogram {
            starts: vec![0],
            distinct,
            ..Histogram::default()
        };
        let mut start = 0;
        for &end in ends {
            // By code first, so that equal codes stand together and come out ascending.
            entries[start..end].sort_unstable();
            for same in entries[start..end].chunk_by(|a, b| a.0 == b.0) {
                out.codes.extend(same.first().map(|entry| entry.0));
                out.counts.push(same.iter().map(|entry| entry.1).sum());
            }
            out.starts.push(out.codes.len());
            start = end;
        }
        out
    }

    /// The counts of some tuples only.
    fn picked(&self, tuples: &[u32]) -> Self {
        let mut out = Histogram {
            starts: vec![0],
            distinct: self.distinct,
            ..Histogram::default()
        };
        for &tuple in tuples {
            let (codes, counts): (Vec<u32>, Vec<u64>) = self.of(tuple as usize).unzip();
            out.codes.extend(codes);
            out.counts.extend(counts);
            out.starts.push(out.codes.len());
        }
        out
    }

    /// The same counts for coarser tuples: each goes to its class.
    pub(super) fn rolled_up(&self, class_of: &[u32], classes: usize) -> Self {
        let tuples = || class_of.iter().zip(self.starts.windows(2));
        let mut next = vec![0; classes + 1];
        // A counting sort of runs, not of single entries: each tuple's run is copied as a whole.
        tuples().for_each(|(&class, run)| next[class as usize + 1] += run[1] - run[0]);
        for class in 0..classes {
            next[class + 1] += next[class];
        }
        let ends = next[1..].to_vec();
        let mut entries = vec![(0, 0); self.codes.len()];
        for (&class, run) in tuples() {
            let place = &mut next[class as usize];
            let run = run[0]..run[1];
            let from = self.codes[run.clone()]
                .iter()
                .copied()
                .zip(self.counts[run.clone()].iter().copied());
            entries[*place..*place + run.len()]
                .iter_mut()
                .zip(from)
                .for_each(|(entry, from)| *entry = from);
            *place += run.len();
        }
        Histogram::merged(self.distinct, entries, &ends)
    }
}

/// Pairs of a group and a code that are few enough to be counted in a table of all of them.
const CELLS: usize = 1 << 16;

/// Items that are worth a core's while.
const PART: usize = 1 << 18;

/// How many items (or how much of their weights) each pair of a group and a code has.
fn joint<T: Copy + Into<u32> + Sync>(
    (groups, distinct): (usize, usize),
    group_of: &[u32],
    codes: &[T],
    weights: Option<&[u64]>,
) -> Vec<u64> {
    let of_part = |part: usize| {
        let items = part * PART..group_of.len().min((part + 1) * PART);
        // A table for each part: parts run at the same time, and shared counters would make them wait.
        let mut cells = vec![0; groups * distinct];
        for item in items {
            let cell = group_of[item] as usize * distinct + codes[item].into() as usize;
            cells[cell] += weights.map_or(1, |weights| weights[item]);
        }
        cells
    };
    let added = |mut all: Vec<u64>, part: Vec<u64>| {
        all.iter_mut()
            .zip(part)
            .for_each(|(all, part)| *all += part);
        all
    };
    let parts = (0..group_of.len().div_ceil(PART)).into_par_iter();
    parts
        .map(of_part)
        .reduce(|| vec![0; groups * distinct], added)
}

/// The distinct tuples of a table's quasi-identifiers.
#[derive(Clone, Default)]
pub struct FrequencySet {
    columns: Vec<Codes>,
    distinct: Vec<usize>,
    counts: Vec<u64>,
    histograms: Vec<Histogram>,
}

/// One attribute of a roll-up: where each code goes, and how many codes there are then. `None` = stays as it is.
pub type RollUp<'a> = Option<(&'a [u32], usize)>;

impl FrequencySet {
    /// Counts the rows of a table; also returns the tuple of each row.
    pub fn count(table: &Table, qi: &[usize], sensitive: &[usize]) -> (Self, Vec<u32>) {
        let columns: Vec<KeyColumn<'_>> = qi
            .iter()
            .map(|&index| {
                let column = &table.attributes()[index].column;
                KeyColumn {
                    codes: column.codes(),
                    map: None,
                    distinct: column.dictionary().len(),
                }
            })
            .collect();
        let tuples = group(&columns, table.rows());
        let set = FrequencySet {
            columns: columns
                .iter()
                .map(|column| column.codes.picked(&tuples.first))
                .collect(),
            distinct: columns.iter().map(|column| column.distinct).collect(),
            counts: tuples.sizes(table.weights()),
            histograms: sensitive
                .iter()
                .map(|&index| {
                    let column = &table.attributes()[index].column;
                    let distinct = column.dictionary().len();
                    Histogram::new(
                        tuples.len(),
                        distinct,
                        &tuples.class_of,
                        column.codes(),
                        table.weights(),
                    )
                })
                .collect(),
        };
        (set, tuples.class_of)
    }

    /// Every row as a tuple of its own, for methods that may treat equal rows differently.
    pub fn of_rows(table: &Table, qi: &[usize], sensitive: &[usize]) -> Self {
        let column = |&index: &usize| &table.attributes()[index].column;
        let histogram = |index| {
            let (codes, distinct) = (column(index).codes(), column(index).dictionary().len());
            Histogram {
                // Each row is a tuple of its own with one value, so that starts are 0, 1, 2, …
                starts: (0..=table.rows()).collect(),
                codes: codes.iter().collect(),
                counts: vec![1; table.rows()],
                distinct,
            }
        };
        FrequencySet {
            columns: qi
                .iter()
                .map(|index| column(index).codes().clone())
                .collect(),
            distinct: qi
                .iter()
                .map(|index| column(index).dictionary().len())
                .collect(),
            counts: vec![1; table.rows()],
            histograms: sensitive.iter().map(histogram).collect(),
        }
    }

    /// The frequency set after sending each attribute through a look-up table, counted from this set, never from the rows;
    /// also returns where each tuple went.
    pub fn roll_up(&self, maps: &[RollUp<'_>]) -> (Self, Vec<u32>) {
        let columns: Vec<KeyColumn<'_>> = self
            .columns
            .iter()
            .zip(&self.distinct)
            .zip(maps)
            .map(|((codes, &distinct), map)| match map {
                Some((map, distinct)) => KeyColumn {
                    codes,
                    map: Some(map),
                    distinct: *distinct,
                },
                None => KeyColumn {
                    codes,
                    map: None,
                    distinct,
                },
            })
            .collect();
        let classes = group(&columns, self.len());
        let columns_up = columns
            .iter()
            .map(|column| {
                // All tuples of a class have the same group, so that its first one tells it.
                let codes = column.codes.picked(&classes.first);
                column
                    .map
                    .map_or(codes.clone(), |map| codes.mapped(column.distinct, map))
            })
            .collect();
        let set = FrequencySet {
            columns: columns_up,
            distinct: columns.iter().map(|column| column.distinct).collect(),
            counts: classes.sizes(Some(&self.counts)),
            histograms: self
                .histograms
                .iter()
                .map(|histogram| histogram.rolled_up(&classes.class_of, classes.len()))
                .collect(),
        };
        (set, classes.class_of)
    }

    /// The set without some tuples; also returns, for each tuple that is left, which one it was.
    pub fn without(&self, gone: &[u32]) -> (Self, Vec<u32>) {
        if gone.is_empty() {
            return (self.clone(), (0..self.len() as u32).collect());
        }
        let mut stays = vec![true; self.len()];
        gone.iter().for_each(|&tuple| stays[tuple as usize] = false);
        let kept: Vec<u32> = (0..self.len() as u32)
            .filter(|&tuple| stays[tuple as usize])
            .collect();
        let set = FrequencySet {
            columns: self
                .columns
                .iter()
                .map(|codes| codes.picked(&kept))
                .collect(),
            distinct: self.distinct.clone(),
            counts: kept
                .iter()
                .map(|&tuple| self.counts[tuple as usize])
                .collect(),
            histograms: self
                .histograms
                .iter()
                .map(|histogram| histogram.picked(&kept))
                .collect(),
        };
        (set, kept)
    }

    /// The same tuples in ascending order of their codes, whatever the order of the rows was; also returns where each went.
    pub fn in_order_of_codes(self) -> (Self, Vec<u32>) {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        let widths: Vec<u32> = self
            .distinct
            .iter()
            .map(|&distinct| bits(distinct))
            .collect();
        // In one word the order of codes is the order of numbers, as the first attribute has the highest bits.
        if widths.iter().sum::<u32>() <= u64::BITS {
            let mut keys = vec![0u64; self.len()];
            for (codes, &width) in self.columns.iter().zip(&widths) {
                keys.iter_mut()
                    .zip(codes.iter())
                    .for_each(|(key, code)| *key = (*key << width) | u64::from(code));
            }
            order.par_sort_unstable_by_key(|&tuple| keys[tuple as usize]);
        } else {
            let place = |codes: &Codes, tuple: u32| codes.get(tuple as usize);
            order.par_sort_unstable_by(|&a, &b| {
                let columns = self
                    .columns
                    .iter()
                    .map(|codes| place(codes, a).cmp(&place(codes, b)));
                columns.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
            });
        }
        let mut place_of = vec![0; order.len()];
        order
            .iter()
            .enumerate()
            .for_each(|(place, &tuple)| place_of[tuple as usize] = place as u32);
        // Sorted already: nothing is copied.
        if order.windows(2).all(|pair| pair[0] < pair[1]) {
            return (self, place_of);
        }
        let set = FrequencySet {
            columns: self
                .columns
                .iter()
                .map(|codes| codes.picked(&order))
                .collect(),
            counts: order
                .iter()
                .map(|&tuple| self.counts[tuple as usize])
                .collect(),
            histograms: self
                .histograms
                .iter()
                .map(|histogram| histogram.picked(&order))
                .collect(),
            distinct: self.distinct,
        };
        (set, place_of)
    }

    /// Number of distinct tuples.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// How many rows have each tuple.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Number of rows.
    pub fn rows(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The codes of one quasi-identifier, one a tuple.
    pub fn codes(&self, qi: usize) -> &Codes {
        &self.columns[qi]
    }

    /// Number of quasi-identifiers.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// Number of codes of one quasi-identifier.
    pub fn distinct(&self, qi: usize) -> usize {
        self.distinct[qi]
    }

    /// The sensitive values under each tuple, one histogram a sensitive attribute.
    pub fn histograms(&self) -> &[Histogram] {
        &self.histograms
    }
}
