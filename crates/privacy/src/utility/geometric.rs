//! The loss that ARX minimises by default: a geometric mean over attributes.
//!
//! **Formula** share of a cell = values covered / values nᵢ of the attribute (1 for a row that was left out); tᵢ = Σ shares;
//! lossᵢ = (tᵢ − N/nᵢ) / (N − N/nᵢ); score = (Π (1 + lossᵢ)^wᵢ)^(1/Σwᵢ) − 1. **Direction** loss: 0 = original, 1 = nothing is
//! said. **Source** `iyengar2002`, as `prasser2020arx` implements it. Values are the leaves of the hierarchy where there is one,
//! else those of the original.

use super::information_loss::mean;
use super::reading::{ReadColumn, Reading};

/// tᵢ / N: mean share of the attribute's values that a cell covers.
pub fn mean_share(column: &ReadColumn, reading: &Reading) -> Option<f64> {
    let domain = column.domain.max(1) as f64;
    // A label beside every value says at least as much as one value.
    mean(column, reading, |cover| {
        cover.ranks.len().max(1) as f64 / domain
    })
}

/// lossᵢ of one attribute; 0 where it has a single value.
pub fn of_column(column: &ReadColumn, reading: &Reading) -> Option<f64> {
    let (share, least) = (
        mean_share(column, reading)?,
        1.0 / column.domain.max(1) as f64,
    );
    Some(if least < 1.0 {
        ((share - least) / (1.0 - least)).max(0.0)
    } else {
        0.0
    })
}

/// The weighted geometric mean over attributes.
pub fn overall(losses: &[f64], weights: &[f64]) -> Option<f64> {
    let total: f64 = weights.iter().sum();
    let product: f64 = losses
        .iter()
        .zip(weights)
        .map(|(loss, weight)| weight * loss.ln_1p())
        .sum();
    (total > 0.0).then(|| (product / total).exp_m1())
}
