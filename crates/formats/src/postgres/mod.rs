//! PostgreSQL.

use bauta_table::{Progress, Table};

use crate::Source;
use crate::error::Result;
use crate::options::{ReadOptions, WriteOptions};
use crate::staged::Staged;

/// Reads a table.
pub fn read(url: &str, table: &str, options: &ReadOptions, progress: &dyn Progress) -> Result<Source> {
    todo!()
}
/// Writes a table.
pub fn stage(table: &Table, url: &str, name: &str, options: &WriteOptions, progress: &dyn Progress) -> Result<Staged> {
    todo!()
}
