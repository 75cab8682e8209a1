//! People behind rows: whose row each one is, where people have several.

use std::collections::BTreeSet;

use bauta_methods::Family;
use bauta_methods::pseudonym::Normalization;
use bauta_privacy::Requirement;
use bauta_table::{Attribute, Column, Fault, Progress, Role, Table};

use crate::project::Project;
use crate::pseudonymize::{Settings, person_of_row};
use crate::survey::with_own_column;
use bauta_messages::Result;

/// Said where people are counted.
pub fn several_rows(rows: usize, people: usize) -> String {
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
    people_by(names, settings, table, progress)
}

/// The same, by columns of these names.
fn people_by(
    names: &[String],
    settings: Option<&Settings>,
    table: &Table,
    progress: &dyn Progress,
) -> Result<Option<(Vec<u32>, usize)>> {
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

/// Why people cannot be told by their rows: some rows are nobody's, or pseudonyms join other rows than theirs.
pub(crate) fn faults_of_rows(
    project: &Project,
    settings: Option<&Settings>,
    table: &Table,
    progress: &dyn Progress,
) -> Result<Vec<Fault>> {
    let mut faults = missing_faults(project, table);
    faults.extend(pseudonym_faults(project, settings, table, progress)?);
    Ok(faults)
}

/// Rows without a person: they may be anybody's, so that people cannot be counted.
fn missing_faults(project: &Project, table: &Table) -> Vec<Fault> {
    let columns = project.roles.person.iter().filter_map(|name| {
        let index = table.index_of(name).ok()?;
        let dictionary = table.attributes()[index].column.dictionary();
        let missing = dictionary.missing_code()? as usize;
        Some((name, table.counts_of(index)[missing]))
    });
    let faults = columns.filter(|(_, rows)| *rows > 0).map(|(name, rows)| {
        Fault::Request(format!(
            "\"{name}\" says whose row it is, and is empty in {rows} rows, which may be anybody's; complete them, or leave these rows out"
        ))
    });
    faults.collect()
}

/// Why people cannot be those of the list of persons: the released pseudonyms join other rows than theirs, and a reader sees what they join.
fn pseudonym_faults(
    project: &Project,
    settings: Option<&Settings>,
    table: &Table,
    progress: &dyn Progress,
) -> Result<Option<Fault>> {
    let roles = &project.roles;
    let normalization = settings.map_or(Normalization::USUAL, |it| it.normalization);
    let groups = |names: &[String]| -> Result<Option<(Vec<u32>, usize)>> {
        let columns: Option<Vec<usize>> =
            names.iter().map(|name| table.index_of(name).ok()).collect();
        let columns = columns.filter(|columns| !columns.is_empty());
        columns
            .map(|columns| person_of_row(table, &columns, normalization, progress))
            .transpose()
    };
    let (Some((people, count)), Some((joined, pseudonyms))) =
        (groups(&roles.person)?, groups(&roles.identifiers)?)
    else {
        return Ok(None);
    };
    let pairs: BTreeSet<(u32, u32)> = people.into_iter().zip(joined).collect();
    let same = pairs.len() == count && pairs.len() == pseudonyms;
    Ok((!same).then(|| {
        Fault::Request(format!(
            "the identifiers tell {pseudonyms} people apart and the list of persons {count}: the released pseudonym would join rows that are not counted together; give --person the same columns as --id, or leave the identifiers out with --drop"
        ))
    }))
}

/// A table that was published, with whose row each one is where somebody has several. The columns that say so are there for every reader: the project's
/// list of persons, or else identifiers, or the pseudonyms that were made of them.
///
/// # Errors
/// That it was stopped.
pub fn with_shown_people(
    project: &Project,
    table: Table,
    progress: &dyn Progress,
) -> Result<Table> {
    Ok(shown_people(project, table, progress)?.0)
}

/// The same, with the name of the column that was added for readers.
///
/// # Errors
/// That it was stopped.
pub fn shown_people(
    project: &Project,
    mut table: Table,
    progress: &dyn Progress,
) -> Result<(Table, Option<String>)> {
    project.roles.show_people(&mut table);
    let names = shown_names(project, &table);
    let Some((of_row, _)) = people_by(&names, None, &table, progress)? else {
        return Ok((table, None));
    };
    let column = Column::of_counts(&of_row);
    let table = with_own_column(table, Role::Person, column.clone());
    // What several columns tell together, or spell in several ways, a reader sees all the same.
    let (mut attributes, name) = (table.into_attributes(), names.join(", "));
    attributes.push(Attribute {
        name: name.clone(),
        role: Role::Insensitive,
        column,
    });
    Ok((Table::from_attributes(attributes), Some(name)))
}

/// The table with a column that says whose row each one is, where that is known from elsewhere and somebody has several; a reader does not see it.
pub fn with_hidden_people(table: Table, of_row: &[u32]) -> Table {
    let different: BTreeSet<&u32> = of_row.iter().collect();
    match different.len() < of_row.len() {
        true => with_own_column(table, Role::Person, Column::of_counts(of_row)),
        false => table,
    }
}

/// Whose row each one of an original is, as far as its columns tell; none where every row is a person of its own.
///
/// # Errors
/// That it was stopped.
pub fn person_of_original(
    project: &Project,
    table: &Table,
    progress: &dyn Progress,
) -> Result<Option<Vec<u32>>> {
    let people = people_of(project, None, table, progress)?;
    Ok(people.map(|(of_row, _)| of_row))
}

/// Whether the columns of a published table say whose row each one is.
pub fn says_people(project: &Project, table: &Table) -> bool {
    !shown_names(project, table).is_empty()
}

/// The columns of a published table that say whose row it is.
fn shown_names(project: &Project, table: &Table) -> Vec<String> {
    let roles = &project.roles;
    let pseudonym: Vec<String> = project.pseudonym().map(str::to_owned).into_iter().collect();
    let lists = [&roles.person, &roles.identifiers, &pseudonym].into_iter();
    let is_there = |list: &&Vec<String>| {
        !list.is_empty() && list.iter().all(|name| table.index_of(name).is_ok())
    };
    lists
        .into_iter()
        .find(is_there)
        .cloned()
        .unwrap_or_default()
}

/// What is worth saying where people of a release have several rows, and nobody says whose those of its original are.
pub(crate) fn original_by_rows(release: &Table, original: Option<&Table>) -> Option<String> {
    let has_people = |table: &Table| !table.with_role(Role::Person).is_empty();
    (has_people(release) && !has_people(original?)).then(|| {
        "the sensitive values of the original are counted by rows: name the columns that say whose its rows are with --id".to_owned()
    })
}

/// What cannot be promised of people with several rows.
pub fn faults(table: &Table, family: Option<Family>, requirements: &[Requirement]) -> Vec<Fault> {
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
