//! Parquet.

use std::path::Path;

use bauta_table::{Progress, Table};

use crate::Source;
use crate::error::Result;
use crate::options::{ReadOptions, WriteOptions};
use crate::staged::Staged;

use std::path::PathBuf;
/// Reads files.
pub fn read(paths: &[PathBuf], options: &ReadOptions, progress: &dyn Progress) -> Result<Source> {
    todo!()
}
/// Writes a file.
pub fn stage(table: &Table, path: &Path, options: &WriteOptions, progress: &dyn Progress) -> Result<Staged> {
    todo!()
}
