//! Look-up tables: as Arrow batches, and where every process can read them.
//!
//! **On a cluster** they are small Parquet files in the hidden place beside the output, removed as soon as the query is done. They
//! hold values of the data, so they must not be part of a plan: a scheduler logs plans, shows them to whoever asks, and takes no message
//! over 16 MB; and the place of the output is one that all executors can use anyway. In this process they stay in memory.

use std::sync::Arc;

use ::datafusion::arrow::array::{ArrayRef, Int32Array, RecordBatch, StringArray};
use ::datafusion::arrow::datatypes::{Field, Schema};
use ::datafusion::common::DataFusionError;
use ::datafusion::datasource::listing::ListingTableUrl;
use ::datafusion::datasource::{MemTable, TableProvider};
use ::datafusion::prelude::SessionContext;
use parquet::arrow::ArrowWriter;
use url::Url;

use super::fresh;
use super::session::Session;
use super::source::{Form, listing};
use super::staging::Staging;
use crate::coded::{OUTSIDE, numbers};
use crate::contract::{Ranked, Tuples};
use crate::error::{Error, Result};
use crate::sql::{self, Join};

pub(super) type Fused<T> = std::result::Result<T, DataFusionError>;

/// A look-up table by value: `key_0`, `label_0`.
pub(crate) fn by_value(keys: &ArrayRef, labels: &[Option<String>]) -> Result<RecordBatch> {
    batch(vec![
        (sql::key(0), keys.clone()),
        (sql::label(0), texts(labels)),
    ])
}

/// A look-up table by combination: `key_0`, `key_1`, …, `label_0`, `label_1`, ….
pub(crate) fn by_tuple(tuples: &Tuples) -> Result<RecordBatch> {
    let keys = tuples
        .keys
        .columns()
        .iter()
        .enumerate()
        .map(|(place, array)| (sql::key(place), array.clone()));
    let labels = tuples
        .labels
        .iter()
        .enumerate()
        .map(|(place, labels)| (sql::label(place), texts(labels)));
    batch(keys.chain(labels).collect())
}

/// A look-up table of numbers by value: `key_0`, `n_0`; on request without the values whose rows are left out.
pub(crate) fn by_number(ranked: &Ranked, only_inside: bool) -> Result<RecordBatch> {
    let numbers = Int32Array::from(numbers(ranked)?);
    let inside = numbers
        .iter()
        .map(|number| Some(!only_inside || number != Some(OUTSIDE)))
        .collect();
    let all = batch(vec![
        (sql::key(0), ranked.keys.clone()),
        (sql::number(0), Arc::new(numbers)),
    ])?;
    arrow_select::filter::filter_record_batch(&all, &inside).map_err(|_| uneven())
}

/// A look-up table of labels by region: `state`, `label_0`, `label_1`, ….
pub(crate) fn by_region(states: Vec<i32>, labels: &[&[Option<String>]]) -> Result<RecordBatch> {
    let states: ArrayRef = Arc::new(Int32Array::from(states));
    let labels = labels
        .iter()
        .enumerate()
        .map(|(place, labels)| (sql::label(place), texts(labels)));
    batch(
        std::iter::once(("state".to_owned(), states))
            .chain(labels)
            .collect(),
    )
}

fn texts(labels: &[Option<String>]) -> ArrayRef {
    Arc::new(StringArray::from_iter(labels.iter().map(Option::as_deref)))
}

fn batch(columns: Vec<(String, ArrayRef)>) -> Result<RecordBatch> {
    let fields = columns
        .iter()
        .map(|(name, array)| Field::new(name, array.data_type().clone(), true));
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let arrays = columns.into_iter().map(|(_, array)| array).collect();
    RecordBatch::try_new(schema, arrays).map_err(|_| uneven())
}

fn uneven() -> Error {
    Error::request(
        "a look-up table has columns of different lengths",
        "count the data again",
    )
}

/// Look-up tables that are known to a session, and the joins with them.
#[derive(Default)]
pub(super) struct Lookups {
    pub(super) joins: Vec<Join>,
    tables: Vec<String>,
    files: Vec<String>,
}

impl Lookups {
    /// Makes a table known where rows are written, and joins it.
    pub(super) async fn join(
        &mut self,
        session: &Session,
        staging: &Staging,
        batch: RecordBatch,
        (alias, selects): (String, bool),
        on: Vec<String>,
    ) -> Fused<()> {
        let table = self
            .table((session, &session.writing), staging, batch)
            .await?;
        self.joins.push(Join {
            table,
            alias,
            selects,
            on,
        });
        Ok(())
    }

    /// Makes a table known, and gives its name, quoted.
    pub(super) async fn table(
        &mut self,
        (session, context): (&Session, &SessionContext),
        staging: &Staging,
        batch: RecordBatch,
    ) -> Fused<String> {
        let name = fresh("lookup");
        let table: Arc<dyn TableProvider> = if session.spread {
            let (bytes, schema) = (parquet_of(&batch)?, batch.schema());
            let url = self.file(staging, format!("{name}.parquet"), bytes).await?;
            listing(
                context,
                vec![ListingTableUrl::try_new(url, None)?],
                Form::Parquet,
                schema,
            )?
        } else {
            Arc::new(MemTable::try_new(batch.schema(), vec![vec![batch]])?)
        };
        context.register_table(&*name, table)?;
        self.tables.push(name.clone());
        Ok(sql::quoted(&name))
    }

    /// Writes a file to the hidden place, which goes with the tables; its address.
    pub(super) async fn file(
        &mut self,
        staging: &Staging,
        name: String,
        bytes: Vec<u8>,
    ) -> Fused<Url> {
        self.files.push(name.clone());
        staging
            .put(&name, bytes)
            .await
            .map_err(|error| DataFusionError::External(Box::new(error)))?;
        staging
            .url(&name)
            .ok_or_else(|| DataFusionError::Configuration("no place".into()))
    }

    /// Removes them all.
    pub(super) async fn forget(&self, context: &SessionContext, staging: &Staging) {
        for table in &self.tables {
            let _ = context.deregister_table(table.as_str());
        }
        for file in &self.files {
            staging.forget(file).await;
        }
    }
}

pub(super) fn parquet_of(batch: &RecordBatch) -> Fused<Vec<u8>> {
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), None)?;
    writer.write(batch)?;
    Ok(writer.into_inner()?)
}
