//! The context: what the data say and what was answered, each with its reason.
//!
//! **Idea.** The ontology lists what a technique's context consists of. Whatever can be deduced from the table is deduced; what only a person
//! knows is asked, with a default. An answer overrules a deduction, and the reason says so.

mod answers;
mod deduction;
mod inputs;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

pub use answers::{Answers, Percent};
use deduction::Deduction;
pub use inputs::{k_candidates, largest_k, suppression_candidates};

use crate::ahp::{Judgement, Usage};
use crate::ontology::Ontology;
use crate::{Error, Faults, Result, Said};

/// What an attribute's values are.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Nature {
    /// Numbers and dates.
    Continuous,
    /// Words.
    Categorical,
}

impl Nature {
    /// The id of the ontology.
    pub fn id(self) -> &'static str {
        match self {
            Nature::Continuous => "continuous",
            Nature::Categorical => "categorical",
        }
    }

    /// The French word, in the feminine: of a target, of a nature.
    pub fn in_french(self) -> &'static str {
        match self {
            Nature::Continuous => "continue",
            Nature::Categorical => "catégorielle",
        }
    }
}

/// Whether there is a hierarchy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Hierarchies {
    /// It came with the data.
    Given,
    /// It can be built from the values.
    Buildable,
    /// There is none.
    None,
}

/// What the table says of a quasi-identifier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct QuasiIdentifier {
    /// Its name.
    pub name: String,
    /// What its values are.
    pub nature: Nature,
    /// Different values.
    pub distinct: u64,
    /// Whether there is a hierarchy.
    pub hierarchy: Hierarchies,
    /// Entropy of its values divided by the most it could be: 1 = all equally frequent.
    pub evenness: f64,
    /// Association with the target (Cramér's V), where there is one.
    pub association: Option<f64>,
}

/// What the table says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableFacts {
    /// Number of rows.
    pub rows: u64,
    /// Number of people: that of the rows, unless people have several.
    pub people: u64,
    /// The quasi-identifiers.
    pub quasi_identifiers: Vec<QuasiIdentifier>,
    /// Whether a person named the quasi-identifiers.
    pub roles_answered: bool,
    /// Why these are the quasi-identifiers.
    pub roles_reason: Said,
    /// The sensitive attributes.
    pub sensitive: Vec<String>,
    /// What will be predicted, with its nature.
    pub target: Option<(String, Nature)>,
}

/// Where a part of the context comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A person said so.
    Answered,
    /// The data say so.
    Deduced,
    /// Nobody said anything.
    Default,
    /// It follows from other parts.
    Computed,
}

/// A part of the context.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Part {
    /// Its id in the ontology.
    pub id: String,
    /// Its name.
    pub label: Said,
    /// What it is.
    pub value: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Why.
    pub reason: Said,
}

/// Everything that the rules and the estimates go by.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Context {
    /// The parts, for people.
    pub parts: Vec<Part>,
    /// Rows of the table.
    pub rows: u64,
    /// Highest tolerated risk in per cent.
    pub risk: Percent,
    /// Values of k to try; the first keeps the ceiling, the others are stricter. None where the people are too few for any.
    pub k: Vec<u64>,
    /// The smallest k that keeps the ceiling.
    pub least_k: u64,
    /// Number of people.
    pub people: u64,
    /// Numbers of rows that may be left out, to try.
    pub max_suppression: Vec<u64>,
    /// What the release is for.
    pub usage: Usage,
    /// `any` or a type of generalisation.
    pub generalization_type: String,
    /// Whether a person wants to decide during the run.
    pub interaction: bool,
    /// `small` or `large`.
    pub size: String,
    /// `uniform` or `dense`.
    pub distribution: String,
    /// The quasi-identifiers.
    pub quasi_identifiers: Vec<QuasiIdentifier>,
    /// What will be predicted, with its nature.
    pub target: Option<(String, Nature)>,
    /// Children of each criterion, where preferences were given.
    pub hierarchy: std::collections::BTreeMap<String, Vec<String>>,
    /// Judgements of siblings.
    pub judgements: Vec<Judgement>,
}

impl Context {
    /// Natures of the quasi-identifiers.
    pub fn natures(&self) -> BTreeSet<&'static str> {
        self.quasi_identifiers
            .iter()
            .map(|own| own.nature.id())
            .collect()
    }

    /// Quasi-identifiers that go with the target at least as much as the ontology asks.
    pub fn correlated(&self, least: f64) -> Vec<&str> {
        let goes = |own: &&QuasiIdentifier| {
            own.association
                .is_some_and(|association| association >= least)
        };
        self.quasi_identifiers
            .iter()
            .filter(goes)
            .map(|own| own.name.as_str())
            .collect()
    }
}

/// Puts facts and answers together.
///
/// # Errors
/// Answers that no context can have, all together.
pub fn deduce(
    ontology: &Ontology,
    facts: &TableFacts,
    answers: &Answers,
) -> Result<Context, Error> {
    let questions = ontology.questions()?;
    let deduction = Deduction {
        ontology,
        questions: &questions,
        facts,
        answers,
    };
    let mut faults = Vec::new();
    let mut parts = Vec::new();
    let risk = deduction.risk(&mut parts, &mut faults)?;
    let suppression = deduction.suppression(&mut parts, &mut faults)?;
    let (k, max_suppression) = deduction.inputs(risk, suppression, &mut parts, &mut faults);
    let usage = deduction.usage(&mut parts, &mut faults)?;
    let generalization_type = deduction.generalization_type(&mut parts, &mut faults)?;
    let interaction = deduction.interaction(&mut parts)?;
    let size = deduction.size(&mut parts, &mut faults);
    let distribution = deduction.distribution(&mut parts, &mut faults);
    deduction.table(&mut parts, &mut faults);
    Ok(Faults::unless(
        faults,
        Context {
            parts,
            rows: facts.rows,
            people: facts.people,
            risk,
            least_k: k_candidates(risk).first().copied().unwrap_or(1),
            k,
            max_suppression,
            usage,
            generalization_type,
            interaction,
            size,
            distribution,
            quasi_identifiers: facts.quasi_identifiers.clone(),
            target: facts.target.clone(),
            hierarchy: answers.hierarchy.clone(),
            judgements: answers.judgements.clone(),
        },
    )?)
}

#[cfg(test)]
pub(crate) mod tests;
