//! CSV and TSV.
//!
//! Reading finds delimiter and encoding by itself and says what it found; every cell is interned as it is met, so that a
//! file far larger than the table's codes and dictionaries is never held as text. Writing renders each distinct value once.

mod cut;
mod dialect;
mod encoding;
mod input;
mod look;
#[cfg(feature = "parquet")]
mod pieces;
mod read;
mod refuse;
mod render;
mod scan;
mod sniff;
mod write;

use std::fs::File;
use std::path::Path;

use bauta_table::{Fault, Progress, Table};

use crate::error::{Error, Result};
use crate::options::{ReadOptions, WriteOptions};
use crate::staged::Staged;
use crate::{FileFormat, Source};

pub use dialect::Dialect;
#[cfg(feature = "parquet")]
pub use pieces::{Pieces, header_line, lines};

/// Reads a file.
pub fn read(
    path: &Path,
    format: FileFormat,
    options: &ReadOptions,
    progress: &dyn Progress,
) -> Result<Source> {
    let file = File::open(path).map_err(|source| Error::io(path, source))?;
    let size = file
        .metadata()
        .ok()
        .filter(std::fs::Metadata::is_file)
        .map(|m| m.len());
    let origin = read::Origin {
        name: path.display().to_string(),
        format,
        size,
    };
    read::read(
        Box::new(file),
        &origin,
        options,
        progress,
        read::Sizes::default(),
    )
}

/// How a file is written, from its start; `name` stands in messages.
pub fn dialect(
    start: impl std::io::Read + Send + 'static,
    name: &str,
    format: FileFormat,
    options: &ReadOptions,
) -> Result<Dialect> {
    let origin = read::Origin {
        name: name.to_owned(),
        format,
        size: None,
    };
    dialect::dialect(Box::new(start), &origin, options)
}

/// Looks at the rows of a file without any check.
pub(crate) fn look(
    path: &Path,
    format: FileFormat,
    options: &ReadOptions,
    asked: &[u64],
) -> Result<crate::sheet::Sheet> {
    look::look(path, format, options, asked)
}

/// Reads standard input.
pub fn read_stdin(options: &ReadOptions, progress: &dyn Progress) -> Result<Source> {
    let origin = read::Origin {
        name: "standard input".into(),
        format: FileFormat::Csv,
        size: None,
    };
    read::read(
        Box::new(std::io::stdin()),
        &origin,
        options,
        progress,
        read::Sizes::default(),
    )
}

/// Reads bytes in memory, such as a file that was decrypted; `name` stands in messages.
pub fn read_bytes(
    bytes: impl AsRef<[u8]> + Send + 'static,
    name: &str,
    options: &ReadOptions,
    progress: &dyn Progress,
) -> Result<Source> {
    let size = Some(bytes.as_ref().len() as u64);
    let origin = read::Origin {
        name: name.to_owned(),
        format: FileFormat::Csv,
        size,
    };
    read::read(
        Box::new(std::io::Cursor::new(bytes)),
        &origin,
        options,
        progress,
        read::Sizes::default(),
    )
}

/// The bytes of a file, in memory: for what must not stand on a disk as it is.
pub fn to_bytes(table: &Table, options: &WriteOptions, progress: &dyn Progress) -> Result<Vec<u8>> {
    write::to_bytes(table, options, progress)
}

/// Writes a file.
pub fn stage(
    table: &Table,
    path: &Path,
    format: FileFormat,
    options: &WriteOptions,
    progress: &dyn Progress,
) -> Result<Staged> {
    write::to_file(table, path, format, options, progress)
}

/// Writes standard output.
pub fn stage_stdout(
    table: &Table,
    options: &WriteOptions,
    progress: &dyn Progress,
) -> Result<Staged> {
    write::to_stdout(table, options, progress)
}

/// A delimiter that was asked for, unless it cannot separate cells.
fn usable(delimiter: u8) -> Result<u8> {
    if delimiter.is_ascii() && !matches!(delimiter, 0 | b'"' | b'\r' | b'\n') {
        return Ok(delimiter);
    }
    let text =
        "a delimiter is one ASCII character other than a quote or a line end, such as ; or , or |";
    Err(Error::data(
        "delimiter",
        vec![Fault::Request(text.to_owned())],
    ))
}

#[cfg(test)]
mod tests;
