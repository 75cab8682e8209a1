//! Hierarchies from files and from declarations.

use std::collections::BTreeMap;
use std::path::Path;

use bauta_formats::Locator;
use bauta_table::{Fault, Hierarchy, Table};

use crate::error::{Error, Result};
use crate::project::HierarchySource;

/// Reads a hierarchy file: CSV without a header, one line a value, `value;level 1;…;*`.
pub fn read_hierarchy(attribute: &str, path: &Path) -> Result<Hierarchy> {
    let rows = bauta_formats::read_rows(path)?;
    Hierarchy::from_rows(attribute, &rows).map_err(Error::Faults)
}

/// Writes a hierarchy file; the caller commits it.
pub fn write_hierarchy(hierarchy: &Hierarchy, path: &Path, force: bool) -> Result<bauta_formats::Staged> {
    Ok(bauta_formats::stage_rows(&hierarchy.rows(), path, force)?)
}

/// The hierarchies that a project names, by attribute, each fit for its column. Faults are collected, failures of files end it.
pub(crate) fn load(
    sources: &BTreeMap<String, HierarchySource>,
    table: &Table,
    faults: &mut Vec<Fault>,
) -> Result<BTreeMap<String, Hierarchy>> {
    let mut loaded = BTreeMap::new();
    for (name, source) in sources {
        let index = match table.index_of(name) {
            Ok(index) => index,
            Err(fault) => {
                faults.push(fault);
                continue;
            }
        };
        let hierarchy = match source {
            HierarchySource::File(file) => file_hierarchy(name, file),
            HierarchySource::Build(spec) => spec.build(name, &table.attributes()[index].column).map_err(Error::Faults),
        };
        match hierarchy {
            Ok(hierarchy) => {
                faults.extend(hierarchy.bind(name, &table.attributes()[index].column).err());
                loaded.insert(name.clone(), hierarchy);
            }
            Err(Error::Faults(more)) => faults.extend(more),
            Err(error) => return Err(error),
        }
    }
    Ok(loaded)
}

fn file_hierarchy(name: &str, file: &str) -> Result<Hierarchy> {
    match file.parse::<Locator>()? {
        Locator::File { path, .. } => read_hierarchy(name, &path),
        other => Err(Error::request(format!("the hierarchy of \"{name}\" must be a CSV file, not {other}"))),
    }
}
