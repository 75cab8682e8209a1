//! The order of values where columns have more values than are sorted by at once.

use bauta_table::{Column, Table};
use proptest::prelude::*;

proptest! {
    /// The plain sort of the rows, with one column of a value for each row among columns of hundreds.
    #[test]
    fn columns_of_many_values_are_sorted_by_one_after_the_other(
        rows in proptest::collection::vec((0..400_u32, 0..2_u32, 0..400_u32, 0..100_000_u32, 0..9_u32), 300..500),
    ) {
        let column = |of: fn(&(u32, u32, u32, u32, u32)) -> u32| {
            Column::of_counts(&rows.iter().map(of).collect::<Vec<_>>())
        };
        let table = Table::new([
            ("a".to_owned(), column(|row| row.0)),
            ("b".to_owned(), column(|row| row.1)),
            ("c".to_owned(), column(|row| row.2)),
            ("d".to_owned(), column(|row| row.3)),
            ("e".to_owned(), column(|row| row.4)),
        ]);
        let order = table.order_of_values();
        let found: Vec<_> = order.iter().map(|&row| rows[row as usize]).collect();
        let mut plain = rows.clone();
        plain.sort_unstable();
        prop_assert_eq!(found, plain);
    }
}
