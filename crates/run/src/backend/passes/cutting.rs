//! Regions as what an engine sends rows through.

use std::sync::Arc;

use bauta_engines::{CutNode, Cuts, Made, Mapping, Ranked, Replaced};
use bauta_table::Qi;
use bauta_table::recoding::{Regions, Summary, Tree, summary_labels};

use super::tuples::Column;
use crate::project::{MissingPolicy, Project};

/// The rank of each value of a quasi-identifier; none of a missing one where rows with it are left out.
pub(super) fn ranked(qi: &Qi, (attribute, keys): &Column, drops: bool) -> Ranked {
    let missing = attribute
        .column
        .dictionary()
        .missing_code()
        .filter(|_| drops);
    // A value's place among the keys is its row in the column of distinct values.
    let rank = |code: u32| (Some(code) != missing).then(|| qi.rank_of_code()[code as usize]);
    let ranks = attribute.column.codes().iter().map(rank).collect();
    Ranked {
        column: attribute.name.clone(),
        keys: Arc::clone(keys),
        ranks,
    }
}

/// Regions as what rows are sent through.
pub(super) fn mapping(
    project: &Project,
    (names, mut made): (&[String], Option<Made>),
    values: &[Column],
    qis: &[Qi],
    regions: &Regions,
) -> Mapping {
    let drops = project.anonymize.missing_values == MissingPolicy::Drop;
    let ranked = qis
        .iter()
        .map(|qi| ranked(qi, &values[qi.attribute], drops))
        .collect();
    let mut cuts = Cuts {
        columns: ranked,
        nodes: Vec::new(),
        regions: 0,
    };
    planted(&regions.tree, &mut cuts);
    let (cuts, all) = (Arc::new(cuts), regions.regions());
    let of_column = |name: &String| -> Replaced {
        let Some(place) = qis.iter().position(|qi| qi.name == *name) else {
            return Replaced::Kept;
        };
        // Where rows are left out, some column must say which.
        if !drops && all.iter().all(|summaries| summaries[place].is_single()) {
            return Replaced::Kept;
        }
        let dictionary = values[qis[place].attribute].0.column.dictionary();
        let own: Vec<Summary> = all
            .iter()
            .map(|summaries| summaries[place].clone())
            .collect();
        let labels = summary_labels(&qis[place], dictionary, &own, regions.notation);
        Replaced::ByRegion {
            cuts: Arc::clone(&cuts),
            labels: labels.into_iter().map(Some).collect(),
        }
    };
    let mut columns: Vec<(String, Replaced)> = Vec::new();
    for name in names.iter().filter(|name| !project.roles.leaves_out(name)) {
        if project.roles.identifiers.contains(name) {
            columns.extend(
                made.take()
                    .map(|made| (project.pseudonyms.name.clone(), Replaced::Made(made))),
            );
        } else {
            columns.push((name.clone(), of_column(name)));
        }
    }
    Mapping {
        columns,
        tuples: None,
    }
}

/// The cuts in the order of their numbers: a node's left side is the next one. Regions are numbered left to right.
fn planted(tree: &Tree, cuts: &mut Cuts) {
    // What is to be planted, and which cut's right side it is.
    let mut stack: Vec<(&Tree, Option<usize>)> = vec![(tree, None)];
    while let Some((tree, right_of)) = stack.pop() {
        let at = cuts.nodes.len();
        if let Some(CutNode::Cut { right, .. }) = right_of.and_then(|node| cuts.nodes.get_mut(node))
        {
            *right = at;
        }
        match tree {
            Tree::Region(_) => {
                cuts.nodes.push(CutNode::Region(cuts.regions));
                cuts.regions += 1;
            }
            Tree::Cut {
                qi,
                rank,
                left,
                right,
            } => {
                cuts.nodes.push(CutNode::Cut {
                    column: *qi,
                    rank: *rank,
                    right: 0,
                });
                stack.push((right, Some(at)));
                stack.push((left, None));
            }
        }
    }
}
