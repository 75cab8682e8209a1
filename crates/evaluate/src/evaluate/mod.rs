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
use bauta_privacy::{Measures, ProsecutorRisk, examine};
use bauta_table::recoding::Prepared;
use bauta_table::{Fault, Progress, Role, Stage, Table};
use serde::Serialize;

pub(crate) use appraise::{Appraisal, Released, appraise};
pub(crate) use task::{Learner, split};
pub use task::{ModelScores, Score, TaskUtility};

use bauta_messages::Problems;
use bauta_messages::{Error, Result};
use bauta_run::driver::quasi_identifiers;
use bauta_run::driver::{Original, cancelled, read_in_roles, read_options};
use bauta_run::hierarchies;
use bauta_run::project::Project;
use bauta_run::report::{Seconds, timed};

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
        EvaluateOptions {
            workload: Workload::default(),
            seed: 1,
            models: true,
        }
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

/// Where a release is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReleasePlaces {
    /// Its table, or that with the quasi-identifiers.
    pub table: String,
    /// That with the sensitive values, where there are two.
    pub sensitive: Option<String>,
    /// The attribute that links quasi-identifiers and sensitive values, where only groups are protected.
    pub bucket: Option<String>,
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
    /// The chance to find a person's row by the released quasi-identifiers; higher than the risk of groups, where only these are
    /// protected.
    pub linkage: ProsecutorRisk,
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
        mut released,
        mut second,
        hierarchies,
        mut notes,
    } = timed(&mut seconds.read, || {
        read_both(&mut project, release, options, progress)
    })?;
    let project = &project;
    give_roles(project, release, &mut released, second.as_mut(), &mut notes);
    let Original {
        input,
        table: original,
        ..
    } = original;
    let requirements = project.targets.requirements();
    progress.tell(Stage::Verify, 0, None);
    let sensitive = second.as_ref().unwrap_or(&released);
    let found = timed(&mut seconds.verify, || examine(sensitive, &requirements));
    let prepared = Prepared::new(
        &original,
        quasi_identifiers(project, &original, &hierarchies)?,
    );
    let original_rows = original.rows() as u64;
    let reading = Reading::of(&original, &prepared.qis, &released, original_rows);
    let source = pairing::pair(&original, &prepared.qis, &released, &reading);
    let parts = Released {
        quasi: &released,
        sensitive,
        reading: &reading,
        source: source.as_deref(),
    };
    let weights = project.utility.weights_of(&prepared.qis);
    let Appraisal {
        losses,
        queries,
        linkage,
    } = appraise(&prepared, &parts, &weights, options);
    let mut learn = || {
        task::learn(
            &prepared,
            &released,
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
    let measures = Measures::of_release(&found, original_rows, project.targets.k()).with_losses(
        losses,
        classification::of_parts([&released, sensitive], original_rows),
    );
    Ok(Evaluated {
        original: input.to_string(),
        release: release.table.clone(),
        original_rows,
        holds: found.holds(),
        guarantees: found.checked,
        measures,
        linkage,
        not_understood: not_understood(&reading),
        matched: matched(source.as_deref(), &original),
        untrue_cells: source.map(|source| {
            pairing::untrue_cells(&original, &prepared.qis, &released, &reading, &source)
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
    released: Table,
    second: Option<Table>,
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
    let original = read_in_roles(project, None, &mut problems, progress);
    let mut notes = Vec::new();
    let mut read = |place: &String| -> Result<Table> {
        let source =
            bauta_formats::read(&place.parse::<Locator>()?, &read_options(project), progress);
        let source = source.map_err(cancelled)?;
        notes.extend(source.notes);
        Ok(source.table)
    };
    let released = problems.take(read(&release.table));
    let second = release
        .sensitive
        .as_ref()
        .map(|place| problems.take(read(place)));
    let (Some(original), Some(released)) = (original, released) else {
        return Err(problems.into_error());
    };
    for table in std::iter::once(&released).chain(second.iter().flatten()) {
        problems.extend(
            release
                .bucket
                .as_ref()
                .and_then(|bucket| table.index_of(bucket).err()),
        );
    }
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
        released,
        second: second.flatten(),
        hierarchies,
        notes,
    })
}

/// The roles of released attributes: those of the original, or the bucket alone where only groups are protected.
fn give_roles(
    project: &Project,
    release: &ReleasePlaces,
    released: &mut Table,
    mut second: Option<&mut Table>,
    notes: &mut Vec<String>,
) {
    for table in std::iter::once(&mut *released).chain(second.as_deref_mut()) {
        project.roles.assign(table);
        let Some(bucket) = release
            .bucket
            .as_ref()
            .and_then(|bucket| table.index_of(bucket).ok())
        else {
            continue;
        };
        table
            .with_role(Role::QuasiIdentifier)
            .into_iter()
            .for_each(|index| table.set_role(index, Role::Insensitive));
        table.set_role(bucket, Role::QuasiIdentifier);
    }
    let lacks = |name: &&String| {
        released.index_of(name).is_err()
            && second
                .as_ref()
                .is_none_or(|second| second.index_of(name).is_err())
    };
    for name in project
        .roles
        .quasi_identifiers
        .iter()
        .chain(&project.roles.sensitive)
        .filter(lacks)
    {
        notes.push(format!(
            "the release has no attribute \"{name}\": everything about it is lost"
        ));
    }
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

fn matched(source: Option<&[u32]>, original: &Table) -> Matched {
    match source {
        Some(source) if source.len() == original.rows() => Matched::InOrder,
        Some(_) => Matched::InOrderWithGaps,
        None => Matched::Not,
    }
}
