//! A first look at a table: kinds, distinct values, missing values, and a proposed role for each attribute with its reasons.

use bauta_table::{Kind, Progress, Table};
use serde::Serialize;

use crate::{Combination, CombinationSearch, Facts, Proposal, propose_from};
use bauta_messages::Result;

/// What was found in a table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Inspection {
    /// Number of rows.
    pub rows: u64,
    /// Each attribute.
    pub attributes: Vec<AttributeProfile>,
    /// Attributes that single people out together, the most dangerous first.
    pub combinations: Vec<Combination>,
    /// How these were searched.
    pub combination_search: CombinationSearch,
    /// Things worth saying.
    pub notes: Vec<String>,
}

/// What was found in an attribute.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AttributeProfile {
    /// Its name.
    pub name: String,
    /// What its values are.
    pub kind: Kind,
    /// Different values, missing not counted.
    pub distinct: u64,
    /// Missing cells.
    pub missing: u64,
    /// Values that occur once.
    pub unique: u64,
    /// Cells that contradict what most cells are.
    pub contradicting: u64,
    /// The proposed role.
    #[serde(flatten)]
    pub proposal: Proposal,
    /// The main reason.
    pub reason: String,
}

/// Looks at a table. Combinations are searched on a sample of the rows, or on all (`full`).
///
/// # Errors
/// When the work is stopped.
pub fn inspect(
    table: &Table,
    mut notes: Vec<String>,
    full: bool,
    progress: &dyn Progress,
) -> Result<Inspection> {
    let facts: Vec<Facts<'_>> = table
        .attributes()
        .iter()
        .map(|attribute| Facts::of(&attribute.column))
        .collect();
    let found = propose_from(table, &facts, full, progress)?;
    let attributes = table
        .attributes()
        .iter()
        .zip(&facts)
        .zip(found.attributes)
        .map(|((attribute, facts), proposal)| AttributeProfile {
            name: attribute.name.clone(),
            kind: facts.kind,
            distinct: facts.distinct,
            missing: facts.missing,
            unique: facts.unique,
            contradicting: attribute
                .column
                .contradiction()
                .map_or(0, |found| found.cells),
            reason: proposal
                .reasons
                .first()
                .map_or(String::new(), |reason| reason.text("en")),
            proposal,
        })
        .collect();
    notes.extend(found.notes);
    Ok(Inspection {
        rows: table.rows() as u64,
        attributes,
        combinations: found.combinations,
        combination_search: found.search,
        notes,
    })
}
