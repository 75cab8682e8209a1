//! Writing: row group by row group, the columns of a group on all cores.

use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, DictionaryArray, Float64Array, Int32Array, Int64Array,
    LargeStringArray, TimestampMicrosecondArray,
};
use arrow_schema::{DataType, Field, Schema, TimeUnit};
use bauta_table::{Attribute, Column, Kind, Progress, Stage, Table, Values};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{
    ArrowColumnChunk, ArrowColumnWriter, ArrowWriterOptions, compute_leaves,
};
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::options::WriteOptions;
use crate::staged::{Staged, StagedFile};

/// Most rows of a row group, and about how many cells it has.
const GROUP_ROWS: usize = 1 << 20;
const GROUP_CELLS: usize = 1 << 25;

/// Rows of a column that are made at a time.
const STEP: usize = 64 << 10;

/// Writes beside the final name.
pub(super) fn stage(
    table: &Table,
    path: &Path,
    options: &WriteOptions,
    progress: &dyn Progress,
) -> Result<Staged> {
    let writing = Writing {
        table,
        path,
        progress,
    };
    StagedFile::create(path, options)?.fill(|out| writing.run(out))
}

/// What became of writing a file. Only the system's word is passed on: what an encoder says might hold a value.
pub fn unwritten(path: &Path, error: ParquetError) -> Error {
    let source = match error {
        ParquetError::External(source) => match source.downcast::<io::Error>() {
            Ok(source) => *source,
            Err(_) => io::Error::other("the file cannot be encoded"),
        },
        _ => io::Error::other("the file cannot be encoded"),
    };
    Error::io(path, source)
}

struct Writing<'a> {
    table: &'a Table,
    path: &'a Path,
    progress: &'a dyn Progress,
}

/// A column with its text dictionary, made once.
struct Part<'a> {
    column: &'a Column,
    field: Field,
    texts: Option<ArrayRef>,
}

impl<'a> Part<'a> {
    fn new(attribute: &'a Attribute) -> Self {
        let column = &attribute.column;
        let dictionary = column.dictionary();
        let texts = match dictionary.values() {
            Values::Text(pool) => {
                Some(Arc::new(LargeStringArray::from_iter_values(pool.iter())) as ArrayRef)
            }
            _ => None,
        };
        let kind = kind_of(dictionary.kind());
        Part {
            column,
            field: Field::new(&attribute.name, kind, dictionary.missing_code().is_some()),
            texts,
        }
    }

    /// The cells of some rows.
    fn array(&self, rows: Range<usize>) -> std::result::Result<ArrayRef, ParquetError> {
        let codes = rows.map(|row| self.column.codes().get(row) as usize);
        fn pick<T: Copy>(
            codes: impl Iterator<Item = usize>,
            values: &[T],
        ) -> impl Iterator<Item = Option<T>> {
            codes.map(|code| values.get(code).copied())
        }
        Ok(match self.column.dictionary().values() {
            Values::Text(pool) => {
                let keys = codes
                    .map(|code| (code < pool.len()).then_some(code as i32))
                    .collect::<Int32Array>();
                let texts = self
                    .texts
                    .clone()
                    .unwrap_or_else(|| Arc::new(LargeStringArray::new_null(0)));
                Arc::new(DictionaryArray::<Int32Type>::try_new(keys, texts)?)
            }
            Values::Integer(values) => Arc::new(pick(codes, values).collect::<Int64Array>()),
            Values::Decimal(values) => Arc::new(pick(codes, values).collect::<Float64Array>()),
            Values::Date(values) => Arc::new(pick(codes, values).collect::<Date32Array>()),
            Values::DateTime(values) => {
                Arc::new(pick(codes, values).collect::<TimestampMicrosecondArray>())
            }
            Values::Boolean(values) => Arc::new(pick(codes, values).collect::<BooleanArray>()),
        })
    }
}

/// The cells of an attribute, as they are written.
pub fn array_of(attribute: &Attribute) -> Option<ArrayRef> {
    Part::new(attribute).array(0..attribute.column.len()).ok()
}

/// The type of such cells.
pub fn kind_of(kind: Kind) -> DataType {
    match kind {
        Kind::Text => {
            DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::LargeUtf8))
        }
        Kind::Integer => DataType::Int64,
        Kind::Decimal => DataType::Float64,
        Kind::Date => DataType::Date32,
        Kind::DateTime => DataType::Timestamp(TimeUnit::Microsecond, None),
        Kind::Boolean => DataType::Boolean,
    }
}

impl Writing<'_> {
    fn run(&self, out: &mut (impl Write + Send)) -> Result<()> {
        let parts: Vec<Part<'_>> = self.table.attributes().par_iter().map(Part::new).collect();
        let schema = Arc::new(Schema::new(
            parts
                .iter()
                .map(|part| part.field.clone())
                .collect::<Vec<_>>(),
        ));
        // Without the Arrow schema in the file, other programs see plain text instead of Arrow's dictionaries.
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .build();
        let options = ArrowWriterOptions::new()
            .with_properties(properties)
            .with_skip_arrow_metadata(true);
        let (mut writer, groups) = ArrowWriter::try_new_with_options(out, schema, options)
            .and_then(ArrowWriter::into_serialized_writer)
            .map_err(|e| self.failed(e))?;
        let rows = self.table.rows();
        let step = (GROUP_CELLS / parts.len().max(1)).clamp(1, GROUP_ROWS);
        for (index, first) in (0..rows).step_by(step).enumerate() {
            let group = first..rows.min(first + step);
            let columns = groups
                .create_column_writers(index)
                .map_err(|e| self.failed(e))?;
            let chunks = parts
                .par_iter()
                .zip(columns)
                .map(|(part, column)| self.chunk(part, column, group.clone()))
                .collect::<Result<Vec<_>>>()?;
            let mut out = writer.next_row_group().map_err(|e| self.failed(e))?;
            for chunk in chunks {
                chunk
                    .append_to_row_group(&mut out)
                    .map_err(|e| self.failed(e))?;
            }
            out.close().map_err(|e| self.failed(e))?;
            self.progress
                .tell(Stage::Write, group.end as u64, Some(rows as u64));
        }
        writer.close().map_err(|e| self.failed(e))?;
        Ok(())
    }

    fn chunk(
        &self,
        part: &Part<'_>,
        mut column: ArrowColumnWriter,
        rows: Range<usize>,
    ) -> Result<ArrowColumnChunk> {
        for first in rows.clone().step_by(STEP) {
            if self.progress.cancelled() {
                return Err(Error::Cancelled);
            }
            let array = part
                .array(first..rows.end.min(first + STEP))
                .map_err(|e| self.failed(e))?;
            for leaf in compute_leaves(&part.field, &array).map_err(|e| self.failed(e))? {
                column.write(&leaf).map_err(|e| self.failed(e))?;
            }
        }
        column.close().map_err(|e| self.failed(e))
    }

    fn failed(&self, error: ParquetError) -> Error {
        unwritten(self.path, error)
    }
}
