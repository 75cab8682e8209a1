//! Steps before the method: those that send every value of an attribute to one other value are taken on distinct rows, and end in look-up tables.

use bauta_methods::Settings;
use bauta_table::Fault;

use super::projections;
use crate::project::Project;
use crate::steps::At;

/// What is wrong with the steps of a project on an engine: those that look at single rows.
pub(super) fn faults(project: &Project) -> Vec<Fault> {
    let names = &project.roles.quasi_identifiers;
    let of_step = |(place, step): (usize, &crate::project::Step)| {
        let technique = bauta_methods::find(&step.method).ok()?;
        // What is wrong with its settings is told when it is taken.
        let method = technique.check(&step.parameters, names).ok()?;
        let why = method.needs_rows_together()?;
        Some(Fault::Request(format!(
            "step {}: {} {why}, and rows stay in the engine; leave it out, or work on blocks or a sample",
            place + 1,
            step.method,
        )))
    };
    project
        .steps
        .iter()
        .enumerate()
        .filter_map(of_step)
        .collect()
}

/// Each step, and the method, with the attributes that it is told to change.
pub(super) fn changes(project: &Project) -> Vec<(At, Vec<String>)> {
    let own = (
        At::Method,
        &project.anonymize.method,
        &project.anonymize.parameters,
    );
    let steps = project.steps.iter().enumerate();
    let steps = steps.map(|(at, step)| (At::Step(at), &step.method, &step.parameters));
    let named = |(at, method, settings): (At, &String, &Settings)| {
        let technique = bauta_methods::find(method).ok()?;
        Some((at, technique.descriptor().changed_attributes(settings)))
    };
    steps.chain([own]).filter_map(named).collect()
}

/// The attributes that steps, or a method that does as it is told, change; those without a role are counted with the others.
pub(super) fn attributes(project: &Project) -> Vec<String> {
    let mut all: Vec<String> = changes(project)
        .into_iter()
        .flat_map(|(_, names)| names)
        .collect();
    // What is drawn while rows are written is not looked at.
    let drawn = projections::attributes(project);
    all.retain(|name| !drawn.contains(name));
    all.sort();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A list means the same here as to the technique in memory, whichever sign separates its words.
    #[test]
    fn attributes_of_a_step_are_split_as_in_memory() {
        for (step, names) in [
            ("round", "age;income"),
            ("round", "age,income"),
            ("suppress", " age ; income "),
        ] {
            let text = format!(
                "version = 1\n[input]\ndata = \"a.parquet\"\n[[steps]]\nmethod = \"{step}\"\n[steps.parameters]\nattributes = \"{names}\"\n"
            );
            let project = Project::parse(&text, "bauta.toml").unwrap();
            assert_eq!(attributes(&project), ["age", "income"], "{step} {names}");
        }
    }

    /// What rows draw by themselves while they are written is not counted, but is changed all the same.
    #[test]
    fn drawn_attributes_are_changed_and_not_counted() {
        let text = "version = 1\n[input]\ndata = \"a.parquet\"\n[[steps]]\nmethod = \"noise\"\n[steps.parameters]\nattributes = \"age;income\"\n";
        let project = Project::parse(text, "bauta.toml").unwrap();
        assert!(attributes(&project).is_empty());
        assert_eq!(projections::attributes(&project), ["age", "income"]);
        let changed: Vec<Vec<String>> = changes(&project).into_iter().map(|own| own.1).collect();
        assert_eq!(
            changed,
            [vec!["age".to_owned(), "income".to_owned()], vec![]]
        );
    }
}
