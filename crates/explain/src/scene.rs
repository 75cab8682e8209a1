//! The table that an algorithm is shown on: the example, or some rows of the user's own.

use std::collections::BTreeMap;

use bauta_methods::trace::Example;
use bauta_methods::{Settings, Technique};
use bauta_privacy::Requirement;
use bauta_table::hierarchy::HierarchySpec;
use bauta_table::{Fault, Hierarchy, Progress, Table};

use super::example;
use bauta_messages::{Error, Result};
use bauta_run::ProjectInput;
use bauta_run::driver::{Prepared, Request};
use bauta_run::project::Project;

/// The most rows that are shown.
pub(super) const MOST_ROWS: usize = 60;

/// What an algorithm is shown on.
pub(super) struct Scene {
    /// Roles by name, parameters, policy and seed.
    pub project: Project,
    pub table: Table,
    /// The number of each row, from 1, where it was read.
    pub numbers: Vec<u64>,
    pub hierarchies: BTreeMap<String, Hierarchy>,
    pub requirements: Vec<Requirement>,
    pub may_drop: u64,
    /// Rows that were read.
    pub rows_read: u64,
    pub is_example: bool,
    pub notes: Vec<String>,
}

impl Scene {
    /// The example, with what was asked for in place of what is usual.
    pub(super) fn example(asked: &Project, usual: &Example, language: &str) -> Self {
        let table = example::table(language, usual.number_is_target);
        let mut project = asked.clone();
        let names = |role| {
            table
                .with_role(role)
                .into_iter()
                .map(|index| table.attributes()[index].name.clone())
        };
        project.roles.quasi_identifiers = names(bauta_table::Role::QuasiIdentifier).collect();
        project.anonymize.parameters = parameters(asked, usual, language);
        usual_targets(&mut project, usual);
        let rows = table.rows() as u64;
        let may_drop = asked
            .anonymize
            .max_suppression
            .map_or(usual.may_leave_out, |share| limit(share, rows));
        let requirements = project.targets.requirements();
        let numbers = (1..=rows).collect();
        let hierarchies = example::hierarchies(language);
        let notes = Vec::new();
        Scene {
            project,
            table,
            numbers,
            hierarchies,
            requirements,
            may_drop,
            rows_read: rows,
            is_example: true,
            notes,
        }
    }

    /// Some rows of a project's data, after its steps.
    ///
    /// # Errors
    /// What is wrong with the request or the data, or that there are too many rows to be shown.
    pub(super) fn of_input(
        input: ProjectInput<'_>,
        (technique, usual): (&dyn Technique, &Example),
        rows: Option<usize>,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let mut asked = input.project.clone();
        usual_targets(&mut asked, usual);
        let request = Request::new(&asked).in_memory();
        let request = match input.opened {
            Some(opened) => request.on(opened.source()),
            None => request,
        };
        let checked = request.check(progress)?;
        let numbers = chosen_rows(checked.table.rows(), rows)?;
        let shown = numbers.len();
        let (all, original_rows) = (checked.table.rows(), checked.original_rows);
        let prepared = checked.picked(&numbers).prepare(progress)?;
        let kept = prepared.complete.clone().list(numbers.len());
        let numbers: Vec<u64> = kept
            .unwrap_or_default()
            .iter()
            .map(|&row| u64::from(numbers[row as usize]) + 1)
            .collect();
        let Prepared { checked, steps, .. } = prepared;
        let (requirements, mut notes) = (checked.requirements, checked.notes);
        if shown < all {
            notes.push(format!(
                "{shown} of {all} rows are shown, evenly spread over the table"
            ));
        }
        let table = steps.table.unwrap_or(checked.table);
        if table.rows() != numbers.len() {
            return Err(Error::request(
                "a step of the project leaves rows out; explain it without its steps",
            ));
        }
        let project = steps.project;
        let may_drop = limit(
            project.anonymize.max_suppression.unwrap_or(0.0),
            numbers.len() as u64,
        );
        let mut hierarchies = steps.hierarchies;
        if technique.descriptor().needs.hierarchies {
            notes.extend(suggested(&project, &table, &mut hierarchies));
        }
        let (rows_read, is_example) = (original_rows, false);
        Ok(Scene {
            project,
            table,
            numbers,
            hierarchies,
            requirements,
            may_drop,
            rows_read,
            is_example,
            notes,
        })
    }
}

/// Hierarchies for quasi-identifiers that have none, made of their values; what is said about them.
fn suggested(
    project: &Project,
    table: &Table,
    hierarchies: &mut BTreeMap<String, Hierarchy>,
) -> Vec<String> {
    let without = project
        .roles
        .quasi_identifiers
        .iter()
        .filter(|name| !hierarchies.contains_key(*name));
    let made = without.filter_map(|name| {
        let column = &table.attributes()[table.index_of(name).ok()?].column;
        Some((
            name.clone(),
            HierarchySpec::suggest(column)?.build(name, column).ok()?,
        ))
    });
    let made: Vec<(String, Hierarchy)> = made.collect();
    let said = made
        .iter()
        .map(|(name, _)| format!("\"{name}\" has no hierarchy; one was made of its values"));
    let said = said.collect();
    hierarchies.extend(made);
    said
}

/// What is asked for where the user asks for nothing.
fn usual_targets(project: &mut Project, usual: &Example) {
    if project.targets.requirements().is_empty() {
        project.targets.set_k(usual.k);
        project.targets.set_l(usual.l);
    }
}

/// The example's parameters, with the user's in their place; attributes in the language of the table.
fn parameters(asked: &Project, usual: &Example, language: &str) -> Settings {
    let named = |value: &str| {
        value
            .split(',')
            .map(|word| example::column(language, word))
            .collect::<Vec<_>>()
            .join(",")
    };
    let own = usual
        .parameters
        .iter()
        .map(|(name, value)| ((*name).to_owned(), named(value)));
    own.chain(asked.anonymize.parameters.clone()).collect()
}

/// So many of so many rows as a share allows: 2 of 12 is not exact in floating point.
fn limit(share: f64, rows: u64) -> u64 {
    (share * rows as f64 + 1e-6).floor() as u64
}

/// The rows to show, evenly spread.
fn chosen_rows(rows: usize, wanted: Option<usize>) -> Result<Vec<u32>> {
    let fault = |fault: Fault| Error::from(vec![fault]);
    match wanted {
        Some(wanted) if wanted == 0 || wanted > MOST_ROWS => Err(fault(Fault::OutOfRange {
            parameter: "rows".into(),
            given: wanted.to_string(),
            allowed: format!("a whole number from 1 to {MOST_ROWS}"),
        })),
        Some(wanted) if wanted < rows => Ok((0..wanted)
            .map(|place| (place * rows / wanted) as u32)
            .collect()),
        None if rows > MOST_ROWS => Err(fault(Fault::Request(format!(
            "the table has {rows} rows, and an explanation shows every one of them; take some with --rows 20 ({MOST_ROWS} at most)"
        )))),
        _ => Ok((0..rows as u32).collect()),
    }
}

/// The technique of a scene, and how it is explained.
///
/// # Errors
/// That there is no such method, or that it does not explain itself.
pub(super) fn technique(
    method: &str,
) -> Result<(
    &'static dyn Technique,
    &'static bauta_methods::trace::Lesson,
)> {
    let technique = bauta_methods::find(method).map_err(|_| vec![unknown(method)])?;
    match technique.lesson() {
        Some(lesson) => Ok((technique, lesson)),
        None => Err(Error::request(format!(
            "{method} does not explain itself step by step; `bauta explain` lists the methods that do, and `bauta methods {method}` tells about this one"
        ))),
    }
}

/// No method of this name; only those that explain themselves are offered.
fn unknown(method: &str) -> Fault {
    let explained = || {
        bauta_methods::ALL
            .iter()
            .filter(|own| own.lesson().is_some())
            .map(|own| own.descriptor().id)
    };
    Fault::UnknownWord {
        parameter: "method".into(),
        given: method.to_owned(),
        nearest: bauta_table::nearest_name(method, explained()),
        possible: explained().map(str::to_owned).collect(),
    }
}
