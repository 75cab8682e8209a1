//! The only place that touches OpenDP: noisy counts, and a private choice.

use opendp::domains::{AtomDomain, VectorDomain};
use opendp::measurements::{make_laplace, make_noisy_max};
use opendp::measures::MaxDivergence;
use opendp::metrics::{L1Distance, LInfDistance};

use super::Error;

/// Keeps the sum of all parts from going over by rounding.
const SLACK: f64 = 1.0 + 1e-6;

/// Counts with discrete Laplace noise, the ε that it costs if one row changes one count by one, and the scale.
pub(super) fn noisy_counts(counts: &[i64], epsilon: f64) -> Result<(Vec<i64>, f64, f64), Error> {
    let scale = SLACK / epsilon;
    let domain = VectorDomain::new(AtomDomain::<i64>::default());
    let measurement =
        make_laplace::<_, _, MaxDivergence>(domain, L1Distance::<i64>::default(), scale, None);
    let measurement = measurement.map_err(refused)?;
    let spent = measurement.map(&1).map_err(refused)?;
    let noisy = measurement.invoke(&counts.to_vec()).map_err(refused)?;
    Ok((noisy, spent, scale))
}

/// The place of a high quality, chosen privately; `sensitivity` is how much one row changes a quality.
pub(super) fn choose(
    qualities: &[f64],
    sensitivity: f64,
    epsilon: f64,
) -> Result<(usize, f64, f64), Error> {
    let scale = 2.0 * sensitivity / epsilon * SLACK;
    let domain = VectorDomain::new(AtomDomain::<f64>::new_non_nan());
    let metric = LInfDistance::<f64>::default();
    let measurement =
        make_noisy_max(domain, metric, MaxDivergence, scale, false).map_err(refused)?;
    let spent = measurement.map(&sensitivity).map_err(refused)?;
    let chosen = measurement.invoke(&qualities.to_vec()).map_err(refused)?;
    Ok((chosen, spent, scale))
}

/// The library's messages speak of domains and scales, never of values.
fn refused(error: opendp::error::Error) -> Error {
    Error::Library(format!("{:?}", error.variant))
}
