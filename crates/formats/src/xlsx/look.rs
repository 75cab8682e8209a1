//! The rows of a sheet as they stand, and which cells are merged.

use std::path::Path;

use quick_xml::events::{BytesStart, Event};

use super::book::open;
use super::read::chosen;
use super::sheet::{SheetReader, column_of};
use crate::error::Result;
use crate::options::ReadOptions;
use crate::sheet::{Merged, Sheet};
use crate::workbook::grid::texts_of;
use crate::workbook::package::Package;
use crate::workbook::xml::{Xml, attribute};

/// Looks at a sheet: the named one, or the first.
pub(super) fn look(
    path: &Path,
    wanted: Option<&str>,
    options: &ReadOptions,
    asked: &[u64],
) -> Result<Sheet> {
    let mut package = Package::open(path, options.limits.unpacked_bytes)?;
    let book = open(path, &mut package, &options.limits)?;
    let part = chosen(path, &book, wanted)?;
    let mut sheet = Sheet {
        name: Some(part.name.clone()),
        ..Sheet::default()
    };
    package.read(&part.part, |xml| {
        SheetReader::new(xml, &book).rows(|number, row| {
            if sheet.wants(number + 1, asked) {
                sheet.keep(number + 1, texts_of(row));
            }
            Ok(true)
        })
    })?;
    package.read(&part.part, |xml| merged(xml, &mut sheet))?;
    Ok(sheet)
}

/// Merged cells stand behind the rows.
fn merged(mut xml: Xml, sheet: &mut Sheet) -> Result<()> {
    let mut buffer = Vec::new();
    loop {
        match xml.next(&mut buffer)? {
            Event::Start(start) | Event::Empty(start)
                if start.local_name().as_ref() == "mergeCell" =>
            {
                range(&start)
                    .into_iter()
                    .for_each(|merged| sheet.keep_merged(merged));
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// The cells of a reference such as `A1:C2`.
fn range(start: &BytesStart<'_>) -> Option<Merged> {
    let reference = attribute(start, "ref")?;
    let (first, last) = reference.split_once(':')?;
    let row = |corner: &str| {
        corner
            .trim_start_matches(|c: char| c.is_ascii_alphabetic())
            .parse::<u64>()
            .ok()
    };
    let (top, bottom) = (row(first)?, row(last)?);
    let (left, right) = (column_of(first)?, column_of(last)?);
    Some(Merged {
        row: top,
        column: usize::try_from(left).ok()?,
        rows: bottom.checked_sub(top)?.checked_add(1)?,
        columns: usize::try_from(right.checked_sub(left)?.checked_add(1)?).ok()?,
    })
}
