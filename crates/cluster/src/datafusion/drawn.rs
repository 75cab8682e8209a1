//! A column that is drawn row by row, as a function of this process: of the row's number, which a window function gives, and its value.

use std::sync::Arc;

use ::datafusion::arrow::array::{Array, AsArray, BooleanArray};
use ::datafusion::arrow::datatypes::{DataType, UInt64Type};
use ::datafusion::common::{DataFusionError, Result};
use ::datafusion::logical_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility};

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
    let pool = Pool::of(&drawn.keys).map_err(|_| changed())?;
    let does = Does::Draws { pool: Arc::new(pool), by: Arc::clone(&drawn.by) };
    Ok(ScalarUDF::from(Function { name, does, signature: Signature::any(2, Volatility::Volatile) }))
}

/// A function that tells of a number whether its row stays.
pub(super) fn chooses(name: String, chosen: &Chosen) -> ScalarUDF {
    let does = Does::Chooses(Arc::clone(chosen));
    ScalarUDF::from(Function { name, does, signature: Signature::any(1, Volatility::Volatile) })
}

fn changed() -> Error {
    Error::request("the data changed while they were read", "run it again")
}

enum Does {
    Draws { pool: Arc<Pool>, by: Arc<dyn Drawing> },
    Chooses(Chosen),
}

struct Function {
    name: String,
    does: Does,
    signature: Signature,
}

/// Nothing of what it knows.
impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Function {}

impl std::hash::Hash for Function {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(match &self.does {
            Does::Draws { by, .. } => by.kind(),
            Does::Chooses(_) => DataType::Boolean,
        })
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let told = |error: Error| DataFusionError::External(Box::new(error));
        let arrays = ColumnarValue::values_to_arrays(&args.args)?;
        let numbers = arrays.first().and_then(|array| array.as_primitive_opt::<UInt64Type>());
        let numbers = numbers.filter(|numbers| numbers.null_count() == 0).ok_or_else(|| told(changed()))?;
        let rows: Vec<u64> = numbers.values().iter().map(|number| number.wrapping_sub(1)).collect();
        Ok(ColumnarValue::Array(match (&self.does, arrays.get(1)) {
            (Does::Draws { pool, by }, Some(values)) => {
                let mut places = Vec::new();
                Coder::new(pool, false).codes(values, &mut places)?;
                if places.contains(&UNKNOWN) {
                    return Err(told(changed()));
                }
                by.draw(&rows, &places).map_err(told)?
            }
            (Does::Chooses(chosen), _) => {
                Arc::new(rows.into_iter().map(|row| Some(chosen(row))).collect::<BooleanArray>())
            }
            (Does::Draws { .. }, None) => return Err(told(changed())),
        }))
    }
}
