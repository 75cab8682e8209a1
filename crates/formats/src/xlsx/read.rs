//! Reading a sheet of an Excel workbook in one pass.
//!
//! Our own reader, not a library's: a library that reserves memory for as many strings as the file says it has lets a file of
//! one kilobyte end the program, and bounds around it would unpack every part twice.

use std::path::Path;

use bauta_table::Progress;

use super::book::{Book, open};
use super::sheet::SheetReader;
use crate::Source;
use crate::error::Result;
use crate::options::ReadOptions;
use crate::workbook::grid::Grid;
use crate::workbook::package::Package;
use crate::workbook::{empty_sheet, no_such_sheet, other_sheets, unreadable};

/// Reads a sheet.
pub(super) fn read(path: &Path, sheet: Option<&str>, options: &ReadOptions, progress: &dyn Progress) -> Result<Source> {
    let mut package = Package::open(path, options.limits.unpacked_bytes)?;
    let book = open(path, &mut package)?;
    let chosen = match sheet {
        Some(wanted) => book.sheets.iter().position(|sheet| sheet.name == wanted).ok_or_else(|| {
            let names: Vec<String> = book.sheets.iter().map(|sheet| sheet.name.clone()).collect();
            no_such_sheet(path, wanted, &names)
        })?,
        None => 0,
    };
    let hint = "open it in a spreadsheet program and save it again";
    let Some(part) = book.sheets.get(chosen) else { return Err(unreadable(path, "it has no sheet", hint)) };
    let mut grid = Grid::new(path, &part.name, options, progress);
    let found = package.read(&part.part, |xml| {
        SheetReader::new(xml, &book).rows(|number, row| grid.row(number, 1, row).map(|()| true))
    })?;
    found.ok_or_else(|| unreadable(path, format!("its sheet \"{}\" is missing", part.name), hint))?;
    let others = others(&mut package, &book, chosen)?;
    if grid.is_empty() {
        return Err(empty_sheet(path, &part.name, &others));
    }
    let (table, mut notes) = grid.finish()?;
    notes.extend(other_sheets(path, &part.name, &others));
    Ok(Source { table, part: Some(part.name.clone()), delimiter: None, notes })
}

/// The other sheets that hold data; each is read up to its first value.
fn others(package: &mut Package, book: &Book, chosen: usize) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for (index, sheet) in book.sheets.iter().enumerate() {
        let mut holds_data = false;
        if index != chosen {
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
