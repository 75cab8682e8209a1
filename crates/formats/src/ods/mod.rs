//! OpenDocument spreadsheets.
//!
//! Reading walks `content.xml` once and keeps only the table ([`read`]). Writing makes a new file row by row ([`write`]), or,
//! given a template, rewrites the cells of one sheet and keeps the rest of the workbook ([`rewrite`]).

mod cell;
mod look;
mod read;
mod render;
mod rewrite;
mod styles;
mod walk;
mod write;

use std::path::Path;

use bauta_table::{Progress, Table};

use crate::Source;
use crate::error::Result;
use crate::options::{ReadOptions, WriteOptions};
use crate::staged::{Staged, StagedFile};
use crate::workbook::{check_size, plan, sheet_name};

/// Days that LibreOffice shows as they are stored: 1583-01-01 (before it, its calendar differs) to 9999-12-31.
const FIRST_MOMENT: i64 = -12_212_553_600_000_000;
const END_OF_MOMENTS: i64 = 253_402_300_800_000_000;

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

/// Writes a sheet: a new workbook, or the template with the sheet's cells replaced.
pub fn stage(
    table: &Table,
    path: &Path,
    sheet: Option<&str>,
    options: &WriteOptions,
    progress: &dyn Progress,
) -> Result<Staged> {
    check_size(path, table.rows(), table.attributes().len())?;
    let (as_text, mut notes) = plan::as_text(table, |micros| {
        (FIRST_MOMENT..END_OF_MOMENTS).contains(&micros)
    });
    let file = StagedFile::create(path, options)?;
    let staged = match &options.template {
        None => {
            let sheet = sheet_name(sheet)?;
            file.fill(|out| write::write(table, sheet, &as_text, path, out, progress))?
        }
        Some(template) => {
            let survey = rewrite::survey(template, sheet, progress)?;
            notes.extend(survey.notes());
            file.fill(|out| {
                let met = rewrite::write(table, &survey, &as_text, path, out, progress)?;
                notes.extend(met.notes());
                Ok(())
            })?
        }
    };
    Ok(staged.with_notes(notes))
}
