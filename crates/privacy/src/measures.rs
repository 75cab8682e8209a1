//! The figures that go with every check and every release: privacy reached, risk left, utility lost.

use std::collections::BTreeMap;

use bauta_table::Role;
use bauta_table::recoding::{CodeLoss, Draft};
use serde::Serialize;

use crate::examine::Examination;
use crate::utility::average_class_size::average_class_size;
use crate::utility::completeness::completeness;
use crate::utility::discernibility::{discernibility, with_suppression};
use crate::utility::{AttributeLosses, Losses};

/// Everything measured.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Measures {
    /// Rows of the release.
    pub rows: u64,
    /// Rows of the original that were left out.
    pub suppressed_rows: u64,
    /// Equivalence classes, or buckets.
    pub classes: u64,
    /// What is guaranteed.
    pub privacy: Privacy,
    /// What an attacker may still find.
    pub risk: Risk,
    /// What was lost.
    pub utility: Utility,
}

/// What is guaranteed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, schemars::JsonSchema)]
pub struct Privacy {
    /// Rows in the smallest class.
    pub k: u64,
    /// Fewest different values in a class, by sensitive attribute.
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
    fn of(examination: &Examination) -> Self {
        let told = examination.told();
        let each = |which: usize| {
            told.iter()
                .map(|(name, most)| (name.clone(), most[which]))
                .filter(|(_, most)| most.is_finite())
                .collect()
        };
        Privacy {
            k: examination.k(),
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

impl Measures {
    /// The measures of a table that is only checked.
    pub fn of_table(examination: &Examination, k: Option<u64>) -> Self {
        let rows: u64 = examination.classes.sizes().iter().sum();
        let mut measures = Measures::of_classes(examination, rows, 0);
        measures.utility.average_class_size = average_class_size(rows, measures.classes, k);
        measures
    }

    pub(crate) fn of_draft(
        draft: &Draft,
        examination: Option<&Examination>,
        original_rows: u64,
    ) -> Self {
        let Some(examination) = examination else {
            return Measures::empty(original_rows);
        };
        let suppressed = draft.suppressed_rows;
        let mut measures = Measures::of_classes(examination, original_rows, suppressed);
        let kept: u64 = measures.rows;
        measures.utility.average_class_size =
            average_class_size(original_rows, measures.classes, Some(measures.privacy.k));
        let lost = |pick: fn(&CodeLoss) -> &[f64]| mean_loss(draft, pick, kept, original_rows);
        measures.utility.information_loss = lost(|loss| &loss.spread);
        measures.utility.precision = lost(|loss| &loss.level).map(|loss| 1.0 - loss);
        measures.utility.completeness = completeness(kept, original_rows);
        // Without a target CM asks for the first sensitive attribute, whose values are counted already.
        let target = draft
            .tables
            .iter()
            .any(|(_, table)| !table.with_role(Role::Target).is_empty());
        let majority = examination
            .classes
            .in_majority()
            .filter(|_| !target && original_rows > 0);
        measures.utility.classification =
            majority.map(|rows| original_rows.saturating_sub(rows) as f64 / original_rows as f64);
        measures
    }

    /// C_AVG with the k that was asked for, where it is known.
    pub fn with_target_k(mut self, original_rows: u64, k: Option<u64>) -> Self {
        self.utility.average_class_size =
            average_class_size(original_rows, self.classes, k.or(Some(self.privacy.k)));
        self
    }

    /// Without the losses that a plan knows exactly: where it is not all that was done to a table.
    #[must_use]
    pub fn without_plan_losses(mut self) -> Self {
        self.utility.information_loss = None;
        self.utility.precision = None;
        self
    }

    /// With the losses of the quasi-identifiers and CM. Where every attribute weighs the same, precision and information
    /// loss stay those of the plan, which knows levels and ranges exactly.
    pub fn with_losses(mut self, losses: Losses, classification: Option<f64>) -> Self {
        let mut weights = losses.attributes.values().map(|losses| losses.weight);
        let first = weights.next();
        let weighted = !weights.all(|weight| Some(weight) == first);
        let utility = &mut self.utility;
        if weighted || utility.information_loss.is_none() {
            utility.information_loss = losses.information_loss;
            utility.precision = losses.precision;
        }
        utility.classification = classification;
        utility.loss = losses.loss;
        utility.granularity = losses.granularity;
        utility.non_uniform_entropy = losses.non_uniform_entropy;
        utility.ambiguity = losses.ambiguity;
        utility.candidates = losses.candidates;
        utility.kl_divergence = losses.kl_divergence;
        utility.attributes = losses.attributes;
        self
    }

    /// The measures of a release of another tool, of a table of `original_rows`.
    pub fn of_release(examination: &Examination, original_rows: u64, k: Option<u64>) -> Self {
        let rows: u64 = examination.classes.sizes().iter().sum();
        let measures = Measures::of_classes(
            examination,
            original_rows,
            original_rows.saturating_sub(rows),
        );
        let mut measures = measures.with_target_k(original_rows, k);
        measures.utility.completeness = completeness(rows, original_rows);
        measures
    }

    fn of_classes(examination: &Examination, original_rows: u64, suppressed_rows: u64) -> Self {
        let sizes = examination.classes.sizes();
        let rows: u64 = sizes.iter().sum();
        let share = if rows > 0 {
            sizes.len() as f64 / rows as f64
        } else {
            0.0
        };
        let k = examination.k();
        Measures {
            rows,
            suppressed_rows,
            classes: sizes.len() as u64,
            privacy: Privacy::of(examination),
            risk: Risk {
                prosecutor: ProsecutorRisk {
                    max: if k > 0 { 1.0 / k as f64 } else { 0.0 },
                    mean: share,
                },
                marketer: share,
            },
            utility: Utility {
                discernibility: discernibility(sizes),
                discernibility_with_suppression: with_suppression(
                    sizes,
                    suppressed_rows,
                    original_rows,
                ),
                ..Utility::default()
            },
        }
    }

    fn empty(original_rows: u64) -> Self {
        Measures {
            rows: 0,
            suppressed_rows: original_rows,
            classes: 0,
            privacy: Privacy::default(),
            risk: Risk {
                prosecutor: ProsecutorRisk {
                    max: 0.0,
                    mean: 0.0,
                },
                marketer: 0.0,
            },
            utility: Utility {
                discernibility_with_suppression: with_suppression(
                    &[],
                    original_rows,
                    original_rows,
                ),
                completeness: Some(0.0),
                ..Utility::default()
            },
        }
    }
}

/// Share of the quasi-identifiers' information that a draft lost against the table it was made of; a row left out lost all.
pub fn draft_loss(draft: &Draft, original_rows: u64) -> Option<f64> {
    let kept = draft
        .tables
        .iter()
        .find(|(part, _)| !part.is_sensitive())
        .map_or(0, |(_, table)| table.counted_rows());
    mean_loss(draft, |loss| &loss.spread, kept, original_rows)
}

/// Mean over rows and quasi-identifiers; a row left out counts as lost entirely.
fn mean_loss(
    draft: &Draft,
    pick: fn(&CodeLoss) -> &[f64],
    kept: u64,
    original_rows: u64,
) -> Option<f64> {
    let (_, table) = draft.tables.iter().find(|(part, _)| !part.is_sensitive())?;
    if draft.losses.is_empty() || original_rows == 0 {
        return None;
    }
    let mut total = 0.0;
    for loss in &draft.losses {
        let Ok(index) = table.index_of(&loss.attribute) else {
            // An attribute that was left out says nothing in any row.
            total += original_rows as f64;
            continue;
        };
        let counts = table.counts_of(index);
        total += counts
            .iter()
            .zip(pick(loss))
            .map(|(&count, &lost)| count as f64 * lost)
            .sum::<f64>();
        total += original_rows.saturating_sub(kept) as f64;
    }
    Some(total / (original_rows as f64 * draft.losses.len() as f64))
}
