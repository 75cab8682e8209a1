//! A connection to DataFusion: in this process, or on a cluster.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use ::datafusion::arrow::record_batch::RecordBatch;
use ::datafusion::common::DataFusionError;
use ::datafusion::config::CsvOptions;
use ::datafusion::dataframe::DataFrameWriteOptions;
use ::datafusion::execution::memory_pool::FairSpillPool;
use ::datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use ::datafusion::execution::{SessionState, SessionStateBuilder};
use ::datafusion::prelude::{DataFrame, SessionConfig, SessionContext};
use bauta_table::{Progress, Stage};
use futures_util::StreamExt;
use tokio::runtime::Runtime;
use tokio::time::timeout;
use url::Url;

use super::failure;
use super::output::count;
use super::source::Form;
use super::stores::Stores;
use crate::contract::Scan;
use crate::error::{Error, Result};

/// How often a wish to stop is looked for while work goes on elsewhere.
const GLANCE: Duration = Duration::from_millis(100);

/// The least that a sort keeps back for merging what it spilled.
const LEAST_KEPT_BACK: usize = 64 << 10;

/// What a partition needs at least, to be of use beside others.
const ROOM: u64 = 32 << 20;

/// Below this budget rows travel in smaller batches, many of which are held at a time.
const TIGHT: u64 = 256 << 20;
const SMALL_BATCH: usize = 1_024;

/// A session. Questions are asked from threads that drive no asynchronous work.
pub(crate) struct Session {
    /// The engine as the command line names it.
    pub(crate) name: String,
    /// Whether several processes write: each a file of its own then.
    pub(crate) spread: bool,
    /// For counting: as many partitions as there are cores.
    pub(crate) counting: SessionContext,
    /// For writing: one partition, so that rows keep their order and a query writes one file.
    pub(crate) writing: SessionContext,
    // Last, so that it outlives what it drives.
    runtime: Runtime,
}

impl Session {
    /// DataFusion in this process, within a budget of memory beyond which it writes to temporary files.
    pub(crate) fn here(memory: Option<u64>) -> Result<Session> {
        let runtime = threads("datafusion")?;
        let environment = environment(memory).map_err(|error| failure::of("datafusion", &error))?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        // Each partition needs room of its own.
        let cores = memory.map_or(cores, |bytes| cores.min((bytes / ROOM) as usize).max(1));
        let context = |partitions: usize| {
            let config = settings(SessionConfig::new(), partitions, memory);
            SessionContext::new_with_state(state(config, environment.clone()))
        };
        let (counting, writing) = (context(cores), context(1));
        Ok(Session {
            name: "datafusion".to_owned(),
            spread: false,
            counting,
            writing,
            runtime,
        })
    }

    /// A session whose contexts somebody else made, as futures that run on its threads.
    pub(crate) fn elsewhere<F>(name: String, contexts: F) -> Result<Session>
    where
        F: Future<Output = std::result::Result<(SessionContext, SessionContext), DataFusionError>>,
    {
        let runtime = threads(&name)?;
        let (counting, writing) = runtime
            .block_on(contexts)
            .map_err(|error| failure::of(&name, &error))?;
        Ok(Session {
            name,
            spread: true,
            counting,
            writing,
            runtime,
        })
    }

    /// Runs work to its end, or until nobody wants it.
    pub(crate) fn run<T>(
        &self,
        work: impl Future<Output = std::result::Result<T, DataFusionError>>,
        progress: &dyn Progress,
    ) -> Result<T> {
        let mut work = pin!(work);
        self.runtime.block_on(async {
            loop {
                match timeout(GLANCE, work.as_mut()).await {
                    Ok(done) => return done.map_err(|error| failure::of(&self.name, &error)),
                    Err(_) if progress.cancelled() => {
                        return Err(bauta_formats::Error::Cancelled.into());
                    }
                    Err(_) => {}
                }
            }
        })
    }

    /// The batches of an answer.
    pub(crate) fn collect(&self, sql: &str, progress: &dyn Progress) -> Result<Vec<RecordBatch>> {
        self.collect_at_most(sql, u64::MAX, progress)
    }

    /// The batches of an answer that may have so many rows; more are too many to be held.
    pub(crate) fn collect_at_most(
        &self,
        sql: &str,
        most: u64,
        progress: &dyn Progress,
    ) -> Result<Vec<RecordBatch>> {
        self.run(self.again(|| self.collected(sql, most, progress)), progress)
    }

    /// Does work; on a cluster again, where a connection was lost meanwhile.
    pub(crate) async fn again<T, F>(
        &self,
        work: impl Fn() -> F,
    ) -> std::result::Result<T, DataFusionError>
    where
        F: Future<Output = std::result::Result<T, DataFusionError>>,
    {
        let mut left = if self.spread { failure::AGAIN } else { 0 };
        loop {
            match work().await {
                Err(error) if left > 0 && failure::is_connection(&error) => left -= 1,
                done => return done,
            }
        }
    }

    /// The batches of an answer, once.
    pub(crate) async fn collected(
        &self,
        sql: &str,
        most: u64,
        progress: &dyn Progress,
    ) -> std::result::Result<Vec<RecordBatch>, DataFusionError> {
        let mut stream = self.counting.sql(sql).await?.execute_stream().await?;
        let (mut batches, mut rows) = (Vec::new(), 0);
        while let Some(batch) = stream.next().await {
            let batch = batch?;
            rows += batch.num_rows() as u64;
            progress.tell(Stage::Read, rows, None);
            if rows > most {
                return Err(DataFusionError::External(Box::new(Error::TooMany {
                    combinations: rows,
                })));
            }
            if batch.num_rows() > 0 {
                batches.push(batch);
            }
        }
        Ok(batches)
    }

    /// Shows the batches of an answer, one after the other. A lost connection ends it: nobody knows which rows were shown.
    pub(crate) async fn shown(
        &self,
        sql: &str,
        each: &Scan<'_>,
        progress: &dyn Progress,
    ) -> std::result::Result<(), DataFusionError> {
        let mut stream = self.counting.sql(sql).await?.execute_stream().await?;
        let mut rows = 0;
        while let Some(batch) = stream.next().await {
            let batch = batch?;
            each(&batch).map_err(|error| DataFusionError::External(Box::new(error)))?;
            rows += batch.num_rows() as u64;
            progress.tell(Stage::Read, rows, None);
        }
        Ok(())
    }

    /// Writes the answer to a query to one file, and gives its rows. On a cluster it is written again if the executor is lost that did it.
    pub(crate) async fn written(
        &self,
        query: &str,
        place: &Url,
        form: Form,
    ) -> std::result::Result<u64, DataFusionError> {
        self.again(|| self.write(query, place, form)).await
    }

    /// The same, once.
    pub(crate) async fn write(
        &self,
        query: &str,
        place: &Url,
        form: Form,
    ) -> std::result::Result<u64, DataFusionError> {
        let frame = self.plan(query).await?;
        let options = DataFrameWriteOptions::new().with_single_file_output(true);
        let counts = match form {
            Form::Parquet => frame.write_parquet(place.as_str(), options, None).await?,
            Form::Csv { delimiter } => {
                let csv = CsvOptions::default()
                    .with_has_header(true)
                    .with_delimiter(delimiter);
                frame.write_csv(place.as_str(), options, Some(csv)).await?
            }
        };
        Ok(counts.iter().filter_map(count).sum())
    }

    /// Plans a query for writing.
    async fn plan(&self, sql: &str) -> std::result::Result<DataFrame, DataFusionError> {
        self.writing.sql(sql).await
    }

    /// A question that failed for another reason than the engine.
    pub(crate) fn broke(&self, problem: &str) -> Error {
        Error::Engine {
            engine: self.name.clone(),
            problem: problem.to_owned(),
        }
    }
}

fn threads(name: &str) -> Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|_| Error::Engine {
            engine: name.to_owned(),
            problem: "the system gives no threads for it".to_owned(),
        })
}

/// Where files are, and how much memory there is.
pub(crate) fn environment(
    memory: Option<u64>,
) -> std::result::Result<Arc<RuntimeEnv>, DataFusionError> {
    let builder = RuntimeEnvBuilder::new().with_object_store_registry(Arc::new(Stores::default()));
    match memory {
        Some(bytes) => builder
            .with_memory_pool(Arc::new(FairSpillPool::new(bytes as usize)))
            .build_arc(),
        None => builder.build_arc(),
    }
}

/// Settings that both kinds of session share. Texts stay plain texts: views of texts would be sent with everything they point into.
pub(crate) fn settings(
    config: SessionConfig,
    partitions: usize,
    memory: Option<u64>,
) -> SessionConfig {
    let mut config = config
        .with_target_partitions(partitions)
        .with_collect_statistics(true);
    let options = config.options_mut();
    options.execution.parquet.schema_force_view_types = false;
    options.execution.parquet.compression = Some("snappy".to_owned());
    options.sql_parser.map_string_types_to_utf8view = false;
    options.optimizer.prefer_hash_join = true;
    if let Some(bytes) = memory {
        let share = bytes as usize / (8 * partitions.max(1));
        let usual = options.execution.sort_spill_reservation_bytes;
        options.execution.sort_spill_reservation_bytes =
            share.clamp(LEAST_KEPT_BACK.min(usual), usual);
        if bytes < TIGHT {
            return config.with_batch_size(SMALL_BATCH);
        }
    }
    config
}

/// A state with the built-in functions.
pub(crate) fn state(config: SessionConfig, environment: Arc<RuntimeEnv>) -> SessionState {
    SessionStateBuilder::new()
        .with_config(config)
        .with_runtime_env(environment)
        .with_default_features()
        .build()
}
