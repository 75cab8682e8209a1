//! Scores of alternatives.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::files::Evaluations;
use super::hierarchy::Weighed;
use super::matrix::Matrix;
use super::scale::Scales;
use super::weights::{Consistency, WeightMethod, consistency, weights};
use crate::{Faults, Result, Said};

/// What alternatives get.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Scored {
    /// The score of each alternative; they add up to 1.
    pub scores: BTreeMap<String, f64>,
    /// The alternatives, the best first; equals in the order in which they were given.
    pub ranking: Vec<String>,
    /// For each leaf the weight of each alternative.
    pub local: BTreeMap<String, BTreeMap<String, f64>>,
    /// How consistent the computed comparisons of each leaf are.
    pub consistency: BTreeMap<String, Consistency>,
}

/// Compares alternatives on every leaf and adds up.
///
/// # Errors
/// Leaves without a scale or without evaluations.
pub fn score(
    weighed: &Weighed,
    evaluations: &Evaluations,
    scales: &Scales,
    method: WeightMethod,
) -> Result<Scored> {
    let mut scored = Scored {
        scores: evaluations.ids.iter().map(|id| (id.clone(), 0.0)).collect(),
        ranking: Vec::new(),
        local: BTreeMap::new(),
        consistency: BTreeMap::new(),
    };
    let mut faults = Vec::new();
    for leaf in &weighed.leaves {
        let (Some(scale), Some(values)) = (scales.get(leaf), evaluations.values.get(leaf)) else {
            faults.push(Said::new(
                format!("criterion \"{leaf}\" has no scale, or no evaluations; add them, or take it out of the hierarchy"),
                format!("le critère « {leaf} » n'a pas d'échelle, ou pas d'évaluations ; ajoutez-les, ou ôtez-le de la hiérarchie"),
            ));
            continue;
        };
        let mut matrix = Matrix::equal(values.len());
        for (row, column) in matrix.pairs() {
            if let (Some(first), Some(second)) = (values.get(row), values.get(column)) {
                matrix.set(row, column, scale.compare(*first, *second));
            }
        }
        let share = weighed.global.get(leaf).copied().unwrap_or(0.0);
        let local: BTreeMap<String, f64> = evaluations
            .ids
            .iter()
            .cloned()
            .zip(weights(&matrix, method))
            .collect();
        for (id, weight) in &local {
            *scored.scores.entry(id.clone()).or_default() += share * weight;
        }
        scored
            .consistency
            .insert(leaf.clone(), consistency(&matrix));
        scored.local.insert(leaf.clone(), local);
    }
    scored.ranking = evaluations.ids.clone();
    let of = |id: &String| scored.scores.get(id).copied().unwrap_or(0.0);
    scored
        .ranking
        .sort_by(|one, other| of(other).total_cmp(&of(one)));
    Faults::unless(faults, scored)
}
