//! Precision: how many steps of the hierarchies are left.
//!
//! **Formula** 1 − mean over cells of level / height of the hierarchy; without a hierarchy the share of the scale stands for the
//! level. Rows that were left out count as the root. **Direction** score: 1 = original, 0 = nothing is said. **Source**
//! `sweeney2002datafly`, §5. A branch with fewer steps repeats its label, and the level that was asked for is counted. But where a release says
//! either nothing or the value as it was, no level was asked for: such a value has climbed nothing, on whichever level the hierarchy repeats it.

use super::cover::Cover;
use super::information_loss::mean;
use super::reading::{ReadColumn, Reading};

/// Precision of one attribute.
pub fn of_column(column: &ReadColumn, reading: &Reading) -> Option<f64> {
    let is_value = |cover: &Cover| cover.ranks.len() == 1 && column.domain > 1;
    let says_nothing = |cover: &Cover| cover.ranks.len() == column.domain;
    let present = column.covers.iter().zip(&column.counts);
    let mut present = present.filter(|(_, count)| **count > 0);
    let only_values = present.all(|(cover, _)| is_value(cover) || says_nothing(cover));
    let climbed = |cover: &Cover| match only_values && is_value(cover) {
        true => 0.0,
        false => cover.level,
    };
    mean(column, reading, climbed).map(|lost| 1.0 - lost)
}
