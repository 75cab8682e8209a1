//! Candidates side by side on the same data: what each guarantees, what it costs, and which of them no other one beats.
//!
//! **Idea.** (1) Read and prepare the data once. (2) Run every candidate as `anonymize` would, verified, without writing anything; one that
//! cannot be had stays in the list with its reason. (3) Measure each against the original. (4) With a target, run it once more on the
//! training rows only, and test models on the other rows. (5) Mark the candidates that no other one beats (`front`).

mod front;
mod plan;
mod plot;

use std::collections::BTreeMap;

use bauta_formats::Source;
use bauta_privacy::utility::{Reading, pairing};
use bauta_privacy::{Assessment, Release};
use bauta_table::recoding::Prepared;
use bauta_table::{Fault, Hierarchy, Progress, Role, Stage, Table};
use serde::Serialize;

pub use front::{ComparisonCriterion, unbeaten};
pub use plan::{Candidate, candidates_of_plan};
pub use plot::{exact_rows, plot_html, plot_svg};

use crate::evaluate::{Appraisal, Learner, Released, appraise, split, workload_faults};
use crate::evaluate::{EvaluateOptions, QueryReport, TaskUtility};
use bauta_messages::Problems;
use bauta_messages::{Error, Result};
use bauta_run::driver::{
    Draft, Drafted, Original, Request, draft, quasi_identifiers, read_in_roles, sensitive_of,
    table_faults, without_missing,
};
use bauta_run::hierarchies;
use bauta_run::project::Project;
use bauta_run::report::{Report, Seconds, timed};
use bauta_run::{Opened, ProjectInput};

/// Whether a candidate can be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// A verified release.
    Released,
    /// There is none.
    Unreachable,
    /// The method does not fit the data or the targets.
    NotApplicable,
}

/// What came of a candidate.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Compared {
    /// Its number, from 1.
    pub number: usize,
    /// The people of a class that were asked for.
    #[serde(skip)]
    pub asked_k: Option<u64>,
    /// The method.
    pub method: String,
    /// Its parameters, defaults included.
    pub parameters: BTreeMap<String, String>,
    /// The parameters that were asked for.
    pub settings: BTreeMap<String, String>,
    /// What it must guarantee, in words.
    pub targets: Vec<String>,
    /// Whether it can be had.
    pub status: Status,
    /// Why it cannot.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
    /// The same in French.
    #[serde(skip)]
    pub reasons_fr: Vec<String>,
    /// Whether it carries the star: no other candidate is as good in all criteria of the comparison and better in one, it did not lose more
    /// than nine tenths of the information, and its highest risk is not above what the k asked for allows. Of candidates with the same figures the first carries it.
    pub pareto: bool,
    /// The number of the candidate with the same figures that carries the star for both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<usize>,
    /// The level of each attribute, for full-domain recodings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<BTreeMap<String, u8>>,
    /// What was measured.
    #[serde(flatten)]
    pub assessment: Option<Assessment>,
    /// Cells whose label does not cover the original value, where rows were matched.
    pub untrue_cells: Option<u64>,
    /// Errors of count queries.
    pub queries: Option<QueryReport>,
    /// What models learn from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<TaskUtility>,
    /// Where the time went.
    pub seconds: Seconds,
}

impl Compared {
    /// Method and what was asked of it: `mondrian median=nearest`.
    pub fn name(&self) -> String {
        let settings = self
            .settings
            .iter()
            .map(|(name, value)| format!(" {name}={value}"));
        self.method.clone() + &settings.collect::<String>()
    }

    /// The best accuracy of a model trained on the release.
    pub fn accuracy(&self) -> Option<f64> {
        let scores = self
            .task
            .as_ref()?
            .models
            .iter()
            .filter_map(|model| Some(model.release?.accuracy));
        scores.reduce(f64::max)
    }

    /// Searching, applying and verifying.
    pub fn total_seconds(&self) -> f64 {
        self.seconds.search + self.seconds.apply + self.seconds.verify
    }

    /// Whether only the link to sensitive values is protected: rows are found by their quasi-identifiers, which stay exact.
    pub fn leaves_rows_exact(&self) -> bool {
        let assessment = self.assessment.as_ref();
        assessment.is_some_and(Assessment::is_separated)
    }

    /// Takes what the report of its run says.
    fn tell(&mut self, report: &Report) {
        self.parameters.clone_from(&report.parameters);
        self.node.clone_from(&report.node);
        self.seconds = report.seconds;
        let guarantees = report.guarantees().iter();
        self.targets = guarantees.map(|(title, _)| title.clone()).collect();
        let Some(miss) = &report.nearest_miss else {
            self.status = Status::Released;
            return;
        };
        self.status = Status::Unreachable;
        let missing = format!("{}; it misses: {}", miss.attempt, miss.missing.join(", "));
        self.reasons = vec![missing, miss.advice.clone()];
        let fr = |text: &String| bauta_messages::french::of(text);
        let missing: Vec<String> = miss.missing.iter().map(fr).collect();
        let missing = format!(
            "{} ; il y manque : {}",
            fr(&miss.attempt),
            missing.join(", ")
        );
        self.reasons_fr = vec![missing, fr(&miss.advice)];
    }
}

/// All candidates.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Comparison {
    /// Program and version.
    pub bauta: &'static str,
    /// Where the data came from.
    pub input: String,
    /// Rows that were read.
    pub original_rows: u64,
    /// The seed.
    pub seed: u64,
    /// The candidates, in the order in which they were given.
    pub candidates: Vec<Compared>,
    /// What the star goes by.
    pub criteria: Vec<ComparisonCriterion>,
    /// Things worth saying.
    pub notes: Vec<String>,
    /// How long reading took.
    pub read_seconds: f64,
}

/// Runs every candidate on the project's data. Its method, parameters and targets are those of the candidates, where these
/// say so.
///
/// # Errors
/// Everything that is wrong with the request or the data; the failure of a file; or that it was stopped.
pub fn compare<'a>(
    input: impl Into<ProjectInput<'a>>,
    candidates: &[Candidate],
    options: &EvaluateOptions,
    progress: &dyn Progress,
) -> Result<Comparison> {
    let ProjectInput { project, opened } = input.into();
    let mut project = project.clone();
    let mut read_seconds = 0.0;
    let Gathered { original, loaded } = timed(&mut read_seconds, || {
        ready(&mut project, opened, candidates, options, progress)
    })?;
    let Original {
        input,
        table,
        mut notes,
        ..
    } = original;
    let original_rows = table.rows() as u64;
    let whole = sensitive_of(&table);
    let all = table.clone();
    let table = without_missing(&project, table, &mut notes);
    let qis = quasi_identifiers(&project, &table, &loaded)?;
    let mut prepared = Prepared::new(&table, qis).with_sensitive_hierarchies(&loaded)?;
    prepared.original = Some(&whole);
    let training = Training::new(&project, &prepared, options, &mut notes)?;
    let bench = Bench {
        project: &project,
        table: &all,
        prepared: &prepared,
        original_rows,
        options,
        training: training.as_ref(),
        hierarchies: &loaded,
    };
    let mut compared = Vec::new();
    for (index, candidate) in candidates.iter().enumerate() {
        let share = Share {
            whole: progress,
            index: index as u64,
            count: candidates.len() as u64,
        };
        compared.push(bench.run(index + 1, candidate, &share)?);
        if progress.cancelled() {
            return Err(Error::Cancelled);
        }
    }
    let criteria = front::mark(&mut compared);
    Ok(Comparison {
        bauta: env!("CARGO_PKG_VERSION"),
        input: input.to_string(),
        original_rows,
        seed: options.seed,
        candidates: compared,
        criteria,
        notes,
        read_seconds,
    })
}

/// What all candidates share.
struct Gathered {
    original: Original,
    loaded: BTreeMap<String, Hierarchy>,
}

/// Reads the data and checks everything that all candidates share, and what no candidate may have.
fn ready(
    project: &mut Project,
    opened: Option<&Opened>,
    candidates: &[Candidate],
    options: &EvaluateOptions,
    progress: &dyn Progress,
) -> Result<Gathered> {
    let mut problems = Problems::default();
    problems.extend(project.roles.faults());
    problems.extend(workload_faults(&options.workload));
    if candidates.is_empty() {
        problems.push(Fault::Request(
            "nothing to compare; give methods, or a plan with candidates".into(),
        ));
    }
    if project.roles.quasi_identifiers.is_empty() && project.roles.layout.is_none() {
        problems.push(Fault::NoneInRole {
            needs: "a comparison".into(),
            role: Role::QuasiIdentifier,
            flag: "--qi",
        });
    }
    let Some(mut original) = read_in_roles(project, opened, &mut problems, progress) else {
        return Err(problems.into_error());
    };
    // Nothing is published here: a column that nobody spoke of stays what it is.
    let columns = original.table.attributes().iter();
    let undecided = columns.filter(|it| !project.roles.decides(&it.name));
    let undecided: Vec<String> = undecided.map(|it| it.name.clone()).collect();
    project.roles.insensitive.extend(undecided);
    // Candidates differ in what they do to the other attributes: identifiers are left out of all of them, and only say whose row it is.
    let identifiers = std::mem::take(&mut project.roles.identifiers);
    match project.roles.person.is_empty() {
        true => project.roles.person = identifiers,
        false => project.roles.drop.extend(identifiers),
    }
    project.roles.assign(&mut original.table);
    for candidate in candidates {
        problems.extend(candidate.faults(project));
    }
    problems.extend(project.utility.faults(&project.roles.quasi_identifiers));
    problems.extend(table_faults(project, &original.table));
    let loaded = hierarchies::load(project, Some(&original.table), &mut problems);
    problems.result()?;
    Ok(Gathered { original, loaded })
}

/// The rows to learn from, by themselves, and models of the original.
struct Training {
    table: Table,
    rows: Vec<u32>,
    learner: Learner,
}

impl Training {
    fn new(
        project: &Project,
        prepared: &Prepared<'_>,
        options: &EvaluateOptions,
        notes: &mut Vec<String>,
    ) -> Result<Option<Self>> {
        if !options.models || project.roles.targets.is_empty() {
            return Ok(None);
        }
        let (rows, test) = split(prepared.table.rows(), options.seed);
        let learner = Learner::new(prepared, (&rows, &test), options.seed, notes);
        let table = prepared.table.picked(&rows);
        Ok(learner.map(|learner| Training {
            table,
            rows,
            learner,
        }))
    }
}

/// Everything that candidates share.
struct Bench<'a> {
    project: &'a Project,
    /// All rows that were read.
    table: &'a Table,
    /// Those that are complete, where others are left out.
    prepared: &'a Prepared<'a>,
    original_rows: u64,
    options: &'a EvaluateOptions,
    training: Option<&'a Training>,
    hierarchies: &'a BTreeMap<String, Hierarchy>,
}

impl Bench<'_> {
    fn run(
        &self,
        number: usize,
        candidate: &Candidate,
        progress: &dyn Progress,
    ) -> Result<Compared> {
        let (project, _) = candidate.applied_to(self.project)?;
        let requirements = project.targets.requirements();
        let mut compared = Compared {
            number,
            asked_k: project.targets.k(),
            method: candidate.method.clone(),
            parameters: candidate.parameters.clone(),
            settings: candidate.parameters.clone(),
            targets: requirements
                .iter()
                .map(bauta_privacy::Requirement::title)
                .collect(),
            status: Status::NotApplicable,
            reasons: Vec::new(),
            reasons_fr: Vec::new(),
            pareto: false,
            same_as: None,
            node: None,
            assessment: None,
            untrue_cells: None,
            queries: None,
            task: None,
            seconds: Seconds::default(),
        };
        let drafted = match self.drafted(&project, self.table, progress) {
            Ok(drafted) => drafted,
            Err(Error::Faults(faults)) => {
                let error = Error::Faults(faults);
                (compared.reasons, compared.reasons_fr) = (error.lines("en"), error.lines("fr"));
                return Ok(compared);
            }
            Err(other) => return Err(other),
        };
        compared.tell(drafted.report());
        if let Draft::Rows(drafted) = drafted {
            self.measure(&mut compared, *drafted);
            compared.task = self.learnt(&project, progress)?;
        }
        Ok(compared)
    }

    /// The candidate on some rows, in memory.
    fn drafted(&self, project: &Project, table: &Table, progress: &dyn Progress) -> Result<Draft> {
        let source = Source {
            table: table.clone(),
            part: None,
            delimiter: None,
            notes: Vec::new(),
        };
        let request = Request::new(project).on(source).in_memory();
        draft(request.with_hierarchies(self.hierarchies.clone()), progress)
    }

    fn measure(&self, compared: &mut Compared, drafted: Drafted) {
        let assessed = drafted.report.assessment.clone();
        let (Some(view), Some(assessment)) = (drafted.release().and_then(Release::view), assessed)
        else {
            return;
        };
        let quasi = view.quasi_identifiers;
        let reading = Reading::of(
            self.prepared.table,
            &self.prepared.qis,
            quasi,
            self.original_rows,
        );
        let source = pairing::pair(self.prepared.table, &self.prepared.qis, quasi, &reading);
        let released = Released {
            view,
            reading: &reading,
            source: source.as_deref(),
        };
        let weights = self.project.utility.weights_of(&self.prepared.qis);
        let Appraisal { losses, queries } =
            appraise(self.prepared, &released, &weights, self.options);
        let label = self.project.roles.label();
        compared.assessment = Some(assessment.with_losses(losses, &view, label));
        compared.queries = queries;
        let (table, qis) = (self.prepared.table, &self.prepared.qis);
        compared.untrue_cells =
            source.map(|source| pairing::untrue_cells(table, qis, quasi, &reading, &source));
    }

    /// What models learn from the candidate on the training rows only.
    fn learnt(&self, project: &Project, progress: &dyn Progress) -> Result<Option<TaskUtility>> {
        let Some(training) = self.training else {
            return Ok(None);
        };
        // What the whole table allows, fewer rows may not: then there is nothing to learn from.
        let drafted = match self.drafted(project, &training.table, progress) {
            Ok(Draft::Rows(drafted)) => drafted,
            Ok(Draft::Unreachable(_)) | Err(Error::Faults(_)) => return Ok(None),
            Err(other) => return Err(other),
        };
        let Some(view) = drafted.release().and_then(Release::view) else {
            return Ok(None);
        };
        let quasi = view.quasi_identifiers;
        let original_rows = training.rows.len() as u64;
        let reading = Reading::of(
            self.prepared.table,
            &self.prepared.qis,
            quasi,
            original_rows,
        );
        let rows: Vec<u32> = (0..quasi.rows() as u32).collect();
        Ok(training.learner.judge(quasi, &reading, &rows, true))
    }
}

/// The part of a candidate in the progress of all.
struct Share<'a> {
    whole: &'a dyn Progress,
    index: u64,
    count: u64,
}

/// Steps of the bar a candidate.
const STEPS: u64 = 1000;

impl Progress for Share<'_> {
    fn tell(&self, stage: Stage, done: u64, total: Option<u64>) {
        let steps = match (stage, total) {
            (Stage::Search, Some(total)) if total > 0 => (STEPS * done / total).min(STEPS - 100),
            (Stage::Apply, _) => STEPS - 100,
            (Stage::Verify, _) => STEPS - 50,
            _ => 0,
        };
        self.whole.tell(
            Stage::Search,
            self.index * STEPS + steps,
            Some(self.count * STEPS),
        );
    }

    fn cancelled(&self) -> bool {
        self.whole.cancelled()
    }
}
