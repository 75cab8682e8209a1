//! A request and its data, checked together: everything that is wrong is told at once, before anything is done.

use std::collections::BTreeMap;
use std::path::Path;

use bauta_formats::{FileFormat, Locator, ReadOptions, Source};
use bauta_methods::Technique;
use bauta_privacy::Requirement;
use bauta_table::rule::Rules;
use bauta_table::{Fault, Hierarchy, Progress, Qi, Role, Table};

use crate::document::is_report_name;
use crate::error::{Error, Result};
use crate::opened::Opened;
use crate::problems::Problems;
use crate::project::Project;
use crate::pseudonymize::{Place, PseudonymRecord, Settings, step};
use crate::{auto, hierarchies, missing, places, population, rules};

/// Where a release goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Destination {
    /// To the places that the project names, one a table.
    Files,
    /// Nowhere yet: it stays in memory, and the project names no place.
    Memory,
    /// To an engine, which writes the rows that the distinct ones stand for.
    Engine,
}

/// A request that fits its data.
pub(crate) struct Ready {
    /// The project, with roles by name and the delimiter that was found.
    pub project: Project,
    pub technique: &'static dyn Technique,
    pub requirements: Vec<Requirement>,
    pub input: Locator,
    pub outputs: Vec<Locator>,
    /// The data, in their roles.
    pub table: Table,
    pub hierarchies: BTreeMap<String, Hierarchy>,
    /// The population, where a requirement is about one.
    pub population: Option<Table>,
    /// What was made of identifiers, which are gone from the table.
    pub pseudonyms: Option<Made>,
    /// Edit rules that the release must keep.
    pub rules: Option<Rules>,
    /// Rows that were read.
    pub original_rows: u64,
    pub notes: Vec<String>,
}

/// What was made of identifiers.
pub(crate) struct Made {
    pub place: Option<Place>,
    pub mapping: Option<Table>,
    pub record: PseudonymRecord,
}

impl Ready {
    /// Reads the data, unless they are given, and checks them and the request.
    ///
    /// # Errors
    /// Everything that is wrong with either; or the failure of a file.
    pub(crate) fn new(
        project: &Project,
        given: Option<Source>,
        destination: Destination,
        progress: &dyn Progress,
    ) -> Result<Ready> {
        let mut problems = Problems::default();
        let technique = early(project, &mut problems);
        let settings = Settings::new(project, &mut problems);
        let input = problems.take(project.input.data.parse::<Locator>());
        let counted = technique.filter(|_| destination == Destination::Files);
        let outputs = outputs(
            project,
            counted,
            input.as_ref(),
            settings.as_ref(),
            &mut problems,
        );
        let Some(input) = input else {
            return Err(problems.into_error());
        };
        let mut project = project.clone();
        let read = match given {
            Some(source) => Ok(source),
            None => bauta_formats::read(&input, &read_options(&project), progress),
        };
        let (mut table, mut notes) = match read {
            Ok(source) => {
                project.input.delimiter = source.delimiter.map(char::from);
                (source.table, source.notes)
            }
            Err(error) => return Err(unread(&mut project, technique, error, problems)),
        };
        let header: Vec<String> = table
            .attributes()
            .iter()
            .map(|attribute| attribute.name.clone())
            .collect();
        roles(&mut project, technique, &header, &mut problems);
        project.roles.assign(&mut table);
        let original_rows = table.counted_rows();
        let rules = rules::of_input(&project, &table, &mut problems, &mut notes);
        let pseudonyms = pseudonyms(
            settings,
            &project,
            &mut table,
            &mut problems,
            &mut notes,
            progress,
        )?;
        problems.extend(table_faults(&project, &table));
        let parameters = &project.anonymize.parameters;
        let named = technique
            .map(|it| bauta_methods::attribute_faults(it.descriptor(), parameters, &table));
        problems.extend(named.unwrap_or_default());
        problems.extend(
            technique
                .iter()
                .flat_map(|it| it.setting_faults(parameters, &table)),
        );
        let hierarchies = hierarchies::load(&project, Some(&table), &mut problems);
        let population = population::read(&project, &mut problems, progress);
        let requirements = project.targets.requirements();
        let given = project.targets.population.is_some();
        problems.extend(
            requirements
                .iter()
                .flat_map(|requirement| requirement.lacks(&table, &hierarchies, given)),
        );
        let mut technique = technique;
        if project.anonymize.method == auto::AUTO {
            let chosen =
                problems.take(auto::choose(&table, &requirements).map_err(|fault| vec![fault]));
            technique = chosen.map(|(technique, reason)| {
                notes.push(reason.to_owned());
                technique
            });
        }
        problems.extend(technique.and_then(|technique| no_lattice(&project, technique)));
        problems.result()?;
        match technique {
            Some(technique) => Ok(Ready {
                project,
                technique,
                requirements,
                input,
                outputs,
                table,
                hierarchies,
                population,
                pseudonyms,
                rules,
                original_rows,
                notes,
            }),
            None => Err(Problems::default().into_error()),
        }
    }
}

/// What is wrong with asking for the lattice of a technique that searches none.
fn no_lattice(project: &Project, technique: &dyn Technique) -> Option<Fault> {
    let wrong = project.output.lattice.is_some() && !technique.is_full_domain();
    wrong.then(|| {
        let method = technique.descriptor().id;
        Fault::Request(format!(
            "{method} searches no lattice; leave out --lattice, or choose optimal, incognito or samarati"
        ))
    })
}

/// What is wrong when the data cannot be read: their faults first, then what can be said of the request all the same.
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

/// What can be checked without the data; returns the technique, if there is one of that name.
fn early(project: &Project, problems: &mut Problems) -> Option<&'static dyn Technique> {
    problems.extend(project.roles.faults());
    problems.extend(report_faults(project));
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

/// What is wrong with targets and limits, whatever the data. A technique that does as it is told needs no target.
pub(crate) fn target_faults(project: &Project, technique: Option<&dyn Technique>) -> Vec<Fault> {
    let mut faults = project.targets.faults();
    let told = technique.is_some_and(|technique| technique.descriptor().family.does_as_told());
    if project.targets.requirements().is_empty() && !told {
        faults.push(Fault::Request(
            "nothing is asked for; give at least k, the rows of the smallest class (-k 3)".into(),
        ));
    }
    if project.targets.k == Some(0) {
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

/// What is wrong with the report's name or language.
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

/// Makes pseudonyms of identifiers, before anything else looks at the table: dates may move.
fn pseudonyms(
    settings: Option<Settings>,
    project: &Project,
    table: &mut Table,
    problems: &mut Problems,
    notes: &mut Vec<String>,
    progress: &dyn Progress,
) -> Result<Option<Made>> {
    let Some(settings) = settings else {
        return Ok(None);
    };
    let (made, done) = step(
        &settings,
        project,
        std::mem::take(table),
        problems,
        progress,
    )?;
    *table = made;
    let Some(done) = done else { return Ok(None) };
    notes.extend(done.notes);
    Ok(Some(Made {
        place: settings.mapping,
        mapping: done.mapping,
        record: done.record,
    }))
}

/// Roles by name, and whether the technique can do with them.
fn roles(
    project: &mut Project,
    technique: Option<&dyn Technique>,
    header: &[String],
    problems: &mut Problems,
) {
    let names = || header.iter().map(String::as_str);
    if problems.take(project.roles.resolve(names())).is_none() {
        return;
    }
    problems.extend(project.roles.unknown(names()));
    let Some(technique) = technique else { return };
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
        descriptor
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
}

/// Data in their roles.
pub(crate) struct Original {
    pub input: Locator,
    pub table: Table,
    pub notes: Vec<String>,
    /// The delimiter of a CSV file, as it was found.
    pub delimiter: Option<u8>,
}

/// Reads the project's data, unless they are open already, and gives them their roles, by name from now on; what is wrong is noted.
pub(crate) fn read_in_roles(
    project: &mut Project,
    opened: Option<&Opened>,
    problems: &mut Problems,
    progress: &dyn Progress,
) -> Option<Original> {
    let input = problems.take(project.input.data.parse::<Locator>())?;
    let read = match opened {
        Some(opened) => Ok(opened.source()),
        None => bauta_formats::read(&input, &read_options(project), progress).map_err(cancelled),
    };
    let mut source = problems.take(read)?;
    let header: Vec<String> = source
        .table
        .attributes()
        .iter()
        .map(|attribute| attribute.name.clone())
        .collect();
    let names = || header.iter().map(String::as_str);
    problems.take(project.roles.resolve(names()))?;
    problems.extend(project.roles.unknown(names()));
    project.roles.assign(&mut source.table);
    Some(Original {
        input,
        table: source.table,
        notes: source.notes,
        delimiter: source.delimiter,
    })
}

/// What is wrong with a table in its roles.
pub(crate) fn table_faults(project: &Project, table: &Table) -> Vec<Fault> {
    let mut faults = missing::faults(table, project.anonymize.missing_values);
    for &index in &project.roles.quasi_identifier_indices(table) {
        let attribute = &table.attributes()[index];
        if !project.hierarchies.contains_key(&attribute.name) {
            faults.extend(Qi::new(table, index, None).err());
        }
    }
    faults.extend(
        project
            .targets
            .requirements()
            .iter()
            .flat_map(|requirement| requirement.faults(table)),
    );
    faults
}

/// How the project wants its data read.
pub(crate) fn read_options(project: &Project) -> ReadOptions {
    ReadOptions {
        // What is no single byte becomes the one byte that is refused as a delimiter with the right words.
        delimiter: project
            .input
            .delimiter
            .map(|c| if c.is_ascii() { c as u8 } else { b'"' }),
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
