//! Where a fault is: its row and column, so that the page can lead there.

use bauta_table::Fault;
use serde::Serialize;
use utoipa::ToSchema;

use crate::language::Language;
use crate::wording::for_page;

/// A fault with its place.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Place {
    /// What is wrong.
    pub message: String,
    /// The sheet, where it is known.
    pub sheet: Option<String>,
    /// The first row, as the message counts it.
    pub row: Option<u64>,
    /// The column.
    pub column: Option<String>,
}

/// The faults of an error.
pub fn faults(error: &bauta::Error) -> Vec<Fault> {
    match error {
        bauta::Error::Faults(faults)
        | bauta::Error::Formats(bauta_formats::Error::Data { faults, .. }) => faults.clone(),
        bauta::Error::Several(errors) => errors.iter().flat_map(faults).collect(),
        _ => Vec::new(),
    }
}

/// The faults of an error, each with its place.
pub fn places(error: &bauta::Error, language: Language) -> Vec<Place> {
    faults(error)
        .iter()
        .map(|fault| place(fault, language))
        .collect()
}

fn place(fault: &Fault, language: Language) -> Place {
    let first = |rows: &[u64]| rows.first().map(|row| row + 1);
    let (row, column) = match fault {
        Fault::RaggedRow { row, .. } => (Some(*row), None),
        Fault::MissingValues {
            attribute,
            first_rows,
            ..
        }
        | Fault::WrongKind {
            attribute,
            first_rows,
            ..
        }
        | Fault::SeveralSpellings {
            attribute,
            first_rows,
            ..
        }
        | Fault::HierarchyLacksValues {
            attribute,
            first_rows,
            ..
        } => (first(first_rows), Some(attribute.clone())),
        Fault::UnknownAttribute { name, .. } | Fault::DuplicateHeader { name, .. } => {
            (None, Some(name.clone()))
        }
        Fault::TwoRoles { attribute, .. }
        | Fault::NoHierarchy { attribute, .. }
        | Fault::CannotBuild { attribute, .. }
        | Fault::RaggedHierarchy { attribute, .. }
        | Fault::RepeatedLeaf { attribute, .. }
        | Fault::NotATree { attribute, .. }
        | Fault::EmptyHierarchy { attribute } => (None, Some(attribute.clone())),
        Fault::EmptyHeader { column } => (Some(1), Some(column.to_string())),
        _ => (None, None),
    };
    let message = for_page(
        &bauta::Error::Faults(vec![fault.clone()])
            .lines(language.0)
            .join("\n"),
        language,
    );
    Place {
        message,
        sheet: None,
        row,
        column,
    }
}
