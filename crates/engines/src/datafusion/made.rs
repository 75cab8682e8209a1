//! A column that is made of others: what it is made with (a key) stays in this process.

use std::sync::Arc;

use ::datafusion::arrow::array::{ArrayRef, RecordBatch};
use ::datafusion::arrow::datatypes::{DataType, Field, Schema};
use ::datafusion::common::Result;
use ::datafusion::logical_expr::ScalarUDF;

use super::function::{function as by_name, ours};
use crate::contract::Maker;

/// A function that makes texts of columns.
pub(super) fn function(name: String, by: &Arc<dyn Maker>) -> ScalarUDF {
    let by = Arc::clone(by);
    by_name(
        name,
        DataType::Utf8,
        Arc::new(move |columns| made(by.as_ref(), columns)),
    )
}

fn made(by: &dyn Maker, columns: &[ArrayRef]) -> Result<ArrayRef> {
    let field = |(place, array): (usize, &ArrayRef)| {
        Field::new(place.to_string(), array.data_type().clone(), true)
    };
    let schema = Arc::new(Schema::new(
        columns.iter().enumerate().map(field).collect::<Vec<_>>(),
    ));
    let batch = RecordBatch::try_new(schema, columns.to_vec())?;
    Ok(Arc::new(by.make(&batch).map_err(ours)?))
}
