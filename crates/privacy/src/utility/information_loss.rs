//! Information loss of released values: GenILoss, also known as NCP.
//!
//! **Formula** for a cell of numbers or dates: width of the released range / width of the attribute's scale; for others, with n
//! values: (values covered − 1) / (n − 1). Mean over the cells of an attribute, weighted mean over attributes. A row that was
//! left out, or a label that nobody understands, loses everything. **Direction** loss: 0 = original, 1 = nothing is said. **Source**
//! `iyengar2002` and `xu2006`; its printed direction in `benfredj2017` contradicts its formula, which is followed.

use super::reading::{ReadColumn, Reading};

/// Mean loss of an attribute's cells.
pub fn of_column(column: &ReadColumn, reading: &Reading) -> Option<f64> {
    mean(column, reading, |cover| cover.spread)
}

/// Mean of what each cell loses; 1 for a row that was left out.
pub(super) fn mean(
    column: &ReadColumn,
    reading: &Reading,
    lost: impl Fn(&super::cover::Cover) -> f64,
) -> Option<f64> {
    let cells = column
        .covers
        .iter()
        .zip(&column.counts)
        .map(|(cover, &count)| count as f64 * lost(cover));
    let total = cells.sum::<f64>() + reading.suppressed() as f64;
    (reading.original_rows > 0).then(|| total / reading.original_rows as f64)
}
