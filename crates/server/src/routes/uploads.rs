//! Opening a table: an upload that goes straight to disk, a file below the root, or the example.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Json;
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use tokio::io::AsyncWriteExt;
use utoipa::ToSchema;

use super::datasets::DatasetView;
use super::files::{absent, no_root};
use crate::answer::{Given, Problem, Result};
use crate::app::App;
use crate::confine;
use crate::dataset::{Dataset, Origin};
use crate::frames::{Frames, Search};
use crate::language::Language;

/// The example.
pub const PEOPLE: &str = "people";
const PEOPLE_CSV: &[u8] = include_bytes!("../../../../examples/people/people.csv");

/// What frames a file in an upload, at the most.
const FRAME: u64 = 1 << 16;

/// What to open instead of an upload.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// The id of an example.
    example: Option<String>,
    /// A file below the root, with its sheet: `people.ods#Sheet2`.
    path: Option<String>,
}

/// Opens a table: an upload (multipart, field `file`), or as JSON an example or a file below the root.
#[utoipa::path(post, path = "/datasets", request_body(content((Open = "application/json"), (Vec<u8> = "multipart/form-data"))),
    responses((status = 201, body = DatasetView), (status = 400, body = Problem), (status = 404, body = Problem), (status = 413, body = Problem)))]
pub async fn open(
    State(app): State<Arc<App>>,
    language: Language,
    request: Request,
) -> Result<(StatusCode, Json<DatasetView>)> {
    let number = app.number();
    let folder = app.folder.join(format!("d{number}"));
    std::fs::create_dir(&folder).map_err(|error| Problem::file(language, &error))?;
    let opened = opened(&app, &folder, number, request, language).await;
    let dataset = Arc::new(opened.inspect_err(|_| drop(std::fs::remove_dir_all(&folder)))?);
    app.add_dataset(number, Arc::clone(&dataset));
    Ok((
        StatusCode::CREATED,
        Json(DatasetView::of(&dataset, language)),
    ))
}

/// Takes the file and reads it.
async fn opened(
    app: &App,
    folder: &Path,
    number: u64,
    mut request: Request,
    language: Language,
) -> Result<Dataset> {
    let kind = request
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default();
    let (name, locator) = if kind.starts_with("multipart/form-data") {
        too_large(request.headers(), app.upload_bytes, language)?;
        DefaultBodyLimit::disable().apply(&mut request);
        received(request, folder, app.upload_bytes, language).await?
    } else {
        let Given(asked) = Given::<Open>::from_request(request, &()).await?;
        named(app, asked, folder, language)?
    };
    let origin = Origin {
        id: format!("d{number}"),
        name,
        locator,
        folder: folder.to_owned(),
        root: app.root.clone(),
    };
    let opened = tokio::task::spawn_blocking(move || Dataset::open(origin, language)).await;
    opened.map_err(|_| Problem::failed(language))?
}

/// Refuses what says itself that it is too large.
fn too_large(headers: &HeaderMap, most: u64, language: Language) -> Result<()> {
    let length = headers
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    match length.filter(|&length| length > most.saturating_add(FRAME)) {
        Some(_) => Err(limit(most, language)),
        None => Ok(()),
    }
}

pub fn limit(most: u64, language: Language) -> Problem {
    let en = format!(
        "the file is larger than {most} bytes; start with a larger --upload-limit, or with --root FOLDER and open it there"
    );
    let fr = format!(
        "le fichier dépasse {most} octets ; lancez avec un --upload-limit plus grand, ou avec --root DOSSIER et ouvrez-le là"
    );
    Problem::wrong(language, en, fr).with(StatusCode::PAYLOAD_TOO_LARGE)
}

/// Writes the field `file` to the folder as it comes.
async fn received(
    request: Request,
    folder: &Path,
    most: u64,
    language: Language,
) -> Result<(String, String)> {
    let broken = || {
        Problem::wrong(
            language,
            "the upload broke off; try again",
            "le téléversement s'est interrompu ; réessayez",
        )
    };
    let search = Arc::new(Search::default());
    let request = request.map(|body| Frames::bounded(body, Arc::clone(&search)));
    let mut parts = Multipart::from_request(request, &())
        .await
        .map_err(|_| broken())?;
    loop {
        search.begin();
        let Some(mut field) = parts.next_field().await.map_err(|_| broken())? else {
            break;
        };
        if field.name() != Some("file") {
            continue;
        }
        search.end();
        let name = confine::file_name(field.file_name().unwrap_or_default());
        let path = folder.join(&name);
        let failed = |error: std::io::Error| Problem::file(language, &error);
        let mut file = tokio::fs::File::create(&path).await.map_err(failed)?;
        let mut written = 0u64;
        while let Some(chunk) = field.chunk().await.map_err(|_| broken())? {
            written += chunk.len() as u64;
            if written > most {
                return Err(limit(most, language));
            }
            file.write_all(&chunk).await.map_err(failed)?;
        }
        file.flush().await.map_err(failed)?;
        return Ok((name, path.display().to_string()));
    }
    Err(Problem::wrong(
        language,
        "the upload has no field \"file\"",
        "le téléversement n'a pas de champ « file »",
    ))
}

/// The example, or a file below the root.
fn named(app: &App, asked: Open, folder: &Path, language: Language) -> Result<(String, String)> {
    match (asked.example.as_deref(), asked.path) {
        (Some(PEOPLE), None) => {
            let path = folder.join("people.csv");
            std::fs::write(&path, PEOPLE_CSV).map_err(|error| Problem::file(language, &error))?;
            Ok(("people.csv".to_owned(), path.display().to_string()))
        }
        (None, Some(path)) => below(app, &path, language),
        _ => Err(Problem::wrong(
            language,
            "name an example of the session, or the path of a file",
            "nommez un exemple de la session, ou le chemin d'un fichier",
        )),
    }
}

fn below(app: &App, asked: &str, language: Language) -> Result<(String, String)> {
    let root = app.root.as_ref().ok_or_else(|| no_root(language))?;
    let whole = |path: &str| confine::existing(root, path).filter(|path| path.is_file());
    if let Some(path) = whole(asked) {
        return Ok((asked.to_owned(), path.display().to_string()));
    }
    let sheet = asked
        .rsplit_once('#')
        .and_then(|(path, sheet)| Some((path, whole(path)?, sheet)));
    let (name, path, sheet): (&str, PathBuf, &str) = sheet.ok_or_else(|| absent(language))?;
    Ok((
        format!("{name}#{sheet}"),
        format!("{}#{sheet}", path.display()),
    ))
}
