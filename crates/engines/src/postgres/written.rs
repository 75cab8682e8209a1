//! Writing inside of the database, under a hidden name until the end.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bauta_formats::ReadOptions;
use bauta_formats::postgres::{Described, Sorted, describe, make_room, quoted};
use bauta_privacy::Approval;
use bauta_table::{Progress, Silent, Stage};

use super::lookup::{Lookup, Sent};
use super::{Postgres, Shared, connect, held};
use crate::contract::{Engine, Mapping, Replaced, Written};
use crate::descent::{Descent, Followed, of_region};
use crate::error::Result;
use crate::sql::{self, Join};

/// Look-up tables are joined in the order in which they are written: there may be more than the server can try out.
const IN_ORDER: &str = "SET LOCAL join_collapse_limit = 1";

/// How long good manners may take when work is given up.
pub(super) const FAREWELL: Duration = Duration::from_secs(2);

/// Writes the recoded rows in a transaction that stays open.
pub(super) fn write(
    described: &Described,
    mapping: &Mapping,
    (url, table): (&str, &str),
    force: bool,
    (reading, limit): (&ReadOptions, Option<u64>),
    progress: &dyn Progress,
) -> Result<Box<dyn Written>> {
    let ready = Ready::of(mapping)?;
    let session = connect(url, table)?;
    session.run(session.answer(session.client.batch_execute("BEGIN"), progress))?;
    let hidden = format!("bauta_staging_{}", crate::names::unlike());
    let mut open = Open {
        session: Arc::new(Mutex::new(session)),
        url: url.to_owned(),
        table: table.to_owned(),
        hidden,
        reading: ReadOptions {
            kinds: Default::default(),
            ..reading.clone()
        },
        force,
        rows: 0,
        limit,
        open: true,
    };
    open.fill(described, mapping, &ready, progress)?;
    Ok(Box::new(open))
}

/// The look-up tables of a mapping, and the cuts that rows are sent down, if there are some.
struct Ready<'a> {
    lookups: Vec<Lookup<'a>>,
    cutting: Option<(Descent, Followed, Vec<Sent<'a>>)>,
}

impl Ready<'_> {
    fn of(mapping: &Mapping) -> Result<Ready<'_>> {
        let mut lookups = Vec::new();
        for (index, (name, replaced)) in mapping.columns.iter().enumerate() {
            if let Replaced::ByValue { keys, labels } = replaced {
                lookups.push(Lookup::by_value(format!("l{index}"), name, keys, labels));
            }
        }
        lookups.extend(mapping.tuples.as_ref().map(Lookup::by_tuple));
        let Some(cuts) = mapping.cuts() else {
            lookups.iter().try_for_each(Lookup::check)?;
            return Ok(Ready {
                lookups,
                cutting: None,
            });
        };
        for (place, ranked) in cuts.columns.iter().enumerate() {
            lookups.push(Lookup::by_number(place, ranked, true)?);
        }
        lookups.iter().try_for_each(Lookup::check)?;
        let descent = Descent::of(&cuts.nodes, cuts.columns.len())?;
        let mut sent: Vec<Sent<'_>> = descent
            .tables()
            .into_iter()
            .enumerate()
            .map(|(level, table)| Sent::of_numbers(level, table))
            .collect();
        let steps = sent.iter().map(|sent| sent.table.clone()).collect();
        let labels = Sent::of_regions(cuts.regions, &mapping.region_labels());
        let followed = Followed {
            steps,
            regions: labels.table.clone(),
            labelled: mapping.labelled(),
        };
        sent.push(labels);
        Ok(Ready {
            lookups,
            cutting: Some((descent, followed, sent)),
        })
    }

    /// All tables that the server is sent.
    fn sent(&self) -> impl Iterator<Item = &Sent<'_>> {
        let of_cuts = self.cutting.iter().flat_map(|(_, _, sent)| sent);
        self.lookups
            .iter()
            .map(|lookup| &lookup.sent)
            .chain(of_cuts)
    }

    /// The rows recoded.
    fn query(&self, from: &str, columns: &[(String, String)]) -> String {
        let joins: Vec<Join> = self.lookups.iter().map(Lookup::join).collect();
        match &self.cutting {
            Some((descent, followed, _)) => descent.recoded(from, columns, &joins, followed),
            None => sql::recoded(from, columns, &joins),
        }
    }
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
    limit: Option<u64>,
    open: bool,
}

impl Open {
    fn fill(
        &mut self,
        described: &Described,
        mapping: &Mapping,
        ready: &Ready<'_>,
        progress: &dyn Progress,
    ) -> Result<()> {
        let mut regions = 0..;
        let columns = mapping
            .columns
            .iter()
            .enumerate()
            .map(|(index, (name, replaced))| {
                let expression = match replaced {
                    // What is made was refused above.
                    Replaced::Kept | Replaced::Made(_) | Replaced::Drawn(_) => sql::of_data(name),
                    Replaced::ByRegion { .. } => of_region(regions.next().unwrap_or_default()),
                    Replaced::ByValue { .. } => format!("l{index}.{}", sql::label(0)),
                    Replaced::ByTuple { place } => format!("t.{}", sql::label(*place)),
                };
                (expression, name.clone())
            });
        let columns: Vec<(String, String)> = columns.collect();
        let query = ready.query(&described.sql, &columns);
        let order = in_order(described, mapping);
        let session = held(&self.session);
        self.rows = session.run(async {
            // What is there stays until the end: readers are not kept waiting while the release is verified.
            let schema = if self.force {
                schema_of(&self.table)
            } else {
                make_room(&session, &self.table, false, progress).await?.1
            };
            session
                .answer(session.client.batch_execute(IN_ORDER), progress)
                .await?;
            for sent in ready.sent() {
                sent.send(&session, progress).await?;
            }
            let create = format!(
                "CREATE TABLE {schema}{} AS SELECT * FROM ({query}) AS o ORDER BY {order}",
                quoted(&self.hidden)
            );
            let rows = session
                .answer(session.client.execute(&create, &[]), progress)
                .await?;
            let drop = ready
                .sent()
                .map(|sent| format!("DROP TABLE {};", sent.table))
                .collect::<String>();
            session
                .answer(session.client.batch_execute(&drop), progress)
                .await?;
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

/// What rows are sorted by: all that is written of them, column by column, missing values last. Values that are equal and printed in several ways are sorted by their
/// texts, so that no two rows that a reader can tell apart keep the order of the source.
fn in_order(described: &Described, mapping: &Mapping) -> String {
    let column = |(name, replaced): &(String, Replaced)| {
        let (name, found) = (quoted(name), described.columns.iter());
        let text = format!("o.{name}::text COLLATE \"C\" NULLS LAST");
        let mut found = found.filter(|column| quoted(&column.name) == name);
        let is_kept = matches!(replaced, Replaced::Kept);
        match found.next().filter(|_| is_kept).map(|column| column.sorted) {
            None | Some(Sorted::Texts) => text,
            Some(Sorted::Typed | Sorted::Fractions) => format!("o.{name} NULLS LAST, {text}"),
        }
    };
    let all: Vec<String> = mapping.columns.iter().map(column).collect();
    all.join(", ")
}

/// The schema of a name with a dot, quoted, or nothing.
fn schema_of(table: &str) -> String {
    let schema = match table.strip_prefix('"') {
        Some(rest) => rest
            .split_once("\".")
            .map(|(schema, _)| schema.replace("\"\"", "\"")),
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
        let again = Postgres::new(
            self.session.clone(),
            described,
            &self.url,
            self.reading.clone(),
            true,
        );
        Ok(Box::new(Postgres {
            limit: self.limit,
            ..again
        }))
    }

    fn publish(mut self: Box<Self>, _: &Approval) -> Result<()> {
        let session = held(&self.session);
        session.run(async {
            let (name, schema) = make_room(&session, &self.table, self.force, &Silent).await?;
            let rename = format!(
                "ALTER TABLE {schema}{} RENAME TO {name}",
                quoted(&self.hidden)
            );
            session
                .answer(session.client.batch_execute(&rename), &Silent)
                .await
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
