//! The classification metric CM: rows that the majority of their class speaks against.
//!
//! **Formula** (rows left out + rows whose label is not the most frequent of their class) / original rows. **Direction** loss: 0 =
//! every class agrees. **Source** `iyengar2002`, §3. The label is the first target that was named, else the first sensitive
//! attribute that was; a missing label is a label.

use bauta_table::count::FrequencySet;
use bauta_table::{Role, Table};

use crate::released_classes::Published;

/// The attribute that classes are asked for: the first target, else the first sensitive attribute.
pub fn class_attribute(table: &Table) -> Option<usize> {
    table
        .with_role(Role::Target)
        .first()
        .or(table.with_role(Role::Sensitive).first())
        .copied()
}

/// CM of a release; `None` without a label or rows. The label is the attribute of that name, where a reader of the release has it; else the first
/// one of the table. A target is that of its own row; a sensitive value belongs to the rows that it is linked with.
pub fn classification(
    published: &Published<'_>,
    original_rows: u64,
    named: Option<&str>,
) -> Option<f64> {
    let tables = [published.quasi_identifiers, published.sensitive];
    let place = |find: &dyn Fn(&Table) -> Option<usize>| {
        let mut tables = tables.iter();
        tables.find_map(|table| Some((*table, find(table)?)))
    };
    let is_label = |table: &Table, index: usize| {
        let role = table.attributes().get(index).map(|it| it.role);
        matches!(role, Some(Role::Target | Role::Sensitive))
    };
    let by_name = |table: &Table| {
        let index = table.index_of(named?).ok()?;
        is_label(table, index).then_some(index)
    };
    let target = |table: &Table| table.with_role(Role::Target).first().copied();
    let (table, label) = place(&by_name)
        .or_else(|| place(&target))
        .or_else(|| place(&class_attribute))?;
    let of_row = table.attributes()[label].role == Role::Target || !published.is_linked();
    let classes = if of_row {
        table.with_role(Role::QuasiIdentifier)
    } else {
        published.links(table)
    };
    let (set, _) = FrequencySet::count(table, &classes, &[label]);
    let histogram = set.histograms().first()?;
    let agree = |class: usize| {
        let counts = histogram.of(class).map(|(_, count)| count);
        counts.max().unwrap_or(0)
    };
    let agreeing: u64 = (0..set.len()).map(agree).sum();
    (original_rows > 0)
        .then(|| original_rows.saturating_sub(agreeing) as f64 / original_rows as f64)
}
