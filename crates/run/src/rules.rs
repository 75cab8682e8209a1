//! Edit rules of a project, checked: their text, their attributes, each other, and the rows that break them already.

use std::collections::{BTreeMap, BTreeSet};

use bauta_table::rule::{Condition, Origin, Rule, Rules, contradictions, parse};
use bauta_table::{Fault, Role, Table};

use crate::hierarchies::read_hierarchy;
use crate::project::{BrokenInInput, EditRule, HierarchySource, Project};
use bauta_messages::Problems;

/// How many rows of the input are named.
const NAMED: usize = 10;

/// The rules for a table that is about to be protected; none where something is wrong with them, which is noted.
pub fn of_input(
    project: &Project,
    table: &Table,
    problems: &mut Problems,
    notes: &mut Vec<String>,
) -> Option<Rules> {
    let rules = problems.take(parsed(&project.rules))?;
    let mut rules = problems.take(Rules::new(rules, table))?;
    problems.extend(identifiers(&rules, table));
    problems.extend(
        contradictions(&rules, table)
            .into_iter()
            .map(|(one, other)| clash(&rules, one, other)),
    );
    let broken = rules.broken_in(table, NAMED);
    for (place, (first_rows, rows)) in broken
        .into_iter()
        .enumerate()
        .filter(|(_, (_, rows))| *rows > 0)
    {
        let name = &rules.rules[place].name;
        match project.rules[place].broken_in_input {
            BrokenInInput::Refuse => problems.push(broken_already(name, rows, &first_rows)),
            BrokenInInput::Known => {
                notes.push(format!(
                    "rule \"{name}\": {rows} rows of the input break it and are known to"
                ));
                rules.known[place] = rows;
            }
        }
    }
    Some(rules)
}

/// The rules for a table that somebody released: nothing is known of its original.
pub(crate) fn of_release(
    project: &Project,
    table: &Table,
    problems: &mut Problems,
) -> Option<Rules> {
    let rules = problems.take(parsed(&project.rules))?;
    let mut origins = BTreeMap::new();
    for (name, test) in rules
        .iter()
        .flat_map(Rule::tests)
        .flat_map(|test| test.attributes().map(move |name| (name, test)))
    {
        // An attribute may have been left out of a release: nothing is said about it then.
        let Ok(index) = table.index_of(name) else {
            continue;
        };
        let literal = test.is.literals().into_iter().next();
        if literal.is_some() || !origins.contains_key(name) {
            let groups = groups(project, name);
            origins.insert(
                name.to_owned(),
                Origin::guessed(&table.attributes()[index].column, literal, groups),
            );
        }
    }
    let known = vec![0; rules.len()];
    Some(Rules {
        rules,
        known,
        origins,
    })
}

/// The attributes that the rules speak of.
///
/// # Errors
/// What is wrong with how they are written.
pub(crate) fn attributes(project: &Project) -> Result<BTreeSet<String>, Vec<Fault>> {
    let rules = parsed(&project.rules)?;
    let tests = rules.iter().flat_map(Rule::tests);
    Ok(tests
        .flat_map(|test| test.attributes().map(str::to_owned).collect::<Vec<_>>())
        .collect())
}

/// The labels of a hierarchy file that are no values.
fn groups(project: &Project, attribute: &str) -> BTreeSet<String> {
    let Some(HierarchySource::File(file)) = project.hierarchies.get(attribute) else {
        return BTreeSet::new();
    };
    let Ok(hierarchy) = read_hierarchy(attribute, std::path::Path::new(file)) else {
        return BTreeSet::new();
    };
    let rows = hierarchy.rows();
    let leaves: BTreeSet<&str> = rows.iter().filter_map(|row| row.first().copied()).collect();
    let above = rows.iter().flat_map(|row| row.iter().skip(1).copied());
    above
        .filter(|label| !leaves.contains(label))
        .map(str::to_owned)
        .collect()
}

/// The rules as they are written, with every mistake in them.
///
/// # Errors
/// Every mistake in how they are written.
pub fn parsed(given: &[EditRule]) -> Result<Vec<Rule>, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut rules: Vec<Rule> = Vec::new();
    let mut names = BTreeSet::new();
    for (place, rule) in given.iter().enumerate() {
        let name = rule.name.clone().unwrap_or_else(|| (place + 1).to_string());
        if !names.insert(name.clone()) {
            faults.push(Fault::Request(format!(
                "two rules are called \"{name}\"; names must differ"
            )));
        }
        let mut condition = |part: &str, text: &str| -> Option<Condition> {
            let problem = match parse(text) {
                Ok(condition) => return Some(condition),
                Err(problem) => problem,
            };
            let at = problem.at;
            faults.push(Fault::Request(format!(
                "rule \"{name}\", {part}, character {at}: {}",
                problem.what
            )));
            None
        };
        let when = rule.when.as_ref().map(|text| condition("when", text));
        let then = condition("then", &rule.then);
        let text = match &rule.when {
            Some(when) => format!("when {when} then {}", rule.then),
            None => rule.then.clone(),
        };
        if let (Some(then), false) = (then, matches!(when, Some(None))) {
            rules.push(Rule {
                name,
                text,
                when: when.flatten(),
                then,
            });
        }
    }
    if faults.is_empty() {
        Ok(rules)
    } else {
        Err(faults)
    }
}

/// Rules about what is never released.
fn identifiers(rules: &Rules, table: &Table) -> Vec<Fault> {
    let named = table
        .with_role(Role::Identifier)
        .into_iter()
        .map(|index| table.attributes()[index].name.as_str());
    let spoken = named.filter(|name| rules.origins.contains_key(*name));
    spoken.map(about_identifier).collect()
}

/// What is wrong with a rule about an identifier.
pub(crate) fn about_identifier(name: &str) -> Fault {
    Fault::Request(format!(
        "a rule speaks of \"{name}\", an identifier, which is never released; take it out"
    ))
}

fn clash(rules: &Rules, one: usize, other: usize) -> Fault {
    let (first, second) = (&rules.rules[one].name, &rules.rules[other].name);
    Fault::Request(if one == other {
        format!(
            "rule \"{first}\" contradicts itself: where it applies, no value keeps it; correct it"
        )
    } else {
        format!(
            "rules \"{first}\" and \"{second}\" contradict each other: where both apply, no value keeps both; correct one of them"
        )
    })
}

fn broken_already(name: &str, rows: u64, first_rows: &[u64]) -> Fault {
    let listed: Vec<String> = first_rows.iter().map(|row| (row + 1).to_string()).collect();
    let listed = listed.join(", ");
    // Distinct rows have no place in the data.
    Fault::Request(if first_rows.is_empty() {
        format!(
            "rule \"{name}\" is broken by {rows} rows of the input; correct them or the rule, or set broken-in-input = \"known\""
        )
    } else if rows > first_rows.len() as u64 {
        format!(
            "rule \"{name}\" is broken by {rows} rows of the input, first in data rows {listed}; correct them or the rule, or set broken-in-input = \"known\""
        )
    } else {
        format!(
            "rule \"{name}\" is broken by {rows} rows of the input, in data rows {listed}; correct them or the rule, or set broken-in-input = \"known\""
        )
    })
}
