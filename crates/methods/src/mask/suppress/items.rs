//! What local suppression moves about: rows that are alike, and the classes that they are in once cells are gone.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bauta_table::recoding::{Suppressed, SuppressedInRow};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::contract::Task;

/// A set of quasi-identifiers that are suppressed together, one bit each.
pub(super) type Pattern = u128;

/// More quasi-identifiers than a pattern has bits are refused.
pub(super) const MOST_QIS: usize = Pattern::BITS as usize - 1;

/// Tuples that are looked at, in all, to judge classes by more than their rows.
const ENOUGH: u64 = 30_000_000;

pub(super) type Map<K, V> = HashMap<K, V, FixedState>;

/// Some rows of one tuple that stay together: a single row where only the number of rows counts, else all of them.
struct Item {
    tuple: u32,
    rows: u64,
    /// What stands in its cells, as one number.
    whole: u128,
}

/// Rows that are a table of their own: no class has rows of two strata, and the cells that tell strata apart stay.
pub(super) struct Stratum {
    tuples: Vec<u32>,
    /// The quasi-identifiers whose cells may go.
    free: Vec<usize>,
}

impl Stratum {
    /// All rows, of which every cell may go.
    pub fn whole(task: &Task<'_>) -> Stratum {
        Stratum {
            tuples: (0..task.prepared.set().len() as u32).collect(),
            free: (0..task.prepared.qis.len()).collect(),
        }
    }

    /// The strata that some quasi-identifiers make, in the order of their first tuples.
    pub fn all(task: &Task<'_>, by: &[usize]) -> Vec<Stratum> {
        let whole = Stratum::whole(task);
        let free: Vec<usize> = whole
            .free
            .into_iter()
            .filter(|qi| !by.contains(qi))
            .collect();
        let set = task.prepared.set();
        let mut place: Map<Vec<u32>, usize> = Map::with_hasher(FixedState::default());
        let mut strata: Vec<Stratum> = Vec::new();
        for tuple in whole.tuples {
            let codes = by.iter().map(|&qi| set.codes(qi).get(tuple as usize));
            let at = *place.entry(codes.collect()).or_insert_with(|| {
                strata.push(Stratum {
                    tuples: Vec::new(),
                    free: free.clone(),
                });
                strata.len() - 1
            });
            strata[at].tuples.push(tuple);
        }
        strata
    }
}

/// All rows of a stratum, as items; what their cells are worth; and when a class holds.
pub(super) struct Items<'a> {
    task: &'a Task<'a>,
    items: Vec<Item>,
    worth: &'a [f64],
    /// The quasi-identifiers whose cells may go.
    free: &'a [usize],
    /// For each quasi-identifier and code what is to be combined with `Item::whole` where its cell goes.
    blank: Vec<Vec<u128>>,
    /// The fewest rows of a class, where nothing else counts.
    least: Option<u64>,
    /// The fewest rows that any class can have.
    fewest: u64,
    /// How many tuples were looked at to judge classes by more than their rows.
    judged: AtomicU64,
}

impl<'a> Items<'a> {
    /// `split` lets rows of one tuple lose different cells, where only the number of rows counts.
    pub fn new(task: &'a Task<'a>, worth: &'a [f64], stratum: &'a Stratum, split: bool) -> Self {
        let set = task.prepared.set();
        let least = (!task.needs_sensitive()).then(|| task.least_rows());
        let split = least.filter(|_| split && task.prepared.table.weights().is_none());
        let values: Vec<Vec<u128>> = (0..worth.len()).map(|qi| number_of(task, qi)).collect();
        let star = |qi: usize| number(qi as u64, u64::from(u32::MAX));
        let blank = values.iter().enumerate().map(|(qi, values)| {
            let gone = |value: &u128| value ^ star(qi);
            values.iter().map(gone).collect()
        });
        let blank: Vec<Vec<u128>> = blank.collect();
        let mut items = Vec::new();
        for tuple in stratum.tuples.iter().map(|&tuple| tuple as usize) {
            let code = |qi: usize| set.codes(qi).get(tuple) as usize;
            let whole = (0..worth.len()).fold(0, |whole, qi| whole ^ values[qi][code(qi)]);
            let item = |rows: u64| Item {
                tuple: tuple as u32,
                rows,
                whole,
            };
            let rows = set.counts()[tuple];
            match split {
                // More than `least` rows never have to leave a class of their own to help others.
                Some(least) => {
                    let single = if rows > 2 * least { least } else { rows };
                    items.extend((rows > single).then(|| item(rows - single)));
                    items.extend((0..single).map(|_| item(1)));
                }
                None => items.push(item(rows)),
            }
        }
        Items {
            task,
            items,
            worth,
            free: &stratum.free,
            blank,
            least,
            fewest: task.least_rows(),
            judged: AtomicU64::new(0),
        }
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn all(&self) -> impl Iterator<Item = u32> + use<> {
        0..self.items.len() as u32
    }

    pub fn worth(&self) -> &[f64] {
        self.worth
    }

    /// The quasi-identifiers whose cells may go.
    pub fn free(&self) -> &[usize] {
        self.free
    }

    /// How many values a quasi-identifier has, and perhaps some that no row has.
    pub fn values(&self, qi: usize) -> usize {
        self.blank[qi].len()
    }

    pub fn rows(&self, item: u32) -> u64 {
        self.items[item as usize].rows
    }

    pub fn least(&self) -> Option<u64> {
        self.least
    }

    /// What a row loses with a pattern.
    pub fn cost(&self, pattern: Pattern) -> f64 {
        bits(pattern).map(|qi| self.worth[qi]).sum()
    }

    /// Every cell that may go.
    pub fn everything(&self) -> Pattern {
        self.free.iter().fold(0, |pattern, &qi| pattern | 1 << qi)
    }

    /// The class of an item with a pattern. Numbers of 128 bits stand for the cells; that two of them meet by accident is as good
    /// as impossible, and the verifier reads the cells themselves.
    pub fn key(&self, item: u32, pattern: Pattern) -> u128 {
        let own = &self.items[item as usize];
        let set = self.task.prepared.set();
        bits(pattern).fold(own.whole, |key, qi| {
            key ^ self.blank[qi][set.codes(qi).get(own.tuple as usize) as usize]
        })
    }

    /// Whether some items are a class that holds; `rows` is how many rows they have.
    pub fn hold(&self, rows: u64, items: impl Iterator<Item = u32>) -> bool {
        match self.least {
            Some(least) => rows >= least,
            None if rows < self.fewest => false,
            None => {
                let tuples: Vec<u32> = items.map(|item| self.items[item as usize].tuple).collect();
                self.judged.fetch_add(tuples.len() as u64, Relaxed);
                self.task.class_holds(&tuples)
            }
        }
    }

    /// Whether so much was looked at that it is time to be content.
    pub fn is_enough(&self) -> bool {
        self.judged.load(Relaxed) > ENOUGH
    }

    /// Items by their class with a pattern, in the order of their first.
    pub fn classes(&self, items: &[u32], pattern: Pattern) -> Vec<(u128, Vec<u32>)> {
        let mut place: Map<u128, usize> = Map::with_hasher(FixedState::default());
        let mut classes: Vec<(u128, Vec<u32>)> = Vec::new();
        for &item in items {
            let key = self.key(item, pattern);
            let at = *place.entry(key).or_insert_with(|| {
                classes.push((key, Vec::new()));
                classes.len() - 1
            });
            classes[at].1.push(item);
        }
        classes
    }

    pub fn rows_of(&self, items: &[u32]) -> u64 {
        items.iter().map(|&item| self.rows(item)).sum()
    }

    /// The suppressed cells of whole tuples, and those of single rows where rows of one tuple differ: of its rows, those that come
    /// first in the table lose most.
    pub fn cells(&self, patterns: &[Pattern]) -> (Vec<Suppressed>, Vec<SuppressedInRow>) {
        let qis = |pattern: Pattern| bits(pattern).collect::<Vec<usize>>();
        let (mut tuples, mut parted) = (Vec::new(), Map::with_hasher(FixedState::default()));
        let own: Vec<(&Item, Pattern)> = self.items.iter().zip(patterns.iter().copied()).collect();
        for items in own.chunk_by(|a, b| a.0.tuple == b.0.tuple) {
            let (tuple, pattern) = (items[0].0.tuple, items[0].1);
            if items.iter().all(|(_, other)| *other == pattern) {
                let qis = qis(pattern);
                tuples.extend((!qis.is_empty()).then_some(Suppressed { tuple, qis }));
                continue;
            }
            let mut each: Vec<Pattern> = items
                .iter()
                .flat_map(|(item, pattern)| (0..item.rows).map(|_| *pattern))
                .collect();
            // Taken from the end.
            each.sort_by_key(|pattern| (pattern.count_ones(), *pattern));
            parted.insert(tuple, each);
        }
        let mut rows = Vec::new();
        if parted.is_empty() {
            return (tuples, rows);
        }
        for (row, tuple) in self.task.prepared.tuple_of_row().iter().enumerate() {
            let pattern = parted.get_mut(tuple).and_then(Vec::pop).unwrap_or(0);
            rows.extend((pattern != 0).then(|| SuppressedInRow {
                row: row as u32,
                qis: qis(pattern),
            }));
        }
        (tuples, rows)
    }
}

/// The places of a pattern's bits.
pub(super) fn bits(pattern: Pattern) -> impl Iterator<Item = usize> {
    let mut left = pattern;
    std::iter::from_fn(move || {
        let next = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(next)
    })
}

/// A number for each code of a quasi-identifier.
fn number_of(task: &Task<'_>, qi: usize) -> Vec<u128> {
    let set = task.prepared.set();
    let codes = (0..set.len())
        .map(|tuple| set.codes(qi).get(tuple) + 1)
        .max();
    (0..codes.unwrap_or(0))
        .map(|code| number(qi as u64, u64::from(code)))
        .collect()
}

/// 128 bits that look like chance, always the same for the same place and code.
fn number(qi: u64, code: u64) -> u128 {
    let seed = (qi + 1) << 32 | code;
    u128::from(scrambled(seed)) << 64 | u128::from(scrambled(!seed))
}

/// The finishing step of SplitMix64.
fn scrambled(seed: u64) -> u64 {
    let x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
