//! k-map: every class of a release is matched by at least k persons of a population.
//!
//! **Paper** sweeney2001thesis · **Counters** linking a record to a person by somebody who does not know who is in the release ·
//! **Monotone** yes: classes of the population grow as well · **Does not counter** an attacker who knows that the person is
//! there; homogeneity.
//!
//! The population is a table of its own, recoded as the release is. A released class that the population lacks is matched by nobody,
//! and breaks it.

use bauta_table::{Fault, Table};

use super::{Class, Model, bounds};
use crate::examine::ReleasedClasses;

/// At least `k` rows of the population in each class.
#[derive(Debug, Clone, Copy)]
pub struct KMap {
    /// Persons of the population for the rarest class.
    pub k: u64,
}

impl Model for KMap {
    fn name(&self) -> &'static str {
        "k-map"
    }

    fn title(&self) -> String {
        format!("{}-map", self.k)
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        class.population >= self.k
    }

    fn absorbs(&self) -> bool {
        true
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn needs_population(&self) -> bool {
        true
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        (0..released.len())
            .filter(|&class| released.population(class) < self.k)
            .collect()
    }

    fn faults(&self, _: &Table) -> Vec<Fault> {
        bounds::fault(
            "the k of k-map",
            self.k,
            self.k > 0,
            "1 or more; 1 hides nobody, 3 to 10 are usual",
        )
    }
}
