//! A release and its report as files: sent to the page, or written below the root.

use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bauta_formats::Locator;
use bauta_table::Silent;
use futures_util::StreamExt;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use tokio_util::io::ReaderStream;
use utoipa::{IntoParams, ToSchema};

use super::files::no_root;
use super::results::{held, no_part};
use crate::answer::{Asked, Given, Problem, Result};
use crate::app::App;
use crate::confine;
use crate::job::{Job, Outcome};
use crate::language::Language;

/// As what.
#[derive(Deserialize, IntoParams)]
pub struct ReportAs {
    /// html, md or json.
    #[serde(default = "html")]
    format: String,
}

fn html() -> String {
    "html".to_owned()
}

/// The report for people.
#[utoipa::path(get, path = "/jobs/{id}/report", params(("id" = String, Path), ReportAs), responses((status = 200, body = String, content_type = "text/html"), (status = 400, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub async fn report(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
    Asked(asked): Asked<ReportAs>,
) -> Result<impl IntoResponse> {
    let job = app.job(&id, language)?;
    let kind = match asked.format.as_str() {
        "html" => "text/html; charset=utf-8",
        "md" => "text/markdown; charset=utf-8",
        "json" => "application/json",
        _ => {
            return Err(Problem::wrong(
                language,
                "a report is html, md or json",
                "un rapport est html, md ou json",
            ));
        }
    };
    let name = format!("report.{}", asked.format);
    let text = match job.ended().as_deref() {
        Some(Ok(Outcome::Evaluated(found))) => found.text(FilePath::new(&name), language.0),
        Some(Ok(Outcome::Studied(found))) => found.text(FilePath::new(&name), language.0),
        _ => {
            let (held, of) = (held(&job, language)?, Arc::clone(&job));
            let account = tokio::task::spawn_blocking(move || attacked(&held, &of)).await;
            let account = account.map_err(|_| Problem::failed(language))?;
            account
                .in_language(language.0)
                .text(FilePath::new(&name), language.0)
        }
    };
    let text = text.map_err(|error| Problem::of(&error, language, &job.dataset.folder))?;
    Ok(([(CONTENT_TYPE, kind)], text))
}

/// The account of a run with the attacks on its release, where they can be made.
fn attacked(held: &bauta::Held, job: &Job) -> bauta::Account {
    let mut account = held.account.clone();
    let release = held.release.as_ref();
    let released = release.and_then(|release| release.only_table(job.runnable.output.keep_order));
    if let (Some(original), Some(released)) = (job.opened(), released) {
        let target = bauta::AttackTarget {
            project: &job.runnable,
            original,
            released: &released,
            names: [&job.dataset.name, &job.dataset.name],
        };
        account.attacks = bauta::attack_release(&target, &Silent).ok();
    }
    account
}

/// Which table, as what.
#[derive(Deserialize, IntoParams)]
pub struct DownloadAs {
    /// From 0; bucketisation has two.
    #[serde(default)]
    part: usize,
    /// ods, xlsx, csv, tsv or parquet; that of the data if not given.
    format: Option<String>,
    /// What the file is called, without its extension.
    name: Option<String>,
}

/// A table of the release as a file.
#[utoipa::path(get, path = "/jobs/{id}/download", params(("id" = String, Path), DownloadAs), responses((status = 200, body = Vec<u8>, content_type = "application/octet-stream"), (status = 400, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub async fn download(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
    Asked(asked): Asked<DownloadAs>,
) -> Result<Response> {
    let job = app.job(&id, language)?;
    let (stem, own) = stem_and_extension(&job.dataset.name);
    let format = asked.format.unwrap_or(own);
    if !["ods", "xlsx", "csv", "tsv", "parquet"].contains(&format.as_str()) {
        return Err(Problem::wrong(
            language,
            "a download is ods, xlsx, csv, tsv or parquet",
            "un téléchargement est ods, xlsx, csv, tsv ou parquet",
        ));
    }
    let failed = |error: std::io::Error| Problem::file(language, &error);
    let folder = tempfile::tempdir_in(&app.folder).map_err(failed)?;
    let path = folder.path().join(format!("release.{format}"));
    let (made, place) = (Arc::clone(&job), path.clone());
    let written =
        tokio::task::spawn_blocking(move || write(&made, asked.part, &place, language)).await;
    written.map_err(|_| Problem::failed(language))??;
    let file = tokio::fs::File::open(&path).await.map_err(failed)?;
    // The folder goes when everything is sent.
    let stream = ReaderStream::new(file).map(move |chunk| {
        let _kept = &folder;
        chunk
    });
    let number = if asked.part == 0 {
        String::new()
    } else {
        format!("-{}", asked.part + 1)
    };
    let given = asked
        .name
        .filter(|name| !name.trim().is_empty())
        .map(|name| crate::confine::file_name(&name));
    let kind = if job.synthetic().is_some() {
        "synthetic"
    } else {
        "anonymous"
    };
    let name = format!(
        "{}.{format}",
        given.unwrap_or_else(|| format!("{stem}-{kind}{number}"))
    );
    let name = utf8_percent_encode(&name, NON_ALPHANUMERIC);
    let attachment = format!("attachment; filename*=UTF-8''{name}");
    let headers = [
        (CONTENT_TYPE, "application/octet-stream".to_owned()),
        (CONTENT_DISPOSITION, attachment),
    ];
    Ok((headers, Body::from_stream(stream)).into_response())
}

fn stem_and_extension(name: &str) -> (String, String) {
    let name = name.split('#').next().unwrap_or(name);
    let path = FilePath::new(name);
    let part = |part: Option<&std::ffi::OsStr>| part.and_then(|it| it.to_str()).map(str::to_owned);
    let extension = part(path.extension()).unwrap_or_default().to_lowercase();
    (
        part(path.file_stem()).unwrap_or_else(|| "release".to_owned()),
        extension,
    )
}

fn write(job: &Job, part: usize, place: &FilePath, language: Language) -> Result<()> {
    let told = |error: bauta::Error| Problem::of(&error, language, &job.dataset.folder);
    let locator: Locator = place
        .display()
        .to_string()
        .parse()
        .map_err(|error: bauta_formats::Error| told(error.into()))?;
    if let Some(table) = job.synthetic().filter(|_| part == 0) {
        return crate::synthesis::convert(job, &table, &locator).map_err(told);
    }
    let staged = held(job, language)?
        .stage(part, &locator, true, &Silent)
        .map_err(told)?;
    staged
        .ok_or_else(|| no_part(language))?
        .commit()
        .map_err(|error| told(error.into()))
}

/// Where a release goes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Publish {
    /// A path below the root for each table.
    names: Vec<String>,
    /// Replace what is there.
    #[serde(default)]
    force: bool,
}

/// Where a release went.
#[derive(Serialize, ToSchema)]
pub struct Published {
    names: Vec<String>,
    notes: Vec<String>,
}

/// Writes a release below the root; all tables appear together.
#[utoipa::path(post, path = "/jobs/{id}/publish", params(("id" = String, Path)), request_body = Publish, responses((status = 200, body = Published), (status = 400, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub async fn publish(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
    Given(asked): Given<Publish>,
) -> Result<Json<Published>> {
    let job = app.job(&id, language)?;
    let root = app.root.clone().ok_or_else(|| no_root(language))?;
    let mut taken: Vec<PathBuf> = app.datasets().iter().map(|open| open.path()).collect();
    taken.push(job.dataset.path());
    let publishing = move || published(&job, &root, taken, asked, language);
    let done = tokio::task::spawn_blocking(publishing).await;
    done.map_err(|_| Problem::failed(language))?.map(Json)
}

/// Writes the tables; `taken` are the files that must stay.
fn published(
    job: &Job,
    root: &FilePath,
    mut taken: Vec<PathBuf>,
    asked: Publish,
    language: Language,
) -> Result<Published> {
    let held = held(job, language)?;
    let told = |error: bauta::Error| Problem::of(&error, language, root);
    let tables = held
        .release
        .as_ref()
        .map_or(0, |release| release.tables().len());
    if tables == 0 || asked.names.len() != tables {
        let (en, fr) = (
            format!("the release has {tables} table(s); name a file for each"),
            format!("la publication a {tables} table(s) ; nommez un fichier pour chacune"),
        );
        return Err(Problem::wrong(language, en, fr));
    }
    let mut staged = Vec::new();
    for (part, name) in asked.names.iter().enumerate() {
        let path = confine::new_file(root, name).ok_or_else(|| outside(language))?;
        let locator: Locator = path
            .display()
            .to_string()
            .parse()
            .map_err(|error: bauta_formats::Error| told(error.into()))?;
        let path = file_of(root, &locator)
            .filter(|path| !taken.iter().any(|other| same_file(path, other)))
            .ok_or_else(|| outside(language))?;
        staged.extend(
            held.stage(part, &locator, asked.force, &Silent)
                .map_err(told)?,
        );
        taken.push(path);
    }
    let notes = staged.iter().flat_map(|staged| staged.notes().to_vec());
    let notes = notes
        .map(|note| bauta::sentence(language.0, &note))
        .collect();
    for staged in staged {
        staged.commit().map_err(|error| told(error.into()))?;
    }
    Ok(Published {
        names: asked.names,
        notes,
    })
}

/// The file that is written, without the sheet behind it: a new one below the root, or one that may be replaced.
fn file_of(root: &FilePath, locator: &Locator) -> Option<PathBuf> {
    match locator {
        Locator::File { path, .. } => {
            let below = path.strip_prefix(root).ok()?;
            confine::new_file(root, below.to_str()?)
        }
        _ => None,
    }
}

fn same_file(one: &FilePath, other: &FilePath) -> bool {
    let whole = |path: &FilePath| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    one == other || whole(one) == whole(other)
}

fn outside(language: Language) -> Problem {
    Problem::wrong(
        language,
        "a release goes to a new file below the open folder, each table to its own, and never over the data",
        "une publication va dans un nouveau fichier du dossier ouvert, chaque table dans le sien, et jamais sur les données",
    )
}
