//! Roles from lists of names, with every mistake at once.

use bauta_table::{Fault, Role, Table};

use crate::project::RoleLists;
use bauta_messages::Error;

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
            (&self.drop, Role::Drop),
        ];
        lists
            .into_iter()
            .flat_map(|(names, role)| names.iter().map(move |name| (name.as_str(), role)))
    }

    /// What is wrong whatever the table is: a name in two roles, or twice in one.
    pub fn faults(&self) -> Vec<Fault> {
        let mut seen = std::collections::BTreeMap::new();
        let mut faults = Vec::new();
        for (name, role) in self.named() {
            match seen.insert(name, role) {
                Some(first) if first != role => {
                    faults.push(Fault::TwoRoles {
                        attribute: name.to_owned(),
                        first,
                        second: role,
                    });
                }
                // Most likely another attribute was meant, which would go unprotected.
                Some(_) => faults.push(Fault::Request(format!(
                    "\"{name}\" is listed twice as {role}; name it once"
                ))),
                None => {}
            }
        }
        faults
    }

    /// What is wrong with a header: names that it does not have.
    pub fn unknown<'a>(&self, header: impl Iterator<Item = &'a str> + Clone) -> Vec<Fault> {
        let named = self.named().map(|(name, _)| name);
        let mut names: Vec<&str> = named
            .chain(self.person.iter().map(String::as_str))
            .chain(self.weight.as_deref())
            .chain(self.household.as_deref())
            .collect();
        let mut seen = std::collections::BTreeSet::new();
        names.retain(|name| seen.insert(*name));
        names
            .into_iter()
            .filter(|name| !header.clone().any(|known| known == *name))
            .map(|name| Fault::UnknownAttribute {
                name: name.to_owned(),
                nearest: bauta_table::nearest_name(name, header.clone()),
            })
            .collect()
    }

    /// Whether the roles fit a header: no name in two roles, none that the header does not have.
    pub fn is_sound(&self, header: &[String]) -> bool {
        self.faults().is_empty() && self.unknown(header.iter().map(String::as_str)).is_empty()
    }

    /// Forgets columns that a release lacks because they are not published: identifiers, those that say whose row it is, those left out, weight and
    /// household. Returns their names.
    pub fn forget_unpublished(&mut self, header: &[String]) -> Vec<String> {
        let mut gone = Vec::new();
        let mut stays = |name: &String| {
            let stays = header.contains(name);
            if !stays && !gone.contains(name) {
                gone.push(name.clone());
            }
            stays
        };
        for names in [&mut self.identifiers, &mut self.person, &mut self.drop] {
            names.retain(&mut stays);
        }
        for name in [&mut self.weight, &mut self.household] {
            *name = name.take().filter(&mut stays);
        }
        gone
    }

    /// Whether somebody said what becomes of a column.
    pub fn decides(&self, column: &str) -> bool {
        let mut others = self
            .person
            .iter()
            .chain(&self.weight)
            .chain(&self.household);
        self.named().any(|(name, _)| name == column) || others.any(|it| it == column)
    }

    /// Whether a column is left out of the release, because that was asked for or because it only says whose row it is.
    pub fn leaves_out(&self, column: &str) -> bool {
        let role = self.named().find(|(name, _)| *name == column);
        match role {
            Some((_, role)) => role == Role::Drop,
            None => self.only_inside().any(|it| it == column),
        }
    }

    /// Columns that say whose row or household it is, and are not released unless a list names them.
    fn only_inside(&self) -> impl Iterator<Item = &String> {
        self.person.iter().chain(&self.household)
    }

    /// Turns roles by place into roles by name.
    ///
    /// # Errors
    /// When the layout is not of the form `I=n,Q=m`, or the table has too few columns for it.
    pub fn resolve<'a>(&mut self, header: impl Iterator<Item = &'a str>) -> Result<(), Error> {
        let Some(layout) = self.layout.take() else {
            return Ok(());
        };
        let wrong = |allowed: String| Fault::OutOfRange {
            parameter: "layout".into(),
            given: layout.clone(),
            allowed,
        };
        let counts =
            parse_layout(&layout).ok_or_else(|| vec![wrong("of the form I=1,Q=2".into())])?;
        let names: Vec<String> = header.map(str::to_owned).collect();
        let (identifiers, quasi_identifiers) = counts;
        if identifiers + quasi_identifiers + 1 > names.len() {
            let columns = names.len();
            return Err(vec![wrong(format!(
                "at most {columns} columns in all, one of them sensitive"
            ))]
            .into());
        }
        self.identifiers = names[..identifiers].to_vec();
        self.quasi_identifiers = names[identifiers..identifiers + quasi_identifiers].to_vec();
        self.sensitive = names[names.len() - 1..].to_vec();
        Ok(())
    }

    /// Gives the table's attributes their roles; names must be known. Columns that only say whose row it is are left out of a release.
    pub fn assign(&self, table: &mut Table) {
        for name in self.only_inside() {
            if let Ok(index) = table.index_of(name) {
                table.set_role(index, Role::Drop);
            }
        }
        for (name, role) in self.named() {
            if let Ok(index) = table.index_of(name) {
                table.set_role(index, role);
            }
        }
    }

    /// Gives the columns that only say whose row it is the role that they have in a published table: every reader sees them.
    pub fn show_people(&self, table: &mut Table) {
        for name in self.person.iter().filter(|name| self.leaves_out(name)) {
            if let Ok(index) = table.index_of(name) {
                table.set_role(index, Role::Insensitive);
            }
        }
    }

    /// The attribute that classes are judged by: the first target that was named, else the first sensitive one.
    pub fn label(&self) -> Option<&str> {
        let first = self.targets.first().or_else(|| self.sensitive.first());
        first.map(String::as_str)
    }

    /// The quasi-identifiers' indices, in the order in which they were listed: methods break ties by it.
    pub fn quasi_identifier_indices(&self, table: &Table) -> Vec<usize> {
        self.quasi_identifiers
            .iter()
            .filter_map(|name| table.index_of(name).ok())
            .collect()
    }
}

/// The numbers of `I=1,Q=2`.
fn parse_layout(text: &str) -> Option<(usize, usize)> {
    let (mut identifiers, mut quasi_identifiers) = (0, 0);
    for part in text.split(',') {
        match part.trim().split_once('=')? {
            ("I", count) => identifiers = count.parse().ok()?,
            ("Q", count) => quasi_identifiers = count.parse().ok()?,
            _ => return None,
        }
    }
    Some((identifiers, quasi_identifiers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_gives_roles_by_place() {
        let mut roles = Roles {
            layout: Some("I=1,Q=2".into()),
            ..Roles::default()
        };
        roles
            .resolve(["Nom", "CP", "Age", "Ville", "C.E."].into_iter())
            .unwrap();
        let found: Vec<_> = roles.named().collect();
        let (id, qi, sensitive) = (Role::Identifier, Role::QuasiIdentifier, Role::Sensitive);
        assert_eq!(
            found,
            [("Nom", id), ("CP", qi), ("Age", qi), ("C.E.", sensitive)]
        );
    }

    #[test]
    fn a_layout_that_does_not_fit_is_refused() {
        for layout in ["I=1,Q=5", "I,Q", "X=1"] {
            let mut roles = Roles {
                layout: Some(layout.into()),
                ..Roles::default()
            };
            assert!(
                roles.resolve(["a", "b", "c"].into_iter()).is_err(),
                "{layout}"
            );
        }
    }

    #[test]
    fn a_name_in_two_roles_is_a_fault() {
        let roles = Roles {
            identifiers: vec!["a".into()],
            sensitive: vec!["a".into()],
            ..Roles::default()
        };
        assert_eq!(roles.faults().len(), 1);
    }
}
