//! A sentence in both languages.

use serde::{Serialize, Serializer};

/// A sentence for people, in English and French. Records and JSON get the English one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Said {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

impl Said {
    /// A sentence in both languages.
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Said { en: en.into(), fr: fr.into() }
    }

    /// The sentence in a language; English unless it is `fr`.
    pub fn get(&self, language: &str) -> &str {
        if language == "fr" { &self.fr } else { &self.en }
    }

    /// Several, one after the other.
    pub fn list(all: &[Said], language: &str) -> String {
        all.iter().map(|said| said.get(language)).collect::<Vec<_>>().join(", ")
    }
}

/// The same in both languages: a number, a name, or words of another program.
impl From<String> for Said {
    fn from(text: String) -> Self {
        Said { fr: text.clone(), en: text }
    }
}

impl std::fmt::Display for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.en)
    }
}

impl Serialize for Said {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.en)
    }
}
