//! A request and its data, checked together: everything that is wrong is told at once, before anything is done.

use std::collections::BTreeMap;
use std::path::Path;

use bauta_documents::is_report_name;
use bauta_formats::{FileFormat, Locator, Source};
use bauta_guide::Said;
use bauta_methods::Technique;
use bauta_privacy::Requirement;
use bauta_table::rule::Rules;
use bauta_table::{Fault, Hierarchy, Progress, Role, Table};

use super::request::{Given, Request};
use crate::backend::{self, Backend, Memory, OnEngine, Places};
use crate::project::Project;
use crate::pseudonymize::{Place, PseudonymRecord, Settings, step};
use crate::reading::{Opened as TableAsRead, cancelled, read_options, table_faults};
use crate::report::{ReleaseAttack, Seconds, timed};
use crate::{auto, hierarchies, people, places, population, row_order, rules, survey, undecided};
use bauta_messages::{Error, Problems, Result};

/// Said where k is 1.
const HIDES_NOBODY: &str =
    "k = 1 hides nobody: every row may be the only one of its kind; 3 to 10 are usual";

/// A request that fits its data.
pub struct Checked {
    /// The project, with roles by name and the delimiter that was found.
    pub project: Project,
    /// The technique.
    pub technique: &'static dyn Technique,
    /// The guarantees asked for.
    pub requirements: Vec<Requirement>,
    /// The rows that a search looks at, in their roles.
    pub table: Table,
    /// Hierarchies by attribute.
    pub hierarchies: BTreeMap<String, Hierarchy>,
    /// Rows that were read.
    pub original_rows: u64,
    /// Columns that are published as they are.
    pub unchanged: Vec<String>,
    /// Remarks for the report.
    pub notes: Vec<String>,
    pub(crate) backend: Box<dyn Backend>,
    /// Sensitive attributes with their counts, where the rows themselves do not fit in memory.
    pub(crate) outside: Option<Table>,
    /// Whether the rows do not fit in memory: the table has values, and no rows that mean anything.
    pub(crate) is_outside: bool,
    /// Whether the search keeps its lattice.
    pub(crate) shows_lattice: bool,
    pub(crate) places: Places,
    /// The population, where a requirement is about one.
    pub(crate) population: Option<Table>,
    /// Edit rules that the release must keep.
    pub(crate) rules: Option<Rules>,
    /// Pseudonyms that were made of identifiers, which are gone from the table.
    pub(crate) pseudonyms: Option<PseudonymOutput>,
    /// Whether somebody looks at the run before the release goes anywhere.
    pub(crate) shows: bool,
    pub(crate) because: Vec<Said>,
    /// What attacks the release for its report, and the table as it was read.
    pub(crate) attack: Option<(ReleaseAttack, TableAsRead)>,
    pub(crate) seconds: Seconds,
}

impl Checked {
    /// Some of the rows. Edit rules are about all of them, and are not looked at any more.
    #[must_use]
    pub fn picked(self, rows: &[u32]) -> Self {
        Checked {
            table: self.table.into_picked(rows),
            rules: None,
            ..self
        }
    }
}

/// Pseudonyms, made.
pub struct PseudonymOutput {
    /// Where the correspondence table goes.
    pub place: Option<Place>,
    /// The correspondence table: it names people.
    pub mapping: Option<Table>,
    /// The record of how pseudonyms were made.
    pub record: PseudonymRecord,
}

impl Request {
    /// Opens the data, unless they are given, and checks them and the request.
    ///
    /// # Errors
    /// Everything that is wrong with either; or the failure of a file.
    pub fn check(self, progress: &dyn Progress) -> Result<Checked> {
        if !self.project.tables.is_empty() {
            return Err(Error::request(
                "this project has several tables; only bauta run does them together",
            ));
        }
        let mut seconds = 0.0;
        let mut checked = timed(&mut seconds, || self.checked(progress))?;
        checked.seconds.read = seconds;
        Ok(checked)
    }

    fn checked(mut self, progress: &dyn Progress) -> Result<Checked> {
        let mut problems = Problems::default();
        let technique = without_data(&self.project, &mut problems);
        let Opened {
            mut project,
            mut backend,
            places,
            settings,
        } = self.open(technique, &mut problems, progress)?;
        let header = backend.columns();
        // A misspelt name leaves the right column without a role: then only the name is told.
        let sound = roles(&mut project, technique, &header, &mut problems);
        backend.faults(&project, &mut problems);
        if !backend.capabilities().single_rows {
            problems.extend(survey::fault_on_engine(&project));
            let unsound = undecided::faults_of_names(&project, &header);
            problems.extend(unsound.into_iter().filter(|_| sound));
        }
        let population = population::read(&project, &mut problems, progress);
        if !backend.capabilities().single_rows {
            // Counting may take long: what is known to be wrong is told before it.
            std::mem::take(&mut problems).result()?;
        }
        let looked = backend.count(&project, progress)?;
        let (mut table, mut notes) = (looked.table, looked.notes);
        let reported = project.output.report.is_some() && backend.capabilities().single_rows;
        let attack = attack_of(self.attack.filter(|_| reported), &table);
        project.roles.assign(&mut table);
        if sound && backend.capabilities().single_rows {
            problems.extend(undecided::faults(&project, &table));
            problems.extend(row_order::faults(&project, &table));
        }
        let original_rows = table.counted_rows();
        let rules = rules::of_input(&project, &table, &mut problems, &mut notes);
        let (mut pseudonyms, single_rows) = (None, backend.capabilities().single_rows);
        if backend.capabilities().single_rows {
            let settings = settings.as_ref();
            problems.extend(people::faults_of_rows(
                &project, settings, &table, progress,
            )?);
            let note;
            (table, note) = people::with_people(&project, settings, table, progress)?;
            notes.extend(note);
            table = survey::with_survey(&project, table, &mut problems);
        }
        if backend.capabilities().every_pseudonym {
            let done = pseudonymized(settings, &project, table, &mut problems, progress)?;
            (table, pseudonyms) = (done.table, done.output);
            notes.extend(done.notes);
        }
        table = table.without_role(Role::Drop);
        let mut drawn = backend.drawn().iter();
        let own = technique.filter(|_| !drawn.any(|drawn| drawn.at == super::At::Method));
        if looked.outside.is_none() {
            problems.extend(table_faults(&project, &table));
            problems.extend(setting_faults(&project, own, &table));
        }
        notes.extend(warnings(&project));
        let hierarchies = self
            .hierarchies
            .take()
            .unwrap_or_else(|| hierarchies::load(&project, Some(&table), &mut problems));
        let requirements = project.targets.requirements();
        let given = project.targets.population.is_some();
        let asked = requirements.iter();
        problems.extend(asked.flat_map(|it| it.lacks(&table, &hierarchies, given)));
        let technique = chosen(&project, technique, &table, &mut problems, &mut notes);
        let family = technique.map(|technique| technique.descriptor().family);
        problems.extend(people::faults(&table, family, &requirements));
        problems.extend(technique.and_then(|technique| no_lattice(&project, technique)));
        problems.result().map_err(|error| match single_rows {
            true => error,
            false => backend::without_places(error),
        })?;
        let technique = technique.ok_or_else(|| Problems::default().into_error())?;
        let shows_lattice =
            project.output.lattice.is_some() || (self.shows && technique.is_full_domain());
        Ok(Checked {
            shows_lattice,
            unchanged: undecided::unchanged(&project, &header),
            project,
            technique,
            requirements,
            table,
            hierarchies,
            original_rows,
            notes,
            backend,
            is_outside: looked.outside.is_some(),
            outside: looked.outside,
            places,
            population,
            rules,
            pseudonyms,
            shows: self.shows,
            because: self.because,
            attack,
            seconds: Seconds::default(),
        })
    }

    /// Opens the data where they are.
    fn open(
        &mut self,
        technique: Option<&dyn Technique>,
        problems: &mut Problems,
        progress: &dyn Progress,
    ) -> Result<Opened> {
        let mut project = self.project.clone();
        let given = self.given.take();
        let place = match given {
            Some(_) => None,
            None => backend::wanted(&project)?,
        };
        let on_engine = place.is_some() || matches!(given, Some(Given::Engine(_)));
        // An engine has fewer kinds of pseudonyms, and checks them itself.
        let settings = match on_engine {
            true => None,
            false => Settings::new(&project, problems),
        };
        let input = problems.take(project.input.data.parse::<Locator>());
        let counted = technique.filter(|_| !self.keeps && !on_engine);
        let outputs = outputs(
            &project,
            counted,
            input.as_ref(),
            settings.as_ref(),
            problems,
        );
        let Some(input) = input else {
            return Err(std::mem::take(problems).into_error());
        };
        let backend: Box<dyn Backend> = match (given, place) {
            (Some(Given::Table(source)), _) => in_memory(&mut project, source),
            (Some(Given::Engine(engine)), _) => Box::new(OnEngine::new(engine)),
            (None, Some(place)) => Box::new(OnEngine::open(&project, &input, &place)?),
            (None, None) => match bauta_formats::read(&input, &read_options(&project), progress) {
                Ok(source) => in_memory(&mut project, source),
                Err(error) => {
                    let found = std::mem::take(problems);
                    return Err(unread(&mut project, technique, error, found));
                }
            },
        };
        Ok(Opened {
            project,
            backend,
            places: Places { input, outputs },
            settings,
        })
    }
}

/// What attacks the release for its report, with the table as it was read.
fn attack_of(attack: Option<ReleaseAttack>, table: &Table) -> Option<(ReleaseAttack, TableAsRead)> {
    attack.map(|attack| (attack, TableAsRead::of_table(table)))
}

/// Notes a control for the report's attacks that is not there, before anything is searched.
fn control_is_there(project: &Project, problems: &mut Problems) {
    let Some(control) = &project.output.control else {
        return;
    };
    if project.output.report.is_none() {
        let needless = "a control is for the attacks in the report; give --report as well";
        problems.push(Fault::Request(needless.into()));
    }
    if let Some(Locator::File { path, .. }) = problems.take(control.parse::<Locator>())
        && let Err(error) = std::fs::metadata(&path)
    {
        problems.error(bauta_formats::Error::io(&path, error));
    }
}

/// What is worth saying of a request that can be done.
fn warnings(project: &Project) -> impl Iterator<Item = String> {
    let hides_nobody = project.targets.k() == Some(1);
    let in_source_order = project.output.keep_order;
    let warnings = [
        (hides_nobody, HIDES_NOBODY),
        (in_source_order, row_order::KEPT),
    ];
    let warnings = warnings.into_iter().filter(|(applies, _)| *applies);
    warnings.map(|(_, warning)| warning.to_owned())
}

/// Data that were opened.
struct Opened {
    project: Project,
    backend: Box<dyn Backend>,
    places: Places,
    settings: Option<Settings>,
}

fn in_memory(project: &mut Project, source: Source) -> Box<dyn Backend> {
    project.input.delimiter = source.delimiter.map(char::from);
    Box::new(Memory::new(source))
}

/// The technique, or the one that fits best where the choice is left to the program.
fn chosen(
    project: &Project,
    technique: Option<&'static dyn Technique>,
    table: &Table,
    problems: &mut Problems,
    notes: &mut Vec<String>,
) -> Option<&'static dyn Technique> {
    if project.anonymize.method != auto::AUTO {
        return technique;
    }
    let chosen = auto::choose(table, &project.targets.requirements()).map_err(|fault| vec![fault]);
    let (technique, reason) = problems.take(chosen)?;
    notes.push(reason.to_owned());
    Some(technique)
}

/// Faults of the method's settings for a table.
fn setting_faults(
    project: &Project,
    technique: Option<&dyn Technique>,
    table: &Table,
) -> Vec<Fault> {
    let Some(technique) = technique else {
        return Vec::new();
    };
    let settings = &project.anonymize.parameters;
    let mut faults = bauta_methods::attribute_faults(technique.descriptor(), settings, table);
    faults.extend(technique.setting_faults(settings, table));
    faults
}

/// The fault of asking for the lattice of a technique that searches none.
fn no_lattice(project: &Project, technique: &dyn Technique) -> Option<Fault> {
    let wrong = project.output.lattice.is_some() && !technique.is_full_domain();
    wrong.then(|| {
        let method = technique.descriptor().id;
        Fault::Request(format!(
            "{method} searches no lattice; leave out --lattice, or choose optimal, incognito or samarati"
        ))
    })
}

/// The error of data that cannot be read: their faults first, then what can be said of the request all the same.
fn unread(
    project: &mut Project,
    technique: Option<&dyn Technique>,
    error: bauta_formats::Error,
    found: Problems,
) -> Error {
    let header = match &error {
        bauta_formats::Error::Data { header, .. } => header.clone(),
        error if error.is_fault() => Vec::new(),
        _ => return cancelled(error),
    };
    let mut problems = Problems::default();
    problems.error(error);
    if let Err(error) = found.result() {
        match error {
            Error::Several(errors) => errors.into_iter().for_each(|error| problems.error(error)),
            error => problems.error(error),
        }
    }
    if !header.is_empty() {
        roles(project, technique, &header, &mut problems);
    }
    hierarchies::load(project, None, &mut problems);
    problems.into_error()
}

/// Checks what can be checked without the data; returns the technique, if there is one of that name.
fn without_data(project: &Project, problems: &mut Problems) -> Option<&'static dyn Technique> {
    problems.extend(project.roles.faults());
    problems.extend(report_faults(project));
    control_is_there(project, problems);
    let method = match project.anonymize.method.as_str() {
        auto::AUTO => auto::provisional(&project.targets.requirements()),
        method => method,
    };
    let technique = bauta_methods::find(method)
        .map_err(|fault| problems.push(fault))
        .ok();
    problems.extend(target_faults(project, technique));
    problems.extend(
        technique
            .iter()
            .flat_map(|&it| bauta_methods::misfits(it, &project.targets.requirements())),
    );
    technique
}

/// Faults of targets and limits, whatever the data. A technique that does as it is told needs no target.
pub fn target_faults(project: &Project, technique: Option<&dyn Technique>) -> Vec<Fault> {
    let mut faults = project.targets.faults();
    let told = technique.is_some_and(|technique| technique.descriptor().family.does_as_told());
    if project.targets.requirements().is_empty() && !told {
        faults.push(Fault::Request(
            "nothing is asked for; give at least k, the rows of the smallest class (-k 3)".into(),
        ));
    }
    if project.targets.k() == Some(0) {
        let allowed = "1 or more; 1 hides nobody, 3 to 10 are usual".to_owned();
        faults.push(Fault::OutOfRange {
            parameter: "k".into(),
            given: "0".into(),
            allowed,
        });
    }
    if let Some(share) = project
        .anonymize
        .max_suppression
        .filter(|share| !(0.0..=1.0).contains(share))
    {
        let allowed = "a share from 0 to 1".to_owned();
        faults.push(Fault::OutOfRange {
            parameter: "max-suppression".into(),
            given: share.to_string(),
            allowed,
        });
    }
    faults
}

/// Faults of the report's name or language.
fn report_faults(project: &Project) -> Vec<Fault> {
    let mut faults = Vec::new();
    let wrong = |path: &&String| !is_report_name(Path::new(path));
    faults.extend(
        project
            .output
            .report
            .iter()
            .filter(wrong)
            .map(|path| Fault::OutOfRange {
                parameter: "the report's name".into(),
                given: path.clone(),
                allowed: "a name that ends in .html, .md or .json".into(),
            }),
    );
    let other = project
        .output
        .language
        .iter()
        .filter(|language| !["en", "fr"].contains(&language.as_str()));
    faults.extend(other.map(|language| Fault::UnknownWord {
        parameter: "the report's language".into(),
        given: language.clone(),
        nearest: None,
        possible: vec!["en".into(), "fr".into()],
    }));
    faults
}

/// The places of the tables: as many as the technique has, and with those of the correspondence table and the record all
/// different from each other and from the input.
fn outputs(
    project: &Project,
    technique: Option<&dyn Technique>,
    input: Option<&Locator>,
    settings: Option<&Settings>,
    problems: &mut Problems,
) -> Vec<Locator> {
    let outputs: Vec<Locator> = project
        .output
        .tables
        .iter()
        .filter_map(|text| problems.take(text.parse::<Locator>()))
        .collect();
    let given = project.output.tables.len();
    if let Some(technique) = technique {
        let (id, wanted) = (
            technique.descriptor().id,
            technique.outputs(&project.anonymize.parameters),
        );
        if given != wanted {
            problems.push(Fault::OutOfRange {
                parameter: "the number of outputs".into(),
                given: given.to_string(),
                allowed: format!(
                    "{wanted}: {id} publishes {wanted} table(s), each to a place of its own (-o)"
                ),
            });
        }
    }
    let is_ods = |place: &Locator| {
        matches!(
            place,
            Locator::File {
                format: FileFormat::Ods,
                ..
            }
        )
    };
    if project.output.keep_workbook && !input.into_iter().chain(&outputs).all(is_ods) {
        problems.push(Fault::Request(
            "a workbook can be kept from .ods to .ods only; choose such names, or leave out --keep-workbook".into(),
        ));
    }
    let mut targets: Vec<places::Target> = outputs.iter().map(places::Target::table).collect();
    let texts = project
        .output
        .record
        .iter()
        .chain(&project.output.lattice)
        .chain(&project.output.report);
    targets.extend(texts.map(|text| places::Target::text(Path::new(text))));
    places::check(input, &targets, project.output.force, problems);
    targets.extend(input.map(places::Target::table));
    if let Some(settings) = settings {
        settings.check_places(project, &targets, problems);
    }
    outputs
}

/// A table whose identifiers became pseudonyms.
struct Pseudonymized {
    table: Table,
    output: Option<PseudonymOutput>,
    notes: Vec<String>,
}

/// Makes pseudonyms of identifiers, before anything else looks at the table: dates may move.
fn pseudonymized(
    settings: Option<Settings>,
    project: &Project,
    table: Table,
    problems: &mut Problems,
    progress: &dyn Progress,
) -> Result<Pseudonymized> {
    let without = |table| Pseudonymized {
        table,
        output: None,
        notes: Vec::new(),
    };
    let Some(settings) = settings else {
        return Ok(without(table));
    };
    let (table, done) = step(&settings, project, table, problems, progress)?;
    Ok(match done {
        None => without(table),
        Some(done) => Pseudonymized {
            table,
            notes: done.notes,
            output: Some(PseudonymOutput {
                place: settings.mapping,
                mapping: done.mapping,
                record: done.record,
            }),
        },
    })
}

/// Roles by name, and whether the technique can do with them. True if each name is that of a column, in one role.
fn roles(
    project: &mut Project,
    technique: Option<&dyn Technique>,
    header: &[String],
    problems: &mut Problems,
) -> bool {
    let names = || header.iter().map(String::as_str);
    if problems.take(project.roles.resolve(names())).is_none() {
        return false;
    }
    problems.extend(project.roles.unknown(names()));
    let is_sound = project.roles.is_sound(header);
    let Some(technique) = technique else {
        return is_sound;
    };
    let (descriptor, given) = (technique.descriptor(), &project.roles);
    let none = |role, flag| Fault::NoneInRole {
        needs: descriptor.id.into(),
        role,
        flag,
    };
    let asked = !project.targets.requirements().is_empty();
    if given.quasi_identifiers.is_empty() && (asked || descriptor.needs.quasi_identifiers > 0) {
        problems.push(none(Role::QuasiIdentifier, "--qi"));
    }
    problems.extend(project.utility.faults(&given.quasi_identifiers));
    if given.sensitive.len() < descriptor.needs.sensitive {
        problems.push(none(Role::Sensitive, "--sensitive"));
    }
    problems.extend(
        technique
            .check(&project.anonymize.parameters, &given.quasi_identifiers)
            .err()
            .unwrap_or_default(),
    );
    let taken = |name: &&str| {
        **name == project.pseudonyms.name && !given.identifiers.iter().any(|id| id == name)
    };
    if let Some(taken) = names()
        .find(taken)
        .filter(|_| !given.identifiers.is_empty())
    {
        problems.push(crate::pseudonymize::name_taken(taken));
    }
    is_sound
}
