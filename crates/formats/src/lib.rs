//! Reading and writing tables.
//!
//! One folder a format. A format knows its files and nothing of privacy: it turns a [`Locator`] into a [`Table`] and back.
//! Reading reports every fault of a file at once; writing goes to a temporary place that [`Staged::commit`] makes final, so
//! that an interrupted run leaves nothing half-written under the final name.

mod assemble;
#[cfg(any(feature = "parquet", feature = "spreadsheet", feature = "sqlite"))]
mod bounds;
mod error;
mod folder;
mod locator;
mod look;
mod options;
#[cfg(any(feature = "parquet", feature = "spreadsheet"))]
mod quiet;
mod rows;
mod sheet;
mod staged;
mod syncing;

pub mod csv;
#[cfg(feature = "spreadsheet")]
pub mod ods;
#[cfg(feature = "parquet")]
pub mod parquet;
#[cfg(feature = "postgres")]
pub mod postgres;
#[cfg(feature = "sqlite")]
pub mod sqlite;
#[cfg(feature = "spreadsheet")]
mod workbook;
#[cfg(feature = "spreadsheet")]
pub mod xlsx;

pub use error::{Error, Result};
pub use folder::StagedFolder;
#[cfg(feature = "parquet")]
pub use locator::files_of;
pub use locator::{FileFormat, Locator};
pub use look::look;
pub use options::{Limits, ReadOptions, WriteOptions};
pub use rows::{read_rows, stage_private, stage_rows, stage_stream, stage_text};
pub use sheet::{Merged, Sheet, SheetRow};
pub use staged::Staged;

use bauta_table::{Progress, Table};

/// A table as it was read.
#[derive(Clone)]
pub struct Source {
    /// Its rows.
    pub table: Table,
    /// The sheet or database table it came from, where there are several.
    pub part: Option<String>,
    /// The delimiter that a CSV source has, so that a CSV output can have the same.
    pub delimiter: Option<u8>,
    /// Things worth saying that did not stop the reading (the dialect that was detected, a second sheet that was not read).
    pub notes: Vec<String>,
}

/// Reads the table that a locator names.
pub fn read(locator: &Locator, options: &ReadOptions, progress: &dyn Progress) -> Result<Source> {
    match locator {
        Locator::Stdio => csv::read_stdin(options, progress),
        Locator::File {
            path,
            format,
            sheet,
        } => match format {
            FileFormat::Csv | FileFormat::Tsv => csv::read(path, *format, options, progress),
            #[cfg(feature = "spreadsheet")]
            FileFormat::Ods => ods::read(path, sheet.as_deref(), options, progress),
            #[cfg(feature = "spreadsheet")]
            FileFormat::Xlsx => xlsx::read(path, sheet.as_deref(), options, progress),
            #[cfg(feature = "parquet")]
            FileFormat::Parquet if path.is_dir() => {
                parquet::read(&locator::files_of(locator)?, options, progress)
            }
            #[cfg(feature = "parquet")]
            FileFormat::Parquet => parquet::read(std::slice::from_ref(path), options, progress),
            #[allow(unreachable_patterns)]
            _ => Err(Error::not_built(locator)),
        },
        #[cfg(feature = "parquet")]
        Locator::ParquetGlob(pattern) => {
            parquet::read(&locator::expand(pattern)?, options, progress)
        }
        #[cfg(feature = "sqlite")]
        Locator::Sqlite { path, table } => sqlite::read(path, table.as_deref(), options, progress),
        #[cfg(feature = "postgres")]
        Locator::Postgres { url, table } => postgres::read(url, table, options, progress),
        #[allow(unreachable_patterns)]
        _ => Err(Error::not_built(locator)),
    }
}

/// Writes a table to a temporary place beside the one that the locator names. Nothing is visible there until
/// [`Staged::commit`]; dropping the result removes it.
pub fn stage(
    table: &Table,
    locator: &Locator,
    options: &WriteOptions,
    progress: &dyn Progress,
) -> Result<Staged> {
    match locator {
        Locator::Stdio => csv::stage_stdout(table, options, progress),
        Locator::File {
            path,
            format,
            sheet,
        } => match format {
            FileFormat::Csv | FileFormat::Tsv => {
                csv::stage(table, path, *format, options, progress)
            }
            #[cfg(feature = "spreadsheet")]
            FileFormat::Ods => ods::stage(table, path, sheet.as_deref(), options, progress),
            #[cfg(feature = "spreadsheet")]
            FileFormat::Xlsx => xlsx::stage(table, path, sheet.as_deref(), options, progress),
            #[cfg(feature = "parquet")]
            FileFormat::Parquet => parquet::stage(table, path, options, progress),
            #[allow(unreachable_patterns)]
            _ => Err(Error::not_built(locator)),
        },
        #[cfg(feature = "sqlite")]
        Locator::Sqlite { path, table: name } => {
            sqlite::stage(table, path, name.as_deref(), options, progress)
        }
        #[cfg(feature = "postgres")]
        Locator::Postgres { url, table: name } => {
            postgres::stage(table, url, name, options, progress)
        }
        _ => Err(Error::not_built(locator)),
    }
}
