//! Mean risk: on average over its rows, a release is linked to persons with at most a given probability.
//!
//! **Paper** dankar2012 (marketer risk); the statistics office's manual, section 4 · **Counters** linking many records, each as well as one can ·
//! **Monotone** yes: merging leaves fewer classes of as many rows · **Does not counter** that somebody is found: single rows may
//! be alone in their class.
//!
//! A statement about the whole release: number of classes by number of rows.

use bauta_table::{Fault, Table};

use super::{ClassSizes, Model, bounds};
use crate::examine::ReleasedClasses;

/// A mean risk of at most `risk`.
#[derive(Debug, Clone, Copy)]
pub struct MeanRisk {
    /// The largest mean over rows.
    pub risk: f64,
}

impl Model for MeanRisk {
    fn name(&self) -> &'static str {
        "the mean risk"
    }

    fn title(&self) -> String {
        format!("mean risk {}", self.risk)
    }

    fn holds_for(&self, sizes: &ClassSizes) -> bool {
        sizes.classes() as f64 <= self.risk * sizes.rows() as f64 * (1.0 + bounds::SLACK)
    }

    fn enough_rows(&self) -> Option<u64> {
        Some(bounds::rows_for(self.risk))
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

    fn breaks_whole(&self, released: &ReleasedClasses) -> bool {
        let each_row = released
            .sizes()
            .iter()
            .map(|&size| size as f64 * (1.0 / size as f64))
            .sum::<f64>();
        let rows = released.sizes().iter().sum::<u64>() as f64;
        rows > 0.0 && each_row / rows > self.risk + bounds::SLACK
    }

    fn faults(&self, _: &Table) -> Vec<Fault> {
        bounds::fault(
            "the mean risk",
            self.risk,
            bounds::is_risk(self.risk),
            bounds::RISK,
        )
    }
}
