//! True counts, of each entity at most so many rows: which ones is decided by its own rows alone.

use std::collections::{BTreeMap, BTreeSet};

use oxrdf::Term;
use spargebra::Query;
use spargebra::algebra::GraphPattern;

use super::question::{Counting, Question};
use crate::context::Resolved;
use crate::error::Result;
use crate::model::{Graph, Id, write_term};
use crate::sparql::{Asked, Solution};

/// A group as it is read.
pub(super) type Key = Vec<String>;

/// The count of each group that occurs; without groups, that of all.
pub(super) fn counted(
    graph: &Graph,
    resolved: &Resolved,
    question: &Question,
    most: u64,
) -> Result<BTreeMap<Key, i64>> {
    let mut rows = rows(graph, resolved, question)?;
    rows.sort_unstable();
    if !matches!(question.counting, Counting::Rows(_)) {
        rows.dedup();
    }
    let mut counts: BTreeMap<Key, i64> = BTreeMap::new();
    let mut values: BTreeMap<Key, BTreeSet<String>> = BTreeMap::new();
    for own in rows.chunk_by(|a, b| a.0 == b.0) {
        for (_, key, value) in own.iter().take(usize::try_from(most).unwrap_or(usize::MAX)) {
            match question.counting {
                Counting::Values(_) => {
                    values.entry(key.clone()).or_default().insert(value.clone());
                }
                _ => *counts.entry(key.clone()).or_insert(0) += 1,
            }
        }
    }
    counts.extend(
        values
            .into_iter()
            .map(|(key, values)| (key, values.len() as i64)),
    );
    Ok(counts)
}

/// Entity, group and value of each row that counts.
fn rows(graph: &Graph, resolved: &Resolved, question: &Question) -> Result<Vec<(Id, Key, String)>> {
    let value = match &question.counting {
        Counting::Entities | Counting::Rows(None) => None,
        Counting::Rows(Some(variable)) | Counting::Values(variable) => Some(variable.clone()),
    };
    let groups = question.groups.len();
    let mut variables = vec![question.center.clone()];
    variables.extend(question.groups.iter().cloned());
    variables.extend(value.iter().cloned());
    let pattern = GraphPattern::Project {
        inner: Box::new(question.pattern.clone()),
        variables,
    };
    let (_, found) = Asked::new(graph).select(&Query::Select {
        dataset: None,
        pattern,
        base_iri: None,
    })?;
    let mut text = String::new();
    let mut row = |solution: &Solution| {
        let term = solution.first()?.as_ref()?;
        text.clear();
        write_term(&mut text, term.as_ref());
        let entity = graph
            .dictionary
            .find(&text)
            .filter(|&id| resolved.is_entity(id))?;
        let key = solution
            .get(1..=groups)?
            .iter()
            .map(|term| term.as_ref().map(read_as).unwrap_or_default())
            .collect();
        let last = if value.is_some() {
            read_as(solution.get(groups + 1)?.as_ref()?)
        } else {
            String::new()
        };
        Some((entity, key, last))
    };
    Ok(found.iter().filter_map(&mut row).collect())
}

/// A term as people read it.
fn read_as(term: &Term) -> String {
    match term {
        Term::NamedNode(node) => node.as_str().to_owned(),
        Term::Literal(literal) => literal.value().to_owned(),
        other => other.to_string(),
    }
}
