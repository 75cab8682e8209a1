//! The figures that go with every check and every release: privacy reached, risk left, utility lost.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::examine::Examination;
use crate::utility::{AttributeLosses, Losses};

/// What is guaranteed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, schemars::JsonSchema)]
pub struct Privacy {
    /// Rows in the smallest equivalence class.
    pub k: u64,
    /// Rows in the smallest bucket, where sensitive values are linked with buckets and not with rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bucket_size: Option<u64>,
    /// Fewest different values in a class (or bucket), by sensitive attribute.
    pub l: BTreeMap<String, u64>,
    /// Largest distance of a class to all rows, by sensitive attribute; 0 = each class is distributed as the table.
    pub t: BTreeMap<String, f64>,
    /// Largest share of a value in a class, by sensitive attribute.
    pub alpha: BTreeMap<String, f64>,
    /// Largest gain of a value in a class relative to its share in the table, by sensitive attribute.
    pub beta: BTreeMap<String, f64>,
    /// Largest |log2| of the ratio of these shares, by sensitive attribute; absent where some class lacks a value.
    pub delta_disclosure: BTreeMap<String, f64>,
}

impl Privacy {
    pub(super) fn of(examination: &Examination) -> Self {
        let told = examination.told();
        let each = |which: usize| {
            told.iter()
                .map(|(name, most)| (name.clone(), most[which]))
                .filter(|(_, most)| most.is_finite())
                .collect()
        };
        Privacy {
            k: examination.k(),
            bucket_size: examination
                .groups()
                .map(|groups| groups.sizes().iter().copied().min().unwrap_or(0)),
            l: examination.l().into_iter().collect(),
            t: examination.t().into_iter().collect(),
            alpha: each(0),
            beta: each(1),
            delta_disclosure: each(2),
        }
    }
}

/// Re-identification risk.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Risk {
    /// An attacker who knows that the person is in the release.
    pub prosecutor: ProsecutorRisk,
    /// Expected share of rows that an attacker who links all of them gets right.
    pub marketer: f64,
}

/// The chance to find the row of a person known to be in the release.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ProsecutorRisk {
    /// In the worst class.
    pub max: f64,
    /// On average over rows.
    pub mean: f64,
}

/// What was lost; measures that need the original are absent where only a table is checked.
#[derive(Debug, Clone, PartialEq, Default, Serialize, schemars::JsonSchema)]
pub struct Utility {
    /// Sum of squared class sizes.
    pub discernibility: f64,
    /// The same, plus the number of rows for each row left out.
    pub discernibility_with_suppression: f64,
    /// Original rows by number of classes and by k; 1 is ideal.
    pub average_class_size: Option<f64>,
    /// Mean share of hierarchy levels that are left, 1 = original.
    pub precision: Option<f64>,
    /// Mean share of each attribute's scale that a released value covers, 0 = original (GenILoss).
    pub information_loss: Option<f64>,
    /// Share of the information that values lost although their labels look exact: numbers that were rounded, averaged or moved. Only the
    /// maker of a release knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden_loss: Option<f64>,
    /// Released rows by original rows.
    pub completeness: Option<f64>,
    /// Share of rows left out or in a minority of their class, by the target or else the first sensitive attribute (CM).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classification: Option<f64>,
    /// ARX's loss, a geometric mean over attributes, 0 = original.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// Mean share of each attribute's values that a released value covers, scaled, 0 = original.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub granularity: Option<f64>,
    /// Information withheld on the original values, 0 = none, 1 = all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub non_uniform_entropy: Option<f64>,
    /// Mean number of combinations of values behind a row, 1 = original.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ambiguity: Option<f64>,
    /// Mean number of original rows that a released row may be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidates: Option<f64>,
    /// Kullback-Leibler divergence of the quasi-identifiers' joint distribution, in nats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kl_divergence: Option<f64>,
    /// What each quasi-identifier lost.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, AttributeLosses>,
}

impl Utility {
    /// The loss above which hardly anything is left of the quasi-identifiers, as a share: a release says so first, and no comparison prefers it.
    pub const MOST_LOST: f64 = 0.9;

    /// Whether hardly anything of the quasi-identifiers is left.
    pub fn keeps_hardly_anything(&self) -> bool {
        self.lost().is_some_and(|lost| lost > Self::MOST_LOST)
    }

    /// Share of the quasi-identifiers' information that is gone, whether labels show it or not.
    pub fn lost(&self) -> Option<f64> {
        match (self.information_loss, self.hidden_loss) {
            (Some(shown), Some(hidden)) => Some(1.0 - (1.0 - shown) * (1.0 - hidden)),
            (shown, hidden) => shown.or(hidden),
        }
    }

    /// Sets the losses of the quasi-identifiers.
    pub(super) fn lose(&mut self, losses: Losses) {
        self.information_loss = losses.information_loss;
        self.precision = losses.precision;
        self.loss = losses.loss;
        self.granularity = losses.granularity;
        self.non_uniform_entropy = losses.non_uniform_entropy;
        self.ambiguity = losses.ambiguity;
        self.candidates = losses.candidates;
        self.kl_divergence = losses.kl_divergence;
        self.attributes = losses.attributes;
    }
}
