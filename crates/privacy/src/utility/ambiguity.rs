//! Ambiguity: how much could be behind a released row.
//!
//! **Formula** *ambiguity*: mean over rows of the number of combinations of values that the row covers, Π |covered values|;
//! *candidates*: mean over released rows of the number of original rows whose combination it covers. A row that was left out could
//! be any: all combinations. **Direction** losses: ambiguity 1 = original; candidates at least the mean class size, where the
//! release is true. **Source** `nergiz2007` (the ambiguity metric); candidates are its reading on rows that exist, as in
//! `goldberger2010`.

use bauta_table::recoding::Prepared;

use super::overlap::Overlap;
use super::reading::{Boxes, Reading};

/// Number of combinations that a box covers, at least 1.
pub(super) fn volume(reading: &Reading, boxes: &Boxes, number: usize) -> f64 {
    let covered = reading.columns.iter().zip(&boxes.codes);
    covered
        .map(|(column, codes)| column.covers[codes[number] as usize].ranks.len().max(1) as f64)
        .product()
}

/// Mean number of combinations behind a row; `None` without rows.
pub fn ambiguity(reading: &Reading, boxes: &Boxes) -> Option<f64> {
    let released: f64 = (0..boxes.rows.len())
        .map(|number| boxes.rows[number] as f64 * volume(reading, boxes, number))
        .sum();
    let whole: f64 = reading
        .columns
        .iter()
        .map(|column| column.domain.max(1) as f64)
        .product();
    let all = reading.original_rows as f64;
    (all > 0.0).then(|| (released + reading.suppressed() as f64 * whole) / all)
}

/// Mean number of original rows that a released row may be; `None` without released rows.
pub fn candidates(prepared: &Prepared<'_>, reading: &Reading, boxes: &Boxes) -> Option<f64> {
    let overlap = Overlap::new(reading, boxes);
    // Σ over boxes of rows × covered original rows = Σ over original tuples of rows × rows of the boxes that hold it.
    let held: Vec<u64> = overlap.map(prepared, |rows: &mut u64, _, number| {
        *rows += boxes.rows[number];
    });
    let total: f64 = prepared
        .set()
        .counts()
        .iter()
        .zip(held)
        .map(|(&count, held)| count as f64 * held as f64)
        .sum();
    (reading.rows > 0).then(|| total / reading.rows as f64)
}
