//! Recoded rows to a Parquet file, or, where they come from one, to a CSV file.
//!
//! **Idea** 1. Rows are recoded on all cores, piece by piece, as bytes that compare as rows do ([`RowBytes`]), and sorted ([`Sorter`]): in the order of the source
//! they would tell whose each row is to somebody who has a list in the same order. 2. The sorted rows are encoded, as many row groups at a time as there are cores.
//!
//! **Invariants** The order depends on the published values alone: rows that are published alike are alike in every byte. What is drawn for a row goes by its number in the
//! source. The bytes do not depend on the number of cores nor on the memory.

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
use super::count::{on_all_cores, stopped_by, unreadable, workers};
use super::external_sort::{Merged, Sorter};
use super::files::{Files, Unit};
use super::recode::Recoder;
use super::row_bytes::{Chunk, RowBytes};
use super::tally::Stopped;
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
        memory: settings.memory,
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

/// Rows of a row group.
const GROUP: u64 = 1 << 18;

/// Bytes that sorting may hold where nothing is said.
const USUAL_MEMORY: u64 = 1 << 30;

/// The least that a worker may hold.
const LEAST_MEMORY: usize = 16 << 10;

struct Writing<'a> {
    files: &'a Files,
    ready: &'a BoundMapping,
    path: &'a Path,
    memory: Option<u64>,
    progress: &'a dyn Progress,
}

/// The first half of the work: rows are read and sorted, and then written.
struct FirstHalf<'a>(&'a dyn Progress);

impl Progress for FirstHalf<'_> {
    fn tell(&self, _: Stage, done: u64, total: Option<u64>) {
        let total = total.map(|total| 2 * total);
        self.0.tell(Stage::Write, done, total);
    }

    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }
}

impl Writing<'_> {
    fn run(&self, out: &mut (dyn io::Write + Send)) -> Result<u64> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .build();
        let options = ArrowWriterOptions::new()
            .with_properties(properties)
            .with_skip_arrow_metadata(true);
        let rows = self.row_bytes()?;
        let (mut writer, groups) =
            ArrowWriter::try_new_with_options(out, Arc::clone(&rows.schema), options)
                .and_then(ArrowWriter::into_serialized_writer)
                .map_err(|error| self.failed(error))?;
        let mut next = 0;
        let written = self.chunks(&rows, |chunks| {
            let encoded = chunks
                .par_iter()
                .enumerate()
                .map(|(index, chunk)| self.encoded(&groups, next + index, (&rows, chunk)))
                .collect::<Result<Vec<_>>>()?;
            next += chunks.len();
            encoded
                .into_iter()
                .try_for_each(|columns| self.append(&mut writer, columns))
        })?;
        writer.close().map_err(|error| self.failed(error))?;
        Ok(written)
    }

    fn row_bytes(&self) -> Result<RowBytes> {
        RowBytes::of(self.ready).map_err(unreadable(self.files))
    }

    /// The recoded rows, sorted.
    fn sorted(&self, rows: &RowBytes) -> Result<Merged> {
        let memory = self.memory.unwrap_or(USUAL_MEMORY) as usize / 2 / workers();
        let fresh = || {
            let sorter = Sorter::new(memory.max(LEAST_MEMORY));
            (Recoder::new(self.ready), sorter)
        };
        let progress = FirstHalf(self.progress);
        let work = |(recoder, sorter): &mut (Recoder<'_>, Sorter), unit: Unit| {
            let mut next = unit.first;
            for batch in self.files.batches(unit, &self.ready.read)? {
                let batch = batch?;
                let first = next;
                next += batch.num_rows() as u64;
                let batch = recoder.recode(&batch, first)?;
                let rows = rows.rows(&batch).map_err(unreadable(self.files))?;
                rows.iter()
                    .try_for_each(|row| sorter.add(row.data()))
                    .map_err(|source| self.spilled(source))?;
            }
            Ok(())
        };
        let states = on_all_cores(self.files, &progress, fresh, work)?;
        let sorters = states.into_iter().map(|(_, sorter)| sorter).collect();
        Merged::of_all(sorters).map_err(|source| self.spilled(source))
    }

    /// Calls `each` with all rows in their order, as many row groups at a time as there are cores; gives the number of rows.
    fn chunks(&self, rows: &RowBytes, mut each: impl FnMut(&[Chunk]) -> Result<()>) -> Result<u64> {
        let mut merged = self.sorted(rows)?;
        let total: u64 = self.files.units().iter().map(|unit| unit.rows).sum();
        let (mut chunks, mut chunk) = (Vec::new(), Chunk::default());
        let (mut written, mut row) = (0, Vec::new());
        while let Some(mut left) = merged.next(&mut row).map_err(|it| self.spilled(it))? {
            while left > 0 {
                let now = left.min(GROUP - chunk.rows);
                chunk.push(&row, now as u32);
                (left, written) = (left - now, written + now);
                if chunk.rows == GROUP {
                    chunks.push(std::mem::take(&mut chunk));
                }
                if chunks.len() == workers() {
                    if self.progress.cancelled() {
                        return Err(bauta_formats::Error::Cancelled.into());
                    }
                    each(&std::mem::take(&mut chunks))?;
                    self.progress
                        .tell(Stage::Write, total + written, Some(2 * total));
                }
            }
        }
        chunks.extend((chunk.rows > 0).then_some(chunk));
        each(&chunks)?;
        self.progress.tell(Stage::Write, 2 * total, Some(2 * total));
        Ok(written)
    }

    /// Rows, encoded.
    fn encoded(
        &self,
        groups: &ArrowRowGroupWriterFactory,
        index: usize,
        (rows, chunk): (&RowBytes, &Chunk),
    ) -> Result<Vec<ArrowColumnChunk>> {
        let writers: Vec<ArrowColumnWriter> = groups
            .create_column_writers(index)
            .map_err(|error| self.failed(error))?;
        let batch = rows.batch(chunk).map_err(unreadable(self.files))?;
        let mut writers = writers.into_iter();
        let mut chunks = Vec::new();
        for (field, column) in rows.schema.fields().iter().zip(batch.columns()) {
            for leaf in compute_leaves(field, column).map_err(|error| self.failed(error))? {
                if let Some(mut writer) = writers.next() {
                    writer.write(&leaf).map_err(|error| self.failed(error))?;
                    chunks.push(writer.close().map_err(|error| self.failed(error))?);
                }
            }
        }
        Ok(chunks)
    }

    /// The rows as lines of a CSV file: made on all cores, and written in their order.
    fn lines(&self, out: &mut (dyn io::Write + Send), delimiter: u8) -> Result<u64> {
        let failed = |source| bauta_formats::Error::io(self.path, source);
        let rows = self.row_bytes()?;
        let fields = rows.schema.fields().iter();
        let names: Vec<String> = fields.map(|field| field.name().clone()).collect();
        out.write_all(&csv::header_line(&names, delimiter))
            .map_err(failed)?;
        self.chunks(&rows, |chunks| {
            let made = chunks
                .par_iter()
                .map(|chunk| {
                    let mut bytes = Vec::new();
                    let batch = texts(&rows.batch(chunk)?)?;
                    csv::lines(&batch, delimiter, &mut bytes);
                    Ok(bytes)
                })
                .collect::<std::result::Result<Vec<_>, ArrowError>>()
                .map_err(unreadable(self.files))?;
            made.into_iter()
                .try_for_each(|bytes| out.write_all(&bytes).map_err(failed))?;
            Ok(())
        })
    }

    fn spilled(&self, source: io::Error) -> Error {
        stopped_by(self.files, Stopped::Disk(source))
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

/// A batch with all cells as texts.
fn texts(batch: &RecordBatch) -> std::result::Result<RecordBatch, ArrowError> {
    let schema = batch.schema();
    let names = schema.fields().iter().map(|field| field.name().as_str());
    let texts = batch
        .columns()
        .iter()
        .map(|column| arrow_cast::cast(column, &DataType::Utf8));
    let texts = texts.collect::<std::result::Result<Vec<_>, ArrowError>>()?;
    let named = names.zip(texts).map(|(name, array)| (name, array, true));
    RecordBatch::try_from_iter_with_nullable(named)
}
