//! What the release must guarantee, as a project file says it.

use bauta_privacy::{Distance, Requirement};
use bauta_table::Fault;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the release must guarantee.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Targets {
    /// Every combination of quasi-identifiers occurs at least k times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub k: Option<u64>,
    /// Every class has at least l different values of each sensitive attribute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub l: Option<u64>,
    /// The values of each sensitive attribute have an entropy of at least log2 of this in every class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entropy_l: Option<f64>,
    /// In every class the most frequent sensitive value is less than c times as frequent as those from the l-th on together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recursive_l: Option<RecursiveL>,
    /// The sensitive values of every class are distributed as in the whole table, up to a distance of t, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub t: Option<f64>,
    /// How far values are from each other for t: equal, ordered, or hierarchical (by the hierarchy of the sensitive attribute); if
    /// not given, ordered for numbers and dates, else equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub t_distance: Option<Distance>,
    /// No sensitive value has a share above this in any class; with k, (α,k)-anonymity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alpha: Option<f64>,
    /// The share of every sensitive value in every class is less than 2 to the power of this times that in the table, and the
    /// reverse.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delta_disclosure: Option<f64>,
    /// No sensitive value gains more than this in any class, relative to its share in the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beta: Option<f64>,
    /// The same, and frequent values no more than the logarithm of their rarity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enhanced_beta: Option<f64>,
    /// Nobody known to be in the release is found with a probability above this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_risk: Option<f64>,
    /// The mean of that probability over rows is at most this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_risk: Option<f64>,
    /// At most a share of rows has a risk above a threshold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows_at_risk: Option<RowsAtRisk>,
    /// At most this share of rows is estimated to be unique in the population; needs sampling-fraction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub population_uniqueness: Option<f64>,
    /// Rows of the table by rows of the population that it was drawn from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampling_fraction: Option<f64>,
    /// At least so many rows of the population match every class; needs population.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub k_map: Option<u64>,
    /// Everybody of the population is in the release with a probability between two bounds; needs population.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delta_presence: Option<DeltaPresence>,
    /// A table of the population, with the quasi-identifiers, for k-map and delta-presence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub population: Option<String>,
}

/// Recursive (c,l)-diversity.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecursiveL {
    /// How many times as frequent the first value may be.
    pub c: f64,
    /// From which value on the others are counted together, the most frequent being the first.
    pub l: u64,
}

/// How many rows may have a high risk.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RowsAtRisk {
    /// The largest share of rows at risk.
    pub share: f64,
    /// The risk above which a row is at risk.
    pub risk: f64,
}

/// Bounds on the probability of being in the release.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeltaPresence {
    /// The least probability.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

impl Targets {
    /// What is wrong with them, whatever the table.
    pub fn faults(&self) -> Vec<Fault> {
        let of_population = self.k_map.is_some() || self.delta_presence.is_some();
        let idle = [
            (
                self.t_distance.is_some() && self.t.is_none(),
                "t-distance does nothing without t; give t, or leave it out",
            ),
            (
                self.sampling_fraction.is_some() && self.population_uniqueness.is_none(),
                "sampling-fraction does nothing without population-uniqueness; give that, or leave it out",
            ),
            (
                self.population_uniqueness.is_some() && self.sampling_fraction.is_none(),
                "population-uniqueness needs sampling-fraction: rows of the table by rows of the population",
            ),
            (
                self.population.is_some() && !of_population,
                "a population table does nothing without k-map or delta-presence; give one of them, or leave it out",
            ),
        ];
        idle.into_iter()
            .filter(|(wrong, _)| *wrong)
            .map(|(_, what)| Fault::Request(what.into()))
            .collect()
    }

    /// As requirements.
    pub fn requirements(&self) -> Vec<Requirement> {
        let uniqueness = self.population_uniqueness.zip(self.sampling_fraction);
        let all = [
            self.k.map(|k| Requirement::KAnonymity { k }),
            self.l.map(|l| Requirement::DistinctLDiversity { l }),
            self.entropy_l.map(|l| Requirement::EntropyLDiversity { l }),
            self.recursive_l
                .map(|RecursiveL { c, l }| Requirement::RecursiveLDiversity { c, l }),
            self.alpha
                .map(|alpha| Requirement::AlphaAnonymity { alpha }),
            self.t.map(|t| Requirement::TCloseness {
                t,
                distance: self.t_distance,
            }),
            self.delta_disclosure
                .map(|delta| Requirement::DeltaDisclosure { delta }),
            self.beta.map(|beta| Requirement::BetaLikeness {
                beta,
                enhanced: false,
            }),
            self.enhanced_beta.map(|beta| Requirement::BetaLikeness {
                beta,
                enhanced: true,
            }),
            self.max_risk.map(|risk| Requirement::HighestRisk { risk }),
            self.mean_risk.map(|risk| Requirement::MeanRisk { risk }),
            self.rows_at_risk
                .map(|RowsAtRisk { share, risk }| Requirement::RowsAtRisk { share, risk }),
            uniqueness.map(
                |(share, sampling_fraction)| Requirement::PopulationUniqueness {
                    share,
                    sampling_fraction,
                },
            ),
            self.k_map.map(|k| Requirement::KMap { k }),
            self.delta_presence
                .map(|DeltaPresence { min, max }| Requirement::DeltaPresence { min, max }),
        ];
        all.into_iter().flatten().collect()
    }
}
