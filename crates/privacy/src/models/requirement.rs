//! Requirements: a model with its parameters, as a project file declares it.

use std::collections::BTreeMap;

use bauta_table::{Fault, Hierarchy, Role, Table};
use serde::{Deserialize, Serialize};

use super::*;

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
    /// Every row has at least `k` rows that may be its own, where a suppressed cell (`*`) may be any value. Weaker than
    /// k-anonymity: only a method that suppresses cells asks for it.
    KAnonymityOfAnyValue {
        /// Rows that may be a person's, at the least.
        k: u64,
    },
    /// Every combination of values of any `size` quasi-identifiers occurs at least `k` times. Weaker than k-anonymity where there are
    /// more: only a method that suppresses cells asks for it.
    KAnonymityOfSubsets {
        /// Rows of the rarest combination.
        k: u64,
        /// How many quasi-identifiers an attacker knows.
        size: usize,
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
    /// No sensitive value has a share above `alpha` in any class.
    AlphaAnonymity {
        /// The largest share.
        alpha: f64,
    },
    /// The values of each sensitive attribute are distributed in every class almost as in the table.
    TCloseness {
        /// The largest distance allowed, from 0 to 1.
        t: f64,
        /// How far values are from each other; by the attribute's kind if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        distance: Option<Distance>,
    },
    /// The share of every sensitive value in every class is less than 2^`delta` times that in the table, and the reverse.
    DeltaDisclosure {
        /// Logarithm (base 2) of the ratio that is not reached.
        delta: f64,
    },
    /// No sensitive value gains more than `beta` in any class, relative to its share in the table.
    BetaLikeness {
        /// The largest relative gain.
        beta: f64,
        /// Whether frequent values are bounded by their share as well.
        #[serde(default)]
        enhanced: bool,
    },
    /// Nobody known to be in the release is found with a probability above `risk`.
    HighestRisk {
        /// The largest risk of a row.
        risk: f64,
    },
    /// The mean risk of rows is at most `risk`.
    MeanRisk {
        /// The largest mean.
        risk: f64,
    },
    /// At most a `share` of rows has a risk above `risk`.
    RowsAtRisk {
        /// The largest share of rows at risk.
        share: f64,
        /// The risk above which a row is at risk.
        risk: f64,
    },
    /// At most a `share` of rows is estimated to be unique in the population.
    PopulationUniqueness {
        /// The largest estimated share.
        share: f64,
        /// Released rows by rows of the population.
        sampling_fraction: f64,
    },
    /// At least `k` rows of the population match every class.
    KMap {
        /// Rows of the population for the rarest class.
        k: u64,
    },
    /// Everybody of the population is in the release with a probability from `min` to `max`.
    DeltaPresence {
        /// The least probability.
        min: f64,
        /// The greatest.
        max: f64,
    },
}

impl Requirement {
    /// The model, ready to judge classes of this table. To verify released rows nothing need be known of the table before:
    /// an empty [`Whole`] will do.
    pub fn model(&self, whole: &Whole) -> Box<dyn Model> {
        match *self {
            Requirement::KAnonymity { k } => Box::new(KAnonymity { k }),
            Requirement::KAnonymityOfAnyValue { k } => Box::new(KAnonymityOfAnyValue { k }),
            Requirement::KAnonymityOfSubsets { k, size } => {
                Box::new(KAnonymityOfSubsets { k, size })
            }
            Requirement::DistinctLDiversity { l } => Box::new(DistinctLDiversity { l }),
            Requirement::EntropyLDiversity { l } => Box::new(EntropyLDiversity { l }),
            Requirement::RecursiveLDiversity { c, l } => Box::new(RecursiveLDiversity { c, l }),
            Requirement::AlphaAnonymity { alpha } => Box::new(AlphaAnonymity { alpha }),
            Requirement::TCloseness { t, distance } => {
                Box::new(TCloseness::new(t, distance, whole))
            }
            Requirement::DeltaDisclosure { delta } => Box::new(DeltaDisclosure::new(delta, whole)),
            Requirement::BetaLikeness { beta, enhanced } => {
                Box::new(BetaLikeness::new(beta, enhanced, whole))
            }
            Requirement::HighestRisk { risk } => Box::new(HighestRisk { risk }),
            Requirement::MeanRisk { risk } => Box::new(MeanRisk { risk }),
            Requirement::RowsAtRisk { share, risk } => Box::new(RowsAtRisk { share, risk }),
            Requirement::PopulationUniqueness {
                share,
                sampling_fraction,
            } => Box::new(PopulationUniqueness {
                share,
                sampling_fraction,
            }),
            Requirement::KMap { k } => Box::new(KMap { k }),
            Requirement::DeltaPresence { min, max } => Box::new(DeltaPresence { min, max }),
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

    /// Whether it needs a table of the population.
    pub fn needs_population(&self) -> bool {
        self.model(&Whole::default()).needs_population()
    }

    /// What is wrong with it for this table.
    pub fn faults(&self, table: &Table) -> Vec<Fault> {
        let model = self.model(&Whole::default());
        if model.needs_sensitive() && table.with_role(Role::Sensitive).is_empty() {
            return vec![Fault::NoneInRole {
                needs: model.name().into(),
                role: Role::Sensitive,
                flag: "--sensitive",
            }];
        }
        model.faults(table)
    }

    /// What it needs besides the table and is not given: hierarchies of sensitive attributes, a population.
    pub fn lacks(
        &self,
        table: &Table,
        hierarchies: &BTreeMap<String, Hierarchy>,
        population: bool,
    ) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.needs_population() && !population {
            faults.push(self.no_population());
        }
        if matches!(
            self,
            Requirement::TCloseness {
                distance: Some(Distance::Hierarchical),
                ..
            }
        ) {
            let names = table
                .with_role(Role::Sensitive)
                .into_iter()
                .map(|index| &table.attributes()[index].name);
            faults.extend(
                names
                    .filter(|name| !hierarchies.contains_key(*name))
                    .cloned()
                    .map(Requirement::no_hierarchy),
            );
        }
        faults
    }

    /// The fault of a population that is not given.
    pub fn no_population(&self) -> Fault {
        let name = self.model(&Whole::default()).name();
        Fault::Request(format!(
            "{name} needs a table of the population; give one with --population-table"
        ))
    }

    /// The fault of a sensitive attribute whose hierarchy is not given.
    pub fn no_hierarchy(attribute: String) -> Fault {
        Fault::NoHierarchy {
            method: "the hierarchical distance".into(),
            attribute,
        }
    }
}
