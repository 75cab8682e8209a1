//! Slow and obvious judges. They see a table as rows of text, exactly as a reader of the release would.

use std::collections::{BTreeMap, BTreeSet};

use bauta_table::Table;

/// Every row of a table as text, as often as it counts; a missing cell is empty.
pub fn rows_of(table: &Table) -> Vec<Vec<String>> {
    let row_of = |row| -> Vec<String> {
        table
            .attributes()
            .iter()
            .map(|a| a.column.label(row).into_owned())
            .collect()
    };
    let times = |row: usize| table.weights().map_or(1, |weights| weights[row] as usize);
    (0..table.rows())
        .flat_map(|row| std::iter::repeat_n(row_of(row), times(row)))
        .collect()
}

/// The equivalence classes: for each combination of quasi-identifier values, the rows (0-based) that have it.
pub fn classes(rows: &[Vec<String>], qi: &[usize]) -> BTreeMap<Vec<String>, Vec<usize>> {
    let mut classes: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
    for (index, row) in rows.iter().enumerate() {
        let key = qi.iter().map(|&column| row[column].clone()).collect();
        classes.entry(key).or_default().push(index);
    }
    classes
}

/// The size of the smallest class; 0 where there is no row.
pub fn k(rows: &[Vec<String>], qi: &[usize]) -> usize {
    classes(rows, qi).values().map(Vec::len).min().unwrap_or(0)
}

/// The fewest rows that agree with a row, where the cell `*` agrees with everything; 0 where there is no row.
pub fn k_of_any_value(rows: &[Vec<String>], qi: &[usize]) -> usize {
    let agree = |a: &String, b: &String| a == b || a == "*" || b == "*";
    let agreeing = |row: &Vec<String>| {
        rows.iter()
            .filter(|o| qi.iter().all(|&c| agree(&row[c], &o[c])))
            .count()
    };
    rows.iter().map(agreeing).min().unwrap_or(0)
}

/// The fewest different values of the column `sensitive` in any class; 0 where there is no row.
pub fn distinct_l(rows: &[Vec<String>], qi: &[usize], sensitive: usize) -> usize {
    let different = |class: &Vec<usize>| {
        class
            .iter()
            .map(|&row| &rows[row][sensitive])
            .collect::<BTreeSet<_>>()
            .len()
    };
    classes(rows, qi).values().map(different).min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table_of;

    fn rows() -> Vec<Vec<String>> {
        rows_of(&table_of(
            &["zip", "age", "illness"],
            &[
                &["01*", "30", "flu"],
                &["01*", "30", "flu"],
                &["01*", "40", "flu"],
                &["01*", "40", "cold"],
            ],
        ))
    }

    #[test]
    fn classes_gather_equal_rows() {
        let found = classes(&rows(), &[0, 1]);
        assert_eq!(found[&vec!["01*".to_owned(), "30".to_owned()]], [0, 1]);
        assert_eq!(found[&vec!["01*".to_owned(), "40".to_owned()]], [2, 3]);
        assert_eq!(classes(&rows(), &[]).len(), 1);
    }

    #[test]
    fn smallest_class_and_fewest_values() {
        assert_eq!(
            (k(&rows(), &[0, 1]), k(&rows(), &[0]), k(&rows(), &[2])),
            (2, 4, 1)
        );
        assert_eq!(
            (
                distinct_l(&rows(), &[0, 1], 2),
                distinct_l(&rows(), &[0], 2)
            ),
            (1, 2)
        );
        assert_eq!((k(&[], &[0]), distinct_l(&[], &[0], 1)), (0, 0));
    }
}
