//! CSV and TSV.

use std::path::Path;

use bauta_table::{Progress, Table};

use crate::Source;
use crate::error::Result;
use crate::options::{ReadOptions, WriteOptions};
use crate::staged::Staged;

use crate::FileFormat;

/// Reads a file.
pub fn read(path: &Path, format: FileFormat, options: &ReadOptions, progress: &dyn Progress) -> Result<Source> {
    todo!()
}
/// Reads standard input.
pub fn read_stdin(options: &ReadOptions, progress: &dyn Progress) -> Result<Source> {
    todo!()
}
/// Writes a file.
pub fn stage(
    table: &Table,
    path: &Path,
    format: FileFormat,
    options: &WriteOptions,
    progress: &dyn Progress,
) -> Result<Staged> {
    todo!()
}
/// Writes standard output.
pub fn stage_stdout(table: &Table, options: &WriteOptions, progress: &dyn Progress) -> Result<Staged> {
    todo!()
}
