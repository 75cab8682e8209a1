//! Who may ask: a caller that names us by our own name (no rebound domain name), comes from our own page (no foreign site) and has the
//! secret. And what every answer carries.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;

use crate::answer::Problem;
use crate::app::App;
use crate::language::Language;

const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; \
                      base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

/// Where a caller gets the cookie: the only call that needs no secret before.
pub const LOGIN: &str = "/api/v1/login";

/// Lets a request in, or says why not.
pub async fn guard(
    State(app): State<Arc<App>>,
    language: Language,
    request: Request,
    next: Next,
) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let open = !is_api || request.uri().path() == LOGIN;
    let by_cookie = request.method() == Method::GET && takes_cookie(request.uri().path());
    let asked = Asked { open, by_cookie };
    let mut response = match admitted(&app, request.headers(), asked, language) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    secured(response.headers_mut(), is_api);
    response
}

/// What a request asks for.
struct Asked {
    /// Needs no secret.
    open: bool,
    /// The cookie will do.
    by_cookie: bool,
}

/// Whether a browser asks for this by itself, without the page's own headers: streams of events, and what links of the page lead to. Servers of other
/// users of this machine may come to see the cookie, so that it shows no rows of the original and changes nothing.
fn takes_cookie(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').skip(3).collect();
    matches!(
        parts.as_slice(),
        ["jobs", _, "events" | "download" | "report"]
            | ["datasets", _, "project.toml"]
            | ["datasets", _, "hierarchies", _]
    )
}

fn admitted(
    app: &App,
    headers: &HeaderMap,
    Asked { open, by_cookie }: Asked,
    language: Language,
) -> Result<(), Problem> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(HOST).unwrap_or_default();
    let foreign_origin =
        headers.contains_key(ORIGIN) && text(ORIGIN) != Some(format!("http://{host}").as_str());
    // Another port of this machine is the same site to a browser, but not our page.
    let site = text(HeaderName::from_static("sec-fetch-site"));
    let cross_site = site.is_some_and(|site| !["same-origin", "none"].contains(&site)) && !open;
    if !app.hosts.allow(host) || foreign_origin || cross_site {
        let sentence = language.say(
            "this address is not the workbench's own; open the one that the program printed",
            "cette adresse n'est pas celle de l'atelier ; ouvrez celle que le programme a affichée",
        );
        return Err(Problem::new(StatusCode::FORBIDDEN, sentence));
    }
    let bearer = text(AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let cookie = by_cookie && cookie(app, headers).is_some();
    if open || bearer.is_some_and(|given| is_secret(app, given)) || cookie {
        return Ok(());
    }
    Err(unknown(language))
}

/// Whether a text is the secret, in a time that tells nothing of how much of it is right.
pub fn is_secret(app: &App, given: &str) -> bool {
    app.token.as_bytes().ct_eq(given.as_bytes()).into()
}

fn is_ticket(app: &App, given: &str) -> bool {
    app.ticket.as_bytes().ct_eq(given.as_bytes()).into()
}

/// The secret is missing or wrong.
pub fn unknown(language: Language) -> Problem {
    let sentence = language.say(
        "the secret of the address is missing or wrong; open the address that the program printed",
        "le secret de l'adresse manque ou est faux ; ouvrez l'adresse que le programme a affichée",
    );
    Problem::new(StatusCode::UNAUTHORIZED, sentence)
}

fn cookie(app: &App, headers: &HeaderMap) -> Option<()> {
    let name = app.hosts.cookie();
    let all = headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    let mut pairs = all
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    pairs
        .find(|(own, value)| *own == name && is_ticket(app, value))
        .map(|_| ())
}

fn secured(headers: &mut HeaderMap, is_api: bool) {
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
        (CACHE_CONTROL, if is_api { "no-store" } else { "no-cache" }),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
