//! The same people in two tables.

use std::collections::BTreeMap;

use bauta_table::{Column, Table};

/// Who a row is about, where an identifier tells.
pub struct People {
    /// The number of the person of each row of the first table.
    pub first: Vec<u32>,
    /// And of the second.
    pub second: Vec<u32>,
}

impl People {
    /// Numbers the values of two identifying columns; equal texts are one person, a missing value is nobody else.
    pub fn of(first: &Column, second: &Column) -> Self {
        let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
        let mut next = 0;
        let mut number = |column: &Column| -> Vec<u32> {
            let dictionary = column.dictionary();
            let of_code: Vec<Option<u32>> = (0..dictionary.len() as u32)
                .map(|code| {
                    let text = dictionary.label(code).trim().to_owned();
                    (!text.is_empty()).then(|| {
                        *numbers.entry(text).or_insert_with(|| {
                            next += 1;
                            next - 1
                        })
                    })
                })
                .collect();
            let mut lonely = || {
                next += 1;
                next - 1
            };
            column
                .codes()
                .iter()
                .map(|code| of_code[code as usize].unwrap_or_else(&mut lonely))
                .collect()
        };
        let first = number(first);
        let second = number(second);
        People { first, second }
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
