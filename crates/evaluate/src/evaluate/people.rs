//! Whose row each one is, how many people it stands for and in which household they live: of the original, and of the release.
//!
//! The columns of a release say it, or else the rows of the original that it was made of, where these are known.

use bauta_messages::{Problems, Result};
use bauta_methods::Family;
use bauta_privacy::Published;
use bauta_run::project::Project;
use bauta_run::{
    ReadRelease, people_faults, person_of_original, says_people, with_hidden_people,
    with_shown_people, with_survey, with_survey_of_rows,
};
use bauta_table::{Fault, Progress, Role, Table};

/// Said where rows of the release cannot be given to people.
const NOT_TOLD: &str = "people have several rows, and the release does not say whose its rows are: name columns that identify rows in both tables with --match-by, or keep one row of each person";

/// Said where weights and households of the release are not known.
const NO_SURVEY: &str = "survey weights and households of the released rows are not known: their risk is not measured; --match-by names columns that identify rows in both";

/// The original with its people, weights and households. Columns that only say whose row it is are not published, identifiers are seen as their pseudonyms are.
pub(super) fn original(
    project: &Project,
    table: Table,
    problems: &mut Problems,
    progress: &dyn Progress,
) -> Result<Table> {
    let table = match project.roles.person.is_empty() {
        true => with_shown_people(project, table, progress)?,
        false => match person_of_original(project, &table, progress)? {
            Some(of_row) => with_hidden_people(table, &of_row),
            None => table,
        },
    };
    Ok(with_survey(project, table, problems))
}

/// The release with its people, weights and households; `source` is the original row of each released one.
pub(super) fn released(
    project: &Project,
    table: &Table,
    (original, source): (&Table, Option<&[u32]>),
    notes: &mut Vec<String>,
    progress: &dyn Progress,
) -> Result<Table> {
    let mut problems = Problems::default();
    let mut table = with_shown_people(project, table.clone(), progress)?;
    let people = original.with_role(Role::Person).into_iter().next();
    let unknown = !says_people(project, &table) && people.is_some();
    match (people, source) {
        (Some(index), Some(source)) if unknown => {
            let column = original.attributes()[index].column.picked(source);
            let of_row: Vec<u32> = column.codes().iter().collect();
            table = with_hidden_people(table, &of_row);
        }
        (Some(_), None) if unknown => return Err(vec![Fault::Request(NOT_TOLD.into())].into()),
        _ => {}
    }
    table = with_survey(project, table, &mut problems);
    problems.result()?;
    let lacks =
        |role: &Role| table.with_role(*role).is_empty() && !original.with_role(*role).is_empty();
    let lacking: Vec<Role> = [Role::Weight, Role::Household]
        .into_iter()
        .filter(lacks)
        .collect();
    match source {
        Some(source) => table = with_survey_of_rows(table, original, (&lacking, source)),
        None if !lacking.is_empty() => notes.push(NO_SURVEY.into()),
        None => {}
    }
    Ok(table)
}

/// The release as a reader sees it, with its people.
pub(super) fn view<'a>(tables: &'a ReadRelease, released: &'a Table) -> Published<'a> {
    let view = tables.view();
    Published {
        quasi_identifiers: released,
        sensitive: match std::ptr::eq(view.sensitive, view.quasi_identifiers) {
            true => released,
            false => view.sensitive,
        },
        ..view
    }
}

/// What cannot be promised of people with several rows.
pub(super) fn check(project: &Project, view: &Published<'_>) -> Result<()> {
    let family = view.is_linked().then_some(Family::Separation);
    let requirements = project.targets.requirements();
    let faults = people_faults(view.quasi_identifiers, family, &requirements);
    match faults.is_empty() {
        true => Ok(()),
        false => Err(faults.into()),
    }
}
