//! Excel workbooks.
//!
//! Reading streams the sheet's XML and keeps only the table and the workbook's shared strings ([`read`]). Writing makes a new
//! file in constant memory ([`write`]). A template is refused: an `.xlsx` keeps its texts in one list for all sheets, and its
//! charts, pivot tables, comments and table definitions refer to cells in ways that cannot all be followed safely.

mod book;
mod look;
mod read;
mod sheet;
mod write;

use std::io::ErrorKind;
use std::path::Path;

use bauta_table::{Progress, Table};

use crate::Source;
use crate::error::{Error, Result};
use crate::options::{ReadOptions, WriteOptions};
use crate::quiet::quietly;
use crate::staged::{Staged, StagedFile};
use crate::workbook::{check_size, moment, plan, sheet_name};

/// Reads a sheet: the named one, or the first.
pub fn read(
    path: &Path,
    sheet: Option<&str>,
    options: &ReadOptions,
    progress: &dyn Progress,
) -> Result<Source> {
    read::read(path, sheet, options, progress)
}

/// Looks at the rows of a sheet without any check.
pub(crate) fn look(
    path: &Path,
    sheet: Option<&str>,
    options: &ReadOptions,
    asked: &[u64],
) -> Result<crate::sheet::Sheet> {
    look::look(path, sheet, options, asked)
}

/// Writes a sheet to a new workbook.
pub fn stage(
    table: &Table,
    path: &Path,
    sheet: Option<&str>,
    options: &WriteOptions,
    progress: &dyn Progress,
) -> Result<Staged> {
    if options.template.is_some() {
        return Err(Error::Locator {
            what: format!(
                "{} cannot keep the looks of another workbook: that is possible for .ods only",
                path.display()
            ),
            hint: "save the workbook as .ods and use that, or write a new .xlsx without it".into(),
        });
    }
    check_size(path, table.rows(), table.attributes().len())?;
    let sheet = sheet_name(sheet)?;
    let (as_text, notes) = plan::as_text(table, |micros| moment::serial_of(micros).is_some());
    let file = StagedFile::create(path, options)?;
    let staged = file.fill(|out| {
        caught(path, || {
            write::write(table, sheet, &as_text, path, out, progress)
        })
    })?;
    Ok(staged.with_notes(notes))
}

/// The library that writes the sheet panics where its temporary file cannot grow. That is a full disk, not a bug.
fn caught(path: &Path, work: impl FnOnce() -> Result<()>) -> Result<()> {
    quietly(work).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().map_or("", String::as_str);
        let kind = if said.contains("FileTooLarge") {
            ErrorKind::FileTooLarge
        } else {
            ErrorKind::StorageFull
        };
        Err(Error::io(path, kind.into()))
    })
}
