//! Texts for people that a declaration holds in both languages.

/// A text for people, in both languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    /// English.
    pub en: &'static str,
    /// French.
    pub fr: &'static str,
}

impl Text {
    /// The text in a language; English unless it is `fr`.
    pub fn get(self, language: &str) -> &'static str {
        if language == "fr" { self.fr } else { self.en }
    }
}
