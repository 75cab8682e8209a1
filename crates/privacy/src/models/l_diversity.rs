//! Distinct l-diversity: every class has at least l different values of each sensitive attribute.
//!
//! **Paper** machanavajjhala2007ldiversity · **Counters** homogeneity and background knowledge · **Monotone** yes: merging
//! classes loses no value · **Does not counter** skewness: l values may be very unequally frequent.
//!
//! With several sensitive attributes each is judged by itself in the classes of the quasi-identifiers, and the least diverse
//! one decides. A missing sensitive value is no value: it does not add to the diversity.

use bauta_table::{Fault, Table};

use super::{Class, Model, bounds};
use crate::examine::ReleasedClasses;

/// At least `l` different sensitive values in each class.
#[derive(Debug, Clone, Copy)]
pub struct DistinctLDiversity {
    /// Values in the least diverse class.
    pub l: u64,
}

impl Model for DistinctLDiversity {
    fn name(&self) -> &'static str {
        "l-diversity"
    }

    fn title(&self) -> String {
        format!("distinct {}-diversity", self.l)
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        class
            .sensitive
            .iter()
            .all(|values| values.len() as u64 >= self.l)
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn absorbs(&self) -> bool {
        true
    }

    fn needs_sensitive(&self) -> bool {
        true
    }

    fn least_rows(&self) -> u64 {
        self.l
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        released.failing_where(|class, s| released.distinct(class, s) < self.l)
    }

    fn faults(&self, table: &Table) -> Vec<Fault> {
        bounds::up_to_values("l", self.l as f64, table)
    }
}
