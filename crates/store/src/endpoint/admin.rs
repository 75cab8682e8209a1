//! For those who run the store: is it alive, what does it do, what would the next release be like.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::App;
use super::answer::{Language, Problem, Result, body};
use super::run::{Told, caller, run};
use crate::error::Right;

/// `/healthz`.
pub async fn health() -> &'static str {
    "ok\n"
}

/// `/metrics`, as Prometheus reads them. Figures about people are only those of the public graph.
pub async fn metrics(State(app): State<Arc<App>>) -> Response {
    let counted = &app.counted;
    let value = |own: &std::sync::atomic::AtomicU64| own.load(Ordering::Relaxed);
    let seconds = value(&counted.microseconds) as f64 / 1e6;
    let release = app.engine.last_release().map_or(0, |last| last.number);
    let mut text = String::new();
    let lines = [
        ("bauta_requests_total", "counter", "Requests that were worked on.", value(&counted.requests) as f64),
        ("bauta_queries_total", "counter", "Queries.", value(&counted.queries) as f64),
        ("bauta_updates_total", "counter", "Updates.", value(&counted.updates) as f64),
        ("bauta_problems_total", "counter", "Requests that got no answer.", value(&counted.problems) as f64),
        ("bauta_request_seconds_total", "counter", "Time that requests took.", seconds),
        ("bauta_release", "gauge", "Number of the last release.", release as f64),
    ];
    for (name, kind, help, value) in lines {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
    }
    body(StatusCode::OK, "text/plain; version=0.0.4", text.into_bytes())
}

/// `GET /admin/status`: changes that wait, the last release, and what the next would be like.
pub async fn status(State(app): State<Arc<App>>, language: Language, headers: HeaderMap) -> Result<Response> {
    let caller = caller(&app, &headers).await?;
    let told = Told { caller: caller.clone(), what: "status", text: String::new(), changes: false };
    run(&app, language, told, move |app, _| {
        let problem = |error: crate::Error| Problem::of(&error, language);
        caller.may(Right::Publish).map_err(problem)?;
        let next = app.engine.preview().map_err(problem)?;
        let entries: Vec<_> = app.engine.entries().into_iter().filter(|entry| !entry.counterfeit).collect();
        let pending = entries.len();
        let shown: Vec<_> = entries.into_iter().rev().take(100).collect();
        Ok(Json(json!({ "pending": pending, "entries": shown, "last": app.engine.last_release(), "next": next }))
            .into_response())
    })
    .await
}

/// `POST /admin/publish`: makes a release.
pub async fn publish(State(app): State<Arc<App>>, language: Language, headers: HeaderMap) -> Result<Response> {
    let caller = caller(&app, &headers).await?;
    let told = Told { caller: caller.clone(), what: "publish", text: String::new(), changes: true };
    run(&app, language, told, move |app, _| {
        let problem = |error: crate::Error| Problem::of(&error, language);
        caller.may(Right::Publish).map_err(problem)?;
        Ok(Json(app.engine.publish().map_err(problem)?).into_response())
    })
    .await
}

/// `GET /admin/who`: the caller's name and role.
pub async fn who(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response> {
    let caller = caller(&app, &headers).await?;
    Ok(Json(json!({ "name": caller.name, "role": caller.role, "publishes": caller.may(Right::Publish).is_ok() }))
        .into_response())
}
