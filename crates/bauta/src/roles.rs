//! Roles from lists of names, with every mistake at once.

use bauta_table::{Fault, Role, Table};

use crate::project::RoleLists;

/// Attributes by role, as the user listed them.
pub type Roles = RoleLists;

impl Roles {
    /// Each name with its role, in the order of the lists.
    pub fn named(&self) -> impl Iterator<Item = (&str, Role)> {
        let lists = [
            (&self.identifiers, Role::Identifier),
            (&self.quasi_identifiers, Role::QuasiIdentifier),
            (&self.sensitive, Role::Sensitive),
            (&self.targets, Role::Target),
            (&self.insensitive, Role::Insensitive),
        ];
        lists.into_iter().flat_map(|(names, role)| names.iter().map(move |name| (name.as_str(), role)))
    }

    /// What is wrong whatever the table is: a name in two roles.
    pub fn faults(&self) -> Vec<Fault> {
        let mut seen = std::collections::BTreeMap::new();
        let mut faults = Vec::new();
        for (name, role) in self.named() {
            match seen.insert(name, role) {
                Some(first) if first != role => {
                    faults.push(Fault::TwoRoles { attribute: name.to_owned(), first, second: role });
                }
                _ => {}
            }
        }
        faults
    }

    /// What is wrong with a header: names that it does not have.
    pub fn unknown<'a>(&self, header: impl Iterator<Item = &'a str> + Clone) -> Vec<Fault> {
        self.named()
            .filter(|(name, _)| !header.clone().any(|known| known == *name))
            .map(|(name, _)| Fault::UnknownAttribute {
                name: name.to_owned(),
                nearest: bauta_table::nearest_name(name, header.clone()),
            })
            .collect()
    }

    /// Gives the table's attributes their roles; names must be known.
    pub fn assign(&self, table: &mut Table) {
        for (name, role) in self.named() {
            if let Ok(index) = table.index_of(name) {
                table.set_role(index, role);
            }
        }
    }

    /// The quasi-identifiers' indices, in the order in which they were listed: methods break ties by it.
    pub fn quasi_identifier_indices(&self, table: &Table) -> Vec<usize> {
        self.quasi_identifiers.iter().filter_map(|name| table.index_of(name).ok()).collect()
    }
}
