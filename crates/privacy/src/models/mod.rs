//! Privacy models. One file each; a requirement is a model with its parameters, as a project file declares it.

mod k_anonymity;
mod l_diversity;

pub use k_anonymity::KAnonymity;
pub use l_diversity::DistinctLDiversity;

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

    /// Whether [`holds`](Model::holds) looks at sensitive values.
    fn needs_sensitive(&self) -> bool;

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
}

impl Requirement {
    /// The model, ready to judge.
    pub fn model(&self) -> Box<dyn Model> {
        match *self {
            Requirement::KAnonymity { k } => Box::new(KAnonymity { k }),
            Requirement::DistinctLDiversity { l } => Box::new(DistinctLDiversity { l }),
        }
    }

    /// What is wrong with it for this table.
    pub fn faults(&self, table: &Table) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut bound = |parameter: &str, given: u64, most: u64, what: &str| {
            if given < 1 || given > most {
                let allowed = format!("between 1 and {most}, {what}");
                faults.push(Fault::OutOfRange { parameter: parameter.into(), given: given.to_string(), allowed });
            }
        };
        match *self {
            Requirement::KAnonymity { k } => bound("k", k, table.rows() as u64, "the number of rows"),
            Requirement::DistinctLDiversity { l } => {
                let sensitive = table.with_role(Role::Sensitive);
                if sensitive.is_empty() {
                    let needs = "l-diversity".into();
                    faults.push(Fault::NoneInRole { needs, role: Role::Sensitive, flag: "--sensitive" });
                } else {
                    let values = |&index: &usize| table.attributes()[index].column.dictionary().value_count();
                    let least = sensitive.iter().map(values).min().unwrap_or(0) as u64;
                    bound("l", l, least, "the number of different sensitive values");
                }
            }
        }
        faults
    }
}

#[cfg(test)]
mod tests;
