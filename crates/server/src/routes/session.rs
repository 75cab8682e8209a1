//! Entering, and what there is to know before a file is open.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, SET_COOKIE};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::answer::{Given, Problem, Result};
use crate::app::App;
use crate::guard::{is_secret, unknown};
use crate::job_kind::JobKind;
use crate::language::Language;

/// The secret of the address.
#[derive(Deserialize, ToSchema)]
pub struct Login {
    token: String,
}

/// Gives the cookie that event streams and downloads need.
#[utoipa::path(post, path = "/login", request_body = Login, responses((status = 204, description = "The cookie is set"), (status = 401, body = Problem)))]
pub async fn login(
    State(app): State<Arc<App>>,
    language: Language,
    Given(login): Given<Login>,
) -> Result<impl IntoResponse> {
    if !is_secret(&app, &login.token) {
        return Err(unknown(language));
    }
    let cookie = format!(
        "{}={}; Path=/api/v1; HttpOnly; SameSite=Strict",
        app.hosts.cookie(),
        app.ticket
    );
    Ok((axum::http::StatusCode::NO_CONTENT, [(SET_COOKIE, cookie)]))
}

/// What this server can do.
#[derive(Serialize, ToSchema)]
pub struct Session {
    version: &'static str,
    languages: [&'static str; 2],
    /// Whether files of a folder can be opened and published.
    root: bool,
    examples: Vec<Example>,
    limits: Limits,
    /// The kinds of job that there are.
    jobs: Vec<JobKind>,
}

/// A table to begin with.
#[derive(Serialize, ToSchema)]
pub struct Example {
    id: &'static str,
    title: &'static str,
    description: &'static str,
}

/// What is the most.
#[derive(Serialize, ToSchema)]
pub struct Limits {
    upload_bytes: u64,
}

/// What this server can do.
#[utoipa::path(get, path = "/session", responses((status = 200, body = Session)))]
pub async fn session(State(app): State<Arc<App>>, language: Language) -> Json<Session> {
    let people = Example {
        id: super::uploads::PEOPLE,
        title: language.say("Six people", "Six personnes"),
        description: language.say(
            "A small table with names, post codes, ages and consumption",
            "Une petite table avec noms, codes postaux, âges et consommations",
        ),
    };
    Json(Session {
        version: env!("CARGO_PKG_VERSION"),
        languages: ["en", "fr"],
        root: app.root.is_some(),
        examples: vec![people],
        limits: Limits {
            upload_bytes: app.upload_bytes,
        },
        jobs: JobKind::ALL.to_vec(),
    })
}

/// All methods with their parameters, as `bauta methods --json` tells them.
#[utoipa::path(get, path = "/catalog", responses((status = 200, body = ref("#/components/schemas/Catalog"))))]
pub async fn catalog(language: Language) -> impl IntoResponse {
    Json(bauta::catalog(language.0))
}

/// All privacy models with their settings, as `bauta models --json` tells them.
#[utoipa::path(get, path = "/models", responses((status = 200, body = ref("#/components/schemas/Models"))))]
pub async fn models(language: Language) -> impl IntoResponse {
    Json(bauta::models(language.0))
}

/// This description.
#[utoipa::path(get, path = "/openapi.json", responses((status = 200, body = Object)))]
pub async fn openapi(State(app): State<Arc<App>>) -> impl IntoResponse {
    (
        [(CONTENT_TYPE, "application/json")],
        app.description.get().cloned().unwrap_or_default(),
    )
}
