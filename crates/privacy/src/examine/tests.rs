//! The worked tables of the spreadsheet workflow and random tables.

use bauta_table::{ColumnBuilder, ReadAs, Role, Table};
use proptest::prelude::*;

use super::*;

fn table(rows: &[Vec<String>], qi: usize) -> Table {
    let how = ReadAs {
        text_may_be_typed: true,
        ..ReadAs::default()
    };
    let width = rows.first().map_or(0, Vec::len);
    let columns = (0..width).map(|index| {
        let mut builder = ColumnBuilder::new();
        rows.iter().for_each(|row| builder.push_text(&row[index]));
        (format!("a{index}"), builder.finish(&how))
    });
    let mut table = Table::new(columns);
    (0..qi).for_each(|index| table.set_role(index, Role::QuasiIdentifier));
    (qi..width).for_each(|index| table.set_role(index, Role::Sensitive));
    table
}

fn rows(text: &str) -> Vec<Vec<String>> {
    text.lines()
        .map(|line| line.trim().split(';').map(String::from).collect())
        .collect()
}

#[test]
fn a_class_with_one_row_is_found_and_named_by_its_row() {
    let rows = rows(
        "Cher;[20-24];50\nRhône;[25-29];70\nCher;[20-22];90\nCher;[20-24];60\nRhône;[25-29];70\nRhône;[25-29];75",
    );
    let found = examine(&table(&rows, 2), &[Requirement::k_anonymity(3)]);
    assert!(!found.holds());
    assert_eq!((found.k(), found.classes.len()), (1, 3));
    assert_eq!(
        found
            .failing
            .iter()
            .map(|f| (f.rows, f.first_row))
            .collect::<Vec<_>>(),
        [(1, 3), (2, 1)]
    );
}

#[test]
fn a_missing_sensitive_value_adds_no_diversity() {
    let rows = rows("a;x\na;\na;x\nb;x\nb;y");
    let found = examine(&table(&rows, 1), &[Requirement::distinct_l_diversity(2)]);
    assert_eq!(found.l(), [("a1".to_owned(), 1)]);
    assert_eq!(found.failing.len(), 1);
}

#[test]
fn a_table_without_rows_has_no_class() {
    let found = examine(&Table::default(), &[Requirement::k_anonymity(1)]);
    assert_eq!((found.k(), found.classes.len()), (0, 0));
}

proptest! {
    #[test]
    fn classes_and_diversity_equal_those_counted_by_hand(
        rows in proptest::collection::vec(proptest::collection::vec("[a-c]", 4), 1..40)
    ) {
        let found = examine(&table(&rows, 3), &[]);
        let mut by_hand = std::collections::BTreeMap::<_, Vec<&str>>::new();
        for row in &rows {
            by_hand.entry(&row[..3]).or_default().push(&row[3]);
        }
        let least = by_hand.values().map(Vec::len).min().unwrap_or(0) as u64;
        let diverse = |values: &Vec<&str>| values.iter().collect::<std::collections::BTreeSet<_>>().len();
        let l = by_hand.values().map(diverse).min().unwrap_or(0) as u64;
        prop_assert_eq!(found.k(), least);
        prop_assert_eq!(found.classes.len(), by_hand.len());
        prop_assert_eq!(found.l()[0].1, l);
    }
}
