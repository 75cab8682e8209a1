//! The classification metric CM: rows that the majority of their class speaks against.
//!
//! **Formula** (rows left out + rows whose label is not the most frequent of their class) / original rows. **Direction** loss: 0 =
//! every class agrees. **Source** `iyengar2002`, §3. The label is the target attribute, else the first sensitive one; a
//! missing label is a label.

use bauta_table::count::FrequencySet;
use bauta_table::{Role, Table};

/// The attribute that classes are asked for: the first target, else the first sensitive attribute.
pub fn class_attribute(table: &Table) -> Option<usize> {
    table
        .with_role(Role::Target)
        .first()
        .or(table.with_role(Role::Sensitive).first())
        .copied()
}

/// CM of a released table with classes by its quasi-identifiers; `None` without a label or rows.
pub fn classification(released: &Table, original_rows: u64) -> Option<f64> {
    let label = class_attribute(released)?;
    let (set, _) = FrequencySet::count(
        released,
        &released.with_role(Role::QuasiIdentifier),
        &[label],
    );
    let histogram = set.histograms().first()?;
    let agree = |class: usize| {
        histogram
            .of(class)
            .map(|(_, count)| count)
            .max()
            .unwrap_or(0)
    };
    let agreeing: u64 = (0..set.len()).map(agree).sum();
    (original_rows > 0)
        .then(|| original_rows.saturating_sub(agreeing) as f64 / original_rows as f64)
}

/// CM of a release of several tables: on the one that has a target, else on the one that has a sensitive attribute.
pub fn of_parts<'a>(
    tables: impl IntoIterator<Item = &'a Table> + Clone,
    original_rows: u64,
) -> Option<f64> {
    let with_target = tables
        .clone()
        .into_iter()
        .find(|table| !table.with_role(Role::Target).is_empty());
    let table = with_target.or_else(|| {
        tables
            .into_iter()
            .find(|table| class_attribute(table).is_some())
    })?;
    classification(table, original_rows)
}
