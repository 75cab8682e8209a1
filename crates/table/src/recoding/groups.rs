//! Groups of tuples, or of rows, that need not be boxes of the space: clusters, local recodings, relaxed partitions.

use std::collections::HashMap;

use super::regions::without_tuples;
use super::{CodeLoss, Draft, Notation, Part, Prepared, Recoded, Summary, recoded_by, released};
use crate::Table;

/// Who is in which group, numbered from 0. Those of starred and dropped tuples do not matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Members {
    /// The group of each tuple: equal rows stay together.
    Tuples(Vec<u32>),
    /// The group of each row: equal rows may be in different groups.
    Rows(Vec<u32>),
}

/// Groups and what stands for the values of each.
#[derive(Debug, Clone, PartialEq)]
pub struct Groups {
    /// For each group, one summary a quasi-identifier.
    pub summaries: Vec<Vec<Summary>>,
    /// Who is in them.
    pub members: Members,
    /// How ranges are written.
    pub notation: Notation,
    /// Tuples that take no part: their quasi-identifiers are replaced by `*` (missing values under the policy `suppress`).
    pub starred: Vec<u32>,
    /// Tuples that are left out of the release.
    pub dropped: Vec<u32>,
}

pub(super) fn apply(prepared: &Prepared<'_>, plan: &Groups) -> Draft {
    let groups: Vec<&[Summary]> = plan.summaries.iter().map(Vec::as_slice).collect();
    let none = groups.len() as u32;
    let (table, losses) = match &plan.members {
        Members::Tuples(group_of_tuple) => {
            let mut group_of = group_of_tuple.clone();
            plan.starred
                .iter()
                .for_each(|&tuple| group_of[tuple as usize] = none);
            summarized(
                prepared,
                &groups,
                &group_of,
                prepared.tuple_of_row(),
                plan.notation,
            )
        }
        Members::Rows(group_of_row) => {
            let mut is_starred = vec![false; prepared.set().len()];
            plan.starred
                .iter()
                .for_each(|&tuple| is_starred[tuple as usize] = true);
            let rows = prepared.tuple_of_row().iter().zip(group_of_row);
            let group_of_row: Vec<u32> = rows
                .map(|(&tuple, &group)| {
                    if is_starred[tuple as usize] {
                        none
                    } else {
                        group.min(none)
                    }
                })
                .collect();
            let last = group_of_row.iter().copied().max().unwrap_or(0);
            let itself: Vec<u32> = (0..=last).collect();
            summarized(prepared, &groups, &itself, &group_of_row, plan.notation)
        }
    };
    let (table, suppressed_rows) = without_tuples(prepared, table, &plan.dropped);
    Draft {
        tables: vec![(Part::Whole, table)],
        suppressed_rows,
        losses,
        linked_by: Vec::new(),
    }
}

/// The released table, in which each row has the summaries of its class's group; a class in no group says `*`.
pub(super) fn summarized(
    prepared: &Prepared<'_>,
    groups: &[&[Summary]],
    group_of_class: &[u32],
    class_of_row: &[u32],
    notation: Notation,
) -> (Table, Vec<CodeLoss>) {
    let some_in_none = group_of_class
        .iter()
        .any(|&group| group as usize >= groups.len());
    let columns: Vec<Recoded> = prepared
        .qis
        .iter()
        .enumerate()
        .map(|(index, qi)| {
            let (mut summaries, summary_of_group) =
                distinct(groups.iter().map(|group| &group[index]));
            let all = summaries.len() as u32;
            if some_in_none {
                summaries.push(Summary::All);
            }
            let summary_of =
                |&group: &u32| summary_of_group.get(group as usize).copied().unwrap_or(all);
            let summary_of_class: Vec<u32> = group_of_class.iter().map(summary_of).collect();
            recoded_by(
                prepared,
                qi,
                &summaries,
                (&summary_of_class, class_of_row),
                notation,
            )
        })
        .collect();
    released(prepared.table, &prepared.qis, columns)
}

/// The distinct summaries, and for each given one its place among them.
fn distinct<'a>(summaries: impl Iterator<Item = &'a Summary>) -> (Vec<Summary>, Vec<u32>) {
    let mut place = HashMap::new();
    let mut out: Vec<Summary> = Vec::new();
    let of = summaries
        .map(|summary| {
            *place.entry(summary).or_insert_with(|| {
                out.push(summary.clone());
                out.len() as u32 - 1
            })
        })
        .collect();
    (out, of)
}
