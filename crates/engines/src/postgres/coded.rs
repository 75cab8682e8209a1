//! Rows as numbers, in a temporary table of the server that lasts as long as the connection needs it.

use bauta_formats::postgres::Session;
use bauta_table::Progress;
use futures_util::pin_mut;
use tokio_postgres::types::ToSql;

use super::lookup::{Lookup, Sent};
use super::{Postgres, Shared, between, held, next_row};
use crate::batches::check_columns;
use crate::coded::{Counting, Numbers, Rows};
use crate::contract::Ranked;
use crate::error::{Error, Result};
use crate::sql::{self, Join};

/// Numbered rows. Dropping it removes them.
pub(super) struct Numbered {
    session: Shared,
    table: String,
}

/// Numbers the rows.
pub(super) fn number(
    engine: &Postgres,
    columns: &[Ranked],
    cut: usize,
    progress: &dyn Progress,
) -> Result<Rows<Numbered>> {
    let names: Vec<String> = columns.iter().map(|ranked| ranked.column.clone()).collect();
    check_columns(&engine.columns, &names)?;
    if engine.inside {
        return Err(Error::request(
            "what is not released yet cannot be cut",
            "open the table itself",
        ));
    }
    let each = columns.iter().enumerate();
    let lookups = each
        .map(|(place, ranked)| Lookup::by_number(place, ranked, false))
        .collect::<Result<Vec<_>>>()?;
    lookups.iter().try_for_each(Lookup::check)?;
    let shown = (0..columns.len())
        .map(|place| (format!("r{place}.{}", sql::number(0)), sql::number(place)));
    let joins: Vec<Join> = lookups.iter().map(Lookup::join).collect();
    let query = sql::recoded(&engine.described.sql, &shown.collect::<Vec<_>>(), &joins);
    let table = format!("bauta_numbers_{}", crate::names::unlike());
    // The look-up tables go with the transaction; where the work failed, so does everything.
    let statements = ("BEGIN", "COMMIT");
    let numbered = Numbered {
        session: engine.session.clone(),
        table,
    };
    between(
        &held(&engine.session),
        statements,
        progress,
        async |session| {
            for lookup in &lookups {
                lookup.sent.send(session, progress).await?;
            }
            let create = format!(
                "CREATE TEMPORARY TABLE {0} AS {query}; ANALYZE {0}",
                numbered.table
            );
            session
                .answer(session.client.batch_execute(&create), progress)
                .await
        },
    )?;
    Rows::of(numbered, (columns.len(), cut), progress)
}

impl Counting for Numbered {
    fn table(&self) -> String {
        self.table.clone()
    }

    fn count(
        &self,
        tables: &[Numbers],
        queries: &dyn Fn(&[String]) -> Vec<String>,
        each: &mut dyn FnMut(usize, &[Option<i64>]),
        progress: &dyn Progress,
    ) -> Result<()> {
        let all = tables.iter().enumerate();
        let sent: Vec<Sent<'_>> = all
            .map(|(level, table)| Sent::of_numbers(level, table.clone()))
            .collect();
        let names: Vec<String> = sent.iter().map(|sent| sent.table.clone()).collect();
        between(
            &held(&self.session),
            ("BEGIN", "ROLLBACK"),
            progress,
            async |session| {
                for sent in &sent {
                    sent.send(session, progress).await?;
                }
                for (number, query) in queries(&names).iter().enumerate() {
                    rows(session, query, &mut |row| each(number, row), progress).await?;
                }
                Ok(())
            },
        )
    }
}

/// The rows of an answer, number by number.
async fn rows(
    session: &Session,
    query: &str,
    each: &mut dyn FnMut(&[Option<i64>]),
    progress: &dyn Progress,
) -> bauta_formats::Result<()> {
    let none: [&(dyn ToSql + Sync); 0] = [];
    let none = none.iter().map(|value| *value as &dyn ToSql);
    let stream = session
        .answer(session.client.query_raw(query, none), progress)
        .await?;
    pin_mut!(stream);
    let odd = |_| bauta_formats::Error::Database {
        name: session.shown.clone(),
        problem: "the server sent counts that cannot be understood".to_owned(),
    };
    while let Some(row) = next_row(session, stream.as_mut(), progress).await? {
        let numbers = (0..row.len()).map(|place| row.try_get::<_, Option<i64>>(place).map_err(odd));
        each(&numbers.collect::<bauta_formats::Result<Vec<_>>>()?);
    }
    Ok(())
}

impl Drop for Numbered {
    fn drop(&mut self) {
        let session = held(&self.session);
        let _ = session.end(
            &format!("DROP TABLE IF EXISTS {}", self.table),
            Some(super::written::FAREWELL),
        );
    }
}
