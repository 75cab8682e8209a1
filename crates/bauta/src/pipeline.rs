//! The whole run: read, check, pseudonymise, anonymise, verify, write.

use std::collections::BTreeMap;

use bauta_formats::{Locator, Source, Staged, WriteOptions};
use bauta_methods::{NearestMiss, Technique};
use bauta_privacy::{Release, Requirement};
use bauta_table::{Hierarchy, Progress, Qi, Role, Table};

use crate::attempt::{Attempt, Attempted, BeforeSteps, Known};
use crate::error::{Error, Result};
use crate::missing;
use crate::project::Project;
use crate::pseudonymize::staged_mapping;
use crate::report::{Accounting, Report, Seconds, Standing, sha256, thresholds, timed};
use crate::request::{Ready, cancelled, read_options};
use crate::steps::{self, Start, StepRecord};

/// Said where masking has no quasi-identifier to go by.
const UNMEASURED: &str = "no quasi-identifier is named, so nothing is said about classes and risks; name them with --qi to have them measured";

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
    let Ready { project, technique, requirements, input, outputs, table, .. } = ready;
    let Ready { hierarchies, population, pseudonyms, original_rows, mut notes, .. } = ready;
    let project = &project;
    let quasi_identifiers_named = table.with_role(Role::QuasiIdentifier).len();
    if quasi_identifiers_named == 0 {
        notes.push(UNMEASURED.to_owned());
    }
    let (requirements, known) = (&requirements, (&hierarchies, population.as_ref()));
    let ask = Ask { project, technique, requirements, original_rows };
    let Tried { attempted, account, steps } = ask.tried(table, known, (&mut notes, &mut seconds), progress)?;
    notes.extend(attempted.notes);
    let mut report = Report {
        bauta: env!("CARGO_PKG_VERSION"),
        input: input.to_string(),
        outputs: outputs.iter().map(ToString::to_string).collect(),
        method: technique.descriptor().id.to_owned(),
        parameters: attempted.parameters,
        seed: project.anonymize.seed,
        guarantees: requirements.iter().map(|requirement| (requirement.title(), false)).collect(),
        original_rows,
        measures: None,
        node: attempted.node,
        quasi_identifiers: quasi_identifiers_named,
        nearest_miss: None,
        pseudonyms: pseudonyms.as_ref().map(|made| made.record.clone()),
        steps,
        notes: Vec::new(),
        seconds: Seconds::default(),
    };
    let (release, measures) = match attempted.outcome {
        Ok(released) => released,
        Err(miss) => {
            let answer = unreachable(report, miss, notes, seconds);
            if let (Some(account), Answer::Unreachable(report)) = (account, &answer) {
                account.stage(report, &input, None, Vec::new())?.commit()?;
            }
            return Ok(answer);
        }
    };
    report.guarantees = deduplicated(release.checked());
    report.measures = Some(measures);
    let apart = "the correspondence table names people: keep it apart from the release";
    let mapping = pseudonyms.as_ref().and_then(|made| Some((made.place.as_ref()?, made.mapping.as_ref()?)));
    notes.extend(mapping.as_ref().map(|_| apart.to_owned()));
    let mut staged = timed(&mut seconds.write, || stage(project, (&input, &outputs), &release, progress))?;
    if let Some((place, table)) = mapping {
        staged.extend(staged_mapping(project, Some(place), Some(table), progress)?);
    }
    notes.extend(staged.iter().flat_map(|staged| staged.notes().to_vec()));
    report.notes = notes;
    report.seconds = seconds;
    let record = text(project, project.output.record.as_ref(), &report)?;
    let lattice = text(project, project.output.lattice.as_ref(), &attempted.lattice)?;
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    let sums = staged.iter().map(|staged| staged.file().and_then(sha256)).collect();
    let account = account.map(|account| account.stage(&report, &input, Some(&release), sums)).transpose()?;
    for staged in staged.into_iter().chain(record).chain(lattice).chain(account) {
        staged.commit()?;
    }
    Ok(Answer::Released(Box::new(report)))
}

/// What is asked of the data.
struct Ask<'a> {
    project: &'a Project,
    technique: &'static dyn Technique,
    requirements: &'a [Requirement],
    original_rows: u64,
}

/// What came of it, when the table is gone.
struct Tried {
    attempted: Attempted,
    /// What the report for people needs, where there is one.
    account: Option<Accounting>,
    steps: Vec<StepRecord>,
}

impl Ask<'_> {
    /// Takes the steps and tries the method. The table is gone afterwards: there is room for the release to be written.
    fn tried(
        &self,
        table: Table,
        (hierarchies, population): (&BTreeMap<String, Hierarchy>, Option<&Table>),
        (notes, seconds): (&mut Vec<String>, &mut Seconds),
        progress: &dyn Progress,
    ) -> Result<Tried> {
        let original = sensitive_of(&table);
        let first = without_missing(self.project, table, notes);
        let start = Start { project: self.project, table: &first, hierarchies };
        let walked = timed(&mut seconds.search, || steps::walk(&start, progress))?;
        let qis = match walked.table {
            Some(_) => quasi_identifiers(self.project, &first, hierarchies)?,
            None => Vec::new(),
        };
        let (project, table) = (&walked.project, walked.table.as_ref().unwrap_or(&first));
        let before_steps =
            walked.table.as_ref().map(|_| BeforeSteps { table: &first, qis: &qis, hidden: walked.hidden });
        let known = Known { hierarchies: &walked.hierarchies, population, before_steps };
        let prepared = timed(&mut seconds.search, || known.prepared(project, table, &original))?;
        let (technique, requirements, original_rows) = (self.technique, self.requirements, self.original_rows);
        let attempt = Attempt { project, technique, requirements, original_rows, known };
        let attempted = attempt.run(&prepared, seconds, progress)?;
        let account = project.output.report.as_ref().map(|path| {
            let now = Accounting::new(project, technique, &prepared, path);
            // Before is before the first step.
            if walked.steps.is_empty() { now } else { now.since(Standing::of(&first, thresholds(project))) }
        });
        Ok(Tried { attempted, account, steps: walked.steps })
    }
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
    progress: &dyn Progress,
) -> Result<Vec<Staged>> {
    let template = match (input, project.output.keep_workbook) {
        (Locator::File { path, .. }, true) => Some(path.clone()),
        _ => None,
    };
    let mut options = WriteOptions { force: project.output.force, template, ..WriteOptions::default() };
    let found = project.input.delimiter.and_then(|delimiter| u8::try_from(delimiter).ok());
    let mut staged = Vec::new();
    for (table, locator) in release.published().iter().zip(outputs) {
        options.delimiter = locator.delimited_like(found);
        staged.push(bauta_formats::stage(table, locator, &options, progress).map_err(cancelled)?);
    }
    Ok(staged)
}

/// The sensitive attributes of a table, which classes are compared with whatever rows are left out.
pub(crate) fn sensitive_of(table: &Table) -> Table {
    let sensitive = table.with_role(Role::Sensitive).into_iter().map(|index| table.attributes()[index].clone());
    Table::from_attributes(sensitive.collect())
}

/// Leaves out rows with missing quasi-identifiers under the policy `drop`.
pub(crate) fn without_missing(project: &Project, table: Table, notes: &mut Vec<String>) -> Table {
    match missing::kept_rows(&table, project.anonymize.missing_values) {
        Some(rows) if rows.len() < table.rows() => {
            notes.push(format!("{} rows with missing quasi-identifiers were left out", table.rows() - rows.len()));
            table.into_picked(&rows)
        }
        _ => table,
    }
}

pub(crate) fn quasi_identifiers(
    project: &Project,
    table: &Table,
    hierarchies: &BTreeMap<String, Hierarchy>,
) -> Result<Vec<Qi>> {
    let given = project
        .roles
        .quasi_identifier_indices(table)
        .into_iter()
        .map(|index| (index, hierarchies.get(&table.attributes()[index].name).cloned()))
        .collect();
    Ok(bauta_table::prepare(table, given)?)
}

fn unreachable(mut report: Report, miss: NearestMiss, notes: Vec<String>, seconds: Seconds) -> Answer {
    report.nearest_miss = Some(miss);
    report.notes = notes;
    report.seconds = seconds;
    Answer::Unreachable(Box::new(report))
}

/// Writes something as JSON beside its final place, if it has one.
pub(crate) fn text(project: &Project, place: Option<&String>, what: &impl serde::Serialize) -> Result<Option<Staged>> {
    let Some(path) = place else { return Ok(None) };
    let text = serde_json::to_string_pretty(what).map_err(|error| Error::request(error.to_string()))?;
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
