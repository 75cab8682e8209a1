//! δ-presence: for everybody in a population, the probability of being in the release lies between two bounds.
//!
//! **Paper** nergiz2007presence; thesis, section 3.4 · **Counters** table linkage: that somebody is in the release is itself
//! telling · **Monotone** yes: the ratio of a merged class lies between those of its parts · **Does not counter** linking or
//! inference about somebody known to be there.
//!
//! A person of the population is in the release with the probability of rows released by rows of the population in their class; the
//! population is a table of its own, recoded as the release is. With a lower bound above 0, classes of the population without a
//! released row (probability 0) break it: a statement about the whole. A released class that the population lacks is an
//! error, not a person: it breaks the model, and `check` names it.

use bauta_table::{Fault, Table};

use super::{Class, ClassSizes, Model, bounds};
use crate::examine::ReleasedClasses;

/// A probability between `min` and `max` for each person of the population.
#[derive(Debug, Clone, Copy)]
pub struct DeltaPresence {
    /// The least probability.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

impl Model for DeltaPresence {
    fn name(&self) -> &'static str {
        "δ-presence"
    }

    fn title(&self) -> String {
        format!("({}, {})-presence", self.min, self.max)
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        let (rows, all) = (class.size as f64, class.population as f64);
        class.population >= class.size
            && rows <= self.max * all + bounds::SLACK
            && rows + bounds::SLACK >= self.min * all
    }

    fn holds_for(&self, sizes: &ClassSizes) -> bool {
        self.min <= 0.0 || sizes.unreached() == 0
    }

    fn speaks_of_whole(&self) -> bool {
        self.min > 0.0
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn needs_population(&self) -> bool {
        true
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        let outside = |&class: &usize| match released.population(class) {
            all if all < released.size(class) => true,
            all => {
                let probability = released.size(class) as f64 / all as f64;
                probability > self.max + bounds::SLACK || probability < self.min - bounds::SLACK
            }
        };
        (0..released.len()).filter(outside).collect()
    }

    fn breaks_whole(&self, released: &ReleasedClasses) -> bool {
        self.min > 0.0 && released.unreached() > 0
    }

    fn faults(&self, _: &Table) -> Vec<Fault> {
        let is_right = (0.0..=1.0).contains(&self.min) && self.min <= self.max && self.max <= 1.0;
        let given = format!("({}, {})", self.min, self.max);
        bounds::fault(
            "δ-presence",
            given,
            is_right,
            "two probabilities from 0 to 1, the lesser first",
        )
    }
}
