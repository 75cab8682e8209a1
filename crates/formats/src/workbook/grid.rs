//! From the rows of a sheet to a table.
//!
//! The first row that holds anything is the header, and its first and last cell bound the table: empty rows and columns before
//! it are left out (and said), cells outside it are faults, empty cells inside it are missing values. Empty rows between rows
//! are kept, as rows of missing values; those behind the last row do not exist. So a sheet of a million styled but empty rows
//! costs nothing.

use std::path::{Path, PathBuf};

use bauta_table::{Cell, Fault, Progress, Stage, Table};

use super::row::Row;
use super::{MOST_COLUMNS, unreadable};
use crate::assemble::Assembler;
use crate::bounds::{Allowance, BY_BYTE};
use crate::error::{Error, Result};
use crate::options::ReadOptions;

/// Bytes of rows after which what is held is counted.
const LOOK_BYTES: usize = 1 << 20;

/// How many rows pass between two looks at the user's wish to stop.
const ROWS_A_LOOK: u64 = 4096;

/// Something that was met: how often, and where first (1-based row).
#[derive(Default)]
struct Tally {
    count: u64,
    first: u64,
}

impl Tally {
    fn add(&mut self, count: u64, row: u64) {
        if self.count == 0 {
            self.first = row;
        }
        self.count = self.count.saturating_add(count);
    }
}

/// A table under construction.
pub(crate) struct Grid<'a> {
    path: PathBuf,
    sheet: String,
    options: &'a ReadOptions,
    progress: &'a dyn Progress,
    assembler: Option<Assembler>,
    first_row: u64,
    first_column: u64,
    next_row: u64,
    rows: u64,
    errors: Tally,
    empty_rows: Tally,
    covered: Tally,
    unnamed_column: Option<u64>,
    allowance: Option<Allowance>,
    /// Bytes of rows since what is held was counted.
    unseen: usize,
}

impl<'a> Grid<'a> {
    /// An empty table of a sheet.
    pub(crate) fn new(
        path: &Path,
        sheet: &str,
        options: &'a ReadOptions,
        progress: &'a dyn Progress,
    ) -> Self {
        Grid {
            path: path.to_owned(),
            sheet: sheet.to_owned(),
            options,
            progress,
            assembler: None,
            first_row: 0,
            first_column: 0,
            next_row: 0,
            rows: 0,
            errors: Tally::default(),
            empty_rows: Tally::default(),
            covered: Tally::default(),
            unnamed_column: None,
            allowance: None,
            unseen: 0,
        }
    }

    /// Whether no row held anything so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.assembler.is_none()
    }

    /// Notes cells with content that lie under a merged cell and are therefore not seen.
    pub(crate) fn covered(&mut self, row: u64) {
        self.covered.add(1, row + 1);
    }

    /// Adds `repeat` equal rows, the first of them at the 0-based `number`. Rows come in order; rows left out are empty.
    pub(crate) fn row(&mut self, number: u64, repeat: u64, row: &Row) -> Result<()> {
        if row.is_overfull() {
            return Err(self.damaged(number, "has more cells or more text than a row can have"));
        }
        if row.is_empty() || repeat == 0 {
            return Ok(());
        }
        match self.assembler {
            None => {
                self.header(number, row)?;
                if repeat > 1 {
                    self.data(number + 1, repeat - 1, row)
                } else {
                    Ok(())
                }
            }
            Some(_) => self.data(number, repeat, row),
        }
    }

    fn header(&mut self, number: u64, row: &Row) -> Result<()> {
        let (first, width) = extent(row);
        let most = self.options.limits.columns;
        if width > most as u64 {
            let columns = usize::try_from(width).unwrap_or(usize::MAX);
            return Err(Error::data(
                self.path.display(),
                vec![Fault::TooManyColumns { columns, most }],
            ));
        }
        let (_, names) = header_of(row);
        self.assembler = Some(Assembler::new(self.path.display(), names, self.options)?);
        (self.first_row, self.first_column, self.next_row) = (number, first, number + 1);
        Ok(())
    }

    fn data(&mut self, number: u64, repeat: u64, row: &Row) -> Result<()> {
        let Some(gap) = number.checked_sub(self.next_row) else {
            return Err(self.damaged(number, "comes after a later row"));
        };
        let rows = self.rows.saturating_add(gap).saturating_add(repeat);
        self.check_size(rows)?;
        self.look(rows)?;
        if gap > 0 {
            self.empty_rows.add(gap, self.next_row + 1);
        }
        self.fill(number, gap, repeat, row)?;
        self.check_held(row)?;
        self.rows = rows;
        self.next_row = number.saturating_add(repeat);
        Ok(())
    }

    /// Pushes `gap` empty rows and `repeat` copies of `row`, column by column.
    fn fill(&mut self, number: u64, gap: u64, repeat: u64, row: &Row) -> Result<()> {
        let Some(assembler) = &mut self.assembler else {
            return Ok(());
        };
        let width = assembler.width() as u64;
        let columns = assembler.columns_mut();
        if gap > 0 {
            columns
                .iter_mut()
                .for_each(|column| column.push_repeated(Cell::Missing, gap as usize));
        }
        let (mut next, mut found) = (0, 0);
        for run in row.runs() {
            if run.error {
                self.errors.add(repeat, number + 1);
            }
            let Some(start) = run.column.checked_sub(self.first_column) else {
                self.unnamed_column.get_or_insert(run.column);
                continue;
            };
            let end = start.saturating_add(run.repeat);
            if start < next {
                return Err(self.damaged(number, "has two cells in one place"));
            }
            found = found.max(end);
            for column in next.min(width)..start.min(width) {
                columns[column as usize].push_repeated(Cell::Missing, repeat as usize);
            }
            for column in start.min(width)..end.min(width) {
                columns[column as usize].push_repeated(run.cell, repeat as usize);
            }
            next = end;
        }
        for column in next.min(width)..width {
            columns[column as usize].push_repeated(Cell::Missing, repeat as usize);
        }
        if found > width {
            (0..repeat).for_each(|again| {
                assembler.ragged(
                    number + again + 1,
                    usize::try_from(found).unwrap_or(usize::MAX),
                );
            });
        }
        Ok(())
    }

    fn check_size(&self, rows: u64) -> Result<()> {
        let width = self.assembler.as_ref().map_or(0, Assembler::width) as u64;
        let most = self.options.limits.cells;
        if rows.checked_mul(width).is_some_and(|cells| cells <= most) {
            return Ok(());
        }
        let problem = format!(
            "sheet \"{}\" has {rows} or more rows of {width} columns, above the limit of {most} cells",
            self.sheet
        );
        Err(unreadable(
            &self.path,
            problem,
            "delete the rows and columns that are not needed, or save the sheet as .csv",
        ))
    }

    /// Looks at what is held each time that rows may have added a megabyte to it.
    fn check_held(&mut self, row: &Row) -> Result<()> {
        self.unseen += row.held_bytes();
        if self.unseen < LOOK_BYTES {
            return Ok(());
        }
        self.unseen = 0;
        if self.allowance.is_none() {
            let (name, limits) = (self.path.display(), &self.options.limits);
            let path = self.path.as_path();
            self.allowance = Some(Allowance::of(name, [path], BY_BYTE, limits)?);
        }
        let held = self.assembler.as_ref().map_or(0, Assembler::held_bytes);
        match &self.allowance {
            Some(allowance) => allowance.check(held),
            None => Ok(()),
        }
    }

    fn look(&self, rows: u64) -> Result<()> {
        if rows / ROWS_A_LOOK != self.rows / ROWS_A_LOOK {
            self.progress.tell(Stage::Read, rows, None);
            if self.progress.cancelled() {
                return Err(Error::Cancelled);
            }
        }
        Ok(())
    }

    fn damaged(&self, row: u64, how: &str) -> Error {
        let problem = format!(
            "the file is damaged: row {} of sheet \"{}\" {how}",
            row.saturating_add(1),
            self.sheet
        );
        unreadable(
            &self.path,
            problem,
            "open it in a spreadsheet program and save it again",
        )
    }

    /// The typed table, and what is worth saying about it.
    pub(crate) fn finish(self) -> Result<(Table, Vec<String>)> {
        let notes = self.notes();
        let name = self.path.display().to_string();
        let Some(assembler) = self.assembler else {
            return Err(Error::data(name, vec![Fault::Empty]));
        };
        if let Some(column) = self.unnamed_column {
            return Err(Error::data(
                name,
                vec![Fault::EmptyHeader {
                    column: column as usize + 1,
                }],
            ));
        }
        self.progress.tell(Stage::Read, self.rows, Some(self.rows));
        Ok((assembler.finish(self.options, false, true)?, notes))
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.first_row > 0 || self.first_column > 0 {
            let place = format!(
                "{}{}",
                column_letters(self.first_column),
                self.first_row + 1
            );
            notes.push(format!("the table begins at cell {place}; the empty rows and columns before it are left out"));
        }
        if self.errors.count > 0 {
            notes.push(format!(
                "{} cells hold an error value such as #DIV/0! (first in row {}) and count as missing",
                self.errors.count, self.errors.first
            ));
        }
        if self.empty_rows.count > 0 {
            notes.push(format!(
                "{} rows between others are empty (first row {}) and are kept as rows of missing values",
                self.empty_rows.count, self.empty_rows.first
            ));
        }
        if self.covered.count > 0 {
            notes.push(format!(
                "{} cells with content lie under a merged cell (first in row {}) and count as missing",
                self.covered.count, self.covered.first
            ));
        }
        notes
    }
}

/// The first column of a row, and how many columns it spans.
fn extent(row: &Row) -> (u64, u64) {
    let first = row.runs().map(|run| run.column).min().unwrap_or(0);
    let end = row
        .runs()
        .map(|run| run.column.saturating_add(run.repeat))
        .max()
        .unwrap_or(0);
    (first, end - first)
}

/// The first column of a header and the names in it; no more than a sheet has columns.
pub(crate) fn header_of(row: &Row) -> (u64, Vec<String>) {
    let (first, width) = extent(row);
    let mut names = vec![String::new(); width.min(MOST_COLUMNS as u64) as usize];
    for run in row.runs() {
        let start = ((run.column - first) as usize).min(names.len());
        let end = run.column.saturating_add(run.repeat) - first;
        let end = (end as usize).min(names.len());
        names[start..end].fill(text_of(run.cell));
    }
    (first, names)
}

/// The texts of a row's cells from the first column on.
pub(crate) fn texts_of(row: &Row) -> Vec<String> {
    const MOST: u64 = 1024;
    let mut texts = Vec::new();
    for run in row.runs() {
        let text = if run.error {
            "#".to_owned()
        } else {
            text_of(run.cell)
        };
        for column in run.column..run.column.saturating_add(run.repeat).min(MOST) {
            let column = column as usize;
            if texts.len() <= column {
                texts.resize(column + 1, String::new());
            }
            texts[column].clone_from(&text);
        }
    }
    texts
}

/// A header cell's text.
fn text_of(cell: Cell<'_>) -> String {
    let mut builder = bauta_table::ColumnBuilder::new();
    builder.push(cell);
    let how = bauta_table::ReadAs {
        whole_decimals_are_integers: true,
        ..Default::default()
    };
    builder.finish(&how).label(0).into_owned()
}

/// A column as spreadsheets name it: `A`, `Z`, `AA`.
pub(crate) fn column_letters(column: u64) -> String {
    let mut letters = Vec::new();
    let mut rest = column.saturating_add(1);
    while rest > 0 {
        letters.push(b'A' + ((rest - 1) % 26) as u8);
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().map(|&letter| letter as char).collect()
}
