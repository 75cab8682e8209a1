//! What drawn rows must satisfy besides the model: the project's edit rules, declared dependencies, and no copies where that is asked for.

use std::collections::BTreeSet;

use bauta_messages::Problems;
use bauta_run::project::{EditRule, Project};
use bauta_run::rules::{of_input, parsed};
use bauta_table::rule::{Rule, Rules, Test};

use crate::dependency::Dependency;
use crate::guard::Copies;
use crate::mend::Standards;
use crate::request::{Card, SynthesisRequest};
use crate::source::Source;

/// What is asked of drawn rows; what is wrong with it is noted.
pub(crate) fn standards(
    source: &Source,
    request: &SynthesisRequest<'_>,
    card: &Card,
    problems: &mut Problems,
    notes: &mut Vec<String>,
) -> Standards {
    let rules = rules(source, request, card, problems, notes);
    let k = request.k;
    let dependency = |(from, to): &(String, String)| {
        problems.take(Dependency::of(&source.table, from, to, k).map_err(|fault| vec![fault]))
    };
    Standards {
        rules,
        dependencies: request.determines.iter().filter_map(dependency).collect(),
        copies: (request.break_copies && card.has("--break-copies"))
            .then(|| Copies::new(&source.table)),
    }
}

/// The rules of the project, without those about columns that are left out.
fn rules(
    source: &Source,
    request: &SynthesisRequest<'_>,
    card: &Card,
    problems: &mut Problems,
    notes: &mut Vec<String>,
) -> Vec<Rule> {
    if source.project.rules.is_empty() {
        return Vec::new();
    }
    let dropped: BTreeSet<String> = source.dropped(request).into_iter().collect();
    let project = Project {
        rules: about_others(&source.project, &dropped, notes),
        ..source.project.clone()
    };
    if !card.differentially_private {
        let rules = of_input(&project, &source.table, problems, notes);
        return rules.map(|it| it.rules).unwrap_or_default();
    }
    // Whether real rows break a rule is not told, since no noise hides it.
    let rules = problems.take(parsed(&project.rules)).unwrap_or_default();
    let fitting = problems.take(Rules::new(rules, &source.table));
    fitting.map(|it| it.rules).unwrap_or_default()
}

/// The rules that speak of no column that is left out; a note names the others.
fn about_others(
    project: &Project,
    dropped: &BTreeSet<String>,
    notes: &mut Vec<String>,
) -> Vec<EditRule> {
    // Mistakes are told where all rules are read together.
    let Ok(rules) = parsed(&project.rules) else {
        return project.rules.clone();
    };
    let mut kept = Vec::new();
    for (place, (given, rule)) in project.rules.iter().zip(&rules).enumerate() {
        let mut names = rule.tests().into_iter().flat_map(Test::attributes);
        match names.find(|name| dropped.contains(*name)) {
            Some(name) => notes.push(format!(
                "rule \"{}\" speaks of \"{name}\", which is left out: synthetic rows cannot be held to it",
                rule.name
            )),
            None => kept.push(EditRule {
                name: Some(given.name.clone().unwrap_or_else(|| (place + 1).to_string())),
                ..given.clone()
            }),
        }
    }
    kept
}
