//! The steps in a project file: one more, or one less. Comments and everything else in the file stay as they are.

use std::path::Path;

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, value};

use crate::project::{Project, Step};
use bauta_messages::{Error, Result};

/// The file's text with one more step at the end. The caller writes it.
///
/// # Errors
/// When the file cannot be read or is no project.
pub fn add_step(path: &Path, step: &Step) -> Result<String> {
    let mut document = read(path)?;
    let steps = document
        .entry("steps")
        .or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
    let Some(steps) = steps.as_array_of_tables_mut() else {
        return Err(not_tables(path));
    };
    let mut table = Table::new();
    table.insert("method", value(step.method.as_str()));
    if !step.parameters.is_empty() {
        let parameters: toml_edit::InlineTable = step
            .parameters
            .iter()
            .map(|(name, word)| (name.as_str(), word.as_str()))
            .collect();
        table.insert("parameters", value(parameters));
    }
    steps.push(table);
    checked(path, &document)
}

/// The file's text without its last step, and that step. The caller writes it.
///
/// # Errors
/// When the file cannot be read, is no project, or has no step.
pub fn undo_step(path: &Path) -> Result<(String, Step)> {
    let mut last = Project::load(path)?.steps;
    let Some(step) = last.pop() else {
        return Err(Error::request("there is no step to undo"));
    };
    let mut document = read(path)?;
    if last.is_empty() {
        document.remove("steps");
    } else {
        let steps = document
            .get_mut("steps")
            .and_then(Item::as_array_of_tables_mut);
        let Some(steps) = steps else {
            return Err(not_tables(path));
        };
        steps.remove(last.len());
    }
    Ok((checked(path, &document)?, step))
}

fn read(path: &Path) -> Result<DocumentMut> {
    let text =
        std::fs::read_to_string(path).map_err(|source| bauta_formats::Error::io(path, source))?;
    Project::parse(&text, &path.display().to_string())?;
    text.parse().map_err(|_| not_tables(path))
}

/// The text, if it still is a project.
fn checked(path: &Path, document: &DocumentMut) -> Result<String> {
    let text = document.to_string();
    Project::parse(&text, &path.display().to_string())?;
    Ok(text)
}

fn not_tables(path: &Path) -> Error {
    Error::request(format!(
        "{}: steps must be written as [[steps]] tables to be edited here",
        path.display()
    ))
}
