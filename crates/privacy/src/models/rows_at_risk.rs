//! Rows at risk: few rows of a release have a risk above a threshold.
//!
//! **Paper** dankar2012 (thresholds on the share of records at risk) · **Counters** linking records to persons, but for a few ·
//! **Monotone** yes: merging lowers the risk of rows and leaves their number · **Does not counter** that one of the few is found.
//!
//! A statement about the whole release: the rows in classes whose risk (1 by their size) is above the threshold, by all rows.

use bauta_table::{Fault, Table};

use super::{ClassSizes, Model, bounds};
use crate::examine::ReleasedClasses;

/// A share of at most `share` of rows whose risk is above `risk`.
#[derive(Debug, Clone, Copy)]
pub struct RowsAtRisk {
    /// The largest share of rows at risk.
    pub share: f64,
    /// The risk above which a row is at risk.
    pub risk: f64,
}

impl Model for RowsAtRisk {
    fn name(&self) -> &'static str {
        "the share of rows at risk"
    }

    fn title(&self) -> String {
        format!(
            "share of rows above a risk of {}: {}",
            self.risk, self.share
        )
    }

    fn holds_for(&self, sizes: &ClassSizes) -> bool {
        let enough = bounds::rows_for(self.risk);
        sizes.rows_where(|rows| rows < enough) as f64
            <= self.share * sizes.rows() as f64 + bounds::SLACK
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
        let at_risk = released
            .sizes()
            .iter()
            .filter(|&&size| 1.0 / size as f64 > self.risk + bounds::SLACK);
        at_risk.sum::<u64>() as f64
            > self.share * released.sizes().iter().sum::<u64>() as f64 + bounds::SLACK
    }

    fn faults(&self, _: &Table) -> Vec<Fault> {
        let mut faults = bounds::fault(
            "the share of rows at risk",
            self.share,
            (0.0..=1.0).contains(&self.share),
            bounds::SHARE,
        );
        faults.extend(bounds::fault(
            "the risk of rows at risk",
            self.risk,
            bounds::is_risk(self.risk),
            bounds::RISK,
        ));
        faults
    }
}
