//! Work of a request: on a thread that may wait, for a limited time, written to the audit log before it is answered.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use oxigraph::sparql::CancellationToken;

use super::App;
use super::answer::{Language, Problem, Result};
use crate::access::Caller;
use crate::audit;

/// How long a body may take to arrive.
const SLOW: Duration = Duration::from_secs(60);

/// What is read beyond the limit, in bytes.
const DRAINED: usize = 4 << 20;

/// Who asks: a token as bearer; without one, anybody.
pub async fn caller(app: &Arc<App>, headers: &HeaderMap) -> Result<Caller> {
    let language = Language::of(headers);
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(Caller::anybody()) };
    let token = value.to_str().ok().and_then(|text| text.strip_prefix("Bearer ")).map(|text| text.trim().to_owned());
    let unknown = || {
        let sentence = language.say("the token is unknown", "le jeton est inconnu");
        Problem::new(StatusCode::UNAUTHORIZED, sentence)
    };
    let token = token.ok_or_else(unknown)?;
    let app = Arc::clone(app);
    // Few at once: each guess takes memory and time.
    let _turn = app.guesses.clone().acquire_owned().await.map_err(|_| unknown())?;
    let found = tokio::task::spawn_blocking(move || app.users.of_token(&token)).await;
    found.ok().flatten().ok_or_else(unknown)
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
            let sentence =
                language.say("the request is larger than is allowed", "la requête est plus grande que permis");
            Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, sentence))
        }
        Err(_) => {
            let sentence = language.say("the request came too slowly", "la requête est arrivée trop lentement");
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
    let busy =
        || Problem::new(StatusCode::SERVICE_UNAVAILABLE, language.say("the store is stopping", "l'entrepôt s'arrête"));
    let turn = app.turns.clone().acquire_owned().await.map_err(|_| busy())?;
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
        let status = answer.as_ref().map_or_else(Problem::status, Response::status).as_u16();
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
