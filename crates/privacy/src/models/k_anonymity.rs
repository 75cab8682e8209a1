//! k-anonymity: every combination of quasi-identifiers that occurs, occurs at least k times.
//!
//! **Paper** samarati1998, sweeney2002kanonymity · **Counters** linking a record to a person · **Monotone** yes: classes
//! only grow when they are merged · **Does not counter** homogeneity: all k persons may share the sensitive value.
//!
//! k counts rows. One source words it with k different sensitive values, which its own examples do not satisfy; that
//! stricter reading is distinct l-diversity with l = k.

use bauta_table::{Fault, Table};

use super::{Class, Model, bounds};
use crate::examine::ReleasedClasses;

/// At least `k` rows in each class.
#[derive(Debug, Clone, Copy)]
pub struct KAnonymity {
    /// Rows in the smallest class.
    pub k: u64,
}

impl Model for KAnonymity {
    fn name(&self) -> &'static str {
        "k-anonymity"
    }

    fn title(&self) -> String {
        format!("{}-anonymity", self.k)
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        class.size >= self.k
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn absorbs(&self) -> bool {
        true
    }

    fn is_by_size(&self) -> bool {
        true
    }

    fn needs_sensitive(&self) -> bool {
        false
    }

    fn least_rows(&self) -> u64 {
        self.k
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        (0..released.len())
            .filter(|&class| released.size(class) < self.k)
            .collect()
    }

    fn faults(&self, table: &Table) -> Vec<Fault> {
        let rows = table.counted_rows() as usize;
        let allowed = format!("between 1 and {rows}, the number of rows");
        bounds::fault("k", self.k, (1..=rows as u64).contains(&self.k), allowed)
    }
}
