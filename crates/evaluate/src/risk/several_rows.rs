//! People with several rows: who they are, and what is worth saying about them.

use bauta_messages::Result;
use bauta_privacy::PeopleUnits;
use bauta_run::project::Project;
use bauta_run::{person_of_original, several_rows, with_hidden_people, with_shown_people};
use bauta_table::{Progress, Table};

/// The table with its people. A reader of the table sees the columns that say whose row it is, unless they are left out.
pub(super) fn with_people(
    project: &Project,
    table: Table,
    progress: &dyn Progress,
) -> Result<Table> {
    let roles = &project.roles;
    let left_out = |name: &String| roles.drop.contains(name);
    if roles.person.is_empty() || !roles.person.iter().all(left_out) {
        return with_shown_people(project, table, progress);
    }
    Ok(match person_of_original(project, &table, progress)? {
        Some(of_row) => with_hidden_people(table, &of_row),
        None => table,
    })
}

/// What is worth saying about people with several rows.
pub(super) fn of_people(table: &Table, units: &PeopleUnits) -> Vec<String> {
    let (rows, people) = (table.rows(), units.people);
    let told = match &units.shown_by {
        Some(column) => format!(
            "\"{column}\" shows which rows are one person's: people are compared by all their rows; to see the risk without it, leave it out (--drop)"
        ),
        None => {
            "a person counts once in each class, and is matched on one row at a time".to_owned()
        }
    };
    vec![several_rows(rows, people), told]
}
