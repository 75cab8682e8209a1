//! Whether released labels are true: each contains the value that its row had.
//!
//! Labels are read as any reader would, by the code that evaluates releases of other tools. Nothing is known here of how they were made.

use bauta_table::recoding::RowsKept;
use bauta_table::{Qi, Table};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use rayon::prelude::*;

use super::labels::Labels;

/// The rows that a release was made of, where nothing untrue may be said of them: values became vaguer, and were not replaced.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The table.
    pub table: &'a Table,
    /// Its quasi-identifiers.
    pub qis: &'a [Qi],
    /// The rows that the release has, in its order.
    pub kept: &'a RowsKept,
}

impl Source<'_> {
    /// How many released cells of quasi-identifiers do not contain the value that stood there, or cannot be read. Cells of quasi-identifiers
    /// that are not released say nothing. None where rows were parted: then no released row is one of the table.
    pub(crate) fn untrue_cells(&self, released: &Table) -> Option<u64> {
        let rows = self.kept.clone().list(self.table.rows())?;
        if rows.len() != released.rows() {
            return Some(released.counted_rows());
        }
        let untrue = self
            .qis
            .par_iter()
            .map(|qi| untrue_in(self.table, qi, released, &rows));
        Some(untrue.sum())
    }
}

/// Whether a set names a value, whatever else it names: values with commas can make a set that cannot be taken apart.
fn lists(label: &str, value: &str) -> bool {
    let inner = label
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'));
    inner.is_some_and(|inner| format!(", {inner}, ").contains(&format!(", {value}, ")))
}

fn untrue_in(table: &Table, qi: &Qi, released: &Table, rows: &[u32]) -> u64 {
    let Ok(index) = released.index_of(&qi.name) else {
        return 0;
    };
    let original = &table.attributes()[qi.attribute].column;
    let column = &released.attributes()[index].column;
    let labels = Labels::of(table, qi);
    let meanings: Vec<_> = (0..column.dictionary().len() as u32)
        .map(|code| labels.meaning(&column.dictionary().label(code)))
        .collect();
    let is_true = |was: u32, is: u32| {
        let rank = qi.rank_of_code().get(was as usize);
        let contains = |rank: &u32| {
            let meaning = meanings[is as usize].as_ref();
            meaning.is_some_and(|ranks| ranks.contains(*rank))
        };
        let value = original.dictionary().label(was);
        let label = column.dictionary().label(is);
        rank.is_some_and(contains) || value == label || lists(&label, &value)
    };
    let mut known: HashMap<(u32, u32), bool, FixedState> = HashMap::default();
    let untrue = rows.iter().enumerate().filter(|&(row, &from)| {
        let (was, is) = (original.codes().get(from as usize), column.codes().get(row));
        !*known.entry((was, is)).or_insert_with(|| is_true(was, is))
    });
    untrue.count() as u64
}
