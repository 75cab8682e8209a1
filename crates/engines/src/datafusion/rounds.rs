//! Cuts followed on a cluster: a few joins a query, with files between them.
//!
//! A plan that joins dozens of tables is nested deeper than a scheduler can read (messages at most 100 deep) or has stack for. So the rows of a file go some joins further with each
//! query, through files in the hidden place that are removed as soon as the next one is there.

use ::datafusion::common::DataFusionError;
use ::datafusion::prelude::ParquetReadOptions;

use super::fresh;
use super::session::Session;
use super::source::Form;
use super::staging::Staging;
use crate::descent::{Descent, Followed};
use crate::sql::{self, Join};

/// Joins of a query, those that give ranks not counted.
const JOINS: usize = 3;

type Fused<T> = std::result::Result<T, DataFusionError>;

/// Rows on their way to their regions.
pub(super) struct Rounds<'a> {
    session: &'a Session,
    staging: &'a Staging,
    /// The name of the last file, and of its table.
    last: Option<(String, String)>,
}

impl<'a> Rounds<'a> {
    pub(super) fn new(session: &'a Session, staging: &'a Staging) -> Self {
        Rounds {
            session,
            staging,
            last: None,
        }
    }

    /// The last query, after the ones before it were written; `name` is that of the file that the rows end in.
    pub(super) async fn query(
        &mut self,
        descent: &Descent,
        to: &Followed,
        (data, columns, joins): (&str, &[(String, String)], &[Join]),
        name: &str,
    ) -> Fused<String> {
        let mut first = descent.numbered(data, columns, joins, to);
        if to.steps.is_empty() {
            return Ok(descent.ended(&first, &[], columns, to));
        }
        let rounds: Vec<&[String]> = to.steps.chunks(JOINS).collect();
        for (number, steps) in rounds.iter().enumerate() {
            // The first file has no join but those that give ranks; the others are those of the round before.
            let before = number.checked_sub(1).and_then(|before| rounds.get(before));
            let query =
                before.map_or_else(|| first.clone(), |steps| descent.further(&first, steps, to));
            let Some(table) = self
                .file(&query, &format!("round-{number}-{name}.parquet"))
                .await?
            else {
                // No row is left, and none needs to go further.
                return Ok(descent.recoded(
                    data,
                    columns,
                    joins,
                    &Followed {
                        steps: Vec::new(),
                        ..to.clone()
                    },
                ));
            };
            first = format!("SELECT * FROM {}", sql::quoted(&table));
            if number + 1 == rounds.len() {
                return Ok(descent.ended(&first, steps, columns, to));
            }
        }
        Ok(descent.ended(&first, &[], columns, to))
    }

    /// Writes a file, gives it a name, and removes the one before; none where it has no row.
    async fn file(&mut self, query: &str, name: &str) -> Fused<Option<String>> {
        let place = self
            .staging
            .url(name)
            .ok_or_else(|| DataFusionError::Configuration("no place".into()))?;
        let rows = self.session.written(query, &place, Form::Parquet).await?;
        self.forget().await;
        let table = fresh("round");
        self.last = Some((name.to_owned(), table.clone()));
        if rows == 0 {
            return Ok(None);
        }
        self.session
            .writing
            .register_parquet(&*table, place.as_str(), ParquetReadOptions::default())
            .await?;
        Ok(Some(table))
    }

    /// Removes the last file.
    pub(super) async fn forget(&mut self) {
        if let Some((file, table)) = self.last.take() {
            let _ = self.session.writing.deregister_table(&*table);
            self.staging.forget(&file).await;
        }
    }
}
