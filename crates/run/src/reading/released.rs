//! A release as its files hold it: one table or two, and the columns that link sensitive values with people.

use bauta_formats::Locator;
use bauta_privacy::Published;
use bauta_table::{Fault, Progress, Table};

use super::{cancelled, read_options};
use crate::project::Project;
use bauta_messages::{Problems, Result};

/// Where a release is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReleasePlaces {
    /// Its table, or that with the quasi-identifiers.
    pub table: String,
    /// How its sensitive values are published, where they are not those of their own rows.
    pub parts: ReleaseParts,
}

/// How the sensitive values of a release are published, where they are not those of their own rows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReleaseParts {
    /// The table with the sensitive values, where there are two.
    pub sensitive: Option<String>,
    /// The columns that link quasi-identifiers and sensitive values: the bucket, and what stays with the sensitive value.
    pub linked_by: Vec<String>,
    /// The column of that table that says for how many rows each of its rows stands.
    pub count: Option<String>,
}

impl ReleaseParts {
    /// Whether sensitive values are those of their own rows.
    pub fn is_whole(&self) -> bool {
        *self == ReleaseParts::default()
    }
}

/// A release, read and in its roles.
pub struct ReadRelease {
    quasi_identifiers: Table,
    sensitive: Option<Table>,
    linked_by: Vec<String>,
}

impl ReadRelease {
    /// Gives the tables of a release the project's roles; errors are noted. `first` is its table, or that with the quasi-identifiers.
    pub fn new(
        project: &Project,
        first: Table,
        parts: &ReleaseParts,
        problems: &mut Problems,
        notes: &mut Vec<String>,
        progress: &dyn Progress,
    ) -> Option<ReadRelease> {
        let second = parts.sensitive.as_ref();
        let second = second.map(|place| problems.take(read(project, place, notes, progress)));
        let sensitive = match (second, &parts.count) {
            (Some(table), Some(count)) => Some(problems.take(weighed_by(table?, count))?),
            (Some(table), None) => Some(table?),
            (None, _) => None,
        };
        let mut release = ReadRelease {
            quasi_identifiers: first,
            sensitive,
            linked_by: parts.linked_by.clone(),
        };
        for table in release.tables_mut() {
            project.roles.assign(table);
            project.roles.show_people(table);
        }
        for table in release.tables() {
            let lacking = |name: &String| table.index_of(name).err();
            problems.extend(parts.linked_by.iter().filter_map(lacking));
        }
        if release.sensitive.is_some() && parts.linked_by.is_empty() {
            problems.push(Fault::Request(
                "a release of two tables needs the column that links them; name it with --bucket"
                    .into(),
            ));
        }
        Some(release)
    }

    /// Reads a release from its files.
    pub fn read(
        project: &Project,
        places: &ReleasePlaces,
        problems: &mut Problems,
        notes: &mut Vec<String>,
        progress: &dyn Progress,
    ) -> Option<ReadRelease> {
        let first = problems.take(read(project, &places.table, notes, progress));
        ReadRelease::new(project, first?, &places.parts, problems, notes, progress)
    }

    /// The release as a reader sees it.
    pub fn view(&self) -> Published<'_> {
        Published {
            quasi_identifiers: &self.quasi_identifiers,
            sensitive: self.sensitive.as_ref().unwrap_or(&self.quasi_identifiers),
            linked_by: &self.linked_by,
        }
    }

    /// Its tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        std::iter::once(&self.quasi_identifiers).chain(&self.sensitive)
    }

    fn tables_mut(&mut self) -> impl Iterator<Item = &mut Table> {
        std::iter::once(&mut self.quasi_identifiers).chain(&mut self.sensitive)
    }
}

/// A table whose rows stand for as many as a column says; the column is gone.
///
/// # Errors
/// There is no such column, or it does not count.
fn weighed_by(table: Table, count: &str) -> std::result::Result<Table, Vec<Fault>> {
    let index = table.index_of(count).map_err(|fault| vec![fault])?;
    let column = &table.attributes()[index].column;
    let weight = |row: usize| column.label(row).parse::<u64>().ok().filter(|&it| it > 0);
    let weights: Option<Vec<u64>> = (0..table.rows()).map(weight).collect();
    let Some(weights) = weights else {
        return Err(vec![Fault::Request(format!(
            "\"{count}\" has a cell that is not a whole number above 0; name the column of counts with --count"
        ))]);
    };
    let mut attributes = table.into_attributes();
    attributes.remove(index);
    Ok(Table::from_attributes(attributes).weighted(weights))
}

/// A table of a release, in no roles yet.
fn read(
    project: &Project,
    place: &str,
    notes: &mut Vec<String>,
    progress: &dyn Progress,
) -> Result<Table> {
    let source = bauta_formats::read(&place.parse::<Locator>()?, &read_options(project), progress);
    let source = source.map_err(cancelled)?;
    notes.extend(source.notes);
    Ok(source.table)
}
