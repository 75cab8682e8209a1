//! The table of the population, for models that need one.

use bauta_formats::{Locator, ReadOptions};
use bauta_table::{Fault, Progress, Role, Table};

use crate::project::Project;
use crate::reading::cancelled;
use bauta_messages::Problems;

/// Reads the project's population, if it names one; what is wrong with it is noted.
pub fn read(project: &Project, problems: &mut Problems, progress: &dyn Progress) -> Option<Table> {
    let locator = problems.take(project.targets.population.as_ref()?.parse::<Locator>())?;
    let options = ReadOptions {
        missing: project.input.missing.clone(),
        ..ReadOptions::default()
    };
    let mut table = problems
        .take(bauta_formats::read(&locator, &options, progress).map_err(cancelled))?
        .table;
    for name in &project.roles.quasi_identifiers {
        match table.index_of(name) {
            Ok(index) => table.set_role(index, Role::QuasiIdentifier),
            Err(_) => {
                problems.push(Fault::Request(format!(
                    "the population table has no attribute \"{name}\""
                )));
            }
        }
    }
    Some(table)
}
