//! Frequency sets: the distinct quasi-identifier tuples with their counts and the sensitive values under each.

use rayon::prelude::*;

use super::grouping::{KeyColumn, bits, group};
use crate::codes::Codes;
use crate::table::Table;

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
        self.codes[range.clone()].iter().copied().zip(self.counts[range].iter().copied())
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
        let groups_as_codes = Codes::U32(group_of.to_vec());
        let columns = [
            KeyColumn { codes: &groups_as_codes, map: None, distinct: groups },
            KeyColumn { codes, map: None, distinct },
        ];
        let pairs = group(&columns, group_of.len());
        let counts = pairs.sizes(weights);
        let mut order: Vec<(u32, u32, u64)> = pairs
            .first
            .iter()
            .zip(counts)
            .map(|(&item, count)| (group_of[item as usize], codes.get(item as usize), count))
            .collect();
        order.sort_unstable();
        let mut starts = vec![0; groups + 1];
        for &(group, ..) in &order {
            starts[group as usize + 1] += 1;
        }
        for group in 0..groups {
            starts[group + 1] += starts[group];
        }
        let (codes, counts) = order.into_iter().map(|(_, code, count)| (code, count)).unzip();
        Histogram { starts, codes, counts, distinct }
    }

    /// The counts of some tuples only.
    fn picked(&self, tuples: &[u32]) -> Self {
        let mut out = Histogram { starts: vec![0], distinct: self.distinct, ..Histogram::default() };
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
        tuples().for_each(|(&class, run)| next[class as usize + 1] += run[1] - run[0]);
        for class in 0..classes {
            next[class + 1] += next[class];
        }
        let ends = next[1..].to_vec();
        let mut entries = vec![(0, 0); self.codes.len()];
        for (&class, run) in tuples() {
            let place = &mut next[class as usize];
            let run = run[0]..run[1];
            let from = self.codes[run.clone()].iter().copied().zip(self.counts[run.clone()].iter().copied());
            entries[*place..*place + run.len()].iter_mut().zip(from).for_each(|(entry, from)| *entry = from);
            *place += run.len();
        }
        let mut out = Histogram { starts: vec![0], distinct: self.distinct, ..Histogram::default() };
        let mut start = 0;
        for end in ends {
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
                KeyColumn { codes: column.codes(), map: None, distinct: column.dictionary().len() }
            })
            .collect();
        let tuples = group(&columns, table.rows());
        let set = FrequencySet {
            columns: columns.iter().map(|column| column.codes.picked(&tuples.first)).collect(),
            distinct: columns.iter().map(|column| column.distinct).collect(),
            counts: tuples.sizes(table.weights()),
            histograms: sensitive
                .iter()
                .map(|&index| {
                    let column = &table.attributes()[index].column;
                    let distinct = column.dictionary().len();
                    Histogram::new(tuples.len(), distinct, &tuples.class_of, column.codes(), table.weights())
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
                starts: (0..=table.rows()).collect(),
                codes: codes.iter().collect(),
                counts: vec![1; table.rows()],
                distinct,
            }
        };
        FrequencySet {
            columns: qi.iter().map(|index| column(index).codes().clone()).collect(),
            distinct: qi.iter().map(|index| column(index).dictionary().len()).collect(),
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
                Some((map, distinct)) => KeyColumn { codes, map: Some(map), distinct: *distinct },
                None => KeyColumn { codes, map: None, distinct },
            })
            .collect();
        let classes = group(&columns, self.len());
        let columns_up = columns
            .iter()
            .map(|column| {
                let codes = column.codes.picked(&classes.first);
                column.map.map_or(codes.clone(), |map| codes.mapped(column.distinct, map))
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
        let kept: Vec<u32> = (0..self.len() as u32).filter(|&tuple| stays[tuple as usize]).collect();
        let set = FrequencySet {
            columns: self.columns.iter().map(|codes| codes.picked(&kept)).collect(),
            distinct: self.distinct.clone(),
            counts: kept.iter().map(|&tuple| self.counts[tuple as usize]).collect(),
            histograms: self.histograms.iter().map(|histogram| histogram.picked(&kept)).collect(),
        };
        (set, kept)
    }

    /// The same tuples in ascending order of their codes, whatever the order of the rows was; also returns where each went.
    pub fn in_order_of_codes(self) -> (Self, Vec<u32>) {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        let widths: Vec<u32> = self.distinct.iter().map(|&distinct| bits(distinct)).collect();
        if widths.iter().sum::<u32>() <= u64::BITS {
            let mut keys = vec![0u64; self.len()];
            for (codes, &width) in self.columns.iter().zip(&widths) {
                keys.iter_mut().zip(codes.iter()).for_each(|(key, code)| *key = (*key << width) | u64::from(code));
            }
            order.par_sort_unstable_by_key(|&tuple| keys[tuple as usize]);
        } else {
            let place = |codes: &Codes, tuple: u32| codes.get(tuple as usize);
            order.par_sort_unstable_by(|&a, &b| {
                let columns = self.columns.iter().map(|codes| place(codes, a).cmp(&place(codes, b)));
                columns.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
            });
        }
        let mut place_of = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, &tuple)| place_of[tuple as usize] = place as u32);
        if order.windows(2).all(|pair| pair[0] < pair[1]) {
            return (self, place_of);
        }
        let set = FrequencySet {
            columns: self.columns.iter().map(|codes| codes.picked(&order)).collect(),
            counts: order.iter().map(|&tuple| self.counts[tuple as usize]).collect(),
            histograms: self.histograms.iter().map(|histogram| histogram.picked(&order)).collect(),
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
