//! The files below `--root`.

use std::path::Path;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::answer::{Asked, Problem, Result};
use crate::app::App;
use crate::confine;
use crate::language::Language;

/// A folder below the root.
#[derive(Deserialize, IntoParams)]
pub struct Folder {
    /// Relative to the root; empty for the root itself.
    #[serde(default)]
    path: String,
}

/// A file or folder.
#[derive(Serialize, ToSchema)]
pub struct Entry {
    name: String,
    /// Relative to the root.
    path: String,
    is_folder: bool,
    bytes: u64,
}

/// The folders and tables of a folder.
#[utoipa::path(get, path = "/files", params(Folder), responses((status = 200, body = Vec<Entry>), (status = 404, body = Problem)))]
pub async fn files(
    State(app): State<Arc<App>>,
    language: Language,
    Asked(asked): Asked<Folder>,
) -> Result<Json<Vec<Entry>>> {
    let root = app.root.as_ref().ok_or_else(|| no_root(language))?;
    let folder = confine::existing(root, &asked.path)
        .filter(|path| path.is_dir())
        .ok_or_else(|| absent(language))?;
    let listed = std::fs::read_dir(&folder).map_err(|error| Problem::file(language, &error))?;
    let mut entries: Vec<Entry> = listed
        .filter_map(|entry| shown(root, &entry.ok()?.path()))
        .collect();
    entries.sort_by(|one, other| {
        other
            .is_folder
            .cmp(&one.is_folder)
            .then_with(|| one.name.cmp(&other.name))
    });
    Ok(Json(entries))
}

/// Folders and tables that do not lead out; hidden ones are left out.
fn shown(root: &Path, path: &Path) -> Option<Entry> {
    let name = path.file_name()?.to_str()?.to_owned();
    let relative = path.strip_prefix(root).ok()?.to_str()?.to_owned();
    let whole = confine::existing(root, &relative).filter(|_| !name.starts_with('.'))?;
    let about = whole.metadata().ok()?;
    let is_table = matches!(relative.parse(), Ok(bauta_formats::Locator::File { .. }));
    (about.is_dir() || is_table).then(|| Entry {
        name,
        path: relative,
        is_folder: about.is_dir(),
        bytes: about.len(),
    })
}

/// No folder was given.
pub fn no_root(language: Language) -> Problem {
    Problem::absent(
        language,
        "no folder is open here; start with --root FOLDER, or upload the file",
        "aucun dossier n'est ouvert ici ; lancez avec --root DOSSIER, ou téléversez le fichier",
    )
}

/// The file is not there, or not below the root; which of both is nobody's business.
pub fn absent(language: Language) -> Problem {
    Problem::absent(
        language,
        "there is no such file below the folder that is open here",
        "il n'y a pas de tel fichier dans le dossier ouvert ici",
    )
}
