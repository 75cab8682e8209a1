//! What the two workbook formats share.
//!
//! A workbook is a zip of XML parts. [`package`] opens it and unpacks one part at a time on a thread of its own, counting
//! bytes; [`xml`] turns a part into events and refuses what no honest workbook holds; [`row`] keeps the cells of one row, and
//! [`grid`] makes a table of rows. [`moment`] knows how the formats write days and times, [`plan`] how a column is written.
//!
//! Nothing here ever holds a whole part or a whole sheet: a file costs the memory of the table it becomes, whatever it claims.

pub(crate) mod grid;
pub(crate) mod moment;
pub(crate) mod package;
pub(crate) mod plan;
pub(crate) mod row;
pub(crate) mod xml;

use std::path::Path;

use crate::error::{Error, Result};

/// Most rows of a sheet that LibreOffice and Excel open, the header included.
pub(crate) const MOST_ROWS: usize = 1_048_576;
/// Most columns.
pub(crate) const MOST_COLUMNS: usize = 16_384;

/// Whole numbers above this are rounded by every spreadsheet program.
pub(crate) const MOST_EXACT: u64 = 1 << 53;

/// A file that cannot be read, with what to do about it.
pub(crate) fn unreadable(
    path: &Path,
    problem: impl Into<String>,
    hint: impl Into<String>,
) -> Error {
    Error::Unreadable {
        name: path.display().to_string(),
        problem: problem.into(),
        hint: hint.into(),
    }
}

/// A sheet that the workbook does not have.
pub(crate) fn no_such_sheet(path: &Path, wanted: &str, sheets: &[String]) -> Error {
    let nearest = bauta_table::nearest_name(wanted, sheets.iter().map(String::as_str));
    let guess = nearest
        .map(|name| format!("did you mean \"{name}\"? "))
        .unwrap_or_default();
    Error::Locator {
        what: format!("{} has no sheet \"{wanted}\"", path.display()),
        hint: format!("{guess}its sheets are {}", listed(sheets)),
    }
}

/// A sheet without a cell, where others may have some.
pub(crate) fn empty_sheet(path: &Path, sheet: &str, others: &[String]) -> Error {
    let hint = match others.first() {
        Some(other) => {
            format!(
                "name a sheet that holds data ({}), for example {}#{other}",
                listed(others),
                path.display()
            )
        }
        None => "a header row and at least one row are needed".to_owned(),
    };
    Error::Locator {
        what: format!("sheet \"{sheet}\" of {} is empty", path.display()),
        hint,
    }
}

/// What to say about sheets that hold data and were not read.
pub(crate) fn other_sheets(path: &Path, sheet: &str, others: &[String]) -> Option<String> {
    let first = others.first()?;
    Some(format!(
        "only sheet \"{sheet}\" was read; {} hold data too: read one with {}#{first}",
        listed(others),
        path.display()
    ))
}

/// Names in quotes; of very many, the first.
pub(crate) fn listed(names: &[String]) -> String {
    const SHOWN: usize = 20;
    let mut text = names
        .iter()
        .take(SHOWN)
        .map(|name| format!("\"{name}\""))
        .collect::<Vec<_>>()
        .join(", ");
    if names.len() > SHOWN {
        text.push_str(&format!(" and {} more", names.len() - SHOWN));
    }
    text
}

/// A table that no program could open as a sheet is refused before a byte is written.
pub(crate) fn check_size(path: &Path, rows: usize, columns: usize) -> Result<()> {
    if rows < MOST_ROWS && columns <= MOST_COLUMNS {
        return Ok(());
    }
    Err(Error::Locator {
        what: format!(
            "{} cannot hold {rows} rows of {columns} columns: a sheet has at most {} rows below the header and {MOST_COLUMNS} columns",
            path.display(),
            MOST_ROWS - 1
        ),
        hint: "write to a .csv or .parquet file instead".into(),
    })
}

/// The name that a new sheet gets, if programs accept it.
pub(crate) fn sheet_name(wanted: Option<&str>) -> Result<&str> {
    const MOST: usize = 31;
    let name = wanted.unwrap_or("Sheet1");
    let bad = |c: char| matches!(c, '[' | ']' | '*' | '?' | ':' | '/' | '\\') || c.is_control();
    let ends = name.starts_with('\'') || name.ends_with('\'');
    if name.trim().is_empty() || name.chars().count() > MOST || name.contains(bad) || ends {
        return Err(Error::Locator {
            what: format!("a sheet cannot be called \"{}\"", name.escape_default()),
            hint: format!("use at most {MOST} characters, none of []*?:/\\, and no ' at an end"),
        });
    }
    Ok(name)
}

#[cfg(test)]
mod tests;
