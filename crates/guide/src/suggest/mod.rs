//! The second step as one function: candidates, estimates, weights, scores, sensitivity. And the scores of what was measured.

mod preferences;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

pub use preferences::{Preferences, default_scales};

use crate::ahp::{
    Criteria, Evaluations, Moved, Scale, Scored, Weighed, WeightMethod, decimal, score, sensitivity,
};
use crate::context::Context;
use crate::estimate::{Estimate, Estimator, exact};
use crate::ontology::Ontology;
use crate::signatures::{Candidates, Signature, candidates};
use crate::{Error, Faults, Result, Said};

/// A signature with what may be expected of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Suggested {
    /// The signature.
    #[serde(flatten)]
    pub signature: Signature,
    /// By criterion; criteria that nothing is known of are missing.
    pub estimates: BTreeMap<String, Estimate>,
    /// Its score; none where an estimate is missing.
    pub score: Option<f64>,
}

/// What is suggested.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Suggestion {
    /// Signatures, the best score first, those without a score last.
    pub suggested: Vec<Suggested>,
    /// What was left out and what would let it in.
    pub candidates: Candidates,
    /// Weights and consistency of the judgements.
    pub weighed: Weighed,
    /// The metric of each criterion.
    pub metrics: BTreeMap<String, String>,
    /// Scores, where there are any.
    pub scored: Option<Scored>,
    /// What moving a weight does.
    pub sensitivity: Vec<Moved>,
    /// Things worth saying.
    pub notes: Vec<Said>,
}

/// Suggests signatures for a context.
///
/// # Errors
/// Judgements that are no hierarchy; or when the ontology cannot be asked.
pub fn suggest(
    ontology: &Ontology,
    context: &Context,
    preferences: &Preferences,
) -> Result<Suggestion, Error> {
    let candidates = candidates(ontology, context)?;
    let estimator = Estimator::new(ontology)?;
    let weighed = preferences.weigh(ontology, context)?;
    let algorithms: BTreeSet<&str> = candidates
        .signatures
        .iter()
        .map(|signature| signature.algorithm.as_str())
        .collect();
    let metrics = metrics(ontology, context, &estimator, &weighed, &algorithms)?;
    let mut notes = Vec::new();
    let mut suggested: Vec<Suggested> = candidates
        .signatures
        .iter()
        .map(|signature| Suggested {
            signature: signature.clone(),
            estimates: estimates(signature, context, &estimator, &metrics),
            score: None,
        })
        .collect();
    let complete = |own: &&Suggested| {
        weighed
            .leaves
            .iter()
            .all(|leaf| own.estimates.contains_key(leaf))
    };
    let known: Vec<&Suggested> = suggested.iter().filter(complete).collect();
    if known.len() < suggested.len() {
        let missing = suggested.len() - known.len();
        notes.push(Said::new(
            format!("{missing} signatures have no score: no experiment tells all their criteria; run `bauta guide learn`, or run them"),
            format!("{missing} signatures n'ont pas de note : aucune expérience ne dit tous leurs critères ; lancez `bauta guide learn`, ou exécutez-les"),
        ));
    }
    let evaluations = evaluations(known.iter().map(|own| {
        let values = own
            .estimates
            .iter()
            .map(|(leaf, estimate)| (leaf.clone(), estimate.value))
            .collect();
        (own.signature.id.clone(), values)
    }));
    let scored = if evaluations.ids.is_empty() {
        None
    } else {
        Some(preferences.score(&weighed, &evaluations, &metrics)?)
    };
    let moved = scored
        .as_ref()
        .map(|scored| sensitivity(&weighed, scored))
        .unwrap_or_default();
    for own in &mut suggested {
        own.score = scored
            .as_ref()
            .and_then(|scored| scored.scores.get(&own.signature.id).copied());
    }
    // Stable: equals stay in the order of the signatures.
    suggested.sort_by(|one, other| {
        other
            .score
            .unwrap_or(-1.0)
            .total_cmp(&one.score.unwrap_or(-1.0))
    });
    Ok(Suggestion {
        suggested,
        candidates,
        weighed,
        metrics,
        scored,
        sensitivity: moved,
        notes,
    })
}

/// The metric of each leaf: exact ones first, the need of the usage, else the one by which most algorithms are known.
fn metrics(
    ontology: &Ontology,
    context: &Context,
    estimator: &Estimator,
    weighed: &Weighed,
    algorithms: &BTreeSet<&str>,
) -> Result<BTreeMap<String, String>, Error> {
    let requirements = ontology.requirements()?;
    let known = ontology.metrics()?;
    let need = ontology.need_of(&context.usage.need)?;
    let mut chosen = BTreeMap::new();
    let mut faults = Vec::new();
    for leaf in &weighed.leaves {
        let Some(requirement) = requirements
            .iter()
            .find(|requirement| requirement.named.id == *leaf)
        else {
            faults.push(Said::new(
                format!("criterion \"{leaf}\" is no requirement of the ontology, so nothing measures it"),
                format!("le critère « {leaf} » n'est pas une exigence de l'ontologie, donc rien ne le mesure"),
            ));
            continue;
        };
        let is_exact = |metric: &&String| {
            known
                .iter()
                .any(|own| own.exact && own.named.id == **metric)
        };
        // A size-free measure before those that grow with the table.
        let order = ["information-loss", "average-class", "discernibility"];
        let ordered: Vec<&str> = order
            .into_iter()
            .filter(|metric| requirement.metrics.contains(*metric))
            .collect();
        let metric = requirement.metrics.iter().find(is_exact).cloned();
        let metric = metric.or_else(|| {
            need.clone()
                .filter(|need| requirement.metrics.contains(need))
        });
        let metric = metric.or_else(|| {
            estimator
                .best_known(&ordered, algorithms)
                .map(str::to_owned)
        });
        let metric = metric.or_else(|| ordered.first().map(|metric| (*metric).to_owned()));
        if let Some(metric) = metric {
            chosen.insert(leaf.clone(), metric);
        }
    }
    Ok(Faults::unless(faults, chosen)?)
}

fn estimates(
    signature: &Signature,
    context: &Context,
    estimator: &Estimator,
    metrics: &BTreeMap<String, String>,
) -> BTreeMap<String, Estimate> {
    let told = |metric: &str| {
        exact(metric, signature, context).or_else(|| estimator.estimate(metric, signature, context))
    };
    metrics
        .iter()
        .filter_map(|(leaf, metric)| Some((leaf.clone(), told(metric)?)))
        .collect()
}

/// Evaluations from numbers, to six digits after the point: more are noise.
pub fn evaluations(rows: impl Iterator<Item = (String, BTreeMap<String, f64>)>) -> Evaluations {
    let mut evaluations = Evaluations::default();
    for (id, values) in rows {
        evaluations.ids.push(id);
        for (leaf, value) in values {
            let value = decimal(&format!("{value:.6}")).unwrap_or_default();
            evaluations.values.entry(leaf).or_default().push(value);
        }
    }
    evaluations
}

impl Preferences {
    /// Weights of the criteria: as judged, or all equal.
    ///
    /// # Errors
    /// Judgements that are no hierarchy.
    pub fn weigh(&self, ontology: &Ontology, context: &Context) -> Result<Weighed, Error> {
        let (hierarchy, judgements) = self.judged(ontology, context)?;
        Ok(Criteria::new(&hierarchy, &judgements)?.weigh(self.method))
    }

    /// Scores of evaluations by the scale of each criterion, or of its metric.
    ///
    /// # Errors
    /// Criteria without a scale.
    pub fn score(
        &self,
        weighed: &Weighed,
        evaluations: &Evaluations,
        metrics: &BTreeMap<String, String>,
    ) -> Result<Scored> {
        let own = |leaf: &String| -> Option<&Scale> {
            self.scales
                .get(leaf)
                .or_else(|| metrics.get(leaf).and_then(|metric| self.scales.get(metric)))
        };
        let scales = weighed
            .leaves
            .iter()
            .filter_map(|leaf| Some((leaf.clone(), own(leaf)?.clone())))
            .collect();
        score(weighed, evaluations, &scales, self.method)
    }
}

/// How weights are made, when nothing is said.
pub const METHOD: WeightMethod = WeightMethod::Eigenvector;

#[cfg(test)]
mod tests;
