//! How well a set of attributes tells rows apart: what makes attributes quasi-identifiers, before anybody has given them a role.
//!
//! **Paper** motwani2007 for distinction and separation.
//!
//! **Notation.** For a set of attributes A and n rows in classes of c₁, c₂, … rows that agree on A:
//! distinction = number of classes / n (the paper's α-distinct); separation = share of the n(n−1)/2 pairs of rows that A tells apart
//! = 1 − Σ cᵢ(cᵢ−1) / n(n−1) (the paper's α-separation); unique share = rows alone in their class / n.
//!
//! **Invariants.** All three lie between 0 and 1 and never fall when an attribute is added (`more_attributes_tell_more_apart`).
//! A missing cell is a value like another.

mod search;

use bauta_table::count::{KeyColumn, group};
use serde::Serialize;

pub use search::{Found, Limits, Set, search};

/// How well some attributes tell rows apart.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, schemars::JsonSchema)]
pub struct Separation {
    /// Different combinations of values by rows.
    pub distinction: f64,
    /// Share of pairs of rows that differ in at least one of the attributes.
    pub separation: f64,
    /// Share of rows that no other row agrees with.
    pub unique_share: f64,
}

impl Separation {
    /// From the number of rows in each class.
    pub fn of_sizes(sizes: &[u64]) -> Separation {
        let rows: u64 = sizes.iter().sum();
        if rows == 0 {
            return Separation::default();
        }
        let pairs = |count: u64| u128::from(count) * u128::from(count.saturating_sub(1));
        let alike: u128 = sizes.iter().map(|&size| pairs(size)).sum();
        let alone = sizes.iter().filter(|&&size| size == 1).count();
        let separation = match pairs(rows) {
            0 => 1.0,
            all => 1.0 - alike as f64 / all as f64,
        };
        let rows = rows as f64;
        Separation {
            distinction: sizes.len() as f64 / rows,
            separation,
            unique_share: alone as f64 / rows,
        }
    }
}

/// How well some columns tell `rows` rows apart.
pub fn separation(columns: &[KeyColumn<'_>], rows: usize) -> Separation {
    Separation::of_sizes(&group(columns, rows).sizes(None))
}

#[cfg(test)]
mod tests;
