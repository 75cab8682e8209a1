//! Reading a sheet of an Excel workbook in one pass.
//!
//! Our own reader, not a library's: a library that reserves memory for as many strings as the file says it has lets a file of
//! one kilobyte end the program, and bounds around it would unpack every part twice.

use std::path::Path;

use bauta_table::Progress;

use super::book::{Book, SheetPart, open};
use super::sheet::SheetReader;
use crate::Source;
use crate::error::Result;
use crate::options::ReadOptions;
use crate::workbook::grid::Grid;
use crate::workbook::package::Package;
use crate::workbook::{empty_sheet, no_such_sheet, other_sheets, unreadable};

const HINT: &str = "open it in a spreadsheet program and save it again";

/// Reads a sheet.
pub(super) fn read(
    path: &Path,
    sheet: Option<&str>,
    options: &ReadOptions,
    progress: &dyn Progress,
) -> Result<Source> {
    let mut package = Package::open(path, options.limits.unpacked_bytes)?;
    let book = open(path, &mut package, &options.limits)?;
    let part = chosen(path, &book, sheet)?;
    let mut grid = Grid::new(path, &part.name, options, progress);
    let found = package.read(&part.part, |xml| {
        SheetReader::new(xml, &book).rows(|number, row| grid.row(number, 1, row).map(|()| true))
    })?;
    found.ok_or_else(|| {
        unreadable(
            path,
            format!("its sheet \"{}\" is missing", part.name),
            HINT,
        )
    })?;
    let others = others(&mut package, &book, &part.name)?;
    if grid.is_empty() {
        return Err(empty_sheet(path, &part.name, &others));
    }
    let (table, mut notes) = grid.finish()?;
    notes.extend(other_sheets(path, &part.name, &others));
    Ok(Source {
        table,
        part: Some(part.name.clone()),
        delimiter: None,
        notes,
    })
}

/// The sheet that is named, or the first.
pub(super) fn chosen<'b>(
    path: &Path,
    book: &'b Book,
    sheet: Option<&str>,
) -> Result<&'b SheetPart> {
    match sheet {
        Some(wanted) => book
            .sheets
            .iter()
            .find(|sheet| sheet.name == wanted)
            .ok_or_else(|| {
                let names: Vec<String> =
                    book.sheets.iter().map(|sheet| sheet.name.clone()).collect();
                no_such_sheet(path, wanted, &names)
            }),
        None => book
            .sheets
            .first()
            .ok_or_else(|| unreadable(path, "it has no sheet", HINT)),
    }
}

/// The other sheets that hold data; each is read up to its first value.
fn others(package: &mut Package, book: &Book, chosen: &str) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for sheet in &book.sheets {
        let mut holds_data = false;
        if sheet.name != chosen {
            package.read(&sheet.part, |xml| {
                SheetReader::new(xml, book).rows(|_, _| {
                    holds_data = true;
                    Ok(false)
                })
            })?;
        }
        if holds_data {
            names.push(sheet.name.clone());
        }
    }
    Ok(names)
}
