//! For those who run the store: is it alive, what does it do, what would the next release be like.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Serialize;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi, ToSchema};

use super::App;
use super::answer::{Language, Problem, Result, body};
use super::run::{Told, run};
use crate::access::Caller;
use crate::audit::Verdict;
use crate::error::Right;
use crate::state::{Entry, Summary};

/// Whether the store can do all that it is there for.
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = String), (status = 503, description = "Changes are refused, because the journal or the audit log cannot be written.")))]
pub async fn health(State(app): State<Arc<App>>, language: Language) -> Result<&'static str> {
    let own = Arc::clone(&app);
    let well = tokio::task::spawn_blocking(move || {
        let log = own.audit.as_ref().is_none_or(crate::audit::Audit::is_well);
        (own.engine.takes_changes(), log)
    });
    let sentence = match well.await {
        Ok((true, true)) => return Ok("ok\n"),
        Ok((true, false)) => language.say(
            "the audit log cannot be written: queries are answered, changes are refused until there is room on the disk",
            "le journal d'audit ne peut être écrit : les requêtes ont une réponse, les modifications sont refusées jusqu'à ce qu'il y ait de la place sur le disque",
        ),
        _ => language.say(
            "the journal cannot be written: queries are answered, changes are refused until the store is restarted",
            "le journal ne peut être écrit : les requêtes ont une réponse, les modifications sont refusées jusqu'au redémarrage de l'entrepôt",
        ),
    };
    Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, sentence))
}

/// A figure of `/metrics`.
struct Metric {
    name: &'static str,
    kind: &'static str,
    help: &'static str,
    value: f64,
    /// Whether it tells nothing about changes: when how many came is known to those who see the exact data.
    public: bool,
}

fn metrics_of(app: &App) -> [Metric; 6] {
    let counted = &app.counted;
    let value = |own: &std::sync::atomic::AtomicU64| own.load(Ordering::Relaxed) as f64;
    let total = |name, help, value, public| Metric {
        name,
        kind: "counter",
        help,
        value,
        public,
    };
    let release = app.engine.last_release().map_or(0, |last| last.number);
    [
        total(
            "bauta_requests_total",
            "Requests that were worked on.",
            value(&counted.requests),
            false,
        ),
        total(
            "bauta_queries_total",
            "Queries.",
            value(&counted.queries),
            true,
        ),
        total(
            "bauta_updates_total",
            "Updates.",
            value(&counted.updates),
            false,
        ),
        total(
            "bauta_problems_total",
            "Requests that got no answer.",
            value(&counted.problems),
            false,
        ),
        total(
            "bauta_request_seconds_total",
            "Time that requests took.",
            value(&counted.microseconds) / 1e6,
            false,
        ),
        Metric {
            name: "bauta_release",
            kind: "gauge",
            help: "Number of the last release.",
            value: release as f64,
            public: true,
        },
    ]
}

/// `/metrics`, as Prometheus reads them: queries and releases for everybody, all figures for those who may read private graphs.
#[utoipa::path(get, path = "/metrics", security((), ("token" = [])),
    responses((status = 200, body = String, content_type = "text/plain")))]
pub async fn metrics(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Response {
    let privileged = caller.may(Right::ReadPrivate).is_ok();
    let mut text = String::new();
    for metric in metrics_of(&app) {
        if !metric.public && !privileged {
            continue;
        }
        let Metric {
            name,
            kind,
            help,
            value,
            ..
        } = metric;
        let _ = writeln!(
            text,
            "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}"
        );
    }
    body(
        StatusCode::OK,
        "text/plain; version=0.0.4",
        text.into_bytes(),
    )
}

/// Changes that wait, the last release, and what the next would be like.
#[derive(Serialize, ToSchema)]
pub struct Status {
    /// How many changes no release shows yet.
    pending: usize,
    /// The latest hundred of them.
    entries: Vec<Entry>,
    /// The last release.
    last: Option<Summary>,
    /// What the next one would be like.
    next: Summary,
}

/// Who a caller is.
#[derive(Serialize, ToSchema)]
pub struct Who {
    /// The name; none without a token.
    name: Option<String>,
    /// The role.
    #[schema(value_type = String, example = "dpo")]
    role: crate::access::Role,
    /// Whether the caller may publish.
    publishes: bool,
}

/// Changes that wait, the last release, and what the next would be like.
#[utoipa::path(get, path = "/admin/status", security(("token" = [])),
    responses((status = 200, body = Status), (status = 403, description = "The caller may not publish.")))]
pub async fn status(
    State(app): State<Arc<App>>,
    language: Language,
    Extension(caller): Extension<Caller>,
) -> Result<Response> {
    let told = Told {
        caller: caller.clone(),
        what: "status",
        text: String::new(),
        changes: false,
    };
    run(&app, language, told, move |app, _| {
        let problem = |error: crate::Error| Problem::of(&error, language);
        caller.may(Right::Publish).map_err(problem)?;
        let next = app.engine.preview().map_err(problem)?;
        let entries: Vec<_> = app
            .engine
            .entries()
            .into_iter()
            .filter(|entry| !entry.counterfeit)
            .collect();
        let pending = entries.len();
        let entries = entries.into_iter().rev().take(100).collect();
        Ok(Json(Status {
            pending,
            entries,
            last: app.engine.last_release(),
            next,
        })
        .into_response())
    })
    .await
}

/// Makes a release.
#[utoipa::path(post, path = "/admin/publish", security(("token" = [])),
    responses((status = 200, body = Summary), (status = 403, description = "The caller may not publish.")))]
pub async fn publish(
    State(app): State<Arc<App>>,
    language: Language,
    Extension(caller): Extension<Caller>,
) -> Result<Response> {
    let told = Told {
        caller: caller.clone(),
        what: "publish",
        text: String::new(),
        changes: true,
    };
    run(&app, language, told, move |app, _| {
        let problem = |error: crate::Error| Problem::of(&error, language);
        caller.may(Right::Publish).map_err(problem)?;
        Ok(Json(app.engine.publish().map_err(problem)?).into_response())
    })
    .await
}

/// The caller's name and role.
#[utoipa::path(get, path = "/admin/who", responses((status = 200, body = Who)))]
pub async fn who(Extension(caller): Extension<Caller>) -> Response {
    let publishes = caller.may(Right::Publish).is_ok();
    Json(Who {
        name: caller.name,
        role: caller.role,
        publishes,
    })
    .into_response()
}

/// Whether the audit log is as it was written.
#[utoipa::path(get, path = "/admin/audit", security(("token" = [])),
    responses((status = 200, body = Verdict), (status = 403, description = "The caller may not administer the store.")))]
pub async fn audit(
    State(app): State<Arc<App>>,
    language: Language,
    Extension(caller): Extension<Caller>,
) -> Result<Response> {
    let told = Told {
        caller: caller.clone(),
        what: "audit",
        text: String::new(),
        changes: false,
    };
    run(&app, language, told, move |app, _| {
        let problem = |error: crate::Error| Problem::of(&error, language);
        caller.may(Right::Administer).map_err(problem)?;
        let absent = || {
            Problem::new(
                StatusCode::NOT_FOUND,
                language.say("there is no audit log", "il n'y a pas de journal d'audit"),
            )
        };
        let log = app.audit.as_ref().ok_or_else(absent)?;
        Ok(Json(log.verify().map_err(problem)?).into_response())
    })
    .await
}

/// What the calls for those who run the store are.
#[derive(OpenApi)]
#[openapi(
    info(title = "Store of Bauta: administration", description = "Tokens are sent as bearer, or as the password of their user."),
    paths(status, publish, who, audit, health, metrics),
    modifiers(&Tokens)
)]
struct Description;

struct Tokens;

impl Modify for Tokens {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let components = description.components.get_or_insert_default();
        components.add_security_scheme(
            "token",
            SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)),
        );
    }
}

/// `/admin/openapi.json`.
pub async fn description() -> Json<utoipa::openapi::OpenApi> {
    Json(Description::openapi())
}
