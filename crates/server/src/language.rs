//! The language of an answer: `?lang=`, else `Accept-Language`, else English.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;

/// English or French.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language(pub &'static str);

impl Language {
    /// The text in this language.
    pub fn say<'a>(self, en: &'a str, fr: &'a str) -> &'a str {
        if self.0 == "fr" { fr } else { en }
    }

    fn of(parts: &Parts) -> Language {
        let query = parts.uri.query().unwrap_or_default();
        let asked = query.split('&').find_map(|pair| pair.strip_prefix("lang="));
        let header = || {
            parts
                .headers
                .get(ACCEPT_LANGUAGE)
                .and_then(|value| value.to_str().ok())
        };
        let french = asked
            .or_else(header)
            .is_some_and(|word| word.trim_start().starts_with("fr"));
        Language(if french { "fr" } else { "en" })
    }
}

impl<S: Sync> FromRequestParts<S> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Language::of(parts))
    }
}
