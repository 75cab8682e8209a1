//! Work of a request: on a thread that may wait, for a limited time, written to the audit log before it is answered.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use oxigraph::sparql::CancellationToken;

use super::App;
use super::answer::{Language, Problem, Result};
use super::listen::From;
use crate::access::Caller;
use crate::audit;

/// How long a body may take to arrive.
pub const SLOW: Duration = Duration::from_secs(60);

/// What is read beyond the limit, in bytes.
const DRAINED: usize = 4 << 20;

/// Finds out who asks, before anything else, and whether they ask too often.
pub async fn admitted(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let language = Language::of(request.headers());
    let from = request
        .extensions()
        .get::<From>()
        .map_or(Ipv4Addr::LOCALHOST.into(), |from| from.0.ip());
    match found(&app, request.headers(), from).await {
        Ok(caller) => {
            let who = caller.name.clone().unwrap_or_else(|| from.to_string());
            if !app.rate.allows(who, Instant::now()) {
                return too_often(language).into_response();
            }
            request.extensions_mut().insert(caller);
            next.run(request).await
        }
        Err(problem) => problem.into_response(),
    }
}

fn too_often(language: Language) -> Problem {
    let sentence = language.say(
        "you ask too often; wait a moment and try again",
        "vous interrogez trop souvent ; attendez un moment et réessayez",
    );
    Problem::new(StatusCode::TOO_MANY_REQUESTS, sentence)
}

/// Who asks: a token as bearer, or as the password of its user; without one, anybody.
async fn found(app: &Arc<App>, headers: &HeaderMap, from: IpAddr) -> Result<Caller> {
    let language = Language::of(headers);
    let Some(value) = headers.get(header::AUTHORIZATION) else {
        return Ok(Caller::anybody());
    };
    let unknown = || {
        let sentence = language.say("the token is unknown", "le jeton est inconnu");
        Problem::new(StatusCode::UNAUTHORIZED, sentence)
    };
    if !app.wrong.has_left(from, Instant::now()) {
        return Err(too_often(language));
    }
    let token = value.to_str().ok().and_then(token).ok_or_else(unknown)?;
    let own = Arc::clone(app);
    // Few at once: each guess takes memory and time.
    let _turn = app
        .guesses
        .clone()
        .acquire_owned()
        .await
        .map_err(|_| unknown())?;
    let found = tokio::task::spawn_blocking(move || own.users.of_token(&token)).await;
    found.ok().flatten().ok_or_else(|| {
        app.wrong.allows(from, Instant::now());
        unknown()
    })
}

/// The token of an authorization header. Programs that know passwords only send the user's name and the token.
fn token(text: &str) -> Option<String> {
    if let Some(token) = text.strip_prefix("Bearer ") {
        return Some(token.trim().to_owned());
    }
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(text.strip_prefix("Basic ")?.trim())
        .ok()?;
    let (name, password) = std::str::from_utf8(&bytes).ok()?.split_once(':')?;
    Some(if password.starts_with(&format!("{name}.")) {
        password.to_owned()
    } else {
        format!("{name}.{password}")
    })
}

/// The body of a request, if it comes in time and is not too large.
pub async fn content(request: Request, limit: usize, language: Language) -> Result<Vec<u8>> {
    bytes_of(request.into_body(), limit, language).await
}

async fn bytes_of(body: Body, limit: usize, language: Language) -> Result<Vec<u8>> {
    // A little more is read, so that a caller that still sends gets the answer.
    match tokio::time::timeout(SLOW, to_bytes(body, limit + limit.min(DRAINED))).await {
        Ok(Ok(bytes)) if bytes.len() <= limit => Ok(bytes.to_vec()),
        Ok(Ok(_) | Err(_)) => {
            let sentence = language.say(
                "the request is larger than is allowed",
                "la requête est plus grande que permis",
            );
            Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, sentence))
        }
        Err(_) => {
            let sentence = language.say(
                "the request came too slowly",
                "la requête est arrivée trop lentement",
            );
            Err(Problem::new(StatusCode::REQUEST_TIMEOUT, sentence))
        }
    }
}

/// What is told of a request.
pub struct Told {
    pub caller: Caller,
    pub what: &'static str,
    pub text: String,
    /// Whether it changes something: then it is told before it is done as well.
    pub changes: bool,
}

/// Runs work that may take long, and tells the audit log.
pub async fn run(
    app: &Arc<App>,
    language: Language,
    told: Told,
    work: impl FnOnce(&App, &CancellationToken) -> Result<Response> + Send + 'static,
) -> Result<Response> {
    let busy = || {
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            language.say("the store is stopping", "l'entrepôt s'arrête"),
        )
    };
    let turn = app
        .turns
        .clone()
        .acquire_owned()
        .await
        .map_err(|_| busy())?;
    let token = CancellationToken::new();
    let (own, timed) = (Arc::clone(app), token.clone());
    let started = Instant::now();
    let mut task = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let line = |status: u16| audit::Asked {
            user: told.caller.name.clone(),
            what: told.what,
            text: told.text.clone(),
            status,
        };
        if told.changes {
            own.tell(line(0), language)?;
        }
        let answer = work(&own, &timed);
        let status = answer
            .as_ref()
            .map_or_else(Problem::status, Response::status)
            .as_u16();
        own.tell(line(status), language)?;
        answer
    });
    let done = match tokio::time::timeout(app.settings.time_limit, &mut task).await {
        Ok(done) => done,
        Err(_) => {
            token.cancel();
            task.await
        }
    };
    let answer = done.unwrap_or_else(|_| {
        let sentence = language.say(
            "something went wrong in the program; this is a bug, please report it",
            "une erreur est survenue dans le programme ; c'est un défaut, merci de le signaler",
        );
        Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, sentence))
    });
    let spent = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    app.counted.requests.fetch_add(1, Ordering::Relaxed);
    app.counted.microseconds.fetch_add(spent, Ordering::Relaxed);
    if answer.is_err() {
        app.counted.problems.fetch_add(1, Ordering::Relaxed);
    }
    answer
}
