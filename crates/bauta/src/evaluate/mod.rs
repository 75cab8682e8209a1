//! Utility and disclosure of any release, also one that another tool made.
//!
//! **Idea.** (1) Read both tables. (2) Read the released labels in terms of the original values; what is not understood says
//! nothing and is counted. (3) Verify the release as it stands. (4) Find which original row each released row was, if that can be told.
//! (5) Measure: losses, count queries, and models that learn from the release and are tested on original rows.

mod appraise;
mod task;

use std::collections::BTreeMap;

use bauta_formats::Locator;
use bauta_privacy::utility::pairing;
use bauta_privacy::utility::queries::{QueryError, Workload};
use bauta_privacy::utility::{Reading, classification};
use bauta_privacy::{Measures, examine};
use bauta_table::recoding::Prepared;
use bauta_table::{Fault, Progress, Role, Stage, Table};
use serde::Serialize;

pub(crate) use appraise::{Appraisal, Released, appraise};
pub(crate) use task::{Learner, split};
pub use task::{ModelScores, Score, TaskUtility};

use crate::error::{Error, Result};
use crate::hierarchies;
use crate::pipeline::quasi_identifiers;
use crate::problems::Problems;
use crate::project::Project;
use crate::report::{Seconds, timed};
use crate::request::{Original, cancelled, read_in_roles, read_options};

/// What is measured, besides the losses.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EvaluateOptions {
    /// The count queries.
    pub workload: Workload,
    /// Seed of queries, of the split and of the models.
    pub seed: u64,
    /// Whether models are trained, where a target is given.
    pub models: bool,
}

impl Default for EvaluateOptions {
    fn default() -> Self {
        EvaluateOptions { workload: Workload::default(), seed: 1, models: true }
    }
}

/// How released rows were found in the original.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Matched {
    /// As many rows, in the same order.
    InOrder,
    /// Some were left out; the others keep their order.
    InOrderWithGaps,
    /// It cannot be told.
    Not,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evaluated {
    /// Where the original is.
    pub original: String,
    /// Where the release is.
    pub release: String,
    /// Rows of the original.
    pub original_rows: u64,
    /// Whether everything asked for holds.
    pub holds: bool,
    /// What was asked for, in words, and whether it holds.
    pub guarantees: Vec<(String, bool)>,
    /// What was measured.
    #[serde(flatten)]
    pub measures: Measures,
    /// Cells that could not be understood, by quasi-identifier; they count as `*`.
    pub not_understood: BTreeMap<String, u64>,
    /// How released rows were found in the original.
    pub matched: Matched,
    /// Cells whose label does not cover the original value, where rows were matched.
    pub untrue_cells: Option<u64>,
    /// Errors of count queries.
    pub queries: Option<QueryReport>,
    /// What models learn from the release.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<TaskUtility>,
    /// Things worth saying.
    pub notes: Vec<String>,
    /// Where the time went.
    pub seconds: Seconds,
}

/// Count queries and their errors.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct QueryReport {
    /// What was asked.
    pub workload: Workload,
    /// How far estimates are from counts.
    #[serde(flatten)]
    pub error: QueryError,
}

/// Evaluates a release of the project's data, in the project's roles.
///
/// # Errors
/// Everything that is wrong with the request or the data; or the failure of a file.
pub fn evaluate(
    project: &Project,
    release: &str,
    options: &EvaluateOptions,
    progress: &dyn Progress,
) -> Result<Evaluated> {
    let mut seconds = Seconds::default();
    let mut project = project.clone();
    let (original, mut released, loaded, mut notes, locators) =
        timed(&mut seconds.read, || read_both(&mut project, release, options, progress))?;
    let project = &project;
    project.roles.assign(&mut released);
    let lacking = |name: &&String| released.index_of(name).is_err();
    for name in project.roles.quasi_identifiers.iter().chain(&project.roles.sensitive).filter(lacking) {
        notes.push(format!("the release has no attribute \"{name}\": everything about it is lost"));
    }
    let requirements = project.targets.requirements();
    progress.tell(Stage::Verify, 0, None);
    let found = timed(&mut seconds.verify, || examine(&released, &requirements));
    let qis = quasi_identifiers(project, &original, loaded)?;
    let prepared = Prepared::new(&original, qis);
    let original_rows = original.rows() as u64;
    let reading = Reading::of(&original, &prepared.qis, &released, original_rows);
    let source = pairing::pair(&original, &prepared.qis, &released, &reading);
    let (quasi, sensitive) = (&released, &released);
    let parts = Released { quasi, sensitive, reading: &reading, source: source.as_deref() };
    let weights = project.utility.weights_of(&prepared.qis);
    let Appraisal { losses, queries } = appraise(&prepared, &parts, &weights, options);
    let mut learn = || task::learn(&prepared, &released, &reading, source.as_deref(), options.seed, &mut notes);
    let task = options.models.then(&mut learn).flatten();
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    let measures = Measures::of_release(&found, original_rows, project.targets.k)
        .with_losses(losses, classification::classification(&released, original_rows));
    Ok(Evaluated {
        original: locators.0.to_string(),
        release: locators.1.to_string(),
        original_rows,
        holds: found.holds(),
        guarantees: found.checked,
        measures,
        not_understood: not_understood(&reading),
        matched: matched(source.as_deref(), &original),
        untrue_cells: source
            .map(|source| pairing::untrue_cells(&original, &prepared.qis, &released, &reading, &source)),
        queries,
        task,
        notes,
        seconds,
    })
}

type Both = (Table, Table, BTreeMap<String, bauta_table::Hierarchy>, Vec<String>, (Locator, Locator));

/// Reads both tables and the hierarchies, and checks the request.
fn read_both(project: &mut Project, release: &str, options: &EvaluateOptions, progress: &dyn Progress) -> Result<Both> {
    let mut problems = Problems::default();
    problems.extend(project.roles.faults());
    problems.extend(project.targets.faults());
    problems.extend(workload_faults(&options.workload));
    if project.roles.quasi_identifiers.is_empty() && project.roles.layout.is_none() {
        problems.push(Fault::NoneInRole { needs: "an evaluation".into(), role: Role::QuasiIdentifier, flag: "--qi" });
    }
    let output = problems.take(release.parse::<Locator>());
    let (Some(first), Some(output)) = (read_in_roles(project, &mut problems, progress), output) else {
        return Err(stopped(problems));
    };
    let second = bauta_formats::read(&output, &read_options(project), progress).map_err(cancelled);
    let Some(second) = problems.take(second) else { return Err(stopped(problems)) };
    let Original { input, table, mut notes } = first;
    notes.extend(second.notes);
    problems.extend(project.utility.faults(&project.roles.quasi_identifiers));
    let loaded = hierarchies::load(project, Some(&table), &mut problems);
    let fits = |requirement: &bauta_privacy::Requirement| requirement.faults(&table);
    problems.extend(project.targets.requirements().iter().flat_map(fits));
    if table.rows() == 0 {
        problems.push(Fault::NoRows);
    }
    problems.result()?;
    Ok((table, second.table, loaded, notes, (input, output)))
}

pub(crate) fn workload_faults(workload: &Workload) -> Vec<Fault> {
    let wrong = |parameter: &str, given: String, allowed: &str| Fault::OutOfRange {
        parameter: parameter.into(),
        given,
        allowed: allowed.into(),
    };
    let mut faults = Vec::new();
    if !(workload.selectivity > 0.0 && workload.selectivity <= 1.0) {
        faults.push(wrong(
            "selectivity",
            workload.selectivity.to_string(),
            "above 0, at most 1; 0.01 to 0.1 are usual",
        ));
    }
    if workload.attributes == 0 {
        faults.push(wrong("query-attributes", "0".into(), "1 or more; 2 or 3 are usual"));
    }
    faults
}

pub(crate) fn stopped(problems: Problems) -> Error {
    problems.result().err().unwrap_or(Error::Cancelled)
}

fn not_understood(reading: &Reading) -> BTreeMap<String, u64> {
    let columns = reading.columns.iter().filter(|column| column.not_understood > 0);
    columns.map(|column| (column.name.clone(), column.not_understood)).collect()
}

fn matched(source: Option<&[u32]>, original: &Table) -> Matched {
    match source {
        Some(source) if source.len() == original.rows() => Matched::InOrder,
        Some(_) => Matched::InOrderWithGaps,
        None => Matched::Not,
    }
}
