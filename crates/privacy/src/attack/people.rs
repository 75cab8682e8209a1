//! The same people in two tables.

use std::collections::BTreeMap;

use bauta_table::{Column, Fault, Role, Table};

use super::matched_people::grouped;
use crate::released_classes;

/// Who a row is about, where an identifier tells.
pub struct People {
    /// The number of the person of each row of the first table.
    pub first: Vec<u32>,
    /// And of the second.
    pub second: Vec<u32>,
}

impl People {
    /// Numbers the people of two tables by columns that say whose row it is; equal texts are one person, a row without any is nobody else's.
    ///
    /// # Errors
    /// Columns that a table lacks.
    pub fn of(first: &Table, second: &Table, by: &[String]) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut columns = |table: &'_ Table| -> Vec<Column> {
            let places = by.iter().map(|name| table.index_of(name));
            let found = places.filter_map(|place| place.map_err(|fault| faults.push(fault)).ok());
            let columns = found.map(|index| table.attributes()[index].column.clone());
            columns.collect()
        };
        let (here, there) = (columns(first), columns(second));
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut numbers: BTreeMap<Vec<String>, u32> = BTreeMap::new();
        let mut next = 0;
        let mut number = |columns: &[Column], rows: usize| -> Vec<u32> {
            let mut fresh = || {
                next += 1;
                next - 1
            };
            (0..rows)
                .map(|row| {
                    let cell = |column: &Column| column.label(row).trim().to_owned();
                    let texts: Vec<String> = columns.iter().map(cell).collect();
                    if texts.iter().all(String::is_empty) {
                        return fresh();
                    }
                    *numbers.entry(texts).or_insert_with(&mut fresh)
                })
                .collect()
        };
        let first = number(&here, first.rows());
        let second = number(&there, second.rows());
        Ok(People { first, second })
    }

    /// The rows of the second table of each person of the first table's rows.
    pub fn rows_of_second(&self) -> BTreeMap<u32, Vec<u32>> {
        let mut rows: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        self.second
            .iter()
            .enumerate()
            .for_each(|(row, &person)| rows.entry(person).or_default().push(row as u32));
        rows
    }
}

/// Whose row each one of a table is, numbered from 0; none where every row is a person of its own.
pub fn person_of_row(table: &Table) -> Option<Vec<u32>> {
    let index = *table.with_role(Role::Person).first()?;
    let column = &table.attributes()[index].column;
    let mut numbers = vec![u32::MAX; column.dictionary().len()];
    let mut next = 0;
    let number = |code: u32| {
        let own = &mut numbers[code as usize];
        if *own == u32::MAX {
            *own = next;
            next += 1;
        }
        *own
    };
    Some(column.codes().iter().map(number).collect())
}

/// Whether a reader of a table sees which rows are one person's.
pub fn shows_people(table: &Table) -> bool {
    released_classes::People::of(table).is_some_and(|people| people.shown_by(table).is_some())
}

/// Those who can be attacked: the rows of each person.
pub fn targets(table: &Table) -> Vec<Vec<u32>> {
    match person_of_row(table) {
        Some(person_of_row) => grouped(&person_of_row),
        None => (0..table.rows() as u32).map(|row| vec![row]).collect(),
    }
}

/// How many rows of one table are equal to a row of another, on attributes of both.
pub fn rows_in_common(one: &Table, other: &Table, names: &[String]) -> u64 {
    let rows = |table: &Table| -> Vec<Vec<String>> {
        let columns: Vec<&Column> = names
            .iter()
            .filter_map(|name| table.index_of(name).ok())
            .map(|index| &table.attributes()[index].column)
            .collect();
        (0..table.rows())
            .map(|row| {
                columns
                    .iter()
                    .map(|column| column.label(row).into_owned())
                    .collect()
            })
            .collect()
    };
    let known: std::collections::BTreeSet<Vec<String>> = rows(other).into_iter().collect();
    rows(one).iter().filter(|row| known.contains(*row)).count() as u64
}
