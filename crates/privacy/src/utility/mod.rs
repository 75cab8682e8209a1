//! What a release lost: losses (lower is better) and scores (higher is better), one file each.
//!
//! A release is read in terms of the original ([`Reading`]): what each label covers. Everything is computed from that, so a
//! release of another tool is measured in the same way as ours. [`Losses::cheap`] goes with every release; [`Losses::all`]
//! also compares with the original's rows.

pub mod ambiguity;
pub mod average_class_size;
pub(crate) mod calendar;
pub mod classification;
pub mod completeness;
mod cover;
pub mod discernibility;
pub mod divergence;
pub mod entropy;
pub mod geometric;
pub mod granularity;
pub mod information_loss;
pub(crate) mod labels;
mod overlap;
pub mod pairing;
pub mod precision;
pub mod queries;
mod reading;
pub(crate) mod signs;
pub(crate) mod truth;

use std::collections::BTreeMap;

use bauta_table::recoding::Prepared;
use bauta_table::{Qi, Table};
use serde::Serialize;

pub use cover::{Cover, Ranks};
pub use reading::{Boxes, ReadColumn, Reading};

/// What one attribute lost.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct AttributeLosses {
    /// How much it counts in the overall figures.
    pub weight: f64,
    /// GenILoss.
    pub information_loss: f64,
    /// Precision, 1 = original.
    pub precision: f64,
    /// ARX's loss of the attribute.
    pub loss: f64,
    /// Non-uniform entropy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub non_uniform_entropy: Option<f64>,
}

/// What a release lost on its quasi-identifiers.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Losses {
    /// GenILoss, weighted mean.
    pub information_loss: Option<f64>,
    /// Precision, weighted mean.
    pub precision: Option<f64>,
    /// ARX's loss, weighted geometric mean.
    pub loss: Option<f64>,
    /// Granularity.
    pub granularity: Option<f64>,
    /// By attribute.
    pub attributes: BTreeMap<String, AttributeLosses>,
    /// Non-uniform entropy, weighted mean.
    pub non_uniform_entropy: Option<f64>,
    /// Mean number of combinations of values behind a row.
    pub ambiguity: Option<f64>,
    /// Mean number of original rows that a released row may be.
    pub candidates: Option<f64>,
    /// Kullback-Leibler divergence in nats.
    pub kl_divergence: Option<f64>,
}

impl Losses {
    /// What can be had from the counts of each label.
    pub fn cheap(reading: &Reading, weights: &[f64]) -> Self {
        let columns = || reading.columns.iter().zip(weights);
        let attributes: BTreeMap<String, AttributeLosses> = columns()
            .filter_map(|(column, &weight)| {
                let losses = AttributeLosses {
                    weight,
                    information_loss: information_loss::of_column(column, reading)?,
                    precision: precision::of_column(column, reading)?,
                    loss: geometric::of_column(column, reading)?,
                    non_uniform_entropy: None,
                };
                Some((column.name.clone(), losses))
            })
            .collect();
        let of = |pick: fn(&AttributeLosses) -> f64| -> Vec<f64> {
            reading
                .columns
                .iter()
                .filter_map(|column| attributes.get(&column.name).map(pick))
                .collect()
        };
        Losses {
            information_loss: weighted_mean(&of(|a| a.information_loss), weights),
            precision: weighted_mean(&of(|a| a.precision), weights),
            loss: geometric::overall(&of(|a| a.loss), weights),
            granularity: granularity::granularity(reading, weights),
            attributes,
            ..Losses::default()
        }
    }

    /// Everything; `source` is the original row of each released row, if it is known.
    pub fn all(
        prepared: &Prepared<'_>,
        released: &Table,
        reading: &Reading,
        source: Option<&[u32]>,
        weights: &[f64],
    ) -> Self {
        let mut losses = Losses::cheap(reading, weights);
        let boxes = reading.boxes(released);
        losses.ambiguity = ambiguity::ambiguity(reading, &boxes);
        losses.candidates = ambiguity::candidates(prepared, reading, &boxes);
        losses.kl_divergence = divergence::divergence(prepared, reading, &boxes);
        if let Some(source) = source {
            let of = |(qi, column): (&Qi, &ReadColumn)| {
                entropy::of_column(prepared.table, qi, column, released, source, reading)
            };
            let entropies: Vec<f64> = prepared.qis.iter().zip(&reading.columns).map(of).collect();
            for (column, &entropy) in reading.columns.iter().zip(&entropies) {
                if let Some(losses) = losses.attributes.get_mut(&column.name) {
                    losses.non_uniform_entropy = Some(entropy);
                }
            }
            losses.non_uniform_entropy = weighted_mean(&entropies, weights);
        }
        losses
    }
}

fn weighted_mean(values: &[f64], weights: &[f64]) -> Option<f64> {
    let total: f64 = weights.iter().sum();
    let sum: f64 = values
        .iter()
        .zip(weights)
        .map(|(value, weight)| value * weight)
        .sum();
    (total > 0.0 && values.len() == weights.len()).then(|| sum / total)
}
