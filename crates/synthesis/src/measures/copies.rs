//! Synthetic rows that are equal to real ones.
//!
//! Equal rows are no leak by themselves: in a table of few attributes most combinations of the population occur. What tells is the
//! comparison with people who were kept out (`held_out_share`), or with how often two real rows are equal (`expected_share`), and rows that are
//! unique among the real ones.

use hashbrown::HashMap;
use serde::Serialize;

use super::{Aligned, Coded};

/// How many rows are repeated.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Copies {
    /// Synthetic rows equal to a real row.
    pub rows: u64,
    /// Their share of the synthetic rows.
    pub share: f64,
    /// Share of the real rows that are equal to another real row: what people of the same kind reach by chance.
    pub expected_share: f64,
    /// Share of the rows kept out that are equal to a real row: what people who had no part in it reach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_out_share: Option<f64>,
    /// Synthetic rows equal to a real row that is unique.
    pub of_unique_rows: u64,
    /// Their share of the synthetic rows.
    pub of_unique_share: f64,
    /// Real rows that are unique.
    pub unique_rows: u64,
    /// Share of the unique real rows that the synthetic table repeats.
    pub uniques_repeated: f64,
}

/// Counts copies of `real` in `synthetic`, beside those in `held_out`.
pub fn copies(aligned: &Aligned, real: usize, synthetic: usize, held_out: Option<usize>) -> Copies {
    let (classes, count) = classes(&aligned.tables.iter().collect::<Vec<_>>());
    let mut rows = vec![0u64; count];
    classes[real]
        .iter()
        .for_each(|&class| rows[class as usize] += 1);
    let of = |table: usize| classes[table].iter().map(|&class| rows[class as usize]);
    let share = |part: u64, whole: usize| part as f64 / whole.max(1) as f64;
    let equal = |table: usize| of(table).filter(|&rows| rows > 0).count() as u64;
    let mut repeated = vec![false; count];
    classes[synthetic]
        .iter()
        .for_each(|&class| repeated[class as usize] = true);
    let unique = rows.iter().filter(|&&rows| rows == 1).count();
    let repeated_rows = rows.iter().filter(|&&rows| rows > 1).sum();
    let again = rows
        .iter()
        .zip(&repeated)
        .filter(|(rows, repeated)| **rows == 1 && **repeated)
        .count() as u64;
    let of_unique = of(synthetic).filter(|&rows| rows == 1).count() as u64;
    let size = aligned.tables[synthetic].rows;
    Copies {
        rows: equal(synthetic),
        share: share(equal(synthetic), size),
        expected_share: share(repeated_rows, aligned.tables[real].rows),
        held_out_share: held_out.map(|table| share(equal(table), aligned.tables[table].rows)),
        of_unique_rows: of_unique,
        of_unique_share: share(of_unique, size),
        unique_rows: unique as u64,
        uniques_repeated: share(again, unique),
    }
}

/// Numbers equal rows of several tables alike, exactly, one attribute after another.
pub(super) fn classes(tables: &[&Coded]) -> (Vec<Vec<u32>>, usize) {
    let mut found: Vec<Vec<u32>> = tables.iter().map(|table| vec![0; table.rows]).collect();
    let mut count = 1;
    let fields = tables.first().map_or(0, |table| table.codes.len());
    for field in 0..fields {
        let mut next: HashMap<(u32, u32), u32, foldhash::fast::FixedState> = HashMap::default();
        for (table, classes) in tables.iter().zip(&mut found) {
            for (class, &code) in classes.iter_mut().zip(&table.codes[field]) {
                let new = next.len() as u32;
                *class = *next.entry((*class, code)).or_insert(new);
            }
        }
        count = next.len();
    }
    (found, count)
}
