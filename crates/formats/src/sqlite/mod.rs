//! SQLite.

use std::path::Path;

use bauta_table::{Progress, Table};

use crate::Source;
use crate::error::Result;
use crate::options::{ReadOptions, WriteOptions};
use crate::staged::Staged;

/// Reads a table.
pub fn read(path: &Path, table: Option<&str>, options: &ReadOptions, progress: &dyn Progress) -> Result<Source> {
    todo!()
}
/// Writes a table.
pub fn stage(
    table: &Table,
    path: &Path,
    name: Option<&str>,
    options: &WriteOptions,
    progress: &dyn Progress,
) -> Result<Staged> {
    todo!()
}
