//! Data as a project says that they are read, and a table in its roles.

mod opened;
mod released;

use bauta_formats::{Locator, ReadOptions, Source};
use bauta_table::{Fault, Progress, Qi, Table};

use crate::missing;
use crate::project::Project;
use bauta_messages::{Error, Problems, Result};

pub use opened::{Opened, ProjectInput};
pub use released::{ReadRelease, ReleaseParts, ReleasePlaces};

/// Data in their roles.
pub struct Original {
    /// Where the data come from.
    pub input: Locator,
    /// The data.
    pub table: Table,
    /// Remarks of the reader.
    pub notes: Vec<String>,
    /// The delimiter of a CSV file, as it was found.
    pub delimiter: Option<u8>,
}

/// Reads the project's data, unless they are open already, and gives them their roles, by name from now on; errors are noted.
pub fn read_in_roles(
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

/// Faults of a table in its roles for what the project asks.
pub fn table_faults(project: &Project, table: &Table) -> Vec<Fault> {
    let mut faults = missing::faults(table, project.anonymize.missing_values);
    for &index in &project.roles.quasi_identifier_indices(table) {
        let attribute = &table.attributes()[index];
        if !project.hierarchies.contains_key(&attribute.name) {
            faults.extend(Qi::new(table, index, None).err());
        }
    }
    let requirements = project.targets.requirements();
    faults.extend(
        requirements
            .iter()
            .flat_map(|requirement| requirement.faults(table)),
    );
    faults
}

/// How the project wants its data read.
pub fn read_options(project: &Project) -> ReadOptions {
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

/// Reads a project's data, in no roles yet.
///
/// # Errors
/// The failure of a file, or faults of the data.
pub fn read(project: &Project, progress: &dyn Progress) -> Result<Source> {
    let input: Locator = project.input.data.parse()?;
    bauta_formats::read(&input, &read_options(project), progress).map_err(cancelled)
}

/// The error of a reader or writer; a stop by the user is told as such.
pub fn cancelled(error: bauta_formats::Error) -> Error {
    match error {
        bauta_formats::Error::Cancelled => Error::Cancelled,
        error => error.into(),
    }
}
