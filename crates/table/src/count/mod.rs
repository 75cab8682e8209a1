//! Counting: rows that share a combination of codes, and the frequency sets that every search runs on.

mod frequency;
mod grouping;

pub use frequency::{FrequencySet, Histogram, RollUp};
pub use grouping::{Grouping, KeyColumn, group};

#[cfg(test)]
mod tests;
