//! Columns that nobody gave a role: a release is refused where one of them looks as if it pointed to people.

use std::collections::BTreeSet;

use bauta_classify::{Content, classify_column, classify_name};
use bauta_table::{Column, Fault, Kind, Role, Table};

use crate::project::Project;

/// How sure a look at a column must be for it to be refused, from 0 to 1.
const SURE: f64 = 0.7;

/// In a smaller table every row may have a value of its own by accident.
const FEWEST_ROWS: usize = 20;

/// The faults of a table's columns that have no role and look like identifiers or quasi-identifiers.
pub fn faults(project: &Project, table: &Table) -> Vec<Fault> {
    let changed = changed_by_method(project);
    let undecided = table.attributes().iter();
    let undecided = undecided.filter(|attribute| !project.roles.decides(&attribute.name));
    let looks = undecided.map(|attribute| {
        let found = classify_column(&attribute.name, &attribute.column);
        let sure = found.confidence >= SURE || found.content == Some(Content::FreeText);
        let name = attribute.name.as_str();
        match sure {
            true => (name, found.role, true),
            false if is_code(&attribute.column) => (name, Role::Identifier, true),
            false => (name, Role::QuasiIdentifier, tells(table, name)),
        }
    });
    refused(looks, &changed)
}

/// Whether every row has a value of its own that somebody may know: a text or a whole number, in a table of some size.
fn is_code(column: &Column) -> bool {
    let dictionary = column.dictionary();
    let fits = matches!(dictionary.kind(), Kind::Text | Kind::Integer);
    fits && column.len() >= FEWEST_ROWS && dictionary.len() == column.len()
}

/// Whether a column tells the value of a quasi-identifier, as a birth year tells an age: generalising that one would hide nothing.
fn tells(table: &Table, name: &str) -> bool {
    let quasi_identifiers = table.with_role(Role::QuasiIdentifier).into_iter();
    let Ok(index) = table.index_of(name) else {
        return false;
    };
    let mut others = quasi_identifiers.filter(|&other| other != index);
    others.any(|other| table.determined(index, other).is_some())
}

/// Like [`faults`], for columns of which only the names are known.
pub(crate) fn faults_of_names(project: &Project, columns: &[String]) -> Vec<Fault> {
    let changed = changed_by_method(project);
    let undecided = columns.iter().filter(|name| !project.roles.decides(name));
    let looks = undecided.filter_map(|name| {
        let (role, weight) = classify_name(name)?;
        Some((name.as_str(), role, weight >= SURE))
    });
    refused(looks, &changed)
}

/// Columns that are published as they are, by a decision or because nobody spoke of them.
pub(crate) fn unchanged(project: &Project, columns: &[String]) -> Vec<String> {
    let (roles, changed) = (&project.roles, changed_by_method(project));
    let is_kept = |name: &&String| {
        let role = roles.named().find(|(known, _)| known == name);
        let is_weight = roles.weight.as_ref() == Some(*name);
        let kept = role.map_or(is_weight || !roles.decides(name), |(_, role)| {
            matches!(role, Role::Insensitive | Role::Target)
        });
        kept && !changed.contains(name.as_str())
    };
    columns.iter().filter(is_kept).cloned().collect()
}

/// The columns that the steps and the method are told to change.
fn changed_by_method(project: &Project) -> BTreeSet<String> {
    let own = (&project.anonymize.method, &project.anonymize.parameters);
    let steps = project.steps.iter();
    let all = steps
        .map(|step| (&step.method, &step.parameters))
        .chain([own]);
    let named = all.filter_map(|(method, settings)| {
        let technique = bauta_methods::find(method).ok()?;
        Some(bauta_methods::attributes_named(
            technique.descriptor(),
            settings,
        ))
    });
    named.flatten().collect()
}

fn refused<'a>(
    looks: impl Iterator<Item = (&'a str, Role, bool)>,
    changed: &BTreeSet<String>,
) -> Vec<Fault> {
    let (mut names, mut knowable) = (Vec::new(), Vec::new());
    // Whoever has a column changed by the method has decided what becomes of it.
    let looks = looks.filter(|(name, _, sure)| *sure && !changed.contains(*name));
    for (name, role, _) in looks {
        match role {
            Role::Identifier | Role::Drop => names.push(name.to_owned()),
            Role::QuasiIdentifier => knowable.push(name.to_owned()),
            _ => {}
        }
    }
    let fault = |attributes: Vec<String>, like| {
        (!attributes.is_empty()).then_some(Fault::Undecided { attributes, like })
    };
    let faults = [
        fault(names, Role::Identifier),
        fault(knowable, Role::QuasiIdentifier),
    ];
    faults.into_iter().flatten().collect()
}
