//! Answers: what went wrong, as sentences in the caller's language; and headers that every answer has.

use axum::body::Body;
use axum::extract::{FromRequestParts, Request};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Error;

const POLICY: &str = "default-src 'self'; style-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

/// English or French, by `Accept-Language`.
#[derive(Debug, Clone, Copy)]
pub struct Language(pub &'static str);

impl Language {
    /// Of a request.
    pub fn of(headers: &HeaderMap) -> Language {
        let text = headers
            .get(header::ACCEPT_LANGUAGE)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        Language(if text.trim_start().starts_with("fr") {
            "fr"
        } else {
            "en"
        })
    }

    /// The text in this language.
    pub fn say(self, en: &'static str, fr: &'static str) -> &'static str {
        if self.0 == "fr" { fr } else { en }
    }
}

impl<S: Sync> FromRequestParts<S> for Language {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        _: &S,
    ) -> std::result::Result<Self, Self::Rejection> {
        Ok(Language::of(&parts.headers))
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    sentence: String,
}

impl Problem {
    /// A sentence with its status.
    pub fn new(status: StatusCode, sentence: impl Into<String>) -> Problem {
        Problem {
            status,
            sentence: sentence.into(),
        }
    }

    /// An error of the store.
    pub fn of(error: &Error, language: Language) -> Problem {
        let status = match error {
            Error::Request(_)
            | Error::Syntax(_)
            | Error::Data(_)
            | Error::Malformed { .. }
            | Error::Graph(..)
            | Error::Context(_)
            | Error::Refused(_) => StatusCode::BAD_REQUEST,
            Error::Forbidden(_) => StatusCode::FORBIDDEN,
            Error::TooLong | Error::TooMuchMemory => StatusCode::SERVICE_UNAVAILABLE,
            Error::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Error::Evaluation(_) => StatusCode::BAD_REQUEST,
            Error::Answered(..) => StatusCode::BAD_GATEWAY,
            Error::File(..)
            | Error::Damaged(..)
            | Error::DamagedEnd(..)
            | Error::Missing(_)
            | Error::Emptied(_)
            | Error::InUse(_)
            | Error::NoRandomness
            | Error::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Problem::new(status, error.text(language.0))
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.status
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (
            self.status,
            [(header::CONTENT_TYPE, "text/plain; charset=utf-8")],
            self.sentence + "\n",
        )
            .into_response();
        if [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN].contains(&self.status) {
            for way in ["Bearer", "Basic realm=\"bauta\", charset=\"UTF-8\""] {
                response
                    .headers_mut()
                    .append(header::WWW_AUTHENTICATE, HeaderValue::from_static(way));
            }
        }
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// An answer, or why there is none.
pub type Result<T> = std::result::Result<T, Problem>;

/// A body of a media type.
pub fn body(status: StatusCode, media: &str, bytes: Vec<u8>) -> Response {
    let mut response = (status, Body::from(bytes)).into_response();
    if let Ok(value) = HeaderValue::from_str(media) {
        response.headers_mut().insert(header::CONTENT_TYPE, value);
    }
    response
}

/// Headers that every answer has.
pub async fn secured(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (header::CACHE_CONTROL, "no-store"),
        (
            header::VARY,
            "accept, accept-language, authorization, origin",
        ),
    ];
    for (name, value) in fixed {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    if response
        .headers()
        .contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN)
    {
        response.headers_mut().insert(
            HeaderName::from_static("cross-origin-resource-policy"),
            HeaderValue::from_static("cross-origin"),
        );
    }
    response
}
