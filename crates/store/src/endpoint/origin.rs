//! Pages in a browser: those of other origins may ask if the owner says so, and none may use the password that a browser keeps.
//!
//! A browser sends the name and password of a site by itself, also with a form that a foreign page sends. So what is not a mere reading and comes
//! with such a password has to come from a page of the store. A bearer's token is never sent by itself.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::App;
use super::answer::{Language, Problem};

/// Lets in what may come from other origins, and tells their browsers.
pub async fn shared(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let allowed = allowed(&app, request.headers());
    let reads = [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    if !reads && keeps_password(request.headers()) && is_foreign(request.headers()) {
        let sentence = Language::of(request.headers()).say(
            "a page of another site may not use the password that the browser keeps for the store; send the token as bearer",
            "une page d'un autre site ne peut utiliser le mot de passe que le navigateur garde pour l'entrepôt ; envoyez le jeton comme porteur (Bearer)",
        );
        return Problem::new(StatusCode::FORBIDDEN, sentence).into_response();
    }
    let asks_first = request.method() == Method::OPTIONS
        && request
            .headers()
            .contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let mut response = match (&allowed, asks_first) {
        (Some(_), true) => preflight(),
        _ => next.run(request).await,
    };
    if let Some(origin) = allowed {
        response
            .headers_mut()
            .insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    }
    response
}

fn preflight() -> Response {
    let fixed = [
        (
            header::ACCESS_CONTROL_ALLOW_METHODS,
            "GET, HEAD, POST, PUT, DELETE",
        ),
        (
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            "authorization, content-type, accept, accept-language",
        ),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    let mut response = (StatusCode::NO_CONTENT, Body::empty()).into_response();
    for (name, value) in fixed {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The origin of a page that may ask; passwords that a browser keeps are not sent by such pages.
fn allowed(app: &App, headers: &HeaderMap) -> Option<HeaderValue> {
    let origin = headers.get(header::ORIGIN)?;
    let text = origin.to_str().ok()?;
    let all = &app.settings.origins;
    if all.iter().any(|own| own == "*") {
        Some(HeaderValue::from_static("*"))
    } else {
        all.iter()
            .any(|own| own.trim_end_matches('/') == text)
            .then(|| origin.clone())
    }
}

/// Whether the token came as a password.
fn keeps_password(headers: &HeaderMap) -> bool {
    let value = headers.get(header::AUTHORIZATION);
    value.is_some_and(|value| !value.as_bytes().starts_with(b"Bearer "))
}

/// Whether a browser says that a page of another site sends this.
fn is_foreign(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text("host").unwrap_or_default();
    let other_site =
        text("sec-fetch-site").is_some_and(|site| !["same-origin", "none"].contains(&site));
    let other_origin = text("origin").is_some_and(|origin| {
        let own = origin.split_once("://").map_or("", |(_, name)| name);
        !own.eq_ignore_ascii_case(host)
    });
    other_site || other_origin
}
