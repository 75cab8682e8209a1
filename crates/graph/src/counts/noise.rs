//! The only place of this crate that touches OpenDP.

use std::collections::{BTreeMap, HashMap};

use opendp::domains::{AtomDomain, MapDomain, VectorDomain};
use opendp::measurements::{make_laplace, make_laplace_threshold};
use opendp::measures::{Approximate, MaxDivergence};
use opendp::metrics::{AbsoluteDistance, L1Distance, L01InfDistance};

use super::rows::Key;
use super::{NoisyCounts, NoisyGroup};
use crate::error::{Error, Result};

/// Keeps what is spent from going over by rounding.
const SLACK: f64 = 1.0 + 1e-9;

/// What one entity changes at the most.
pub(super) struct Change {
    /// So many groups,
    pub groups: u64,
    /// by so much in all,
    pub all: i64,
    /// and any one by so much.
    pub one: i64,
}

/// Laplace noise on each count.
pub(super) fn noisy(counts: Vec<i64>, change: &Change, epsilon: f64) -> Result<NoisyCounts> {
    let scale = change.all as f64 / epsilon * SLACK;
    let domain = VectorDomain::new(AtomDomain::<i64>::default());
    let measurement =
        make_laplace::<_, _, MaxDivergence>(domain, L1Distance::<i64>::default(), scale, None);
    let measurement = measurement.map_err(too_small)?;
    let spent = measurement.map(&change.all).map_err(too_small)?;
    let noisy = measurement.invoke(&counts).map_err(failed)?;
    let groups = noisy
        .into_iter()
        .map(|count| NoisyGroup {
            key: Vec::new(),
            count,
        })
        .collect();
    Ok(answer(groups, spent.min(epsilon), 0.0, scale))
}

/// Laplace noise on each count, and only those that are high enough afterwards.
pub(super) fn above_threshold(
    counts: BTreeMap<Key, i64>,
    change: &Change,
    epsilon: f64,
    delta: f64,
) -> Result<NoisyCounts> {
    let scale = change.all as f64 / epsilon * SLACK;
    let most_groups = u32::try_from(change.groups).unwrap_or(u32::MAX);
    // A group of one entity is shown with half the chance that the noise is beyond what is missing; the library says the exact δ.
    let first = change.one as f64 + scale * (f64::from(most_groups) / (2.0 * delta)).ln().max(0.0);
    let mut threshold = first.ceil() as i64;
    loop {
        let domain = MapDomain::new(
            AtomDomain::<String>::default(),
            AtomDomain::<i64>::default(),
        );
        let metric: L01InfDistance<AbsoluteDistance<i64>> = Default::default();
        let measurement = make_laplace_threshold::<_, _, Approximate<MaxDivergence>>(
            domain, metric, scale, threshold, None,
        );
        let measurement = measurement.map_err(too_small)?;
        let (spent, chance) = measurement
            .map(&(most_groups, change.all, change.one))
            .map_err(too_small)?;
        if chance > delta {
            // The exact chance is the library's, rounded upwards: the first guess may be a little too low.
            threshold += 1.max((scale / 8.0) as i64);
            continue;
        }
        let truth: HashMap<String, i64> = counts
            .iter()
            .map(|(key, &count)| (joined(key), count))
            .collect();
        let shown = measurement.invoke(&truth).map_err(failed)?;
        // In the order of the keys: that of the map is no secret, but never the same.
        let groups = counts.keys().filter_map(|key| {
            shown.get(&joined(key)).map(|&count| NoisyGroup {
                key: key.clone(),
                count,
            })
        });
        let mut found = answer(
            groups.collect(),
            spent.min(epsilon),
            chance.min(delta),
            scale,
        );
        found.threshold = Some(threshold);
        return Ok(found);
    }
}

fn joined(key: &Key) -> String {
    key.join("\u{1f}")
}

fn answer(groups: Vec<NoisyGroup>, epsilon: f64, delta: f64, scale: f64) -> NoisyCounts {
    let deviation = std::f64::consts::SQRT_2 * scale;
    NoisyCounts {
        count: None,
        variables: Vec::new(),
        groups,
        epsilon,
        delta,
        deviation,
        threshold: None,
    }
}

/// The library makes no noise of such a scale: bounds and domains are ours, so that what was asked for is too small.
fn too_small(_: opendp::error::Error) -> Error {
    Error::request("so small an epsilon has no noise that can be drawn; ask for a larger one")
}

/// The library's messages speak of domains and scales; what fails here is its randomness.
fn failed(_: opendp::error::Error) -> Error {
    Error::NoRandomness
}
