//! The table of the population that some privacy models need, beside the dataset that was drawn from it.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use bauta_table::Silent;
use futures_util::StreamExt;
use serde::Serialize;
use tokio::io::AsyncWriteExt;
use utoipa::ToSchema;

use super::uploads::limit;
use crate::answer::{Problem, Result};
use crate::app::App;
use crate::confine;
use crate::language::Language;

/// A table of the population.
#[derive(Serialize, ToSchema)]
pub struct Population {
    /// As the project's targets name it.
    name: String,
    rows: usize,
    columns: Vec<String>,
}

/// Takes a table of the population; the project names it as `targets.population`.
#[utoipa::path(put, path = "/datasets/{id}/population/{file}", params(("id" = String, Path), ("file" = String, Path, description = "Its name, by which its format is known")), request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses((status = 200, body = Population), (status = 400, body = Problem), (status = 404, body = Problem), (status = 413, body = Problem)))]
pub async fn import(
    State(app): State<Arc<App>>,
    language: Language,
    Path((id, file)): Path<(String, String)>,
    body: Body,
) -> Result<Json<Population>> {
    let dataset = app.dataset(&id, language)?;
    let name = confine::file_name(&file);
    let failed = |error: std::io::Error| Problem::file(language, &error);
    let folder = dataset.population_folder().map_err(failed)?;
    let path = folder.join(&name);
    if let Err(problem) = received(body, &path, app.upload_bytes, language).await {
        let _ = std::fs::remove_file(&path);
        return Err(problem);
    }
    let project = bauta::Project::new(&path.display().to_string());
    let read = tokio::task::spawn_blocking(move || bauta::read(&project, &Silent)).await;
    let source = read
        .map_err(|_| Problem::failed(language))?
        .map_err(|error| {
            let _ = std::fs::remove_file(&path);
            Problem::of(&error, language, &folder)
        })?;
    let columns = source
        .table
        .attributes()
        .iter()
        .map(|attribute| attribute.name.clone())
        .collect();
    Ok(Json(Population {
        name,
        rows: source.table.rows(),
        columns,
    }))
}

/// Writes a body to a file as it comes.
async fn received(body: Body, path: &std::path::Path, most: u64, language: Language) -> Result<()> {
    let failed = |error: std::io::Error| Problem::file(language, &error);
    let broken = || {
        Problem::wrong(
            language,
            "the upload broke off; try again",
            "le téléversement s'est interrompu ; réessayez",
        )
    };
    let mut file = tokio::fs::File::create(path).await.map_err(failed)?;
    let mut stream = body.into_data_stream();
    let mut written = 0u64;
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| broken())?;
        written += chunk.len() as u64;
        if written > most {
            return Err(limit(most, language));
        }
        file.write_all(&chunk).await.map_err(failed)?;
    }
    file.flush().await.map_err(failed)
}
