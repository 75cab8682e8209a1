//! What a technique is given, and what it answers.

mod planner;
mod task;

use std::sync::Arc;

use bauta_table::recoding::{Prepared, Recoding};
use bauta_table::{Fault, Table};
use serde::Serialize;

pub(crate) use crate::context::stream;
pub use crate::context::{Context, Error, Result};
use crate::descriptor::Descriptor;
use crate::parameter::{Parameters, Settings};
use crate::trace::Lesson;
pub use planner::{CheckedTechnique, Planner};
pub use task::{Task, misfits};

/// A way to protect a table.
pub trait Technique: Sync {
    /// Its only declaration.
    fn descriptor(&self) -> &'static Descriptor;

    /// Its own struct of parameters, read through the constants that its descriptor lists.
    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner>;

    /// Checks what was typed; `quasi_identifiers` are the names that the table has in this role.
    ///
    /// # Errors
    /// All faults together.
    fn check(
        &self,
        settings: &Settings,
        quasi_identifiers: &[String],
    ) -> Result<CheckedTechnique, Vec<Fault>> {
        let Descriptor { id, parameters, .. } = self.descriptor();
        let parameters = Parameters::check(id, parameters, settings, quasi_identifiers)?;
        Ok(CheckedTechnique::new(self.planner(&parameters), parameters))
    }

    /// How many tables it publishes with these settings.
    fn outputs(&self, settings: &Settings) -> usize {
        let _ = settings;
        self.descriptor().outputs
    }

    /// Whether it recodes every attribute to one level of its hierarchy, so that a population can be recoded alike.
    fn is_full_domain(&self) -> bool {
        false
    }

    /// What is wrong with a table for it, beyond what its descriptor says that it needs.
    fn misses(&self, prepared: &Prepared<'_>) -> Vec<Fault> {
        let _ = prepared;
        Vec::new()
    }

    /// What is wrong with settings for a table that the descriptor cannot tell. Asked whatever else is wrong, so that everything is
    /// told at once: settings are as they were typed, and attributes may not be what they should.
    fn setting_faults(&self, settings: &Settings, table: &Table) -> Vec<Fault> {
        let _ = (settings, table);
        Vec::new()
    }

    /// How it is explained, if it tells its decisions to who listens ([`Context::trace`]).
    fn lesson(&self) -> Option<&'static Lesson> {
        None
    }
}

/// What noise of a stated ε and δ guarantees: with whatever other values of these attributes a row had, any release would be at most e^ε
/// times as likely, and δ more.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct DifferentialPrivacy {
    /// The distribution of the noise.
    pub mechanism: &'static str,
    /// ε, for all these attributes of a row together.
    pub epsilon: f64,
    /// δ.
    pub delta: f64,
    /// The protected attributes.
    pub attributes: Vec<Protected>,
}

/// An attribute that noise of a stated ε and δ protects.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Protected {
    /// Its name.
    pub attribute: String,
    /// The standard deviation of the noise, which whoever analyses the release should know.
    pub deviation: f64,
}

/// What a technique answers.
pub enum Outcome {
    /// A plan that satisfies every model, as far as counts tell.
    Plan(Recoding),
    /// There is none.
    Unreachable(NearestMiss),
}

/// How near the best attempt came.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, schemars::JsonSchema)]
pub struct NearestMiss {
    /// What the best attempt was.
    pub attempt: String,
    /// The guarantees that it misses, in words.
    pub missing: Vec<String>,
    /// What would help.
    pub advice: String,
}
