//! The model as a file: JSON, versioned, without a row of the table.

use std::path::Path;

use bauta_methods::synthesis::Model;
use serde::{Deserialize, Serialize};

use super::request::Asked;
use bauta_messages::{Error, Result};

const FORMAT: &str = "bauta-coclusters";
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Written<'a> {
    format: &'a str,
    version: u32,
    made_by: String,
    source: String,
    model: &'a Model,
}

#[derive(Deserialize)]
struct Read {
    format: String,
    version: u32,
    model: Model,
}

/// The model as text.
pub(super) fn model_text(model: &Model, asked: &Asked) -> Result<String> {
    let written = Written {
        format: FORMAT,
        version: VERSION,
        made_by: format!("bauta {}", env!("CARGO_PKG_VERSION")),
        source: asked.input.to_string(),
        model,
    };
    serde_json::to_string(&written).map_err(|error| Error::request(error.to_string()))
}

/// Reads a model that `bauta synthesize --save-model` wrote.
///
/// # Errors
/// When the file cannot be read, is no such model, or contradicts itself.
pub fn read_model(path: &Path) -> Result<Model> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|source| bauta_formats::Error::Io {
        name: name.clone(),
        source,
    })?;
    let wrong = || Error::request(format!("{name} is no model file of bauta, or is damaged"));
    let read: Read = serde_json::from_slice(&bytes).map_err(|_| wrong())?;
    if read.format != FORMAT {
        return Err(wrong());
    }
    if read.version != VERSION {
        return Err(Error::request(format!(
            "{name} is a model file of version {}, and this program reads version {VERSION}; learn the model anew",
            read.version
        )));
    }
    match read.model.is_sound() {
        true => Ok(read.model),
        false => Err(wrong()),
    }
}
