//! Datasets: what was found in them, and their rows.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use bauta_table::Table;
use serde::{Deserialize, Serialize};
use utoipa::openapi::ArrayBuilder;
use utoipa::{IntoParams, ToSchema};

use crate::answer::{Asked, Problem, Result};
use crate::app::App;
use crate::dataset::Dataset;
use crate::histogram::Bar;
use crate::language::Language;
use crate::schema::{list_of, role};
use crate::wording::for_page;

/// The most rows of one answer.
const MOST_ROWS: usize = 1000;

/// A table and what was found in it.
#[derive(Serialize, ToSchema)]
pub struct DatasetView {
    id: String,
    name: String,
    rows: u64,
    columns: Vec<ColumnView>,
    /// Attributes that single people out together, the most dangerous first.
    #[schema(schema_with = combinations)]
    combinations: Vec<bauta::Combination>,
    notes: Vec<String>,
}

/// An attribute and what was found in it.
#[derive(Serialize, ToSchema)]
pub struct ColumnView {
    name: String,
    /// text, integer, decimal, date, datetime or boolean.
    #[schema(value_type = String)]
    kind: bauta_table::Kind,
    distinct: u64,
    missing: u64,
    unique: u64,
    contradicting: u64,
    histogram: Vec<Bar>,
    /// The proposed role.
    #[schema(schema_with = role)]
    role: bauta_table::Role,
    confidence: f64,
    reasons: Vec<String>,
    /// What it holds, where that can be told.
    #[schema(value_type = Option<String>)]
    content: Option<bauta::Content>,
}

fn combinations() -> ArrayBuilder {
    list_of("Combination")
}

impl DatasetView {
    /// Of a dataset, in a language.
    pub fn of(dataset: &Dataset, language: Language) -> Self {
        let read = dataset.read();
        let inspection = &read.inspection;
        let columns = inspection
            .attributes
            .iter()
            .zip(&read.histograms)
            .map(|(found, bars)| ColumnView {
                name: found.name.clone(),
                kind: found.kind,
                distinct: found.distinct,
                missing: found.missing,
                unique: found.unique,
                contradicting: found.contradicting,
                histogram: bars.clone(),
                role: found.proposal.role,
                confidence: found.proposal.confidence,
                reasons: found
                    .proposal
                    .reasons
                    .iter()
                    .map(|reason| reason.text(language.0))
                    .collect(),
                content: found.proposal.content,
            });
        let say = |note: &String| for_page(&bauta::sentence(language.0, note), language);
        DatasetView {
            id: dataset.id.clone(),
            name: dataset.name.clone(),
            rows: inspection.rows,
            columns: columns.collect(),
            combinations: inspection.combinations.clone(),
            notes: inspection.notes.iter().map(say).collect(),
        }
    }
}

/// All datasets.
#[utoipa::path(get, path = "/datasets", responses((status = 200, body = Vec<DatasetView>)))]
pub async fn list(State(app): State<Arc<App>>, language: Language) -> Json<Vec<DatasetView>> {
    Json(
        app.datasets()
            .iter()
            .map(|dataset| DatasetView::of(dataset, language))
            .collect(),
    )
}

/// One dataset.
#[utoipa::path(get, path = "/datasets/{id}", params(("id" = String, Path)), responses((status = 200, body = DatasetView), (status = 404, body = Problem)))]
pub async fn one(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
) -> Result<Json<DatasetView>> {
    Ok(Json(DatasetView::of(
        &*app.dataset(&id, language)?,
        language,
    )))
}

/// Forgets a dataset, its jobs and what was uploaded.
#[utoipa::path(delete, path = "/datasets/{id}", params(("id" = String, Path)), responses((status = 204), (status = 404, body = Problem)))]
pub async fn remove(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    app.remove_dataset(&id, language)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Which rows.
#[derive(Deserialize, IntoParams)]
pub struct Page {
    /// The first, from 0.
    #[serde(default)]
    from: usize,
    /// How many; at most 1000.
    #[serde(default = "hundred")]
    count: usize,
}

fn hundred() -> usize {
    100
}

impl Page {
    /// The rows of a table.
    pub fn range(&self, rows: usize) -> std::ops::Range<usize> {
        let from = self.from.min(rows);
        from..from.saturating_add(self.count.min(MOST_ROWS)).min(rows)
    }
}

/// Some rows as text.
pub fn texts(table: &Table, rows: impl Iterator<Item = usize>) -> Vec<Vec<String>> {
    let row = |row: usize| {
        table
            .attributes()
            .iter()
            .map(move |it| it.column.label(row).into_owned())
            .collect()
    };
    rows.map(row).collect()
}

/// Rows of a table.
#[derive(Serialize, ToSchema)]
pub struct Rows {
    from: usize,
    total: usize,
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// Rows as they were read.
#[utoipa::path(get, path = "/datasets/{id}/rows", params(("id" = String, Path), Page), responses((status = 200, body = Rows), (status = 404, body = Problem)))]
pub async fn rows(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
    Asked(page): Asked<Page>,
) -> Result<Json<Rows>> {
    let read = app.dataset(&id, language)?.read();
    let range = page.range(read.table().rows());
    Ok(Json(Rows {
        from: range.start,
        total: read.table().rows(),
        header: read
            .table()
            .attributes()
            .iter()
            .map(|attribute| attribute.name.clone())
            .collect(),
        rows: texts(read.table(), range),
    }))
}
