//! Pseudonyms in place of identifiers: the request, its files and secrets, the step, and the way back.

mod access_log;
mod key_file;
mod make;
mod mapping;
mod record;
mod reverse;
mod said;
mod settings;
mod sketch;
mod step;

use bauta_formats::{Locator, Staged, WriteOptions};
use bauta_table::{Fault, Progress, Role, Stage, Table};
use serde::Serialize;

use crate::places::{self, Target};
use crate::project::Project;
use crate::reading::{cancelled, read_options};
use crate::{row_order, undecided};
use bauta_messages::Problems;
use bauta_messages::{Error, Result};

pub use key_file::{key_fingerprint, new_key};
pub(crate) use make::person_of_row;
pub(crate) use mapping::Place;
pub use record::PseudonymRecord;
pub use reverse::{ReverseOptions, Reversed, reverse};
pub(crate) use settings::Settings;
pub(crate) use step::{secret, step};

/// What pseudonymising did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pseudonymized {
    /// Program and version.
    pub bauta: &'static str,
    /// Where the data came from.
    pub input: String,
    /// Where the table went.
    pub outputs: Vec<String>,
    /// Rows written.
    pub rows: u64,
    /// Different persons, that is combinations of identifiers after normalisation.
    pub persons: u64,
    /// How pseudonyms were made.
    pub pseudonyms: PseudonymRecord,
    /// Things worth saying.
    pub notes: Vec<String>,
}

/// The pseudonyms' name is that of another attribute.
pub(crate) fn name_taken(name: &str) -> Fault {
    Fault::Request(format!(
        "an attribute is already called \"{name}\"; choose another name for the pseudonym"
    ))
}

/// Pseudonymises a table and does nothing else to it: the result is **not** anonymous.
pub fn pseudonymize(project: &Project, progress: &dyn Progress) -> Result<Pseudonymized> {
    let mut problems = Problems::default();
    problems.extend(project.roles.faults());
    if project.roles.identifiers.is_empty() {
        problems.push(Fault::NoneInRole {
            needs: "pseudonymising".into(),
            role: Role::Identifier,
            flag: "--id",
        });
    }
    let settings = Settings::new(project, &mut problems);
    let input: Locator = project.input.data.parse()?;
    let outputs: Vec<Locator> = project
        .output
        .tables
        .iter()
        .filter_map(|text| problems.take(text.parse()))
        .collect();
    check_places(project, &input, &outputs, settings.as_ref(), &mut problems);
    let (header, source) = opened(project, &input, progress)?;
    if !header.is_empty() {
        problems.extend(project.roles.unknown(header.iter().map(String::as_str)));
        let (name, own) = (&project.pseudonyms.name, &project.roles.identifiers);
        problems.extend((header.contains(name) && !own.contains(name)).then(|| name_taken(name)));
    }
    let Some(mut source) = problems.take(source) else {
        return Err(problems.into_error());
    };
    progress.tell(Stage::Apply, 0, None);
    project.roles.assign(&mut source.table);
    // Nothing is claimed here about what others may know, and quasi-identifiers stay what they are.
    let names_people = undecided::faults(project, &source.table).into_iter();
    let names_people = names_people.filter(|fault| {
        let names = matches!(fault, Fault::Undecided { like, .. } if *like == Role::Identifier);
        names && project.roles.is_sound(&header)
    });
    problems.extend(names_people);
    problems.extend(row_order::faults(project, &source.table));
    let Some(settings) = settings else {
        return Err(problems.into_error());
    };
    let (table, done) = step(&settings, project, source.table, &mut problems, progress)?;
    let Some(done) = done else {
        return Err(problems.into_error());
    };
    problems.result()?;
    let mut table = table.without_role(Role::Drop);
    let mut notes = source.notes;
    match project.output.keep_order {
        true => notes.push(row_order::KEPT.to_owned()),
        false => table = table.in_order_of_values(),
    }
    notes.extend(done.notes.iter().cloned());
    notes.push(
        "a pseudonymised table is not anonymous: check the risk of its other attributes".into(),
    );
    let report = Pseudonymized {
        bauta: env!("CARGO_PKG_VERSION"),
        input: input.to_string(),
        outputs: outputs.iter().map(ToString::to_string).collect(),
        rows: table.rows() as u64,
        persons: done.record.persons,
        pseudonyms: done.record.clone(),
        notes,
    };
    let options = WriteOptions {
        force: project.output.force,
        delimiter: source.delimiter,
        ..WriteOptions::default()
    };
    let mut staged = tables(&table, &outputs, &options, progress)?;
    staged.extend(staged_mapping(
        project,
        settings.mapping.as_ref(),
        done.mapping.as_ref(),
        progress,
    )?);
    finish(project, staged, report, progress)
}

/// The header of the data as far as it could be read, and the data or what is wrong with them.
type OpenedData = (
    Vec<String>,
    std::result::Result<bauta_formats::Source, bauta_formats::Error>,
);

/// Reads the data. Where they have faults, their header is there all the same, so that everything wrong is told at once.
fn opened(project: &Project, input: &Locator, progress: &dyn Progress) -> Result<OpenedData> {
    Ok(
        match bauta_formats::read(input, &read_options(project), progress) {
            Ok(source) => (
                source
                    .table
                    .attributes()
                    .iter()
                    .map(|a| a.name.clone())
                    .collect(),
                Ok(source),
            ),
            Err(bauta_formats::Error::Data {
                faults,
                header,
                source_name,
            }) => (
                header.clone(),
                Err(bauta_formats::Error::Data {
                    faults,
                    header,
                    source_name,
                }),
            ),
            Err(error) if error.is_fault() => (Vec::new(), Err(error)),
            Err(error) => return Err(cancelled(error)),
        },
    )
}

/// Writes the table beside its places.
fn tables(
    table: &Table,
    places: &[Locator],
    options: &WriteOptions,
    progress: &dyn Progress,
) -> Result<Vec<Staged>> {
    let write = |place: &Locator| {
        let options = WriteOptions {
            delimiter: place.delimited_like(options.delimiter),
            ..options.clone()
        };
        bauta_formats::stage(table, place, &options, progress).map_err(cancelled)
    };
    places.iter().map(write).collect()
}

/// Writes the record, and makes everything visible together.
fn finish(
    project: &Project,
    mut staged: Vec<Staged>,
    mut report: Pseudonymized,
    progress: &dyn Progress,
) -> Result<Pseudonymized> {
    report
        .notes
        .extend(staged.iter().flat_map(|staged| staged.notes().to_vec()));
    staged.extend(places::staged_json(
        project,
        project.output.record.as_ref(),
        &report,
    )?);
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    for staged in staged {
        staged.commit()?;
    }
    Ok(report)
}

/// Writes the correspondence table beside its place, if there is one.
pub(crate) fn staged_mapping(
    project: &Project,
    place: Option<&Place>,
    table: Option<&Table>,
    progress: &dyn Progress,
) -> Result<Option<Staged>> {
    let (Some(place), Some(table)) = (place, table) else {
        return Ok(None);
    };
    Ok(Some(place.stage(
        table,
        project.pseudonyms.replace_mapping,
        progress,
    )?))
}

/// Notes what is wrong with the places of tables, record and correspondence table.
fn check_places(
    project: &Project,
    input: &Locator,
    outputs: &[Locator],
    settings: Option<&Settings>,
    problems: &mut Problems,
) {
    let mut targets: Vec<Target> = outputs.iter().map(Target::table).collect();
    targets.extend(
        project
            .output
            .record
            .iter()
            .map(|text| Target::text(std::path::Path::new(text))),
    );
    places::check(Some(input), &targets, project.output.force, problems);
    targets.push(Target::table(input));
    if let Some(settings) = settings {
        settings.check_places(project, &targets, problems);
    }
}
