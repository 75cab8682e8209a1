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
use bauta_privacy::risk::{Conformity, KReading};
use bauta_table::Progress;
use serde::Serialize;

use crate::kept::Kept;
use crate::missing::without_missing;
use crate::reading::{ProjectInput, read_in_roles, table_faults};
use crate::seconds::{Seconds, timed};
use crate::standing::{Standing, Thresholds, thresholds};
use crate::{hierarchies, rules, undecided};
use bauta_messages::Problems;
use bauta_messages::Result;

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
    /// The quasi-identifier without which the mean risk falls most, and the share that goes away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_dangerous: Option<(String, f64)>,
}

impl Footing {
    fn of(standing: Standing, information_loss: f64) -> Self {
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
    /// Whether the thresholds are reached.
    pub reached: bool,
    /// Things worth saying.
    pub notes: Vec<String>,
    /// Where the time went.
    pub seconds: Seconds,
}

/// Takes all steps of a project and measures before and after each; writes nothing.
///
/// # Errors
/// Everything that is wrong with the data, the roles or a step.
pub fn history<'a>(input: impl Into<ProjectInput<'a>>, progress: &dyn Progress) -> Result<History> {
    let ProjectInput { project, opened } = input.into();
    let mut seconds = Seconds::default();
    let mut project = project.clone();
    let mut problems = Problems::default();
    problems.extend(project.roles.faults());
    problems.extend(project.targets.faults());
    let read = timed(&mut seconds.read, || {
        read_in_roles(&mut project, opened, &mut problems, progress)
    });
    let Some(original) = read else {
        return Err(problems.into_error());
    };
    if project.roles.quasi_identifiers.is_empty() {
        problems.push(bauta_table::Fault::NoneInRole {
            needs: "reducing the risk".into(),
            role: bauta_table::Role::QuasiIdentifier,
            flag: "--qi",
        });
    }
    problems.extend(undecided::faults(&project, &original.table));
    problems.extend(table_faults(&project, &original.table));
    let hierarchies = hierarchies::load(&project, Some(&original.table), &mut problems);
    let mut notes = original.notes;
    let rules = rules::of_input(&project, &original.table, &mut problems, &mut notes);
    problems.result()?;
    let table = without_missing(&project, original.table, &mut notes);
    let Thresholds { k, l } = thresholds(&project);
    let walked = timed(&mut seconds.search, || {
        let rules = rules.as_ref();
        apply_steps(
            &StepsInput {
                project: &project,
                table: &table,
                hierarchies: &hierarchies,
                rules,
                drawn: &[],
            },
            progress,
        )
    })?;
    let before = Footing::of(Standing::of(&table, thresholds(&project)), 0.0);
    let last = walked.steps.last().map_or(&before, |step| &step.after);
    Ok(History {
        input: original.input.to_string(),
        target_k: k,
        target_l: l,
        reached: last.conforms(),
        before,
        steps: walked.steps,
        notes,
        seconds,
    })
}
