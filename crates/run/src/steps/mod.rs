//! One reduction after the other, measuring before and after each: how a statistics office brings a risk down.
//!
//! **Source** a statistics office's manual, section 5: measure; while a threshold is not met, reduce one quasi-identifier at a time
//! and look at what the step did; treat outliers; publish. The steps stand in the project file, so that the history can be read,
//! replayed on next year's data, and undone from its end.
//!
//! **Idea.** A step is a technique with its parameters. Its plan is applied to what the step before left; the result has to be one
//! table. Losses are always counted against the first table, so that a reader sees what all steps together cost.

mod drawn;
mod edit;
mod fitting;
mod walk;

pub use drawn::{At, Drawn};
pub use edit::{add_step, undo_step};
pub use walk::{StepsInput, StepsResult, apply_steps};
pub(crate) use walk::{together, unseen};

use std::collections::BTreeMap;

use bauta_methods::DifferentialPrivacy;
use bauta_privacy::risk::{Conformity, KReading, SurveyRisk};
use bauta_table::Table;
use serde::Serialize;

use crate::kept::Kept;
use crate::seconds::Seconds;
use crate::standing::{Standing, Thresholds};

/// Where a table stands between two steps.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Footing {
    /// Its rows.
    pub rows: u64,
    /// Its equivalence classes.
    pub classes: u64,
    /// Rows of the smallest class.
    pub k: u64,
    /// What that means.
    pub k_reading: KReading,
    /// Fewest different values in a class, by sensitive attribute.
    pub l: BTreeMap<String, u64>,
    /// Rows alone in their class.
    pub uniques: u64,
    /// The chance to find a person who is known to be in the table: in the worst class.
    pub highest_risk: f64,
    /// On average over rows.
    pub mean_risk: f64,
    /// Classes and rows that miss the thresholds.
    pub nonconforming: Conformity,
    /// Share of the quasi-identifiers' information that is gone since the first table.
    pub information_loss: f64,
    /// The risk by survey weights and of households, where the table has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub survey: Option<SurveyRisk>,
    /// The quasi-identifier without which the mean risk falls most, and the share that goes away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_dangerous: Option<(String, f64)>,
}

impl Footing {
    pub(crate) fn of(table: &Table, limits: Thresholds, information_loss: f64) -> Self {
        let standing = Standing::of(table, limits);
        let most = standing
            .contributions
            .iter()
            .max_by(|a, b| a.contribution.total_cmp(&b.contribution));
        Footing {
            rows: standing.rows,
            classes: standing.classes,
            k: standing.k,
            k_reading: standing.k_reading,
            most_dangerous: most.map(|most| (most.attribute.clone(), most.contribution)),
            l: standing.l,
            uniques: standing.uniques,
            highest_risk: standing.prosecutor.max,
            mean_risk: standing.prosecutor.mean,
            nonconforming: standing.nonconforming,
            information_loss,
            survey: SurveyRisk::of(table),
        }
    }

    /// Whether no class misses a threshold.
    pub fn conforms(&self) -> bool {
        self.nonconforming.any.rows == 0
    }
}

/// A step that was taken.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct StepRecord {
    /// The method.
    pub method: String,
    /// Its parameters, defaults included.
    pub parameters: BTreeMap<String, String>,
    /// Where the table stands after it.
    pub after: Footing,
    /// Whether every value that it leaves contains the value before it.
    pub truthful: bool,
    /// Whether the same settings and seed give the same result; told where they do not.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub reproducible: bool,
    /// What noise of a stated ε and δ guarantees by how it was drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differential_privacy: Option<DifferentialPrivacy>,
    /// What it made of the statistics of the table, where its theory says something about them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<Kept>,
    /// Things worth saying about it.
    pub notes: Vec<String>,
}

/// All steps of a project, measured.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct History {
    /// Where the data came from.
    pub input: String,
    /// The least rows of a class that conform.
    pub target_k: u64,
    /// The least different sensitive values of a class that conform.
    pub target_l: u64,
    /// Where the table stood before any step.
    pub before: Footing,
    /// The steps.
    pub steps: Vec<StepRecord>,
    /// What the project asks for, in words, and whether the table after the last step has it; nothing where the project asks for nothing.
    pub guarantees: Vec<(String, bool)>,
    /// Whether all of that is reached; the thresholds, where the project asks for nothing.
    pub reached: bool,
    /// Things worth saying.
    pub notes: Vec<String>,
    /// Where the time went.
    pub seconds: Seconds,
}
