//! What may be expected of a signature before it runs.
//!
//! **Idea.** Security (1 - 1/k, or 1 - ceiling where that is less) and completeness (1 - most rows left out / rows) follow from the signature. Everything else is told by a
//! regression tree for each metric and algorithm, learnt from experiments: of the literature, and of this program's own. The tree goes
//! by k, number of quasi-identifiers, distribution and rows.
//!
//! **What an estimate says of itself.** How many points it was learnt from, its mean absolute error when each fifth of the points is told
//! by a tree that has not seen it, and whether the signature lies outside of what was ever measured.

use std::collections::{BTreeMap, BTreeSet};

use bauta_learn::RegressionTree;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::ontology::{Experiment, Ontology};
use crate::signatures::Signature;
use crate::{Error, Result, Said};

/// The fewest points that a leaf of a tree has.
const LEAST_LEAF: usize = 2;
/// The fewest points that a model is learnt from.
const LEAST_POINTS: usize = 6;
/// Parts of a cross-validation.
const FOLDS: usize = 5;

/// What may be expected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "SignatureEstimate")]
pub struct Estimate {
    /// The metric.
    pub metric: String,
    /// The value.
    pub value: f64,
    /// Whether it follows from the signature.
    pub exact: bool,
    /// Mean absolute error on points that the model had not seen.
    pub error: Option<f64>,
    /// Points that it was learnt from.
    pub points: usize,
    /// Where these come from.
    pub sources: BTreeSet<String>,
    /// Why it is not to be trusted: beyond what was measured.
    pub outside: Vec<Said>,
}

/// A tree for one metric of one algorithm, with what it was learnt from.
struct Model {
    tree: RegressionTree,
    error: Option<f64>,
    points: usize,
    sources: BTreeSet<String>,
    /// Least and most of each feature.
    ranges: Vec<(f64, f64)>,
    distributions: BTreeSet<String>,
    knows_rows: bool,
}

/// All models.
pub struct Estimator {
    models: BTreeMap<(String, String), Model>,
}

impl Estimator {
    /// Learns from the experiments of an ontology.
    ///
    /// # Errors
    /// Our mistake: the ontology cannot be asked.
    pub fn new(ontology: &Ontology) -> Result<Self, Error> {
        let mut points: BTreeMap<(String, String), Vec<Experiment>> = BTreeMap::new();
        for experiment in ontology.experiments()? {
            points
                .entry((experiment.metric.clone(), experiment.algorithm.clone()))
                .or_default()
                .push(experiment);
        }
        let models = points
            .into_iter()
            .filter_map(|(key, points)| Some((key, Model::new(points)?)));
        Ok(Estimator {
            models: models.collect(),
        })
    }

    /// Whether a metric of an algorithm can be told.
    pub fn knows(&self, metric: &str, algorithm: &str) -> bool {
        self.models
            .contains_key(&(metric.to_owned(), algorithm.to_owned()))
    }

    /// The metric among some that most algorithms are known by; the first of equals.
    pub fn best_known<'m>(
        &self,
        metrics: &[&'m str],
        algorithms: &BTreeSet<&str>,
    ) -> Option<&'m str> {
        let count = |metric: &str| {
            algorithms
                .iter()
                .filter(|algorithm| self.knows(metric, algorithm))
                .count()
        };
        let most = metrics
            .iter()
            .map(|metric| count(metric))
            .max()
            .filter(|most| *most > 0)?;
        metrics.iter().find(|metric| count(metric) == most).copied()
    }

    /// What may be expected of a signature by a metric that is not exact.
    pub fn estimate(
        &self,
        metric: &str,
        signature: &Signature,
        context: &Context,
    ) -> Option<Estimate> {
        let model = self
            .models
            .get(&(metric.to_owned(), signature.algorithm.clone()))?;
        let asked = [
            signature.k as f64,
            context.quasi_identifiers.len() as f64,
            of_distribution(&context.distribution),
            if model.knows_rows {
                context.rows as f64
            } else {
                0.0
            },
        ];
        Some(Estimate {
            metric: metric.to_owned(),
            value: model.tree.predict(&asked)?,
            exact: false,
            error: model.error,
            points: model.points,
            sources: model.sources.clone(),
            outside: model.outside(&asked, &context.distribution),
        })
    }
}

/// What a highest risk is worth: beyond the ceiling that was asked for, safer is not better. Otherwise the table in which nothing is left would win.
pub fn protection(risk: f64, context: &Context) -> f64 {
    1.0 - risk.max(context.risk.share())
}

/// What follows from a signature: `protection` and `kept-rows`.
pub fn exact(metric: &str, signature: &Signature, context: &Context) -> Option<Estimate> {
    let value = match metric {
        "protection" => protection(1.0 / signature.k.max(1) as f64, context),
        "kept-rows" => 1.0 - signature.max_suppression as f64 / context.rows.max(1) as f64,
        _ => return None,
    };
    let (error, points) = (None, 0);
    let (sources, outside) = (BTreeSet::new(), Vec::new());
    Some(Estimate {
        metric: metric.to_owned(),
        value,
        exact: true,
        error,
        points,
        sources,
        outside,
    })
}

fn of_distribution(word: &str) -> f64 {
    if word == "uniform" { 1.0 } else { 0.0 }
}

impl Model {
    /// Own experiments with their number of rows are preferred; those of the literature do not tell it.
    fn new(points: Vec<Experiment>) -> Option<Self> {
        let (own, other): (Vec<Experiment>, Vec<Experiment>) =
            points.into_iter().partition(|point| point.rows.is_some());
        let knows_rows = own.len() >= LEAST_POINTS;
        let points = if knows_rows { own } else { other };
        if points.len() < LEAST_POINTS {
            return None;
        }
        let features: Vec<Vec<f64>> = points
            .iter()
            .map(|point| features(point, knows_rows))
            .collect();
        let values: Vec<f64> = points.iter().map(|point| point.value).collect();
        let range = |place: usize| {
            let of = features.iter().filter_map(|row| row.get(place).copied());
            of.fold(
                (f64::INFINITY, f64::NEG_INFINITY),
                |(least, most), value| (least.min(value), most.max(value)),
            )
        };
        Some(Model {
            tree: RegressionTree::fit(&features, &values, LEAST_LEAF)?,
            error: cross_validated(&features, &values),
            points: points.len(),
            sources: points.iter().map(|point| point.source.clone()).collect(),
            ranges: (0..4).map(range).collect(),
            distributions: points
                .iter()
                .map(|point| point.distribution.clone())
                .collect(),
            knows_rows,
        })
    }

    fn outside(&self, asked: &[f64], distribution: &str) -> Vec<Said> {
        let names = [
            ("k", "k"),
            ("quasi-identifiers", "quasi-identifiants"),
            ("", ""),
            ("rows", "lignes"),
        ];
        let mut said = Vec::new();
        for (((en, fr), asked), (least, most)) in names.into_iter().zip(asked).zip(&self.ranges) {
            if !en.is_empty() && (asked < least || asked > most) {
                said.push(Said::new(
                    format!("{en}: {asked} is beyond what was measured, {least} to {most}"),
                    format!("{fr} : {asked} sort de ce qui a été mesuré, de {least} à {most}"),
                ));
            }
        }
        if !self.distributions.contains(distribution) {
            said.push(Said::new(
                format!("no experiment has a {distribution} distribution"),
                format!("aucune expérience n'a une distribution {distribution}"),
            ));
        }
        if !self.knows_rows {
            said.push(Said::new(
                "the experiments do not tell their number of rows",
                "les expériences ne disent pas leur nombre de lignes",
            ));
        }
        said
    }
}

fn features(point: &Experiment, knows_rows: bool) -> Vec<f64> {
    let rows = point.rows.filter(|_| knows_rows).unwrap_or(0.0);
    vec![
        point.k,
        point.quasi_identifiers,
        of_distribution(&point.distribution),
        rows,
    ]
}

/// The mean absolute error on points that a tree has not seen: every fifth point by a tree of all others.
fn cross_validated(features: &[Vec<f64>], values: &[f64]) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0);
    for fold in 0..FOLDS {
        let part = |seen: bool| -> (Vec<Vec<f64>>, Vec<f64>) {
            let own = |index: usize| (index % FOLDS != fold) == seen;
            let picked = features
                .iter()
                .zip(values)
                .enumerate()
                .filter(|(index, _)| own(*index));
            picked
                .map(|(_, (row, value))| (row.clone(), *value))
                .unzip()
        };
        let ((seen, known), (unseen, wanted)) = (part(true), part(false));
        let tree = RegressionTree::fit(&seen, &known, LEAST_LEAF)?;
        for (row, wanted) in unseen.iter().zip(wanted) {
            sum += (tree.predict(row)? - wanted).abs();
            count += 1;
        }
    }
    (count > 0).then(|| sum / f64::from(count))
}

#[cfg(test)]
mod tests;
