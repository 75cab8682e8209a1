//! k-anonymity of every few quasi-identifiers: whoever knows any m of them finds nobody among fewer than k rows.
//!
//! **Paper** hundepool2012 (section 3.3.3, local suppression for all combinations of m); templ2015 · **Counters** linking by somebody who knows
//! at most m quasi-identifiers of a person · **Monotone** yes · **Does not counter** who knows more of them: weaker than
//! k-anonymity where there are more than m.
//!
//! A suppressed cell is a value of its own, as in k-anonymity: combinations with `*` have k rows too. k rows for each m mean k rows
//! for fewer, whose keys are unions of these.
//!
//! While searching, classes are judged as by k-anonymity: a class of k rows is safe here as well. Who counts on the weaker reading says
//! so to the verifier, which looks at the result.

use bauta_table::{Fault, Table};

use super::{Class, KAnonymity, Model};
use crate::examine::ReleasedClasses;

/// At least `k` rows for each combination of values of any `size` quasi-identifiers.
#[derive(Debug, Clone, Copy)]
pub struct KAnonymityOfSubsets {
    /// Rows of the rarest combination.
    pub k: u64,
    /// How many quasi-identifiers an attacker knows.
    pub size: usize,
}

impl Model for KAnonymityOfSubsets {
    fn name(&self) -> &'static str {
        "k-anonymity"
    }

    fn title(&self) -> String {
        format!(
            "{}-anonymity of every {} quasi-identifiers",
            self.k, self.size
        )
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        class.size >= self.k
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn least_rows(&self) -> u64 {
        self.k
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        let rows = released.rows_of_subsets(self.size);
        rows.iter()
            .enumerate()
            .filter(|(_, rows)| **rows < self.k)
            .map(|(class, _)| class)
            .collect()
    }

    fn faults(&self, table: &Table) -> Vec<Fault> {
        KAnonymity { k: self.k }.faults(table)
    }
}
