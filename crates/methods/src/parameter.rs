//! Parameters of techniques: each is declared once, as a typed constant, and read through that constant only.
//!
//! A constant says what may be typed and what comes of it: a [`Number`] is an `f64`, a [`Choices`] an enum of its technique. A
//! [`Descriptor`](crate::Descriptor) lists constants of any kind as [`AnyParameter`], which is all that flags, forms and the catalogue need. So a
//! parameter that nobody declared has no name to be read by:
//!
//! ```
//! use bauta_methods::parameter::{Number, Parameter};
//! use bauta_methods::{Parameters, Text};
//!
//! const PERCENT: Parameter<Number> = Parameter {
//!     name: "percent",
//!     kind: Number { least: 0.0, most: 100.0 },
//!     default: 5.0,
//!     help: Text { en: "rows that exchange", fr: "lignes qui échangent" },
//! };
//!
//! fn share(parameters: &Parameters) -> f64 {
//!     parameters.get(&PERCENT) / 100.0
//! }
//! ```
//!
//! ```compile_fail,E0425
//! # use bauta_methods::Parameters;
//! fn share(parameters: &Parameters) -> f64 {
//!     parameters.get(&PERCENTS) / 100.0
//! }
//! ```
//!
//! ```compile_fail,E0308
//! # use bauta_methods::Parameters;
//! fn share(parameters: &Parameters) -> f64 {
//!     parameters.get("percent") / 100.0
//! }
//! ```

mod kinds;

use std::collections::BTreeMap;

use bauta_table::{Fault, Text, nearest_name};

pub use kinds::{Attributes, Choice, Choices, FreeText, List, Number, QuasiIdentifier, Whole};
use kinds::{number, words};

/// Parameters as somebody typed them.
pub type Settings = BTreeMap<String, String>;

/// A parameter of a technique.
#[derive(Clone, Copy)]
pub struct Parameter<K: Kind> {
    /// Its name, which is also its flag and its key in a project file.
    pub name: &'static str,
    /// What it may be.
    pub kind: K,
    /// What it is when nothing is said.
    pub default: K::Default,
    /// What it does.
    pub help: Text,
}

impl<K: Kind> Parameter<K> {
    /// Its value in settings that nobody has checked: the default where they do not say it, nothing where they say it wrong.
    pub fn given(&self, settings: &Settings) -> Option<K::Value> {
        match settings.get(self.name) {
            Some(text) => self.kind.read(text.trim()),
            None => Some(self.kind.value(self.default)),
        }
    }
}

/// What a parameter may be, and what a technique gets of it.
pub trait Kind: Copy + Send + Sync + 'static {
    /// What a technique gets.
    type Value;
    /// What a default is declared as.
    type Default: Copy + Send + Sync + 'static;

    /// The value that a text stands for; none where it is not allowed.
    fn read(&self, text: &str) -> Option<Self::Value>;

    /// A default as a value.
    fn value(&self, default: Self::Default) -> Self::Value;

    /// A default as somebody would type it.
    fn text(&self, default: Self::Default) -> String;

    /// What may be typed, whatever comes of it.
    fn erased(&self) -> ParameterKind;
}

/// What a parameter may be, whatever a technique makes of it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum ParameterKind {
    /// One of some words.
    Choice(Vec<Choice>),
    /// The name of a quasi-identifier; empty = the first.
    QuasiIdentifier,
    /// Names of attributes of the table, in a list.
    Attributes(Attributes),
    /// Any words in a list, or any text; empty = none.
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

impl ParameterKind {
    /// In words, between which numbers it lies; none where it is no number.
    pub fn bounds(&self) -> Option<String> {
        let ParameterKind::Number { least, most, whole } = self else {
            return None;
        };
        Some(if *whole {
            format!("a whole number from {least} to {most}")
        } else {
            format!("a number from {least} to {most}")
        })
    }
}

/// A parameter of any kind: what flags, forms and the catalogue are made of.
pub trait AnyParameter: Send + Sync {
    /// Its name, which is also its flag and its key in a project file.
    fn name(&self) -> &'static str;

    /// What it may be.
    fn kind(&self) -> ParameterKind;

    /// What it is when nothing is said, as somebody would type it.
    fn default(&self) -> String;

    /// What it does.
    fn help(&self) -> Text;
}

impl<K: Kind> AnyParameter for Parameter<K> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn kind(&self) -> ParameterKind {
        self.kind.erased()
    }

    fn default(&self) -> String {
        self.kind.text(self.default)
    }

    fn help(&self) -> Text {
        self.help
    }
}

impl dyn AnyParameter {
    /// What settings say, or the default.
    fn typed(&self, settings: &Settings) -> String {
        let own = settings.get(self.name()).cloned();
        own.unwrap_or_else(|| self.default())
    }

    /// The names that settings give it; none where it does not name attributes.
    pub(crate) fn attributes(&self, settings: &Settings) -> Option<(Attributes, Vec<String>)> {
        match self.kind() {
            ParameterKind::Attributes(kind) => Some((kind, words(&self.typed(settings)))),
            _ => None,
        }
    }

    /// What settings say, as it is recorded.
    fn check(&self, settings: &Settings, quasi_identifiers: &[String]) -> Result<String, Fault> {
        let (kind, value) = (self.kind(), self.typed(settings));
        let words: Vec<&str> = match &kind {
            ParameterKind::Choice(choices) => choices.iter().map(|choice| choice.word).collect(),
            ParameterKind::QuasiIdentifier if value.is_empty() => {
                return Ok(quasi_identifiers.first().cloned().unwrap_or_default());
            }
            ParameterKind::QuasiIdentifier => {
                quasi_identifiers.iter().map(String::as_str).collect()
            }
            ParameterKind::List | ParameterKind::Attributes(_) => return Ok(value),
            ParameterKind::Number { least, most, whole } => {
                let found = number(&value, (*least, *most), *whole);
                return found
                    .map(|found| found.to_string())
                    .ok_or_else(|| Fault::OutOfRange {
                        parameter: self.name().to_owned(),
                        given: value,
                        allowed: kind.bounds().unwrap_or_default(),
                    });
            }
        };
        if words.contains(&value.as_str()) {
            return Ok(value);
        }
        Err(Fault::UnknownWord {
            parameter: self.name().to_owned(),
            nearest: nearest_name(&value, words.iter().copied()),
            possible: words.into_iter().map(str::to_owned).collect(),
            given: value,
        })
    }
}

/// Parameters that a technique accepts: every one has a value within its bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameters(BTreeMap<&'static str, String>);

impl Parameters {
    /// Checks what was typed for some parameters of a technique; `quasi_identifiers` are the names that the table has in this role.
    ///
    /// # Errors
    /// All faults together.
    pub(crate) fn check(
        id: &str,
        declared: &[&'static dyn AnyParameter],
        settings: &Settings,
        quasi_identifiers: &[String],
    ) -> Result<Parameters, Vec<Fault>> {
        let names = || declared.iter().map(|parameter| parameter.name());
        let unknown = settings
            .keys()
            .filter(|given| !names().any(|name| name == *given));
        let mut faults: Vec<Fault> = unknown
            .map(|given| Fault::UnknownWord {
                parameter: format!("a parameter of {id}"),
                given: given.clone(),
                nearest: nearest_name(given, names()),
                possible: names().map(str::to_owned).collect(),
            })
            .collect();
        let mut checked = BTreeMap::new();
        for parameter in declared {
            match parameter.check(settings, quasi_identifiers) {
                Ok(value) => drop(checked.insert(parameter.name(), value)),
                Err(fault) => faults.push(fault),
            }
        }
        if faults.is_empty() {
            Ok(Parameters(checked))
        } else {
            Err(faults)
        }
    }

    /// The value of a parameter, which the technique's descriptor must list.
    pub fn get<K: Kind>(&self, parameter: &Parameter<K>) -> K::Value {
        let text = self.0.get(parameter.name);
        debug_assert!(text.is_some(), "{} is not declared", parameter.name);
        text.and_then(|text| parameter.kind.read(text))
            .unwrap_or_else(|| parameter.kind.value(parameter.default))
    }

    /// All of them by name, for records.
    pub fn to_map(&self) -> BTreeMap<String, String> {
        let entry = |(name, value): (&&'static str, &String)| ((*name).to_owned(), value.clone());
        self.0.iter().map(entry).collect()
    }
}

#[cfg(test)]
mod tests;
