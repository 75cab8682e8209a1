//! Rows as numbers, in files that DataFusion writes beside the output and counts again and again.
//!
//! One query a file, in one partition, to a file whose name is known before, as when rows are recoded: a task that runs twice writes the same. The files have numbers only.

use std::sync::Arc;

use ::datafusion::arrow::array::{Array, ArrayRef, AsArray, Int32Array, RecordBatch};
use ::datafusion::arrow::datatypes::{DataType, Field, Int64Type, Schema};
use ::datafusion::common::DataFusionError;
use ::datafusion::datasource::listing::ListingTableUrl;
use bauta_table::{Progress, Silent, Stage};
use futures_util::StreamExt;
use url::Url;

use super::lookup::{Lookups, by_number};
use super::output::AT_A_TIME;
use super::session::Session;
use super::source::{Form, listing};
use super::staging::{Staging, Target};
use super::{Fusion, failure, fresh};
use crate::batches::check_columns;
use crate::coded::{Counting, Numbers, Rows};
use crate::contract::{Output, Ranked};
use crate::error::{Error, Result};
use crate::sql;

type Fused<T> = std::result::Result<T, DataFusionError>;

/// Numbered rows in files that are not visible. Dropping it removes them.
pub(super) struct Numbered {
    session: Arc<Session>,
    staging: Staging,
    /// The name of the rows in this session.
    table: String,
}

/// Numbers the rows.
pub(super) fn number(
    fusion: &Fusion,
    columns: &[Ranked],
    cut: usize,
    output: &Output,
    progress: &dyn Progress,
) -> Result<Rows<Numbered>> {
    let names: Vec<String> = columns.iter().map(|ranked| ranked.column.clone()).collect();
    check_columns(&fusion.columns, &names)?;
    let (target, _) = Target::of(&output.place, output.force)?;
    let session = fusion.session.clone();
    let staging = session.run(
        async { Ok(Staging::make(&session.writing, &target).await) },
        progress,
    )??;
    let numbered = Numbered {
        session: session.clone(),
        staging,
        table: fresh("numbers"),
    };
    let files = session.run(
        async {
            let mut lookups = Lookups::default();
            let files = write(fusion, columns, &numbered, &mut lookups, progress).await;
            lookups.forget(&session.writing, &numbered.staging).await;
            files
        },
        progress,
    )?;
    numbered.register(files, columns.len())?;
    Rows::of(numbered, (columns.len(), cut), progress)
}

/// Writes the numbers of all files, and gives the addresses of what was written.
async fn write(
    fusion: &Fusion,
    columns: &[Ranked],
    numbered: &Numbered,
    lookups: &mut Lookups,
    progress: &dyn Progress,
) -> Fused<Vec<Url>> {
    let outside = |error: Error| DataFusionError::External(Box::new(error));
    let mut shown = Vec::new();
    for (place, ranked) in columns.iter().enumerate() {
        let alias = format!("r{place}");
        let batch = by_number(ranked, false).map_err(outside)?;
        let on = vec![sql::same(
            &sql::of_data(&ranked.column),
            &format!("{alias}.{}", sql::key(0)),
        )];
        lookups
            .join(
                &fusion.session,
                &numbered.staging,
                batch,
                (alias.clone(), false),
                on,
            )
            .await?;
        shown.push((format!("{alias}.{}", sql::number(0)), sql::number(place)));
    }
    let (lookups, shown, session) = (&*lookups, &shown, &fusion.session);
    let all = fusion.source.files.iter().enumerate();
    let work = all.map(|(number, file)| async move {
        let name = format!("part-{number:05}.parquet");
        let place = numbered
            .staging
            .rows(&name)
            .ok_or_else(|| DataFusionError::Configuration("no place".into()))?;
        let data = fresh("part");
        session.writing.register_table(
            &*data,
            fusion
                .source
                .table(&session.writing, std::slice::from_ref(file))?,
        )?;
        let query = sql::recoded(&sql::quoted(&data), shown, &lookups.joins);
        let written = session.written(&query, &place, Form::Parquet).await;
        session.writing.deregister_table(&*data)?;
        Ok::<_, DataFusionError>((written? > 0).then_some(place))
    });
    let mut work = futures_util::stream::iter(work).buffer_unordered(AT_A_TIME);
    let mut files = Vec::new();
    while let Some(written) = work.next().await {
        files.extend(written?);
        progress.tell(
            Stage::Read,
            files.len() as u64,
            Some(fusion.source.files.len() as u64),
        );
    }
    files.sort();
    Ok(files)
}

impl Numbered {
    /// Makes the files known as a table.
    fn register(&self, files: Vec<Url>, columns: usize) -> Result<()> {
        let fields =
            (0..columns).map(|place| Field::new(sql::number(place), DataType::Int32, true));
        let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
        let told = |error| failure::of(&self.session.name, &error);
        let urls = files
            .into_iter()
            .map(|url| ListingTableUrl::try_new(url, None))
            .collect::<Fused<Vec<_>>>();
        let table = listing(
            &self.session.counting,
            urls.map_err(told)?,
            Form::Parquet,
            schema,
        )
        .map_err(told)?;
        self.session
            .counting
            .register_table(&*self.table, table)
            .map(|_| ())
            .map_err(told)
    }

    /// The rows of an answer, number by number.
    fn rows(&self, batch: &RecordBatch, each: &mut dyn FnMut(&[Option<i64>])) -> Result<()> {
        let columns = batch
            .columns()
            .iter()
            .map(|column| column.as_primitive_opt::<Int64Type>());
        let columns: Option<Vec<_>> = columns.collect();
        let columns = columns.ok_or_else(|| self.session.broke("it gave no counts"))?;
        let mut row = vec![None; columns.len()];
        for at in 0..batch.num_rows() {
            let cells = columns
                .iter()
                .map(|column| column.is_valid(at).then(|| column.value(at)));
            row.iter_mut()
                .zip(cells)
                .for_each(|(number, cell)| *number = cell);
            each(&row);
        }
        Ok(())
    }
}

impl Counting for Numbered {
    fn table(&self) -> String {
        sql::quoted(&self.table)
    }

    fn count(
        &self,
        tables: &[Numbers],
        queries: &dyn Fn(&[String]) -> Vec<String>,
        each: &mut dyn FnMut(usize, &[Option<i64>]),
        progress: &dyn Progress,
    ) -> Result<()> {
        let mut lookups = Lookups::default();
        let context = &self.session.counting;
        let made = self.session.run(
            async {
                let mut names = Vec::new();
                for table in tables {
                    let batch = batch_of(table)?;
                    names.push(
                        lookups
                            .table((&self.session, context), &self.staging, batch)
                            .await?,
                    );
                }
                Ok(names)
            },
            progress,
        );
        let asked = made.and_then(|names| {
            for (number, query) in queries(&names).iter().enumerate() {
                for batch in self.session.collect(query, progress)? {
                    self.rows(&batch, &mut |row| each(number, row))?;
                }
            }
            Ok(())
        });
        let forgotten = async {
            lookups.forget(context, &self.staging).await;
            Ok(())
        };
        self.session.run(forgotten, &Silent).and(asked)
    }
}

/// A table of whole numbers as Arrow has it.
pub(super) fn batch_of(table: &Numbers) -> Fused<RecordBatch> {
    let fields = table
        .iter()
        .map(|(name, _)| Field::new(name, DataType::Int32, true))
        .collect::<Vec<_>>();
    let arrays = table
        .iter()
        .map(|(_, numbers)| Arc::new(Int32Array::from(numbers.clone())) as ArrayRef);
    Ok(RecordBatch::try_new(
        Arc::new(Schema::new(fields)),
        arrays.collect(),
    )?)
}

impl Drop for Numbered {
    fn drop(&mut self) {
        let _ = self.session.counting.deregister_table(self.table.as_str());
        let (session, staging) = (self.session.clone(), &mut self.staging);
        let _ = session.run(
            async {
                staging.remove().await;
                Ok(())
            },
            &Silent,
        );
    }
}
