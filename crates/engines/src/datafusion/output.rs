//! Writing: look-up tables to where every process can read them ([`Lookups`]), then one query a file.

use std::future::Future;
use std::sync::Arc;

use ::datafusion::arrow::array::{ArrayRef, AsArray, RecordBatch, StringArray};
use ::datafusion::arrow::datatypes::{DataType, UInt64Type};
use ::datafusion::common::DataFusionError;
use bauta_formats::{FileFormat, ReadOptions};
use bauta_table::{Progress, Stage};
use futures_util::StreamExt;
use url::Url;

use super::drawn::{BY_EXECUTOR, NUMBER, numbered};
use super::lookup::{Lookups, by_number, by_region, by_tuple, by_value};
use super::rounds::Rounds;
use super::source::{Form, Source};
use super::staging::{Staging, Target};
use super::written::Files;
use super::{Fusion, coded, dealt, failure, fresh, recipe};
use crate::contract::{Cuts, Drawn, Made, Mapping, Output, Replaced};
use crate::descent::{Descent, Followed, of_region, reached};
use crate::error::{Error, Result};
use crate::sql;

/// Most files that are asked for at a time.
pub(super) const AT_A_TIME: usize = 64;

type Fused<T> = std::result::Result<T, DataFusionError>;

/// Writes all rows recoded to the hidden place.
pub(super) fn write(
    fusion: &Fusion,
    mapping: &Mapping,
    output: &Output,
    progress: &dyn Progress,
) -> Result<Files> {
    let (target, address) = Target::of(&output.place, output.force)?;
    let session = &fusion.session;
    let form = match (address.format, fusion.source.form) {
        (FileFormat::Parquet, _) => Form::Parquet,
        (FileFormat::Tsv, _) => Form::Csv { delimiter: b'\t' },
        (_, Form::Csv { delimiter }) if delimiter != b'\t' => Form::Csv { delimiter },
        _ => Form::Csv { delimiter: b',' },
    };
    let staging = session.run(
        async { Ok(Staging::make(&session.writing, &target).await) },
        progress,
    )??;
    let mut files = Files::new(
        session.clone(),
        target,
        staging,
        form,
        fusion.reading.clone(),
    );
    files.limit = fusion.limit;
    let writing = Writing {
        fusion,
        mapping,
        form,
        progress,
    };
    let groups = fusion.groups();
    files.names = form.names("part", groups.len());
    let made = writing.functions()?;
    let counted = session.run(async { Ok(writing.run(&files, &groups).await) }, progress);
    made.iter()
        .for_each(|name| session.writing.deregister_udf(name));
    files.rows = counted??;
    Ok(files)
}

struct Writing<'a> {
    fusion: &'a Fusion,
    mapping: &'a Mapping,
    form: Form,
    progress: &'a dyn Progress,
}

impl Writing<'_> {
    /// Writes all files and removes the look-up tables, whatever happened.
    async fn run(&self, files: &Files, groups: &[Vec<Url>]) -> Result<u64> {
        let mut lookups = Lookups::default();
        let written = match self.ready(&mut lookups, &files.staging, groups).await {
            Ok((cutting, before)) => {
                self.files(
                    &Ready {
                        lookups: &lookups,
                        cutting,
                        before,
                    },
                    files,
                    groups,
                )
                .await
            }
            Err(error) => Err(failure::of(&self.fusion.session.name, &error)),
        };
        lookups
            .forget(&self.fusion.session.writing, &files.staging)
            .await;
        written
    }

    /// What all files are written with, beside the look-up tables: cuts, and the rows before each group where rows need numbers.
    async fn ready(
        &self,
        lookups: &mut Lookups,
        staging: &Staging,
        groups: &[Vec<Url>],
    ) -> Fused<(Cutting, Vec<u64>)> {
        let cutting = self.look_up(lookups, staging).await?;
        let before = if self.draws() && groups.len() > 1 {
            self.fusion.rows_before(groups).await?
        } else {
            Vec::new()
        };
        Ok((cutting, before))
    }

    /// Whether cells are drawn.
    fn draws(&self) -> bool {
        self.mapping
            .columns
            .iter()
            .any(|(_, replaced)| matches!(replaced, Replaced::Drawn(_)))
    }

    /// Writes all files, and gives the number of rows: at once where there is one only, else by way of hidden ones.
    async fn files(&self, ready: &Ready<'_>, files: &Files, groups: &[Vec<Url>]) -> Result<u64> {
        let told = |error| failure::of(&self.fusion.session.name, &error);
        let parts = groups.len();
        let step = if parts == 1 {
            Step::Only
        } else {
            Step::Deal(parts)
        };
        let work = (0..parts).map(|number| self.file(ready, files, groups, (number, step)));
        let steps = if parts == 1 { 1 } else { 2 };
        let counts = self.all(work, (0, steps)).await.map_err(told)?;
        if parts == 1 {
            return Ok(counts.iter().sum());
        }
        let gathered = self.gathered(files, &counts).await.map_err(told);
        for name in &files.names {
            files.staging.forget(&hidden(name)).await;
        }
        gathered
    }

    /// Does some of the work of a step at a time, and gives the rows of each file.
    async fn all(
        &self,
        work: impl ExactSizeIterator<Item = impl Future<Output = Fused<u64>>>,
        (step, steps): (u64, u64),
    ) -> Fused<Vec<u64>> {
        let total = work.len() as u64;
        let mut work = futures_util::stream::iter(work).buffered(AT_A_TIME);
        let mut counts = Vec::new();
        while let Some(count) = work.next().await {
            counts.push(count?);
            let done = step * total + counts.len() as u64;
            self.progress.tell(Stage::Write, done, Some(steps * total));
        }
        Ok(counts)
    }

    /// Writes one file, and gives its number of rows. On a cluster it is written again if the executor is lost that did it.
    async fn file(
        &self,
        ready: &Ready<'_>,
        files: &Files,
        groups: &[Vec<Url>],
        (number, step): (usize, Step),
    ) -> Fused<u64> {
        let before = ready.before.get(number).copied().unwrap_or_default();
        let (group, name) = (&groups[number], &files.names[number]);
        self.fusion
            .session
            .again(|| self.attempt(ready, files, (group, before), (name, step)))
            .await
    }

    /// Writes the files of the output from the hidden ones, and gives the number of rows.
    async fn gathered(&self, files: &Files, counts: &[u64]) -> Fused<u64> {
        let session = &self.fusion.session;
        let filled = files.names.iter().zip(counts);
        let urls: Option<Vec<Url>> = filled
            .filter(|(_, rows)| **rows > 0)
            .map(|(name, _)| files.staging.url(&hidden(name)))
            .collect();
        let urls = urls.ok_or_else(no_place)?;
        if urls.is_empty() {
            return Ok(0);
        }
        let (form, reading) = (Form::Parquet, ReadOptions::default());
        let source = Source::of_files(&session.writing, urls.clone(), form, "rows", &reading);
        let source = source.await?.map_err(outside)?;
        let (data, schema) = (fresh("dealt"), dealt::without_number(&source.schema));
        session
            .writing
            .register_table(&*data, source.table(&session.writing, &urls)?)?;
        let table = sql::quoted(&data);
        let write = |number: usize| {
            let query = dealt::gathered(&table, &schema, number);
            let place = files.staging.rows(&files.names[number]);
            async move {
                let place = place.ok_or_else(no_place)?;
                session.written(&query, &place, self.form).await
            }
        };
        let counts = self.all((0..files.names.len()).map(write), (1, 2)).await;
        session.writing.deregister_table(&*data)?;
        Ok(counts?.iter().sum())
    }

    async fn attempt(
        &self,
        ready: &Ready<'_>,
        files: &Files,
        (group, before): (&[Url], u64),
        (name, step): (&str, Step),
    ) -> Fused<u64> {
        let session = &self.fusion.session;
        let place = match step {
            Step::Only => files.staging.rows(name),
            Step::Deal(_) => files.staging.url(&hidden(name)),
        };
        let place = place.ok_or_else(no_place)?;
        let data = fresh("part");
        session
            .writing
            .register_table(&*data, self.fusion.source.table(&session.writing, group)?)?;
        let table = sql::quoted(&data);
        let rows = if self.draws() {
            numbered(&table, before)
        } else {
            table
        };
        let (columns, joins) = (self.columns(&files.staging)?, &ready.lookups.joins);
        let mut rounds = Rounds::new(session, &files.staging);
        let written = async {
            let query = match &ready.cutting {
                Some((descent, to)) if session.spread => {
                    rounds
                        .query(descent, to, (&rows, &columns, joins), name)
                        .await?
                }
                Some((descent, to)) => descent.recoded(&rows, &columns, joins, to),
                None => sql::recoded(&rows, &columns, joins),
            };
            match step {
                Step::Only => {
                    let names: Vec<String> = columns.into_iter().map(|it| it.1).collect();
                    let query = sql::in_order(&query, &names);
                    session.write(&query, &place, self.form).await
                }
                Step::Deal(parts) => {
                    let schema = session.writing.sql(&query).await?;
                    let query = dealt::dealt(&query, schema.schema().as_arrow(), parts);
                    session.write(&query, &place, Form::Parquet).await
                }
            }
        };
        let written = written.await;
        rounds.forget().await;
        session.writing.deregister_table(&*data)?;
        written
    }

    /// Makes the functions known by which columns are made in this process, and gives their names. Elsewhere our own executors must know them.
    fn functions(&self) -> Result<Vec<String>> {
        let mut names = Vec::new();
        for (index, (_, replaced)) in self.mapping.columns.iter().enumerate() {
            if let Replaced::Drawn(drawn) = replaced {
                if self.fusion.session.spread {
                    continue;
                }
                self.fusion
                    .session
                    .writing
                    .register_udf(super::drawn::function(made_by(index), drawn)?);
                names.push(made_by(index));
                continue;
            }
            let Replaced::Made(made) = replaced else {
                continue;
            };
            if !self.fusion.session.spread {
                let name = made_by(index);
                self.fusion
                    .session
                    .writing
                    .register_udf(super::made::function(name.clone(), &made.by));
                names.push(name);
                continue;
            }
            let (Some(function), true) = (
                made.by.elsewhere(),
                made.from.iter().all(|name| self.prints_alike(name)),
            ) else {
                return Err(Error::unknown_to_executors());
            };
            self.same_key(function, made)?;
        }
        Ok(names)
    }

    /// Whether every engine prints the values of a column as tables do.
    fn prints_alike(&self, name: &str) -> bool {
        use DataType as T;
        let field = self.fusion.source.schema.field_with_name(name);
        field.is_ok_and(|field| {
            matches!(
                field.data_type(),
                T::Utf8 | T::LargeUtf8 | T::Utf8View | T::Date32
            ) || field.data_type().is_integer()
        })
    }

    /// The expression of a column that is made.
    fn made(&self, index: usize, made: &Made) -> String {
        let columns = made.from.iter().map(|name| sql::of_data(name));
        match made.by.elsewhere().filter(|_| self.fusion.session.spread) {
            Some(function) => {
                let texts = columns
                    .map(|column| format!("CAST({column} AS VARCHAR)"))
                    .collect::<Vec<_>>();
                format!("{function}({})", texts.join(", "))
            }
            None => format!(
                "{}({})",
                made_by(index),
                columns.collect::<Vec<_>>().join(", ")
            ),
        }
    }

    /// Refuses executors that make another pseudonym of the same text than this process would.
    fn same_key(&self, function: &str, made: &Made) -> Result<()> {
        let probe: ArrayRef = Arc::new(StringArray::from(vec!["bauta"]));
        let ours = RecordBatch::try_from_iter([("probe", probe)]).map(|batch| made.by.make(&batch));
        let ours = ours.map_err(|_| self.fusion.session.broke("it gave no counts"))??;
        let query = format!("SELECT {function}(x) AS x FROM (VALUES ('bauta')) AS t(x)");
        let theirs = self.fusion.session.collect(&query, self.progress)?;
        let theirs = theirs
            .first()
            .and_then(|batch| batch.columns().first()?.as_string_opt::<i32>().cloned());
        if theirs.is_some_and(|theirs| theirs == ours) {
            Ok(())
        } else {
            Err(Error::request(
                "the executors have another key than this process",
                "start them with bauta executor --key-file and the same file",
            ))
        }
    }

    /// Makes the look-up tables, and the cuts that rows are sent down, if there are some.
    async fn look_up(&self, lookups: &mut Lookups, staging: &Staging) -> Fused<Cutting> {
        let session = &self.fusion.session;
        for (index, (name, replaced)) in self.mapping.columns.iter().enumerate() {
            if let Replaced::ByValue { keys, labels } = replaced {
                let batch = by_value(keys, labels).map_err(outside)?;
                let on = vec![sql::same(
                    &sql::of_data(name),
                    &format!("l{index}.{}", sql::key(0)),
                )];
                lookups
                    .join(session, staging, batch, (format!("l{index}"), false), on)
                    .await?;
            }
            if let (Replaced::Drawn(drawn), true) = (replaced, session.spread) {
                let recipe = recipe::bytes(
                    &drawn.by.recipe(),
                    &self.fusion.reading,
                    self.fusion.texts_are_typed(),
                )?;
                lookups.file(staging, recipe_of(index), recipe).await?;
            }
        }
        if let Some(tuples) = &self.mapping.tuples {
            let batch = by_tuple(tuples).map_err(outside)?;
            let names = tuples.keys.schema();
            let names = names.fields().iter().enumerate();
            let on = names.map(|(at, field)| {
                sql::same(&sql::of_data(field.name()), &format!("t.{}", sql::key(at)))
            });
            lookups
                .join(
                    session,
                    staging,
                    batch,
                    ("t".to_owned(), true),
                    on.collect(),
                )
                .await?;
        }
        match self.mapping.cuts() {
            Some(cuts) => Ok(Some(self.cut(cuts, lookups, staging).await?)),
            None => Ok(None),
        }
    }

    /// The look-up tables of cuts: ranks by value, the questions that lead to regions, and the labels of regions.
    async fn cut(
        &self,
        cuts: &Cuts,
        lookups: &mut Lookups,
        staging: &Staging,
    ) -> Fused<(Descent, Followed)> {
        let session = &self.fusion.session;
        for (place, ranked) in cuts.columns.iter().enumerate() {
            let (alias, batch) = (
                format!("r{place}"),
                by_number(ranked, true).map_err(outside)?,
            );
            let on = vec![sql::same(
                &sql::of_data(&ranked.column),
                &format!("{alias}.{}", sql::key(0)),
            )];
            lookups
                .join(session, staging, batch, (alias, true), on)
                .await?;
        }
        let descent = Descent::of(&cuts.nodes, cuts.columns.len()).map_err(outside)?;
        let mut steps = Vec::new();
        for table in descent.tables() {
            let batch = coded::batch_of(&table)?;
            steps.push(
                lookups
                    .table((session, &session.writing), staging, batch)
                    .await?,
            );
        }
        let states = (0..cuts.regions).map(reached).collect();
        let labels = by_region(states, &self.mapping.region_labels()).map_err(outside)?;
        let regions = lookups
            .table((session, &session.writing), staging, labels)
            .await?;
        Ok((
            descent,
            Followed {
                steps,
                regions,
                labelled: self.mapping.labelled(),
            },
        ))
    }

    /// The columns of the output as expressions with their names.
    fn columns(&self, staging: &Staging) -> Fused<Vec<(String, String)>> {
        let text = |name: &str| {
            let field = self.fusion.source.schema.field_with_name(name);
            field.is_ok_and(|field| {
                matches!(field.data_type(), DataType::Utf8 | DataType::LargeUtf8)
            })
        };
        let mut regions = 0..;
        let columns = self
            .mapping
            .columns
            .iter()
            .enumerate()
            .map(|(index, (name, replaced))| {
                let (expression, text) = match replaced {
                    Replaced::Kept => (sql::of_data(name), text(name)),
                    Replaced::ByRegion { .. } => {
                        (of_region(regions.next().unwrap_or_default()), true)
                    }
                    Replaced::ByValue { .. } => (format!("l{index}.{}", sql::label(0)), true),
                    Replaced::ByTuple { place } => (format!("t.{}", sql::label(*place)), true),
                    Replaced::Made(made) => (self.made(index, made), true),
                    Replaced::Drawn(drawn) => (
                        self.drawn(index, name, drawn, staging)?,
                        drawn.by.kind() == DataType::Utf8,
                    ),
                };
                let guarded = text && self.form != Form::Parquet;
                Ok((
                    if guarded {
                        sql::disarmed(&expression)
                    } else {
                        expression
                    },
                    name.clone(),
                ))
            });
        columns.collect()
    }

    /// The expression of a column that is drawn: by a function of this process, or of our executors, which find its recipe in the hidden place.
    fn drawn(&self, index: usize, name: &str, drawn: &Drawn, staging: &Staging) -> Fused<String> {
        let (number, value) = (sql::of_data(NUMBER), sql::of_data(name));
        if !self.fusion.session.spread {
            return Ok(format!("{}({number}, {value})", made_by(index)));
        }
        let place = staging.url(&recipe_of(index)).ok_or_else(no_place)?;
        let (function, kind) = (BY_EXECUTOR, drawn.by.kind());
        Ok(format!(
            "{function}({}, {number}, {value}, arrow_cast(NULL, '{kind}'))",
            sql::literal(place.as_str())
        ))
    }
}

/// The name of a hidden file whose rows are still to be gathered.
fn hidden(name: &str) -> String {
    format!("dealt-{name}.parquet")
}

fn no_place() -> DataFusionError {
    DataFusionError::Configuration("no place".into())
}

/// What a query writes.
#[derive(Clone, Copy)]
enum Step {
    /// The only file of the output.
    Only,
    /// A hidden file, whose rows go to that many files.
    Deal(usize),
}

/// The name of the file with the recipe of a column.
fn recipe_of(index: usize) -> String {
    format!("drawn-{index}.recipe")
}

/// The name of the function that makes a column.
fn made_by(index: usize) -> String {
    format!("bauta_made_{index}")
}

/// What a query that writes answers: the number of rows.
pub(super) fn count(batch: &RecordBatch) -> Option<u64> {
    batch
        .columns()
        .first()?
        .as_primitive_opt::<UInt64Type>()?
        .values()
        .iter()
        .sum::<u64>()
        .into()
}

/// What all files are written with.
struct Ready<'a> {
    lookups: &'a Lookups,
    cutting: Cutting,
    /// How many rows come before those of each group; nothing where nobody asks.
    before: Vec<u64>,
}

/// The cuts that rows are sent down, if there are some.
type Cutting = Option<(Descent, Followed)>;

fn outside(error: Error) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}
