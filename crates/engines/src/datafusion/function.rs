//! A function of this process, by which rows become a column: what it knows is in memory only, and a plan has its name.

use std::sync::Arc;

use ::datafusion::arrow::array::ArrayRef;
use ::datafusion::arrow::datatypes::DataType;
use ::datafusion::common::{DataFusionError, Result};
use ::datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};

use crate::error::Error;

/// What a function does with the columns that it is given.
pub(super) type Does = dyn Fn(&[ArrayRef]) -> Result<ArrayRef> + Send + Sync;

/// An error of ours, as it passes through DataFusion.
pub(super) fn ours(error: Error) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}

/// A function of any columns; volatile, so that nobody computes it while planning.
pub(super) fn function(name: String, kind: DataType, does: Arc<Does>) -> ScalarUDF {
    ScalarUDF::from(Function {
        name,
        kind,
        does,
        signature: Signature::variadic_any(Volatility::Volatile),
    })
}

struct Function {
    name: String,
    kind: DataType,
    does: Arc<Does>,
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
        Ok(self.kind.clone())
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        Ok(ColumnarValue::Array((self.does)(
            &ColumnarValue::values_to_arrays(&args.args)?,
        )?))
    }
}
