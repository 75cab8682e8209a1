//! Reading: one column after the other, several at a time.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arrow_schema::{DataType, Field, Schema};
use bauta_table::{ColumnBuilder, Fault, Progress, Stage};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use parquet::file::metadata::ColumnChunkMetaData;
use rayon::prelude::*;

use super::cells::{asked_type, push_all};
use crate::Source;
use crate::assemble::Assembler;
use crate::bounds::{Allowance, BY_PACKED_BYTE};
use crate::error::{Error, Result};
use crate::options::ReadOptions;
use crate::quiet::quietly;

/// Rows that are decoded at a time.
const BATCH: usize = 64 << 10;

/// A file whose columns are known.
struct Part<'a> {
    path: &'a Path,
    metadata: ArrowReaderMetadata,
}

/// Reads files that have the same columns, one behind the other.
pub(super) fn read(
    paths: &[PathBuf],
    options: &ReadOptions,
    progress: &dyn Progress,
) -> Result<Source> {
    let parts = paths
        .iter()
        .map(|path| open(path))
        .collect::<Result<Vec<_>>>()?;
    let Some(first) = parts.first() else {
        return Err(Error::Locator {
            what: "no Parquet file was named".into(),
            hint: "name at least one".into(),
        });
    };
    let source_name = first.path.display();
    let faults: Vec<Fault> = parts
        .iter()
        .skip(1)
        .flat_map(|part| differences(first, part))
        .collect();
    if !faults.is_empty() {
        return Err(Error::data(source_name, faults));
    }
    let names = first
        .metadata
        .schema()
        .fields()
        .iter()
        .map(|field| field.name().trim().to_owned())
        .collect();
    let mut assembler = Assembler::new(&source_name, names, options)?;
    let files = paths.iter().map(PathBuf::as_path);
    let allowance = Allowance::of(&source_name, files, BY_PACKED_BYTE, &options.limits)?;
    // Each cell takes a byte at least, and each byte of a page is in memory once.
    let declared = total_cells(&parts).max(largest_chunk(&parts));
    allowance.check(declared)?;
    let done = Done {
        progress,
        cells: AtomicU64::new(0),
        total: total_cells(&parts),
        held: AtomicU64::new(0),
        allowance: &allowance,
    };
    let columns = assembler.columns_mut().par_iter_mut().enumerate();
    columns.try_for_each(|(index, column)| {
        parts
            .iter()
            .try_for_each(|part| fill(part, index, column, &done))
    })?;
    let mut notes = zones(first.metadata.schema());
    if parts.len() > 1 {
        notes.insert(
            0,
            format!(
                "{} Parquet files were read, in the order of their names",
                parts.len()
            ),
        );
    }
    Ok(Source {
        table: assembler.finish(options, false, false)?,
        part: None,
        delimiter: None,
        notes,
    })
}

fn unreadable(path: &Path, problem: String, hint: &str) -> Error {
    Error::Unreadable {
        name: path.display().to_string(),
        problem,
        hint: hint.to_owned(),
    }
}

/// Reads what the file says of itself, and asks for types that cells can be made of.
fn open(path: &Path) -> Result<Part<'_>> {
    let file = File::open(path).map_err(|source| Error::io(path, source))?;
    let damaged = || {
        unreadable(
            path,
            "this is not a Parquet file, or it is damaged".into(),
            "make it again",
        )
    };
    let load = || ArrowReaderMetadata::load(&file, ArrowReaderOptions::new());
    let found = quietly(load)
        .map_err(|_| damaged())?
        .map_err(|_| damaged())?;
    let (mut fields, mut faults) = (Vec::new(), Vec::new());
    for field in found.schema().fields() {
        match asked_type(field.data_type()) {
            Some(asked) => fields.push(Arc::new(field.as_ref().clone().with_data_type(asked))),
            None => faults.push(unsupported(field)),
        }
    }
    if !faults.is_empty() {
        return Err(Error::data(path.display(), faults));
    }
    let schema = Arc::new(Schema::new_with_metadata(
        fields,
        found.schema().metadata().clone(),
    ));
    let options = ArrowReaderOptions::new().with_schema(schema);
    let metadata =
        ArrowReaderMetadata::try_new(found.metadata().clone(), options).map_err(|_| damaged())?;
    Ok(Part { path, metadata })
}

fn unsupported(field: &Field) -> Fault {
    let name = field.name();
    Fault::Request(if field.data_type().is_nested() {
        format!(
            "column \"{name}\" holds lists, maps or records; flatten it to columns of single values, or leave it out"
        )
    } else {
        format!(
            "column \"{name}\" is of a kind that a table cannot hold; convert it to text or numbers, or leave it out"
        )
    })
}

/// What differs between the columns of two files.
fn differences(first: &Part<'_>, other: &Part<'_>) -> Vec<Fault> {
    let (ours, theirs) = (
        first.metadata.schema().fields(),
        other.metadata.schema().fields(),
    );
    let path = other.path.display();
    if ours.len() != theirs.len() {
        let text = format!(
            "{path} has {} columns where the first file has {}",
            theirs.len(),
            ours.len()
        );
        return vec![Fault::Request(text)];
    }
    let pairs = ours.iter().zip(theirs);
    let differs = pairs.filter(|(a, b)| a.name() != b.name() || a.data_type() != b.data_type());
    differs
        .map(|(a, b)| {
            let what = if a.name() == b.name() {
                "is of another kind than"
            } else {
                "stands in the place of"
            };
            Fault::Request(format!(
                "{path}: column \"{}\" {what} \"{}\" of the first file",
                b.name(),
                a.name()
            ))
        })
        .collect()
}

fn total_cells(parts: &[Part<'_>]) -> u64 {
    let cells = |part: &Part<'_>| {
        let rows = part.metadata.metadata().file_metadata().num_rows();
        u64::try_from(rows)
            .unwrap_or(0)
            .saturating_mul(part.metadata.schema().fields().len() as u64)
    };
    parts.iter().map(cells).fold(0, u64::saturating_add)
}

/// The bytes of the largest column of a row group, unpacked, as the file declares them.
fn largest_chunk(parts: &[Part<'_>]) -> u64 {
    let groups = parts
        .iter()
        .flat_map(|part| part.metadata.metadata().row_groups());
    let sizes = groups.flat_map(|group| {
        group
            .columns()
            .iter()
            .map(ColumnChunkMetaData::uncompressed_size)
    });
    sizes
        .filter_map(|size| u64::try_from(size).ok())
        .max()
        .unwrap_or(0)
}

/// What all columns have done together.
struct Done<'a> {
    progress: &'a dyn Progress,
    cells: AtomicU64,
    total: u64,
    held: AtomicU64,
    allowance: &'a Allowance,
}

impl Done<'_> {
    /// Adds cells, and by how many bytes they made what is held grow: what is read counts, not what the file declares.
    fn add(&self, cells: usize, grown: u64) -> Result<()> {
        let held = self.held.fetch_add(grown, Ordering::Relaxed) + grown;
        self.allowance.check(held)?;
        let done = self.cells.fetch_add(cells as u64, Ordering::Relaxed) + cells as u64;
        self.progress.tell(Stage::Read, done, Some(self.total));
        if self.progress.cancelled() {
            Err(Error::Cancelled)
        } else {
            Ok(())
        }
    }
}

/// Adds one column of a file. Each has its own handle, as handles of one file share their place in it.
fn fill(part: &Part<'_>, index: usize, column: &mut ColumnBuilder, done: &Done<'_>) -> Result<()> {
    let name = part.metadata.schema().field(index).name();
    let failed = |what: &str| {
        unreadable(
            part.path,
            format!("column \"{name}\" {what}"),
            "make the file again",
        )
    };
    let file = File::open(part.path).map_err(|source| Error::io(part.path, source))?;
    let mask = ProjectionMask::roots(part.metadata.parquet_schema(), [index]);
    let build = || {
        ParquetRecordBatchReaderBuilder::new_with_metadata(file, part.metadata.clone())
            .with_projection(mask)
            .with_batch_size(BATCH)
            .build()
    };
    // The decoder trusts the file more than it should: a damaged page may make it panic.
    let mut batches = quietly(build)
        .map_err(|_| failed("is damaged"))?
        .map_err(|_| failed("cannot be decoded"))?;
    while let Some(batch) = quietly(|| batches.next()).map_err(|_| failed("is damaged"))? {
        let batch = batch.map_err(|_| {
            failed("cannot be decoded: it is damaged, or holds bytes that are not text")
        })?;
        let before = column.held_bytes();
        push_all(batch.column(0), column).map_err(failed)?;
        let grown = column.held_bytes().saturating_sub(before);
        done.add(batch.num_rows(), grown as u64)?;
    }
    Ok(())
}

/// Times with a zone are points in time, which the file keeps in UTC.
fn zones(schema: &Schema) -> Vec<String> {
    let note = |field: &Arc<Field>| match field.data_type() {
        DataType::Timestamp(_, Some(zone)) => Some(format!(
            "times of \"{}\", whose time zone is {zone}, are read as UTC",
            field.name()
        )),
        _ => None,
    };
    schema.fields().iter().filter_map(note).collect()
}
