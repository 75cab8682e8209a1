//! The few functions that our own processes know beyond the built-in ones, for steps that a look-up table cannot do.
//!
//! `bauta_pseudonym(text, …)`: the pseudonym that `bauta pseudonymize` gives to the same identifiers with the same key (HMAC-SHA-256, usual
//! normalisation). The key is the executor's own: neither plan nor log has it, and client and scheduler know the function by name only.
//!
//! `bauta_noise(seed, row, deviation)`: a number from a normal distribution that depends on the seed and the text that identifies the row, and on
//! nothing else, so that a task that runs twice draws the same. It masks; it is no differential privacy, whose noise must not be
//! repeatable.
//!
//! `bauta_drawn(place, number, value, kind)`: what noise and post-randomisation draw for a row ([`super::drawn`]).

use std::sync::Arc;

use ::datafusion::arrow::array::{Array, ArrayRef, AsArray, Float64Array, StringArray};
use ::datafusion::arrow::datatypes::{DataType, Float64Type, Int64Type};
use ::datafusion::common::{DataFusionError, Result};
use ::datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, TypeSignature,
    Volatility,
};
use bauta_methods::pseudonym::{Hash, Hasher, Key, Normalization, digest_text};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use rand_distr::{Distribution, Normal};
use sha2::{Digest, Sha256};

use super::drawn::There;
use crate::contract::Remake;

/// The functions by name, for where plans are made: a client registers them with its session.
pub fn without_key() -> Vec<ScalarUDF> {
    with_key(None, None)
}

/// The functions where rows are: with the key of pseudonyms, and with what makes drawings.
pub(super) fn with_key(key: Option<&Key>, remake: Option<Remake>) -> Vec<ScalarUDF> {
    let hasher = key.map(|key| Arc::new(Hasher::new(key, Hash::HmacSha256, None)));
    vec![
        Pseudonym::new(hasher).into(),
        Noise::new().into(),
        There::new(remake).into(),
    ]
}

struct Pseudonym {
    hasher: Option<Arc<Hasher>>,
    signature: Signature,
}

impl Pseudonym {
    fn new(hasher: Option<Arc<Hasher>>) -> Self {
        // Volatile, so that nobody computes it while planning, where there is no key.
        Pseudonym {
            hasher,
            signature: Signature::variadic(vec![DataType::Utf8], Volatility::Volatile),
        }
    }
}

/// Nothing of the key.
impl std::fmt::Debug for Pseudonym {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("bauta_pseudonym")
    }
}

/// Functions of one name are one function: an engine may not tell them apart by their key.
impl PartialEq for Pseudonym {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Pseudonym {}

impl std::hash::Hash for Pseudonym {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        "bauta_pseudonym".hash(state);
    }
}

impl ScalarUDFImpl for Pseudonym {
    fn name(&self) -> &str {
        "bauta_pseudonym"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Utf8)
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let Some(hasher) = &self.hasher else {
            let text = "bauta_pseudonym has no key here; start the executors with bauta executor --key-file";
            return Err(DataFusionError::Configuration(text.into()));
        };
        let arrays = ColumnarValue::values_to_arrays(&args.args)?;
        let texts: Vec<&StringArray> = arrays.iter().map(AsArray::as_string::<i32>).collect();
        let mut memory = Default::default();
        let rows = texts.first().map_or(0, Array::len);
        let pseudonyms = (0..rows).map(|row| {
            let identity = identity(&texts, row)?;
            hasher.digest(&identity, &mut memory).map(digest_text)
        });
        Ok(ColumnarValue::Array(Arc::new(
            pseudonyms.collect::<StringArray>(),
        )))
    }
}

/// What is hashed of the identifiers of a row, as `bauta pseudonymize` has it; nothing where all are missing.
fn identity(texts: &[&StringArray], row: usize) -> Option<Vec<u8>> {
    let (mut bytes, mut known) = (Vec::new(), false);
    for array in texts {
        let text = array
            .is_valid(row)
            .then(|| Normalization::USUAL.text(array.value(row)));
        match text.filter(|text| !text.is_empty()) {
            None => bytes.push(0),
            Some(text) => {
                known = true;
                bytes.push(1);
                bytes.extend((text.len() as u64).to_le_bytes());
                bytes.extend(text.as_bytes());
            }
        }
    }
    known.then_some(bytes)
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Noise {
    signature: Signature,
}

impl Noise {
    fn new() -> Self {
        let arguments =
            TypeSignature::Exact(vec![DataType::Int64, DataType::Utf8, DataType::Float64]);
        Noise {
            signature: Signature::new(arguments, Volatility::Immutable),
        }
    }
}

impl ScalarUDFImpl for Noise {
    fn name(&self) -> &str {
        "bauta_noise"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Float64)
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let arrays: Vec<ArrayRef> = ColumnarValue::values_to_arrays(&args.args)?;
        let [seeds, rows, deviations] = arrays.as_slice() else {
            return Err(DataFusionError::Plan(
                "bauta_noise takes a seed, a text that identifies the row, and a deviation".into(),
            ));
        };
        let (seeds, rows) = (seeds.as_primitive::<Int64Type>(), rows.as_string::<i32>());
        let deviations = deviations.as_primitive::<Float64Type>();
        let drawn = (0..rows.len()).map(|at| {
            let known = seeds.is_valid(at) && rows.is_valid(at) && deviations.is_valid(at);
            known
                .then(|| draw(seeds.value(at), rows.value(at), deviations.value(at)))
                .flatten()
        });
        Ok(ColumnarValue::Array(Arc::new(
            drawn.collect::<Float64Array>(),
        )))
    }
}

fn draw(seed: i64, row: &str, deviation: f64) -> Option<f64> {
    let digest = Sha256::new()
        .chain_update(b"bauta/noise/v1")
        .chain_update(seed.to_le_bytes())
        .chain_update(row);
    let mut generator = ChaCha20Rng::from_seed(digest.finalize().into());
    Normal::new(0.0, deviation)
        .ok()
        .map(|normal| normal.sample(&mut generator))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_depends_on_seed_and_row_alone() {
        assert_eq!(draw(7, "ada", 2.0), draw(7, "ada", 2.0));
        assert_ne!(draw(7, "ada", 2.0), draw(8, "ada", 2.0));
        assert_ne!(draw(7, "ada", 2.0), draw(7, "bob", 2.0));
        assert_eq!(draw(7, "ada", f64::NAN), None);
        let draws: Vec<f64> = (0..20_000)
            .filter_map(|row| draw(1, &row.to_string(), 3.0))
            .collect();
        let mean = draws.iter().sum::<f64>() / 20_000.0;
        let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 20_000.0;
        // Four standard errors of the mean (3/√20000) and of the variance (9·√(2/20000)).
        assert!(
            mean.abs() < 0.085 && (variance - 9.0).abs() < 0.36,
            "{mean} {variance}"
        );
    }

    /// The same bytes as the identities of tables: a mark, the length, the normalised text.
    #[test]
    fn identities_are_those_of_tables() {
        let first = StringArray::from(vec![Some(" Ada "), None, Some("x")]);
        let second = StringArray::from(vec![None, Some(""), Some("é")]);
        let arrays = [&first, &second];
        assert_eq!(
            identity(&arrays, 0),
            Some(vec![1, 3, 0, 0, 0, 0, 0, 0, 0, b'a', b'd', b'a', 0])
        );
        assert_eq!(identity(&arrays, 1), None);
        assert_eq!(identity(&arrays, 2).map(|bytes| bytes.len()), Some(10 + 11));
    }
}
