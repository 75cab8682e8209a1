//! Granularity: the mean share of an attribute's values that a cell covers, scaled.
//!
//! **Formula** (mean of tᵢ/N − mean of 1/nᵢ) / (1 − mean of 1/nᵢ), with tᵢ and nᵢ as in [`geometric`](super::geometric), means
//! weighted. **Direction** loss: 0 = original, 1 = nothing is said. **Source** `iyengar2002`, as `prasser2020arx` reports it
//! after the search.

use super::geometric::mean_share;
use super::reading::Reading;

/// Granularity over all attributes; `None` where none has two values.
pub fn granularity(reading: &Reading, weights: &[f64]) -> Option<f64> {
    let total: f64 = weights.iter().sum();
    let (mut shares, mut least) = (0.0, 0.0);
    for (column, weight) in reading.columns.iter().zip(weights) {
        shares += weight * mean_share(column, reading)?;
        least += weight / column.domain.max(1) as f64;
    }
    (total > least).then(|| ((shares - least) / (total - least)).max(0.0))
}
