//! `bauta_drawn(place, number, value, kind)`: a cell drawn for a row by an executor, as this process would draw it.
//!
//! The plan has the place of a recipe ([`crate::Recipe`]), a file of the hidden place beside the output that is removed with the look-up tables. An executor
//! reads it once, makes the drawing of it and keeps that for the next batches. `kind` is a missing value of the type that comes out.

use std::sync::{Arc, Mutex, PoisonError};

use ::datafusion::arrow::array::ArrayRef;
use ::datafusion::arrow::datatypes::DataType;
use ::datafusion::common::{DataFusionError, Result, ScalarValue};
use ::datafusion::execution::object_store::ObjectStoreRegistry;
use ::datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility,
};
use object_store::ObjectStoreExt;
use url::Url;

use crate::contract::Remake;
use crate::datafusion::drawn::{BY_EXECUTOR as NAME, Draws};
use crate::datafusion::recipe;
use crate::datafusion::stores::Stores;

/// Drawings that an executor keeps: those of the columns that are drawn at a time.
const KEPT: usize = 16;

pub(super) struct There {
    /// Where rows are: what makes drawings.
    remake: Option<Remake>,
    /// Drawings by the place of their recipe, the latest last.
    known: Mutex<Vec<(String, Arc<Draws>)>>,
    signature: Signature,
}

impl There {
    pub(super) fn new(remake: Option<Remake>) -> Self {
        // Volatile, so that nobody computes it while planning.
        There {
            remake,
            known: Mutex::default(),
            signature: Signature::any(4, Volatility::Volatile),
        }
    }

    fn draws(&self, place: &str) -> Result<Arc<Draws>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, draws)) = known.iter().find(|(of, _)| of == place) {
            return Ok(Arc::clone(draws));
        }
        let unable = |what: &str| DataFusionError::Configuration(format!("{NAME} {what}"));
        let remake = self.remake.ok_or_else(|| unable("draws nothing here"))?;
        let bytes = fetched(place).ok_or_else(|| unable("does not find its recipe"))?;
        let (text, counted) =
            recipe::read(&bytes).ok_or_else(|| unable("cannot read its recipe"))?;
        let drawn = remake(&text, counted).map_err(|_| unable("cannot follow its recipe"))?;
        let draws = Arc::new(Draws::of(&drawn).map_err(|_| unable("cannot follow its recipe"))?);
        if known.len() == KEPT {
            known.remove(0);
        }
        known.push((place.to_owned(), Arc::clone(&draws)));
        Ok(draws)
    }
}

/// The bytes at a place: a file, or an object of a store that the environment describes.
fn fetched(place: &str) -> Option<Vec<u8>> {
    let url = Url::parse(place).ok()?;
    if let Ok(path) = url.to_file_path() {
        return std::fs::read(path).ok();
    }
    let fetch = move || {
        let path = object_store::path::Path::from_url_path(url.path()).ok()?;
        let store = Stores::default().get_store(&url).ok()?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .ok()?;
        runtime.block_on(async { store.get(&path).await.ok()?.bytes().await.ok() })
    };
    // On a thread of its own: this one drives asynchronous work, which it may not wait for.
    Some(std::thread::spawn(fetch).join().ok()??.to_vec())
}

/// Nothing of what it knows.
impl std::fmt::Debug for There {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(NAME)
    }
}

/// Functions of one name are one function.
impl PartialEq for There {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for There {}

impl std::hash::Hash for There {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        NAME.hash(state);
    }
}

impl ScalarUDFImpl for There {
    fn name(&self) -> &str {
        NAME
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, arguments: &[DataType]) -> Result<DataType> {
        let kind = arguments.get(3).cloned();
        kind.ok_or_else(|| {
            DataFusionError::Plan(format!(
                "{NAME} takes a place, a number, a value and a kind"
            ))
        })
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let Some(ColumnarValue::Scalar(ScalarValue::Utf8(Some(place)))) = args.args.first() else {
            return Err(DataFusionError::Plan(format!("{NAME} takes a place first")));
        };
        let draws = self.draws(place)?;
        let rows = &args.args[1..3];
        let columns: Vec<ArrayRef> = rows
            .iter()
            .map(|column| column.to_array(args.number_rows))
            .collect::<Result<_>>()?;
        Ok(ColumnarValue::Array(draws.draw(&columns)?))
    }
}
