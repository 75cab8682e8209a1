//! How much of a population a release's classes reach: matched by labels, as anybody who has both tables would.

use std::collections::BTreeMap;

use bauta_table::{Role, Table};

use super::partition::classes_of;

/// The population in the classes of a release.
pub(super) struct Presence {
    /// Rows of the population in each class.
    pub of_class: Vec<u64>,
    /// Rows of the population in no class.
    pub unreached: u64,
}

impl Presence {
    /// Matches the classes of a released table, given by their first rows, with those of a population that has the same
    /// quasi-identifiers.
    pub fn of(released: &Table, first_rows: &[u64], population: &Table) -> Self {
        let names: Vec<&str> = released
            .with_role(Role::QuasiIdentifier)
            .into_iter()
            .map(|index| released.attributes()[index].name.as_str())
            .collect();
        let (sizes, first_of, _) =
            classes_of(population, &population.with_role(Role::QuasiIdentifier));
        let mut rows_of: BTreeMap<Vec<String>, u64> = BTreeMap::new();
        for (rows, &first) in sizes.iter().zip(&first_of) {
            *rows_of
                .entry(labels(population, &names, first))
                .or_default() += rows;
        }
        let of_class: Vec<u64> = first_rows
            .iter()
            .map(|&first| {
                rows_of
                    .remove(&labels(released, &names, first))
                    .unwrap_or(0)
            })
            .collect();
        Presence {
            of_class,
            unreached: rows_of.into_values().sum(),
        }
    }
}

/// The labels of a row in the attributes of these names; one that the table lacks has none.
fn labels(table: &Table, names: &[&str], row: u64) -> Vec<String> {
    let label = |name: &&str| {
        table.index_of(name).map(|index| {
            table.attributes()[index]
                .column
                .label(row as usize)
                .into_owned()
        })
    };
    names
        .iter()
        .map(|name| label(name).unwrap_or_default())
        .collect()
}
