//! Local suppression: a full-domain recoding in which some cells are replaced by `*`.

use serde::{Deserialize, Serialize};

use super::levels::groups_of;
use super::regions::without_tuples;
use super::{Draft, Levels, Notation, Part, Prepared, Recoded, Summary, recoded, released};

/// A lattice node, and the cells that say nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct Cells {
    /// The node, and the tuples that are left out.
    pub levels: Levels,
    /// The suppressed cells, a tuple at most once.
    pub suppressed: Vec<Suppressed>,
}

/// The suppressed cells of a tuple.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suppressed {
    /// The tuple.
    pub tuple: u32,
    /// Its quasi-identifiers that are replaced by `*`.
    pub qis: Vec<usize>,
}

impl Cells {
    /// Number of suppressed cells, and of rows that have one.
    pub fn count(&self, prepared: &Prepared<'_>) -> (u64, u64) {
        let rows = |suppressed: &Suppressed| prepared.set().counts()[suppressed.tuple as usize];
        let cells = self
            .suppressed
            .iter()
            .map(|own| rows(own) * own.qis.len() as u64)
            .sum();
        (
            cells,
            self.suppressed
                .iter()
                .filter(|own| !own.qis.is_empty())
                .map(rows)
                .sum(),
        )
    }
}

pub(super) fn apply(prepared: &Prepared<'_>, plan: &Cells) -> Draft {
    let columns: Vec<Recoded> = prepared
        .qis
        .iter()
        .enumerate()
        .map(|(index, qi)| {
            let (mut summaries, mut summary_of_tuple) =
                groups_of(prepared, index, &plan.levels.node);
            let starred = plan
                .suppressed
                .iter()
                .filter(|own| own.qis.contains(&index));
            let star = summaries.len() as u32;
            for own in starred {
                summary_of_tuple[own.tuple as usize] = star;
                summaries.truncate(star as usize);
                summaries.push(Summary::All);
            }
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
    let (table, suppressed_rows) = without_tuples(prepared, table, &plan.levels.dropped);
    Draft {
        tables: vec![(Part::Whole, table)],
        suppressed_rows,
        losses,
        linked_by: Vec::new(),
    }
}
