//! Work of a request: on a thread that may wait, for a limited time, written to the audit log before it is answered.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use oxigraph::sparql::CancellationToken;
use tokio::sync::oneshot;

use super::answer::{Language, Problem, Result};
use super::lanes::{Lane, Turn, Worker};
use super::listen::From;
use super::{App, STACK};
use crate::access::{Caller, Glance};
use crate::audit;
use crate::error::{Error, Right};

/// How long a query without a token runs before it makes way for others, and by how much then.
const PRIORITIES: [(Duration, i32); 3] = [
    (Duration::from_millis(300), 5),
    (Duration::from_millis(1500), 10),
    (Duration::from_secs(4), 19),
];

/// How long a query may take to end when its time is over; after this its caller is told without waiting for it.
const GRACE: Duration = Duration::from_secs(2);

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
    let token = value.to_str().ok().and_then(token).ok_or_else(unknown)?;
    // The token first: wrong ones of others, who may be behind the same proxy, lock nobody out who has a right one.
    match app.users.glance(&token) {
        Glance::Known(caller) => return Ok(caller),
        Glance::Wrong => {
            return Err(if app.wrong.allows(from.to_string(), Instant::now()) {
                unknown()
            } else {
                too_often(language)
            });
        }
        Glance::Perhaps => {}
    }
    // By token as well as by address.
    let guess = format!("{from} {}", blake3::hash(token.as_bytes()).to_hex());
    if !app.wrong.has_left(guess.clone(), Instant::now()) {
        return Err(too_often(language));
    }
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
        app.wrong.allows(guess, Instant::now());
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

/// A request that is worked on: what its thread, the task that looks after it and the caller share.
struct Job {
    app: Arc<App>,
    language: Language,
    told: Told,
    token: CancellationToken,
    /// Whether the audit log has its end.
    ended: AtomicBool,
    worker: Worker,
}

impl Job {
    fn line(&self, status: u16) -> audit::Asked {
        audit::Asked {
            user: self.told.caller.name.clone(),
            what: self.told.what,
            text: self.told.text.clone(),
            status,
            changes: self.told.changes,
        }
    }

    /// Tells the audit log how it ended, once; what the caller gets.
    fn end(&self, answer: Result<Response>) -> Result<Response> {
        if self.ended.swap(true, Ordering::AcqRel) {
            return answer;
        }
        let status = answer
            .as_ref()
            .map_or_else(Problem::status, Response::status)
            .as_u16();
        // It is done: that a change was begun is in the log, and how many lines are missing will be.
        let _ = self.app.tell(self.line(status), self.language);
        answer
    }

    fn work(
        &self,
        work: impl FnOnce(&App, &CancellationToken) -> Result<Response>,
    ) -> Result<Response> {
        self.worker.begin();
        if self.told.changes {
            self.app.tell(self.line(0), self.language)?;
        }
        let answer = self.end(work(&self.app, &self.token));
        self.worker.end();
        answer
    }
}

/// Ends a query whose caller has gone away; a change goes on.
struct Leaving(Arc<Job>);

impl Drop for Leaving {
    fn drop(&mut self) {
        if !self.0.told.changes {
            self.0.token.cancel();
        }
    }
}

/// Runs work that may take long on a thread of its own, and tells the audit log.
pub async fn run(
    app: &Arc<App>,
    language: Language,
    told: Told,
    work: impl FnOnce(&App, &CancellationToken) -> Result<Response> + Send + 'static,
) -> Result<Response> {
    let turn = app
        .lanes
        .turn(told.caller.may(Right::ReadPrivate).is_ok())
        .await
        .ok_or_else(|| {
            Problem::new(
                StatusCode::SERVICE_UNAVAILABLE,
                language.say("the store is stopping", "l'entrepôt s'arrête"),
            )
        })?;
    let started = Instant::now();
    let job = Arc::new(Job {
        app: Arc::clone(app),
        language,
        told,
        token: CancellationToken::new(),
        ended: AtomicBool::new(false),
        worker: Worker::default(),
    });
    let (sender, done) = oneshot::channel();
    let own = Arc::clone(&job);
    let spawned = std::thread::Builder::new()
        .name("request".into())
        .stack_size(STACK)
        .spawn(move || {
            let _ = sender.send(own.work(work));
        });
    let answer = if spawned.is_ok() {
        let _leaving = Leaving(Arc::clone(&job));
        let (sender, answer) = oneshot::channel();
        tokio::spawn(supervise(Arc::clone(&job), turn, done, sender));
        answer.await.unwrap_or_else(|_| Err(at_fault(language)))
    } else {
        Err(at_fault(language))
    };
    let spent = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    app.counted.requests.fetch_add(1, Ordering::Relaxed);
    app.counted.microseconds.fetch_add(spent, Ordering::Relaxed);
    if answer.is_err() {
        app.counted.problems.fetch_add(1, Ordering::Relaxed);
    }
    answer
}

fn at_fault(language: Language) -> Problem {
    let sentence = language.say(
        "something went wrong in the program; this is a bug, please report it",
        "une erreur est survenue dans le programme ; c'est un défaut, merci de le signaler",
    );
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
}

/// Looks after a request until its thread has ended: whatever takes longer makes way for others, and is ended in time.
async fn supervise(
    job: Arc<Job>,
    turn: Turn,
    mut done: oneshot::Receiver<Result<Response>>,
    caller: oneshot::Sender<Result<Response>>,
) {
    let limit = job.app.settings.time_limit;
    let fault = |_| Err(at_fault(job.language));
    let mut lane = Lane::Turn(turn);
    let mut from = Duration::ZERO;
    for (until, priority) in PRIORITIES {
        let until = until.min(limit);
        if let Ok(answer) = tokio::time::timeout(until - from, &mut done).await {
            let _ = caller.send(answer.unwrap_or_else(fault));
            return;
        }
        from = until;
        // Whoever reads by a lock would hold up changes; and a change those who read.
        if until < limit && !job.told.changes && job.told.caller.name.is_none() {
            job.worker.lower(priority);
            lane = job.app.lanes.leave(lane, &job.token);
        }
    }
    if let Ok(answer) = tokio::time::timeout(limit - from, &mut done).await {
        let _ = caller.send(answer.unwrap_or_else(fault));
        return;
    }
    job.token.cancel();
    let ended = if job.told.changes {
        // Whether it was done has to be known.
        Ok((&mut done).await)
    } else {
        tokio::time::timeout(GRACE, &mut done).await
    };
    if let Ok(answer) = ended {
        let _ = caller.send(answer.unwrap_or_else(fault));
        return;
    }
    let own = Arc::clone(&job);
    let told = tokio::task::spawn_blocking(move || {
        own.end(Err(Problem::of(&Error::TooLong, own.language)))
    });
    let _ = caller.send(told.await.unwrap_or_else(|_| Err(at_fault(job.language))));
    let _ = done.await;
    drop(lane);
}
