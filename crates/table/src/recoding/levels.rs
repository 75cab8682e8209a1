//! Full-domain recoding: every value of an attribute goes to the same level of its hierarchy.

use super::regions::without_tuples;
use super::{Draft, Notation, Part, Prepared, Recoded, Summary, recoded, released};
use crate::lattice::Node;

/// A lattice node, and the tuples that are left out because their class does not reach the target.
#[derive(Debug, Clone, PartialEq)]
pub struct Levels {
    /// One level a quasi-identifier; attributes without a hierarchy must have level 0.
    pub node: Node,
    /// Tuples that are left out of the release.
    pub dropped: Vec<u32>,
}

pub(super) fn apply(prepared: &Prepared<'_>, plan: &Levels) -> Draft {
    let columns: Vec<Recoded> = prepared
        .qis
        .iter()
        .enumerate()
        .map(|(index, qi)| {
            let (summaries, summary_of_tuple) = groups_of(prepared, index, &plan.node);
            recoded(
                prepared,
                qi,
                &summaries,
                &summary_of_tuple,
                Notation::default(),
            )
        })
        .collect();
    let (table, losses) = released(prepared.table, &prepared.qis, columns);
    let (table, suppressed_rows) = without_tuples(prepared, table, &plan.dropped);
    Draft {
        tables: vec![(Part::Whole, table)],
        suppressed_rows,
        losses,
        linked_by: Vec::new(),
    }
}

/// The groups of a quasi-identifier at its level, and the one of each tuple.
pub(super) fn groups_of(
    prepared: &Prepared<'_>,
    index: usize,
    node: &Node,
) -> (Vec<Summary>, Vec<u32>) {
    let qi = &prepared.qis[index];
    let level = node.levels().get(index).copied().unwrap_or(0);
    let groups: Vec<u32> = match &qi.hierarchy {
        Some(bound) if level > 0 => bound.level(usize::from(level)).to_vec(),
        _ => qi.rank_of_code().to_vec(),
    };
    let level = if qi.hierarchy.is_some() { level } else { 0 };
    let count = groups.iter().map(|&group| group + 1).max().unwrap_or(0);
    let summaries = (0..count)
        .map(|group| Summary::Group { level, group })
        .collect();
    let codes = prepared.set().codes(index);
    (
        summaries,
        codes.iter().map(|code| groups[code as usize]).collect(),
    )
}
