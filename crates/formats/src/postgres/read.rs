//! Reading: one `COPY` of the wanted columns, decoded straight into the columns under construction.

use std::pin::{Pin, pin};

use bauta_table::{Cell, Fault, Kind, Progress, Stage};
use futures_util::{FutureExt, StreamExt};
use tokio_postgres::CopyOutStream;
use tokio_postgres::types::Type;

use super::catalog::{self, Declared, Relation, Wanted};
use super::decode::{Bytes, Form, Numbers, Wrong, cell, expression};
use super::session::Session;
use super::{STRIDE, failure, quoted};
use crate::Source;
use crate::assemble::Assembler;
use crate::error::{Error, Result};
use crate::options::ReadOptions;

pub(super) fn read(
    url: &str,
    table: &str,
    options: &ReadOptions,
    progress: &dyn Progress,
) -> Result<Source> {
    let session = Session::open(url, table, progress)?;
    session.run(read_on(&session, table, options, progress))
}

pub(super) async fn read_on(
    session: &Session,
    table: &str,
    options: &ReadOptions,
    progress: &dyn Progress,
) -> Result<Source> {
    let wanted = Wanted::parse(table)?;
    let relation = catalog::need(session, &wanted, progress).await?;
    let declared = catalog::columns(session, relation.oid, progress).await?;
    let mut reader = Reader::new(session, &relation, &declared, options, progress)?;
    reader.copy(&relation).await?;
    let part = Some(format!("{}.{}", relation.schema, relation.name));
    reader.finish(options, part)
}

struct Reader<'a> {
    session: &'a Session,
    columns: &'a [Declared],
    forms: Vec<Form>,
    numbers: Vec<Numbers>,
    /// Texts in another encoding, by column: how many and the first row.
    broken: Vec<(u64, u64)>,
    assembler: Assembler,
    rows: u64,
    guess: Option<u64>,
    progress: &'a dyn Progress,
}

impl<'a> Reader<'a> {
    fn new(
        session: &'a Session,
        relation: &Relation,
        columns: &'a [Declared],
        options: &ReadOptions,
        progress: &'a dyn Progress,
    ) -> Result<Self> {
        let names = columns.iter().map(|column| column.name.clone()).collect();
        Ok(Reader {
            session,
            columns,
            forms: columns
                .iter()
                .map(|column| Form::of(column.type_oid).0)
                .collect(),
            numbers: vec![Numbers::ANY; columns.len()],
            broken: vec![(0, 0); columns.len()],
            assembler: Assembler::new(&session.shown, names, options)?,
            rows: 0,
            guess: relation.rows,
            progress,
        })
    }

    async fn copy(&mut self, relation: &Relation) -> Result<()> {
        let list: Vec<_> = self
            .columns
            .iter()
            .map(|c| expression(&c.name, Form::of(c.type_oid).1))
            .collect();
        let from = format!("{}.{}", quoted(&relation.schema), quoted(&relation.name));
        let sql = format!(
            "COPY (SELECT {} FROM {from}) TO STDOUT (FORMAT binary)",
            list.join(", ")
        );
        let stream = self
            .session
            .answer(self.session.client.copy_out(&sql), self.progress)
            .await?;
        let mut stream = pin!(stream);
        let mut started = false;
        // The server sends one row a message, the header before the first.
        while let Some(message) = next(stream.as_mut(), self.session, self.progress).await? {
            let mut bytes = Bytes(&message);
            let header = if started { Ok(()) } else { bytes.header() };
            started = true;
            header.and_then(|()| self.row(bytes)).map_err(|_| {
                failure::plain(
                    &self.session.shown,
                    "the server sent rows that cannot be understood",
                )
            })?;
            if self.rows.is_multiple_of(STRIDE) {
                self.tell(self.guess.map(|guess| guess.max(self.rows)))?;
            }
        }
        self.tell(Some(self.rows))
    }

    fn tell(&self, total: Option<u64>) -> Result<()> {
        self.progress.tell(Stage::Read, self.rows, total);
        if self.progress.cancelled() {
            Err(Error::Cancelled)
        } else {
            Ok(())
        }
    }

    fn row(&mut self, mut bytes: Bytes<'_>) -> std::result::Result<(), Wrong> {
        match bytes.row()? {
            None => return Ok(()),
            Some(fields) if fields == self.forms.len() => {}
            Some(_) => return Err(Wrong::Protocol),
        }
        for (column, &form) in self.forms.iter().enumerate() {
            let value = bytes
                .field()?
                .map_or(Ok(Cell::Missing), |field| cell(field, form));
            match value {
                Ok(cell) => {
                    if let (Form::Numeric, Cell::Text(text)) = (form, cell) {
                        self.numbers[column].see(text);
                    }
                    self.assembler.push(column, cell);
                }
                Err(Wrong::NotUtf8) => {
                    let (count, first) = self.broken[column];
                    self.broken[column] = (count + 1, if count == 0 { self.rows } else { first });
                }
                Err(wrong) => return Err(wrong),
            }
        }
        self.rows += 1;
        Ok(())
    }

    fn finish(self, options: &ReadOptions, part: Option<String>) -> Result<Source> {
        let broken = self
            .columns
            .iter()
            .zip(&self.broken)
            .filter(|(_, (count, _))| *count > 0);
        let faults: Vec<Fault> = broken
            .map(|(column, (count, first))| {
                Fault::Request(format!(
                    "column \"{}\" holds text that is not UTF-8 in {count} cells, first in data row {}; correct it in the database",
                    column.name,
                    first + 1
                ))
            })
            .collect();
        if !faults.is_empty() {
            return Err(Error::data(&self.session.shown, faults));
        }
        let mut options = options.clone();
        let mut notes = Vec::new();
        for (index, column) in self.columns.iter().enumerate() {
            if column.type_oid == Type::TIMESTAMPTZ.oid() {
                notes.push(format!(
                    "the times of \"{}\" have a time zone: they are read in UTC",
                    column.name
                ));
            }
            if self.forms[index] != Form::Numeric || options.kinds.contains_key(&column.name) {
                continue;
            }
            match kind_of(self.numbers[index], column.modifier) {
                Some(kind) => {
                    options.kinds.insert(column.name.clone(), kind);
                }
                None => notes.push(format!(
                    "\"{}\" has numbers of more than 15 digits: read as text",
                    column.name
                )),
            }
        }
        Ok(Source {
            table: self.assembler.finish(&options, false, false)?,
            part,
            delimiter: None,
            notes,
        })
    }
}

/// The kind of a `numeric` column; `None` where a number would lose digits.
fn kind_of(numbers: Numbers, modifier: i32) -> Option<Kind> {
    // Precision and scale are packed behind an offset of four; without a declaration there is only a minus one.
    let declared_whole = modifier >= 4 && (modifier - 4) & 0x7ff == 0;
    match numbers {
        Numbers { whole: true, .. } if declared_whole => Some(Kind::Integer),
        Numbers { short: true, .. } => Some(Kind::Decimal),
        Numbers { whole: true, .. } => Some(Kind::Integer),
        _ => None,
    }
}

/// The next message. While rows are at hand no timer is set, which would cost more than the row.
async fn next(
    mut stream: Pin<&mut CopyOutStream>,
    session: &Session,
    progress: &dyn Progress,
) -> Result<Option<impl std::ops::Deref<Target = [u8]>>> {
    match stream.next().now_or_never() {
        Some(message) => message.transpose().map_err(failure::of(&session.shown)),
        None => {
            session
                .answer(stream.next().map(Option::transpose), progress)
                .await
        }
    }
}
