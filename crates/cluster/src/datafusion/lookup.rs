//! Look-up tables as Arrow batches.

use std::sync::Arc;

use ::datafusion::arrow::array::{ArrayRef, RecordBatch, StringArray};
use ::datafusion::arrow::datatypes::{Field, Schema};

use crate::contract::Tuples;
use crate::error::{Error, Result};
use crate::sql;

/// A look-up table by value: `key_0`, `label_0`.
pub(crate) fn by_value(keys: &ArrayRef, labels: &[Option<String>]) -> Result<RecordBatch> {
    let labels: ArrayRef = Arc::new(StringArray::from_iter(labels.iter().map(Option::as_deref)));
    batch(vec![(sql::key(0), keys.clone()), (sql::label(0), labels)])
}

/// A look-up table by combination: `key_0`, `key_1`, …, `label_0`, `label_1`, ….
pub(crate) fn by_tuple(tuples: &Tuples) -> Result<RecordBatch> {
    let keys = tuples.keys.columns().iter().enumerate().map(|(place, array)| (sql::key(place), array.clone()));
    let labels = tuples.labels.iter().enumerate().map(|(place, labels)| {
        let array: ArrayRef = Arc::new(StringArray::from_iter(labels.iter().map(Option::as_deref)));
        (sql::label(place), array)
    });
    batch(keys.chain(labels).collect())
}

fn batch(columns: Vec<(String, ArrayRef)>) -> Result<RecordBatch> {
    let fields = columns.iter().map(|(name, array)| Field::new(name, array.data_type().clone(), true));
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let arrays = columns.into_iter().map(|(_, array)| array).collect();
    RecordBatch::try_new(schema, arrays)
        .map_err(|_| Error::request("a look-up table has columns of different lengths", "count the data again"))
}
