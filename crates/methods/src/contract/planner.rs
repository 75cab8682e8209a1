//! A technique with its parameters: what plans, and what can be said of its plans beforehand.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use bauta_privacy::Requirement;
use bauta_table::{Fault, Table};

use super::{Context, DifferentialPrivacy, Outcome, Result, Task, Technique};
use crate::by_row::RowWise;
use crate::descriptor::Family;
use crate::keeps::Keeps;
use crate::parameter::Parameters;

/// The checked parameters of a technique, as a struct of its own: they know all that it takes to plan.
pub trait Planner: Send + Sync {
    /// The technique.
    fn technique(&self) -> &'static dyn Technique;

    /// What is wrong with a task that neither the descriptor nor the table by itself can tell.
    fn faults(&self, task: &Task<'_>) -> Vec<Fault> {
        let _ = task;
        Vec::new()
    }

    /// Decides how to recode. "There is no way" is an answer, not an error. Statements about the whole release may be left to
    /// [`plan`](crate::plan), which asks for larger classes until they hold.
    ///
    /// # Errors
    /// When the work was cancelled.
    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome>;

    /// What a release is held to: the requirements, unless the technique or a parameter gives one of them another reading. A technique that
    /// leaves quasi-identifiers exact reads k as the rows of a bucket.
    fn verified(&self, requirements: &[Requirement]) -> Vec<Requirement> {
        let separates = self.technique().descriptor().family == Family::Separation;
        let of_buckets = |requirement: &Requirement| match requirement.as_k_anonymity() {
            Some(k) if separates => Requirement::bucket_size(k),
            _ => requirement.clone(),
        };
        let mut held_to: Vec<Requirement> = requirements.iter().map(of_buckets).collect();
        held_to.extend(self.requires(requirements));
        held_to
    }

    /// What a release is held to besides, because the technique promises more than it is asked for.
    fn requires(&self, requirements: &[Requirement]) -> Vec<Requirement> {
        let _ = requirements;
        Vec::new()
    }

    /// Whether nothing untrue is said of a quasi-identifier: each released label contains the value of its row, which the verifier checks. A
    /// technique that replaces values claims nothing of the kind.
    fn is_truthful(&self) -> bool {
        self.technique().descriptor().family == Family::Generalization
    }

    /// Whether the same settings and seed give the same release. Not where noise must come from the operating system, because
    /// whoever could draw it again could take it off.
    fn repeats(&self) -> bool {
        true
    }

    /// The differential privacy that a release has by how it is drawn; no look at its rows can verify it.
    fn differential_privacy(&self, table: &Table) -> Option<DifferentialPrivacy> {
        let _ = table;
        None
    }

    /// What theory says about the statistics of the changed attributes; none where the technique does not perturb.
    fn keeps(&self) -> Option<Keeps> {
        None
    }

    /// Whether every row draws its values by itself, so that those of single rows can be drawn again where they break an edit rule.
    fn redraws(&self) -> bool {
        false
    }

    /// Why it looks at single rows (`exchanges values between rows`); none where it decides by the counts of distinct tuples and runs on data that
    /// are elsewhere: the plan for a table of distinct rows with their weights is the plan for the rows.
    fn needs_rows(&self) -> Option<&'static str> {
        match self.technique().descriptor().family {
            Family::Generalization => None,
            Family::Separation => Some("puts single rows in groups and parts"),
            _ => Some("looks at single rows"),
        }
    }

    /// How to do it row by row, where what becomes of a row follows from its own values and its number alone: an engine that knows the numbers of
    /// its rows can do it while it reads or writes them.
    fn row_wise(&self) -> Option<RowWise<'_>> {
        None
    }
}

/// A technique with parameters that it accepts.
#[derive(Clone)]
pub struct CheckedTechnique {
    parameters: Parameters,
    planner: Arc<dyn Planner>,
}

impl CheckedTechnique {
    /// What plans, with the parameters that it was made of.
    pub(crate) fn new(planner: Arc<dyn Planner>, parameters: Parameters) -> CheckedTechnique {
        CheckedTechnique {
            parameters,
            planner,
        }
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Why data that stay elsewhere are not enough: it needs rows, and not one by one.
    pub fn needs_rows_together(&self) -> Option<&'static str> {
        self.needs_rows().filter(|_| self.row_wise().is_none())
    }
}

impl Deref for CheckedTechnique {
    type Target = dyn Planner;

    fn deref(&self) -> &Self::Target {
        self.planner.as_ref()
    }
}

impl fmt::Debug for CheckedTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.technique().descriptor().id;
        f.debug_tuple("CheckedTechnique")
            .field(&id)
            .field(&self.parameters)
            .finish()
    }
}
