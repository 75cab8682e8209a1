//! A column that is drawn row by row, of the row's number, which a window function gives, and its value; and rows that are chosen by their numbers.

use std::sync::Arc;

use ::datafusion::arrow::array::{Array, ArrayRef, AsArray, BooleanArray};
use ::datafusion::arrow::datatypes::{DataType, UInt64Type};
use ::datafusion::common::{DataFusionError, Result};
use ::datafusion::logical_expr::ScalarUDF;

use super::function::{function as by_name, ours};
use crate::contract::{Chosen, Drawing, Drawn};
use crate::error::Error;
use crate::local::pool::{Coder, Pool, UNKNOWN};
use crate::sql;

/// What a row's number is called; no column of the data is.
pub(super) const NUMBER: &str = "bauta\u{1}row";

/// The rows of a table with their numbers, from 1. In one partition rows come in the order of files and of rows in them, and a window is never moved below
/// what leaves rows out.
pub(super) fn numbered(table: &str) -> String {
    format!("(SELECT s.*, row_number() OVER () AS {} FROM {table} AS s)", sql::quoted(NUMBER))
}

/// A function that draws a column of numbers and values.
pub(super) fn function(name: String, drawn: &Drawn) -> crate::error::Result<ScalarUDF> {
    let (pool, by) = (Pool::of(&drawn.keys).map_err(|_| changed())?, Arc::clone(&drawn.by));
    Ok(by_name(name, by.kind(), Arc::new(move |columns| draw(&pool, by.as_ref(), columns))))
}

/// A function that tells of a number whether its row stays.
pub(super) fn chooses(name: String, chosen: &Chosen) -> ScalarUDF {
    let chosen = Arc::clone(chosen);
    let stay = move |columns: &[ArrayRef]| -> Result<ArrayRef> {
        Ok(Arc::new(rows(columns)?.into_iter().map(|row| Some(chosen(row))).collect::<BooleanArray>()))
    };
    by_name(name, DataType::Boolean, Arc::new(stay))
}

fn changed() -> Error {
    Error::request("the data changed while they were read", "run it again")
}

fn has_changed() -> DataFusionError {
    ours(changed())
}

/// The numbers of rows, from 0: the first column.
fn rows(columns: &[ArrayRef]) -> Result<Vec<u64>> {
    let numbers = columns.first().and_then(|array| array.as_primitive_opt::<UInt64Type>());
    let numbers = numbers.filter(|numbers| numbers.null_count() == 0).ok_or_else(has_changed)?;
    Ok(numbers.values().iter().map(|number| number.wrapping_sub(1)).collect())
}

fn draw(pool: &Pool, by: &dyn Drawing, columns: &[ArrayRef]) -> Result<ArrayRef> {
    let values = columns.get(1).ok_or_else(has_changed)?;
    let mut places = Vec::new();
    Coder::new(pool, false).codes(values, &mut places)?;
    match places.contains(&UNKNOWN) {
        true => Err(has_changed()),
        false => by.draw(&rows(columns)?, &places).map_err(ours),
    }
}
