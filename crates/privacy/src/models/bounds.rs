//! What models share about their bounds.

use bauta_table::{Fault, Role, Table};

/// How far rounding may put a number beyond a bound that it lies on.
pub(super) const SLACK: f64 = 1e-9;

/// The fault of a parameter outside its bounds.
pub(super) fn fault(
    parameter: &str,
    given: impl std::fmt::Display,
    is_right: bool,
    allowed: impl Into<String>,
) -> Vec<Fault> {
    let fault = || Fault::OutOfRange {
        parameter: parameter.into(),
        given: given.to_string(),
        allowed: allowed.into(),
    };
    if is_right { Vec::new() } else { vec![fault()] }
}

/// The fault of a number of different values that is below 1 or above what some sensitive attribute has.
pub(super) fn up_to_values(parameter: &str, l: f64, table: &Table) -> Vec<Fault> {
    let values = |index: usize| table.attributes()[index].column.dictionary().value_count();
    let least = table
        .with_role(Role::Sensitive)
        .into_iter()
        .map(values)
        .min()
        .unwrap_or(0);
    let allowed = format!("between 1 and {least}, the number of different sensitive values");
    fault(parameter, l, (1.0..=least as f64).contains(&l), allowed)
}

/// What a share may be.
pub(super) const SHARE: &str = "a share from 0 to 1";
/// What a risk of one row may be.
pub(super) const RISK: &str = "a risk above 0, up to 1; 0.2 is that of a class of 5 rows";

/// Whether a number is a risk above 0.
pub(super) fn is_risk(risk: f64) -> bool {
    risk > 0.0 && risk <= 1.0
}

/// The fewest rows of a class whose risk is at most so much.
pub(super) fn rows_for(risk: f64) -> u64 {
    (1.0 / risk * (1.0 - SLACK)).ceil().max(1.0) as u64
}
