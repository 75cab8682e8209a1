//! Regions: the space of quasi-identifiers cut in boxes, as Mondrian makes them.

use super::groups::summarized;
use super::{Draft, Notation, Part, Prepared, Summary};

/// How a tuple finds its region: cuts down to a region.
#[derive(Debug, Clone, PartialEq)]
pub enum Tree {
    /// Tuples whose rank on quasi-identifier `qi` is at most `rank` go left, the others right.
    Cut {
        /// Index of the quasi-identifier.
        qi: usize,
        /// Last rank of the left side.
        rank: u32,
        /// At most `rank`.
        left: Box<Tree>,
        /// Above `rank`.
        right: Box<Tree>,
    },
    /// A region, one summary a quasi-identifier.
    Region(Vec<Summary>),
}

/// Regions and what stands for the values of each.
#[derive(Debug, Clone, PartialEq)]
pub struct Regions {
    /// The cuts.
    pub tree: Tree,
    /// How ranges are written.
    pub notation: Notation,
    /// Tuples that take no part: their quasi-identifiers are replaced by `*` (missing values under the policy `suppress`).
    pub starred: Vec<u32>,
    /// Tuples that are left out of the release.
    pub dropped: Vec<u32>,
}

impl Regions {
    /// All regions' summaries, left to right.
    pub fn regions(&self) -> Vec<&[Summary]> {
        fn walk<'a>(tree: &'a Tree, out: &mut Vec<&'a [Summary]>) {
            match tree {
                Tree::Cut { left, right, .. } => {
                    walk(left, out);
                    walk(right, out);
                }
                Tree::Region(summaries) => out.push(summaries),
            }
        }
        let mut out = Vec::new();
        walk(&self.tree, &mut out);
        out
    }
}

/// The region of each tuple, numbered left to right.
fn region_of_tuples(prepared: &Prepared<'_>, tree: &Tree) -> Vec<u32> {
    let mut region_of = vec![0; prepared.set().len()];
    let all = (0..prepared.set().len() as u32).collect();
    let mut next = 0;
    let mut stack: Vec<(&Tree, Vec<u32>)> = vec![(tree, all)];
    while let Some((tree, tuples)) = stack.pop() {
        match tree {
            Tree::Region(_) => {
                tuples
                    .iter()
                    .for_each(|&tuple| region_of[tuple as usize] = next);
                next += 1;
            }
            Tree::Cut {
                qi,
                rank,
                left,
                right,
            } => {
                let (codes, rank_of) =
                    (prepared.set().codes(*qi), prepared.qis[*qi].rank_of_code());
                let (low, high) = tuples
                    .into_iter()
                    .partition(|&tuple| rank_of[codes.get(tuple as usize) as usize] <= *rank);
                stack.push((right, high));
                stack.push((left, low));
            }
        }
    }
    region_of
}

pub(super) fn apply(prepared: &Prepared<'_>, plan: &Regions) -> Draft {
    let regions = plan.regions();
    let mut region_of = region_of_tuples(prepared, &plan.tree);
    plan.starred
        .iter()
        .for_each(|&tuple| region_of[tuple as usize] = regions.len() as u32);
    let (table, losses) = summarized(
        prepared,
        &regions,
        &region_of,
        prepared.tuple_of_row(),
        plan.notation,
    );
    let (table, suppressed_rows) = without_tuples(prepared, table, &plan.dropped);
    Draft {
        tables: vec![(Part::Whole, table)],
        suppressed_rows,
        losses,
        linked_by: Vec::new(),
    }
}

/// The released rows of all tuples but the dropped ones, and how many rows are gone.
pub(super) fn without_tuples(
    prepared: &Prepared<'_>,
    table: crate::Table,
    dropped: &[u32],
) -> (crate::Table, u64) {
    let Some(kept) = rows_without(prepared, dropped) else {
        return (table, 0);
    };
    let all = table.counted_rows();
    let table = table.into_picked(&kept);
    let suppressed = all - table.counted_rows();
    (table, suppressed)
}

/// The rows of all tuples but the dropped ones; none where no tuple is dropped.
pub(super) fn rows_without(prepared: &Prepared<'_>, dropped: &[u32]) -> Option<Vec<u32>> {
    if dropped.is_empty() {
        return None;
    }
    let mut gone = vec![false; prepared.set().len()];
    dropped
        .iter()
        .for_each(|&tuple| gone[tuple as usize] = true);
    let rows = 0..prepared.tuple_of_row().len() as u32;
    let kept = rows.filter(|&row| !gone[prepared.tuple_of_row()[row as usize] as usize]);
    Some(kept.collect())
}
