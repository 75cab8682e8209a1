//! From verified rows to files: staged where no reader sees them, read back, and only then published.

use bauta_formats::Staged as StagedFile;
use bauta_methods::{CheckedTechnique, DifferentialPrivacy, Drawn as LatticeView};
use bauta_privacy::{Approval, Assessment, Background, Release, Requirement, examine_with};
use bauta_table::recoding::Part;
use bauta_table::{Progress, Table};

use super::check::Checked;
use super::plan::Applied;
use super::prepare::Prepared;
use super::{At, Draft};
use crate::backend::{DraftRows, StagedRows};
use crate::kept::{self, Kept};
use crate::places::staged_json;
use crate::project::Project;
use crate::pseudonymize::staged_mapping;
use crate::reading::Opened;
use crate::report::{
    Account, Accounting, AttackResults, AttackTarget, ReleaseAttack, Report, Sums,
};
use crate::seconds::timed;
use crate::steps::StepRecord;
use bauta_messages::{Error, Result};

/// Said where a correspondence table is written.
const APART: &str = "the correspondence table names people: keep it apart from the release";

/// Broken where an engine wrote other rows than were planned.
const OTHER_ROWS: &str = "the written rows are those that were planned";

/// Said where a report would compare statistics.
const NOT_COMPARED: &str = "statistics before and after need single rows, which stay in the engine: they are left out of the report";

/// Said where a report has no attacks.
const NOT_ATTACKED: &str =
    "the attacks of bauta attack cannot be made on this release: they are left out of the report";

/// What a thread came to; its panic goes on in this one.
fn joined<T>(thread: std::thread::ScopedJoinHandle<'_, T>) -> T {
    thread
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// What attacks on a release of one table gave, where its report shows them.
fn attacked(
    attack: Option<&(ReleaseAttack, Opened)>,
    project: &Project,
    names: [&str; 2],
    release: Option<&Release>,
    progress: &dyn Progress,
) -> Result<Option<AttackResults>> {
    let released = release.and_then(|release| release.only_table(project.output.keep_order));
    let (Some((attack, original)), Some(released)) = (attack, released) else {
        return Ok(None);
    };
    let target = AttackTarget {
        project,
        original,
        released: &released,
        names,
    };
    attack(&target, progress).map(Some)
}

/// The table that a technique changed: what the statistics of the release are compared with.
pub(super) struct Baseline {
    pub(super) method: CheckedTechnique,
    pub(super) table: Table,
    /// The column of pseudonyms, where there is one.
    pub(super) pseudonym: Option<String>,
}

impl Baseline {
    /// Statistics before and after, compared row by row: of one table without weights.
    fn compared(&self, release: Option<&Release>) -> Option<Kept> {
        let [(Part::Whole, after)] = release?.tables() else {
            return None;
        };
        if self.table.weights().is_some() {
            return None;
        }
        let pseudonym = self.pseudonym.as_deref();
        kept::compared(&self.method, (&self.table, after), pseudonym)
    }
}

/// Rows that the verifier accepted, not written yet.
pub struct Drafted {
    /// The report of the run so far.
    pub report: Report,
    /// The lattice, where it was asked for.
    pub lattice: Option<LatticeView>,
    pub(crate) checked: Checked,
    pub(crate) rows: DraftRows,
    judged_with: JudgedWith,
    accounting: Option<Accounting>,
    baseline: Baseline,
}

/// A request for which there is no release.
pub struct Unreachable {
    /// The report of the run, with the nearest miss.
    pub report: Report,
    /// The lattice, where it was asked for.
    pub lattice: Option<LatticeView>,
    pub(crate) checked: Checked,
    accounting: Option<Accounting>,
}

/// What a release is judged with when it is read back.
struct JudgedWith {
    held_to: Vec<Requirement>,
    /// The population, as the release recodes it.
    population: Option<Table>,
    /// Sensitive attributes before any row was left out.
    original: Table,
}

impl Prepared {
    /// The draft that a plan led to.
    pub(super) fn draft(self, applied: Applied) -> Draft {
        let Prepared {
            mut checked,
            steps,
            original,
            quasi_identifiers,
            ..
        } = self;
        let mut report = first_report(&mut checked, steps.steps, &applied);
        report.quasi_identifiers = quasi_identifiers;
        let noise = checked.noise(&applied);
        let Applied {
            lattice,
            population,
            held_to,
            accounting,
            baseline,
            outcome,
            ..
        } = applied;
        let (rows, assessment) = match outcome {
            Ok(found) => found,
            Err(miss) => {
                report.nearest_miss = Some(miss);
                return Draft::Unreachable(Box::new(Unreachable {
                    report,
                    lattice,
                    checked,
                    accounting,
                }));
            }
        };
        if let DraftRows::Outside(plan) = &rows {
            report.original_rows = plan.rows;
        }
        report.differential_privacy.extend(noise);
        report.refused.clear();
        report.assessment = assessment;
        Draft::Rows(Box::new(Drafted {
            report,
            lattice,
            checked,
            rows,
            judged_with: JudgedWith {
                held_to,
                population,
                original,
            },
            accounting,
            baseline,
        }))
    }
}

/// The report before the verdict is known.
fn first_report(checked: &mut Checked, steps: Vec<StepRecord>, applied: &Applied) -> Report {
    let technique = checked.technique;
    let mut notes = std::mem::take(&mut checked.notes);
    notes.extend(applied.notes.iter().cloned());
    notes.extend(checked.backend.notes(&checked.project));
    if applied.accounting.is_some() && checked.leaves_out_statistics() {
        notes.push(NOT_COMPARED.to_owned());
    }
    let outputs = checked.places.outputs.iter();
    let requirements = applied.held_to.iter();
    let noise = steps.iter();
    Report {
        bauta: env!("CARGO_PKG_VERSION"),
        input: checked.places.input.to_string(),
        outputs: outputs.map(ToString::to_string).collect(),
        method: technique.descriptor().id.to_owned(),
        parameters: applied.method.parameters().to_map(),
        seed: checked.project.anonymize.seed,
        truthful: applied.method.is_truthful(),
        reproducible: applied.method.repeats() && steps.iter().all(|step| step.reproducible),
        refused: requirements
            .map(|requirement| (requirement.title(), false))
            .collect(),
        differential_privacy: noise
            .filter_map(|step| step.differential_privacy.clone())
            .collect(),
        original_rows: checked.original_rows,
        assessment: None,
        unchanged: std::mem::take(&mut checked.unchanged),
        node: applied.node.clone(),
        quasi_identifiers: 0,
        nearest_miss: None,
        kept: None,
        pseudonyms: checked.pseudonyms.as_ref().map(|made| made.record.clone()),
        steps,
        because: std::mem::take(&mut checked.because),
        rules: applied.rules.clone(),
        notes,
        seconds: checked.seconds.and(applied.seconds),
    }
}

impl Checked {
    /// The guarantee of noise that the method drew.
    fn noise(&self, applied: &Applied) -> Option<DifferentialPrivacy> {
        let mut drawn = self.backend.drawn().iter();
        match drawn.find(|drawn| drawn.at == At::Method) {
            Some(drawn) => drawn.differential_privacy.clone(),
            None => applied.method.differential_privacy(&applied.baseline.table),
        }
    }

    /// Whether a step or the method claims something about statistics that cannot be compared here.
    fn leaves_out_statistics(&self) -> bool {
        let project = &self.project;
        let own = (&project.anonymize.method, &project.anonymize.parameters);
        let steps = project.steps.iter();
        let mut all = steps
            .map(|step| (&step.method, &step.parameters))
            .chain([own]);
        let claims = |(method, parameters): (&String, &bauta_methods::Settings)| {
            let Ok(technique) = bauta_methods::find(method) else {
                return false;
            };
            let names = &project.roles.quasi_identifiers;
            let method = technique.check(parameters, names);
            method.is_ok_and(|method| method.keeps().is_some())
        };
        !self.backend.capabilities().single_rows && all.any(claims)
    }

    /// Writes the report for people, where one was asked for.
    fn stage_account(
        &self,
        accounting: Option<Accounting>,
        report: &Report,
        release: Option<&Release>,
        sums: Sums,
    ) -> Result<Option<StagedFile>> {
        let (Some(accounting), Some(path)) = (accounting, &self.project.output.report) else {
            return Ok(None);
        };
        let (project, input) = (&self.project, &self.places.input);
        let staged = accounting.stage((project, path), report, input, release, sums)?;
        Ok(Some(staged))
    }
}

impl Unreachable {
    /// Writes the report for people, where one was asked for, and returns the report of the run.
    ///
    /// # Errors
    /// The failure of a file.
    pub fn tell(self) -> Result<Report> {
        let Unreachable {
            report,
            checked,
            accounting,
            ..
        } = self;
        let page = checked.stage_account(accounting, &report, None, Sums::default())?;
        if let Some(page) = page {
            page.commit()?;
        }
        Ok(report)
    }

    /// The correspondence table, where pseudonyms were made.
    pub(crate) fn mapping(&mut self) -> Option<Table> {
        let made = self.checked.pseudonyms.as_mut();
        made.and_then(|made| made.mapping.take())
    }

    /// Everything that a report page shows; none where no report was asked for.
    pub(crate) fn account(self, sums: Sums) -> Option<Account> {
        let input = &self.checked.places.input;
        let accounting = self.accounting?;
        Some(accounting.account(&self.report, input, None, sums))
    }
}

impl Drafted {
    /// The verified rows, where they are in memory.
    pub fn release(&self) -> Option<&Release> {
        match &self.rows {
            DraftRows::Release { release, .. } => Some(release),
            DraftRows::Outside(_) => None,
        }
    }

    /// The draft with its statistics compared with those of the table before.
    #[must_use]
    pub fn with_statistics(mut self) -> Self {
        let mut seconds = 0.0;
        self.report.kept = timed(&mut seconds, || self.baseline.compared(self.release()));
        self.report.seconds.verify += seconds;
        self
    }

    /// For each released row its original row; none where rows are shuffled or parted.
    pub(crate) fn origins(&self) -> Option<Vec<u32>> {
        let DraftRows::Release { kept, .. } = &self.rows else {
            return None;
        };
        let rows = self.checked.original_rows as usize;
        kept.clone()
            .list(rows)
            .filter(|_| !self.checked.project.pseudonyms.shuffle)
    }

    /// Everything that a report page shows, and the release; none where no report was asked for.
    pub(crate) fn account(&mut self, sums: Sums) -> Option<Account> {
        let accounting = self.accounting.take()?;
        let input = &self.checked.places.input;
        Some(accounting.account(&self.report, input, self.release(), sums))
    }

    /// The verified rows, and the correspondence table.
    pub(crate) fn into_tables(self) -> (Option<Release>, Option<Table>) {
        let release = match self.rows {
            DraftRows::Release { release, .. } => Some(*release),
            DraftRows::Outside(_) => None,
        };
        let mapping = self.checked.pseudonyms.and_then(|made| made.mapping);
        (release, mapping)
    }

    /// Writes the rows where no reader sees them; statistics are compared meanwhile.
    ///
    /// # Errors
    /// The failure of a file or an engine; nothing is left behind then.
    pub fn stage(mut self, progress: &dyn Progress) -> Result<Staged> {
        let mut seconds = 0.0;
        let known = self.report.kept.take();
        let (checked, rows) = (&self.checked, &self.rows);
        let (baseline, release) = (&self.baseline, self.release());
        let (attack, project) = (checked.attack.as_ref(), &checked.project);
        let output = self.report.outputs.first().map_or("", String::as_str);
        let names = [self.report.input.as_str(), output];
        let (staged, kept, attacks) = timed(&mut seconds, || {
            // None needs the others.
            std::thread::scope(|scope| {
                let compared = scope.spawn(move || known.or_else(|| baseline.compared(release)));
                let attacked =
                    scope.spawn(move || attacked(attack, project, names, release, progress));
                let (project, places) = (&checked.project, &checked.places);
                let staged = checked.backend.stage(project, places, rows, progress);
                (staged, joined(compared), joined(attacked))
            })
        });
        let staged = staged?;
        match attacks {
            Ok(attacks) => {
                self.accounting = self.accounting.map(|own| own.with_attacks(attacks));
            }
            // Without a control everything was given by the run itself: the report goes without attacks, and says so.
            Err(Error::Faults(_)) if self.checked.project.output.control.is_none() => {
                self.report.notes.push(NOT_ATTACKED.to_owned());
            }
            Err(error) => return Err(error),
        }
        self.report.seconds.write += seconds;
        self.report.kept = kept;
        let mapping = match &self.checked.pseudonyms {
            Some(made) => staged_mapping(
                &self.checked.project,
                made.place.as_ref(),
                made.mapping.as_ref(),
                progress,
            )?,
            None => None,
        };
        self.report
            .notes
            .extend(mapping.as_ref().map(|_| APART.to_owned()));
        self.report.notes.extend(staged.notes());
        let writer_notes = mapping.iter().flat_map(|mapping| mapping.notes().to_vec());
        self.report.notes.extend(writer_notes);
        Ok(Staged {
            drafted: self,
            rows: staged,
            mapping,
        })
    }
}

/// A release that is written where no reader sees it. It cannot be published: [`Staged::verify`] comes first.
pub struct Staged {
    drafted: Drafted,
    rows: Box<dyn StagedRows>,
    mapping: Option<StagedFile>,
}

impl Staged {
    /// Reads the rows back, as a reader would find them, and holds them to what was asked for.
    ///
    /// # Errors
    /// The verifier refuses the rows; the failure of a file or an engine; or that it was stopped.
    pub fn verify(mut self, progress: &dyn Progress) -> Result<Verified> {
        let mut seconds = 0.0;
        let approval = timed(&mut seconds, || self.approved(progress))?;
        self.drafted.report.seconds.verify += seconds;
        let Staged {
            drafted,
            rows,
            mapping,
        } = self;
        if progress.cancelled() {
            return Err(Error::Cancelled);
        }
        let (project, report) = (&drafted.checked.project, &drafted.report);
        let record = staged_json(project, project.output.record.as_ref(), report)?;
        let lattice = staged_json(project, project.output.lattice.as_ref(), &drafted.lattice)?;
        let sums = rows.sums(report.outputs.first().map_or("", String::as_str));
        let release = match &drafted.rows {
            DraftRows::Release { release, .. } => Some(release.as_ref()),
            DraftRows::Outside(_) => None,
        };
        let page = drafted
            .checked
            .stage_account(drafted.accounting, report, release, sums)?;
        let texts = [mapping, record, lattice, page];
        Ok(Verified {
            report: drafted.report,
            rows,
            texts: texts.into_iter().flatten().collect(),
            approval,
        })
    }

    /// The verifier's approval of the rows as they were read back.
    fn approved(&mut self, progress: &dyn Progress) -> Result<Approval> {
        let (checked, judged_with) = (&self.drafted.checked, &self.drafted.judged_with);
        let project = &checked.project;
        let refused = |broken: Vec<String>| Error::Refused {
            method: checked.technique.descriptor().id.to_owned(),
            broken,
        };
        let Some(table) = self.rows.read_back(project, progress)? else {
            // The staged rows are those in memory that were verified.
            let release = self.drafted.release().map(Release::approval);
            return release.ok_or_else(|| refused(vec!["the rows can be read back".to_owned()]));
        };
        let background = Background {
            original: Some(&judged_with.original),
            hierarchies: Some(&checked.hierarchies),
            population: judged_with.population.as_ref(),
            rules: checked.rules.as_ref(),
        };
        let examined = examine_with(&table, &judged_with.held_to, &background);
        let Some(approval) = examined.approval() else {
            let broken = examined.checked.into_iter().filter(|(_, holds)| !holds);
            return Err(refused(broken.map(|(title, _)| title).collect()));
        };
        let report = &mut self.drafted.report;
        let read = Assessment::of(&examined, Some(report.original_rows));
        match &report.assessment {
            // The written rows must be the ones that were planned and assessed, not only safe ones.
            Some(planned) if !planned.agrees_with(&read) => {
                return Err(refused(vec![OTHER_ROWS.to_owned()]));
            }
            Some(_) => {}
            None => {
                report.refused.clear();
                report.assessment = Some(read);
            }
        }
        Ok(approval)
    }
}

/// A release that was verified as a reader will find it: the only thing that can be published.
///
/// ```no_run
/// # fn of(verified: bauta_run::Verified, progress: &dyn bauta_table::Progress) {
/// let report = verified.commit(progress);
/// # }
/// ```
///
/// A release that is only staged cannot be:
///
/// ```compile_fail
/// # fn of(staged: bauta_run::Staged, progress: &dyn bauta_table::Progress) {
/// staged.commit(progress);
/// # }
/// ```
pub struct Verified {
    /// The report of the run.
    pub report: Report,
    rows: Box<dyn StagedRows>,
    /// The correspondence table, the record, the lattice and the report for people.
    texts: Vec<StagedFile>,
    approval: Approval,
}

impl Verified {
    /// Publishes the rows and everything beside them.
    ///
    /// # Errors
    /// The failure of a file or an engine, or that it was stopped before.
    pub fn commit(self, progress: &dyn Progress) -> Result<Report> {
        let report = self.report.clone();
        commit_all(vec![self], Vec::new(), progress)?;
        Ok(report)
    }
}

/// Publishes several releases and other files together.
///
/// # Errors
/// The failure of a file or an engine, or that it was stopped before.
pub(crate) fn commit_all(
    all: Vec<Verified>,
    more: Vec<StagedFile>,
    progress: &dyn Progress,
) -> Result<()> {
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    let mut texts = Vec::new();
    for verified in all {
        verified.rows.publish(&verified.approval)?;
        texts.extend(verified.texts);
    }
    for text in texts.into_iter().chain(more) {
        text.commit()?;
    }
    Ok(())
}

/// The table of a release that has the quasi-identifiers.
pub fn quasi_identifier_part(release: &Release) -> Option<&Table> {
    let mut tables = release.tables().iter();
    tables
        .find(|(part, _)| !part.is_sensitive())
        .map(|(_, table)| table)
}

/// The table of a release that has the sensitive values.
pub fn sensitive_part(release: &Release) -> Option<&Table> {
    let mut tables = release.tables().iter();
    tables
        .find(|(part, _)| *part != Part::QuasiIdentifiers)
        .map(|(_, table)| table)
}
