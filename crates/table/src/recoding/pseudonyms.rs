//! Pseudonyms: all identifiers of a row replaced by one.

use crate::codes::Codes;
use crate::count::{KeyColumn, group};
use crate::dictionary::{Dictionary, Values};
use crate::style::Style;
use crate::table::{Attribute, Column, Role, Table};

/// A pseudonym for each distinct combination of identifiers.
pub struct Pseudonyms {
    /// Name of the attribute that replaces the identifiers.
    pub name: String,
    /// The pseudonyms, by combination; they must be distinct.
    pub numbers: Vec<i64>,
    /// The combination of each row.
    pub person_of_row: Vec<u32>,
    /// The first row of each combination.
    pub first_row: Vec<u32>,
}

impl Pseudonyms {
    /// Finds the distinct combinations of the table's identifiers, numbered by first appearance; `numbers` is still empty.
    pub fn persons(table: &Table, name: &str) -> Self {
        let identifiers = table.with_role(Role::Identifier);
        let columns: Vec<KeyColumn<'_>> = identifiers
            .iter()
            .map(|&index| {
                let column = &table.attributes()[index].column;
                KeyColumn { codes: column.codes(), map: None, distinct: column.dictionary().len() }
            })
            .collect();
        let grouping = group(&columns, table.rows());
        Pseudonyms {
            name: name.to_owned(),
            numbers: Vec::new(),
            person_of_row: grouping.class_of,
            first_row: grouping.first,
        }
    }
}

/// The table with one pseudonym where its first identifier stood, and the correspondence table: identifiers and pseudonym,
/// one row a combination, in the order of pseudonyms, to be kept apart.
pub fn pseudonymized(table: &Table, plan: &Pseudonyms) -> (Table, Table) {
    let (dictionary, code_of) = Dictionary::sorted(Values::Integer(plan.numbers.clone()), Style::Plain, false);
    let codes = Codes::from_fn(table.rows(), dictionary.len(), |row| code_of[plan.person_of_row[row] as usize]);
    let pseudo =
        Attribute { name: plan.name.clone(), role: Role::Insensitive, column: Column::new(dictionary.clone(), codes) };
    let mut persons: Vec<u32> = (0..plan.numbers.len() as u32).collect();
    persons.sort_unstable_by_key(|&person| plan.numbers[person as usize]);
    let rows: Vec<u32> = persons.iter().map(|&person| plan.first_row[person as usize]).collect();
    let own = Codes::from_fn(persons.len(), dictionary.len(), |i| code_of[persons[i] as usize]);
    let mut mapping = Vec::new();
    let mut kept = Vec::new();
    let mut placed = false;
    for attribute in table.attributes() {
        if attribute.role != Role::Identifier {
            kept.push(attribute.clone());
            continue;
        }
        mapping.push(Attribute { column: attribute.column.picked(&rows), ..attribute.clone() });
        if !placed {
            kept.push(pseudo.clone());
            placed = true;
        }
    }
    mapping.push(Attribute { column: Column::new(dictionary, own), ..pseudo });
    (Table::from_attributes(kept), Table::from_attributes(mapping))
}
