//! PostgreSQL, by binary `COPY` in both directions.
//!
//! **Reading** asks the catalogue for the columns, then streams `COPY (SELECT …) TO STDOUT (FORMAT binary)` into the columns
//! under construction; types without a binary form of ours are cast to text by the server.
//!
//! **Writing** creates the table and copies the rows in one transaction, which stays open until [`Staged::commit`]; dropping
//! the staged output rolls it back.
//!
//! The functions are synchronous: each runs a small runtime of its own on the calling thread. So they, and `commit`, must not
//! be called on a thread that is driving asynchronous work.
//!
//! **Absent on purpose.** No SQL from the user. No message of the server is passed on where it can quote a cell, and no part
//! of an address where it can be a password. Which connections are encrypted is in `encryption.rs`.

mod address;
mod catalog;
mod decode;
mod described;
mod encode;
mod encryption;
mod failure;
mod read;
mod session;
mod write;

use bauta_table::{Progress, Table};

use crate::Source;
use crate::error::Result;
use crate::options::{ReadOptions, WriteOptions};
use crate::staged::Staged;

pub use described::{Described, DescribedColumn, Sorted, describe, make_room};
pub use session::Session;

/// Reads a table, or a view that only this session sees, on an open connection.
///
/// # Errors
/// As those of [`read`].
pub async fn read_on(
    session: &Session,
    table: &str,
    options: &ReadOptions,
    progress: &dyn Progress,
) -> Result<Source> {
    read::read_on(session, table, options, progress).await
}

/// Reads `table` or `schema.table`; parts with a dot in them are put in double quotes.
pub fn read(
    url: &str,
    table: &str,
    options: &ReadOptions,
    progress: &dyn Progress,
) -> Result<Source> {
    read::read(url, table, options, progress)
}

/// Writes a new table `name` or `schema.name`.
pub fn stage(
    table: &Table,
    url: &str,
    name: &str,
    options: &WriteOptions,
    progress: &dyn Progress,
) -> Result<Staged> {
    write::stage(table, url, name, options, progress)
}

/// After how many rows progress is told.
const STRIDE: u64 = 4096;

/// Days from 1970-01-01, where our days begin, to 2000-01-01, where the server's do.
const EPOCH_DAYS: i32 = 10_957;

/// The same in microseconds.
const EPOCH_MICROS: i64 = EPOCH_DAYS as i64 * 86_400_000_000;

/// What every binary copy begins with: the signature, no flags, no extension.
const SIGNATURE: &[u8] = b"PGCOPY\n\xff\r\n\0";

/// A name as SQL takes it literally, whatever it contains.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
