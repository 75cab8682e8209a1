//! Highest prosecutor risk: nobody known to be in the release is found with a probability above a threshold.
//!
//! **Paper** dankar2012 (thresholds on class sizes); the statistics office's manual, section 4 · **Counters** linking a record
//! to a person · **Monotone** yes: classes only grow when they are merged · **Does not counter** homogeneity.
//!
//! The risk of a row is 1 by the size of its class: a threshold of 1/k is k-anonymity.

use bauta_table::{Fault, Table};

use super::{Class, Model, bounds};
use crate::examine::ReleasedClasses;

/// A risk of at most `risk` in each class.
#[derive(Debug, Clone, Copy)]
pub struct HighestRisk {
    /// The largest risk of a row.
    pub risk: f64,
}

impl Model for HighestRisk {
    fn name(&self) -> &'static str {
        "the highest risk"
    }

    fn title(&self) -> String {
        format!("highest risk {}", self.risk)
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        class.size >= bounds::rows_for(self.risk)
    }

    fn absorbs(&self) -> bool {
        true
    }

    fn is_by_size(&self) -> bool {
        true
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn least_rows(&self) -> u64 {
        bounds::rows_for(self.risk)
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        (0..released.len())
            .filter(|&class| 1.0 / released.size(class) as f64 > self.risk + bounds::SLACK)
            .collect()
    }

    fn faults(&self, _: &Table) -> Vec<Fault> {
        bounds::fault(
            "the highest risk",
            self.risk,
            bounds::is_risk(self.risk),
            bounds::RISK,
        )
    }
}
