//! The whole run: read, check, pseudonymise, anonymise, verify, write.

use std::collections::{BTreeMap, BTreeSet};

use bauta_formats::{Locator, Source, Staged, WriteOptions};
use bauta_guide::Said;
use bauta_methods::{Drawn, NearestMiss, Parameters, Technique};
use bauta_privacy::utility::{Reading, pairing};
use bauta_privacy::{Measures, Release};
use bauta_table::recoding::{Part, Prepared};
use bauta_table::rule::Rules;
use bauta_table::{Hierarchy, Progress, Qi, Role, Stage, Table};
use rayon::prelude::*;

use crate::attempt::{Attempt, BeforeSteps, Known, quasi_identifier_part};
use crate::error::{Error, Result};
use crate::kept::{self, Kept};
use crate::project::Project;
use crate::pseudonymize::staged_mapping;
use crate::report::{Accounting, Report, Seconds, Standing, Sums, sha256, thresholds, timed};
use crate::request::{Destination, Made, Ready, cancelled, read_options};
use crate::steps::{self, Sampled, Start};
use crate::{missing, scale};

/// Said where masking has no quasi-identifier to go by.
const UNMEASURED: &str = "no quasi-identifier is named, so nothing is said about classes and risks; name them with --qi to have them measured";

/// Said where a correspondence table is written.
const APART: &str = "the correspondence table names people: keep it apart from the release";

/// What a run answers.
pub enum Answer {
    /// The release is written, and everything asked for holds.
    Released(Box<Report>),
    /// There is no such release; nothing is written.
    Unreachable(Box<Report>),
}

/// A run before anything is written: the answer, and what would go to files.
pub(crate) struct Ran {
    /// The project, with roles by name and the delimiter that was found.
    pub project: Project,
    pub input: Locator,
    pub outputs: Vec<Locator>,
    pub report: Report,
    /// The verified release, or none where the target cannot be reached.
    pub release: Option<Release>,
    pub pseudonyms: Option<Made>,
    pub accounting: Option<Accounting>,
    pub lattice: Option<Drawn>,
    /// For each released row its original row, where this was asked for and can be told.
    pub origins: Option<Vec<u32>>,
    /// What the statistics of the release are still to be compared with.
    pub before: Option<Before>,
    pub judged_with: JudgedWith,
}

impl Ran {
    /// The same, with statistics compared.
    pub fn settled(mut self) -> Self {
        let before = self.before.take();
        self.report.kept = timed(&mut self.report.seconds.verify, || {
            compared(before.as_ref(), self.release.as_ref())
        });
        self
    }
}

/// What a release was judged with besides.
pub(crate) struct JudgedWith {
    /// The population, as it is recoded.
    pub population: Option<Table>,
    pub rules: Option<Rules>,
}

/// The table that a technique changed.
pub(crate) struct Before {
    technique: &'static dyn Technique,
    parameters: Parameters,
    table: Table,
}

/// Statistics before and after, which are compared row by row: of one table without weights.
fn compared(before: Option<&Before>, release: Option<&Release>) -> Option<Kept> {
    let Before {
        technique,
        parameters,
        table,
    } = before?;
    let [(Part::Whole, after)] = release?.tables() else {
        return None;
    };
    if table.weights().is_some() {
        return None;
    }
    kept::compared(*technique, parameters, (table, after))
}

/// Runs a project. Nothing is written before everything is known to be right; all outputs appear together at the end.
pub fn anonymize(project: &Project, progress: &dyn Progress) -> Result<Answer> {
    anonymize_because(project, Vec::new(), progress)
}

/// The same, with the reasons for which this release was chosen, for its report.
pub(crate) fn anonymize_because(
    project: &Project,
    because: Vec<Said>,
    progress: &dyn Progress,
) -> Result<Answer> {
    if let Some(place) = scale::wanted(project)? {
        return scale::anonymize(project, &place, progress);
    }
    let Ran {
        project,
        input,
        outputs,
        mut report,
        release,
        pseudonyms,
        accounting,
        lattice,
        before,
        ..
    } = run(project, Destination::Files, progress)?;
    report.because = because;
    let project = &project;
    let account = accounting.zip(project.output.report.as_ref());
    let Some(release) = release else {
        if let Some((accounting, path)) = account {
            accounting
                .stage((project, path), &report, &input, None, Sums::default())?
                .commit()?;
        }
        return Ok(Answer::Unreachable(Box::new(report)));
    };
    let mapping = pseudonyms
        .as_ref()
        .and_then(|made| Some((made.place.as_ref()?, made.mapping.as_ref()?)));
    report
        .notes
        .extend(mapping.as_ref().map(|_| APART.to_owned()));
    // Neither needs the other.
    let (staged, kept) = timed(&mut report.seconds.write, || {
        rayon::join(
            || stage(project, (&input, &outputs), &release, progress),
            || compared(before.as_ref(), Some(&release)),
        )
    });
    let mut staged = staged?;
    report.kept = kept;
    if let Some((place, table)) = mapping {
        staged.extend(staged_mapping(project, Some(place), Some(table), progress)?);
    }
    report
        .notes
        .extend(staged.iter().flat_map(|staged| staged.notes().to_vec()));
    let record = text(project, project.output.record.as_ref(), &report)?;
    let lattice = text(project, project.output.lattice.as_ref(), &lattice)?;
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    let account = account.map(|(accounting, path)| {
        let outputs = staged
            .iter()
            .map(|staged| staged.file().and_then(sha256))
            .collect();
        let sums = Sums {
            outputs,
            ..Sums::default()
        };
        accounting.stage((project, path), &report, &input, Some(&release), sums)
    });
    let account = account.transpose()?;
    for staged in staged
        .into_iter()
        .chain(record)
        .chain(lattice)
        .chain(account)
    {
        staged.commit()?;
    }
    Ok(Answer::Released(Box::new(report)))
}

/// Reads, checks, pseudonymises, anonymises and verifies.
pub(crate) fn run(
    project: &Project,
    destination: Destination,
    progress: &dyn Progress,
) -> Result<Ran> {
    run_on(project, None, None, destination, progress)
}

/// The same on data that may have been read already, and of which a sample may have been drawn.
pub(crate) fn run_on(
    project: &Project,
    given: Option<Source>,
    sampled: Option<&Sampled>,
    destination: Destination,
    progress: &dyn Progress,
) -> Result<Ran> {
    if !project.tables.is_empty() {
        return Err(Error::request(
            "this project has several tables; only bauta run does them together",
        ));
    }
    let mut seconds = Seconds::default();
    let ready = timed(&mut seconds.read, || {
        Ready::new(project, given, destination, progress)
    })?;
    let Ready {
        mut project,
        technique,
        requirements,
        input,
        outputs,
        table,
        ..
    } = ready;
    let Ready {
        hierarchies,
        population,
        pseudonyms,
        rules,
        original_rows,
        mut notes,
        ..
    } = ready;
    let held = destination == Destination::Memory;
    if held && technique.is_full_domain() {
        project.output.lattice = Some(String::new());
    }
    let quasi_identifiers_named = table.with_role(Role::QuasiIdentifier).len();
    if quasi_identifiers_named == 0 {
        notes.push(UNMEASURED.to_owned());
    }
    let original = sensitive_of(&table);
    let first = without_missing(&project, table, &mut notes);
    let walked = timed(&mut seconds.search, || {
        let rules = rules.as_ref();
        steps::walk(
            &Start {
                project: &project,
                table: &first,
                hierarchies: &hierarchies,
                rules,
                sampled,
            },
            progress,
        )
    })?;
    let qis = match walked.table {
        Some(_) => quasi_identifiers(&project, &first, &hierarchies)?,
        None => Vec::new(),
    };
    let before_steps = walked.table.as_ref().map(|_| BeforeSteps {
        table: &first,
        qis: &qis,
        hidden: walked.hidden,
    });
    let (project, table) = (walked.project, walked.table.as_ref().unwrap_or(&first));
    let population = population.as_ref();
    let known = Known {
        hierarchies: &walked.hierarchies,
        population,
        rules: rules.as_ref(),
        before_steps,
        sampled,
    };
    let prepared = timed(&mut seconds.search, || {
        known.prepared(&project, table, &original)
    })?;
    let attempt = Attempt {
        project: &project,
        technique,
        requirements: &requirements,
        original_rows,
        known,
    };
    let attempted = attempt.run(&prepared, &mut seconds, progress)?;
    let accounting = (held || project.output.report.is_some()).then(|| {
        let now = Accounting::new(&project, technique, &prepared);
        // Before is before the first step.
        if walked.steps.is_empty() {
            now
        } else {
            now.since(Standing::of(&first, thresholds(&project)))
        }
    });
    notes.extend(attempted.notes);
    let mut report = Report {
        bauta: env!("CARGO_PKG_VERSION"),
        input: input.to_string(),
        outputs: outputs.iter().map(ToString::to_string).collect(),
        method: technique.descriptor().id.to_owned(),
        parameters: attempted.parameters.to_map(),
        seed: project.anonymize.seed,
        reproducible: technique.repeats(&attempted.parameters)
            && walked.steps.iter().all(|step| step.reproducible),
        guarantees: requirements
            .iter()
            .map(|requirement| (requirement.title(), false))
            .collect(),
        differential_privacy: walked
            .steps
            .iter()
            .filter_map(|step| step.differential_privacy.clone())
            .collect(),
        original_rows,
        measures: None,
        node: attempted.node,
        quasi_identifiers: quasi_identifiers_named,
        nearest_miss: None,
        kept: None,
        pseudonyms: pseudonyms.as_ref().map(|made| made.record.clone()),
        steps: walked.steps,
        because: Vec::new(),
        rules: attempted.rules,
        notes,
        seconds,
    };
    let told = (technique, &attempted.parameters, prepared.table);
    let release = told_in(&mut report, told, attempted.outcome);
    let before = Some(Before {
        technique,
        parameters: attempted.parameters,
        table: prepared.table.clone(),
    });
    let in_order = held && !project.pseudonyms.shuffle;
    let origins = release
        .as_ref()
        .filter(|_| in_order)
        .and_then(|release| origins(&prepared, release, original_rows));
    drop(prepared);
    let (lattice, judged_with) = (
        attempted.lattice,
        JudgedWith {
            population: attempted.population,
            rules,
        },
    );
    Ok(Ran {
        project,
        input,
        outputs,
        report,
        release,
        pseudonyms,
        accounting,
        lattice,
        origins,
        before,
        judged_with,
    })
}

/// The release, if there is one; what came of the attempt is told in the report.
fn told_in(
    report: &mut Report,
    (technique, parameters, before): (&dyn Technique, &Parameters, &Table),
    outcome: std::result::Result<(Release, Measures), NearestMiss>,
) -> Option<Release> {
    let (release, measures) = match outcome {
        Ok(released) => released,
        Err(miss) => {
            report.nearest_miss = Some(miss);
            return None;
        }
    };
    report.guarantees = deduplicated(release.checked());
    report
        .differential_privacy
        .extend(technique.differential_privacy(parameters, before));
    report.measures = Some(measures);
    Some(release)
}

/// The original row of each released row; none where rows were left out before the search, or cannot be matched.
fn origins(prepared: &Prepared<'_>, release: &Release, original_rows: u64) -> Option<Vec<u32>> {
    let quasi =
        quasi_identifier_part(release).filter(|_| prepared.table.rows() as u64 == original_rows)?;
    let reading = Reading::of(prepared.table, &prepared.qis, quasi, original_rows);
    pairing::pair(prepared.table, &prepared.qis, quasi, &reading)
}

/// Reads a project's data, in no roles yet.
pub fn read(project: &Project, progress: &dyn Progress) -> Result<Source> {
    let input: Locator = project.input.data.parse()?;
    bauta_formats::read(&input, &read_options(project), progress).map_err(cancelled)
}

/// Writes everything beside its final place.
pub(crate) fn stage(
    project: &Project,
    (input, outputs): (&Locator, &[Locator]),
    release: &Release,
    progress: &dyn Progress,
) -> Result<Vec<Staged>> {
    let template = match (input, project.output.keep_workbook) {
        (Locator::File { path, .. }, true) => Some(path.clone()),
        _ => None,
    };
    let found = project
        .input
        .delimiter
        .and_then(|delimiter| u8::try_from(delimiter).ok());
    let staged = |(place, locator): (usize, &Locator)| {
        let delimiter = locator.delimited_like(found);
        let template = template.clone();
        let options = WriteOptions {
            force: project.output.force,
            template,
            delimiter,
            ..WriteOptions::default()
        };
        let Some(table) = release.published_at(place) else {
            return Ok(None);
        };
        // One of several that are written at the same time tells how far it is.
        let quiet = Unheard(progress);
        let progress = if place == 0 { progress } else { &quiet };
        bauta_formats::stage(&table, locator, &options, progress)
            .map(Some)
            .map_err(cancelled)
    };
    let places = outputs.iter().enumerate();
    let staged: Vec<Option<Staged>> = match apart(outputs) {
        true => places
            .collect::<Vec<_>>()
            .into_par_iter()
            .map(staged)
            .collect::<Result<_>>()?,
        false => places.map(staged).collect::<Result<_>>()?,
    };
    Ok(staged.into_iter().flatten().collect())
}

/// Whether each output is a file of its own, so that all can be written at the same time.
fn apart(outputs: &[Locator]) -> bool {
    let path = |output: &Locator| match output {
        Locator::File { path, .. } => Some(path.clone()),
        _ => None,
    };
    let paths: Option<BTreeSet<_>> = outputs.iter().map(path).collect();
    paths.is_some_and(|paths| paths.len() == outputs.len())
}

/// Says nothing, and stops when it is stopped.
struct Unheard<'a>(&'a dyn Progress);

impl Progress for Unheard<'_> {
    fn tell(&self, _: Stage, _: u64, _: Option<u64>) {}

    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }
}

/// The sensitive attributes of a table, which classes are compared with whatever rows are left out.
pub(crate) fn sensitive_of(table: &Table) -> Table {
    let sensitive = table
        .with_role(Role::Sensitive)
        .into_iter()
        .map(|index| table.attributes()[index].clone());
    Table::from_attributes(sensitive.collect()).weighted_like(table)
}

/// Leaves out rows with missing quasi-identifiers under the policy `drop`.
pub(crate) fn without_missing(project: &Project, table: Table, notes: &mut Vec<String>) -> Table {
    match missing::kept_rows(&table, project.anonymize.missing_values) {
        Some(rows) if rows.len() < table.rows() => {
            let all = table.counted_rows();
            let table = table.into_picked(&rows);
            let gone = all - table.counted_rows();
            notes.push(format!(
                "{gone} rows with missing quasi-identifiers were left out"
            ));
            table
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
        .map(|index| {
            (
                index,
                hierarchies.get(&table.attributes()[index].name).cloned(),
            )
        })
        .collect();
    Ok(bauta_table::prepare(table, given)?)
}

/// Writes something as JSON beside its final place, if it has one.
pub(crate) fn text(
    project: &Project,
    place: Option<&String>,
    what: &impl serde::Serialize,
) -> Result<Option<Staged>> {
    let Some(path) = place else { return Ok(None) };
    let text =
        serde_json::to_string_pretty(what).map_err(|error| Error::request(error.to_string()))?;
    Ok(Some(bauta_formats::stage_text(
        &text,
        std::path::Path::new(path),
        project.output.force,
    )?))
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
