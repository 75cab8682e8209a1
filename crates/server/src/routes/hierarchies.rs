//! Hierarchies: proposed, built, looked at, taken in and out as files.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use bauta::project::HierarchySource;
use bauta_table::hierarchy::HierarchySpec;
use bauta_table::{Bound, Column, Fault, Hierarchy};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::answer::{Given, Problem, Result};
use crate::app::App;
use crate::confine;
use crate::dataset::Dataset;
use crate::language::Language;
use crate::schema::hierarchy_spec;

/// The most values and labels that are shown.
const MOST: usize = 2000;

/// What to show: how to build it, its lines, or nothing for what is proposed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Preview {
    column: String,
    /// As in a project file: `{"type": "intervals", …}`.
    #[schema(schema_with = hierarchy_spec)]
    spec: Option<HierarchySpec>,
    /// Each value with its groups.
    rows: Option<Vec<Vec<String>>>,
}

/// A hierarchy to look at.
#[derive(Serialize, ToSchema)]
pub struct HierarchyView {
    /// How it is built, where it is.
    #[schema(schema_with = hierarchy_spec)]
    spec: Option<HierarchySpec>,
    /// Each value with its groups; the first 2000.
    rows: Vec<Vec<String>>,
    /// Each level, that of the values first.
    levels: Vec<LevelView>,
}

/// A level.
#[derive(Serialize, ToSchema)]
pub struct LevelView {
    groups: usize,
    labels: Vec<LabelView>,
}

/// A group.
#[derive(Serialize, ToSchema)]
pub struct LabelView {
    label: String,
    /// Rows of the table in it.
    rows: u64,
}

/// Shows a hierarchy before it is used: as proposed, as declared, or of the lines given. Where nothing sensible can be proposed, `spec` is
/// null and the values stand by themselves.
#[utoipa::path(post, path = "/datasets/{id}/hierarchies/preview", params(("id" = String, Path)), request_body = Preview, responses((status = 200, body = HierarchyView), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub async fn preview(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
    Given(asked): Given<Preview>,
) -> Result<Json<HierarchyView>> {
    let dataset = app.dataset(&id, language)?;
    let read = dataset.read();
    let told = |faults: Vec<Fault>| Problem::of(&faults.into(), language, &dataset.folder);
    let index = read
        .table()
        .index_of(&asked.column)
        .map_err(|fault| told(vec![fault]))?;
    let column = &read.table().attributes()[index].column;
    let (spec, hierarchy) = match (asked.spec, asked.rows) {
        (_, Some(rows)) => (
            None,
            Hierarchy::from_rows(&asked.column, &rows).map_err(told)?,
        ),
        (spec, None) => match spec.or_else(|| HierarchySpec::suggest(column)) {
            Some(spec) => {
                let built = spec.build(&asked.column, column).map_err(told)?;
                (Some(spec), built)
            }
            // Nothing sensible can be proposed: the values by themselves.
            None => (
                None,
                Hierarchy::from_rows(&asked.column, &plain(column)).map_err(told)?,
            ),
        },
    };
    let bound = hierarchy
        .bind(&asked.column, column)
        .map_err(|fault| told(vec![fault]))?;
    Ok(Json(HierarchyView {
        spec,
        rows: lines(&hierarchy),
        levels: levels(&bound, column),
    }))
}

/// Every value, and nothing between it and "anything".
fn plain(column: &Column) -> Vec<Vec<String>> {
    let dictionary = column.dictionary();
    let codes =
        (0..dictionary.len() as u32).filter(|&code| dictionary.missing_code() != Some(code));
    codes
        .map(|code| vec![dictionary.label(code).into_owned(), "*".to_owned()])
        .collect()
}

fn nothing(language: Language) -> Problem {
    Problem::wrong(
        language,
        "nothing sensible can be proposed for this column; declare groups, or upload a file",
        "rien de sensé ne peut être proposé pour cette colonne ; déclarez des groupes, ou téléversez un fichier",
    )
}

fn lines(hierarchy: &Hierarchy) -> Vec<Vec<String>> {
    hierarchy
        .rows()
        .iter()
        .take(MOST)
        .map(|row| row.iter().map(|&cell| cell.to_owned()).collect())
        .collect()
}

fn levels(bound: &Bound, column: &Column) -> Vec<LevelView> {
    let counts = column.codes().counts(column.dictionary().len());
    let level = |level: usize| {
        let mut rows = vec![0u64; bound.group_count(level)];
        for (&count, code) in counts.iter().zip(0..) {
            if let Some(sum) = rows.get_mut(bound.group(level, code) as usize) {
                *sum += count;
            }
        }
        let labels = rows.iter().zip(0..).take(MOST);
        let labels = labels.map(|(&rows, group)| LabelView {
            label: bound.label(level, group).to_owned(),
            rows,
        });
        LevelView {
            groups: rows.len(),
            labels: labels.collect(),
        }
    };
    (0..=bound.height()).map(level).collect()
}

/// The hierarchy of a column as a file (`value;level 1;…`): the project's, or the proposed one.
#[utoipa::path(get, path = "/datasets/{id}/hierarchies/{file}", params(("id" = String, Path), ("file" = String, Path, description = "The column's name and .csv")), responses((status = 200, body = String, content_type = "text/csv"), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub async fn export(
    State(app): State<Arc<App>>,
    language: Language,
    Path((id, file)): Path<(String, String)>,
) -> Result<impl IntoResponse> {
    let dataset = app.dataset(&id, language)?;
    let hierarchy = of_project(&dataset, column_of(&file, language)?, language)?;
    let folder =
        tempfile::tempdir_in(&dataset.folder).map_err(|error| Problem::file(language, &error))?;
    let path = folder.path().join("hierarchy.csv");
    let written =
        bauta::write_hierarchy(&hierarchy, &path, true).and_then(|staged| Ok(staged.commit()?));
    written.map_err(|error| Problem::of(&error, language, &dataset.folder))?;
    let text = std::fs::read(&path).map_err(|error| Problem::file(language, &error))?;
    Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8")], text))
}

fn of_project(dataset: &Dataset, column: &str, language: Language) -> Result<Hierarchy> {
    let told = |error: bauta::Error| Problem::of(&error, language, &dataset.folder);
    let read = dataset.read();
    let index = read
        .table()
        .index_of(column)
        .map_err(|fault| told(vec![fault].into()))?;
    let values = &read.table().attributes()[index].column;
    let project = dataset.runnable(&dataset.project(), language)?;
    let spec = match project.hierarchies.get(column) {
        Some(HierarchySource::File(file)) => {
            return bauta::read_hierarchy(column, std::path::Path::new(file)).map_err(told);
        }
        Some(HierarchySource::Build(spec)) => Some(spec.clone()),
        None => HierarchySpec::suggest(values),
    };
    let spec = spec.ok_or_else(|| nothing(language))?;
    spec.build(column, values)
        .map_err(|faults| told(faults.into()))
}

/// Takes a hierarchy file for a column and names it in the project.
#[utoipa::path(put, path = "/datasets/{id}/hierarchies/{file}", params(("id" = String, Path), ("file" = String, Path, description = "The column's name and .csv")), request_body(content = String, content_type = "text/csv"), responses((status = 200, body = Object), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub async fn import(
    State(app): State<Arc<App>>,
    language: Language,
    Path((id, file)): Path<(String, String)>,
    body: axum::body::Bytes,
) -> Result<impl IntoResponse> {
    let dataset = app.dataset(&id, language)?;
    let column = column_of(&file, language)?;
    let told = |error: bauta::Error| Problem::of(&error, language, &dataset.folder);
    let failed = |error: std::io::Error| Problem::file(language, &error);
    let read = dataset.read();
    let index = read
        .table()
        .index_of(column)
        .map_err(|fault| told(vec![fault].into()))?;
    let name = confine::file_name(&file);
    let folder = dataset.hierarchy_folder().map_err(failed)?;
    let path = folder.join(&name);
    let fresh = tempfile::Builder::new()
        .suffix(".csv")
        .tempfile_in(&folder)
        .map_err(failed)?;
    std::fs::write(fresh.path(), &body).map_err(failed)?;
    let hierarchy = bauta::read_hierarchy(column, fresh.path()).map_err(told)?;
    let bound = hierarchy.bind(column, &read.table().attributes()[index].column);
    bound.map_err(|fault| told(vec![fault].into()))?;
    fresh.persist(&path).map_err(|error| failed(error.error))?;
    let mut project = dataset.project();
    project
        .hierarchies
        .insert(column.to_owned(), HierarchySource::File(name));
    dataset.set_project(project, language).map(Json)
}

fn column_of(file: &str, language: Language) -> Result<&str> {
    file.strip_suffix(".csv").ok_or_else(|| {
        Problem::absent(
            language,
            "a hierarchy's name is that of its column and .csv",
            "le nom d'une hiérarchie est celui de sa colonne et .csv",
        )
    })
}
