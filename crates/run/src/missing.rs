//! What happens to rows with a missing quasi-identifier.

use bauta_table::recoding::Prepared;
use bauta_table::{Fault, Role, Table};

use crate::project::{MissingPolicy, Project};

/// Faults under the policy `refuse`: each quasi-identifier with missing values, and where they are.
pub(crate) fn faults(table: &Table, policy: MissingPolicy) -> Vec<Fault> {
    if policy != MissingPolicy::Refuse {
        return Vec::new();
    }
    let with_missing = table
        .with_role(Role::QuasiIdentifier)
        .into_iter()
        .filter_map(|index| {
            let attribute = &table.attributes()[index];
            let missing = attribute.column.dictionary().missing_code()?;
            let (first_rows, cells) = match table.weights() {
                None => attribute.column.find_rows(3, |code| code == missing),
                // Distinct rows have no place in the data.
                Some(_) => (Vec::new(), table.counts_of(index)[missing as usize]),
            };
            (cells > 0).then(|| Fault::MissingValues {
                attribute: attribute.name.clone(),
                role: attribute.role,
                cells,
                first_rows,
            })
        });
    with_missing.collect()
}

/// The rows that stay under the policy `drop`; `None` = all.
pub fn kept_rows(table: &Table, policy: MissingPolicy) -> Option<Vec<u32>> {
    if policy != MissingPolicy::Drop {
        return None;
    }
    let columns: Vec<_> = table
        .with_role(Role::QuasiIdentifier)
        .into_iter()
        .map(|index| &table.attributes()[index].column)
        .filter_map(|column| {
            column
                .dictionary()
                .missing_code()
                .map(|code| (column.codes(), code))
        })
        .collect();
    let complete = |row: &u32| {
        columns
            .iter()
            .all(|(codes, missing)| codes.get(*row as usize) != *missing)
    };
    (!columns.is_empty()).then(|| (0..table.rows() as u32).filter(complete).collect())
}

/// The tuples that take no part in the search under the policy `suppress`.
pub fn set_aside(prepared: &Prepared<'_>, policy: MissingPolicy) -> Vec<u32> {
    if policy != MissingPolicy::Suppress {
        return Vec::new();
    }
    let missing: Vec<_> = prepared
        .qis
        .iter()
        .enumerate()
        .filter_map(|(index, qi)| {
            let code = prepared.table.attributes()[qi.attribute]
                .column
                .dictionary()
                .missing_code()?;
            Some((prepared.set().codes(index), code))
        })
        .collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let has_missing = |tuple: &u32| {
        missing
            .iter()
            .any(|(codes, code)| codes.get(*tuple as usize) == *code)
    };
    (0..prepared.set().len() as u32)
        .filter(has_missing)
        .collect()
}

/// Leaves out rows with missing quasi-identifiers under the policy `drop`.
pub fn without_missing(project: &Project, table: Table, notes: &mut Vec<String>) -> Table {
    match kept_rows(&table, project.anonymize.missing_values) {
        Some(rows) if rows.len() < table.rows() => {
            let all = table.counted_rows();
            let table = table.into_picked(&rows);
            let gone = all - table.counted_rows();
            notes.push(format!(
                "{gone} rows with missing quasi-identifiers were left out"
            ));
            table
        }
        _ => table,
    }
}
