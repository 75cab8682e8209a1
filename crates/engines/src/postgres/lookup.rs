//! Look-up tables as temporary tables of the server, filled by arrays that are sent in packets.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BooleanArray};
use bauta_formats::postgres::Session;
use bauta_table::Progress;
use tokio_postgres::types::ToSql;

use super::{key_of, marked};
use crate::coded::{Numbers, OUTSIDE, numbers};
use crate::contract::{Ranked, Tuples};
use crate::descent::reached;
use crate::error::{Error, Result};
use crate::sql::{self, Join};

/// Rows that are sent at a time.
const PACKET: usize = 10_000;

/// What a column of a look-up table holds.
enum Cells<'a> {
    /// Values of the data, as texts with a mark ([`marked`]).
    Keys(ArrayRef),
    Labels(&'a [Option<String>]),
    Numbers(Vec<i32>),
}

impl Cells<'_> {
    fn len(&self) -> usize {
        match self {
            Cells::Keys(keys) => keys.len(),
            Cells::Labels(labels) => labels.len(),
            Cells::Numbers(numbers) => numbers.len(),
        }
    }

    /// The type of the column, and of the arrays that fill it.
    fn types(&self) -> (&'static str, &'static str) {
        match self {
            Cells::Keys(_) => ("text COLLATE \"C\" NOT NULL", "text[]"),
            Cells::Labels(_) => ("text", "text[]"),
            Cells::Numbers(_) => ("integer NOT NULL", "integer[]"),
        }
    }

    fn packet(&self, rows: std::ops::Range<usize>) -> Box<dyn ToSql + Sync> {
        match self {
            Cells::Keys(keys) => Box::new(rows.map(|row| mark(keys, row)).collect::<Vec<_>>()),
            Cells::Labels(labels) => Box::new(labels.get(rows).unwrap_or_default().to_vec()),
            Cells::Numbers(numbers) => Box::new(numbers.get(rows).unwrap_or_default().to_vec()),
        }
    }
}

/// The key of a row with its mark, as [`marked`] makes it of a column.
fn mark(keys: &ArrayRef, row: usize) -> Option<String> {
    let keys = keys.as_string::<i32>();
    Some(if keys.is_null(row) {
        "0".to_owned()
    } else {
        format!("1{}", keys.value(row))
    })
}

/// A temporary table that lasts as long as its transaction.
pub(super) struct Sent<'a> {
    pub(super) table: String,
    columns: Vec<(String, Cells<'a>)>,
}

impl<'a> Sent<'a> {
    /// The numbers of a step of joins.
    pub(super) fn of_numbers(level: usize, table: Numbers) -> Sent<'a> {
        let columns = table
            .into_iter()
            .map(|(name, numbers)| (name, Cells::Numbers(numbers)));
        Sent {
            table: format!("bauta_step_{level}"),
            columns: columns.collect(),
        }
    }

    /// The labels of regions.
    pub(super) fn of_regions(regions: u32, labels: &[&'a [Option<String>]]) -> Sent<'a> {
        let states = (
            "state".to_owned(),
            Cells::Numbers((0..regions).map(reached).collect()),
        );
        let labels = labels
            .iter()
            .enumerate()
            .map(|(place, labels)| (sql::label(place), Cells::Labels(labels)));
        Sent {
            table: "bauta_regions".to_owned(),
            columns: std::iter::once(states).chain(labels).collect(),
        }
    }

    fn create(&self) -> String {
        let columns = self
            .columns
            .iter()
            .map(|(name, cells)| format!("{name} {}", cells.types().0));
        let columns = columns.collect::<Vec<_>>().join(", ");
        format!(
            "CREATE TEMPORARY TABLE {} ({columns}) ON COMMIT DROP",
            self.table
        )
    }

    pub(super) async fn send(
        &self,
        session: &Session,
        progress: &dyn Progress,
    ) -> bauta_formats::Result<()> {
        session
            .answer(session.client.batch_execute(&self.create()), progress)
            .await?;
        let places = self
            .columns
            .iter()
            .zip(1..)
            .map(|((_, cells), place)| format!("${place}::{}", cells.types().1));
        let insert = format!(
            "INSERT INTO {} SELECT * FROM unnest({})",
            self.table,
            places.collect::<Vec<_>>().join(", ")
        );
        let insert = session
            .answer(session.client.prepare(&insert), progress)
            .await?;
        let rows = self.columns.first().map_or(0, |(_, cells)| cells.len());
        for first in (0..rows).step_by(PACKET) {
            let packet = first..rows.min(first + PACKET);
            let arrays: Vec<Box<dyn ToSql + Sync>> = self
                .columns
                .iter()
                .map(|(_, cells)| cells.packet(packet.clone()))
                .collect();
            let arrays: Vec<&(dyn ToSql + Sync)> = arrays.iter().map(AsRef::as_ref).collect();
            session
                .answer(session.client.execute(&insert, &arrays), progress)
                .await?;
        }
        session
            .answer(
                session
                    .client
                    .batch_execute(&format!("ANALYZE {}", self.table)),
                progress,
            )
            .await
    }
}

/// A look-up table by values: what it is called in the query, and which columns of the data it is joined by.
pub(super) struct Lookup<'a> {
    alias: String,
    by: Vec<String>,
    selects: bool,
    pub(super) sent: Sent<'a>,
}

impl<'a> Lookup<'a> {
    fn new(
        alias: String,
        by: Vec<String>,
        selects: bool,
        columns: Vec<(String, Cells<'a>)>,
    ) -> Lookup<'a> {
        let sent = Sent {
            table: format!("bauta_lookup_{alias}"),
            columns,
        };
        Lookup {
            alias,
            by,
            selects,
            sent,
        }
    }

    pub(super) fn by_value(
        alias: String,
        name: &str,
        keys: &ArrayRef,
        labels: &'a [Option<String>],
    ) -> Lookup<'a> {
        let columns = vec![
            (sql::key(0), Cells::Keys(keys.clone())),
            (sql::label(0), Cells::Labels(labels)),
        ];
        Lookup::new(alias, vec![name.to_owned()], false, columns)
    }

    pub(super) fn by_tuple(tuples: &'a Tuples) -> Lookup<'a> {
        let by = tuples
            .keys
            .schema()
            .fields()
            .iter()
            .map(|field| field.name().clone())
            .collect();
        let keys = tuples.keys.columns().iter().enumerate();
        let keys = keys.map(|(place, keys)| (sql::key(place), Cells::Keys(keys.clone())));
        let labels = tuples
            .labels
            .iter()
            .enumerate()
            .map(|(place, labels)| (sql::label(place), Cells::Labels(labels)));
        Lookup::new("t".to_owned(), by, true, keys.chain(labels).collect())
    }

    /// The numbers of a column's values; on request without the values whose rows are left out, which leaves these out.
    pub(super) fn by_number(
        place: usize,
        ranked: &Ranked,
        only_inside: bool,
    ) -> Result<Lookup<'a>> {
        let mut numbers = numbers(ranked)?;
        let mut keys = ranked.keys.clone();
        if only_inside {
            let inside: BooleanArray = numbers
                .iter()
                .map(|&number| Some(number != OUTSIDE))
                .collect();
            keys = arrow_select::filter::filter(&keys, &inside).map_err(|_| not_texts())?;
            numbers.retain(|&number| number != OUTSIDE);
        }
        let columns = vec![
            (sql::key(0), Cells::Keys(keys)),
            (sql::number(0), Cells::Numbers(numbers)),
        ];
        Ok(Lookup::new(
            format!("r{place}"),
            vec![ranked.column.clone()],
            only_inside,
            columns,
        ))
    }

    /// Refuses keys that another engine made.
    pub(super) fn check(&self) -> Result<()> {
        let fits = |cells: &Cells<'_>| match cells {
            Cells::Keys(keys) => keys.as_string_opt::<i32>().is_some(),
            _ => true,
        };
        if self.sent.columns.iter().all(|(_, cells)| fits(cells)) {
            Ok(())
        } else {
            Err(not_texts())
        }
    }

    pub(super) fn join(&self) -> Join {
        let on = self.by.iter().enumerate();
        let on = on.map(|(at, column)| {
            format!(
                "{} = {}.{}",
                marked(&key_of(column)),
                self.alias,
                sql::key(at)
            )
        });
        Join {
            table: self.sent.table.clone(),
            alias: self.alias.clone(),
            selects: self.selects,
            on: on.collect(),
        }
    }
}

fn not_texts() -> Error {
    Error::request(
        "a look-up table has keys that are not texts",
        "count the data again with this engine",
    )
}
