//! Steps before the method: those that send every value of an attribute to one other value are taken on distinct rows, and end in look-up tables.

use bauta_table::Fault;

use super::projections;
use crate::project::Project;

/// What is wrong with the steps of a project on an engine: those that look at single rows.
pub(super) fn faults(project: &Project) -> Vec<Fault> {
    let names = &project.roles.quasi_identifiers;
    let of_step = |(place, step): (usize, &crate::project::Step)| {
        let technique = bauta_methods::find(&step.method).ok()?;
        // What is wrong with its settings is told when it is taken.
        let parameters = technique.descriptor().check(&step.parameters, names).ok()?;
        (technique.needs_rows(&parameters) && !technique.projects(&parameters)).then(|| {
            Fault::Request(format!(
                "step {}: {} {}, and rows stay in the engine; leave it out, or work on blocks or a sample",
                place + 1,
                step.method,
                technique.needs_rows_because(&parameters)
            ))
        })
    };
    project
        .steps
        .iter()
        .enumerate()
        .filter_map(of_step)
        .collect()
}

/// The attributes that steps, or a method that does as it is told, change; those without a role are counted with the others.
pub(super) fn attributes(project: &Project) -> Vec<String> {
    let all = project
        .steps
        .iter()
        .map(|step| &step.parameters)
        .chain([&project.anonymize.parameters]);
    let named = all.filter_map(|parameters| parameters.get("attributes"));
    let mut all: Vec<String> = named
        .flat_map(|list| list.split(','))
        .map(|name| name.trim().to_owned())
        .collect();
    // What is drawn while rows are written is not looked at.
    let drawn = projections::attributes(project);
    all.retain(|name| !drawn.contains(name));
    all.sort();
    all.dedup();
    all
}
