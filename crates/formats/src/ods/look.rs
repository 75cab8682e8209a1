//! The rows of a sheet as they stand, and which cells are merged.

use std::path::Path;

use bauta_table::Silent;

use super::read::{no_content, open};
use super::walk::{RowAt, Visit, walk};
use crate::error::Result;
use crate::options::ReadOptions;
use crate::sheet::{Merged, Sheet};
use crate::workbook::grid::texts_of;

/// Looks at a sheet: the named one, or the first.
pub(super) fn look(
    path: &Path,
    wanted: Option<&str>,
    options: &ReadOptions,
    asked: &[u64],
) -> Result<Sheet> {
    let mut package = open(path, options.limits.unpacked_bytes)?;
    let mut looking = Looking {
        wanted,
        asked,
        here: false,
        sheet: Sheet::default(),
    };
    let found = package.read("content.xml", |xml| walk(xml, &mut looking, &Silent))?;
    found.ok_or_else(|| no_content(path, &package))?;
    Ok(looking.sheet)
}

struct Looking<'a> {
    wanted: Option<&'a str>,
    asked: &'a [u64],
    /// Whether the walk is in the sheet that is looked at.
    here: bool,
    sheet: Sheet,
}

impl Visit for Looking<'_> {
    fn sheet(&mut self, name: &str) -> Result<()> {
        self.here = self.sheet.name.is_none() && self.wanted.is_none_or(|wanted| wanted == name);
        if self.here {
            self.sheet.name = Some(name.to_owned());
        }
        Ok(())
    }

    fn foreign(&mut self) {
        if self.here {
            self.sheet = Sheet::default();
            self.here = false;
        }
    }

    fn wants_merged(&self) -> bool {
        true
    }

    fn merged(&mut self, row: u64, column: u64, rows: u64, columns: u64) {
        if self.here {
            let column = usize::try_from(column).unwrap_or(usize::MAX);
            let columns = usize::try_from(columns).unwrap_or(usize::MAX);
            self.sheet.keep_merged(Merged {
                row: row + 1,
                column,
                rows,
                columns,
            });
        }
    }

    fn row(&mut self, row: &RowAt<'_>) -> Result<()> {
        // Empty rows are repeated to the end of the sheet; rows that hold something are rarely repeated, and then a few times.
        for number in (row.number..row.number.saturating_add(row.repeat))
            .take(if row.cells.is_empty() { 0 } else { 500 })
        {
            if self.here && self.sheet.wants(number + 1, self.asked) {
                self.sheet.keep(number + 1, texts_of(row.cells));
            }
        }
        Ok(())
    }
}
