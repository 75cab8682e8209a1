//! The whole table, as models need it that compare a class with it.

use bauta_table::{Bound, Role, Table};

/// How the values of each sensitive attribute are distributed in the whole table.
#[derive(Default)]
pub struct Whole {
    attributes: Vec<Distribution>,
}

/// One sensitive attribute in the whole table.
pub struct Distribution {
    /// How often each value occurs, by its code; missing cells are left out.
    pub counts: Vec<u64>,
    /// Whether the values are numbers or points in time.
    pub ordered: bool,
    /// The hierarchy of the values, where there is one.
    pub hierarchy: Option<Bound>,
}

impl Whole {
    /// Counts the sensitive values of a table.
    pub fn of(table: &Table) -> Self {
        let distribution = |index: usize| {
            let column = &table.attributes()[index].column;
            let mut counts = table.counts_of(index);
            counts.truncate(column.dictionary().value_count());
            Distribution {
                counts,
                ordered: column.dictionary().kind().is_measurable(),
                hierarchy: None,
            }
        };
        Whole {
            attributes: table
                .with_role(Role::Sensitive)
                .into_iter()
                .map(distribution)
                .collect(),
        }
    }

    /// The same with the hierarchies of the sensitive attributes, bound to their columns.
    #[must_use]
    pub fn with_hierarchies(mut self, hierarchies: &[Option<Bound>]) -> Self {
        for (attribute, hierarchy) in self.attributes.iter_mut().zip(hierarchies) {
            attribute.hierarchy.clone_from(hierarchy);
        }
        self
    }

    /// For each sensitive attribute the share of each code among known values.
    pub fn shares(&self) -> Vec<Vec<f64>> {
        let shares = |attribute: &Distribution| {
            let known = attribute.counts.iter().sum::<u64>().max(1) as f64;
            attribute
                .counts
                .iter()
                .map(|&count| count as f64 / known)
                .collect()
        };
        self.attributes.iter().map(shares).collect()
    }

    /// One a sensitive attribute, in the order of the table.
    pub fn attributes(&self) -> &[Distribution] {
        &self.attributes
    }
}

impl FromIterator<Distribution> for Whole {
    fn from_iter<I: IntoIterator<Item = Distribution>>(attributes: I) -> Self {
        Whole {
            attributes: attributes.into_iter().collect(),
        }
    }
}
