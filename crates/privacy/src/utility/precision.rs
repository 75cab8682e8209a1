//! Precision: how many steps of the hierarchies are left.
//!
//! **Formula** 1 − mean over cells of level / height of the hierarchy; without a hierarchy the share of the scale stands for the
//! level. Rows that were left out count as the root. **Direction** score: 1 = original, 0 = nothing is said. **Source**
//! `sweeney2002datafly`, §5. A branch with fewer steps repeats its label, and the level that was asked for is counted.

use super::information_loss::mean;
use super::reading::{ReadColumn, Reading};

/// Precision of one attribute.
pub fn of_column(column: &ReadColumn, reading: &Reading) -> Option<f64> {
    mean(column, reading, |cover| cover.level).map(|lost| 1.0 - lost)
}
