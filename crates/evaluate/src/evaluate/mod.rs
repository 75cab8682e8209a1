//! Utility and disclosure of any release, also one that another tool made.
//!
//! **Idea.** (1) Read both tables. (2) Read the released labels in terms of the original values; what is not understood says
//! nothing and is counted. (3) Verify the release as it stands. (4) Find which original row each released row was, if that can be told.
//! (5) Measure: losses, count queries, and models that learn from the release and are tested on original rows.

mod appraise;
mod people;
mod task;

use std::collections::BTreeMap;

use bauta_privacy::utility::Reading;
use bauta_privacy::utility::pairing;
use bauta_privacy::utility::queries::{QueryError, Workload};
use bauta_privacy::{Assessment, Background, examine_with, findings_of_counts, findings_of_people};
use bauta_table::recoding::Prepared;
use bauta_table::{Fault, Progress, Role, Stage, Table};
use serde::Serialize;

pub(crate) use appraise::{Appraisal, Released, appraise};
pub(crate) use task::{Learner, split};
pub use task::{ModelScores, Score, TaskUtility};

use bauta_messages::Problems;
use bauta_messages::{Error, Result};
use bauta_run::driver::quasi_identifiers;
use bauta_run::driver::{Original, read_in_roles, sensitive_of};
use bauta_run::hierarchies;
use bauta_run::project::Project;
use bauta_run::report::{Seconds, timed};
use bauta_run::{ReadRelease, ReleasePlaces};

/// What is measured, besides the losses.
#[derive(Debug, Clone, PartialEq)]
pub struct EvaluateOptions {
    /// The count queries.
    pub workload: Workload,
    /// Seed of queries, of the split and of the models.
    pub seed: u64,
    /// Whether models are trained, where a target is given.
    pub models: bool,
    /// Columns that identify the rows of both tables; without them, rows are matched by their order where that is proven to be kept.
    pub match_by: Vec<String>,
}

impl Default for EvaluateOptions {
    fn default() -> Self {
        EvaluateOptions {
            workload: Workload::default(),
            seed: 1,
            models: true,
            match_by: Vec::new(),
        }
    }
}

/// How released rows were found in the original.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Matched {
    /// By columns that identify rows.
    ByKey,
    /// As many rows, provenly in the same order.
    InOrder,
    /// Some were left out; the others provenly keep their order.
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
    /// The assessment of the release.
    #[serde(flatten)]
    pub assessment: Assessment,
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
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
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
    release: &ReleasePlaces,
    options: &EvaluateOptions,
    progress: &dyn Progress,
) -> Result<Evaluated> {
    let mut seconds = Seconds::default();
    let mut project = project.clone();
    let Both {
        original,
        release: tables,
        hierarchies,
        mut notes,
    } = timed(&mut seconds.read, || {
        read_both(&mut project, release, options, progress)
    })?;
    let project = &project;
    notes.extend(lost_attributes(project, &tables));
    let Original {
        input,
        table: original,
        ..
    } = original;
    progress.tell(Stage::Verify, 0, None);
    let prepared = Prepared::new(
        &original,
        quasi_identifiers(project, &original, &hierarchies)?,
    );
    let original_rows = original.rows() as u64;
    let as_read = tables.view().quasi_identifiers;
    let reading = Reading::of(&original, &prepared.qis, as_read, original_rows);
    let by_key = !options.match_by.is_empty();
    let source = if by_key {
        Some(pairing::by_key(&original, as_read, &options.match_by)?)
    } else {
        pairing::pair(&original, &prepared.qis, as_read, &reading)
    };
    if source.is_none() {
        notes.push("released rows are not matched with original ones, because their order is not proven to be kept: non-uniform entropy and untrue cells are not measured; --match-by names columns that identify rows in both".into());
    }
    let pairs = (&original, source.as_deref());
    let released = people::released(project, as_read, pairs, &mut notes, progress)?;
    let released = &released;
    let view = people::view(&tables, released);
    people::check(project, &view)?;
    let sensitive = sensitive_of(&original);
    let background = Background {
        original: Some(&sensitive),
        hierarchies: Some(&hierarchies),
        ..Background::default()
    };
    let found = timed(&mut seconds.verify, || {
        examine_with(view, &project.targets.requirements(), &background)
    });
    let parts = Released {
        view,
        reading: &reading,
        source: source.as_deref(),
    };
    let weights = project.utility.weights_of(&prepared.qis);
    let Appraisal { losses, queries } = appraise(&prepared, &parts, &weights, options);
    let mut learn = || {
        task::learn(
            &prepared,
            released,
            &reading,
            source.as_deref(),
            options.seed,
            &mut notes,
        )
    };
    let task = options.models.then(&mut learn).flatten();
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    let before = findings_of_people(&original)
        .unwrap_or_else(|| findings_of_counts(&original, prepared.set(), &prepared.sensitive));
    let assessment = Assessment::of(&found, Some(original_rows))
        .with_losses(losses, &view, project.roles.label())
        .since(&before);
    Ok(Evaluated {
        original: input.to_string(),
        release: release.table.clone(),
        original_rows,
        holds: found.holds(),
        assessment,
        not_understood: not_understood(&reading),
        matched: matched(source.as_deref(), by_key, &original),
        untrue_cells: source.map(|source| {
            pairing::untrue_cells(&original, &prepared.qis, released, &reading, &source)
        }),
        queries,
        task,
        notes,
        seconds,
    })
}

/// The original, the release and the hierarchies.
struct Both {
    original: Original,
    release: ReadRelease,
    hierarchies: BTreeMap<String, bauta_table::Hierarchy>,
    notes: Vec<String>,
}

/// Reads both tables and the hierarchies, and checks the request.
fn read_both(
    project: &mut Project,
    release: &ReleasePlaces,
    options: &EvaluateOptions,
    progress: &dyn Progress,
) -> Result<Both> {
    let mut problems = Problems::default();
    problems.extend(project.roles.faults());
    problems.extend(project.targets.faults());
    problems.extend(workload_faults(&options.workload));
    if project.roles.quasi_identifiers.is_empty() && project.roles.layout.is_none() {
        problems.push(Fault::NoneInRole {
            needs: "an evaluation".into(),
            role: Role::QuasiIdentifier,
            flag: "--qi",
        });
    }
    let mut original = read_in_roles(project, None, &mut problems, progress);
    if let Some(original) = &mut original {
        let table = std::mem::take(&mut original.table);
        original.table = people::original(project, table, &mut problems, progress)?;
    }
    let mut notes = Vec::new();
    let release = ReadRelease::read(project, release, &mut problems, &mut notes, progress);
    let (Some(original), Some(release)) = (original, release) else {
        return Err(problems.into_error());
    };
    problems.extend(project.utility.faults(&project.roles.quasi_identifiers));
    let hierarchies = hierarchies::load(project, Some(&original.table), &mut problems);
    let fits = |requirement: &bauta_privacy::Requirement| requirement.faults(&original.table);
    problems.extend(project.targets.requirements().iter().flat_map(fits));
    if original.table.rows() == 0 {
        problems.push(Fault::NoRows);
    }
    problems.result()?;
    notes.splice(0..0, original.notes.iter().cloned());
    Ok(Both {
        original,
        release,
        hierarchies,
        notes,
    })
}

/// Remarks about attributes of the original that no table of the release has.
fn lost_attributes(project: &Project, release: &ReadRelease) -> Vec<String> {
    let roles = &project.roles;
    let named = roles.quasi_identifiers.iter().chain(&roles.sensitive);
    let lost = named.filter(|name| release.tables().all(|table| table.index_of(name).is_err()));
    lost.map(|name| format!("the release has no attribute \"{name}\": everything about it is lost"))
        .collect()
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
        faults.push(wrong(
            "query-attributes",
            "0".into(),
            "1 or more; 2 or 3 are usual",
        ));
    }
    faults
}

fn not_understood(reading: &Reading) -> BTreeMap<String, u64> {
    let columns = reading
        .columns
        .iter()
        .filter(|column| column.not_understood > 0);
    columns
        .map(|column| (column.name.clone(), column.not_understood))
        .collect()
}

fn matched(source: Option<&[u32]>, by_key: bool, original: &Table) -> Matched {
    match source {
        Some(_) if by_key => Matched::ByKey,
        Some(source) if source.len() == original.rows() => Matched::InOrder,
        Some(_) => Matched::InOrderWithGaps,
        None => Matched::Not,
    }
}
