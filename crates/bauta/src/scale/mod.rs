//! A project on an engine: rows stay where they are, and only distinct combinations come here.
//!
//! **Idea**
//! 1. The engine counts the distinct combinations of quasi-identifiers, sensitive attributes and targets.
//! 2. They are a table of distinct rows with weights; the run on it is the run that every table gets, to a verified draft.
//! 3. What became of each combination is a mapping: look-up tables by value where a value always has one label, else by combination.
//! 4. The engine writes every row through the mapping, beside the final place.
//! 5. It counts what it wrote; the verifier judges these counts, as it would judge a file of somebody else. Only then the output gets its name.
//!
//! **Invariant** what an engine wrote has as many rows as the draft, and satisfies what is asked for by its own counts.

mod engine;
mod mapping;
mod passes;
mod projections;
mod pseudonyms;
mod steps;
mod telling;
mod verdict;

use bauta_cluster::{Counted, Engine, Made, Output};
use bauta_formats::{Locator, Source};
use bauta_methods::{Parameters, Technique};
use bauta_table::{
    Attribute, Codes, Column, Dictionary, Fault, Progress, Role, Stage, Table, Values,
};

use crate::error::{Error, Result};
use crate::pipeline::{Answer, JudgedWith, Ran, run_on, text};
use crate::problems::Problems;
use crate::project::{MissingPolicy, Project};
use crate::report::timed;
use crate::request::{Destination, Original};
use crate::{places, rules};
pub(crate) use engine::{Place, bytes, wanted};
use projections::Projected;
pub use projections::remake;
use telling::Telling;
use verdict::{Judged, held_to};

/// The number of each distinct row, so that a released row is known to be which.
const ROW: &str = "\u{1}row";

/// Said where identifiers are left out.
const LEFT_OUT: &str =
    "identifiers are left out: an engine makes keyed pseudonyms only (--pseudonym keyed-hash)";

/// Said where pseudonyms are made while rows are written.
const MADE: &str =
    "pseudonyms were made row by row, by a keyed hash; how many persons there are was not counted";

/// Runs a project on an engine.
pub(crate) fn anonymize(
    project: &Project,
    place: &Place,
    progress: &dyn Progress,
) -> Result<Answer> {
    let mut project = project.clone();
    let input: Locator = project.input.data.parse()?;
    let engine = engine::open(&project, &input, place)?;
    let (output, made) = checked(&mut project, &input, engine.as_ref())?;
    let mut read = 0.0;
    let counted = match timed(&mut read, || counted(&project, engine.as_ref(), progress)) {
        Err(Error::Engine(bauta_cluster::Error::TooMany { .. })) if passes::can(&project) => {
            in_memory_only(&project)?;
            let memory = engine::budget(&project)?;
            return passes::anonymize(&project, engine.as_ref(), (&output, made), memory, progress);
        }
        counted => counted?,
    };
    let projected = timed(&mut read, || {
        Projected::new(&project, engine.as_ref(), &counted, &output, progress)
    })?;
    let Ran {
        mut report,
        release,
        lattice,
        accounting,
        judged_with: JudgedWith { population, rules },
        ..
    } = searched(&project, &counted, &projected, progress)?;
    projected.tell(&mut report);
    let telling = Telling::new(&project, &input, engine.columns(), accounting);
    report.seconds.read += read;
    report.outputs = vec![output.place.to_string()];
    report.notes.push(told(&counted, engine.as_ref()));
    if !project.roles.identifiers.is_empty() {
        report
            .notes
            .push(if made.is_some() { MADE } else { LEFT_OUT }.to_owned());
    }
    report.notes.extend(telling.left_out());
    let Some(release) = release else {
        telling.unreached(&report)?;
        return Ok(Answer::Unreachable(Box::new(report)));
    };
    let [(_, released)] = release.tables() else {
        return Err(Error::request(format!(
            "{} publishes several tables; an engine writes one",
            report.method
        )));
    };
    let columns = (engine.columns(), made, projected.drawn.as_slice());
    let mapping = mapping::of(
        &project,
        columns,
        (&counted, projected.weights(&counted)),
        released,
        ROW,
    )?;
    progress.tell(Stage::Write, 0, None);
    let rows = projected.engine(engine.as_ref());
    let written = timed(&mut report.seconds.write, || {
        rows.apply(&mapping, &output, progress)
    })?;
    progress.tell(Stage::Verify, 0, None);
    let held_to = held_to(&project, &report.method)?;
    let judged = Judged {
        project: &project,
        counted: &counted,
        population: population.as_ref(),
        rules: rules.as_ref(),
    };
    timed(&mut report.seconds.verify, || {
        judged.verify(
            (released, &held_to),
            written.as_ref(),
            &report.method,
            progress,
        )
    })?;
    let record = text(&project, project.output.record.as_ref(), &report)?;
    let lattice = text(&project, project.output.lattice.as_ref(), &lattice)?;
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    let account = telling.stage(&report, &release, written.as_ref())?;
    written.commit()?;
    for staged in record.into_iter().chain(lattice).chain(account) {
        staged.commit()?;
    }
    Ok(Answer::Released(Box::new(report)))
}

/// The distinct rows of what is measured, in their roles, with their weights; `more` are columns without a role that are looked at as well.
pub(crate) fn original(
    project: &mut Project,
    place: &Place,
    more: &[String],
    progress: &dyn Progress,
) -> Result<Original> {
    let input: Locator = project.input.data.parse()?;
    let engine = engine::open(project, &input, place)?;
    let mut problems = Problems::default();
    let header = || engine.columns().iter().map(String::as_str);
    if problems.take(project.roles.resolve(header())).is_some() {
        problems.extend(project.roles.unknown(header()));
    }
    problems.result()?;
    let mut columns = looked_at(project, engine.as_ref());
    columns.extend(
        more.iter()
            .filter(|name| !columns.contains(name))
            .cloned()
            .collect::<Vec<_>>(),
    );
    let counted = engine.frequency_set(&columns, progress)?;
    let notes = vec![told(&counted, engine.as_ref())];
    let mut table = counted.table.weighted(counted.weights);
    project.roles.assign(&mut table);
    Ok(Original {
        input,
        table,
        notes,
        delimiter: None,
    })
}

/// What is wrong with asking an engine for something that single rows are needed for.
pub(crate) fn needs_rows_in_reach(what: &str) -> Fault {
    Fault::Request(format!(
        "{what} needs single rows, which stay in the engine; leave out --engine and --memory, or do without"
    ))
}

/// The distinct rows of what a check looks at, with their weights.
pub(crate) fn source(project: &Project, place: &Place, progress: &dyn Progress) -> Result<Source> {
    let mut project = project.clone();
    let input: Locator = project.input.data.parse()?;
    let engine = engine::open(&project, &input, place)?;
    let mut problems = Problems::default();
    let header = || engine.columns().iter().map(String::as_str);
    if problems.take(project.roles.resolve(header())).is_some() {
        problems.extend(project.roles.unknown(header()));
    }
    problems.result()?;
    let counted = counted(&project, engine.as_ref(), progress)?;
    let note = told(&counted, engine.as_ref());
    Ok(Source {
        table: counted.table.weighted(counted.weights),
        part: None,
        delimiter: None,
        notes: vec![note],
    })
}

fn told(counted: &Counted, engine: &dyn Engine) -> String {
    format!(
        "{} of {} rows are different in what counts; they were counted by the engine {}",
        counted.table.rows(),
        counted.rows(),
        engine.name()
    )
}

fn not_yet(what: &str) -> Fault {
    Fault::Request(format!(
        "{what} cannot be had on an engine yet; leave out --engine and --memory, or do without"
    ))
}

/// What cannot be done on an engine, all of it at once; and the place of the release.
fn checked(
    project: &mut Project,
    input: &Locator,
    engine: &dyn Engine,
) -> Result<(Output, Option<Made>)> {
    let mut problems = Problems::default();
    let header = || engine.columns().iter().map(String::as_str);
    if problems.take(project.roles.resolve(header())).is_some() {
        problems.extend(project.roles.unknown(header()));
    }
    problems.extend(project.roles.faults());
    if project.roles.quasi_identifiers.is_empty() {
        problems.push(Fault::NoneInRole {
            needs: "an engine".into(),
            role: Role::QuasiIdentifier,
            flag: "--qi",
        });
    }
    problems.extend(pseudonyms::refused(project).into_iter().map(not_yet));
    if let Some(named) = problems.take(rules::attributes(project)) {
        let wrong = named
            .iter()
            .filter(|name| project.roles.identifiers.contains(name));
        problems.extend(wrong.map(|name| rules::about_identifier(name)));
    }
    problems.extend(steps::faults(project));
    problems.extend(projections::faults(project, Some(engine)));
    let made = pseudonyms::made(project, &mut problems);
    let taken = made.is_some() && header().any(|name| name == project.pseudonyms.name);
    if taken && !project.roles.identifiers.contains(&project.pseudonyms.name) {
        problems.push(crate::pseudonymize::name_taken(&project.pseudonyms.name));
    }
    let outputs: Vec<Locator> = project
        .output
        .tables
        .iter()
        .filter_map(|text| problems.take(text.parse()))
        .collect();
    let mut targets: Vec<places::Target> = outputs.iter().map(places::Target::table).collect();
    let texts = project
        .output
        .record
        .iter()
        .chain(&project.output.lattice)
        .chain(&project.output.report);
    targets.extend(texts.map(|text| places::Target::text(std::path::Path::new(text))));
    places::check(Some(input), &targets, project.output.force, &mut problems);
    if project.output.tables.len() != 1 {
        problems.push(Fault::OutOfRange {
            parameter: "the number of outputs".into(),
            given: project.output.tables.len().to_string(),
            allowed: "1: an engine writes one table (-o)".into(),
        });
    }
    problems.extend(needs_rows(project));
    problems.result()?;
    match outputs.into_iter().next() {
        Some(place) => Ok((
            Output {
                place,
                force: project.output.force,
            },
            made,
        )),
        None => Err(Error::internal("no output is named")),
    }
}

/// Refuses what needs the distinct rows in memory, where they do not fit.
fn in_memory_only(project: &Project) -> Result<()> {
    let asked = [
        (!project.rules.is_empty(), "edit rules"),
        (project.output.report.is_some(), "a report for people"),
        (projections::any(project), "what is drawn row by row"),
    ];
    let faults = asked.into_iter().filter(|(asked, _)| *asked).map(|(_, what)| {
        Fault::Request(format!(
            "{what} cannot be had here: the distinct rows do not fit in --memory; raise it, name fewer quasi-identifiers, or do without"
        ))
    });
    let faults: Vec<Fault> = faults.collect();
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.into())
    }
}

/// What is wrong with a method on distinct rows.
pub(crate) fn looks_at_rows(technique: &dyn Technique, parameters: &Parameters) -> Fault {
    let (method, why) = (
        technique.descriptor().id,
        technique.needs_rows_because(parameters),
    );
    Fault::Request(format!(
        "{method} {why}, and rows stay in the engine; choose a method that generalises, such as optimal or mondrian, or work on blocks or a sample"
    ))
}

/// What is wrong with the method, where it looks at single rows.
fn needs_rows(project: &Project) -> Option<Fault> {
    let technique = bauta_methods::find(&project.anonymize.method).ok()?;
    let parameters = technique.descriptor().check(
        &project.anonymize.parameters,
        &project.roles.quasi_identifiers,
    );
    let parameters = parameters.ok()?;
    let needs = technique.needs_rows(&parameters) && !technique.projects(&parameters);
    needs.then(|| looks_at_rows(technique, &parameters))
}

/// Whether an engine can do all that a project asks for, without leaving anything out.
fn fits_engines(project: &Project) -> bool {
    let parquet = project
        .output
        .tables
        .iter()
        .all(|place| place.ends_with(".parquet"));
    let drops = project.anonymize.missing_values == MissingPolicy::Drop;
    let projections =
        projections::faults(project, None).is_empty() && !(drops && projections::any(project));
    let steps = steps::faults(project).is_empty() && projections;
    steps && needs_rows(project).is_none() && project.roles.identifiers.is_empty() && parquet
}

/// The columns that a run looks at, in the order of the data.
fn looked_at(project: &Project, engine: &dyn Engine) -> Vec<String> {
    let roles = &project.roles;
    let changed = steps::attributes(project);
    // What is wrong with rules was told before.
    let ruled: Vec<String> = rules::attributes(project)
        .unwrap_or_default()
        .into_iter()
        .collect();
    let lists = [
        &roles.quasi_identifiers,
        &roles.sensitive,
        &roles.targets,
        &changed,
        &ruled,
    ];
    let looked_at = |column: &&String| lists.iter().any(|list| list.contains(column));
    engine.columns().iter().filter(looked_at).cloned().collect()
}

fn counted(project: &Project, engine: &dyn Engine, progress: &dyn Progress) -> Result<Counted> {
    Ok(engine.frequency_set(&looked_at(project, engine), progress)?)
}

/// The run on distinct rows, to a verified draft.
fn searched(
    project: &Project,
    counted: &Counted,
    projected: &Projected,
    progress: &dyn Progress,
) -> Result<Ran> {
    let mut on_counts = project.clone();
    projected.without_cells(&mut on_counts);
    on_counts.roles.identifiers.clear();
    on_counts.roles.insensitive.clear();
    on_counts.pseudonyms = Default::default();
    on_counts.output.tables.clear();
    on_counts.output.record = None;
    on_counts.output.lattice.clone_from(&project.output.lattice);
    on_counts.input.engine = None;
    on_counts.input.memory = None;
    let mut attributes = counted.table.clone().into_attributes();
    attributes.push(numbered(counted.table.rows()));
    let table = Table::from_attributes(attributes).weighted(counted.weights.clone());
    let source = Source {
        table,
        part: None,
        delimiter: None,
        notes: Vec::new(),
    };
    let sampled = projected.sampled.as_ref();
    run_on(
        &on_counts,
        Some(source),
        sampled,
        Destination::Engine,
        progress,
    )
    .map_err(without_places)
}

/// Distinct rows have no place in the data: faults name none.
fn without_places(error: Error) -> Error {
    let without = |fault: Fault| match fault {
        Fault::MissingValues {
            attribute,
            role,
            cells,
            ..
        } => Fault::MissingValues {
            attribute,
            role,
            cells,
            first_rows: Vec::new(),
        },
        Fault::WrongKind {
            attribute,
            expected,
            cells,
            ..
        } => Fault::WrongKind {
            attribute,
            expected,
            cells,
            first_rows: Vec::new(),
        },
        Fault::HierarchyLacksValues {
            attribute, values, ..
        } => Fault::HierarchyLacksValues {
            attribute,
            values,
            first_rows: Vec::new(),
        },
        other => other,
    };
    match error {
        Error::Faults(faults) => Error::Faults(faults.into_iter().map(without).collect()),
        Error::Several(errors) => Error::Several(errors.into_iter().map(without_places).collect()),
        other => other,
    }
}

/// The attribute that numbers rows.
fn numbered(rows: usize) -> Attribute {
    let numbers = Values::Integer((0..rows as i64).collect());
    let (dictionary, _) = Dictionary::sorted(numbers, bauta_table::Style::Plain, false);
    let codes = Codes::from_fn(rows, dictionary.len(), |row| row as u32);
    Attribute {
        name: ROW.to_owned(),
        role: Role::Insensitive,
        column: Column::new(dictionary, codes),
    }
}
