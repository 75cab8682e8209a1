//! What a person answered, from a file or a form.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ahp::{GivenJudgement, Judgement, Usage, checked_judgements};
use crate::{Faults, Result, Said};

/// A percentage, exact to a ten-thousandth of a point.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(into = "String", try_from = "String")]
pub struct Percent(u64);

/// Parts of a point.
const PARTS: u64 = 10_000;

impl Percent {
    /// A whole percentage.
    pub fn whole(points: u64) -> Self {
        Percent(points * PARTS)
    }

    /// In ten-thousandths of a point.
    pub fn parts(self) -> u64 {
        self.0
    }

    /// As a share of 1.
    pub fn share(self) -> f64 {
        self.0 as f64 / (100 * PARTS) as f64
    }

    /// From 0 (if allowed) to 100.
    pub fn is_within(self, zero: bool) -> bool {
        (zero || self.0 > 0) && self.0 <= 100 * PARTS
    }
}

impl FromStr for Percent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = Decimal::from_str(text.trim().trim_end_matches('%').trim())
            .map_err(|error| error.to_string())?;
        let parts = number * Decimal::from(PARTS);
        let whole = parts.trunc() == parts && parts >= Decimal::ZERO;
        let parts = whole
            .then(|| {
                u64::try_from(parts.trunc().mantissa() / 10_i128.pow(parts.trunc().scale())).ok()
            })
            .flatten();
        parts
            .map(Percent)
            .ok_or_else(|| format!("\"{text}\" is no percentage"))
    }
}

impl TryFrom<String> for Percent {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Percent> for String {
    fn from(percent: Percent) -> String {
        percent.to_string()
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimal = Decimal::from(self.0) / Decimal::from(PARTS);
        write!(f, "{}", decimal.normalize())
    }
}

/// Answers to the questions of the context; what is not answered is deduced, or takes its default.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(default)]
pub struct Answers {
    /// Highest tolerated risk, in per cent.
    pub risk: Option<Percent>,
    /// Rows that may be left out, in per cent.
    pub suppression: Option<Percent>,
    /// What the release is for.
    pub usage: Option<Usage>,
    /// Type of generalisation.
    pub generalization_type: Option<String>,
    /// Whether to decide during the run.
    pub interaction: Option<bool>,
    /// `small` or `large`.
    pub size: Option<String>,
    /// `uniform` or `dense`.
    pub distribution: Option<String>,
    /// Quasi-identifiers.
    pub qi: Vec<String>,
    /// Sensitive attributes.
    pub sensitive: Vec<String>,
    /// Values of k to try.
    pub k: Vec<u64>,
    /// Children of each criterion.
    pub hierarchy: BTreeMap<String, Vec<String>>,
    /// Judgements of siblings.
    pub judgements: Vec<Judgement>,
}

/// Keys of a context file that say nothing that is asked here.
const OTHER: [&str; 5] = ["source", "records", "derived_inputs", "columns", "about"];

impl Answers {
    /// The answers of a context file, which was JSON or TOML.
    ///
    /// # Errors
    /// All faults: unknown keys, values of another type, judgements that are none.
    pub fn of_file(value: &Value, name: &str) -> Result<Self> {
        let Some(object) = value.as_object() else {
            return Err(Faults::one(
                format!("{name} is no context: write keys with their answers"),
                format!("{name} n'est pas un contexte : écrivez des clés et leurs réponses"),
            ));
        };
        let (mut answers, mut faults) = (Answers::default(), Vec::new());
        for (key, value) in object {
            let taken = answers.take(key, value);
            match taken {
                Ok(true) => {}
                Ok(false) if OTHER.contains(&key.as_str()) => {}
                Ok(false) => faults.push(Said::new(
                    format!("{name}: nothing is asked by the name of \"{key}\"; see docs/guidance.md"),
                    format!("{name} : rien n'est demandé sous le nom de « {key} » ; voyez docs/guidance.md"),
                )),
                Err(Some(more)) => faults.extend(more.0),
                Err(None) => faults.push(Said::new(
                    format!("{name}: \"{key}\" is not answered in a form that can be understood"),
                    format!("{name} : la réponse à « {key} » n'a pas une forme compréhensible"),
                )),
            }
        }
        Faults::unless(faults, answers)
    }

    /// Takes an answer; whether the key is known.
    fn take(&mut self, key: &str, value: &Value) -> Result<bool, Option<Faults>> {
        match key {
            "max_reidentification_risk_pct" | "risk" => {
                self.risk = Some(percent(value).ok_or(None)?);
            }
            "max_suppression_pct" | "suppression" => {
                self.suppression = Some(percent(value).ok_or(None)?);
            }
            "usage" => self.usage = Some(usage(value).ok_or(None)?),
            "generalization_type" => self.generalization_type = Some(text(value).ok_or(None)?),
            "interaction" => self.interaction = Some(value.as_bool().ok_or(None)?),
            "db_size_class" | "size" => self.size = Some(text(value).ok_or(None)?),
            "distribution" => self.distribution = Some(text(value).ok_or(None)?),
            "qi" => self.qi = texts(value).ok_or(None)?,
            "sensitive" => self.sensitive = texts(value).ok_or(None)?,
            "k" => self.k = serde_json::from_value(value.clone()).map_err(|_| None)?,
            "hierarchy" => {
                self.hierarchy = serde_json::from_value(value.clone()).map_err(|_| None)?;
            }
            "judgements" => {
                let given: Vec<GivenJudgement> =
                    serde_json::from_value(value.clone()).map_err(|_| None)?;
                self.judgements = checked_judgements(given).map_err(Some)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn texts(value: &Value) -> Option<Vec<String>> {
    serde_json::from_value(value.clone()).ok()
}

/// A number, a text, or an object that says which of several was retained.
fn percent(value: &Value) -> Option<Percent> {
    match value {
        Value::String(text) => text.parse().ok(),
        Value::Number(number) => number.to_string().parse().ok(),
        Value::Object(object) => percent(object.get("retained")?),
        _ => None,
    }
}

/// A word, or an object with `need` and `target`.
fn usage(value: &Value) -> Option<Usage> {
    match value {
        Value::String(need) => Some(Usage {
            need: need.clone(),
            target: None,
        }),
        value => serde_json::from_value(value.clone()).ok(),
    }
}
