//! Explanations: how a method works, step by step on the example or on some rows of an open table.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use bauta::{Project, ProjectInput};
use bauta_table::Silent;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::answer::{Given, Problem, Result};
use crate::app::App;
use crate::language::Language;

/// What to explain.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    method: String,
    /// The open table to run it on, with its roles, hierarchies and targets; the example where none is named.
    dataset: Option<String>,
    /// How many rows of it to take, evenly spread.
    rows: Option<usize>,
    /// Rows of the smallest class, instead of the table's or the example's.
    k: Option<u64>,
    /// Different sensitive values of a class.
    l: Option<u64>,
    /// Parameters of the method, where it is not that of the table's project.
    #[serde(default)]
    parameters: BTreeMap<String, String>,
}

/// The methods that explain themselves, as `bauta explain --json` lists them.
#[utoipa::path(get, path = "/explain", responses((status = 200, body = ref("#/components/schemas/ExplainedMethods"))))]
pub async fn list(language: Language) -> impl IntoResponse {
    Json(bauta::explainable(language.0))
}

/// A method in plain words and its run, decision by decision, as `bauta explain METHOD --json` tells it. Cells are shown.
#[utoipa::path(post, path = "/explain", request_body = Asked, responses((status = 200, body = ref("#/components/schemas/Explanation")), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub async fn explain(
    State(app): State<Arc<App>>,
    language: Language,
    Given(asked): Given<Asked>,
) -> Result<impl IntoResponse> {
    let dataset = asked
        .dataset
        .as_ref()
        .map(|id| app.dataset(id, language))
        .transpose()?;
    let mut project = match &dataset {
        Some(dataset) => dataset.runnable(&dataset.project(), language)?,
        None => Project::new(""),
    };
    if project.anonymize.method != asked.method {
        project.anonymize.parameters.clear();
    }
    project.anonymize.method.clone_from(&asked.method);
    project.anonymize.parameters.extend(asked.parameters);
    if asked.k.is_some() || asked.l.is_some() {
        project.targets = bauta::project::Targets::default();
        project.targets.set_k(asked.k);
        project.targets.set_l(asked.l);
    }
    let name = dataset.as_ref().map(|dataset| dataset.name.clone());
    let read = dataset.as_ref().map(|dataset| dataset.read());
    let told = move || {
        let input = ProjectInput {
            project: &project,
            opened: read.as_ref().map(|read| &read.opened),
        };
        bauta::explain(input, asked.rows, language.0, &Silent)
    };
    let told = tokio::task::spawn_blocking(told)
        .await
        .map_err(|_| Problem::failed(language))?;
    let folder = dataset
        .as_ref()
        .map(|dataset| dataset.folder.clone())
        .unwrap_or_default();
    let mut told = told.map_err(|error| Problem::of(&error, language, &folder))?;
    told.setting.data = name.unwrap_or_default();
    Ok(Json(told))
}
