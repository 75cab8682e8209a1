//! Subtree recoding: each quasi-identifier has a cut of its tree, and every value goes to the part that covers it.
//!
//! A cut is a set of parts of the values, groups of the hierarchy or ranges, that covers every value exactly once. Branches
//! may stop at different heights; one value always goes to one part, whatever stands beside it in its row.

use std::collections::HashMap;

use super::regions::without_tuples;
use super::{Draft, Notation, Part, Prepared, Recoded, Summary, recoded, released};
use crate::qi::Qi;

/// A cut for each quasi-identifier, and the tuples that take no part.
#[derive(Debug, Clone, PartialEq)]
pub struct Cuts {
    /// One cut a quasi-identifier.
    pub cuts: Vec<Cut>,
    /// How ranges are written.
    pub notation: Notation,
    /// Tuples whose quasi-identifiers are replaced by `*`.
    pub starred: Vec<u32>,
    /// Tuples that are left out of the release.
    pub dropped: Vec<u32>,
}

/// A cut of one quasi-identifier: parts that cover each of its values exactly once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    parts: Vec<Summary>,
    part_of_code: Vec<u32>,
}

impl Cut {
    /// The cut with these parts; none where a value is covered twice or not at all.
    pub fn new(qi: &Qi, parts: Vec<Summary>) -> Option<Cut> {
        let mut of_rank: Vec<Option<u32>> = vec![None; qi.ranks()];
        let mut of_group: HashMap<(u8, u32), u32> = HashMap::new();
        let mut take = |rank: u32, part: u32| {
            of_rank
                .get_mut(rank as usize)?
                .replace(part)
                .is_none()
                .then_some(())
        };
        for (part, summary) in (0..).zip(&parts) {
            match summary {
                Summary::Range { low, high } => {
                    (*low..=*high).try_for_each(|rank| take(rank, part))?;
                }
                Summary::Set(ranks) => ranks.iter().try_for_each(|&rank| take(rank, part))?,
                Summary::All => (0..qi.ranks() as u32).try_for_each(|rank| take(rank, part))?,
                Summary::Group { level, group } => {
                    let before = of_group.insert((*level, *group), part);
                    before.is_none().then_some(())?;
                }
            }
        }
        if let Some(bound) = qi.hierarchy.as_ref().filter(|_| !of_group.is_empty()) {
            for rank in 0..qi.ranks() as u32 {
                for level in 0..=bound.height() {
                    let group = bound.group_of_rank(level, rank);
                    if let Some(&part) = of_group.get(&(level as u8, group)) {
                        take(rank, part)?;
                    }
                }
            }
        }
        let of_rank: Vec<u32> = of_rank.into_iter().collect::<Option<_>>()?;
        let part_of_code = qi
            .rank_of_code()
            .iter()
            .map(|&rank| of_rank[rank as usize])
            .collect();
        Some(Cut {
            parts,
            part_of_code,
        })
    }

    /// Its parts.
    pub fn parts(&self) -> &[Summary] {
        &self.parts
    }

    /// The part of each code.
    pub fn part_of_code(&self) -> &[u32] {
        &self.part_of_code
    }
}

pub(super) fn apply(prepared: &Prepared<'_>, plan: &Cuts) -> Draft {
    let mut is_starred = vec![false; prepared.set().len()];
    plan.starred
        .iter()
        .for_each(|&tuple| is_starred[tuple as usize] = true);
    let columns: Vec<Recoded> = prepared
        .qis
        .iter()
        .zip(&plan.cuts)
        .enumerate()
        .map(|(index, (qi, cut))| {
            let mut summaries = cut.parts.clone();
            let star = summaries.len() as u32;
            if !plan.starred.is_empty() {
                summaries.push(Summary::All);
            }
            let codes = prepared.set().codes(index).iter().zip(&is_starred);
            let of_tuple: Vec<u32> = codes
                .map(|(code, &starred)| {
                    if starred {
                        star
                    } else {
                        cut.part_of_code[code as usize]
                    }
                })
                .collect();
            recoded(prepared, qi, &summaries, &of_tuple, plan.notation)
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
