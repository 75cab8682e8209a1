//! The figures that go with every check and every release: privacy reached, risk left, utility lost.

use std::collections::BTreeMap;

use bauta_table::recoding::{CodeLoss, Draft, Part};
use serde::Serialize;

use crate::examine::Examination;

/// Everything measured.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
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
            told.iter().map(|(name, most)| (name.clone(), most[which])).filter(|(_, most)| most.is_finite()).collect()
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
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Risk {
    /// An attacker who knows that the person is in the release.
    pub prosecutor: ProsecutorRisk,
    /// Expected share of rows that an attacker who links all of them gets right.
    pub marketer: f64,
}

/// The chance to find the row of a person known to be in the release.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProsecutorRisk {
    /// In the worst class.
    pub max: f64,
    /// On average over rows.
    pub mean: f64,
}

/// What was lost; measures that need the original are absent where only a table is checked.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
}

impl Measures {
    /// The measures of a table that is only checked.
    pub fn of_table(examination: &Examination, k: Option<u64>) -> Self {
        let rows: u64 = examination.classes.sizes().iter().sum();
        let mut measures = Measures::of_classes(examination, rows, 0);
        measures.utility.average_class_size = average_class_size(rows, measures.classes, k);
        measures
    }

    pub(crate) fn of_draft(draft: &Draft, examination: Option<&Examination>, original_rows: u64) -> Self {
        let Some(examination) = examination else { return Measures::empty(original_rows) };
        let suppressed = draft.suppressed_rows;
        let mut measures = Measures::of_classes(examination, original_rows, suppressed);
        let kept: u64 = measures.rows;
        measures.utility.average_class_size =
            average_class_size(original_rows, measures.classes, Some(measures.privacy.k));
        let lost = |pick: fn(&CodeLoss) -> &[f64]| mean_loss(draft, pick, kept, original_rows);
        measures.utility.information_loss = lost(|loss| &loss.spread);
        measures.utility.precision = lost(|loss| &loss.level).map(|loss| 1.0 - loss);
        measures.utility.completeness = (original_rows > 0).then(|| kept as f64 / original_rows as f64);
        measures
    }

    /// C_AVG with the k that was asked for, where it is known.
    pub fn with_target_k(mut self, original_rows: u64, k: Option<u64>) -> Self {
        self.utility.average_class_size = average_class_size(original_rows, self.classes, k.or(Some(self.privacy.k)));
        self
    }

    fn of_classes(examination: &Examination, original_rows: u64, suppressed_rows: u64) -> Self {
        let sizes = examination.classes.sizes();
        let rows: u64 = sizes.iter().sum();
        let share = if rows > 0 { sizes.len() as f64 / rows as f64 } else { 0.0 };
        let k = examination.k();
        // In floating point: the square of a large class does not fit in 64 bits for ten billion rows.
        let discernibility: f64 = sizes.iter().map(|&size| size as f64 * size as f64).sum();
        Measures {
            rows,
            suppressed_rows,
            classes: sizes.len() as u64,
            privacy: Privacy::of(examination),
            risk: Risk {
                prosecutor: ProsecutorRisk { max: if k > 0 { 1.0 / k as f64 } else { 0.0 }, mean: share },
                marketer: share,
            },
            utility: Utility {
                discernibility,
                discernibility_with_suppression: discernibility + suppressed_rows as f64 * original_rows as f64,
                average_class_size: None,
                precision: None,
                information_loss: None,
                completeness: None,
            },
        }
    }

    fn empty(original_rows: u64) -> Self {
        Measures {
            rows: 0,
            suppressed_rows: original_rows,
            classes: 0,
            privacy: Privacy::default(),
            risk: Risk { prosecutor: ProsecutorRisk { max: 0.0, mean: 0.0 }, marketer: 0.0 },
            utility: Utility {
                discernibility: 0.0,
                discernibility_with_suppression: original_rows as f64 * original_rows as f64,
                average_class_size: None,
                precision: None,
                information_loss: None,
                completeness: Some(0.0),
            },
        }
    }
}

fn average_class_size(rows: u64, classes: u64, k: Option<u64>) -> Option<f64> {
    let k = k.filter(|&k| k > 0)?;
    (classes > 0).then(|| rows as f64 / classes as f64 / k as f64)
}

/// Mean over rows and quasi-identifiers; a row left out counts as lost entirely.
fn mean_loss(draft: &Draft, pick: fn(&CodeLoss) -> &[f64], kept: u64, original_rows: u64) -> Option<f64> {
    let (_, table) = draft.tables.iter().find(|(part, _)| *part != Part::Sensitive)?;
    if draft.losses.is_empty() || original_rows == 0 {
        return None;
    }
    let mut total = 0.0;
    for loss in &draft.losses {
        let column = &table.attributes()[table.index_of(&loss.attribute).ok()?].column;
        let counts = column.codes().counts(column.dictionary().len());
        total += counts.iter().zip(pick(loss)).map(|(&count, &lost)| count as f64 * lost).sum::<f64>();
        total += original_rows.saturating_sub(kept) as f64;
    }
    Some(total / (original_rows as f64 * draft.losses.len() as f64))
}
