//! What a job is asked to do: a kind, and the settings of that kind. Loose as it came; the library checks what the settings mean.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use bauta::guide::context::Answers;
use bauta::synthesis::ALL;
use bauta::{Candidate, Generator, Project};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::job_kind::JobKind;

/// What a job is asked to do.
#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum JobRequest {
    /// Every risk measure of the data as they stand.
    Risk(Order<Option<RiskSettings>>),
    /// A verified release, kept to be looked at.
    Anonymize(Order<Option<AnonymizeSettings>>),
    /// Several methods side by side.
    Compare(Order<CompareSettings>),
    /// Attacks on a release that an earlier job made.
    Attack(Order<AttackSettings>),
    /// The project's reductions, one after the other, with what each did.
    Steps(Order<Option<NoSettings>>),
    /// The guided path: what the data and the answers say, and what is suggested.
    Advise(Order<Option<AdviceSettings>>),
    /// The guided path: what was picked of an earlier advice runs and is measured.
    Measure(Order<MeasureSettings>),
    /// A table of fictitious rows.
    Synthesize(Order<Option<SynthesisSettings>>),
    /// How good a table of fictitious rows is that an earlier job made.
    Evaluate(Order<EvaluationSettings>),
    /// Co-clusters evaluated level by level.
    Study(Order<Option<StudySettings>>),
}

/// What all kinds have.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Order<S> {
    /// Instead of the dataset's project.
    pub project: Option<Project>,
    /// What the user calls it.
    pub name: Option<String>,
    /// What this kind can be told.
    pub options: S,
}

impl<S> Order<S> {
    fn head(&self, kind: JobKind) -> (JobKind, Option<&Project>, Option<&str>) {
        (kind, self.project.as_ref(), self.name.as_deref())
    }
}

impl<S: Clone + Default> Order<Option<S>> {
    /// What was said, or what is usual.
    pub fn settings(&self) -> S {
        self.options.clone().unwrap_or_default()
    }
}

impl JobRequest {
    /// The kind, the project that is given instead of the dataset's, and the name.
    pub fn head(&self) -> (JobKind, Option<&Project>, Option<&str>) {
        match self {
            JobRequest::Risk(order) => order.head(JobKind::Risk),
            JobRequest::Anonymize(order) => order.head(JobKind::Anonymize),
            JobRequest::Compare(order) => order.head(JobKind::Compare),
            JobRequest::Attack(order) => order.head(JobKind::Attack),
            JobRequest::Steps(order) => order.head(JobKind::Steps),
            JobRequest::Advise(order) => order.head(JobKind::Advise),
            JobRequest::Measure(order) => order.head(JobKind::Measure),
            JobRequest::Synthesize(order) => order.head(JobKind::Synthesize),
            JobRequest::Evaluate(order) => order.head(JobKind::Evaluate),
            JobRequest::Study(order) => order.head(JobKind::Study),
        }
    }

    /// The job that it goes on from.
    pub fn predecessor(&self) -> Option<&str> {
        match self {
            JobRequest::Attack(order) => Some(&order.options.job),
            JobRequest::Measure(order) => Some(&order.options.job),
            JobRequest::Evaluate(order) => Some(&order.options.job),
            JobRequest::Anonymize(order) => order.options.as_ref()?.job.as_deref(),
            JobRequest::Synthesize(order) => order.options.as_ref()?.job.as_deref(),
            _ => None,
        }
    }
}

/// Nothing can be told.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoSettings {}

/// How risks are measured; what is not said is as the library has it.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RiskSettings {
    /// The column that tells for how many people a row stands.
    pub weight: Option<String>,
    /// People of the population.
    pub population: Option<u64>,
    /// The share of the population that is in the data.
    pub sampling_fraction: Option<f64>,
    /// The column that tells who lives together.
    pub household: Option<String>,
    /// Rows that a class should have.
    pub target_k: Option<u64>,
    /// Different sensitive values that a class should have.
    pub target_l: Option<u64>,
    /// The most outliers that are told.
    pub outliers: Option<usize>,
    /// Whether the values of outliers are told.
    pub show_values: bool,
}

/// Which of the measured signatures is released, where the guided path led here.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AnonymizeSettings {
    /// The job whose measured signatures are chosen from.
    pub job: Option<String>,
    /// The number of the signature; the best one if not said.
    pub choice: Option<String>,
}

/// What is compared.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompareSettings {
    /// Methods with their parameters and targets.
    #[serde(default)]
    pub candidates: Vec<Candidate>,
    /// Whether models are learnt from the releases.
    pub models: Option<bool>,
    /// Seed of everything that is drawn.
    pub seed: Option<u64>,
}

/// What is attacked, and how often.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttackSettings {
    /// The job whose release is attacked.
    pub job: String,
    /// Attacks of each kind.
    pub attacks: Option<usize>,
    /// How many sensitive values an attacker can exclude at most.
    pub exclude: Option<usize>,
    /// Seed of everything that is drawn.
    pub seed: Option<u64>,
    /// The answer is no if the upper bound of a risk is above this.
    pub fail_above: Option<f64>,
}

/// What is known of the situation.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AdviceSettings {
    // The guide reads answers by itself: it knows more forms than one, and says what is wrong in both languages.
    /// Answers to the questions of the context.
    #[schemars(with = "Answers")]
    pub answers: Value,
}

/// What of an advice is run.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeasureSettings {
    /// The job whose suggestions run.
    pub job: String,
    /// Numbers of signatures.
    pub picked: Vec<String>,
}

/// How fictitious rows are made: a generator of the library, by its id.
#[derive(Clone, Copy)]
pub struct SynthesisMethod(pub &'static dyn Generator);

impl<'de> Deserialize<'de> for SynthesisMethod {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        static IDS: LazyLock<Vec<&str>> =
            LazyLock::new(|| ALL.iter().map(|it| it.card().id).collect());
        let id = String::deserialize(deserializer)?;
        match bauta::synthesis::find(&id) {
            Ok(generator) => Ok(SynthesisMethod(generator)),
            Err(_) => Err(D::Error::unknown_variant(&id, &IDS)),
        }
    }
}

impl JsonSchema for SynthesisMethod {
    fn schema_name() -> Cow<'static, str> {
        "SynthesisMethod".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let methods = ALL.iter().map(|generator| generator.card()).map(|card| {
            serde_json::json!({ "description": card.summary.en, "type": "string", "const": card.id })
        });
        json_schema!({
            "description": "How fictitious rows are made.",
            "oneOf": methods.collect::<Vec<_>>(),
        })
    }
}

/// How fine co-clusters are.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fineness {
    /// As the criterion has it.
    Optimal,
    /// As many as k allows.
    Fine,
}

/// How fictitious rows are made.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SynthesisSettings {
    /// The job whose model is drawn from, instead of learning one.
    pub job: Option<String>,
    /// The model.
    pub method: SynthesisMethod,
    /// Rows that everything in the model stands for at least.
    pub k: u64,
    /// Rows to draw; as many as there are if not said.
    pub rows: Option<usize>,
    /// Seed of everything that is drawn.
    pub seed: u64,
    /// Seconds after which a search ends with what it has found.
    pub seconds: Option<u64>,
    /// Clusters of rows to draw from.
    pub clusters: Option<usize>,
    /// How fine clusters are.
    pub detail: Fineness,
    /// ε of noisy tables.
    pub epsilon: f64,
    /// Columns that are left out.
    pub drop: Vec<String>,
    /// What columns can have, for noisy tables.
    pub values: BTreeMap<String, String>,
    /// Whether a share of the rows has no part in it, for the evaluation.
    pub keep_out: bool,
}

impl Default for SynthesisSettings {
    fn default() -> Self {
        SynthesisSettings {
            job: None,
            method: SynthesisMethod(ALL[0]),
            k: 10,
            rows: None,
            seed: 1,
            seconds: None,
            clusters: None,
            detail: Fineness::Optimal,
            epsilon: 1.0,
            drop: Vec::new(),
            values: BTreeMap::new(),
            keep_out: false,
        }
    }
}

/// Which fictitious rows are evaluated, and how.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EvaluationSettings {
    /// The job whose rows are evaluated.
    pub job: String,
    /// Attacks of each kind.
    pub attacks: Option<usize>,
    /// Seed of everything that is drawn.
    pub seed: Option<u64>,
}

/// Which levels of co-clusters are evaluated.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StudySettings {
    /// Clusters of rows of each level.
    pub levels: Vec<usize>,
    /// Columns that are left out.
    pub drop: Vec<String>,
    /// Seed of everything that is drawn.
    pub seed: Option<u64>,
}
