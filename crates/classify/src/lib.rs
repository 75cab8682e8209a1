//! A proposed role for each attribute, with reasons and a confidence.
//!
//! **Idea.** (1) What a column says by itself: its name (`names`), the form of its values, check digits included (`values`,
//! `shapes`, `checks`), how many are different (`decide`). (2) What columns say together: which few single people out (`combinations`).
//! (3) All of it is weighed (`decide`). The proposal is cautious, and the person decides.
//!
//! **Invariant.** No value of a cell gets into a proposal (`no_cell_value_is_ever_told`).

mod checks;
mod combinations;
mod content;
mod decide;
mod inspect;
mod names;
mod reason;
mod shapes;
mod values;

use bauta_table::{Column, Progress, Role, Table};
use serde::Serialize;

use bauta_messages::Result;
pub use combinations::{Combination, CombinationSearch};
pub use content::Content;
use decide::{Evidence, decide, evidence, percent};
pub use inspect::{AttributeProfile, Inspection, inspect};
pub use reason::{Reason, listed};
pub(crate) use values::Facts;

/// A combination that singles out at least this share of the rows is told, and is a reason.
pub const TOLD_SHARE: f64 = 0.01;

/// A proposed role and why.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Proposal {
    /// The role.
    pub role: Role,
    /// From 0 to 1: how much speaks for this role and how little for another.
    pub confidence: f64,
    /// What the attribute holds, where that can be told.
    pub content: Option<Content>,
    /// Why, the main reason first.
    pub reasons: Vec<Reason>,
}

/// What is proposed for a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposals {
    /// One an attribute, in table order.
    pub attributes: Vec<Proposal>,
    /// Attributes that single people out together, the most dangerous first.
    pub combinations: Vec<Combination>,
    /// How these were searched.
    pub search: CombinationSearch,
    /// Things worth saying.
    pub notes: Vec<String>,
}

/// The role that each attribute most likely has. Combinations are searched on a sample of the rows, or on all (`full`).
///
/// # Errors
/// When the work is stopped.
pub fn propose(table: &Table, full: bool, progress: &dyn Progress) -> Result<Proposals> {
    let facts: Vec<Facts<'_>> = table
        .attributes()
        .iter()
        .map(|attribute| Facts::of(&attribute.column))
        .collect();
    propose_from(table, &facts, full, progress)
}

pub(crate) fn propose_from(
    table: &Table,
    facts: &[Facts<'_>],
    full: bool,
    progress: &dyn Progress,
) -> Result<Proposals> {
    let gathered = || {
        table
            .attributes()
            .iter()
            .zip(facts)
            .map(|(attribute, facts)| evidence(&attribute.name, facts))
    };
    let first: Vec<Proposal> = gathered().map(decide).collect();
    let candidates: Vec<usize> = (0..first.len())
        .filter(|&index| may_be_combined(&first[index], &facts[index]))
        .collect();
    let (combinations, search) = combinations::combinations(table, &candidates, full, progress)?;
    let attributes = table.attributes().iter().zip(gathered());
    let attributes: Vec<Proposal> = attributes
        .map(|(attribute, mut evidence)| {
            evidence.extend(singled_out(&attribute.name, &combinations));
            decide(evidence)
        })
        .collect();
    let mut notes = notes(table, &attributes, facts);
    notes.extend(notes_on_insensitive(table, &attributes, &combinations));
    notes.extend(notes_on_search(&search, table.rows()));
    Ok(Proposals {
        attributes,
        combinations,
        search,
        notes,
    })
}

/// What a column looks like by itself, from its name and values.
pub fn classify_column(name: &str, column: &Column) -> Proposal {
    decide(evidence(name, &Facts::of(column)))
}

/// The role that the name of a column speaks for and how much it does, from 0 to 1; none where the name says nothing.
pub fn classify_name(name: &str) -> Option<(Role, f64)> {
    names::named(name).map(|named| (named.content.role(), named.weight))
}

/// The columns that by themselves look as if they named people: identifiers and free text.
pub fn proposed_identifiers(table: &Table) -> Vec<usize> {
    let attributes = table.attributes().iter().enumerate();
    let named = attributes.filter(|(_, attribute)| {
        let role = classify_column(&attribute.name, &attribute.column).role;
        matches!(role, Role::Identifier | Role::Drop)
    });
    named.map(|(index, _)| index).collect()
}

/// Identifiers go before a release and sensitive values are what is to be protected; one value tells nothing apart.
fn may_be_combined(proposal: &Proposal, facts: &Facts<'_>) -> bool {
    matches!(proposal.role, Role::QuasiIdentifier | Role::Insensitive) && facts.distinct > 1
}

/// The most dangerous combination that an attribute is in.
fn singled_out(name: &str, combinations: &[Combination]) -> Option<Evidence> {
    let worst = combinations
        .iter()
        .find(|combination| combination.attributes.iter().any(|own| own == name))?;
    let share = worst.figures.unique_share;
    let with = worst
        .attributes
        .iter()
        .filter(|own| *own != name)
        .cloned()
        .collect();
    let reason = Reason::SinglesOut {
        with,
        percent: percent(share),
    };
    (share >= TOLD_SHARE).then(|| Evidence::new(Role::QuasiIdentifier, 0.2 + 0.4 * share, reason))
}

fn notes(table: &Table, proposals: &[Proposal], facts: &[Facts<'_>]) -> Vec<String> {
    let mut notes = Vec::new();
    for ((attribute, proposal), facts) in table.attributes().iter().zip(proposals).zip(facts) {
        let name = &attribute.name;
        if proposal.content == Some(Content::FreeText) {
            notes.push(format!(
                "\"{name}\" is free text: k-anonymity cannot protect it, and names may stand in it; leave it out, or replace it by a pseudonym"
            ));
        }
        let alone = facts.present >= 5 && facts.unique * 10 >= facts.present * 9;
        if proposal.role == Role::Sensitive && alone {
            notes.push(format!(
                "\"{name}\" is sensitive, but almost every row has a value of its own: whoever knows the value finds the row; publish ranges or classes of it"
            ));
        }
    }
    notes
}

/// What is published as it is, and helps to single people out all the same.
fn notes_on_insensitive(
    table: &Table,
    proposals: &[Proposal],
    combinations: &[Combination],
) -> Vec<String> {
    let told = |name: &String| {
        combinations
            .iter()
            .any(|c| c.figures.unique_share >= 0.05 && c.attributes.contains(name))
    };
    let attributes = table.attributes().iter().zip(proposals);
    let found =
        attributes.filter(|(own, proposal)| proposal.role == Role::Insensitive && told(&own.name));
    let note = |name: &str| {
        format!(
            "\"{name}\" would be published as it is, but helps to single people out; leave it out if nobody needs it"
        )
    };
    found.map(|(attribute, _)| note(&attribute.name)).collect()
}

fn notes_on_search(search: &CombinationSearch, rows: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if search.seed.is_some() {
        notes.push(format!(
            "combinations were searched in {} of {rows} rows, drawn at random; search all rows with --full",
            search.rows
        ));
    }
    if !search.complete {
        notes.push(format!(
            "there are more combinations than can be counted; {} that seemed most dangerous were",
            search.counted
        ));
    }
    notes
}

#[cfg(test)]
mod tests;
