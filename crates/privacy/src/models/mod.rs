//! Privacy models. One file each; a requirement is a model with its parameters, as a project file declares it.

mod entropy_l_diversity;
mod k_anonymity;
mod l_diversity;
mod recursive_l_diversity;
mod t_closeness;
mod whole;

pub use entropy_l_diversity::EntropyLDiversity;
pub use k_anonymity::KAnonymity;
pub use l_diversity::DistinctLDiversity;
pub use recursive_l_diversity::RecursiveLDiversity;
pub use t_closeness::TCloseness;
pub use whole::{Distance, Distribution, Whole};

use bauta_table::{Fault, Role, Table};
use serde::{Deserialize, Serialize};

use crate::examine::ReleasedClasses;

/// A class while a technique searches: its size and, for each sensitive attribute, the values present with their counts.
/// Missing sensitive values are not among them: they add to the size, not to the diversity.
pub struct Class<'a> {
    /// Number of rows.
    pub size: u64,
    /// For each sensitive attribute, `(code, count)` ascending by code.
    pub sensitive: &'a [Vec<(u32, u64)>],
}

/// A guarantee about every class of a release.
pub trait Model: Send + Sync {
    /// What it guarantees, in words: `3-anonymity`.
    fn title(&self) -> String;

    /// Whether a class satisfies it, by counts. Used while searching.
    fn holds(&self, class: &Class<'_>) -> bool;

    /// Whether merging two satisfying classes always gives a satisfying class.
    fn is_monotone(&self) -> bool;

    /// Whether a satisfying class goes on to satisfy it whatever is merged into it.
    fn absorbs(&self) -> bool {
        false
    }

    /// Whether a class satisfies it just when it has [`least_rows`](Model::least_rows).
    fn is_by_size(&self) -> bool {
        false
    }

    /// Whether [`holds`](Model::holds) looks at sensitive values.
    fn needs_sensitive(&self) -> bool;

    /// Whether [`holds`](Model::holds) compares a class with the table that it is a part of.
    fn compares_with_table(&self) -> bool {
        false
    }

    /// The fewest rows that a satisfying class can have.
    fn least_rows(&self) -> u64;

    /// The released classes that do not satisfy it. Used by the verifier; shares no code with `holds`.
    fn failing(&self, released: &ReleasedClasses) -> Vec<usize>;
}

/// What a release must guarantee.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "model", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Requirement {
    /// Every combination of quasi-identifiers occurs at least `k` times.
    KAnonymity {
        /// Rows in the smallest class.
        k: u64,
    },
    /// Every class has at least `l` different values of each sensitive attribute.
    DistinctLDiversity {
        /// Values in the least diverse class.
        l: u64,
    },
    /// The values of each sensitive attribute have an entropy of at least log2 `l` in every class.
    EntropyLDiversity {
        /// Equally frequent values that would have the least entropy allowed.
        l: f64,
    },
    /// In every class the most frequent value is less than `c` times as frequent as the values from the `l`-th on together.
    RecursiveLDiversity {
        /// How many times as frequent the first value may be.
        c: f64,
        /// Where the tail begins.
        l: u64,
    },
    /// The values of each sensitive attribute are distributed in every class almost as in the table.
    TCloseness {
        /// The largest distance allowed, from 0 to 1.
        t: f64,
        /// How far values are from each other; by the attribute's kind if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        distance: Option<Distance>,
    },
}

impl Requirement {
    /// The model, ready to judge classes of this table. To verify released rows nothing need be known of the table before:
    /// an empty [`Whole`] will do.
    pub fn model(&self, whole: &Whole) -> Box<dyn Model> {
        match *self {
            Requirement::KAnonymity { k } => Box::new(KAnonymity { k }),
            Requirement::DistinctLDiversity { l } => Box::new(DistinctLDiversity { l }),
            Requirement::EntropyLDiversity { l } => Box::new(EntropyLDiversity { l }),
            Requirement::RecursiveLDiversity { c, l } => Box::new(RecursiveLDiversity { c, l }),
            Requirement::TCloseness { t, distance } => Box::new(TCloseness::new(t, distance, whole)),
        }
    }

    /// What it guarantees, in words.
    pub fn title(&self) -> String {
        self.model(&Whole::default()).title()
    }

    /// Whether it says something about sensitive values.
    pub fn needs_sensitive(&self) -> bool {
        self.model(&Whole::default()).needs_sensitive()
    }

    /// What is wrong with it for this table.
    pub fn faults(&self, table: &Table) -> Vec<Fault> {
        let sensitive = table.with_role(Role::Sensitive);
        if self.needs_sensitive() && sensitive.is_empty() {
            let needs = if matches!(self, Requirement::TCloseness { .. }) { "t-closeness" } else { "l-diversity" };
            return vec![Fault::NoneInRole { needs: needs.into(), role: Role::Sensitive, flag: "--sensitive" }];
        }
        let values = |&index: &usize| table.attributes()[index].column.dictionary().value_count();
        let least = sensitive.iter().map(values).min().unwrap_or(0);
        let up_to_values = |parameter, l: f64| {
            let allowed = format!("between 1 and {least}, the number of different sensitive values");
            out_of_range(parameter, l, (1.0..=least as f64).contains(&l), allowed)
        };
        let fault = match *self {
            Requirement::KAnonymity { k } => {
                let rows = table.rows();
                out_of_range(
                    "k",
                    k,
                    (1..=rows as u64).contains(&k),
                    format!("between 1 and {rows}, the number of rows"),
                )
            }
            Requirement::DistinctLDiversity { l } => up_to_values("l", l as f64),
            Requirement::EntropyLDiversity { l } => up_to_values("the l of entropy l-diversity", l),
            Requirement::RecursiveLDiversity { c, l } => {
                let allowed = "a number above 0; 2 to 5 are usual".to_owned();
                let c = out_of_range("the c of recursive diversity", c, c > 0.0 && c.is_finite(), allowed);
                return c.into_iter().chain(up_to_values("the l of recursive diversity", l as f64)).collect();
            }
            Requirement::TCloseness { t, .. } => {
                let allowed = "a distance from 0 to 1; 0.1 to 0.3 are usual".to_owned();
                out_of_range("t", t, (0.0..=1.0).contains(&t), allowed)
            }
        };
        fault.into_iter().collect()
    }
}

fn out_of_range(parameter: &str, given: impl std::fmt::Display, is_right: bool, allowed: String) -> Option<Fault> {
    (!is_right).then(|| Fault::OutOfRange { parameter: parameter.into(), given: given.to_string(), allowed })
}

#[cfg(test)]
mod tests;
