//! What a person says about criteria: the hierarchy, judgements of pairs, what the release is for.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::judgement::intensity_of_word;
use crate::{Faults, Result, Said};

/// How many times one criterion counts more than its sibling.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Judgement {
    /// The parent of both.
    pub parent: String,
    /// The first.
    pub a: String,
    /// The second.
    pub b: String,
    /// How many times `a` counts more than `b`; below 1 where `b` counts more.
    pub intensity: f64,
}

/// What the release is for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Usage {
    /// The need, such as `classification`.
    pub need: String,
    /// The attribute that is predicted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
}

/// Criteria with judgements, as read from a context file; other keys of the file are not looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct DecisionContext {
    /// Children of each parent.
    pub hierarchy: BTreeMap<String, Vec<String>>,
    /// Judgements of siblings.
    pub judgements: Vec<Judgement>,
    /// What the release is for.
    pub usage: Option<Usage>,
    /// The column of evaluations of a criterion, where it has another name.
    pub columns: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Given {
    hierarchy: BTreeMap<String, Vec<String>>,
    judgements: Vec<GivenJudgement>,
    usage: Option<Usage>,
    #[serde(default)]
    columns: BTreeMap<String, String>,
}

/// A judgement as typed: a number, a fraction, a word, or a number and its word.
#[derive(Deserialize)]
pub struct GivenJudgement {
    parent: String,
    a: String,
    b: String,
    verbal: Option<String>,
    intensity: Option<serde_json::Value>,
}

impl DecisionContext {
    /// Reads the text of a context file.
    ///
    /// # Errors
    /// What is not JSON of this shape, or no judgement of the scale.
    pub fn parse(text: &str, name: &str) -> Result<Self> {
        let given: Given = serde_json::from_str(text).map_err(|error| {
            Faults::one(
                format!("{name} is no context with \"hierarchy\" and \"judgements\": {error}"),
                format!(
                    "{name} n'est pas un contexte avec « hierarchy » et « judgements » : {error}"
                ),
            )
        })?;
        let judgements = checked(given.judgements)?;
        Ok(DecisionContext {
            hierarchy: given.hierarchy,
            judgements,
            usage: given.usage,
            columns: given.columns,
        })
    }
}

/// Judgements with their intensities.
///
/// # Errors
/// All that are none of the scale.
pub fn checked(given: Vec<GivenJudgement>) -> Result<Vec<Judgement>> {
    let mut faults = Vec::new();
    let mut judgements = Vec::new();
    for judgement in given {
        match judgement.intensity() {
            Ok(intensity) => {
                let GivenJudgement { parent, a, b, .. } = judgement;
                judgements.push(Judgement {
                    parent,
                    a,
                    b,
                    intensity,
                });
            }
            Err(fault) => faults.push(fault),
        }
    }
    Faults::unless(faults, judgements)
}

impl GivenJudgement {
    fn intensity(&self) -> Result<f64, Said> {
        let word = self
            .verbal
            .as_deref()
            .map(|word| intensity_of_word(word).ok_or_else(|| self.wrong(word)));
        let word = word.transpose()?.map(f64::from);
        let number = self
            .intensity
            .as_ref()
            .map(|value| number(value).ok_or_else(|| self.wrong(&value.to_string())));
        match (number.transpose()?, word) {
            (Some(number), Some(word)) if number != word => Err(Said::new(
                format!(
                    "{}: the word and the number of the judgement differ; keep one of them",
                    self.pair()
                ),
                format!(
                    "{} : le mot et le nombre du jugement diffèrent ; gardez l'un des deux",
                    self.pair()
                ),
            )),
            (Some(intensity), _) | (None, Some(intensity)) => Ok(intensity),
            (None, None) => Err(self.wrong("")),
        }
    }

    fn pair(&self) -> String {
        format!("{} / {}", self.a, self.b)
    }

    fn wrong(&self, given: &str) -> Said {
        Said::new(
            format!(
                "{}: \"{given}\" is no judgement; write a number from 1/9 to 9, or a word from equally to extremely",
                self.pair()
            ),
            format!(
                "{} : « {given} » n'est pas un jugement ; écrivez un nombre de 1/9 à 9, ou un mot d'également à extrêmement",
                self.pair()
            ),
        )
    }
}

/// 3, "3" or "1/3", if it lies on the scale.
fn number(value: &serde_json::Value) -> Option<f64> {
    let number = match value {
        serde_json::Value::String(text) => match text.split_once('/') {
            Some((over, under)) => {
                over.trim().parse::<f64>().ok()? / under.trim().parse::<f64>().ok()?
            }
            None => text.trim().parse().ok()?,
        },
        value => value.as_f64()?,
    };
    (1.0 / 9.0 - 1e-12..=9.0)
        .contains(&number)
        .then_some(number)
}
