//! Pseudonyms: all identifiers of a row replaced by one; and dates moved by a number of days for each person.

use crate::codes::Codes;
use crate::dictionary::{Dictionary, Values};
use crate::role::Role;
use crate::style::Style;
use crate::table::{Attribute, Column, Table};

/// A pseudonym for each person.
pub struct Pseudonyms {
    /// Name of the attribute that replaces the identifiers.
    pub name: String,
    /// The pseudonyms, by person; they must be distinct.
    pub values: Values,
    /// The person of each row.
    pub person_of_row: Vec<u32>,
    /// One row for each way in which somebody's identifiers are written: the rows of the correspondence table.
    pub spellings: Vec<u32>,
}

/// The table with one pseudonym where its first identifier stood, and the correspondence table: identifiers and pseudonym,
/// one row a spelling, in the order of pseudonyms, to be kept apart.
pub fn pseudonymized(table: Table, plan: &Pseudonyms) -> (Table, Table) {
    let (dictionary, code_of) = Dictionary::sorted(plan.values.clone(), Style::Plain, false);
    let code = |row: usize| code_of[plan.person_of_row[row] as usize];
    let codes = Codes::from_fn(table.rows(), dictionary.len(), code);
    let mut rows = plan.spellings.clone();
    rows.sort_by_key(|&row| code(row as usize));
    let own = Codes::from_fn(rows.len(), dictionary.len(), |index| {
        code(rows[index] as usize)
    });
    let pseudonym = |codes| Attribute {
        name: plan.name.clone(),
        role: Role::Insensitive,
        column: Column::new(dictionary.clone(), codes),
    };
    let mut mapping = Vec::new();
    let mut kept = Vec::new();
    let mut codes = Some(codes);
    for attribute in table.into_attributes() {
        if attribute.role != Role::Identifier {
            kept.push(attribute);
            continue;
        }
        let column = attribute.column.picked(&rows);
        mapping.push(Attribute {
            column,
            ..attribute
        });
        kept.extend(codes.take().map(pseudonym));
    }
    mapping.push(pseudonym(own));
    (
        Table::from_attributes(kept),
        Table::from_attributes(mapping),
    )
}

/// A column of days or moments, each moved by the days of its row; nothing where it is neither, or where a date would leave
/// the calendar.
pub fn shifted(column: &Column, days_of_row: impl Fn(usize) -> i32) -> Option<Column> {
    const DAY: i64 = 24 * 60 * 60 * 1_000_000;
    let dictionary = column.dictionary();
    let missing = dictionary.missing_code();
    let moved = |row: usize| match dictionary.values() {
        Values::Date(days) => {
            let day = days.get(column.codes().get(row) as usize)?;
            day.checked_add(days_of_row(row))
                .map(i64::from)
                .filter(|day| crate::style::date_of(*day as i32).is_some())
        }
        Values::DateTime(micros) => {
            let moment = micros.get(column.codes().get(row) as usize)?;
            moment.checked_add(i64::from(days_of_row(row)) * DAY)
        }
        _ => None,
    };
    let mut index_of = hashbrown::HashMap::with_hasher(foldhash::fast::FixedState::default());
    let mut found: Vec<i64> = Vec::new();
    let mut index_of_row: Vec<Option<u32>> = Vec::with_capacity(column.len());
    for row in 0..column.len() {
        if Some(column.codes().get(row)) == missing {
            index_of_row.push(None);
            continue;
        }
        let value = moved(row)?;
        index_of_row.push(Some(*index_of.entry(value).or_insert_with(|| {
            found.push(value);
            found.len() as u32 - 1
        })));
    }
    let values = match dictionary.values() {
        Values::Date(_) => Values::Date(found.into_iter().map(|day| day as i32).collect()),
        _ => Values::DateTime(found),
    };
    let (dictionary, code_of) =
        Dictionary::sorted(values, dictionary.style().clone(), missing.is_some());
    let none = dictionary.missing_code().unwrap_or_default();
    let code = |row: usize| index_of_row[row].map_or(none, |index| code_of[index as usize]);
    let codes = Codes::from_fn(column.len(), dictionary.len(), code);
    Some(Column::new(dictionary, codes))
}
