//! Writing inside of the database, under a hidden name until the end.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use bauta_formats::ReadOptions;
use bauta_formats::postgres::{Described, Session, describe, make_room, quoted};
use bauta_table::{Progress, Silent, Stage};
use tokio_postgres::types::ToSql;

use super::{Postgres, Shared, connect, held, key_of, marked};
use crate::contract::{Engine, Mapping, Replaced, Written};
use crate::error::{Error, Result};
use crate::sql::{self, Join};

/// Rows of a look-up table that are sent at a time.
const PACKET: usize = 10_000;

/// How long good manners may take when work is given up.
const FAREWELL: Duration = Duration::from_secs(2);

/// Writes the recoded rows in a transaction that stays open.
pub(super) fn write(
    described: &Described,
    mapping: &Mapping,
    (url, table): (&str, &str),
    force: bool,
    reading: &ReadOptions,
    progress: &dyn Progress,
) -> Result<Box<dyn Written>> {
    if mapping.columns.iter().any(|(_, replaced)| matches!(replaced, Replaced::Made(_) | Replaced::ByRegion { .. })) {
        return Err(Error::request(
            "a database makes no pseudonyms: its server would have to be told the key",
            "leave out --pseudonym keyed-hash, and identifiers are left out; or pseudonymise a copy with bauta pseudonymize",
        ));
    }
    if mapping.columns.iter().any(|(_, replaced)| matches!(replaced, Replaced::Drawn(_))) {
        return Err(Error::unnumbered());
    }
    let lookups = lookups(mapping)?;
    let session = connect(url, table)?;
    session.run(session.answer(session.client.batch_execute("BEGIN"), progress))?;
    let hidden = format!("bauta_staging_{}", crate::names::unlike());
    let mut open = Open {
        session: Arc::new(Mutex::new(session)),
        url: url.to_owned(),
        table: table.to_owned(),
        hidden,
        reading: ReadOptions { kinds: Default::default(), ..reading.clone() },
        force,
        rows: 0,
        open: true,
    };
    open.fill(described, mapping, &lookups, progress)?;
    Ok(Box::new(open))
}

/// A look-up table: what it is called in the query, which columns of the data it is joined by, its keys and its labels.
struct Lookup<'a> {
    alias: String,
    columns: Vec<String>,
    keys: Vec<ArrayRef>,
    labels: Vec<&'a [Option<String>]>,
    selects: bool,
}

fn lookups(mapping: &Mapping) -> Result<Vec<Lookup<'_>>> {
    let mut all = Vec::new();
    for (index, (name, replaced)) in mapping.columns.iter().enumerate() {
        if let Replaced::ByValue { keys, labels } = replaced {
            let (columns, labels) = (vec![name.clone()], vec![labels.as_slice()]);
            all.push(Lookup { alias: format!("l{index}"), columns, keys: vec![keys.clone()], labels, selects: false });
        }
    }
    if let Some(tuples) = &mapping.tuples {
        let columns = tuples.keys.schema().fields().iter().map(|field| field.name().clone()).collect();
        let labels = tuples.labels.iter().map(Vec::as_slice).collect();
        let keys = tuples.keys.columns().to_vec();
        all.push(Lookup { alias: "t".to_owned(), columns, keys, labels, selects: true });
    }
    match all.iter().flat_map(|lookup| &lookup.keys).all(|keys| keys.as_string_opt::<i32>().is_some()) {
        true => Ok(all),
        false => {
            Err(Error::request("a look-up table has keys that are not texts", "count the data again with this engine"))
        }
    }
}

impl Lookup<'_> {
    fn table(&self) -> String {
        format!("bauta_lookup_{}", self.alias)
    }

    fn join(&self) -> Join {
        let on = self.columns.iter().enumerate();
        let on = on.map(|(at, column)| format!("{} = {}.{}", marked(&key_of(column)), self.alias, sql::key(at)));
        Join { table: self.table(), alias: self.alias.clone(), selects: self.selects, on: on.collect() }
    }

    fn create(&self) -> String {
        let keys = (0..self.keys.len()).map(|at| format!("{} text COLLATE \"C\" NOT NULL", sql::key(at)));
        let labels = (0..self.labels.len()).map(|at| format!("{} text", sql::label(at)));
        let columns = keys.chain(labels).collect::<Vec<_>>().join(", ");
        format!("CREATE TEMPORARY TABLE {} ({columns}) ON COMMIT DROP", self.table())
    }

    async fn send(&self, session: &Session, progress: &dyn Progress) -> bauta_formats::Result<()> {
        session.answer(session.client.batch_execute(&self.create()), progress).await?;
        let places = (1..=self.keys.len() + self.labels.len()).map(|place| format!("${place}::text[]"));
        let insert =
            format!("INSERT INTO {} SELECT * FROM unnest({})", self.table(), places.collect::<Vec<_>>().join(", "));
        let insert = session.answer(session.client.prepare(&insert), progress).await?;
        let rows = self.keys.first().map_or(0, Array::len);
        for first in (0..rows).step_by(PACKET) {
            let packet = first..rows.min(first + PACKET);
            let keys = self.keys.iter().map(|keys| packet.clone().map(|row| mark(keys, row)).collect::<Vec<_>>());
            let labels = self.labels.iter().map(|labels| labels.get(packet.clone()).unwrap_or_default().to_vec());
            let arrays: Vec<Vec<Option<String>>> = keys.chain(labels).collect();
            let arrays: Vec<&(dyn ToSql + Sync)> = arrays.iter().map(|array| array as &(dyn ToSql + Sync)).collect();
            session.answer(session.client.execute(&insert, &arrays), progress).await?;
        }
        session.answer(session.client.batch_execute(&format!("ANALYZE {}", self.table())), progress).await
    }
}

/// The key of a row with its mark, as [`marked`] makes it of a column.
fn mark(keys: &ArrayRef, row: usize) -> Option<String> {
    let keys = keys.as_string::<i32>();
    Some(if keys.is_null(row) { "0".to_owned() } else { format!("1{}", keys.value(row)) })
}

/// Rows in an open transaction.
struct Open {
    session: Shared,
    url: String,
    table: String,
    hidden: String,
    reading: ReadOptions,
    force: bool,
    rows: u64,
    open: bool,
}

impl Open {
    fn fill(
        &mut self,
        described: &Described,
        mapping: &Mapping,
        lookups: &[Lookup<'_>],
        progress: &dyn Progress,
    ) -> Result<()> {
        let columns = mapping.columns.iter().enumerate().map(|(index, (name, replaced))| {
            let expression = match replaced {
                // What is made was refused above.
                Replaced::Kept | Replaced::Made(_) | Replaced::Drawn(_) | Replaced::ByRegion { .. } => {
                    sql::of_data(name)
                }
                Replaced::ByValue { .. } => format!("l{index}.{}", sql::label(0)),
                Replaced::ByTuple { place } => format!("t.{}", sql::label(*place)),
            };
            (expression, name.clone())
        });
        let joins: Vec<Join> = lookups.iter().map(Lookup::join).collect();
        let query = sql::recoded(&described.sql, &columns.collect::<Vec<_>>(), &joins);
        let session = held(&self.session);
        self.rows = session.run(async {
            // What is there stays until the end: readers are not kept waiting while the release is verified.
            let schema = match self.force {
                false => make_room(&session, &self.table, false, progress).await?.1,
                true => schema_of(&self.table),
            };
            for lookup in lookups {
                lookup.send(&session, progress).await?;
            }
            let create = format!("CREATE TABLE {schema}{} AS {query}", quoted(&self.hidden));
            let rows = session.answer(session.client.execute(&create, &[]), progress).await?;
            let drop = lookups.iter().map(|lookup| format!("DROP TABLE {};", lookup.table())).collect::<String>();
            session.answer(session.client.batch_execute(&drop), progress).await?;
            progress.tell(Stage::Write, rows, Some(rows));
            Ok(rows)
        })?;
        Ok(())
    }

    /// The hidden name as a person would write it.
    fn hidden_name(&self) -> String {
        let schema = schema_of(&self.table);
        format!("{schema}{}", quoted(&self.hidden))
    }
}

/// The schema of a name with a dot, quoted, or nothing.
fn schema_of(table: &str) -> String {
    let schema = match table.strip_prefix('"') {
        Some(rest) => rest.split_once("\".").map(|(schema, _)| schema.replace("\"\"", "\"")),
        None => table.split_once('.').map(|(schema, _)| schema.to_owned()),
    };
    schema.map_or(String::new(), |schema| format!("{}.", quoted(&schema)))
}

impl Written for Open {
    fn rows(&self) -> u64 {
        self.rows
    }

    fn reopen(&self) -> Result<Box<dyn Engine>> {
        let described = {
            let session = held(&self.session);
            session.run(describe(&session, &self.hidden_name(), &Silent))?
        };
        Ok(Box::new(Postgres::new(self.session.clone(), described, &self.url, self.reading.clone(), true)))
    }

    fn commit(mut self: Box<Self>) -> Result<()> {
        let session = held(&self.session);
        session.run(async {
            let (name, schema) = make_room(&session, &self.table, self.force, &Silent).await?;
            let rename = format!("ALTER TABLE {schema}{} RENAME TO {name}", quoted(&self.hidden));
            session.answer(session.client.batch_execute(&rename), &Silent).await
        })?;
        session.end("COMMIT", None)?;
        drop(session);
        self.open = false;
        Ok(())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        if self.open {
            // Without an answer the connection closes, which makes the server roll back by itself.
            let _ = held(&self.session).end("ROLLBACK", Some(FAREWELL));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_of_names() {
        assert_eq!(schema_of("t"), "");
        assert_eq!(schema_of("s.t"), "\"s\".");
        assert_eq!(schema_of("\"a.b\".t"), "\"a.b\".");
        assert_eq!(schema_of("\"a.b\""), "");
    }
}
