//! SQLite, compiled in: nothing to install.
//!
//! **Reading** takes a table or a view and types it by the values that are stored, because SQLite lets any column hold
//! anything. A declared `DATE`, `DATETIME` or `BOOLEAN` is believed as long as every value keeps to it.
//!
//! **Writing** into a database that exists happens in one transaction, which [`Staged::commit`] commits; a new database is
//! written beside its name and renamed. Either way a run that ends early leaves no table and no file.
//!
//! **Absent on purpose.** No SQL from the user, no `file:` addresses and no extension loading, so that an address can name
//! a file and nothing else. What SQLite says while it computes rows is not passed on, because a view can make it quote a cell.

mod read;
mod schema;
mod write;

use std::path::Path;

use bauta_table::{Progress, Table};
use rusqlite::ErrorCode;

use crate::Source;
use crate::error::{Error, Result};
use crate::options::{ReadOptions, WriteOptions};
use crate::staged::Staged;

/// Reads a table or view; without a name, the only table that the database has.
pub fn read(
    path: &Path,
    table: Option<&str>,
    options: &ReadOptions,
    progress: &dyn Progress,
) -> Result<Source> {
    read::read(path, table, options, progress)
}

/// Writes a table into a database, which is made if there is none; without a name, the table is called like the file.
pub fn stage(
    table: &Table,
    path: &Path,
    name: Option<&str>,
    options: &WriteOptions,
    progress: &dyn Progress,
) -> Result<Staged> {
    write::stage(table, path, name, options, progress)
}

/// After how many rows progress is told and a wish to stop is noticed.
const STRIDE: u64 = 4096;

/// A name as SQL takes it literally, whatever it contains.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The address for messages.
fn shown(path: &Path, table: Option<&str>) -> String {
    crate::Locator::Sqlite {
        path: path.to_owned(),
        table: table.map(str::to_owned),
    }
    .to_string()
}

/// What SQLite says of a statement about tables, where it can only speak of names.
fn of_names(name: &str) -> impl Fn(rusqlite::Error) -> Error + '_ {
    move |error| failure(name, &error, true)
}

/// What SQLite says of a statement that computes or stores rows: its own words are left out.
fn of_rows(name: &str) -> impl Fn(rusqlite::Error) -> Error + '_ {
    move |error| failure(name, &error, false)
}

fn failure(name: &str, error: &rusqlite::Error, words: bool) -> Error {
    let unreadable = |problem: &str, hint: &str| Error::Unreadable {
        name: name.to_owned(),
        problem: problem.to_owned(),
        hint: hint.to_owned(),
    };
    let (code, said) = match error {
        rusqlite::Error::SqliteFailure(code, said) => (code, said.clone()),
        rusqlite::Error::SqlInputError {
            error: code, msg, ..
        } => (code, Some(msg.clone())),
        _ => {
            return Error::Database {
                name: name.to_owned(),
                problem: "SQLite gave an unexpected answer".to_owned(),
            };
        }
    };
    let problem = match code.code {
        ErrorCode::NotADatabase => {
            return unreadable(
                "this is no SQLite database, or it is encrypted",
                "check the file",
            );
        }
        ErrorCode::DatabaseCorrupt => {
            return unreadable("the database is damaged", "restore it from a copy");
        }
        ErrorCode::TooBig => {
            return unreadable(
                "a row holds more than 64 MB of text",
                "shorten that text, or read a view that leaves its column out",
            );
        }
        ErrorCode::OperationInterrupted => {
            return unreadable(
                "its rows take more work to compute than its size allows, as those of an endless view do",
                "check the view, or store its rows in a table and read that",
            );
        }
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => {
            "another program is writing to the database; wait until it is done, or close it"
                .to_owned()
        }
        ErrorCode::ReadOnly => {
            "the database cannot be written; check the permissions of the file and its folder"
                .to_owned()
        }
        ErrorCode::CannotOpen => {
            "the database cannot be opened; check the path and its permissions".to_owned()
        }
        ErrorCode::DiskFull => "the disk is full".to_owned(),
        _ => said.filter(|_| words).unwrap_or_else(|| code.to_string()),
    };
    Error::Database {
        name: name.to_owned(),
        problem,
    }
}
