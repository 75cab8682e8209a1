//! An order of rows that tells nothing but the rows themselves.
//!
//! Rows are put in the order of their values, column by column. Codes are ranks, so the same rows come out in the same order whatever the
//! order was in which they were read: a reader cannot learn the order of the source from a file that is written in this one.
//!
//! **Cost** one pass over the rows and one over the distinct values for each column: a counting sort from the last column to the first.

use crate::table::{Column, Table};

impl Table {
    /// The rows in ascending order of their values: by the first attribute, then by the second, and so on.
    pub fn order_of_values(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.rows() as u32).collect();
        let mut sorted = vec![0; order.len()];
        for attribute in self.attributes().iter().rev() {
            if sort_by(&attribute.column, &order, &mut sorted) {
                std::mem::swap(&mut order, &mut sorted);
            }
        }
        order
    }

    /// The table in that order.
    #[must_use]
    pub fn in_order_of_values(&self) -> Table {
        self.picked(&self.order_of_values())
    }
}

/// Sorts rows by a column and keeps the order of equal ones; false where all are equal, and nothing was done.
fn sort_by(column: &Column, order: &[u32], sorted: &mut [u32]) -> bool {
    let codes = column.codes();
    let counts = codes.counts(column.dictionary().len());
    if counts.iter().filter(|&&count| count > 0).count() < 2 {
        return false;
    }
    let mut next: Vec<u32> = Vec::with_capacity(counts.len());
    let mut before = 0;
    for count in counts {
        next.push(before);
        before += count as u32;
    }
    for &row in order {
        let place = &mut next[codes.get(row as usize) as usize];
        sorted[*place as usize] = row;
        *place += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::table::{Column, Table};

    fn table(rows: &[(u32, u32)]) -> Table {
        let column = |of: fn(&(u32, u32)) -> u32| {
            Column::of_counts(&rows.iter().map(of).collect::<Vec<_>>())
        };
        Table::new([
            ("a".to_owned(), column(|row| row.0)),
            ("b".to_owned(), column(|row| row.1)),
        ])
    }

    fn texts(table: &Table) -> Vec<Vec<String>> {
        let row = |row: usize| {
            let cells = table.attributes().iter();
            cells.map(|it| it.column.label(row).into_owned()).collect()
        };
        (0..table.rows()).map(row).collect()
    }

    proptest! {
        /// The plain sort of the rows, from any order that they came in.
        #[test]
        fn the_order_depends_on_the_rows_alone(
            rows in proptest::collection::vec((0..6_u32, 0..12_u32), 0..40),
            seed in any::<prop::sample::Index>(),
        ) {
            let mut moved = rows.clone();
            if !moved.is_empty() {
                moved.rotate_left(seed.index(rows.len()));
                moved.reverse();
            }
            let found = texts(&table(&moved).in_order_of_values());
            prop_assert_eq!(&found, &texts(&table(&rows).in_order_of_values()));
            let mut plain = rows;
            plain.sort_unstable();
            prop_assert_eq!(found, texts(&table(&plain)));
        }
    }
}
