//! What is wrong with projections on an engine, before anything is counted.

use bauta_table::Fault;

use super::super::steps::changes;
use super::{Asked, asked};
use crate::project::Project;
use crate::rules;

/// Everything that is wrong with them whatever the columns, on an engine whose rows have numbers or not.
pub(crate) fn faults(project: &Project, row_numbers: bool) -> Vec<Fault> {
    let all = asked(project);
    let mut faults = Vec::new();
    for one in &all {
        faults.extend((!row_numbers).then(|| unnumbered(one)));
        faults.extend(looked_at(project, one));
    }
    faults.extend(twice(project, &all));
    let samples: Vec<usize> = all
        .iter()
        .enumerate()
        .filter(|(_, one)| one.draws_rows())
        .map(|(place, _)| place)
        .collect();
    if samples.len() > 1 {
        faults.push(Fault::Request(
            "two samples cannot be drawn on an engine; draw one of the share that you want".into(),
        ));
    }
    if samples.first().is_some_and(|first| *first > 0) {
        faults.push(Fault::Request(
            "a sample is drawn first on an engine; make it the first step, before anything else is drawn".into(),
        ));
    }
    faults
}

fn id(one: &Asked<'_>) -> &'static str {
    one.technique.descriptor().id
}

/// Rows without numbers.
fn unnumbered(one: &Asked<'_>) -> Fault {
    Fault::Request(format!(
        "{} draws for every row by its number, and the rows of a table in a database have none; write the table to Parquet files (bauta convert) and name these, or work on blocks or a sample",
        id(one)
    ))
}

/// Attributes that the search, the verifier or a rule looks at.
fn looked_at(project: &Project, one: &Asked<'_>) -> Vec<Fault> {
    let roles = &project.roles;
    let lists = [
        &roles.quasi_identifiers,
        &roles.sensitive,
        &roles.targets,
        &roles.identifiers,
    ];
    let ruled = rules::attributes(project).unwrap_or_default();
    let seen = |name: &String| lists.iter().any(|list| list.contains(name)) || ruled.contains(name);
    let seen = one.attributes().into_iter().filter(seen);
    let fault = |name: String| {
        Fault::Request(format!(
            "\"{name}\" has a role or is in a rule, so what {} draws for it would have to be counted, and an engine draws while it writes; name attributes that are only published, or work on blocks or a sample",
            id(one)
        ))
    };
    seen.map(fault).collect()
}

/// Attributes whose cells are drawn, and that are not there.
pub(crate) fn unknown(project: &Project, columns: &[String]) -> Vec<Fault> {
    let missing = super::attributes(project)
        .into_iter()
        .filter(|name| !columns.contains(name));
    let nearest = |name: &str| bauta_table::nearest_name(name, columns.iter().map(String::as_str));
    missing
        .map(|name| Fault::UnknownAttribute {
            nearest: nearest(&name),
            name,
        })
        .collect()
}

/// Attributes that something else changes as well.
fn twice(project: &Project, all: &[Asked<'_>]) -> Vec<Fault> {
    let named = changes(project);
    let fault = |name: String| {
        Fault::Request(format!(
            "\"{name}\" is changed twice, and what is drawn cannot be changed again on an engine; change it once"
        ))
    };
    let mut faults: Vec<Fault> = Vec::new();
    for one in all {
        let again = |name: &String| {
            named
                .iter()
                .any(|(at, names)| *at != one.at && names.contains(name))
        };
        let new = one.attributes().into_iter().filter(again).map(fault);
        for fault in new {
            if !faults.contains(&fault) {
                faults.push(fault);
            }
        }
    }
    faults
}
