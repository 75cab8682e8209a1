//! Mondrian where the distinct rows are too many for memory: they stay where they are, and are cut in passes.
//!
//! **Idea** (1) Our own kernel leaves the distinct rows on the disk, in codes; other engines number the rows, and keep them. (2) Regions that are too large are outlined by a pass, or
//! by what the engine counts, and cut; those that fit are finished in memory ([`passes`]). (3) Every row is sent down the cuts while it is written. (4) What was
//! written is counted again and judged: it has as many combinations as there are regions.
//!
//! **Invariant** the release is the one that more memory would have given.

mod cutting;
mod tuples;

use bauta_cluster::{Counted, Distinct, Engine, Made, Output, Written};
use bauta_methods::generalize::mondrian::{Mondrian, passes};
use bauta_methods::{Outcome, Task, Technique};
use bauta_privacy::{Background, Examination, Measures, Requirement, examine_with};
use bauta_table::recoding::{Prepared, Recoding};
use bauta_table::{Attribute, Codes, Progress, Stage, Table};

use super::{LEFT_OUT, MADE, looked_at};
use crate::error::{Error, Result};
use crate::pipeline::{Answer, quasi_identifiers, text};
use crate::problems::Problems;
use crate::project::{MissingPolicy, Project};
use crate::report::{Report, Seconds, timed};
use cutting::mapping;
use tuples::{InEngine, OnDisk, Values};

/// Said of a release that was made in passes.
const TOLD: &str = "the distinct rows did not fit in memory: regions were cut in passes over the disk, and losses were not measured";

/// The same where an engine counted them.
fn told_of(engine: &dyn Engine) -> String {
    format!(
        "the distinct rows did not fit in memory: regions were cut by what the engine {} counted, and losses were not measured",
        engine.name()
    )
}

/// Bytes that a tuple needs while a region is finished in memory, and the share of the budget that may be taken for it.
const TUPLE_BYTES: u64 = 256;

/// Whether a project can be done in passes.
pub(super) fn can(project: &Project) -> bool {
    let mondrian = project.anonymize.method == Mondrian.descriptor().id && project.steps.is_empty();
    let whole = project.targets.requirements().iter().any(|asked| {
        let model = asked.model(&Default::default());
        model.speaks_of_whole() || model.needs_population()
    });
    mondrian && !whole && project.anonymize.missing_values != MissingPolicy::Suppress
}

/// Where the rows are that regions are cut of.
enum Found {
    /// Distinct rows on the disk.
    Disk(Box<dyn Distinct>),
    /// All rows in the engine; here are the values of their columns.
    Engine(Values),
}

impl Found {
    fn new(project: &Project, engine: &dyn Engine, progress: &dyn Progress) -> Result<Self> {
        let columns = looked_at(project, engine);
        Ok(match engine.distinct(&columns, progress)? {
            Some(distinct) => Found::Disk(distinct),
            None => Found::Engine(Values::of(engine, &columns, progress)?),
        })
    }

    fn columns(&self) -> &[tuples::Column] {
        match self {
            Found::Disk(distinct) => distinct.columns(),
            Found::Engine(values) => &values.columns,
        }
    }
}

/// Runs a project in passes.
pub(super) fn anonymize(
    project: &Project,
    engine: &dyn Engine,
    (output, made): (&Output, Option<Made>),
    memory: u64,
    progress: &dyn Progress,
) -> Result<Answer> {
    let mut seconds = Seconds::default();
    let found = timed(&mut seconds.read, || Found::new(project, engine, progress))?;
    let known = timed(&mut seconds.read, || {
        Known::new(project, engine, found.columns(), progress)
    })?;
    let mut problems = Problems::default();
    let hierarchies = crate::hierarchies::load(project, Some(&known.table), &mut problems);
    problems.result()?;
    let qis = quasi_identifiers(project, &known.table, &hierarchies)?;
    let mut prepared = Prepared::new(&known.table, qis).with_sensitive_hierarchies(&hierarchies)?;
    prepared.original = Some(&known.original);
    let requirements = project.targets.requirements();
    if !of_sensitive(&requirements) {
        // Tuples are fewer where nothing is asked of sensitive values.
        prepared.sensitive.clear();
        prepared.sensitive_hierarchies.clear();
    }
    let task = Task::new(
        &Mondrian,
        &prepared,
        &requirements,
        &project.anonymize.parameters,
        Vec::new(),
    )?;
    let most = (memory / 2 / TUPLE_BYTES).max(1) as usize;
    let search = || match &found {
        Found::Disk(distinct) => {
            let tuples = OnDisk::new(project, distinct.as_ref(), &prepared);
            let counts = tuples.rows(project)?;
            let outcome = passes::plan(&task, &tuples, most, progress).map_err(unread)??;
            Ok::<_, Error>((counts, outcome))
        }
        Found::Engine(values) => {
            let tuples = InEngine::new((project, engine), values, &prepared, output, progress)?;
            Ok((
                tuples.rows(),
                passes::plan(&task, &tuples, most, progress)??,
            ))
        }
    };
    let ((rows, dropped), outcome) = timed(&mut seconds.search, search)?;
    let mut report = report(project, &task, (output, rows), seconds);
    report.notes.push(match &found {
        Found::Disk(_) => TOLD.to_owned(),
        Found::Engine(_) => told_of(engine),
    });
    if dropped > 0 {
        report.notes.push(format!(
            "{dropped} rows with missing quasi-identifiers were left out"
        ));
    }
    if !project.roles.identifiers.is_empty() {
        report
            .notes
            .push(if made.is_some() { MADE } else { LEFT_OUT }.to_owned());
    }
    let regions = match outcome {
        Outcome::Plan(Recoding::Regions(regions)) => regions,
        Outcome::Plan(_) => return Err(Error::internal("mondrian made no regions")),
        Outcome::Unreachable(miss) => {
            report.nearest_miss = Some(miss);
            return Ok(Answer::Unreachable(Box::new(report)));
        }
    };
    let mapping = mapping(
        project,
        (engine, made),
        found.columns(),
        (&prepared.qis, &known.table),
        &regions,
    );
    progress.tell(Stage::Write, 0, None);
    let written = timed(&mut report.seconds.write, || {
        engine.apply(&mapping, output, progress)
    })?;
    progress.tell(Stage::Verify, 0, None);
    let background = Background {
        original: Some(&known.original),
        hierarchies: Some(&hierarchies),
        population: None,
        rules: None,
    };
    let examined = timed(&mut report.seconds.verify, || {
        judged(
            project,
            written.as_ref(),
            rows - dropped,
            (&requirements, &background),
            progress,
        )
    })?;
    let mut measures = Measures::of_table(&examined, project.targets.k);
    measures.suppressed_rows = dropped;
    report.guarantees.clone_from(&examined.checked);
    report.measures = Some(measures);
    let record = text(project, project.output.record.as_ref(), &report)?;
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    written.commit()?;
    if let Some(record) = record {
        record.commit()?;
    }
    Ok(Answer::Released(Box::new(report)))
}

/// Whether something is asked of sensitive values.
fn of_sensitive(requirements: &[Requirement]) -> bool {
    requirements
        .iter()
        .any(|asked| asked.model(&Default::default()).needs_sensitive())
}

/// What the verifier finds in what was written; an error where that is not what was asked for.
fn judged(
    project: &Project,
    written: &dyn Written,
    planned: u64,
    (requirements, background): (&[Requirement], &Background<'_>),
    progress: &dyn Progress,
) -> Result<Examination> {
    let refused = |broken: Vec<String>| Error::Refused {
        method: project.anonymize.method.clone(),
        broken,
    };
    if written.rows() != planned {
        return Err(refused(vec![format!(
            "{} rows written, {planned} planned",
            written.rows()
        )]));
    }
    let engine = written.reopen()?;
    let sensitive = of_sensitive(requirements);
    let again = match engine.frequency_set(&looked_at(project, engine.as_ref()), progress) {
        // Nothing is asked of sensitive values, and with them there are too many combinations.
        Err(bauta_cluster::Error::TooMany { .. }) if !sensitive => {
            engine.frequency_set(&project.roles.quasi_identifiers, progress)?
        }
        again => again?,
    };
    let mut released = again.table.weighted(again.weights);
    project.roles.assign(&mut released);
    let examined = examine_with(&released, requirements, background);
    match examined.holds() {
        true => Ok(examined),
        false => {
            let broken = examined.checked.into_iter().filter(|(_, holds)| !holds);
            Err(refused(broken.map(|(title, _)| title).collect()))
        }
    }
}

fn unread(source: std::io::Error) -> Error {
    bauta_formats::Error::Io {
        name: "temporary files".to_owned(),
        source,
    }
    .into()
}

fn report(
    project: &Project,
    task: &Task<'_>,
    (output, rows): (&Output, u64),
    seconds: Seconds,
) -> Report {
    Report {
        bauta: env!("CARGO_PKG_VERSION"),
        input: project.input.data.clone(),
        outputs: vec![output.place.to_string()],
        method: Mondrian.descriptor().id.to_owned(),
        parameters: task.parameters.to_map(),
        seed: project.anonymize.seed,
        reproducible: true,
        guarantees: task
            .models
            .iter()
            .map(|model| (model.title(), false))
            .collect(),
        differential_privacy: Vec::new(),
        original_rows: rows,
        measures: None,
        node: None,
        quasi_identifiers: project.roles.quasi_identifiers.len(),
        nearest_miss: None,
        kept: None,
        pseudonyms: None,
        steps: Vec::new(),
        because: Vec::new(),
        rules: Vec::new(),
        notes: Vec::new(),
        seconds,
    }
}

/// What is known without the distinct rows: every value of every column, and how often sensitive ones occur together.
struct Known {
    /// A table whose dictionaries are those of the data; its rows mean nothing.
    table: Table,
    original: Table,
}

impl Known {
    fn new(
        project: &Project,
        engine: &dyn Engine,
        columns: &[tuples::Column],
        progress: &dyn Progress,
    ) -> Result<Self> {
        let most = columns
            .iter()
            .map(|(attribute, _)| attribute.column.dictionary().len())
            .max();
        let column = |(attribute, _): &(Attribute, _)| {
            let distinct = attribute.column.dictionary().len();
            let last = distinct.saturating_sub(1);
            let codes = Codes::from_fn(most.unwrap_or(0), distinct, |row| row.min(last) as u32);
            Attribute {
                column: attribute.column.with_codes(codes),
                ..attribute.clone()
            }
        };
        let mut table = Table::from_attributes(columns.iter().map(column).collect());
        project.roles.assign(&mut table);
        let sensitive = &project.roles.sensitive;
        let original = match sensitive.is_empty() {
            true => Table::from_attributes(Vec::new()),
            false => {
                let Counted { table, weights, .. } = engine.frequency_set(sensitive, progress)?;
                let mut table = table.weighted(weights);
                project.roles.assign(&mut table);
                table
            }
        };
        Ok(Known { table, original })
    }
}
