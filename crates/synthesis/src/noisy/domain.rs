//! Declared domains: the values that an attribute can have, from elsewhere than the rows.

use std::collections::BTreeMap;

use bauta_table::{Column, ColumnBuilder, Fault, Kind, ReadAs, Role, Table};

/// An attribute with its declared values.
#[derive(Clone, PartialEq)]
pub struct Domain {
    /// Its name.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// What its values are.
    pub kind: Kind,
    /// Its values as they are written, in their order.
    pub labels: Vec<String>,
    /// Whether cells may be missing; then the last code is theirs.
    pub missing: bool,
}

impl Domain {
    /// Number of codes.
    pub fn len(&self) -> usize {
        self.labels.len() + usize::from(self.missing)
    }

    /// Whether the order of its codes means something.
    pub fn ordered(&self) -> bool {
        self.kind.is_measurable()
    }

    /// A column of drawn codes, of the kind of the source.
    pub fn column(&self, codes: &[u32]) -> Column {
        let mut builder = ColumnBuilder::new();
        codes.iter().for_each(|&code| {
            builder.push_text(self.labels.get(code as usize).map_or("", String::as_str));
        });
        builder.finish(&ReadAs {
            kind: Some(self.kind),
            text_may_be_typed: true,
            ..ReadAs::default()
        })
    }
}

/// Domains, and for each the code of every row.
pub type Declared = (Vec<Domain>, Vec<Vec<u32>>);

/// A table in codes of declared domains: those given by attribute; truth values have two of themselves.
///
/// # Errors
/// Attributes without a declared domain, identifiers, and attributes with values outside theirs; all together.
pub fn declare(
    table: &Table,
    given: &BTreeMap<String, Vec<String>>,
) -> Result<Declared, Vec<Fault>> {
    let (mut domains, mut columns, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    for attribute in table.attributes() {
        let (name, dictionary) = (&attribute.name, attribute.column.dictionary());
        if attribute.role == Role::Identifier {
            faults.push(Fault::Request(format!(
                "attribute \"{name}\" is an identifier, and a synthetic row is nobody's; leave it out with --drop {name}"
            )));
            continue;
        }
        let Some(labels) = given.get(name) else {
            faults.push(Fault::Request(format!(
                "differential privacy needs the values that \"{name}\" can have, told by somebody who has not seen the rows; name them (--values {name}=…) or give a hierarchy of it (--hierarchy {name}=FILE)"
            )));
            continue;
        };
        let mut labels = labels.clone();
        if matches!(dictionary.kind(), Kind::Integer | Kind::Decimal) {
            let number = |label: &String| {
                label
                    .replace(',', ".")
                    .parse::<f64>()
                    .unwrap_or(f64::INFINITY)
            };
            labels.sort_by(|a, b| number(a).total_cmp(&number(b)));
        }
        let domain = Domain {
            name: name.clone(),
            role: attribute.role,
            kind: dictionary.kind(),
            labels: labels.clone(),
            missing: true,
        };
        let place: BTreeMap<&str, u32> = labels
            .iter()
            .enumerate()
            .map(|(code, label)| (label.as_str(), code as u32))
            .collect();
        let none = labels.len() as u32;
        let code_of: Vec<Option<u32>> = (0..dictionary.len() as u32)
            .map(|code| {
                if dictionary.missing_code() == Some(code) {
                    Some(none)
                } else {
                    place.get(dictionary.label(code).as_ref()).copied()
                }
            })
            .collect();
        if code_of.iter().any(Option::is_none) {
            faults.push(Fault::Request(format!(
                "\"{name}\" has values outside its declared domain; declare them too, or recode them first"
            )));
            continue;
        }
        columns.push(
            attribute
                .column
                .codes()
                .iter()
                .map(|code| code_of[code as usize].unwrap_or(none))
                .collect(),
        );
        domains.push(domain);
    }
    if faults.is_empty() {
        Ok((domains, columns))
    } else {
        Err(faults)
    }
}
