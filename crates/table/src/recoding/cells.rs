//! Local suppression: a full-domain recoding in which some cells are replaced by `*`.

use serde::{Deserialize, Serialize};

use super::levels::groups_of;
use super::regions::without_tuples;
use super::{
    Draft, Levels, Notation, Part, Prepared, Recoded, Summary, recoded, recoded_by, released,
};

/// A lattice node, and the cells that say nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct Cells {
    /// The node, and the tuples that are left out.
    pub levels: Levels,
    /// The suppressed cells of all rows of a tuple, a tuple at most once.
    pub suppressed: Vec<Suppressed>,
    /// The suppressed cells of single rows, a row at most once, and only of tuples that `suppressed` does not name.
    pub rows: Vec<SuppressedInRow>,
}

/// The suppressed cells of a tuple.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suppressed {
    /// The tuple.
    pub tuple: u32,
    /// Its quasi-identifiers that are replaced by `*`.
    pub qis: Vec<usize>,
}

/// The suppressed cells of one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuppressedInRow {
    /// The row of the table.
    pub row: u32,
    /// Its quasi-identifiers that are replaced by `*`.
    pub qis: Vec<usize>,
}

impl Cells {
    /// Number of suppressed cells, and of rows that have one.
    pub fn count(&self, prepared: &Prepared<'_>) -> (u64, u64) {
        let tuples = self.suppressed.iter().map(|own| {
            let rows = prepared.set().counts()[own.tuple as usize];
            (rows, own.qis.len() as u64)
        });
        let weights = prepared.table.weights();
        let weight = |row: u32| weights.map_or(1, |weights| weights[row as usize]);
        let single = self
            .rows
            .iter()
            .map(|own| (weight(own.row), own.qis.len() as u64));
        tuples
            .chain(single)
            .filter(|(_, cells)| *cells > 0)
            .fold((0, 0), |(all, of), (rows, cells)| {
                (all + rows * cells, of + rows)
            })
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
            if plan.rows.is_empty() {
                let notation = Notation::default();
                return recoded(prepared, qi, &summaries, &summary_of_tuple, notation);
            }
            row_by_row(prepared, index, (summaries, &summary_of_tuple), &plan.rows)
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

/// A quasi-identifier's released column where single rows lose cells.
fn row_by_row(
    prepared: &Prepared<'_>,
    index: usize,
    (mut summaries, summary_of_tuple): (Vec<Summary>, &[u32]),
    rows: &[SuppressedInRow],
) -> Recoded {
    let tuple_of_row = prepared.tuple_of_row();
    let mut summary_of_row: Vec<u32> = tuple_of_row
        .iter()
        .map(|&tuple| summary_of_tuple[tuple as usize])
        .collect();
    if rows.iter().any(|own| own.qis.contains(&index)) {
        let star = summaries.len() as u32;
        summaries.push(Summary::All);
        for own in rows.iter().filter(|own| own.qis.contains(&index)) {
            summary_of_row[own.row as usize] = star;
        }
    }
    let all: Vec<u32> = (0..tuple_of_row.len() as u32).collect();
    recoded_by(
        prepared,
        &prepared.qis[index],
        &summaries,
        (&summary_of_row, &all),
        Notation::default(),
    )
}
