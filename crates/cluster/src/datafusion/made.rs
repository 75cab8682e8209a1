//! A column that is made of others, as a function of this process: what it knows (a key) is in memory only, and a plan has its name.

use std::sync::Arc;

use ::datafusion::arrow::array::{Array, RecordBatch};
use ::datafusion::arrow::datatypes::{DataType, Field, Schema};
use ::datafusion::common::{DataFusionError, Result};
use ::datafusion::logical_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility};

use crate::contract::Maker;

/// A function that makes texts of columns.
pub(super) fn function(name: String, by: &Arc<dyn Maker>) -> ScalarUDF {
    // Volatile, so that nobody computes it while planning.
    ScalarUDF::from(Function { name, by: Arc::clone(by), signature: Signature::variadic_any(Volatility::Volatile) })
}

struct Function {
    name: String,
    by: Arc<dyn Maker>,
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
        Ok(DataType::Utf8)
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let arrays = ColumnarValue::values_to_arrays(&args.args)?;
        let field =
            |(place, array): (usize, &Arc<dyn Array>)| Field::new(place.to_string(), array.data_type().clone(), true);
        let schema = Arc::new(Schema::new(arrays.iter().enumerate().map(field).collect::<Vec<_>>()));
        let batch = RecordBatch::try_new(schema, arrays)?;
        let made = self.by.make(&batch).map_err(|error| DataFusionError::External(Box::new(error)))?;
        Ok(ColumnarValue::Array(Arc::new(made)))
    }
}
