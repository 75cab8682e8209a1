//! Several data sets under one session, asked and joined in SQL: what an engine is when one table is not enough.
//!
//! Every query that writes has one partition and one file whose name is known before, so that a task that runs twice writes the same bytes
//! over the same file. No value of the data stands in a query: what decides is a table of its own.

use std::path::Path;
use std::sync::Arc;

use ::datafusion::arrow::record_batch::RecordBatch;
use ::datafusion::prelude::ParquetReadOptions;
use bauta_formats::{Locator, ReadOptions};
use bauta_table::{Progress, Silent};
use url::Url;

use super::Fusion;
use super::session::Session;
use super::source::Form;
use crate::contract::Engine;
use crate::error::{Error, Result};

/// Data sets under a session.
pub struct Tables {
    session: Arc<Session>,
}

/// DataFusion in this process; `memory`: bytes beyond which counting and sorting go to temporary files.
///
/// # Errors
/// The system gives no threads.
pub fn tables(memory: Option<u64>) -> Result<Tables> {
    Ok(Tables::of(Session::here(memory)?))
}

impl Tables {
    pub(crate) fn of(session: Session) -> Tables {
        Tables {
            session: Arc::new(session),
        }
    }

    /// The engine as the command line names it.
    pub fn name(&self) -> String {
        self.session.name.clone()
    }

    /// Gives the Parquet files of a folder, or one file, a name in queries.
    ///
    /// # Errors
    /// They are not there, or cannot be read.
    pub fn register(&self, name: &str, path: &Path) -> Result<()> {
        let url = address(path)?;
        let work = async {
            for context in [&self.session.counting, &self.session.writing] {
                context.deregister_table(name)?;
                context
                    .register_parquet(name, url.as_str(), ParquetReadOptions::default())
                    .await?;
            }
            Ok(())
        };
        self.session.run(work, &Silent)
    }

    /// The answer to a query, whole.
    ///
    /// # Errors
    /// The engine failed.
    pub fn ask(&self, query: &str, progress: &dyn Progress) -> Result<Vec<RecordBatch>> {
        self.session.collect(query, progress)
    }

    /// Writes the answer to one Parquet file, and tells the number of rows.
    ///
    /// # Errors
    /// The engine failed.
    pub fn write(&self, query: &str, file: &Path, progress: &dyn Progress) -> Result<u64> {
        let url = address(file)?;
        self.session
            .run(self.session.written(query, &url, Form::Parquet), progress)
    }

    /// A Parquet file or a folder of them as a data set that can be counted and recoded.
    ///
    /// # Errors
    /// It is not there, or cannot be read.
    pub fn open(&self, path: &Path) -> Result<Box<dyn Engine>> {
        let locator: Locator = path.display().to_string().parse()?;
        Ok(Box::new(Fusion::open(
            self.session.clone(),
            &locator,
            &ReadOptions::default(),
        )?))
    }
}

fn address(path: &Path) -> Result<Url> {
    let bad = |()| {
        Error::request(
            format!("{} is no address of files", path.display()),
            "name a path",
        )
    };
    let path = std::path::absolute(path).map_err(|_| bad(()))?;
    if path.is_dir() {
        Url::from_directory_path(&path)
    } else {
        Url::from_file_path(&path)
    }
    .map_err(bad)
}
