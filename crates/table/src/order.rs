//! An order of rows that tells nothing but the rows themselves.
//!
//! Rows are put in the order of their values, column by column. Codes are ranks, so the same rows come out in the same order whatever the
//! order was in which they were read: a reader cannot learn the order of the source from a file that is written in this one.
//!
//! **Cost** a counting sort from the last columns to the first. Neighbouring columns with few values are sorted by at once, by the number that
//! their codes make together, so that columns of a few values cost a fraction of a pass over the rows each.

use rayon::prelude::*;

use crate::table::{Column, Table};

/// The most different numbers that columns make together: their counts stay in the cache of a core.
const NUMBERS: usize = 1 << 16;
/// Rows whose numbers are made by one task.
const PART: usize = 1 << 16;

impl Table {
    /// The rows in ascending order of their values: by the first attribute, then by the second, and so on.
    pub fn order_of_values(&self) -> Vec<u32> {
        let columns = self.attributes().iter().map(|it| &it.column);
        let varied: Vec<&Column> = columns.filter(|column| is_varied(column)).collect();
        let mut order: Vec<u32> = (0..self.rows() as u32).collect();
        let mut sorted = vec![0; order.len()];
        let mut rest = varied.as_slice();
        while let Some(first) = first_of_last_numbers(rest) {
            let (before, together) = rest.split_at(first);
            sort_by(together, &order, &mut sorted);
            std::mem::swap(&mut order, &mut sorted);
            rest = before;
        }
        order
    }

    /// The table in that order.
    #[must_use]
    pub fn in_order_of_values(&self) -> Table {
        self.picked(&self.order_of_values())
    }
}

/// Whether a column has two different values.
fn is_varied(column: &Column) -> bool {
    let counts = column.codes().counts(column.dictionary().len());
    counts.iter().filter(|&&count| count > 0).count() > 1
}

/// Where the last columns that can be sorted by together begin; none where there is no column.
fn first_of_last_numbers(columns: &[&Column]) -> Option<usize> {
    let mut first = columns.len().checked_sub(1)?;
    let mut numbers = columns[first].dictionary().len();
    while let Some(next) = first.checked_sub(1) {
        numbers = numbers.saturating_mul(columns[next].dictionary().len());
        if numbers > NUMBERS {
            break;
        }
        first = next;
    }
    Some(first)
}

/// Sorts rows by some columns at once and keeps the order of equal ones.
fn sort_by(columns: &[&Column], order: &[u32], sorted: &mut [u32]) {
    let numbers = numbers(columns, order.len());
    let all: usize = columns.iter().map(|it| it.dictionary().len()).product();
    let mut next: Vec<u32> = vec![0; all];
    for &number in &numbers {
        next[number as usize] += 1;
    }
    let mut before = 0;
    for place in &mut next {
        let count = std::mem::replace(place, before);
        before += count;
    }
    for &row in order {
        let place = &mut next[numbers[row as usize] as usize];
        sorted[*place as usize] = row;
        *place += 1;
    }
}

/// For each row the number that its codes make in these columns, the first counting most.
fn numbers(columns: &[&Column], rows: usize) -> Vec<u32> {
    let mut numbers = vec![0_u32; rows];
    let parts = numbers.par_chunks_mut(PART).enumerate();
    parts.for_each(|(part, numbers)| {
        let start = part * PART;
        for column in columns {
            let (codes, base) = (column.codes(), column.dictionary().len() as u32);
            for (place, number) in numbers.iter_mut().enumerate() {
                *number = *number * base + codes.get(start + place);
            }
        }
    });
    numbers
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
