//! Checking a table as it stands, whoever made it.

use bauta_formats::Locator;
use bauta_privacy::{FailingClass, Measures, examine};
use bauta_table::{Fault, Progress, Role};
use serde::Serialize;

use crate::error::{Error, Result};
use crate::pipeline::{cancelled, read_options, resolved};
use crate::project::Project;

/// What a check found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Checked {
    /// Whether everything asked for holds.
    pub holds: bool,
    /// What was asked for, in words, and whether it holds.
    pub guarantees: Vec<(String, bool)>,
    /// The classes that break it, smallest first.
    pub failing: Vec<FailingClass>,
    /// Rows in failing classes.
    pub failing_rows: u64,
    /// What was measured.
    #[serde(flatten)]
    pub measures: Measures,
    /// Things worth saying.
    pub notes: Vec<String>,
}

/// Checks the project's data against its targets, in their roles, without changing anything.
pub fn check(project: &Project, progress: &dyn Progress) -> Result<Checked> {
    let mut faults = project.roles.faults();
    if project.roles.quasi_identifiers.is_empty() && project.roles.layout.is_none() {
        faults.push(Fault::NoneInRole { needs: "a check".into(), role: Role::QuasiIdentifier, flag: "--qi" });
    }
    let requirements = project.targets.requirements();
    if requirements.is_empty() {
        faults.push(Fault::Request("nothing to check; give -k, -l or both".into()));
    }
    let input: Locator = project.input.data.parse()?;
    let source = match bauta_formats::read(&input, &read_options(project), progress) {
        Err(bauta_formats::Error::Data { faults: found, .. }) => {
            faults.extend(found);
            return Err(Error::Faults(faults));
        }
        other => other.map_err(cancelled)?,
    };
    let mut table = source.table;
    let project = &resolved(project, &table)?;
    faults.extend(project.roles.unknown(table.attributes().iter().map(|a| a.name.as_str())));
    if faults.is_empty() {
        project.roles.assign(&mut table);
        faults.extend(requirements.iter().flat_map(|requirement| requirement.faults(&table)));
    }
    if !faults.is_empty() {
        return Err(Error::Faults(faults));
    }
    let found = examine(&table, &requirements);
    let measures = Measures::of_table(&found, project.targets.k);
    let mut places: Vec<(u64, u64)> = found.failing.iter().map(|class| (class.first_row, class.rows)).collect();
    places.sort_unstable();
    places.dedup();
    Ok(Checked {
        holds: found.holds(),
        guarantees: found.checked.clone(),
        failing_rows: places.iter().map(|place| place.1).sum(),
        failing: found.failing,
        measures,
        notes: source.notes,
    })
}
