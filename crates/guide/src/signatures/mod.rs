//! Candidate signatures: an algorithm with the values of its inputs.
//!
//! **Idea.** Every algorithm that the ontology describes meets every rule, or is left out with all its reasons. Those left get the product
//! of the values of the inputs that they accept. Where none is left, the answers whose change would let one in are named, the
//! fewest first.

mod rules;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::ontology::{Algorithm, Ontology};
use crate::{Error, Result, Said};
use rules::Objection;

/// An algorithm with the values of its inputs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Signature {
    /// Its number, from 1.
    pub id: String,
    /// The algorithm.
    pub algorithm: String,
    /// Rows of the smallest class.
    pub k: u64,
    /// The most rows that may be left out; 0 where the algorithm leaves none out.
    pub max_suppression: u64,
}

impl Signature {
    /// `datafly k=5 max-suppression=50`.
    pub fn name(&self) -> String {
        match self.max_suppression {
            0 => format!("{} k={}", self.algorithm, self.k),
            rows => format!("{} k={} max-suppression={rows}", self.algorithm, self.k),
        }
    }
}

/// An algorithm that was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Exclusion {
    /// The algorithm.
    pub algorithm: String,
    /// Why: `Samarati left out: …`, a sentence a reason.
    pub reasons: Vec<Said>,
}

/// Answers to change, and which algorithms that would let in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Relaxation {
    /// The parts of the context.
    pub parts: Vec<String>,
    /// What to change, a sentence each.
    pub changes: Vec<Said>,
    /// The algorithms.
    pub algorithms: Vec<String>,
}

/// What fits a context.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Candidates {
    /// The signatures.
    pub signatures: Vec<Signature>,
    /// Algorithms that were left out.
    pub exclusions: Vec<Exclusion>,
    /// Where nothing fits: the smallest changes of answers after which something does.
    pub relaxations: Vec<Relaxation>,
}

/// The signatures that fit a context.
///
/// # Errors
/// Our mistake: the ontology cannot be asked.
pub fn candidates(ontology: &Ontology, context: &Context) -> Result<Candidates, Error> {
    let questions = ontology.questions()?;
    let correlation = questions
        .iter()
        .find(|question| question.named.id == "correlations");
    let least = correlation
        .and_then(|question| question.threshold.as_ref()?.parse().ok())
        .unwrap_or(0.0);
    let mut found = Candidates {
        signatures: Vec::new(),
        exclusions: Vec::new(),
        relaxations: Vec::new(),
    };
    let mut near: Vec<(String, Vec<Objection>)> = Vec::new();
    let too_few = rules::people(context);
    for algorithm in ontology
        .algorithms()?
        .into_iter()
        .filter(|algorithm| algorithm.family.is_some())
    {
        let objections = rules::objections(&algorithm, context, least);
        if objections.is_empty() {
            found.signatures.extend(signatures(&algorithm, context));
            near.extend(
                too_few
                    .clone()
                    .map(|why| (algorithm.named.id.clone(), vec![why])),
            );
            continue;
        }
        let label = &algorithm.named.label;
        let said = |objection: &Objection| {
            Said::new(
                format!("{} left out: {}", label.en, objection.reason.en),
                format!("{} écarté : {}", label.fr, objection.reason.fr),
            )
        };
        let reasons = objections.iter().map(said).collect();
        found.exclusions.push(Exclusion {
            algorithm: algorithm.named.id.clone(),
            reasons,
        });
        let all = objections.into_iter().chain(too_few.clone());
        near.push((algorithm.named.id, all.collect()));
    }
    for (index, signature) in found.signatures.iter_mut().enumerate() {
        signature.id = (index + 1).to_string();
    }
    if found.signatures.is_empty() {
        found.relaxations = relaxations(near);
    }
    Ok(found)
}

/// The product of the values of the inputs that an algorithm accepts.
fn signatures(algorithm: &Algorithm, context: &Context) -> Vec<Signature> {
    let none = [0];
    let rows = if algorithm.suppression {
        context.max_suppression.as_slice()
    } else {
        &none
    };
    let signature = |k: u64, max_suppression: u64| Signature {
        id: String::new(),
        algorithm: algorithm.named.id.clone(),
        k,
        max_suppression,
    };
    context
        .k
        .iter()
        .flat_map(|&k| rows.iter().map(move |&rows| signature(k, rows)))
        .collect()
}

/// The smallest sets of parts whose change lets an algorithm in; algorithms with the same set share it.
fn relaxations(near: Vec<(String, Vec<Objection>)>) -> Vec<Relaxation> {
    let mut sets: BTreeMap<Vec<String>, Relaxation> = BTreeMap::new();
    for (algorithm, objections) in near {
        let mut parts: Vec<String> = objections
            .iter()
            .map(|objection| objection.part.to_owned())
            .collect();
        parts.sort();
        parts.dedup();
        let changes = objections.into_iter().map(|objection| objection.change);
        let relaxation = sets.entry(parts.clone()).or_insert_with(|| Relaxation {
            parts,
            changes: changes.collect(),
            algorithms: Vec::new(),
        });
        relaxation.algorithms.push(algorithm);
    }
    let fewest = sets.keys().map(Vec::len).min().unwrap_or(0);
    sets.into_values()
        .filter(|relaxation| relaxation.parts.len() == fewest)
        .collect()
}

#[cfg(test)]
mod tests;
