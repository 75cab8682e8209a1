//! The whole run: read, check, pseudonymise, anonymise, verify, write.

use std::collections::BTreeMap;
use std::time::Instant;

use bauta_formats::{Locator, ReadOptions, Source, Staged, WriteOptions};
use bauta_methods::{Context, NearestMiss, Outcome, Task, Technique};
use bauta_privacy::{Release, Requirement};
use bauta_table::recoding::{Prepared, Recoding, apply};
use bauta_table::{Fault, Hierarchy, Progress, Qi, Stage, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use crate::error::{Error, Result};
use crate::project::Project;
use crate::report::{Report, Seconds};
use crate::{hierarchies, missing, pseudonymize};

/// What a run answers.
pub enum Answer {
    /// The release is written, and everything asked for holds.
    Released(Box<Report>),
    /// There is no such release; nothing is written.
    Unreachable(Box<Report>),
}

/// Runs a project. Nothing is written before everything is known to be right; all outputs appear together at the end.
pub fn anonymize(project: &Project, progress: &dyn Progress) -> Result<Answer> {
    let early = Early::check(project)?;
    let mut seconds = Seconds::default();
    let source = timed(&mut seconds.read, || early.read(project, progress))?;
    let mut notes = source.notes;
    let mut table = source.table;
    let project = &resolved(project, &table)?;
    project.roles.assign(&mut table);
    let hierarchies = checked(project, &table)?;
    let original_rows = table.rows() as u64;
    let (table, mapping) = pseudonymize::step(project, table, &mut notes)?;
    let table = without_missing(project, table, &mut notes);

    let qis = quasi_identifiers(project, &table, hierarchies)?;
    let (prepared, outcome, parameters) = timed(&mut seconds.search, || {
        let prepared = Prepared::new(&table, qis);
        let aside = missing::set_aside(&prepared, project.anonymize.missing_values);
        let settings = &project.anonymize.parameters;
        let task = Task::new(early.technique, &prepared, &early.requirements, settings, aside)?;
        let mut context = Context { rng: ChaCha20Rng::seed_from_u64(project.anonymize.seed), progress };
        let parameters = task.parameters.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let outcome = early.technique.plan(&task, &mut context)?;
        drop(task);
        Ok::<_, Error>((prepared, outcome, parameters))
    })?;
    let mut report = early.report(project, original_rows, parameters);
    let plan = match outcome {
        Outcome::Plan(plan) => plan,
        Outcome::Unreachable(miss) => return Ok(unreachable(report, miss, notes, seconds)),
    };
    report.node = node(&prepared, &plan);
    progress.tell(Stage::Apply, 0, None);
    let mut draft = timed(&mut seconds.apply, || apply(&prepared, &plan));
    draft.suppressed_rows += original_rows - table.rows() as u64;
    progress.tell(Stage::Verify, 0, None);
    let release = timed(&mut seconds.verify, || Release::verify(draft, original_rows, &early.requirements))
        .map_err(|refusal| refused(early.technique, &refusal))?;
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
    let staged = timed(&mut seconds.write, || early.stage(project, &release, mapping.as_ref(), progress))?;
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

/// The project with roles by name.
pub(crate) fn resolved(project: &Project, table: &Table) -> Result<Project> {
    let mut project = project.clone();
    project.roles.resolve(table.attributes().iter().map(|attribute| attribute.name.as_str()))?;
    Ok(project)
}

/// Reads a project's data, in no roles yet.
pub fn read(project: &Project, progress: &dyn Progress) -> Result<Source> {
    let input: Locator = project.input.data.parse()?;
    bauta_formats::read(&input, &read_options(project), progress).map_err(cancelled)
}

/// Everything that can be checked before the data are read.
struct Early {
    technique: &'static dyn Technique,
    requirements: Vec<Requirement>,
    input: Locator,
    outputs: Vec<Locator>,
    faults: Vec<Fault>,
}

impl Early {
    fn check(project: &Project) -> Result<Early> {
        let mut faults = project.roles.faults();
        let requirements = project.targets.requirements();
        if requirements.is_empty() {
            faults.push(Fault::Request(
                "nothing is asked for; give at least k, the rows of the smallest class (-k 3)".into(),
            ));
        }
        if project.targets.k == Some(0) {
            let allowed = "1 or more; 1 hides nobody, 3 to 10 are usual".to_owned();
            faults.push(Fault::OutOfRange { parameter: "k".into(), given: "0".into(), allowed });
        }
        if let Some(share) = project.anonymize.max_suppression.filter(|share| !(0.0..=1.0).contains(share)) {
            let allowed = "a share from 0 to 1".to_owned();
            faults.push(Fault::OutOfRange { parameter: "max-suppression".into(), given: share.to_string(), allowed });
        }
        faults.extend(bauta_methods::pseudonym::find(&project.pseudonyms.method).err());
        let technique = bauta_methods::find(&project.anonymize.method).map_err(|fault| faults.push(fault)).ok();
        let input = locator(&project.input.data, &mut faults);
        let outputs: Vec<Locator> =
            project.output.tables.iter().filter_map(|text| locator(text, &mut faults)).collect();
        if let Some(technique) = technique {
            output_faults(project, technique, &outputs, input.as_ref(), &mut faults);
        }
        match (technique, input) {
            (Some(technique), Some(input)) => Ok(Early { technique, requirements, input, outputs, faults }),
            _ => Err(Error::Faults(faults)),
        }
    }

    /// Reads the data. When they have faults, those of the request are reported with them.
    fn read(&self, project: &Project, progress: &dyn Progress) -> Result<Source> {
        match bauta_formats::read(&self.input, &read_options(project), progress) {
            Ok(source) => {
                let mut faults = self.faults.clone();
                let header = source.table.attributes().iter().map(|attribute| attribute.name.as_str());
                faults.extend(project.roles.unknown(header));
                if faults.is_empty() { Ok(source) } else { Err(with_table_faults(project, &source.table, faults)) }
            }
            Err(bauta_formats::Error::Data { mut faults, header, .. }) => {
                faults.extend(self.faults.clone());
                if !header.is_empty() {
                    faults.extend(project.roles.unknown(header.iter().map(String::as_str)));
                }
                Err(Error::Faults(faults))
            }
            Err(bauta_formats::Error::Cancelled) => Err(Error::Cancelled),
            Err(error) if error.is_fault() && !self.faults.is_empty() => {
                let mut faults = self.faults.clone();
                faults.push(Fault::Request(error.to_string()));
                Err(Error::Faults(faults))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn report(&self, project: &Project, original_rows: u64, parameters: BTreeMap<String, String>) -> Report {
        Report {
            bauta: env!("CARGO_PKG_VERSION"),
            input: self.input.to_string(),
            outputs: self.outputs.iter().map(ToString::to_string).collect(),
            method: self.technique.descriptor().id.to_owned(),
            parameters,
            seed: project.anonymize.seed,
            guarantees: self.requirements.iter().map(|r| (r.model().title(), false)).collect(),
            original_rows,
            measures: None,
            node: None,
            nearest_miss: None,
            notes: Vec::new(),
            seconds: Seconds::default(),
        }
    }

    fn stage(
        &self,
        project: &Project,
        release: &Release,
        mapping: Option<&(Locator, Table)>,
        progress: &dyn Progress,
    ) -> Result<Vec<Staged>> {
        let template = match (&self.input, project.output.keep_workbook) {
            (Locator::File { path, .. }, true) => Some(path.clone()),
            _ => None,
        };
        let options = WriteOptions { force: project.output.force, template, ..WriteOptions::default() };
        let mut staged = Vec::new();
        for ((_, table), locator) in release.tables().iter().zip(&self.outputs) {
            staged.push(bauta_formats::stage(table, locator, &options, progress).map_err(cancelled)?);
        }
        if let Some((locator, table)) = mapping {
            let options = WriteOptions { force: project.output.force, ..WriteOptions::default() };
            staged.push(bauta_formats::stage(table, locator, &options, progress).map_err(cancelled)?);
        }
        Ok(staged)
    }
}

/// How the project wants its data read.
pub(crate) fn read_options(project: &Project) -> ReadOptions {
    ReadOptions {
        delimiter: project.input.delimiter.and_then(|c| u8::try_from(c).ok()),
        encoding: project.input.encoding.clone(),
        missing: project.input.missing.clone(),
        kinds: project.input.types.clone(),
        ..ReadOptions::default()
    }
}

pub(crate) fn cancelled(error: bauta_formats::Error) -> Error {
    match error {
        bauta_formats::Error::Cancelled => Error::Cancelled,
        error => error.into(),
    }
}

fn locator(text: &str, faults: &mut Vec<Fault>) -> Option<Locator> {
    text.parse::<Locator>().map_err(|error| faults.push(Fault::Request(error.to_string()))).ok()
}

/// Outputs: as many as the technique has tables, different from each other and from the input, and not there yet.
fn output_faults(
    project: &Project,
    technique: &dyn Technique,
    outputs: &[Locator],
    input: Option<&Locator>,
    faults: &mut Vec<Fault>,
) {
    let (id, wanted) = (technique.descriptor().id, technique.outputs(&project.anonymize.parameters));
    if project.output.tables.len() != wanted {
        faults.push(Fault::OutOfRange {
            parameter: "the number of outputs".into(),
            given: project.output.tables.len().to_string(),
            allowed: format!("{wanted}: {id} publishes {wanted} table(s), each to a place of its own (-o)"),
        });
    }
    for (index, output) in outputs.iter().enumerate() {
        let same = |other: &Locator| other != &Locator::Stdio && place(other) == place(output);
        if input.is_some_and(same) || outputs[..index].iter().any(same) {
            faults.push(Fault::Request(format!(
                "{output} would overwrite the input or another output; choose another name"
            )));
        } else if let Locator::File { path, .. } = output
            && path.exists()
            && !project.output.force
        {
            faults.push(Fault::Request(bauta_formats::Error::Exists { name: output.to_string() }.to_string()));
        }
    }
}

/// What two locators must not share: the file itself, whatever the sheet.
fn place(locator: &Locator) -> String {
    match locator {
        Locator::File { path, .. } => path.canonicalize().unwrap_or_else(|_| path.clone()).display().to_string(),
        other => other.to_string(),
    }
}

/// All faults of the table in its roles, or the hierarchies.
fn checked(project: &Project, table: &Table) -> Result<BTreeMap<String, Hierarchy>> {
    let mut faults = table_faults(project, table);
    let hierarchies = hierarchies::load(&project.hierarchies, table, &mut faults)?;
    if faults.is_empty() { Ok(hierarchies) } else { Err(Error::Faults(faults)) }
}

fn with_table_faults(project: &Project, table: &Table, mut faults: Vec<Fault>) -> Error {
    let mut table = table.clone();
    project.roles.assign(&mut table);
    faults.extend(table_faults(project, &table));
    Error::Faults(faults)
}

fn table_faults(project: &Project, table: &Table) -> Vec<Fault> {
    let mut faults = missing::faults(table, project.anonymize.missing_values);
    for &index in &project.roles.quasi_identifier_indices(table) {
        let attribute = &table.attributes()[index];
        if !project.hierarchies.contains_key(&attribute.name) {
            faults.extend(Qi::new(table, index, None).err());
        }
    }
    for requirement in project.targets.requirements() {
        faults
            .extend(requirement.faults(table).into_iter().filter(|fault| !faults.contains(fault)).collect::<Vec<_>>());
    }
    if project.roles.quasi_identifiers.is_empty() && project.roles.layout.is_none() {
        let needs = project.anonymize.method.clone();
        faults.push(Fault::NoneInRole { needs, role: bauta_table::Role::QuasiIdentifier, flag: "--qi" });
    }
    faults
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

fn over_limit(project: &Project, suppressed: u64, rows: u64) -> Option<NearestMiss> {
    let limit = project.anonymize.max_suppression?;
    let most = (limit * rows as f64).floor() as u64;
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

fn timed<T>(seconds: &mut f64, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *seconds += start.elapsed().as_secs_f64();
    result
}
