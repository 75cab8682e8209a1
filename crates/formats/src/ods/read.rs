//! Reading a sheet of an OpenDocument spreadsheet in one pass.
//!
//! Our own reader, not a library's: the sheets of an `.ods` stand one behind the other in one XML file, and the libraries that
//! read it keep all of them in memory, repeated cells expanded, before the first row can be looked at.

use std::path::Path;

use bauta_table::Progress;

use super::walk::{RowAt, Visit, walk};
use crate::Source;
use crate::error::{Error, Result};
use crate::options::ReadOptions;
use crate::workbook::grid::Grid;
use crate::workbook::package::{Package, protected};
use crate::workbook::{empty_sheet, no_such_sheet, other_sheets, unreadable};

const MOST_MANIFEST: u64 = 16 << 20;

/// Reads a sheet.
pub(super) fn read(
    path: &Path,
    sheet: Option<&str>,
    options: &ReadOptions,
    progress: &dyn Progress,
) -> Result<Source> {
    let mut package = open(path, options.limits.unpacked_bytes)?;
    let mut reading = Reading {
        path,
        wanted: sheet,
        options,
        progress,
        grid: None,
        chosen: String::new(),
        sheets: Vec::new(),
    };
    let found = package.read("content.xml", |xml| walk(xml, &mut reading, progress))?;
    found.ok_or_else(|| no_content(path, &package))?;
    reading.finish()
}

/// Opens an OpenDocument package that needs no password.
pub(super) fn open(path: &Path, most: u64) -> Result<Package> {
    let mut package = Package::open(path, most)?;
    if let Some(manifest) = package.small("META-INF/manifest.xml", MOST_MANIFEST)?
        && memchr::memmem::find(&manifest, b"encryption-data").is_some()
    {
        return Err(protected(path));
    }
    Ok(package)
}

/// The error of a package without `content.xml`.
pub(super) fn no_content(path: &Path, package: &Package) -> Error {
    if package.find("xl/workbook.xml").is_some() {
        return unreadable(
            path,
            "it is an Excel workbook",
            "give it a name that ends in .xlsx",
        );
    }
    let hint = "open it in a spreadsheet program and save it again";
    unreadable(
        path,
        "it is not an OpenDocument spreadsheet: content.xml is missing",
        hint,
    )
}

struct SheetSeen {
    name: String,
    holds_data: bool,
}

/// Reads the chosen sheet and looks at the others.
struct Reading<'a> {
    path: &'a Path,
    wanted: Option<&'a str>,
    options: &'a ReadOptions,
    progress: &'a dyn Progress,
    grid: Option<(usize, Grid<'a>)>,
    chosen: String,
    sheets: Vec<SheetSeen>,
}

impl Visit for Reading<'_> {
    fn sheet(&mut self, name: &str) -> Result<()> {
        if self.grid.is_none() && self.wanted.is_none_or(|wanted| wanted == name) {
            self.grid = Some((
                self.sheets.len(),
                Grid::new(self.path, name, self.options, self.progress),
            ));
            self.chosen = name.to_owned();
        }
        self.sheets.push(SheetSeen {
            name: name.to_owned(),
            holds_data: false,
        });
        Ok(())
    }

    fn foreign(&mut self) {
        self.sheets.pop();
        if self
            .grid
            .as_ref()
            .is_some_and(|(at, _)| *at >= self.sheets.len())
        {
            self.grid = None;
        }
    }

    fn covered(&mut self, row: u64) {
        let last = self.sheets.len().wrapping_sub(1);
        if let Some((at, grid)) = &mut self.grid
            && *at == last
        {
            grid.covered(row);
        }
    }

    fn row(&mut self, row: &RowAt<'_>) -> Result<()> {
        let last = self.sheets.len().wrapping_sub(1);
        let Some(sheet) = self.sheets.last_mut() else {
            return Ok(());
        };
        sheet.holds_data |= !row.cells.is_empty();
        match &mut self.grid {
            Some((at, grid)) if *at == last => grid.row(row.number, row.repeat, row.cells),
            _ => Ok(()),
        }
    }
}

impl Reading<'_> {
    fn finish(self) -> Result<Source> {
        let Some((at, grid)) = self.grid else {
            let names: Vec<String> = self.sheets.into_iter().map(|sheet| sheet.name).collect();
            return Err(match self.wanted {
                Some(wanted) if !names.is_empty() => no_such_sheet(self.path, wanted, &names),
                _ => unreadable(
                    self.path,
                    "it has no sheet",
                    "open it in a spreadsheet program and save it again",
                ),
            });
        };
        let others: Vec<String> = (self.sheets.into_iter().enumerate())
            .filter(|(index, sheet)| *index != at && sheet.holds_data)
            .map(|(_, sheet)| sheet.name)
            .collect();
        if grid.is_empty() {
            return Err(empty_sheet(self.path, &self.chosen, &others));
        }
        let (table, mut notes) = grid.finish()?;
        notes.extend(other_sheets(self.path, &self.chosen, &others));
        Ok(Source {
            table,
            part: Some(self.chosen),
            delimiter: None,
            notes,
        })
    }
}
