//! Hierarchies from files and from declarations.

use std::collections::BTreeMap;
use std::path::Path;

use bauta_formats::Locator;
use bauta_table::{Fault, Hierarchy, Qi, Table};

use crate::project::{HierarchySource, Project};
use bauta_messages::Problems;
use bauta_messages::{Error, Result};

/// Reads a hierarchy file: CSV without a header, one line a value, `value;level 1;…;*`.
pub fn read_hierarchy(attribute: &str, path: &Path) -> Result<Hierarchy> {
    let rows = bauta_formats::read_rows(path)?;
    Hierarchy::from_rows(attribute, &rows).map_err(Error::Faults)
}

/// Writes a hierarchy file; the caller commits it.
pub fn write_hierarchy(
    hierarchy: &Hierarchy,
    path: &Path,
    force: bool,
) -> Result<bauta_formats::Staged> {
    Ok(bauta_formats::stage_rows(&hierarchy.rows(), path, force)?)
}

/// The hierarchies that a project names, by attribute, each fit for its column. What is wrong is noted; without the table,
/// what is wrong with the files by themselves.
pub fn load(
    project: &Project,
    table: Option<&Table>,
    problems: &mut Problems,
) -> BTreeMap<String, Hierarchy> {
    let mut loaded = BTreeMap::new();
    for (name, source) in &project.hierarchies {
        if !project.roles.quasi_identifiers.contains(name)
            && !project.roles.sensitive.contains(name)
        {
            problems.push(misplaced(name, project));
        }
        let column =
            table.and_then(|table| Some(&table.attributes()[table.index_of(name).ok()?].column));
        let hierarchy = match (source, column) {
            (HierarchySource::File(file), _) => file_hierarchy(name, file),
            (HierarchySource::Build(spec), Some(column)) => {
                spec.build(name, column).map_err(Error::Faults)
            }
            (HierarchySource::Build(_), None) => continue,
        };
        let Some(hierarchy) = problems.take(hierarchy) else {
            continue;
        };
        if let Some(column) = column {
            problems.extend(hierarchy.bind(name, column).err());
        }
        loaded.insert(name.clone(), hierarchy);
    }
    loaded
}

/// The values that attributes are declared to have: those of hierarchy files. A hierarchy that is built from the rows declares nothing.
pub fn declared(project: &Project, problems: &mut Problems) -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    for (name, source) in &project.hierarchies {
        let HierarchySource::File(file) = source else {
            continue;
        };
        let Some(hierarchy) = problems.take(file_hierarchy(name, file)) else {
            continue;
        };
        found.insert(
            name.clone(),
            hierarchy.leaves().iter().map(ToOwned::to_owned).collect(),
        );
    }
    found
}

/// A hierarchy of something that is neither generalised nor sensitive: most likely a mistyped name, or a role that was forgotten.
fn misplaced(name: &str, project: &Project) -> Fault {
    let known = || {
        project
            .roles
            .quasi_identifiers
            .iter()
            .chain(&project.roles.sensitive)
            .map(String::as_str)
    };
    Fault::UnknownWord {
        parameter: "a hierarchy's attribute".into(),
        given: name.to_owned(),
        nearest: bauta_table::nearest_name(name, known()),
        possible: known().map(str::to_owned).collect(),
    }
}

fn file_hierarchy(name: &str, file: &str) -> Result<Hierarchy> {
    match file.parse::<Locator>()? {
        Locator::File { path, .. } => read_hierarchy(name, &path),
        other => Err(Error::request(format!(
            "the hierarchy of \"{name}\" must be a CSV file, not {other}"
        ))),
    }
}

/// The quasi-identifiers of a table, in their roles and bound to their hierarchies.
///
/// # Errors
/// A hierarchy that does not fit its attribute.
pub fn quasi_identifiers(
    project: &Project,
    table: &Table,
    hierarchies: &BTreeMap<String, Hierarchy>,
) -> Result<Vec<Qi>> {
    let given = project
        .roles
        .quasi_identifier_indices(table)
        .into_iter()
        .map(|index| {
            (
                index,
                hierarchies.get(&table.attributes()[index].name).cloned(),
            )
        })
        .collect();
    Ok(bauta_table::prepare(table, given)?)
}
