//! The whole run: read, check, pseudonymise, anonymise, verify, write.

use std::collections::BTreeMap;

use bauta_formats::{Locator, Source, Staged, WriteOptions};
use bauta_methods::{Context, NearestMiss, Outcome, Task, Technique};
use bauta_privacy::Release;
use bauta_table::recoding::{Prepared, Recoding, apply};
use bauta_table::{Hierarchy, Progress, Qi, Stage, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use crate::error::{Error, Result};
use crate::project::Project;
use crate::report::{Report, Seconds, timed};
use crate::request::{Ready, cancelled, read_options};
use crate::{missing, pseudonymize};

/// What a run answers.
pub enum Answer {
    /// The release is written, and everything asked for holds.
    Released(Box<Report>),
    /// There is no such release; nothing is written.
    Unreachable(Box<Report>),
}

/// Runs a project. Nothing is written before everything is known to be right; all outputs appear together at the end.
pub fn anonymize(project: &Project, progress: &dyn Progress) -> Result<Answer> {
    let mut seconds = Seconds::default();
    let ready = timed(&mut seconds.read, || Ready::new(project, progress))?;
    let Ready { project, technique, requirements, input, outputs, table, hierarchies, mut notes } = ready;
    let project = &project;
    let original_rows = table.rows() as u64;
    let (table, mapping) = pseudonymize::step(project, table, &mut notes)?;
    let table = without_missing(project, table, &mut notes);

    let qis = quasi_identifiers(project, &table, hierarchies)?;
    let (prepared, outcome, parameters) = timed(&mut seconds.search, || {
        let prepared = Prepared::new(&table, qis);
        let aside = missing::set_aside(&prepared, project.anonymize.missing_values);
        let settings = &project.anonymize.parameters;
        let task = Task::new(technique, &prepared, &requirements, settings, aside)?;
        let gone = original_rows - table.rows() as u64;
        let task = task.with_limit(may_drop(project, original_rows).saturating_sub(gone));
        let mut context = Context {
            rng: ChaCha20Rng::seed_from_u64(project.anonymize.seed),
            progress,
            notes: Vec::new(),
            view: None,
        };
        let parameters = task.parameters.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let outcome = technique.plan(&task, &mut context)?;
        notes.append(&mut context.notes);
        drop(task);
        Ok::<_, Error>((prepared, outcome, parameters))
    })?;
    let guarantees = requirements.iter().map(|requirement| (requirement.title(), false)).collect();
    let mut report = Report {
        bauta: env!("CARGO_PKG_VERSION"),
        input: input.to_string(),
        outputs: outputs.iter().map(ToString::to_string).collect(),
        method: technique.descriptor().id.to_owned(),
        parameters,
        seed: project.anonymize.seed,
        guarantees,
        original_rows,
        measures: None,
        node: None,
        nearest_miss: None,
        notes: Vec::new(),
        seconds: Seconds::default(),
    };
    let plan = match outcome {
        Outcome::Plan(plan) => plan,
        Outcome::Unreachable(miss) => return Ok(unreachable(report, miss, notes, seconds)),
    };
    report.node = node(&prepared, &plan);
    progress.tell(Stage::Apply, 0, None);
    let mut draft = timed(&mut seconds.apply, || apply(&prepared, &plan));
    draft.suppressed_rows += original_rows - table.rows() as u64;
    progress.tell(Stage::Verify, 0, None);
    let release = timed(&mut seconds.verify, || Release::verify(draft, original_rows, &requirements))
        .map_err(|refusal| refused(technique, &refusal))?;
    drop(prepared);
    drop(table);
    let measures = release.measures().clone().with_target_k(original_rows, project.targets.k);
    if let Some(miss) = over_limit(project, measures.suppressed_rows, original_rows) {
        return Ok(unreachable(report, miss, notes, seconds));
    }
    report.guarantees = deduplicated(release.checked());
    report.measures = Some(measures);
    if mapping.is_some() {
        notes.push("the correspondence table names people: keep it apart from the release".into());
    }
    let staged =
        timed(&mut seconds.write, || stage(project, (&input, &outputs), &release, mapping.as_ref(), progress))?;
    notes.extend(staged.iter().flat_map(|staged| staged.notes().to_vec()));
    report.notes = notes;
    report.seconds = seconds;
    let record = record(project, &report)?;
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    for staged in staged.into_iter().chain(record) {
        staged.commit()?;
    }
    Ok(Answer::Released(Box::new(report)))
}

/// Reads a project's data, in no roles yet.
pub fn read(project: &Project, progress: &dyn Progress) -> Result<Source> {
    let input: Locator = project.input.data.parse()?;
    bauta_formats::read(&input, &read_options(project), progress).map_err(cancelled)
}

/// Writes everything beside its final place.
fn stage(
    project: &Project,
    (input, outputs): (&Locator, &[Locator]),
    release: &Release,
    mapping: Option<&(Locator, Table)>,
    progress: &dyn Progress,
) -> Result<Vec<Staged>> {
    let template = match (input, project.output.keep_workbook) {
        (Locator::File { path, .. }, true) => Some(path.clone()),
        _ => None,
    };
    let mut options = WriteOptions { force: project.output.force, template, ..WriteOptions::default() };
    let found = project.input.delimiter.and_then(|delimiter| u8::try_from(delimiter).ok());
    let mut staged = Vec::new();
    for ((_, table), locator) in release.tables().iter().zip(outputs) {
        options.delimiter = locator.delimited_like(found);
        staged.push(bauta_formats::stage(table, locator, &options, progress).map_err(cancelled)?);
    }
    if let Some((locator, table)) = mapping {
        let options = WriteOptions { force: project.output.force, private: true, ..WriteOptions::default() };
        staged.push(bauta_formats::stage(table, locator, &options, progress).map_err(cancelled)?);
    }
    Ok(staged)
}

/// Leaves out rows with missing quasi-identifiers under the policy `drop`.
fn without_missing(project: &Project, table: Table, notes: &mut Vec<String>) -> Table {
    match missing::kept_rows(&table, project.anonymize.missing_values) {
        Some(rows) if rows.len() < table.rows() => {
            notes.push(format!("{} rows with missing quasi-identifiers were left out", table.rows() - rows.len()));
            table.picked(&rows)
        }
        _ => table,
    }
}

fn quasi_identifiers(
    project: &Project,
    table: &Table,
    mut hierarchies: BTreeMap<String, Hierarchy>,
) -> Result<Vec<Qi>> {
    let given = project
        .roles
        .quasi_identifier_indices(table)
        .into_iter()
        .map(|index| (index, hierarchies.remove(&table.attributes()[index].name)))
        .collect();
    Ok(bauta_table::prepare(table, given)?)
}

fn node(prepared: &Prepared<'_>, plan: &Recoding) -> Option<BTreeMap<String, u8>> {
    match plan {
        Recoding::Levels(levels) => {
            Some(prepared.qis.iter().zip(levels.node.levels()).map(|(qi, &level)| (qi.name.clone(), level)).collect())
        }
        _ => None,
    }
}

/// How many rows may be left out at the most. Without a limit a search leaves none out by itself.
fn may_drop(project: &Project, rows: u64) -> u64 {
    // 2 of 12 rows as a share is not exact in floating point.
    (project.anonymize.max_suppression.unwrap_or(0.0) * rows as f64 + 1e-6).floor() as u64
}

fn over_limit(project: &Project, suppressed: u64, rows: u64) -> Option<NearestMiss> {
    project.anonymize.max_suppression?;
    let most = may_drop(project, rows);
    (suppressed > most).then(|| NearestMiss {
        attempt: format!("{suppressed} of {rows} rows left out"),
        missing: vec![format!("at most {most} rows left out")],
        advice: "raise --max-suppression, or fill in the missing values".into(),
    })
}

fn unreachable(mut report: Report, miss: NearestMiss, notes: Vec<String>, seconds: Seconds) -> Answer {
    report.nearest_miss = Some(miss);
    report.notes = notes;
    report.seconds = seconds;
    Answer::Unreachable(Box::new(report))
}

fn refused(technique: &dyn Technique, refusal: &bauta_privacy::Refusal) -> Error {
    let broken = refusal.checked.iter().filter(|(_, holds)| !holds).map(|(title, _)| title.clone());
    let broken = broken.chain(refusal.problem.map(str::to_owned)).collect();
    Error::Refused { method: technique.descriptor().id.to_owned(), broken }
}

fn record(project: &Project, report: &Report) -> Result<Option<Staged>> {
    let Some(path) = &project.output.record else { return Ok(None) };
    let text = serde_json::to_string_pretty(report).map_err(|error| Error::request(error.to_string()))?;
    Ok(Some(bauta_formats::stage_text(&text, std::path::Path::new(path), project.output.force)?))
}

fn deduplicated(checked: &[(String, bool)]) -> Vec<(String, bool)> {
    let mut out: Vec<(String, bool)> = Vec::new();
    for line in checked {
        if !out.contains(line) {
            out.push(line.clone());
        }
    }
    out
}
