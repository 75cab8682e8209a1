//! Files of co-clusters: the model as JSON, versioned, without a row of the table; and tables of fixed shares.

use std::path::Path;

use super::model::Model;
use serde::{Deserialize, Serialize};

use bauta_formats::Locator;
use bauta_messages::{Error, Result};
use bauta_table::Progress;

use crate::request::Margin;

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
pub(super) fn model_text(model: &Model, source: &Locator) -> Result<String> {
    let written = Written {
        format: FORMAT,
        version: VERSION,
        made_by: format!("bauta {}", env!("CARGO_PKG_VERSION")),
        source: source.to_string(),
        model,
    };
    serde_json::to_string(&written).map_err(|error| Error::request(error.to_string()))
}

/// Reads a model that `bauta synthesize --save-model` wrote.
///
/// # Errors
/// When the file cannot be read, is no such model, or contradicts itself.
pub(super) fn read_model(path: &Path) -> Result<Model> {
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
    if read.model.is_sound() {
        Ok(read.model)
    } else {
        Err(wrong())
    }
}

/// Margins from a table with the columns `attribute`, `value` and `share`, in this order.
///
/// # Errors
/// When it cannot be read, or has no such columns.
pub(super) fn read_margins(place: &str, progress: &dyn Progress) -> Result<Vec<Margin>> {
    let locator: Locator = place.parse()?;
    let table =
        bauta_formats::read(&locator, &bauta_formats::ReadOptions::default(), progress)?.table;
    let columns = table.attributes();
    let wrong = || {
        Error::request(format!(
            "{place} must have three columns: attribute, value, share (a number from 0 to 1)"
        ))
    };
    let [attribute, value, share] = columns else {
        return Err(wrong());
    };
    let margin = |row: usize| {
        let share = share
            .column
            .dictionary()
            .measure(share.column.codes().get(row))?;
        let text = |attribute: &bauta_table::Attribute| attribute.column.label(row).into_owned();
        Some(Margin {
            variable: text(attribute),
            value: text(value),
            share,
        })
    };
    (0..table.rows())
        .map(|row| margin(row).ok_or_else(wrong))
        .collect()
}
