//! Noise that every row draws by itself, by its number: steps 1 and 3.

use bauta_table::{Column, Dictionary, Precision};
use rand_chacha::ChaCha20Rng;
use rayon::prelude::*;

use super::normal;
use crate::by_row::{BLOCK, Cells, Draws};
use crate::contract::Result;

/// The noise of an attribute.
pub(super) struct Moving {
    draws: Draws,
    deviation: f64,
    /// Whether it is in proportion to the value (step 3), or added (step 1).
    proportional: bool,
}

impl Moving {
    /// The noise of an attribute whose values are on so many rows. Sums go by value, in their order, and not by row: they are the same in whatever
    /// order rows are read.
    pub(super) fn new(
        proportional: bool,
        share: f64,
        values: (&Dictionary, &[u64]),
        draws: Draws,
    ) -> Self {
        let (mean, variance) = moments(values);
        let deviation = match proportional {
            // x·e has the variance of e times the mean of x².
            true => {
                let square = variance + mean * mean;
                let share = if square > 0.0 {
                    share * variance / square
                } else {
                    0.0
                };
                share.sqrt()
            }
            false => (share * variance).sqrt(),
        };
        Moving {
            draws,
            deviation,
            proportional,
        }
    }

    /// Moves the values of all rows.
    pub(super) fn all(&self, values: &mut [f64]) {
        let blocks = values.par_chunks_mut(BLOCK).enumerate();
        blocks.for_each(|(block, values)| self.some((block * BLOCK) as u64.., values));
    }

    /// Moves the values of the rows with these numbers.
    fn some(&self, rows: impl Iterator<Item = u64>, values: &mut [f64]) {
        let mut places = values.iter_mut();
        let count = places.len();
        let error = |rng: &mut ChaCha20Rng| {
            if self.proportional {
                loop {
                    let error = self.deviation * normal(rng);
                    if error.abs() < 1.0 {
                        break error;
                    }
                }
            } else {
                self.deviation * normal(rng)
            }
        };
        self.draws.for_rows(rows.take(count), error, |error| {
            if let Some(value) = places.next() {
                *value = if self.proportional {
                    *value * (1.0 + error)
                } else {
                    *value + error
                };
            }
        });
    }
}

/// The mean and the variance of the values, each on so many rows.
fn moments((dictionary, counts): (&Dictionary, &[u64])) -> (f64, f64) {
    let known = || {
        let measured = counts.iter().enumerate().filter(|(_, rows)| **rows > 0);
        measured.filter_map(|(code, &rows)| Some((dictionary.measure(code as u32)?, rows as f64)))
    };
    let rows = known().map(|(_, rows)| rows).sum::<f64>().max(1.0);
    let mean = known().map(|(value, rows)| value * rows).sum::<f64>() / rows;
    let squares = known().map(|(value, rows)| (value - mean).powi(2) * rows);
    (mean, squares.sum::<f64>() / rows)
}

/// The noise of an attribute whose rows are elsewhere.
pub(super) struct Moved {
    moving: Moving,
    like: Dictionary,
    /// Where each code lies; not a number where it is missing.
    measures: Vec<f64>,
}

impl Moved {
    pub(super) fn new(moving: Moving, like: &Dictionary) -> Self {
        Moved {
            moving,
            like: like.clone(),
            measures: like.measures(),
        }
    }
}

impl Cells for Moved {
    fn cells(&self, rows: &[u64], codes: &[u32]) -> Result<Column> {
        let measure = |&code: &u32| {
            self.measures
                .get(code as usize)
                .copied()
                .unwrap_or(f64::NAN)
        };
        let mut values: Vec<f64> = codes.iter().map(measure).collect();
        self.moving.some(rows.iter().copied(), &mut values);
        Ok(Column::of_measures(&values, &self.like, Precision::Source))
    }
}
