//! xlsx.

use std::path::Path;

use bauta_table::{Progress, Table};

use crate::Source;
use crate::error::Result;
use crate::options::{ReadOptions, WriteOptions};
use crate::staged::Staged;

/// Reads a sheet.
pub fn read(path: &Path, sheet: Option<&str>, options: &ReadOptions, progress: &dyn Progress) -> Result<Source> {
    todo!()
}
/// Writes a sheet.
pub fn stage(
    table: &Table,
    path: &Path,
    sheet: Option<&str>,
    options: &WriteOptions,
    progress: &dyn Progress,
) -> Result<Staged> {
    todo!()
}
