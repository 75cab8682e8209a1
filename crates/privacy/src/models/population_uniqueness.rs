//! Population uniqueness: few rows of a release are likely to be the only ones of their kind in the population.
//!
//! **Papers** dankar2012, hoshino2001, zayatz1991 (see [`estimate`](crate::estimate)) · **Counters** linking a record to a
//! person by somebody who does not know who is in the release · **Monotone** no: fewer rows alone may look like a population of more
//! kinds · **Does not counter** an attacker who knows that the person is there.
//!
//! A statement about the whole release: the estimated share of rows that are unique in the population, from the sizes of all
//! classes and the sampling fraction (released rows by rows of the population). Searching and verifying count classes each in
//! their own way; the estimate itself, a function of these counts, is one.

use bauta_table::{Fault, Table};

use super::{ClassSizes, Model, bounds};
use crate::estimate::population_uniqueness;
use crate::examine::ReleasedClasses;

/// An estimated share of at most `share`.
#[derive(Debug, Clone, Copy)]
pub struct PopulationUniqueness {
    /// The largest estimated share of rows that are unique in the population.
    pub share: f64,
    /// Released rows by rows of the population.
    pub sampling_fraction: f64,
}

impl Model for PopulationUniqueness {
    fn name(&self) -> &'static str {
        "population uniqueness"
    }

    fn title(&self) -> String {
        format!(
            "population uniqueness {}, sampling fraction {}",
            self.share, self.sampling_fraction
        )
    }

    fn holds_for(&self, sizes: &ClassSizes) -> bool {
        let sizes: Vec<(u64, u64)> = sizes.sizes().collect();
        population_uniqueness(&sizes, self.sampling_fraction) <= self.share + bounds::SLACK
    }

    /// Who is not alone in the sample is not alone in the population.
    fn enough_rows(&self) -> Option<u64> {
        Some(2)
    }

    fn absorbs(&self) -> bool {
        true
    }

    fn is_by_size(&self) -> bool {
        true
    }

    fn is_monotone(&self) -> bool {
        false
    }

    fn speaks_of_population(&self) -> bool {
        true
    }

    fn breaks_whole(&self, released: &ReleasedClasses) -> bool {
        let mut sizes = released.sizes().to_vec();
        sizes.sort_unstable();
        let runs = sizes
            .chunk_by(|a, b| a == b)
            .filter_map(|run| Some((*run.first()?, run.len() as u64)));
        population_uniqueness(&runs.collect::<Vec<_>>(), self.sampling_fraction)
            > self.share + bounds::SLACK
    }

    fn faults(&self, _: &Table) -> Vec<Fault> {
        let share = (0.0..=1.0).contains(&self.share);
        let fraction = self.sampling_fraction > 0.0 && self.sampling_fraction <= 1.0;
        let allowed = "a share above 0, up to 1: rows of the table by rows of the population";
        let mut faults = bounds::fault(
            "the population uniqueness",
            self.share,
            share,
            bounds::SHARE,
        );
        faults.extend(bounds::fault(
            "the sampling fraction",
            self.sampling_fraction,
            fraction,
            allowed,
        ));
        faults
    }
}
