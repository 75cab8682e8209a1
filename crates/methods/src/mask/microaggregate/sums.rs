//! What groups hold of an attribute of numbers: rows, sums, and how much of its variation lies inside them.

use bauta_table::{Column, with_codes};

use super::groups::Partition;

/// An attribute by its values, and its groups by their rows and their sums. Rows that have no value are not counted.
pub(super) struct Sums {
    /// Each value, by its code, with how many rows have it.
    values: Vec<(f64, f64)>,
    sums: Vec<f64>,
    rows: Vec<u32>,
}

impl Sums {
    /// Of an attribute of numbers.
    pub(super) fn of(column: &Column, partition: &Partition) -> Option<Sums> {
        let dictionary = column.dictionary();
        if !dictionary.kind().is_measurable() {
            return None;
        }
        let of_code = dictionary.measures();
        let (mut sums, mut rows) = (vec![0.0; partition.count], vec![0; partition.count]);
        with_codes!(column.codes(), codes => for (&group, &code) in partition.of_row.iter().zip(codes) {
            let value = of_code[code as usize];
            if !value.is_nan() {
                sums[group as usize] += value;
                rows[group as usize] += 1;
            }
        });
        let counts = column
            .codes()
            .counts(dictionary.len())
            .into_iter()
            .map(|rows| rows as f64);
        let values = of_code
            .into_iter()
            .zip(counts)
            .filter(|(value, _)| !value.is_nan())
            .collect();
        Some(Sums { values, sums, rows })
    }

    /// Each group's mean.
    pub(super) fn means(&self) -> Vec<f64> {
        self.sums
            .iter()
            .zip(&self.rows)
            .map(|(sum, &rows)| sum / f64::from(rows))
            .collect()
    }

    /// The sum of squares about the mean inside groups, and over all, both by the variance; nothing where all values are alike.
    fn squares(&self) -> Option<(f64, f64)> {
        let rows: f64 = self.values.iter().map(|(_, rows)| rows).sum();
        let mean = self
            .values
            .iter()
            .map(|(value, rows)| value * rows)
            .sum::<f64>()
            / rows;
        let whole: f64 = self
            .values
            .iter()
            .map(|(value, rows)| (value - mean).powi(2) * rows)
            .sum();
        let known = self
            .means()
            .into_iter()
            .zip(&self.rows)
            .filter(|(_, rows)| **rows > 0);
        let between: f64 = known
            .map(|(own, &rows)| (own - mean).powi(2) * f64::from(rows))
            .sum();
        let variance = whole / rows;
        (variance > 0.0).then(|| ((whole - between).max(0.0) / variance, whole / variance))
    }
}

/// The share of the sum of squares, over all numbers by their deviation, that lies inside groups; `None` where there is none.
pub(super) fn within(all: &[Option<Sums>]) -> Option<f64> {
    let squares = all.iter().flatten().filter_map(Sums::squares);
    let (inside, whole) = squares.fold((0.0, 0.0), |(inside, whole), (more, all)| {
        (inside + more, whole + all)
    });
    (whole > 0.0).then(|| inside / whole)
}
