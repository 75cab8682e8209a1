//! Writing: one `CREATE TABLE` and one `INSERT` a row, invisible to others until it is committed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bauta_table::{Cell, Column, Fault, Kind, Progress, Stage, Table};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags};
use tempfile::TempPath;

use super::schema::{self, Relation};
use super::{STRIDE, of_names, of_rows, quoted, shown};
use crate::error::{Error, Result};
use crate::options::WriteOptions;
use crate::staged::{Commit, Staged, sync_folder, temporary_in};

pub(super) fn stage(
    table: &Table,
    path: &Path,
    name: Option<&str>,
    options: &WriteOptions,
    progress: &dyn Progress,
) -> Result<Staged> {
    let relation = match name {
        Some(name) => name.to_owned(),
        None => path
            .file_stem()
            .map_or_else(|| "data".into(), |stem| stem.to_string_lossy().into_owned()),
    };
    let shown = shown(path, Some(&relation));
    check(table, &relation, &shown)?;
    let writer = Writer {
        table,
        relation: &relation,
        shown: &shown,
        progress,
    };
    match path.exists() {
        true => into_existing(&writer, path, options.force),
        false => into_new(&writer, path, options.private),
    }
}

/// What SQLite cannot take, said before anything is touched.
fn check(table: &Table, relation: &str, shown: &str) -> Result<()> {
    if relation.to_ascii_lowercase().starts_with("sqlite_") || relation.contains('\0') {
        return Err(Error::Locator {
            what: "a table of SQLite cannot have this name".into(),
            hint: "choose one that does not begin with sqlite_".into(),
        });
    }
    let mut faults = Vec::new();
    let mut seen = std::collections::HashMap::new();
    for (index, attribute) in table.attributes().iter().enumerate() {
        if attribute.name.contains('\0') {
            faults.push(Fault::Request(format!(
                "the name of column {} holds a NUL character; rename it",
                index + 1
            )));
        }
        if let Some(first) = seen.insert(attribute.name.to_ascii_lowercase(), index) {
            let (one, other) = (&table.attributes()[first].name, &attribute.name);
            faults.push(Fault::Request(format!(
                "\"{one}\" and \"{other}\" are the same name for SQLite, which does not tell upper from lower case; rename one"
            )));
        }
    }
    if table.attributes().is_empty() {
        faults.push(Fault::Empty);
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::data(shown, faults))
    }
}

/// A transaction of a database that was there before.
struct Open {
    database: Connection,
    shown: String,
}

impl Commit for Open {
    fn commit(self: Box<Self>) -> Result<()> {
        self.database
            .execute_batch("COMMIT")
            .map_err(of_names(&self.shown))
    }
}

fn into_existing(writer: &Writer<'_>, path: &Path, force: bool) -> Result<Staged> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let database = Connection::open_with_flags(path, flags).map_err(of_names(writer.shown))?;
    // The one writer from here on; closing the connection without a commit undoes everything.
    writer.begin(&database)?;
    if let Some(old) = schema::find(&schema::relations(&database, path)?, writer.relation) {
        if !force {
            return Err(Error::Exists {
                name: writer.shown.to_owned(),
            });
        }
        remove(&database, old).map_err(of_names(writer.shown))?;
    }
    writer.fill(&database)?;
    Ok(Staged::new(Open {
        database,
        shown: writer.shown.to_owned(),
    }))
}

fn remove(database: &Connection, old: &Relation) -> rusqlite::Result<()> {
    let kind = if old.is_view { "VIEW" } else { "TABLE" };
    database.execute_batch(&format!("DROP {kind} {}", quoted(&old.name)))
}

/// A whole database beside its final name.
struct New {
    file: TempPath,
    target: PathBuf,
}

impl Commit for New {
    fn commit(self: Box<Self>) -> Result<()> {
        match self.file.persist_noclobber(&self.target) {
            Ok(()) => sync_folder(&self.target),
            // Somebody made it meanwhile: it may hold other tables, so it is not replaced.
            Err(error) if error.error.kind() == std::io::ErrorKind::AlreadyExists => {
                Err(Error::Exists {
                    name: self.target.display().to_string(),
                })
            }
            Err(error) => Err(Error::io(&self.target, error.error)),
        }
    }
}

fn into_new(writer: &Writer<'_>, target: &Path, private: bool) -> Result<Staged> {
    let io = |source| Error::io(target, source);
    let folder = target
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let (file, path) = temporary_in(folder, private).map_err(io)?.into_parts();
    let database = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_WRITE)
        .map_err(of_names(writer.shown))?;
    // The file is thrown away when anything fails, so it needs no journal; it is synced once, below.
    database
        .execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")
        .map_err(of_names(writer.shown))?;
    writer.fill(&database)?;
    database
        .execute_batch("COMMIT")
        .map_err(of_rows(writer.shown))?;
    database
        .close()
        .map_err(|(_, error)| of_rows(writer.shown)(error))?;
    file.sync_all().map_err(io)?;
    Ok(Staged::new(New {
        file: path,
        target: target.to_owned(),
    }))
}

struct Writer<'a> {
    table: &'a Table,
    relation: &'a str,
    shown: &'a str,
    progress: &'a dyn Progress,
}

/// How long another writer is waited for, and how often a wish to stop is looked for meanwhile.
const TURNS: u32 = 20;
const TURN: Duration = Duration::from_millis(100);

impl Writer<'_> {
    /// Begins as soon as no other program is writing.
    fn begin(&self, database: &Connection) -> Result<()> {
        database.busy_timeout(TURN).map_err(of_names(self.shown))?;
        let mut turns = 0;
        while let Err(error) = database.execute_batch("BEGIN IMMEDIATE") {
            turns += 1;
            if self.progress.cancelled() {
                return Err(Error::Cancelled);
            }
            if turns == TURNS
                || error.sqlite_error_code() != Some(rusqlite::ErrorCode::DatabaseBusy)
            {
                return Err(of_names(self.shown)(error));
            }
        }
        // Readers may delay the commit.
        database
            .busy_timeout(TURN * TURNS)
            .map_err(of_names(self.shown))
    }

    fn fill(&self, database: &Connection) -> Result<()> {
        let attributes = self.table.attributes();
        let declared = attributes
            .iter()
            .map(|a| format!("{} {}", quoted(&a.name), type_name(&a.column)));
        let declared = declared.collect::<Vec<_>>().join(", ");
        let name = quoted(self.relation);
        database
            .execute_batch(&format!("CREATE TABLE {name} ({declared})"))
            .map_err(of_names(self.shown))?;
        let marks = vec!["?"; attributes.len()].join(", ");
        let insert = format!("INSERT INTO {name} VALUES ({marks})");
        let mut insert = database.prepare(&insert).map_err(of_names(self.shown))?;
        let columns: Vec<Stored<'_>> = attributes.iter().map(|a| Stored::new(&a.column)).collect();
        let total = self.table.rows() as u64;
        for row in 0..self.table.rows() {
            for (index, column) in columns.iter().enumerate() {
                let value = ToSqlOutput::Borrowed(column.value(row));
                insert
                    .raw_bind_parameter(index + 1, value)
                    .map_err(of_rows(self.shown))?;
            }
            insert.raw_execute().map_err(of_rows(self.shown))?;
            if (row as u64 + 1).is_multiple_of(STRIDE) {
                self.tell(row as u64 + 1, total)?;
            }
        }
        self.tell(total, total)
    }

    fn tell(&self, done: u64, total: u64) -> Result<()> {
        self.progress.tell(Stage::Write, done, Some(total));
        if self.progress.cancelled() {
            Err(Error::Cancelled)
        } else {
            Ok(())
        }
    }
}

fn type_name(column: &Column) -> &'static str {
    match column.dictionary().kind() {
        Kind::Text => "TEXT",
        Kind::Integer => "INTEGER",
        Kind::Decimal => "REAL",
        Kind::Date => "DATE",
        Kind::DateTime => "DATETIME",
        Kind::Boolean => "BOOLEAN",
    }
}

/// A column with the texts of its points in time, written once a distinct value.
struct Stored<'a> {
    column: &'a Column,
    texts: Vec<String>,
}

impl<'a> Stored<'a> {
    fn new(column: &'a Column) -> Self {
        let dictionary = column.dictionary();
        let text_of = |code| match dictionary.cell(code) {
            Cell::Date(day) => bauta_table::DateStyle::Iso.format(day),
            // SQLite's own functions part day and time by a space.
            _ => dictionary.label(code).replacen('T', " ", 1),
        };
        let texts = match dictionary.kind() {
            Kind::Date | Kind::DateTime => {
                (0..dictionary.value_count() as u32).map(text_of).collect()
            }
            _ => Vec::new(),
        };
        Stored { column, texts }
    }

    fn value(&self, row: usize) -> ValueRef<'_> {
        let code = self.column.codes().get(row);
        match self.column.dictionary().cell(code) {
            Cell::Missing => ValueRef::Null,
            Cell::Text(text) => ValueRef::Text(text.as_bytes()),
            Cell::Integer(v) => ValueRef::Integer(v),
            Cell::Decimal(v) => ValueRef::Real(v),
            Cell::Boolean(v) => ValueRef::Integer(i64::from(v)),
            Cell::Date(_) | Cell::DateTime(_) => {
                ValueRef::Text(self.texts[code as usize].as_bytes())
            }
        }
    }
}
