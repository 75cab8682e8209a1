//! Reading: the rows are pushed cell by cell into the columns under construction.
//!
//! A declared type is believed at first. When a value contradicts it, the column is marked, and after the pass the table is
//! read once more with such columns taken as they are stored. So the usual table is read once, and no row is kept as text.

use std::path::Path;

use bauta_table::{Cell, DateStyle, Fault, Kind, Progress, Stage};
use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};

use super::schema::{self, Declared};
use super::{STRIDE, of_names, of_rows, quoted, shown};
use crate::Source;
use crate::assemble::Assembler;
use crate::bounds::{Allowance, BY_BYTE};
use crate::error::{Error, Result};
use crate::options::{Limits, ReadOptions};

/// Most bytes of a text, and of a row.
const MOST_TEXT: i32 = 64 << 20;

/// Steps of SQLite after which those that it took are counted.
const STEPS_A_LOOK: u64 = 1 << 16;

/// Bytes that a cell may add to what is held, its text not counted.
const CELL_BYTES: usize = 32;

/// Bytes of rows after which what is held is counted.
const LOOK_BYTES: usize = 1 << 20;

/// How the values of a column are taken.
#[derive(Clone, Copy, PartialEq)]
enum Taken {
    AsStored,
    Temporal,
    Boolean,
}

/// Cells of a column that no table can hold: how many, and the first row.
#[derive(Clone, Copy, Default)]
struct Refused {
    binary: u64,
    broken: u64,
    first: Option<u64>,
}

pub(super) fn read(
    path: &Path,
    wanted: Option<&str>,
    options: &ReadOptions,
    progress: &dyn Progress,
) -> Result<Source> {
    let mut database = open(path)?;
    let name = shown(path, None);
    let allowance = Allowance::of(&name, [path], BY_BYTE, &options.limits)?;
    bound_work(&mut database, &allowance, &options.limits).map_err(of_names(&name))?;
    // One snapshot for the list of tables and for both passes.
    let _snapshot = database.unchecked_transaction().map_err(of_names(&name))?;
    let (relation, notes) = schema::choose(schema::relations(&database, path)?, path, wanted)?;
    let name = shown(path, Some(&relation.name));
    let columns = schema::columns(&database, &relation, &name)?;
    let mut taken: Vec<Taken> = columns
        .iter()
        .map(|column| taken_as(column, options))
        .collect();
    let reader = Reader {
        database: &database,
        name: &name,
        columns: &columns,
        options,
        progress,
        allowance: &allowance,
    };
    let assembler = loop {
        if let Some(done) = reader.pass(&relation, &mut taken)? {
            break done;
        }
    };
    let table = assembler.finish(options, false, false)?;
    Ok(Source {
        table,
        part: Some(relation.name),
        delimiter: None,
        notes,
    })
}

/// Opens a file that exists, for reading only: nothing is ever made by reading.
fn open(path: &Path) -> Result<Connection> {
    std::fs::metadata(path).map_err(|source| Error::io(path, source))?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(path, flags).map_err(of_names(&shown(path, None)))
}

/// Bounds what a database can make SQLite do: a view may be endless, and a text as long as a disk is.
fn bound_work(
    database: &mut Connection,
    allowance: &Allowance,
    limits: &Limits,
) -> rusqlite::Result<()> {
    database.set_limit(Limit::SQLITE_LIMIT_LENGTH, MOST_TEXT)?;
    let (mut taken, most) = (0, limits.steps.saturating_add(allowance.most()));
    let handler = move || {
        taken += STEPS_A_LOOK;
        taken > most
    };
    database.progress_handler(STEPS_A_LOOK as i32, Some(handler))
}

fn text_bytes(value: ValueRef<'_>) -> usize {
    match value {
        ValueRef::Text(text) => text.len(),
        _ => 0,
    }
}

fn taken_as(column: &Declared, options: &ReadOptions) -> Taken {
    match options.kinds.get(&column.name) {
        Some(Kind::Boolean) => return Taken::Boolean,
        Some(Kind::Date | Kind::DateTime) => return Taken::Temporal,
        Some(_) => return Taken::AsStored,
        None => {}
    }
    let declared = column.type_name.to_ascii_uppercase();
    match declared.split('(').next().unwrap_or_default().trim() {
        "DATE" | "DATETIME" | "TIMESTAMP" => Taken::Temporal,
        "BOOLEAN" | "BOOL" => Taken::Boolean,
        _ => Taken::AsStored,
    }
}

struct Reader<'a> {
    database: &'a Connection,
    name: &'a str,
    columns: &'a [Declared],
    options: &'a ReadOptions,
    progress: &'a dyn Progress,
    allowance: &'a Allowance,
}

impl Reader<'_> {
    /// Reads all rows; `None` when a column turned out not to be what it was declared as, which `taken` then says.
    fn pass(&self, relation: &schema::Relation, taken: &mut [Taken]) -> Result<Option<Assembler>> {
        let names = self.columns.iter().map(|c| c.name.clone()).collect();
        let mut assembler = Assembler::new(self.name, names, self.options)?;
        let total = self.most_rows(relation);
        let list = self
            .columns
            .iter()
            .map(|c| quoted(&c.name))
            .collect::<Vec<_>>()
            .join(", ");
        let sql = format!("SELECT {list} FROM {}", quoted(&relation.name));
        let mut statement = self.database.prepare(&sql).map_err(of_names(self.name))?;
        let mut rows = statement.query([]).map_err(of_rows(self.name))?;
        let mut refused = vec![Refused::default(); self.columns.len()];
        let (mut done, mut again, mut unseen) = (0, false, 0);
        while let Some(row) = rows.next().map_err(of_rows(self.name))? {
            for (index, taken) in taken.iter_mut().enumerate() {
                let value = row.get_ref(index).map_err(of_rows(self.name))?;
                unseen += CELL_BYTES + text_bytes(value);
                match cell(value, *taken) {
                    Ok(cell) => assembler.push(index, cell),
                    Err(Misfit::Declared) => (*taken, again) = (Taken::AsStored, true),
                    Err(other) => refused[index].note(&other, done),
                }
            }
            done += 1;
            if unseen >= LOOK_BYTES {
                self.allowance.check(assembler.held_bytes())?;
                unseen = 0;
            }
            if done % STRIDE == 0 {
                self.tell(done, total)?;
            }
        }
        self.tell(done, Some(done))?;
        self.check(&refused)?;
        Ok((!again).then_some(assembler))
    }

    /// An upper bound, from the row numbers; views and some tables have none.
    fn most_rows(&self, relation: &schema::Relation) -> Option<u64> {
        if relation.is_view {
            return None;
        }
        let sql = format!(
            "SELECT max(rowid) - min(rowid) + 1 FROM {}",
            quoted(&relation.name)
        );
        let most: Option<i64> = self
            .database
            .query_row(&sql, [], |row| row.get(0))
            .ok()
            .flatten();
        most.and_then(|most| u64::try_from(most).ok())
    }

    fn tell(&self, done: u64, total: Option<u64>) -> Result<()> {
        self.progress.tell(Stage::Read, done, total);
        if self.progress.cancelled() {
            Err(Error::Cancelled)
        } else {
            Ok(())
        }
    }

    fn check(&self, refused: &[Refused]) -> Result<()> {
        let mut faults = Vec::new();
        for (column, refused) in self.columns.iter().zip(refused) {
            let Some(first) = refused.first else { continue };
            let (cells, what, hint) = match refused.binary {
                0 => (
                    refused.broken,
                    "text that is not UTF-8",
                    "store it as UTF-8",
                ),
                binary => (
                    binary,
                    "binary values",
                    "read a view that leaves the column out",
                ),
            };
            faults.push(Fault::Request(format!(
                "column \"{}\" holds {what} in {cells} cells, first in data row {}; {hint}",
                column.name,
                first + 1
            )));
        }
        if faults.is_empty() {
            Ok(())
        } else {
            Err(Error::data(self.name, faults))
        }
    }
}

impl Refused {
    fn note(&mut self, why: &Misfit, row: u64) {
        match why {
            Misfit::Binary => self.binary += 1,
            _ => self.broken += 1,
        }
        self.first.get_or_insert(row);
    }
}

/// Why a value is no cell.
enum Misfit {
    /// It contradicts the declared type.
    Declared,
    Binary,
    NotUtf8,
}

fn cell(value: ValueRef<'_>, taken: Taken) -> std::result::Result<Cell<'_>, Misfit> {
    match (value, taken) {
        (ValueRef::Null, _) => Ok(Cell::Missing),
        (ValueRef::Blob(_), _) => Err(Misfit::Binary),
        (ValueRef::Integer(v), Taken::AsStored) => Ok(Cell::Integer(v)),
        (ValueRef::Integer(v @ (0 | 1)), Taken::Boolean) => Ok(Cell::Boolean(v == 1)),
        (ValueRef::Real(v), Taken::AsStored) => Ok(Cell::Decimal(v)),
        (ValueRef::Text(bytes), _) => {
            let text = std::str::from_utf8(bytes).map_err(|_| Misfit::NotUtf8)?;
            match taken {
                _ if text.is_empty() => Ok(Cell::Missing),
                Taken::AsStored => Ok(Cell::Text(text)),
                Taken::Temporal => moment(text).ok_or(Misfit::Declared),
                Taken::Boolean => truth(text).ok_or(Misfit::Declared),
            }
        }
        _ => Err(Misfit::Declared),
    }
}

/// A day, or a day and a time of day parted by a space or a `T`, as SQLite's own functions write them.
fn moment(text: &str) -> Option<Cell<'static>> {
    if let Some(day) = DateStyle::Iso.parse(text) {
        return Some(Cell::Date(day));
    }
    let (day, time) = text.split_at_checked(10)?;
    let day = DateStyle::Iso.parse(day)?;
    let time = time.strip_prefix([' ', 'T'])?;
    let time = chrono::NaiveTime::parse_from_str(time, "%H:%M:%S%.f").ok()?;
    use chrono::Timelike;
    let (seconds, nanos) = (time.num_seconds_from_midnight(), time.nanosecond());
    // A leap second or a fraction below a microsecond would not come back as it is.
    let exact = nanos < 1_000_000_000 && nanos % 1000 == 0;
    exact.then(|| {
        let micros = i64::from(seconds) * 1_000_000 + i64::from(nanos / 1000);
        Cell::DateTime(i64::from(day) * 86_400_000_000 + micros)
    })
}

fn truth(text: &str) -> Option<Cell<'static>> {
    match text {
        _ if text.eq_ignore_ascii_case("true") => Some(Cell::Boolean(true)),
        _ if text.eq_ignore_ascii_case("false") => Some(Cell::Boolean(false)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_as_sqlite_writes_them() {
        let day = 19_753;
        let is = |text: &str, cell| moment(text) == cell;
        assert!(is("2024-01-31", Some(Cell::Date(day))));
        let noon = i64::from(day) * 86_400_000_000 + 43_200_000_000;
        for text in [
            "2024-01-31 12:00:00",
            "2024-01-31T12:00:00",
            "2024-01-31 12:00:00.000",
        ] {
            assert!(is(text, Some(Cell::DateTime(noon))), "{text}");
        }
        assert!(is(
            "2024-01-31 12:00:00.25",
            Some(Cell::DateTime(noon + 250_000))
        ));
        for text in [
            "",
            "31/01/2024",
            "2024-02-30",
            "2024-01-31 12:00",
            "2024-01-31 12:00:00Z",
            "2024-01-31 23:59:60",
            "é",
        ] {
            assert!(is(text, None), "{text}");
        }
    }
}
