//! People behind rows: whose row each one is, where people have several.

use bauta_methods::Family;
use bauta_methods::pseudonym::Normalization;
use bauta_privacy::Requirement;
use bauta_table::{Column, Fault, Progress, Role, Table};

use crate::project::Project;
use crate::pseudonymize::{Settings, person_of_row};
use crate::survey::with_own_column;
use bauta_messages::Result;

/// Said where people are counted.
fn several_rows(rows: usize, people: usize) -> String {
    format!("{rows} rows are of {people} people: k, risks and classes count people, not rows")
}

/// The table with a column that says whose row each one is, if somebody has several; and what is worth saying about that. People are told
/// apart by the project's list of persons, or else by the identifiers.
pub(crate) fn with_people(
    project: &Project,
    settings: Option<&Settings>,
    table: Table,
    progress: &dyn Progress,
) -> Result<(Table, Option<String>)> {
    Ok(match people_of(project, settings, &table, progress)? {
        None => (table, None),
        Some((of_row, people)) => {
            let note = several_rows(table.rows(), people);
            let column = Column::of_counts(&of_row);
            (with_own_column(table, Role::Person, column), Some(note))
        }
    })
}

/// Whose row each one is, and how many people there are; none where every row is a person of its own, as far as is known.
fn people_of(
    project: &Project,
    settings: Option<&Settings>,
    table: &Table,
    progress: &dyn Progress,
) -> Result<Option<(Vec<u32>, usize)>> {
    let roles = &project.roles;
    let names = match roles.person.is_empty() {
        true => &roles.identifiers,
        false => &roles.person,
    };
    let columns = names.iter().filter_map(|name| table.index_of(name).ok());
    let columns: Vec<usize> = columns.collect();
    // Names that are not there are told elsewhere.
    if columns.is_empty() || columns.len() < names.len() {
        return Ok(None);
    }
    let normalization = settings.map_or(Normalization::USUAL, |it| it.normalization);
    let (of_row, people) = person_of_row(table, &columns, normalization, progress)?;
    Ok((people < table.rows()).then_some((of_row, people)))
}

/// What is worth saying where people have several rows and a measure counts rows all the same.
///
/// # Errors
/// That it was stopped.
pub fn rows_are_counted(
    project: &Project,
    table: &Table,
    progress: &dyn Progress,
) -> Result<Option<String>> {
    let rows = table.rows();
    let people = people_of(project, None, table, progress)?;
    Ok(people.map(|(_, people)| {
        format!(
            "{rows} rows are of {people} people, and rows are counted here: the risk of a person with several rows is higher; bauta check --person counts people"
        )
    }))
}

/// A table that was published, with whose row each one is where somebody has several. The columns that say so are there for every reader, unless
/// they were named as something else.
pub(crate) fn with_shown_people(
    project: &Project,
    mut table: Table,
    progress: &dyn Progress,
) -> Result<Table> {
    project.roles.show_people(&mut table);
    match project.roles.person.is_empty() {
        true => Ok(table),
        false => Ok(with_people(project, None, table, progress)?.0),
    }
}

/// What cannot be promised of people with several rows.
pub(crate) fn faults(
    table: &Table,
    family: Option<Family>,
    requirements: &[Requirement],
) -> Vec<Fault> {
    if table.with_role(Role::Person).is_empty() {
        return Vec::new();
    }
    let mut faults = Vec::new();
    if family == Some(Family::Separation) {
        faults.push(Fault::Request(
            "people have several rows, and the size of buckets counts rows; keep one row of each person, or choose a method that generalises".into(),
        ));
    }
    let unfit = requirements.iter().filter(|requirement| {
        requirement.descriptor().needs.labels || requirement.needs_population()
    });
    faults.extend(unfit.map(|requirement| {
        Fault::Request(format!(
            "people have several rows, and {} counts rows; keep one row of each person, or ask for k-anonymity",
            requirement.name()
        ))
    }));
    faults
}
