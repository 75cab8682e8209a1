//! A column that is drawn row by row, of the row's number, which a window function gives, and its value.

use std::sync::Arc;

use ::datafusion::arrow::array::{Array, ArrayRef, AsArray};
use ::datafusion::arrow::datatypes::UInt64Type;
use ::datafusion::common::{DataFusionError, Result};
use ::datafusion::logical_expr::ScalarUDF;

use super::function::{function as by_name, ours};
use crate::contract::{Drawing, Drawn};
use crate::error::Error;
use crate::local::pool::{Coder, Pool, UNKNOWN};
use crate::sql;

/// What a row's number is called; no column of the data is.
pub(super) const NUMBER: &str = "bauta\u{1}row";

/// What the function of executors is called that draws a cell by its recipe.
pub(crate) const BY_EXECUTOR: &str = "bauta_drawn";

/// The rows of a table with their numbers, from 1, or from later on where so many rows come before the table's. In one partition rows come in the order of
/// files and of rows in them, and a window is never moved below what leaves rows out.
pub(super) fn numbered(table: &str, before: u64) -> String {
    let number = format!("row_number() OVER () + CAST({before} AS BIGINT UNSIGNED)");
    format!(
        "(SELECT s.*, {number} AS {} FROM {table} AS s)",
        sql::quoted(NUMBER)
    )
}

/// A function that draws a column of numbers and values.
pub(super) fn function(name: String, drawn: &Drawn) -> crate::error::Result<ScalarUDF> {
    let (kind, draws) = (drawn.by.kind(), Draws::of(drawn)?);
    Ok(by_name(
        name,
        kind,
        Arc::new(move |columns| draws.draw(columns)),
    ))
}

/// What draws, and the values that it knows.
pub(crate) struct Draws {
    pool: Pool,
    by: Arc<dyn Drawing>,
}

impl Draws {
    pub(crate) fn of(drawn: &Drawn) -> crate::error::Result<Draws> {
        Ok(Draws {
            pool: Pool::of(&drawn.keys).map_err(|_| changed())?,
            by: Arc::clone(&drawn.by),
        })
    }

    /// The cells of some rows, by their numbers (from 1) and their values.
    pub(crate) fn draw(&self, columns: &[ArrayRef]) -> Result<ArrayRef> {
        let values = columns.get(1).ok_or_else(has_changed)?;
        let mut places = Vec::new();
        Coder::new(&self.pool, false).codes(values, &mut places)?;
        if places.contains(&UNKNOWN) {
            Err(has_changed())
        } else {
            self.by.draw(&rows(columns)?, &places).map_err(ours)
        }
    }
}

fn changed() -> Error {
    Error::request("the data changed while they were read", "run it again")
}

fn has_changed() -> DataFusionError {
    ours(changed())
}

/// The numbers of rows, from 0: the first column.
fn rows(columns: &[ArrayRef]) -> Result<Vec<u64>> {
    let numbers = columns
        .first()
        .and_then(|array| array.as_primitive_opt::<UInt64Type>());
    let numbers = numbers
        .filter(|numbers| numbers.null_count() == 0)
        .ok_or_else(has_changed)?;
    Ok(numbers
        .values()
        .iter()
        .map(|number| number.wrapping_sub(1))
        .collect())
}
