//! Local suppression where a suppressed cell may be any value: a row is safe once enough rows may be the same as it.
//!
//! **Guarantee** k rows agree with every row, where `*` agrees with everything. It is weaker than classes of k rows: an attacker who knows
//! every value of a person may find a single row that fits, the one with `*`, because the rows that agree with it show other values there.
//!
//! **Idea**
//! 1. Costs in ascending order. At each, every row that fewer than k rows agree with loses the cells of the first pattern of that cost
//!    with which enough do; of several, the one with which most do.
//! 2. Cells that others have lost count: they only make more rows agree, so a row that is safe stays so.
//!
//! No row loses cells for the sake of others. Else k rows of nothing but `*` would be enough for the whole table.
//!
//! **Cost** failing tuples × patterns × tuples / 64.

use bauta_table::recoding::Suppressed;
use rayon::prelude::*;

use super::items::{Pattern, bits};
use crate::contract::Task;

/// With more quasi-identifiers than this, patterns grow cell by cell instead of being tried all.
const MOST_TRIED: usize = 12;
/// Quasi-identifiers with more values than this are compared value by value.
const MOST_SETS: usize = 1024;
/// Tuples that are looked at together before the cells that they lose count.
const BATCH: usize = 256;

/// The suppressed cells; none where there are fewer than k rows.
pub(super) fn found(task: &Task<'_>, worth: &[f64]) -> Option<Vec<Suppressed>> {
    let mut agreeing = Agreeing::new(task, worth.len());
    if agreeing.rows.iter().sum::<u64>() < agreeing.k {
        return None;
    }
    let mut failing: Vec<u32> = (0..agreeing.rows.len() as u32)
        .filter(|&tuple| agreeing.rows[tuple as usize] < agreeing.k)
        .collect();
    if worth.len() <= MOST_TRIED {
        for patterns in by_cost(worth) {
            failing = round(&mut agreeing, &failing, |agreeing, tuple| {
                let with = |&pattern: &Pattern| (agreeing.with(tuple, pattern), pattern);
                let best = patterns
                    .iter()
                    .map(with)
                    .max_by_key(|&(rows, pattern)| (rows, std::cmp::Reverse(pattern)));
                best.filter(|(rows, _)| *rows >= agreeing.k)
                    .map(|(_, pattern)| pattern)
            });
        }
    }
    while !failing.is_empty() {
        failing = round(&mut agreeing, &failing, |agreeing, tuple| {
            let gone = agreeing.gone[tuple as usize];
            let open = (0..worth.len()).filter(|qi| gone >> qi & 1 == 0);
            let value = |qi: usize| agreeing.with(tuple, gone | 1 << qi) as f64 / worth[qi];
            let best = open
                .map(|qi| (value(qi), qi))
                .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
            best.map(|(_, qi)| gone | 1 << qi)
        });
    }
    let cells = agreeing
        .gone
        .iter()
        .zip(0..)
        .filter(|(gone, _)| **gone != 0);
    let cells = cells.map(|(&gone, tuple)| Suppressed {
        tuple,
        qis: bits(gone).collect(),
    });
    Some(cells.collect())
}

/// All sets of cells, those that cost the same together, the cheapest first.
fn by_cost(worth: &[f64]) -> Vec<Vec<Pattern>> {
    let cost = |pattern: Pattern| bits(pattern).map(|qi| worth[qi]).sum::<f64>();
    let mut all: Vec<(f64, Pattern)> = (1..1 << worth.len())
        .map(|pattern| (cost(pattern), pattern))
        .collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    all.chunk_by(|a, b| (a.0 - b.0).abs() < 1e-9)
        .map(|same| same.iter().map(|(_, pattern)| *pattern).collect())
        .collect()
}

/// Lets failing tuples lose the cells that `choose` names; those that still fail. Tuples of a batch do not see each other's choices.
fn round(
    agreeing: &mut Agreeing,
    failing: &[u32],
    choose: impl Fn(&Agreeing, u32) -> Option<Pattern> + Sync,
) -> Vec<u32> {
    for batch in failing.chunks(BATCH) {
        let seen = &*agreeing;
        let chosen: Vec<(u32, Option<Pattern>)> = batch
            .par_iter()
            .filter(|&&tuple| !seen.is_safe(tuple))
            .map(|&tuple| (tuple, choose(seen, tuple)))
            .collect();
        for (tuple, pattern) in chosen {
            if let Some(pattern) = pattern.filter(|_| !agreeing.is_safe(tuple)) {
                agreeing.lose(tuple, pattern);
            }
        }
    }
    let seen = &*agreeing;
    failing
        .par_iter()
        .copied()
        .filter(|&tuple| !seen.is_safe(tuple))
        .collect()
}

/// Which tuples agree.
struct Agreeing {
    k: u64,
    rows: Vec<u64>,
    codes: Vec<Vec<u32>>,
    /// The cells that each tuple has lost.
    gone: Vec<Pattern>,
    /// For each quasi-identifier with few values and each of them, the tuples that have it.
    having: Vec<Option<Vec<Vec<u64>>>>,
    /// For each quasi-identifier, the tuples that have lost it.
    stars: Vec<Vec<u64>>,
}

impl Agreeing {
    fn new(task: &Task<'_>, width: usize) -> Self {
        let set = task.prepared.set();
        let tuples = set.len();
        let words = tuples.div_ceil(64);
        let codes: Vec<Vec<u32>> = (0..width)
            .map(|qi| (0..tuples).map(|tuple| set.codes(qi).get(tuple)).collect())
            .collect();
        let having = codes.iter().map(|codes: &Vec<u32>| {
            let values = codes.iter().max().map_or(0, |&most| most as usize + 1);
            (values <= MOST_SETS).then(|| {
                let mut having = vec![vec![0u64; words]; values];
                for (tuple, &code) in codes.iter().enumerate() {
                    having[code as usize][tuple / 64] |= 1 << (tuple % 64);
                }
                having
            })
        });
        Agreeing {
            k: task.least_rows(),
            rows: set.counts().to_vec(),
            having: having.collect(),
            stars: vec![vec![0; words]; width],
            gone: vec![0; tuples],
            codes,
        }
    }

    fn is_safe(&self, tuple: u32) -> bool {
        self.with(tuple, self.gone[tuple as usize]) >= self.k
    }

    fn lose(&mut self, tuple: u32, pattern: Pattern) {
        let tuple = tuple as usize;
        self.gone[tuple] |= pattern;
        for qi in bits(pattern) {
            self.stars[qi][tuple / 64] |= 1 << (tuple % 64);
        }
    }

    /// How many rows agree with a tuple that has lost some cells.
    fn with(&self, tuple: u32, pattern: Pattern) -> u64 {
        let tuple = tuple as usize;
        let kept = (0..self.codes.len()).filter(|qi| pattern >> qi & 1 == 0);
        let (sets, compared): (Vec<usize>, Vec<usize>) =
            kept.partition(|&qi| self.having[qi].is_some());
        let sets: Vec<(&[u64], &[u64])> = sets
            .into_iter()
            .filter_map(|qi| {
                let having = &self.having[qi].as_ref()?[self.codes[qi][tuple] as usize];
                Some((&having[..], &self.stars[qi][..]))
            })
            .collect();
        let agrees = |other: usize| {
            compared.iter().all(|&qi| {
                self.gone[other] >> qi & 1 == 1 || self.codes[qi][other] == self.codes[qi][tuple]
            })
        };
        let mut rows = 0;
        for word in 0..self.rows.len().div_ceil(64) {
            let mut left = sets.iter().fold(u64::MAX, |left, (having, stars)| {
                left & (having[word] | stars[word])
            });
            while left != 0 {
                let other = word * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                if other < self.rows.len() && agrees(other) {
                    rows += self.rows[other];
                }
            }
        }
        rows
    }
}
