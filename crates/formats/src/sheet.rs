//! A part of a sheet as it stands, without any check: what a person needs to see where a fault is.
//!
//! Only a screenful is kept: the first rows, and those around the rows that are asked for.

use std::fmt;

/// Rows from the beginning that are always kept.
const FIRST: u64 = 60;
/// Rows before and behind one that is asked for.
const AROUND: u64 = 2;
/// Most rows and columns that are kept.
const MOST_ROWS: usize = 300;
const MOST_COLUMNS: usize = 200;
/// Longest text of a cell that is kept, in characters.
const LONGEST: usize = 80;

/// A part of a sheet. It holds cells, so it has no `Debug` that shows them.
#[derive(Clone, Default)]
pub struct Sheet {
    /// Its name, where a file has several.
    pub name: Option<String>,
    /// Rows in their order; empty ones are left out.
    pub rows: Vec<SheetRow>,
    /// Cells that are merged.
    pub merged: Vec<Merged>,
}

/// A row of a sheet.
#[derive(Clone)]
pub struct SheetRow {
    /// Its number in the file, from 1.
    pub number: u64,
    /// Its cells from column A on, without the empty ones at the end.
    pub cells: Vec<String>,
}

/// Cells that are merged into one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Merged {
    /// The first row, from 1.
    pub row: u64,
    /// The first column, from 0.
    pub column: usize,
    /// How many rows.
    pub rows: u64,
    /// How many columns.
    pub columns: usize,
}

impl fmt::Debug for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Sheet({:?}, {} rows, {} merged)",
            self.name,
            self.rows.len(),
            self.merged.len()
        )
    }
}

impl Sheet {
    /// Whether a row is to be kept.
    pub(crate) fn wants(&self, number: u64, asked: &[u64]) -> bool {
        let near = |&row: &u64| number.abs_diff(row) <= AROUND;
        self.rows.len() < MOST_ROWS && (number <= FIRST || asked.iter().any(near))
    }

    /// Keeps a row.
    pub(crate) fn keep(&mut self, number: u64, mut cells: Vec<String>) {
        cells.truncate(MOST_COLUMNS);
        while cells.last().is_some_and(String::is_empty) {
            cells.pop();
        }
        if !cells.is_empty() {
            let short = |cell: String| cell.chars().take(LONGEST).collect();
            self.rows.push(SheetRow {
                number,
                cells: cells.into_iter().map(short).collect(),
            });
        }
    }

    /// Keeps merged cells, unless there are too many to show.
    pub(crate) fn keep_merged(&mut self, merged: Merged) {
        if self.merged.len() < MOST_ROWS && (merged.rows > 1 || merged.columns > 1) {
            self.merged.push(merged);
        }
    }
}
