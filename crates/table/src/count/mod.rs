//! Counting: rows that share a combination of codes, and the frequency sets that every search runs on.

mod cramer;
mod frequency;
mod grouping;
mod packed;
mod pairs;

pub use cramer::cramers_v;
pub use frequency::{FrequencySet, Histogram, RollUp};
pub use grouping::{Grouping, KeyColumn, group};
pub use packed::{Field, Layout, Raise, Scratch, TupleSet};
pub use pairs::Pairs;

#[cfg(test)]
mod tests;
