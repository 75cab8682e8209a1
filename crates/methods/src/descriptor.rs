//! What a technique declares about itself, once.

use std::collections::BTreeMap;

pub use bauta_table::Text;
use bauta_table::{Fault, nearest_name};

/// What kind of technique it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Family {
    /// Values become vaguer, never untrue.
    Generalization,
    /// The link between values of a row is broken.
    Separation,
    /// Single values become vaguer or go, as the user says.
    Reduction,
    /// Values become untrue, as the user says; what is kept of them on the whole is stated.
    Perturbation,
}

impl Family {
    /// Whether its techniques do what they are told instead of looking for a release that satisfies what is asked for. Nothing
    /// has to be asked for then; what is asked for is verified on the released rows all the same.
    pub fn does_as_told(self) -> bool {
        matches!(self, Family::Reduction | Family::Perturbation)
    }

    /// The word used in the catalogue.
    pub fn name(self) -> &'static str {
        match self {
            Family::Generalization => "generalization",
            Family::Separation => "separation",
            Family::Reduction => "reduction",
            Family::Perturbation => "perturbation",
        }
    }
}

/// What a technique needs of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Needs {
    /// Least number of quasi-identifiers.
    pub quasi_identifiers: usize,
    /// Least number of sensitive attributes.
    pub sensitive: usize,
    /// Most sensitive attributes.
    pub sensitive_at_most: usize,
    /// Whether every quasi-identifier needs a hierarchy.
    pub hierarchies: bool,
}

/// A word that a parameter may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The word.
    pub word: &'static str,
    /// What it means.
    pub help: Text,
}

/// What a parameter may be.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum ParameterKind {
    /// One of some words.
    Choice(&'static [Choice]),
    /// The name of a quasi-identifier; empty = the first.
    QuasiIdentifier,
    /// Names of attributes of the table, in a list.
    Attributes {
        /// Whether they must be numbers or dates.
        measurable: bool,
        /// The fewest.
        least: usize,
    },
    /// Any words, separated by semicolons, or by commas where there is no semicolon; empty = none. The technique checks them.
    List,
    /// A number between two bounds, both allowed.
    Number {
        /// The smallest.
        least: f64,
        /// The largest.
        most: f64,
        /// Whether it must be whole.
        whole: bool,
    },
}

/// A parameter of a technique.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameter {
    /// Its name, which is also its flag and its key in a project file.
    pub name: &'static str,
    /// What it may be.
    pub kind: ParameterKind,
    /// What it is when nothing is said.
    pub default: &'static str,
    /// What it does.
    pub help: Text,
}

/// Everything that is known of a technique without running it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Descriptor {
    /// Its id, fixed for ever.
    pub id: &'static str,
    /// Its name.
    pub title: Text,
    /// What kind it is.
    pub family: Family,
    /// What it does, in a sentence or two.
    pub summary: Text,
    /// Keys of `docs/references.bib`.
    pub papers: &'static [&'static str],
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// What it needs.
    pub needs: Needs,
    /// What its result guarantees.
    pub guarantees: Text,
    /// How its time grows.
    pub cost: &'static str,
    /// How many tables it publishes.
    pub outputs: usize,
}

/// Parameters as somebody typed them.
pub type Settings = BTreeMap<String, String>;

/// Parameters that a technique accepts: every one has a value within its bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameters(BTreeMap<&'static str, String>);

impl Parameters {
    /// The value of a parameter that the descriptor declares.
    pub fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// The value of a parameter that the descriptor declares as a number.
    pub fn number(&self, name: &str) -> f64 {
        self.get(name).parse().unwrap_or(0.0)
    }

    /// The words of a parameter that the descriptor declares as a list.
    pub fn list(&self, name: &str) -> Vec<&str> {
        words(self.get(name))
    }

    /// All of them by name, for records.
    pub fn to_map(&self) -> BTreeMap<String, String> {
        self.iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(name, value)| (*name, value.as_str()))
    }
}

/// The words of a list.
pub(crate) fn words(text: &str) -> Vec<&str> {
    let separator = if text.contains(';') { ';' } else { ',' };
    text.split(separator)
        .map(str::trim)
        .filter(|word| !word.is_empty())
        .collect()
}

impl Descriptor {
    /// Checks what was typed; `quasi_identifiers` are the names that the table has in this role.
    ///
    /// # Errors
    /// All faults together.
    pub fn check(
        &self,
        settings: &Settings,
        quasi_identifiers: &[String],
    ) -> Result<Parameters, Vec<Fault>> {
        let mut faults = Vec::new();
        for given in settings.keys() {
            let names = || self.parameters.iter().map(|parameter| parameter.name);
            if !names().any(|name| name == given) {
                faults.push(Fault::UnknownWord {
                    parameter: format!("a parameter of {}", self.id),
                    given: given.clone(),
                    nearest: nearest_name(given, names()),
                    possible: names().map(str::to_owned).collect(),
                });
            }
        }
        let mut checked = BTreeMap::new();
        for parameter in self.parameters {
            let value = settings
                .get(parameter.name)
                .map_or(parameter.default, String::as_str);
            match parameter.check(value, quasi_identifiers) {
                Ok(value) => drop(checked.insert(parameter.name, value)),
                Err(fault) => faults.push(fault),
            }
        }
        if faults.is_empty() {
            Ok(Parameters(checked))
        } else {
            Err(faults)
        }
    }
}

impl Parameter {
    fn check(&self, value: &str, quasi_identifiers: &[String]) -> Result<String, Fault> {
        let words: Vec<&str> = match self.kind {
            ParameterKind::Choice(choices) => choices.iter().map(|choice| choice.word).collect(),
            ParameterKind::QuasiIdentifier => {
                let first = quasi_identifiers.first().map_or("", String::as_str);
                if value.is_empty() {
                    return Ok(first.to_owned());
                }
                quasi_identifiers.iter().map(String::as_str).collect()
            }
            ParameterKind::List | ParameterKind::Attributes { .. } => return Ok(value.to_owned()),
            ParameterKind::Number { least, most, whole } => {
                return self.check_number(value, (least, most), whole);
            }
        };
        if words.contains(&value) {
            return Ok(value.to_owned());
        }
        Err(Fault::UnknownWord {
            parameter: self.name.to_owned(),
            given: value.to_owned(),
            nearest: nearest_name(value, words.iter().copied()),
            possible: words.into_iter().map(str::to_owned).collect(),
        })
    }

    fn check_number(
        &self,
        value: &str,
        (least, most): (f64, f64),
        whole: bool,
    ) -> Result<String, Fault> {
        let number = value.trim().parse::<f64>().ok();
        match number
            .filter(|number| (least..=most).contains(number) && (!whole || number.fract() == 0.0))
        {
            Some(number) => Ok(number.to_string()),
            None => Err(Fault::OutOfRange {
                parameter: self.name.to_owned(),
                given: value.to_owned(),
                allowed: self.kind.bounds().unwrap_or_default(),
            }),
        }
    }
}

impl ParameterKind {
    /// In words, between which numbers it lies; none where it is no number.
    pub fn bounds(&self) -> Option<String> {
        let ParameterKind::Number { least, most, whole } = self else {
            return None;
        };
        Some(match (*whole, *most == f64::MAX) {
            (true, true) => format!("a whole number, {least} or more"),
            (true, false) => format!("a whole number from {least} to {most}"),
            (false, true) => format!("a number, {least} or more"),
            (false, false) => format!("a number from {least} to {most}"),
        })
    }
}
