//! Parquet.
//!
//! Columns are read and written one by one, on all cores: a Parquet file keeps them apart, and so does a table. Text is
//! taken with the file's own dictionary, so that the work is per distinct value.

mod batches;
mod cells;
mod read;
mod write;

use std::path::{Path, PathBuf};

use bauta_table::{Progress, Table};

use crate::Source;
use crate::error::Result;
use crate::options::{ReadOptions, WriteOptions};
use crate::staged::Staged;

/// Reads files that have the same columns, one behind the other.
pub fn read(paths: &[PathBuf], options: &ReadOptions, progress: &dyn Progress) -> Result<Source> {
    read::read(paths, options, progress)
}

pub use batches::table_of;
pub use write::{array_of, kind_of, unwritten};

/// Writes a file.
pub fn stage(
    table: &Table,
    path: &Path,
    options: &WriteOptions,
    progress: &dyn Progress,
) -> Result<Staged> {
    write::stage(table, path, options, progress)
}
