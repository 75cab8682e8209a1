//! PostgreSQL as an engine: the rows stay where they are.
//!
//! **Keys** are texts, `column::text` under the collation "C", whatever the type: a value and its text are one for every type that the server can
//! print, and texts can be grouped, sent back and compared. What techniques see is read by our own reader from a view that turns the
//! texts into the column's type again. **Writing** is `CREATE TABLE … AS SELECT` from joins with temporary look-up tables, under a hidden
//! name, in one transaction that stays open until [`Written::commit`]: a run that breaks off leaves nothing, as the server rolls it back.
//!
//! `IS NOT DISTINCT FROM` can only be joined row by row against row here, so a key that is compared gets a mark before it (`1`, or `0` for a
//! missing value) and is then compared by plain equality, which the server hashes.

mod coded;
mod lookup;
mod written;

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use bauta_formats::postgres::{Described, Session, Sorted, describe, read_on};
use bauta_formats::{Locator, ReadOptions};
use bauta_table::{Progress, Silent, Stage, Table};
use futures_util::{FutureExt, StreamExt, pin_mut};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Row, RowStream};

use crate::batches::{check_columns, check_mapping, room};
use crate::contract::{
    Capabilities, Coded, Counted, Engine, LargeCounts, Mapping, Output, Profile, Pseudonyms,
    Ranked, Scan, Written,
};
use crate::error::{Error, Result};
use crate::sql;

/// How values are printed does not depend on who asks.
const PLAIN: &str = "SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET extra_float_digits = 1; \
                     SET bytea_output = 'hex'; SET timezone = 'UTC'";

/// After how many rows progress is told.
const STRIDE: usize = 4096;

/// Opens a table of a database.
///
/// # Errors
/// The address is wrong, no server answers, or there is no such table.
pub fn open(url: &str, table: &str, reading: &ReadOptions) -> Result<Box<dyn Engine>> {
    let session = connect(url, table)?;
    let described = session.run(describe(&session, table, &Silent))?;
    let shared = Arc::new(Mutex::new(session));
    Ok(Box::new(Postgres::new(
        shared,
        described,
        url,
        reading.clone(),
        false,
    )))
}

fn connect(url: &str, table: &str) -> Result<Session> {
    let session = Session::open(url, table, &Silent)?;
    session.run(session.answer(session.client.batch_execute(PLAIN), &Silent))?;
    Ok(session)
}

type Shared = Arc<Mutex<Session>>;

fn held(session: &Shared) -> MutexGuard<'_, Session> {
    session.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A table on a connection.
struct Postgres {
    session: Shared,
    described: Described,
    columns: Vec<String>,
    url: String,
    reading: ReadOptions,
    /// Whether the connection is inside of a transaction that is not ours to end.
    inside: bool,
    /// Bytes that an answer may take.
    limit: Option<u64>,
}

impl Postgres {
    fn new(
        session: Shared,
        described: Described,
        url: &str,
        reading: ReadOptions,
        inside: bool,
    ) -> Self {
        let columns = described
            .columns
            .iter()
            .map(|column| column.name.clone())
            .collect();
        Postgres {
            session,
            described,
            columns,
            url: url.to_owned(),
            reading,
            inside,
            limit: None,
        }
    }

    fn sorted(&self, column: &str) -> Sorted {
        self.described
            .columns
            .iter()
            .find(|known| known.name == column)
            .map_or(Sorted::Texts, |known| known.sorted)
    }

    fn type_of(&self, column: &str) -> &str {
        self.described
            .columns
            .iter()
            .find(|known| known.name == column)
            .map_or("text", |known| &known.type_name)
    }

    /// What tells whether a cell has a value, as tables see it.
    fn value(&self, column: &str) -> String {
        let text = key_of(column);
        match self.sorted(column) {
            Sorted::Typed => text,
            Sorted::Texts => format!("nullif({text}, '')"),
            Sorted::Fractions => format!("nullif({text}, 'NaN')"),
        }
    }

    /// The table of an output, which must be in the same database.
    fn table<'p>(&self, place: &'p Locator) -> Result<&'p str> {
        match place {
            Locator::Postgres { url, table } if *url == self.url => Ok(table),
            Locator::Postgres { .. } => Err(Error::request(
                "the output is in another database than the data",
                "write both addresses alike",
            )),
            _ => Err(Error::request(
                format!("the rows do not leave the database, but {place} is elsewhere"),
                "name a table of the same database: postgres://…#table",
            )),
        }
    }

    /// Runs work in a transaction that is undone afterwards.
    fn passing<T>(
        &self,
        progress: &dyn Progress,
        work: impl AsyncFnOnce(&Session) -> bauta_formats::Result<T>,
    ) -> Result<T> {
        let (begin, undo) = if self.inside {
            (
                "SAVEPOINT bauta",
                "ROLLBACK TO SAVEPOINT bauta; RELEASE SAVEPOINT bauta",
            )
        } else {
            ("BEGIN", "ROLLBACK")
        };
        between(&held(&self.session), (begin, undo), progress, work)
    }

    /// Makes the table of counts and the view that our reader reads.
    fn count_sql(&self, columns: &[String]) -> String {
        let expressions: Vec<String> = columns.iter().map(|column| key_of(column)).collect();
        let counted = sql::counted(&self.described.sql, &expressions);
        let typed = |place: usize, column: &str| {
            format!("CAST({} AS {})", sql::key(place), self.type_of(column))
        };
        let places = columns.iter().enumerate();
        let order = places
            .clone()
            .map(|(place, column)| match self.sorted(column) {
                Sorted::Texts => format!("{} COLLATE \"C\" NULLS LAST", sql::key(place)),
                _ => format!(
                    "{} NULLS LAST, {} COLLATE \"C\"",
                    typed(place, column),
                    sql::key(place)
                ),
            });
        let order = order.collect::<Vec<_>>().join(", ");
        let shown = places
            .map(|(place, column)| format!("{} AS {}", typed(place, column), sql::quoted(column)));
        let shown = shown.collect::<Vec<_>>().join(", ");
        format!(
            "CREATE TEMPORARY TABLE bauta_counted ON COMMIT DROP AS \
             SELECT row_number() OVER (ORDER BY {order}) AS place, c.* FROM ({counted}) AS c; \
             CREATE TEMPORARY VIEW bauta_shown AS SELECT {shown} FROM bauta_counted ORDER BY place"
        )
    }
}

/// Runs work between two statements; the second comes whatever happened.
fn between<T>(
    session: &Session,
    (begin, end): (&str, &str),
    progress: &dyn Progress,
    work: impl AsyncFnOnce(&Session) -> bauta_formats::Result<T>,
) -> Result<T> {
    session.run(session.answer(session.client.batch_execute(begin), progress))?;
    let done = session.run(work(session));
    let ended = session.end(end, None);
    let done = done?;
    ended?;
    Ok(done)
}

/// The text of a column, which is its key.
fn key_of(column: &str) -> String {
    format!("({}::text COLLATE \"C\")", sql::of_data(column))
}

/// A key that is compared: missing values equal each other, and no text equals them.
fn marked(text: &str) -> String {
    format!("CASE WHEN {text} IS NULL THEN '0' ELSE '1' || {text} END")
}

impl Engine for Postgres {
    fn name(&self) -> String {
        let shown = Locator::Postgres {
            url: self.url.clone(),
            table: String::new(),
        }
        .to_string();
        shown.trim_end_matches('#').to_owned()
    }

    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn profile(&self, columns: &[String], progress: &dyn Progress) -> Result<Vec<Profile>> {
        check_columns(&self.columns, columns)?;
        let session = held(&self.session);
        let profile = |column: &String| {
            let text = sql::profiled(&self.described.sql, &self.value(column));
            let row =
                session.run(session.answer(session.client.query_one(&text, &[]), progress))?;
            let number = |place: usize| row.try_get::<_, i64>(place).unwrap_or(0) as u64;
            Ok(Profile {
                column: column.clone(),
                rows: number(0),
                missing: number(1),
                distinct: number(2),
            })
        };
        columns.iter().map(profile).collect()
    }

    fn frequency_set(&self, columns: &[String], progress: &dyn Progress) -> Result<Counted> {
        check_columns(&self.columns, columns)?;
        let count = self.count_sql(columns);
        let mut reading = self.reading.clone();
        reading.kinds.retain(|name, _| columns.contains(name));
        let most = room(self.limit);
        let found = self.passing(progress, async |session| {
            session
                .answer(session.client.batch_execute(&count), progress)
                .await?;
            let row = session
                .client
                .query_one("SELECT CAST(count(*) AS BIGINT) FROM bauta_counted", &[]);
            let combinations = session
                .answer(row, progress)
                .await?
                .try_get::<_, i64>(0)
                .unwrap_or(i64::MAX) as u64;
            if combinations > most {
                return Ok(Err(combinations));
            }
            let source = read_on(session, "bauta_shown", &reading, progress).await?;
            let (texts, weights) =
                texts(session, columns.len(), source.table.rows(), progress).await?;
            Ok(Ok((source.table, texts, weights)))
        })?;
        let (table, texts, weights) =
            found.map_err(|combinations| Error::TooMany { combinations })?;
        counted(columns, table, texts, weights)
    }

    fn scan(&self, columns: &[String], each: &Scan<'_>, progress: &dyn Progress) -> Result<()> {
        check_columns(&self.columns, columns)?;
        let list: Vec<String> = columns.iter().map(|column| key_of(column)).collect();
        let query = format!(
            "SELECT {} FROM {} AS d",
            list.join(", "),
            self.described.sql
        );
        let session = held(&self.session);
        session.run(shown(&session, &query, columns, each, progress))?
    }

    fn coded(
        &self,
        columns: &[Ranked],
        cut: usize,
        _: &Output,
        progress: &dyn Progress,
    ) -> Result<Box<dyn Coded>> {
        Ok(Box::new(coded::number(self, columns, cut, progress)?))
    }

    fn limit(&mut self, memory: u64) {
        self.limit = Some(memory);
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            row_numbers: false,
            pseudonyms: Pseudonyms::Nowhere,
            large_counts: LargeCounts::InEngine,
        }
    }

    fn check_output(&self, place: &Locator) -> Result<()> {
        self.table(place).map(|_| ())
    }

    fn apply(
        &self,
        mapping: &Mapping,
        output: &Output,
        progress: &dyn Progress,
    ) -> Result<Box<dyn Written>> {
        check_mapping(&self.columns, self.capabilities(), mapping)?;
        let table = self.table(&output.place)?;
        let reading = (&self.reading, self.limit);
        written::write(
            &self.described,
            mapping,
            (&self.url, table),
            output.force,
            reading,
            progress,
        )
    }
}

/// The next row of an answer. While rows are at hand no timer is set, which would cost more than the row.
async fn next_row(
    session: &Session,
    mut stream: Pin<&mut RowStream>,
    progress: &dyn Progress,
) -> bauta_formats::Result<Option<Row>> {
    let next = match stream.next().now_or_never() {
        Some(row) => session
            .answer(std::future::ready(row.transpose()), progress)
            .now_or_never(),
        None => None,
    };
    match next {
        Some(next) => next,
        None => {
            session
                .answer(stream.next().map(Option::transpose), progress)
                .await
        }
    }
}

/// Shows the rows of a query in some columns of texts, batch by batch.
async fn shown(
    session: &Session,
    query: &str,
    columns: &[String],
    each: &Scan<'_>,
    progress: &dyn Progress,
) -> bauta_formats::Result<Result<()>> {
    let none: [&(dyn ToSql + Sync); 0] = [];
    let none = none.iter().map(|value| *value as &dyn ToSql);
    let stream = session
        .answer(session.client.query_raw(query, none), progress)
        .await?;
    pin_mut!(stream);
    let mut builders: Vec<StringBuilder> = columns.iter().map(|_| StringBuilder::new()).collect();
    let (mut rows, mut last) = (0, false);
    while !last {
        let row = next_row(session, stream.as_mut(), progress).await?;
        last = row.is_none();
        if let Some(row) = row {
            for (place, builder) in builders.iter_mut().enumerate() {
                let text = row.try_get::<_, Option<&str>>(place);
                builder.append_option(text.map_err(|_| not_understood(session))?);
            }
            rows += 1;
        }
        if last || rows % STRIDE == 0 {
            progress.tell(Stage::Read, rows as u64, None);
            let arrays = columns
                .iter()
                .zip(&mut builders)
                .map(|(name, builder)| (name, Arc::new(builder.finish()) as ArrayRef, true));
            let batch = RecordBatch::try_from_iter_with_nullable(arrays);
            if let Err(error) = each(&batch.map_err(|_| not_understood(session))?) {
                return Ok(Err(error));
            }
        }
    }
    Ok(Ok(()))
}

/// An answer of another kind than was asked for.
fn not_understood(session: &Session) -> bauta_formats::Error {
    bauta_formats::Error::Database {
        name: session.shown.clone(),
        problem: "the server sent rows that cannot be understood".to_owned(),
    }
}

/// The keys as texts, and the counts, in order.
async fn texts(
    session: &Session,
    width: usize,
    rows: usize,
    progress: &dyn Progress,
) -> bauta_formats::Result<(Vec<StringBuilder>, Vec<u64>)> {
    let list = (0..width).map(sql::key).collect::<Vec<_>>().join(", ");
    let text = format!(
        "SELECT {list}, {} FROM bauta_counted ORDER BY place",
        sql::WEIGHT
    );
    let none: [&(dyn ToSql + Sync); 0] = [];
    let none = none.iter().map(|value| *value as &dyn ToSql);
    let stream = session
        .answer(session.client.query_raw(&text, none), progress)
        .await?;
    pin_mut!(stream);
    let mut builders: Vec<StringBuilder> = (0..width).map(|_| StringBuilder::new()).collect();
    let mut weights = Vec::with_capacity(rows);
    let odd = |_| bauta_formats::Error::Database {
        name: session.shown.clone(),
        problem: "the server sent counts that cannot be understood".to_owned(),
    };
    while let Some(row) = next_row(session, stream.as_mut(), progress).await? {
        for (place, builder) in builders.iter_mut().enumerate() {
            builder.append_option(row.try_get::<_, Option<&str>>(place).map_err(odd)?);
        }
        weights.push(row.try_get::<_, i64>(width).map_err(odd)? as u64);
        if weights.len().is_multiple_of(STRIDE) {
            progress.tell(Stage::Read, weights.len() as u64, Some(rows as u64));
        }
    }
    Ok((builders, weights))
}

fn counted(
    columns: &[String],
    table: Table,
    texts: Vec<StringBuilder>,
    weights: Vec<u64>,
) -> Result<Counted> {
    let fields = columns
        .iter()
        .map(|column| Field::new(column, DataType::Utf8, true))
        .collect::<Vec<_>>();
    let arrays = texts
        .into_iter()
        .map(|mut builder| Arc::new(builder.finish()) as ArrayRef)
        .collect();
    let keys = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays);
    match keys {
        Ok(keys) if table.rows() == weights.len() && keys.num_rows() == weights.len() => {
            Ok(Counted {
                keys,
                table,
                weights,
            })
        }
        _ => Err(Error::Engine {
            engine: "postgres".to_owned(),
            problem: "it gave different counts at a time".to_owned(),
        }),
    }
}
