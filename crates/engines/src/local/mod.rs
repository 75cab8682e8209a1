//! Our own kernel over files that are read in pieces: nothing but the distinct combinations is held in memory.
//!
//! Pieces are row groups of Parquet files; a CSV file is made one first. Text comes with the file's own dictionary, so that the work is per distinct value; combinations are
//! counted by packed keys ([`tally`]), in partitions on the disk where they do not fit.

mod bind;
mod count;
mod distinct;
mod external_sort;
mod files;
pub(crate) mod pool;
mod recode;
mod row_bytes;
mod tally;
mod write;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use bauta_formats::csv::Pieces;
use bauta_formats::{FileFormat, Locator, ReadOptions};
use bauta_table::Progress;

use crate::batches::{check_columns, check_mapping};
use crate::contract::{
    Capabilities, Chosen, Counted, Distinct, Engine, LargeCounts, Mapping, Output, Profile,
    Pseudonyms, Scan, Written,
};
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
    files: OnceLock<Files>,
    /// What the files are made of when they are first needed, where that takes a while.
    source: Option<Csv>,
    columns: Vec<String>,
    settings: Settings,
}

/// A CSV file.
#[derive(Clone)]
struct Csv {
    path: PathBuf,
    format: FileFormat,
    delimiter: u8,
}

impl Local {
    /// Opens Parquet files, a folder of them, a pattern, or a CSV file.
    ///
    /// # Errors
    /// What is wrong with the files.
    pub fn open(place: &Locator, settings: Settings) -> Result<Self> {
        match place {
            Locator::File {
                path,
                format: format @ (FileFormat::Csv | FileFormat::Tsv),
                ..
            } if !path.is_dir() => Local::over_csv(path, *format, settings),
            _ => Ok(Local::over(Files::open(place)?, settings)),
        }
    }

    /// Rows and columns of the files, as they say themselves; a CSV file does not say its rows.
    pub fn size(&self) -> (u64, usize) {
        let rows = |files: &Files| files.units().iter().map(|unit| unit.rows).sum();
        (self.files.get().map_or(0, rows), self.columns.len())
    }

    fn over(files: Files, settings: Settings) -> Self {
        let columns = files
            .schema()
            .fields()
            .iter()
            .map(|field| field.name().clone())
            .collect();
        Local {
            files: OnceLock::from(files),
            source: None,
            columns,
            settings,
        }
    }

    fn over_csv(path: &Path, format: FileFormat, settings: Settings) -> Result<Self> {
        let pieces = Pieces::open(path, format, &settings.options)?;
        let columns = pieces
            .schema()
            .fields()
            .iter()
            .map(|field| field.name().clone())
            .collect();
        let source = Csv {
            path: path.to_path_buf(),
            format,
            delimiter: pieces.delimiter(),
        };
        Ok(Local {
            files: OnceLock::new(),
            source: Some(source),
            columns,
            settings,
        })
    }

    /// The files, made of what they come from where this was not done yet.
    fn files(&self, progress: &dyn Progress) -> Result<&Files> {
        if let (None, Some(csv)) = (self.files.get(), &self.source) {
            let pieces = Pieces::open(&csv.path, csv.format, &self.settings.options)?;
            let size = std::fs::metadata(&csv.path).ok().map(|found| found.len());
            // Somebody else may have been quicker; the rows are the same.
            let _ = self.files.set(Files::of_csv(pieces, size, progress)?);
        }
        self.files
            .get()
            .ok_or_else(|| Error::request("no file was named", "name at least one"))
    }

    /// The file of an output, and how its cells are parted where it is a text file.
    fn file<'p>(&self, place: &'p Locator) -> Result<(&'p Path, Option<u8>)> {
        let Locator::File { path, format, .. } = place else {
            return Err(not_in_pieces(place));
        };
        match (format, &self.source) {
            (FileFormat::Parquet, _) => Ok((path, None)),
            (FileFormat::Csv, Some(csv)) => Ok((path, Some(csv.delimiter))),
            (FileFormat::Tsv, Some(_)) => Ok((path, Some(b'\t'))),
            _ => Err(not_in_pieces(place)),
        }
    }

    fn places(&self, columns: &[String]) -> Result<Vec<usize>> {
        check_columns(&self.columns, columns)?;
        Ok(columns
            .iter()
            .filter_map(|name| self.columns.iter().position(|column| column == name))
            .collect())
    }
}

fn not_in_pieces(place: &Locator) -> Error {
    Error::request(
        format!("{place} cannot be written in pieces"),
        "name an output that ends in .parquet, or in .csv where the data are CSV",
    )
}

impl Engine for Local {
    fn name(&self) -> String {
        "local".to_owned()
    }

    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            row_numbers: true,
            pseudonyms: Pseudonyms::Here,
            large_counts: LargeCounts::OnDisk,
        }
    }

    fn limit(&mut self, memory: u64) {
        self.settings.memory = Some(memory);
    }

    fn profile(&self, columns: &[String], progress: &dyn Progress) -> Result<Vec<Profile>> {
        count::profile(
            self.files(progress)?,
            &self.places(columns)?,
            columns,
            progress,
        )
    }

    fn frequency_set(&self, columns: &[String], progress: &dyn Progress) -> Result<Counted> {
        count::frequency_set(
            self.files(progress)?,
            &self.places(columns)?,
            &self.settings.options,
            self.settings.memory,
            progress,
        )
    }

    fn distinct(&self, columns: &[String], progress: &dyn Progress) -> Result<Box<dyn Distinct>> {
        let (files, places) = (self.files(progress)?, self.places(columns)?);
        distinct::distinct(
            files,
            &places,
            &self.settings.options,
            self.settings.memory,
            progress,
        )
    }

    fn scan(&self, columns: &[String], each: &Scan<'_>, progress: &dyn Progress) -> Result<()> {
        let (files, places) = (self.files(progress)?, self.places(columns)?);
        count::scan(files, &places, each, progress)
    }

    /// Rows that are not chosen are passed over wherever rows are read.
    fn sampled(
        &self,
        chosen: &Chosen,
        _: &Output,
        progress: &dyn Progress,
    ) -> Result<Box<dyn Engine>> {
        let files = OnceLock::from(self.files(progress)?.sampled(chosen));
        let (source, columns, settings) = (
            self.source.clone(),
            self.columns.clone(),
            self.settings.clone(),
        );
        Ok(Box::new(Local {
            files,
            source,
            columns,
            settings,
        }))
    }

    fn check_output(&self, place: &Locator) -> Result<()> {
        self.file(place).map(|_| ())
    }

    fn apply(
        &self,
        mapping: &Mapping,
        output: &Output,
        progress: &dyn Progress,
    ) -> Result<Box<dyn Written>> {
        check_mapping(&self.columns, self.capabilities(), mapping)?;
        let file = self.file(&output.place)?;
        let files = self.files(progress)?;
        let ready = bind::BoundMapping::new(mapping, files.schema())?;
        write::write(
            files,
            &ready,
            (file, output.force),
            &self.settings,
            progress,
        )
    }
}
