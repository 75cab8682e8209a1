//! Sentences in both languages, and what is wrong in both languages.

use serde::{Deserialize, Serialize};

/// A sentence for people.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
pub struct Said {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

impl Said {
    /// A sentence from its two wordings.
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Said {
            en: en.into(),
            fr: fr.into(),
        }
    }

    /// The same in both languages: a name, a number.
    pub fn same(text: impl Into<String>) -> Self {
        let text = text.into();
        Said {
            en: text.clone(),
            fr: text,
        }
    }

    /// The sentence in a language; English unless it is `fr`.
    pub fn get(&self, language: &str) -> &str {
        if language == "fr" { &self.fr } else { &self.en }
    }
}

/// Everything that is wrong with what was asked for or given; the user mends it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(|fault| fault.en.as_str()).collect::<Vec<_>>().join("\n"))]
pub struct Faults(pub Vec<Said>);

impl Faults {
    /// A single fault.
    pub fn one(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Faults(vec![Said::new(en, fr)])
    }

    /// The faults in a language, a line each.
    pub fn lines(&self, language: &str) -> Vec<String> {
        self.0
            .iter()
            .map(|fault| fault.get(language).to_owned())
            .collect()
    }

    /// The value, unless something was found wrong.
    ///
    /// # Errors
    /// All faults that were collected.
    pub fn unless<T>(faults: Vec<Said>, value: T) -> Result<T> {
        if faults.is_empty() {
            Ok(value)
        } else {
            Err(Faults(faults))
        }
    }
}

/// What asking the knowledge can fail with, by whose move it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// What was asked for or given is wrong; the user mends it.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// Our mistake: a state that cannot be, with what broke. Nothing was written.
    #[error(
        "something went wrong inside the program ({what}), so nothing was written; this is a bug, please report it"
    )]
    Internal {
        /// What broke, without data.
        what: String,
    },
}

impl Error {
    /// Our mistake, with what broke.
    pub fn internal(what: impl Into<String>) -> Self {
        Error::Internal { what: what.into() }
    }
}

/// Result of this crate.
pub type Result<T, E = Faults> = std::result::Result<T, E>;
