//! Recursive (c,l)-diversity: in every class the most frequent value is less than c times as frequent as all values from the
//! l-th most frequent on together.
//!
//! **Paper** machanavajjhala2007ldiversity · **Counters** homogeneity, background knowledge (l - 2 values may be ruled out)
//! and probabilistic inference · **Monotone** yes: when classes are merged, the frequency of the first value grows by at
//! most the sum, and that of the tail by at least the sum · **Does not counter** skewness and similarity.
//!
//! With the counts r1 >= r2 >= … >= rm of a class: m >= l and r1 < c (rl + … + rm), strictly. Missing values are not counted.

use bauta_table::{Fault, Table};

use super::{Class, Model, bounds};
use crate::examine::ReleasedClasses;

/// The most frequent value is less than `c` times as frequent as the tail from the `l`-th on.
#[derive(Debug, Clone, Copy)]
pub struct RecursiveLDiversity {
    /// How many times as frequent the first value may be.
    pub c: f64,
    /// Where the tail begins.
    pub l: u64,
}

impl Model for RecursiveLDiversity {
    fn name(&self) -> &'static str {
        "l-diversity"
    }

    fn title(&self) -> String {
        format!("recursive ({}, {})-diversity", self.c, self.l)
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        let before_tail = self.l.saturating_sub(1) as usize;
        class.sensitive.iter().all(|values| {
            let mut counts: Vec<u64> = values.iter().map(|value| value.1).collect();
            counts.sort_unstable_by(|a, b| b.cmp(a));
            match (counts.first(), counts.get(before_tail..)) {
                (Some(&first), Some(tail)) => {
                    (first as f64) < self.c * tail.iter().sum::<u64>() as f64
                }
                _ => false,
            }
        })
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn needs_sensitive(&self) -> bool {
        true
    }

    fn least_rows(&self) -> u64 {
        self.l
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        let poor = |class: usize, s: usize| {
            let mut left: std::collections::BinaryHeap<u64> =
                released.counts(class, s).map(|(_, count)| count).collect();
            let Some(&most) = left.peek() else {
                return true;
            };
            for _ in 1..self.l.min(left.len() as u64 + 1) {
                left.pop();
            }
            left.is_empty() || most as f64 >= self.c * left.into_iter().sum::<u64>() as f64
        };
        (0..released.len())
            .filter(|&class| (0..released.sensitive_count()).any(|s| poor(class, s)))
            .collect()
    }

    fn faults(&self, table: &Table) -> Vec<Fault> {
        let allowed = "a number above 0; 2 to 5 are usual";
        let mut faults = bounds::fault(
            "the c of recursive diversity",
            self.c,
            self.c > 0.0 && self.c.is_finite(),
            allowed,
        );
        faults.extend(bounds::up_to_values(
            "the l of recursive diversity",
            self.l as f64,
            table,
        ));
        faults
    }
}
