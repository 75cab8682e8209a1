//! The project of a dataset, as JSON and as the file that `bauta run` takes.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use bauta::Project;

use crate::answer::{Given, Problem, Result};
use crate::app::App;
use crate::dataset::Dataset;
use crate::language::Language;

/// The project, its keys as in the file.
#[utoipa::path(get, path = "/datasets/{id}/project", params(("id" = String, Path)), responses((status = 200, body = ref("#/components/schemas/Project")), (status = 404, body = Problem)))]
pub async fn project(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
) -> Result<impl IntoResponse> {
    Ok(Json(app.dataset(&id, language)?.project()))
}

/// Another project. Where the data are to be read in another way, they are read again.
#[utoipa::path(put, path = "/datasets/{id}/project", params(("id" = String, Path)), request_body = ref("#/components/schemas/ProjectRequest"), responses((status = 200, body = ref("#/components/schemas/Project")), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub async fn set_project(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
    Given(given): Given<serde_json::Value>,
) -> Result<impl IntoResponse> {
    let dataset = app.dataset(&id, language)?;
    let project = of_json(given, language)?;
    kept(dataset, project, language).await.map(Json)
}

/// The project as a file.
#[utoipa::path(get, path = "/datasets/{id}/project.toml", params(("id" = String, Path)), responses((status = 200, body = String, content_type = "application/toml"), (status = 404, body = Problem)))]
pub async fn project_text(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
) -> Result<impl IntoResponse> {
    let dataset = app.dataset(&id, language)?;
    let text = dataset
        .project()
        .text()
        .map_err(|error| Problem::of(&error, language, &dataset.folder))?;
    Ok(([(CONTENT_TYPE, "application/toml; charset=utf-8")], text))
}

/// Another project, as a file.
#[utoipa::path(put, path = "/datasets/{id}/project.toml", params(("id" = String, Path)), request_body(content = String, content_type = "application/toml"), responses((status = 200, body = ref("#/components/schemas/Project")), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub async fn set_project_text(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
    text: String,
) -> Result<impl IntoResponse> {
    let dataset = app.dataset(&id, language)?;
    let project = Project::parse(&text, "bauta.toml")
        .map_err(|error| Problem::of(&error, language, &dataset.folder))?;
    kept(dataset, project, language).await.map(Json)
}

async fn kept(dataset: Arc<Dataset>, project: Project, language: Language) -> Result<Project> {
    let set = tokio::task::spawn_blocking(move || dataset.set_project(project, language)).await;
    set.map_err(|_| Problem::failed(language))?
}

/// A project from JSON, or what is wrong with it.
pub fn of_json(given: serde_json::Value, language: Language) -> Result<Project> {
    serde_json::from_value(given).map_err(|error| {
        Problem::wrong(
            language,
            format!("the project: {error}"),
            format!("le projet : {error}"),
        )
    })
}
