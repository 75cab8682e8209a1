//! Recoded rows to a Parquet file, as many row groups at a time as there are cores, in the order of the data; or, where they come from one, to a CSV
//! file.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, DataType};
use bauta_formats::{FileFormat, ReadOptions, csv};
use bauta_privacy::Approval;
use bauta_table::{Progress, Stage};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{
    ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, ArrowWriterOptions,
    compute_leaves,
};
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use rayon::prelude::*;

use super::bind::BoundMapping;
use super::count::{unreadable, workers};
use super::files::{Files, Unit};
use super::recode::Recoder;
use super::{Local, Settings};
use crate::contract::{Engine, Written};
use crate::error::{Error, Result};

/// A written file that has no name yet.
struct Unnamed {
    staged: bauta_formats::Staged,
    rows: u64,
    settings: Settings,
    /// How cells are parted, in a CSV file.
    delimiter: Option<u8>,
}

impl Written for Unnamed {
    fn rows(&self) -> u64 {
        self.rows
    }

    fn reopen(&self) -> Result<Box<dyn Engine>> {
        let file = self.staged.file().map(Path::to_path_buf);
        if let (Some(path), Some(delimiter)) = (&file, self.delimiter) {
            let encoding = Some("utf-8".to_owned());
            let options = ReadOptions {
                delimiter: Some(delimiter),
                encoding,
                ..self.settings.options.clone()
            };
            let settings = Settings {
                options,
                memory: self.settings.memory,
            };
            return Ok(Box::new(Local::over_csv(path, FileFormat::Csv, settings)?));
        }
        Ok(Box::new(Local::over(
            Files::of(file.into_iter().collect())?,
            self.settings.clone(),
        )))
    }

    fn files(&self) -> Vec<(Option<String>, PathBuf)> {
        self.staged
            .file()
            .map(|path| (None, path.to_path_buf()))
            .into_iter()
            .collect()
    }

    fn publish(self: Box<Self>, _: &Approval) -> Result<()> {
        Ok(self.staged.commit()?)
    }
}

/// Writes the rows of files, recoded, beside the final place.
pub(super) fn write(
    files: &Files,
    ready: &BoundMapping,
    ((path, delimiter), force): ((&Path, Option<u8>), bool),
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Box<dyn Written>> {
    let writing = Writing {
        files,
        ready,
        path,
        progress,
    };
    let mut rows = 0;
    let staged = bauta_formats::stage_stream(path, force, |out| {
        rows = match delimiter {
            None => writing.run(out)?,
            Some(delimiter) => writing.lines(out, delimiter)?,
        };
        Ok::<(), Error>(())
    })?;
    // What the user said of kinds is about the data as they were; labels are others.
    let options = ReadOptions {
        kinds: Default::default(),
        ..settings.options.clone()
    };
    Ok(Box::new(Unnamed {
        staged,
        rows,
        settings: Settings {
            options,
            memory: settings.memory,
        },
        delimiter,
    }))
}

struct Writing<'a> {
    files: &'a Files,
    ready: &'a BoundMapping,
    path: &'a Path,
    progress: &'a dyn Progress,
}

impl Writing<'_> {
    fn run(&self, out: &mut (dyn io::Write + Send)) -> Result<u64> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .build();
        let options = ArrowWriterOptions::new()
            .with_properties(properties)
            .with_skip_arrow_metadata(true);
        let schema = Arc::clone(&self.ready.schema);
        let (mut writer, groups) = ArrowWriter::try_new_with_options(out, schema, options)
            .and_then(ArrowWriter::into_serialized_writer)
            .map_err(|error| self.failed(error))?;
        let units = self.files.units();
        let total = units.iter().map(|unit| unit.rows).sum();
        let (mut written, mut done, mut next) = (0, 0, 0);
        for units in units.chunks(workers()) {
            let encoded = units
                .par_iter()
                .enumerate()
                .map(|(index, &unit)| self.encoded(&groups, next + index, unit))
                .collect::<Result<Vec<_>>>()?;
            for (chunks, rows) in encoded.into_iter().filter(|(_, rows)| *rows > 0) {
                self.append(&mut writer, chunks)?;
                written += rows;
            }
            next += units.len();
            done += units.iter().map(|unit| unit.rows).sum::<u64>();
            self.progress.tell(Stage::Write, done, Some(total));
        }
        writer.close().map_err(|error| self.failed(error))?;
        Ok(written)
    }

    /// The rows of a piece, recoded and encoded.
    fn encoded(
        &self,
        groups: &ArrowRowGroupWriterFactory,
        index: usize,
        unit: Unit,
    ) -> Result<(Vec<ArrowColumnChunk>, u64)> {
        let mut writers: Vec<ArrowColumnWriter> = groups
            .create_column_writers(index)
            .map_err(|error| self.failed(error))?;
        let mut recoder = Recoder::new(self.ready);
        let (mut rows, mut next) = (0, unit.first);
        for batch in self.files.batches(unit, &self.ready.read)? {
            if self.progress.cancelled() {
                return Err(bauta_formats::Error::Cancelled.into());
            }
            let batch = batch?;
            let first = next;
            next += batch.num_rows() as u64;
            let batch = recoder.recode(&batch, first)?;
            rows += batch.num_rows() as u64;
            let mut writers = writers.iter_mut();
            for (field, column) in self.ready.schema.fields().iter().zip(batch.columns()) {
                for leaf in compute_leaves(field, column).map_err(|error| self.failed(error))? {
                    if let Some(writer) = writers.next() {
                        writer.write(&leaf).map_err(|error| self.failed(error))?;
                    }
                }
            }
        }
        let chunks = writers
            .into_iter()
            .map(|writer| writer.close().map_err(|error| self.failed(error)));
        Ok((chunks.collect::<Result<_>>()?, rows))
    }

    /// The rows as lines of a CSV file: pieces are made on all cores, and written in their order.
    fn lines(&self, out: &mut (dyn io::Write + Send), delimiter: u8) -> Result<u64> {
        let failed = |source| bauta_formats::Error::io(self.path, source);
        let names: Vec<String> = self
            .ready
            .schema
            .fields()
            .iter()
            .map(|field| field.name().clone())
            .collect();
        out.write_all(&csv::header_line(&names, delimiter))
            .map_err(failed)?;
        let units = self.files.units();
        let total = units.iter().map(|unit| unit.rows).sum();
        let (mut written, mut done) = (0, 0);
        for units in units.chunks(workers()) {
            let made = units
                .par_iter()
                .map(|&unit| self.lines_of(unit, delimiter))
                .collect::<Result<Vec<_>>>()?;
            for (bytes, rows) in made {
                out.write_all(&bytes).map_err(failed)?;
                written += rows;
            }
            done += units.iter().map(|unit| unit.rows).sum::<u64>();
            self.progress.tell(Stage::Write, done, Some(total));
        }
        Ok(written)
    }

    fn lines_of(&self, unit: Unit, delimiter: u8) -> Result<(Vec<u8>, u64)> {
        let mut recoder = Recoder::new(self.ready);
        let (mut bytes, mut rows, mut next) = (Vec::new(), 0, unit.first);
        for batch in self.files.batches(unit, &self.ready.read)? {
            if self.progress.cancelled() {
                return Err(bauta_formats::Error::Cancelled.into());
            }
            let batch = batch?;
            let first = next;
            next += batch.num_rows() as u64;
            let batch = recoder.recode(&batch, first)?;
            rows += batch.num_rows() as u64;
            let texts = batch
                .columns()
                .iter()
                .map(|column| arrow_cast::cast(column, &DataType::Utf8));
            let texts = texts
                .collect::<std::result::Result<Vec<_>, ArrowError>>()
                .map_err(unreadable(self.files))?;
            let names = self
                .ready
                .schema
                .fields()
                .iter()
                .map(|field| field.name().as_str());
            let named = names.zip(texts).map(|(name, array)| (name, array, true));
            let batch =
                RecordBatch::try_from_iter_with_nullable(named).map_err(unreadable(self.files))?;
            csv::lines(&batch, delimiter, &mut bytes);
        }
        Ok((bytes, rows))
    }

    fn append<W: io::Write + Send>(
        &self,
        writer: &mut SerializedFileWriter<W>,
        chunks: Vec<ArrowColumnChunk>,
    ) -> Result<()> {
        let mut group = writer
            .next_row_group()
            .map_err(|error| self.failed(error))?;
        for chunk in chunks {
            chunk
                .append_to_row_group(&mut group)
                .map_err(|error| self.failed(error))?;
        }
        group.close().map_err(|error| self.failed(error))?;
        Ok(())
    }

    fn failed(&self, error: ParquetError) -> Error {
        bauta_formats::parquet::unwritten(self.path, error).into()
    }
}
