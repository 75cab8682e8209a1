//! Our own kernel over files that are read in pieces: nothing but the distinct combinations is held in memory.
//!
//! Pieces are row groups of Parquet files. Text comes with the file's own dictionary, so that the work is per distinct value; combinations are
//! counted by packed keys ([`tally`]), in partitions on the disk where they do not fit.

mod count;
mod files;
mod pool;
mod recode;
mod tally;
mod write;

use bauta_formats::{Locator, ReadOptions};
use bauta_table::Progress;

use crate::contract::{Counted, Engine, Mapping, Output, Profile, Written};
use crate::error::{Error, Result};
use files::Files;

/// How pieces are read.
#[derive(Clone, Default)]
pub struct Settings {
    /// How columns are typed.
    pub options: ReadOptions,
    /// Bytes that counting may hold; none = as many as it needs.
    pub memory: Option<u64>,
}

/// Our own kernel on some files.
pub struct Local {
    files: Files,
    columns: Vec<String>,
    settings: Settings,
}

impl Local {
    /// Opens Parquet files, a folder of them, or a pattern.
    ///
    /// # Errors
    /// What is wrong with the files.
    pub fn open(place: &Locator, settings: Settings) -> Result<Self> {
        Ok(Local::over(Files::open(place)?, settings))
    }

    fn over(files: Files, settings: Settings) -> Self {
        let columns = files.schema().fields().iter().map(|field| field.name().clone()).collect();
        Local { files, columns, settings }
    }

    fn places(&self, columns: &[String]) -> Result<Vec<usize>> {
        let place = |name: &String| {
            self.columns
                .iter()
                .position(|column| column == name)
                .ok_or_else(|| Error::request(format!("the data have no attribute \"{name}\""), "check its name"))
        };
        columns.iter().map(place).collect()
    }
}

impl Engine for Local {
    fn name(&self) -> String {
        "local".to_owned()
    }

    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn profile(&self, columns: &[String], progress: &dyn Progress) -> Result<Vec<Profile>> {
        count::profile(&self.files, &self.places(columns)?, columns, progress)
    }

    fn frequency_set(&self, columns: &[String], progress: &dyn Progress) -> Result<Counted> {
        count::frequency_set(
            &self.files,
            &self.places(columns)?,
            &self.settings.options,
            self.settings.memory,
            progress,
        )
    }

    fn apply(&self, mapping: &Mapping, output: &Output, progress: &dyn Progress) -> Result<Box<dyn Written>> {
        let ready = recode::Ready::new(mapping, self.files.schema())?;
        write::write(&self.files, &ready, output, &self.settings, progress)
    }
}
