//! Kullback-Leibler divergence between the original joint distribution of the quasi-identifiers and the released one.
//!
//! **Formula** Σₓ p(x) ln(p(x) / q(x)) over the original combinations x; p(x) = share of original rows; q(x) = Σ over boxes that
//! cover x of (rows of the box / original rows) / (combinations that the box covers). Rows that were left out are spread over
//! all combinations. **Direction** loss, in nats: 0 = the same distribution. **Source** `kifer2006`, §4 (a class is read
//! as uniform inside its box). Infinite, and then absent, where a combination that occurs is covered by nothing: an untrue release.

use bauta_table::recoding::Prepared;

use super::ambiguity::volume;
use super::overlap::Overlap;
use super::reading::{Boxes, Reading};

/// The divergence; `None` where it is infinite or there are no rows.
pub fn divergence(prepared: &Prepared<'_>, reading: &Reading, boxes: &Boxes) -> Option<f64> {
    let all = reading.original_rows as f64;
    let rows = prepared.set().rows() as f64;
    if rows == 0.0 {
        return None;
    }
    let density: Vec<f64> = (0..boxes.rows.len())
        .map(|number| boxes.rows[number] as f64 / all / volume(reading, boxes, number))
        .collect();
    let whole: f64 = reading
        .columns
        .iter()
        .map(|column| column.domain.max(1) as f64)
        .product();
    let background = reading.suppressed() as f64 / all / whole;
    let overlap = Overlap::new(reading, boxes);
    let released: Vec<f64> = overlap.map(prepared, |q: &mut f64, _, number| *q += density[number]);
    let mut total = 0.0;
    for (&count, q) in prepared.set().counts().iter().zip(released) {
        let (p, q) = (count as f64 / rows, q + background);
        if q <= 0.0 {
            return None;
        }
        total += p * (p / q).ln();
    }
    Some(total.max(0.0))
}
