//! The method `auto`: which technique suits a table and its requirements, and why.
//!
//! Rules, the first that fits: what is asked for decides, then what the release is for, then the size of the table.
//! `compare` shows candidates side by side for those who want to choose by figures.

use bauta_methods::Technique;
use bauta_privacy::{Requirement, Whole};
use bauta_table::{Fault, Role, Table};

/// The word that stands for a choice in place of a method.
pub(crate) const AUTO: &str = "auto";

/// Up to how many rows clusters are worth their time.
const CLUSTERED_ROWS: usize = 100_000;

/// The method before the data are known, good enough to check the request by.
pub(crate) fn provisional(requirements: &[Requirement]) -> &'static str {
    if requirements.iter().any(Requirement::needs_population) {
        "optimal"
    } else {
        "mondrian"
    }
}

/// The method for a table in its roles, and the reason.
pub(crate) fn choose(
    table: &Table,
    requirements: &[Requirement],
) -> Result<(&'static dyn Technique, &'static str), Fault> {
    let target = table
        .with_role(Role::Target)
        .first()
        .map(|&index| &table.attributes()[index].column);
    let is_number = target.map(|column| column.dictionary().kind().is_measurable());
    let by_size = requirements
        .iter()
        .all(|requirement| requirement.model(&Whole::default()).is_by_size());
    let (method, reason) = match is_number {
        _ if requirements.iter().any(Requirement::needs_population) => (
            "optimal",
            "method optimal: a population can only be compared with values at one level each",
        ),
        Some(true) => (
            "lsd-mondrian",
            "method lsd-mondrian: the target is a number, and its cuts keep what predicts it",
        ),
        Some(false) => (
            "infogain-mondrian",
            "method infogain-mondrian: the target is a class, and its cuts keep what predicts it",
        ),
        None if by_size && table.rows() <= CLUSTERED_ROWS => (
            "k-member",
            "method k-member: clusters lose little, and the table is small enough for them",
        ),
        None => (
            "mondrian",
            "method mondrian: it loses little, is quick at any size and fits every requirement",
        ),
    };
    Ok((bauta_methods::find(method)?, reason))
}
