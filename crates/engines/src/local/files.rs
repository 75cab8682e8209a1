//! The files of a data set, and their rows in batches.
//!
//! A CSV file is read once, in pieces, to a temporary Parquet file of texts that only the user may read: what comes after looks at it two or three
//! times, in parallel and by its dictionaries.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{BooleanArray, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use bauta_formats::csv::Pieces;
use bauta_formats::{FileFormat, Locator};
use bauta_table::{Progress, Stage};
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use parquet::arrow::{ArrowWriter, ProjectionMask};
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use rayon::prelude::*;
use tempfile::TempPath;

use crate::contract::Chosen;
use crate::error::{Error, Result};

/// Rows that are decoded at a time.
const BATCH: usize = 64 << 10;

/// Parquet files with the same columns.
#[derive(Clone)]
pub(super) struct Files {
    parts: Vec<(PathBuf, ArrowReaderMetadata)>,
    schema: SchemaRef,
    /// The temporary file of a CSV file; removed in the end.
    texts: Option<Arc<TempPath>>,
    /// The only rows that are read, where they are not all.
    chosen: Option<Sampling>,
}

/// Some of the rows, and how many of them each piece has.
#[derive(Clone)]
struct Sampling {
    chosen: Chosen,
    counts: Arc<[u64]>,
}

/// A piece of work: some row groups of a file.
#[derive(Clone, Copy)]
pub(super) struct Unit {
    file: usize,
    group: usize,
    /// Rows of the files before it.
    before: u64,
    /// The number of its first row.
    pub(super) first: u64,
    /// Rows in it.
    pub(super) rows: u64,
}

impl Files {
    /// Opens what a locator names.
    pub(super) fn open(place: &Locator) -> Result<Self> {
        let paths = match place {
            Locator::File {
                format: FileFormat::Parquet,
                ..
            }
            | Locator::ParquetGlob(_) => bauta_formats::files_of(place)?,
            _ => {
                return Err(Error::request(
                    format!("{place} cannot be read in pieces"),
                    "convert it to Parquet or CSV first, or leave out --memory and --engine",
                ));
            }
        };
        Files::of(paths)
    }

    /// Opens files by their paths.
    pub(super) fn of(paths: Vec<PathBuf>) -> Result<Self> {
        let parts = paths
            .into_iter()
            .map(|path| Ok((path.clone(), open(&path)?)))
            .collect::<Result<Vec<_>>>()?;
        let Some((_, first)) = parts.first() else {
            return Err(Error::request(
                "no Parquet file was named",
                "name at least one",
            ));
        };
        let fields = first
            .schema()
            .fields()
            .iter()
            .map(|field| field.as_ref().clone().with_nullable(true));
        let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
        if let Some((path, _)) = parts
            .iter()
            .find(|(_, other)| !alike(other.schema(), &schema))
        {
            return Err(Error::request(
                format!("{} has other columns than the first file", path.display()),
                "name files that have the same columns",
            ));
        }
        Ok(Files {
            parts,
            schema,
            texts: None,
            chosen: None,
        })
    }

    /// The rows of a CSV file, as texts.
    pub(super) fn of_csv(
        pieces: Pieces,
        size: Option<u64>,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let texts = copied(pieces, size, progress)?;
        Ok(Files {
            texts: Some(Arc::new(texts.1)),
            ..Files::of(vec![texts.0])?
        })
    }

    /// The same files with some of their rows only.
    pub(super) fn sampled(&self, chosen: &Chosen) -> Self {
        let counted = |unit: &Unit| {
            (unit.before..unit.before + unit.rows)
                .filter(|&row| chosen(row))
                .count() as u64
        };
        let counts: Arc<[u64]> = self
            .units()
            .par_iter()
            .map(counted)
            .collect::<Vec<_>>()
            .into();
        Files {
            chosen: Some(Sampling {
                chosen: Arc::clone(chosen),
                counts,
            }),
            ..self.clone()
        }
    }

    /// Whether values are texts that may stand for numbers and dates.
    pub(super) fn are_texts(&self) -> bool {
        self.texts.is_some()
    }

    pub(super) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    pub(super) fn name(&self) -> String {
        self.parts
            .first()
            .map_or_else(String::new, |(path, _)| path.display().to_string())
    }

    /// The pieces in the order of the rows.
    pub(super) fn units(&self) -> Vec<Unit> {
        let (mut units, mut before, mut first) = (Vec::new(), 0, 0);
        for (file, (_, metadata)) in self.parts.iter().enumerate() {
            for (group, found) in metadata.metadata().row_groups().iter().enumerate() {
                let all = u64::try_from(found.num_rows()).unwrap_or(0);
                let counts = self.chosen.as_ref().map(|sampling| &sampling.counts);
                let rows =
                    counts.map_or(all, |counts| counts.get(units.len()).copied().unwrap_or(0));
                units.push(Unit {
                    file,
                    group,
                    before,
                    first,
                    rows,
                });
                (before, first) = (before + all, first + rows);
            }
        }
        units
    }

    /// The rows of a piece, in the columns at these places; batches have them in the order of the file.
    pub(super) fn batches(
        &self,
        unit: Unit,
        columns: &[usize],
    ) -> Result<impl Iterator<Item = Result<RecordBatch>> + '_> {
        let (path, metadata) = &self.parts[unit.file];
        let file = File::open(path).map_err(|source| bauta_formats::Error::io(path, source))?;
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata.clone());
        let mask = ProjectionMask::roots(builder.parquet_schema(), columns.iter().copied());
        let reader = builder
            .with_row_groups(vec![unit.group])
            .with_projection(mask)
            .with_batch_size(BATCH)
            .build()
            .map_err(|_| damaged(path))?;
        let mut next = unit.before;
        Ok(reader.map(move |batch| {
            let batch = batch.map_err(|_| damaged(path))?;
            let (first, rows) = (next, batch.num_rows() as u64);
            next += rows;
            let Some(sampling) = &self.chosen else {
                return Ok(batch);
            };
            let stays: BooleanArray = (first..first + rows)
                .map(|row| Some((sampling.chosen)(row)))
                .collect();
            arrow_select::filter::filter_record_batch(&batch, &stays).map_err(|_| damaged(path))
        }))
    }
}

/// Whether files have the same columns; what one has in every row another may lack.
fn alike(one: &Schema, other: &Schema) -> bool {
    let pairs = one.fields().iter().zip(other.fields());
    one.fields().len() == other.fields().len()
        && pairs
            .into_iter()
            .all(|(a, b)| a.name() == b.name() && a.data_type() == b.data_type())
}

/// Rows of a row group of the temporary file: enough of them that every core has work.
const GROUP: usize = 1 << 18;

/// Copies pieces to a temporary Parquet file.
fn copied(
    mut pieces: Pieces,
    size: Option<u64>,
    progress: &dyn Progress,
) -> Result<(PathBuf, TempPath)> {
    let failed = |source: std::io::Error| -> Error {
        bauta_formats::Error::Io {
            name: "temporary files".to_owned(),
            source,
        }
        .into()
    };
    let file = tempfile::Builder::new()
        .prefix("bauta-")
        .suffix(".parquet")
        .tempfile()
        .map_err(failed)?;
    let path = file.path().to_path_buf();
    let odd =
        |error: ParquetError| -> Error { bauta_formats::parquet::unwritten(&path, error).into() };
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
    let properties = properties.set_max_row_group_row_count(Some(GROUP)).build();
    let schema = Arc::clone(pieces.schema());
    let mut writer = ArrowWriter::try_new(file.as_file(), schema, Some(properties)).map_err(odd)?;
    while let Some(batch) = pieces.next() {
        if progress.cancelled() {
            return Err(bauta_formats::Error::Cancelled.into());
        }
        writer.write(&batch?).map_err(odd)?;
        progress.tell(Stage::Read, pieces.taken(), size);
    }
    writer.close().map_err(odd)?;
    Ok((path, file.into_temp_path()))
}

fn damaged(path: &Path) -> Error {
    Error::Formats(bauta_formats::Error::Unreadable {
        name: path.display().to_string(),
        problem: "this is not a Parquet file, or it is damaged".into(),
        hint: "make it again".into(),
    })
}

/// What a file says of itself; text is asked for by its dictionary.
fn open(path: &Path) -> Result<ArrowReaderMetadata> {
    let file = File::open(path).map_err(|source| bauta_formats::Error::io(path, source))?;
    let found =
        ArrowReaderMetadata::load(&file, ArrowReaderOptions::new()).map_err(|_| damaged(path))?;
    let asked = |field: &Arc<Field>| -> Arc<Field> {
        let values = match field.data_type() {
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => DataType::Utf8,
            DataType::Binary | DataType::LargeBinary | DataType::BinaryView => DataType::Binary,
            _ => return Arc::clone(field),
        };
        let kind = DataType::Dictionary(Box::new(DataType::Int32), Box::new(values));
        Arc::new(field.as_ref().clone().with_data_type(kind))
    };
    let schema = Schema::new(
        found
            .schema()
            .fields()
            .iter()
            .map(asked)
            .collect::<Vec<_>>(),
    );
    let options = ArrowReaderOptions::new().with_schema(Arc::new(schema));
    ArrowReaderMetadata::try_new(Arc::clone(found.metadata()), options).map_err(|_| damaged(path))
}
