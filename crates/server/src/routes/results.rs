//! What came of a job.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use bauta::Held;
use bauta_privacy::Release;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::datasets::{Page, texts};
use crate::advice::said;
use crate::answer::{Asked, Problem, Result};
use crate::app::App;
use crate::distributions::{Distribution, Region, distributions as spread, regions as boxes};
use crate::job::{Job, JobState, Outcome};
use crate::language::Language;
use crate::result::JobResult;
use crate::wording::for_page;

/// Keys whose sentences are said in the reader's language.
const SAID: [&str; 10] = [
    "notes",
    "guarantees",
    "sentences",
    "nearest_miss",
    "reasons",
    "advice",
    "targets",
    "claim",
    "why",
    "model",
];

/// What a job found: the report of the library for its kind.
#[utoipa::path(get, path = "/jobs/{id}/result", params(("id" = String, Path)), responses((status = 200, body = ref("#/components/schemas/JobResult")), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub async fn result(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
) -> Result<Json<Value>> {
    let job = app.job(&id, language)?;
    let ended = job.ended().ok_or_else(|| not_yet(&job, language))?;
    let outcome = ended.as_ref().as_ref();
    let outcome = outcome.map_err(|_| not_yet(&job, language))?;
    let found = serde_json::to_value(JobResult::of(&job, outcome, language));
    let mut found = found.map_err(|_| Problem::failed(language))?;
    if let Outcome::Advised(_) = outcome {
        return Ok(Json(said(found, language)));
    }
    translate(&mut found, false, language);
    Ok(Json(found))
}

/// Says sentences in the reader's language and for the page, where they are.
fn translate(value: &mut Value, said: bool, language: Language) {
    match value {
        Value::String(text) if said => {
            *text = for_page(&bauta::sentence(language.0, text), language);
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| translate(item, said, language)),
        Value::Object(entries) => {
            entries.iter_mut().for_each(|(key, item)| {
                translate(item, said || SAID.contains(&key.as_str()), language);
            });
        }
        _ => {}
    }
}

/// There is no result, or not yet, or it is of another kind.
pub fn not_yet(job: &Job, language: Language) -> Problem {
    if job.state() == JobState::Dropped {
        return Problem::no(
            language,
            "this release was given up to make room in memory for later ones; make it again",
            "cette version a été abandonnée pour faire place en mémoire aux suivantes ; produisez-la à nouveau",
        );
    }
    match job.state().has_ended() {
        true => Problem::no(
            language,
            "this job has no such result",
            "cette tâche n'a pas un tel résultat",
        ),
        false => Problem::no(
            language,
            "the job has not ended yet",
            "la tâche n'est pas encore terminée",
        ),
    }
}

/// The run that a job made.
pub fn held(job: &Job, language: Language) -> Result<Arc<Held>> {
    job.held().ok_or_else(|| not_yet(job, language))
}

/// The release that a job made.
fn release<'h>(held: &'h Held, job: &Job, language: Language) -> Result<&'h Release> {
    held.release.as_ref().ok_or_else(|| not_yet(job, language))
}

/// The project that a job ran.
#[utoipa::path(get, path = "/jobs/{id}/project", params(("id" = String, Path)), responses((status = 200, body = ref("#/components/schemas/Project")), (status = 404, body = Problem)))]
pub async fn project(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
) -> Result<impl IntoResponse> {
    Ok(Json(app.job(&id, language)?.project.clone()))
}

/// Which table of a release.
#[derive(Deserialize, IntoParams)]
pub struct Part {
    /// From 0; bucketisation has two.
    #[serde(default)]
    pub part: usize,
}

/// Rows of a release, and the original ones beside them.
#[derive(Serialize, ToSchema)]
pub struct ReleasedRows {
    from: usize,
    total: usize,
    /// How many tables the release has.
    parts: usize,
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The original rows in the same order, in the columns of the dataset, where they can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    original_rows: Option<Vec<Vec<String>>>,
}

/// Rows of a release.
#[utoipa::path(get, path = "/jobs/{id}/rows", params(("id" = String, Path), Page, Part), responses((status = 200, body = ReleasedRows), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub async fn rows(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
    Asked(page): Asked<Page>,
    Asked(asked): Asked<Part>,
) -> Result<Json<ReleasedRows>> {
    let job = app.job(&id, language)?;
    let held = held(&job, language)?;
    let tables = release(&held, &job, language)?.published();
    let table = tables.get(asked.part).ok_or_else(|| no_part(language))?;
    let range = page.range(table.rows());
    let origins = held
        .origins
        .as_ref()
        .filter(|origins| origins.len() == table.rows());
    let read = job.dataset.read();
    let original = origins
        .and_then(|origins| origins.get(range.clone()))
        .map(|rows| {
            texts(
                read.table(),
                rows.iter()
                    .map(|&row| row as usize)
                    .filter(|&row| row < read.table().rows()),
            )
        });
    Ok(Json(ReleasedRows {
        from: range.start,
        total: table.rows(),
        parts: tables.len(),
        header: table
            .attributes()
            .iter()
            .map(|attribute| attribute.name.clone())
            .collect(),
        rows: texts(table, range),
        original_rows: original.filter(|_| asked.part == 0),
    }))
}

/// The release has no such table.
pub fn no_part(language: Language) -> Problem {
    Problem::absent(
        language,
        "the release has no such table",
        "la publication n'a pas une telle table",
    )
}

/// The spread of each attribute before and after.
#[utoipa::path(get, path = "/jobs/{id}/distributions", params(("id" = String, Path)), responses((status = 200, body = Vec<Distribution>), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub async fn distributions(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
) -> Result<Json<Vec<Distribution>>> {
    let job = app.job(&id, language)?;
    let held = held(&job, language)?;
    Ok(Json(spread(
        &job.dataset.read(),
        release(&held, &job, language)?,
    )))
}

/// The lattice as a full-domain search saw it.
#[utoipa::path(get, path = "/jobs/{id}/lattice", params(("id" = String, Path)), responses((status = 200, body = ref("#/components/schemas/Lattice")), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub async fn lattice(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
) -> Result<impl IntoResponse> {
    let job = app.job(&id, language)?;
    let lattice = held(&job, language)?.lattice.clone();
    let none = || {
        Problem::absent(
            language,
            "this method searches no lattice",
            "cette méthode ne parcourt pas de treillis",
        )
    };
    lattice.map(Json).ok_or_else(none)
}

/// Which two attributes.
#[derive(Deserialize, IntoParams)]
pub struct Axes {
    x: String,
    y: String,
}

/// The regions of two attributes of the release, with their rows.
#[utoipa::path(get, path = "/jobs/{id}/regions", params(("id" = String, Path), Axes), responses((status = 200, body = Vec<Region>), (status = 400, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub async fn regions(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
    Asked(axes): Asked<Axes>,
) -> Result<Json<Vec<Region>>> {
    let job = app.job(&id, language)?;
    let held = held(&job, language)?;
    let tables = release(&held, &job, language)?.published();
    let table = tables.first().ok_or_else(|| no_part(language))?;
    let told = |fault| Problem::of(&vec![fault].into(), language, &job.dataset.folder);
    let (x, y) = (
        table.index_of(&axes.x).map_err(told)?,
        table.index_of(&axes.y).map_err(told)?,
    );
    Ok(Json(boxes(table, x, y)))
}
