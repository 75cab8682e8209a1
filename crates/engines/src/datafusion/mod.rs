//! DataFusion as an engine: in this process, and (with another session) on a Ballista cluster.
//!
//! **Counting** is one query that DataFusion spreads over cores or machines and spills where a memory budget is set. **Writing** is one query
//! a file, in one partition, sorted by what is written: a file has the same name and bytes whenever it is written again. Where a cluster writes several files,
//! rows are dealt to them by what is written of them ([`dealt`]), in two such queries and without a shuffle. It writes as many files at a time as it has room for,
//! and an executor that dies in the middle leaves nothing that a second attempt does not replace.

mod coded;
mod dealt;
pub(crate) mod drawn;
pub(crate) mod failure;
mod function;
mod lookup;
mod made;
mod output;
pub(crate) mod recipe;
mod rounds;
mod sampled;
pub(crate) mod session;
mod source;
mod staging;
pub(crate) mod stores;
mod tables;
mod written;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ::datafusion::arrow::array::{AsArray, RecordBatch};
use ::datafusion::arrow::compute::concat_batches;
use ::datafusion::arrow::datatypes::{DataType, Field, Int64Type, Schema};
use ::datafusion::datasource::TableProvider;
use bauta_formats::{Locator, ReadOptions};
use bauta_table::{Progress, Silent};
use futures_util::{StreamExt, TryStreamExt};
use url::Url;

use crate::batches::{check_columns, check_mapping, room};
use crate::contract::{
    Capabilities, Chosen, Coded, Counted, Engine, LargeCounts, Mapping, Output, Profile,
    Pseudonyms, Ranked, Scan, Written,
};
use crate::error::Result;
use crate::sql;
use lookup::Fused;
use session::Session;
use source::{Address, Form, Source};
use staging::Target;
pub use tables::{Tables, tables};

/// Opens Parquet or CSV files: one, a folder of that name, or a pattern; on a disk, or on an S3-compatible store (`s3://bucket/path`) that
/// the environment describes. `memory`: bytes beyond which counting and sorting go to temporary files.
///
/// # Errors
/// Files that are not there, or that differ in their columns.
pub fn open(
    locator: &Locator,
    reading: &ReadOptions,
    memory: Option<u64>,
) -> Result<Box<dyn Engine>> {
    Ok(Box::new(Fusion::open(
        Arc::new(Session::here(memory)?),
        locator,
        reading,
    )?))
}

/// Most files of an output.
const FILES: usize = 1_000;

/// A data set under a session.
pub(crate) struct Fusion {
    session: Arc<Session>,
    source: Source,
    reading: ReadOptions,
    columns: Vec<String>,
    /// The name of the data in this session, quoted.
    table: String,
    /// Bytes that an answer may take in this process.
    limit: Option<u64>,
    /// The hidden files that hold the rows of a sample, and go with it.
    hidden: Option<written::Files>,
}

/// A name that no other table of this process has.
fn fresh(what: &str) -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("bauta_{what}_{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

impl Fusion {
    pub(crate) fn open(
        session: Arc<Session>,
        locator: &Locator,
        reading: &ReadOptions,
    ) -> Result<Fusion> {
        let address = Address::of(locator)?;
        let source = session.run(
            Source::find(&session.counting, locator, &address, reading),
            &Silent,
        )??;
        Fusion::of(session, source, reading.clone())
    }

    fn of(session: Arc<Session>, source: Source, reading: ReadOptions) -> Result<Fusion> {
        let name = fresh("data");
        let table = source.table(&session.counting, &source.files);
        let told = |error| failure::of(&session.name, &error);
        session
            .counting
            .register_table(&*name, table.map_err(told)?)
            .map_err(told)?;
        let columns = source.columns();
        Ok(Fusion {
            session,
            source,
            reading,
            columns,
            table: sql::quoted(&name),
            limit: None,
            hidden: None,
        })
    }

    /// What tells whether a cell of a column has a value, as tables see it: an empty text and "not a number" are none.
    fn value(&self, column: &str) -> String {
        let expression = sql::of_data(column);
        match self
            .source
            .schema
            .field_with_name(column)
            .map(Field::data_type)
        {
            Ok(DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View) => {
                format!("nullif({expression}, '')")
            }
            Ok(DataType::Float32 | DataType::Float64) => {
                format!(
                    "CASE WHEN {expression} = CAST('NaN' AS DOUBLE) THEN NULL ELSE {expression} END"
                )
            }
            _ => expression,
        }
    }

    /// Whether texts may stand for numbers and dates.
    fn texts_are_typed(&self) -> bool {
        matches!(self.source.form, Form::Csv { .. })
    }

    /// The files that are read for each file that is written: in this process all for one, on a cluster each for its own.
    fn groups(&self) -> Vec<Vec<Url>> {
        let files = &self.source.files;
        let groups = if self.session.spread {
            files.len().min(FILES)
        } else {
            1
        };
        files
            .chunks(files.len().div_ceil(groups.max(1)).max(1))
            .map(<[Url]>::to_vec)
            .collect()
    }

    /// How many rows come before those of each group, and at the end all.
    async fn rows_before(&self, groups: &[Vec<Url>]) -> Fused<Vec<u64>> {
        let counts = groups.iter().map(|group| self.rows_of(group));
        let counts: Vec<u64> = futures_util::stream::iter(counts)
            .buffered(output::AT_A_TIME)
            .try_collect()
            .await?;
        let sums = counts.into_iter().scan(0, |sum, rows| {
            *sum += rows;
            Some(*sum)
        });
        Ok(std::iter::once(0).chain(sums).collect())
    }

    async fn rows_of(&self, files: &[Url]) -> Fused<u64> {
        let (session, data) = (&self.session, fresh("part"));
        session
            .counting
            .register_table(&*data, self.source.table(&session.counting, files)?)?;
        let query = format!(
            "SELECT CAST(count(*) AS BIGINT UNSIGNED) AS n FROM {}",
            sql::quoted(&data)
        );
        let counted = session
            .again(|| session.collected(&query, u64::MAX, &Silent))
            .await;
        session.counting.deregister_table(&*data)?;
        Ok(counted?.iter().filter_map(output::count).sum())
    }

    fn profile_of(&self, column: &str, progress: &dyn Progress) -> Result<Profile> {
        let answer = self
            .session
            .collect(&sql::profiled(&self.table, &self.value(column)), progress)?;
        let number = |place: usize| {
            let batch = answer.first()?;
            batch
                .columns()
                .get(place)?
                .as_primitive_opt::<Int64Type>()?
                .values()
                .first()
                .map(|&count| count as u64)
        };
        match (number(0), number(1), number(2)) {
            (Some(rows), Some(missing), Some(distinct)) => Ok(Profile {
                column: column.to_owned(),
                rows,
                missing,
                distinct,
            }),
            _ => Err(self.session.broke("it gave no count")),
        }
    }
}

impl Engine for Fusion {
    fn name(&self) -> String {
        self.session.name.clone()
    }

    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn profile(&self, columns: &[String], progress: &dyn Progress) -> Result<Vec<Profile>> {
        check_columns(&self.columns, columns)?;
        columns
            .iter()
            .map(|column| self.profile_of(column, progress))
            .collect()
    }

    fn frequency_set(&self, columns: &[String], progress: &dyn Progress) -> Result<Counted> {
        check_columns(&self.columns, columns)?;
        let expressions: Vec<String> = columns.iter().map(|column| sql::of_data(column)).collect();
        let query = sql::counted_in_order(&self.table, &expressions);
        let batches = self
            .session
            .collect_at_most(&query, room(self.limit), progress)?;
        let fields = columns
            .iter()
            .filter_map(|column| self.source.schema.field_with_name(column).ok().cloned());
        let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
        let mut weights = Vec::new();
        let mut keys = Vec::with_capacity(batches.len());
        for batch in batches {
            let (columns, counts) = batch.columns().split_at(columns.len());
            let counts = counts
                .first()
                .and_then(|counts| counts.as_primitive_opt::<Int64Type>());
            let counts = counts.ok_or_else(|| self.session.broke("it gave no counts"))?;
            weights.extend(counts.values().iter().map(|&count| count as u64));
            let batch = RecordBatch::try_new(schema.clone(), columns.to_vec());
            keys.push(batch.map_err(|_| {
                self.session
                    .broke("it gave other columns than were asked for")
            })?);
        }
        let mut reading = self.reading.clone();
        reading.kinds.retain(|name, _| columns.contains(name));
        let typed = self.texts_are_typed();
        let table =
            bauta_formats::parquet::table_of(&self.source.shown, &schema, &keys, &reading, typed)?;
        let keys = concat_batches(&schema, &keys).map_err(|_| {
            self.session.broke(
                "more combinations than memory has room for; ask for fewer or coarser columns",
            )
        })?;
        Ok(Counted {
            keys,
            table,
            weights,
        })
    }

    fn scan(&self, columns: &[String], each: &Scan<'_>, progress: &dyn Progress) -> Result<()> {
        check_columns(&self.columns, columns)?;
        let list: Vec<String> = columns.iter().map(|column| sql::of_data(column)).collect();
        let query = format!("SELECT {} FROM {} AS d", list.join(", "), self.table);
        let shown = self.session.shown(&query, each, progress);
        self.session.run(shown, progress)
    }

    fn coded(
        &self,
        columns: &[Ranked],
        cut: usize,
        output: &Output,
        progress: &dyn Progress,
    ) -> Result<Box<dyn Coded>> {
        Ok(Box::new(coded::number(
            self, columns, cut, output, progress,
        )?))
    }

    fn limit(&mut self, memory: u64) {
        self.limit = Some(memory);
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            row_numbers: true,
            pseudonyms: if self.session.spread {
                Pseudonyms::OnExecutors
            } else {
                Pseudonyms::Here
            },
            large_counts: LargeCounts::InEngine,
        }
    }

    fn check_output(&self, place: &Locator) -> Result<()> {
        Target::of(place, false).map(|_| ())
    }

    fn sampled(
        &self,
        chosen: &Chosen,
        output: &Output,
        progress: &dyn Progress,
    ) -> Result<Box<dyn Engine>> {
        Ok(Box::new(sampled::sampled(self, chosen, output, progress)?))
    }

    fn apply(
        &self,
        mapping: &Mapping,
        output: &Output,
        progress: &dyn Progress,
    ) -> Result<Box<dyn Written>> {
        check_mapping(&self.columns, self.capabilities(), mapping)?;
        Ok(Box::new(output::write(self, mapping, output, progress)?))
    }
}

impl Drop for Fusion {
    fn drop(&mut self) {
        let _: std::result::Result<Option<Arc<dyn TableProvider>>, _> = self
            .session
            .counting
            .deregister_table(self.table.trim_matches('"'));
    }
}
