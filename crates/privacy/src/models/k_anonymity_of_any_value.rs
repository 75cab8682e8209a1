//! k-anonymity where a suppressed cell may be any value: at least k rows may be those of any person.
//!
//! **Paper** sweeney2002datafly (its account of local suppression) · **Counters** linking a record to a person, unless the reader
//! guesses what was suppressed · **Monotone** yes · **Does not counter** what k-anonymity does not; and a class with suppressed cells
//! may be a single row.
//!
//! While searching, classes are judged as by k-anonymity: a class of k rows is safe in either reading. Who counts on the weaker one
//! suppresses cells of the classes that fail, and the verifier looks at the result.

use bauta_table::{Fault, Table};

use super::{Class, KAnonymity, Model};
use crate::examine::ReleasedClasses;

/// At least `k` rows that agree with each class, where `*` agrees with everything.
#[derive(Debug, Clone, Copy)]
pub struct KAnonymityOfAnyValue {
    /// Rows that may be a person's, at the least.
    pub k: u64,
}

impl Model for KAnonymityOfAnyValue {
    fn name(&self) -> &'static str {
        "k-anonymity"
    }

    fn title(&self) -> String {
        format!(
            "{}-anonymity, where a suppressed cell may be any value",
            self.k
        )
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        class.size >= self.k
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn needs_sensitive(&self) -> bool {
        false
    }

    fn least_rows(&self) -> u64 {
        self.k
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        released
            .agreeing()
            .iter()
            .enumerate()
            .filter(|(_, rows)| **rows < self.k)
            .map(|(class, _)| class)
            .collect()
    }

    fn faults(&self, table: &Table) -> Vec<Fault> {
        KAnonymity { k: self.k }.faults(table)
    }
}
