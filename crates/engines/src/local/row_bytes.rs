//! Recoded rows as bytes that compare as the rows do: by the first column, then by the second, missing values last.
//!
//! Labels are ranks among the labels of their column; other cells are what `arrow-row` makes of them. Equal bytes are equal rows, so that nothing but
//! what is published decides where a row stands.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, DictionaryArray, RecordBatch, UInt32Array};
use arrow_row::{RowConverter, Rows, SortField};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef, SortOptions};

use super::bind::{BoundMapping, Way};

type Result<T> = std::result::Result<T, ArrowError>;

/// In ascending order, missing values last.
const ASCENDING: SortOptions = SortOptions {
    descending: false,
    nulls_first: false,
};

/// The bytes of the rows that a mapping leads to.
pub(super) struct RowBytes {
    converter: RowConverter,
    /// The labels of each column that has labels.
    labels: Vec<Option<ArrayRef>>,
    /// What is written.
    pub(super) schema: SchemaRef,
}

/// Some rows in ascending order: the bytes of those that are different, where each ends, and how often it occurs.
#[derive(Default)]
pub(super) struct Chunk {
    pub(super) bytes: Vec<u8>,
    pub(super) ends: Vec<(usize, u32)>,
    pub(super) rows: u64,
}

impl Chunk {
    pub(super) fn push(&mut self, row: &[u8], rows: u32) {
        self.bytes.extend_from_slice(row);
        self.ends.push((self.bytes.len(), rows));
        self.rows += u64::from(rows);
    }
}

impl RowBytes {
    pub(super) fn of(ready: &BoundMapping) -> Result<Self> {
        let labels: Vec<Option<ArrayRef>> = ready.ways.iter().map(Way::labels).collect();
        let fields = labels.iter().zip(ready.schema.fields());
        let sorted = fields.clone().map(|(labels, field)| {
            let kind = match labels {
                Some(_) => DataType::Int32,
                None => field.data_type().clone(),
            };
            SortField::new_with_options(kind, ASCENDING)
        });
        // Words come back one by one, without the dictionary that they were read with.
        let written = fields
            .clone()
            .map(|(labels, field)| match field.data_type() {
                DataType::Dictionary(_, value) if labels.is_none() => {
                    Field::new(field.name(), value.as_ref().clone(), true)
                }
                _ => field.as_ref().clone(),
            });
        Ok(RowBytes {
            converter: RowConverter::new(sorted.collect())?,
            schema: Arc::new(Schema::new(written.collect::<Vec<_>>())),
            labels,
        })
    }

    /// The bytes of recoded rows.
    pub(super) fn rows(&self, batch: &RecordBatch) -> Result<Rows> {
        let column = |(labels, column): (&Option<ArrayRef>, &ArrayRef)| -> ArrayRef {
            match (labels, column.as_dictionary_opt::<Int32Type>()) {
                (Some(_), Some(keyed)) => Arc::new(keyed.keys().clone()),
                _ => Arc::clone(column),
            }
        };
        let columns: Vec<ArrayRef> = self
            .labels
            .iter()
            .zip(batch.columns())
            .map(column)
            .collect();
        self.converter.convert_columns(&columns)
    }

    /// The rows of some bytes.
    pub(super) fn batch(&self, chunk: &Chunk) -> Result<RecordBatch> {
        let parser = self.converter.parser();
        let mut start = 0;
        let rows = chunk.ends.iter().map(|&(end, _)| {
            let row = parser.parse(&chunk.bytes[start..end]);
            start = end;
            row
        });
        let different = self.converter.convert_rows(rows)?;
        let places = chunk.ends.iter().zip(0u32..);
        let places: UInt32Array = places
            .flat_map(|(&(_, rows), place)| std::iter::repeat_n(place, rows as usize))
            .collect::<Vec<u32>>()
            .into();
        let column = |(labels, column): (&Option<ArrayRef>, &ArrayRef)| -> Result<ArrayRef> {
            let column = arrow_select::take::take(column, &places, None)?;
            let Some(labels) = labels else {
                return Ok(column);
            };
            let ranks = column.as_primitive::<Int32Type>().clone();
            let keyed = DictionaryArray::<Int32Type>::try_new(ranks, Arc::clone(labels))?;
            Ok(Arc::new(keyed))
        };
        let columns = self.labels.iter().zip(&different).map(column);
        RecordBatch::try_new(Arc::clone(&self.schema), columns.collect::<Result<_>>()?)
    }
}
