//! The kernel against counting by hand, in a `BTreeMap`.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::{Codes, Column, Dictionary, Style, Table, Values};

fn column(values: &[u32], distinct: usize) -> Column {
    let (dictionary, _) = Dictionary::sorted(
        Values::Integer((0..distinct as i64).collect()),
        Style::Plain,
        false,
    );
    Column::new(
        dictionary,
        Codes::from_fn(values.len(), distinct, |row| values[row]),
    )
}

fn table(columns: &[Vec<u32>], distinct: usize) -> Table {
    Table::new(
        columns
            .iter()
            .enumerate()
            .map(|(i, values)| (format!("a{i}"), column(values, distinct))),
    )
}

fn obvious(columns: &[Vec<u32>], rows: usize) -> BTreeMap<Vec<u32>, u64> {
    let mut counts = BTreeMap::new();
    for row in 0..rows {
        *counts
            .entry(columns.iter().map(|c| c[row]).collect())
            .or_insert(0) += 1;
    }
    counts
}

fn counted(set: &FrequencySet) -> BTreeMap<Vec<u32>, u64> {
    (0..set.len())
        .map(|tuple| {
            (
                (0..set.width())
                    .map(|qi| set.codes(qi).get(tuple))
                    .collect(),
                set.counts()[tuple],
            )
        })
        .collect()
}

fn columns(width: usize, distinct: u32) -> impl Strategy<Value = Vec<Vec<u32>>> {
    (1usize..60).prop_flat_map(move |rows| {
        proptest::collection::vec(
            proptest::collection::vec(0..distinct, rows..=rows),
            width..=width,
        )
    })
}

proptest! {
    #[test]
    fn counting_equals_counting_by_hand(columns in columns(3, 4)) {
        let rows = columns[0].len();
        let (set, tuple_of) = FrequencySet::count(&table(&columns, 4), &[0, 1, 2], &[]);
        prop_assert_eq!(counted(&set), obvious(&columns, rows));
        for row in 0..rows {
            for (qi, column) in columns.iter().enumerate() {
                prop_assert_eq!(set.codes(qi).get(tuple_of[row] as usize), column[row]);
            }
        }
    }

    /// Codes of 1 or of 20 bits: one key holds them, or it does not.
    #[test]
    fn tuples_in_order_are_the_same_tuples(columns in columns(4, 3), wide in any::<bool>()) {
        let (factor, distinct) = if wide { (400_000, 800_001) } else { (1, 3) };
        let columns: Vec<Vec<u32>> = columns.iter().map(|c| c.iter().map(|v| v * factor).collect()).collect();
        let (set, tuple_of) = FrequencySet::count(&table(&columns, distinct), &[0, 1, 2, 3], &[1]);
        let before: Vec<Vec<(u32, u64)>> = (0..set.len()).map(|tuple| set.histograms()[0].of(tuple).collect()).collect();
        let (sorted, place_of) = set.in_order_of_codes();
        let keys: Vec<Vec<u32>> =
            (0..sorted.len()).map(|tuple| (0..4).map(|qi| sorted.codes(qi).get(tuple)).collect()).collect();
        prop_assert!(keys.is_sorted());
        prop_assert_eq!(counted(&sorted), obvious(&columns, columns[0].len()));
        for (row, &tuple) in tuple_of.iter().enumerate() {
            let place = place_of[tuple as usize] as usize;
            prop_assert!(columns.iter().zip(&keys[place]).all(|(column, code)| column[row] == *code));
            prop_assert_eq!(&sorted.histograms()[0].of(place).collect::<Vec<_>>(), &before[tuple as usize]);
        }
    }

    /// 12 columns of 300 000 codes need 228 bits: grouped by parts, exactly.
    #[test]
    fn combinations_wider_than_a_key_are_exact(columns in columns(12, 2)) {
        let wide: Vec<Vec<u32>> = columns.iter().map(|c| c.iter().map(|v| v * 299_999).collect()).collect();
        let codes: Vec<Codes> = wide.iter().map(|c| Codes::U32(c.clone())).collect();
        let keys: Vec<_> = codes.iter().map(|codes| KeyColumn { codes, map: None, distinct: 300_000 }).collect();
        let grouping = group(&keys, wide[0].len());
        let mut sizes = grouping.sizes(None);
        let mut by_hand: Vec<u64> = obvious(&wide, wide[0].len()).into_values().collect();
        sizes.sort_unstable();
        by_hand.sort_unstable();
        prop_assert_eq!(sizes, by_hand);
    }

    #[test]
    fn a_roll_up_equals_recounting_the_mapped_rows(columns in columns(3, 6)) {
        let halves: Vec<u32> = (0..6).map(|code| code / 2).collect();
        let maps = [Some((halves.as_slice(), 3)), None, Some((halves.as_slice(), 3))];
        let (set, _) = FrequencySet::count(&table(&columns, 6), &[0, 1, 2], &[]);
        let (up, _) = set.roll_up(&maps);
        let mapped: Vec<Vec<u32>> = columns.iter().zip(maps)
            .map(|(c, map)| c.iter().map(|&v| map.map_or(v, |m| m.0[v as usize])).collect())
            .collect();
        prop_assert_eq!(counted(&up), obvious(&mapped, columns[0].len()));
    }

    #[test]
    fn histograms_count_sensitive_values_under_each_tuple_also_after_a_roll_up(columns in columns(2, 4)) {
        let (set, _) = FrequencySet::count(&table(&columns, 4), &[0], &[1]);
        let to_one = [0, 0, 0, 0];
        let (up, _) = set.roll_up(&[Some((&to_one, 1))]);
        for (set, map) in [(&set, None), (&up, Some(&to_one))] {
            for tuple in 0..set.len() {
                let code = set.codes(0).get(tuple);
                let mut by_hand = BTreeMap::new();
                for (&own, &value) in columns[0].iter().zip(&columns[1]) {
                    if map.map_or(own, |m: &[u32; 4]| m[own as usize]) == code {
                        *by_hand.entry(value).or_insert(0u64) += 1;
                    }
                }
                let found: BTreeMap<u32, u64> = set.histograms()[0].of(tuple).collect();
                prop_assert_eq!(found, by_hand);
            }
        }
    }
}

#[test]
fn classes_are_numbered_by_first_appearance_across_chunks() {
    let rows = 300_000;
    let codes = Codes::from_fn(rows, 1000, |row| ((row / 7) % 1000) as u32);
    // Keys of ten bits have a table, those of thirty are hashed.
    for distinct in [1000, 1 << 30] {
        let grouping = group(
            &[KeyColumn {
                codes: &codes,
                map: None,
                distinct,
            }],
            rows,
        );
        assert_eq!(grouping.len(), 1000);
        for row in 0..rows {
            assert_eq!(grouping.class_of[row], codes.get(row));
        }
    }
}

#[test]
fn no_rows_and_no_columns() {
    assert!(group(&[], 0).is_empty());
    let one_class = group(&[], 3);
    assert_eq!((one_class.len(), one_class.class_of), (1, vec![0, 0, 0]));
}

/// Many classes of few bits: numbered in a table of all keys, and just as when they are hashed.
#[test]
fn many_small_keys_are_numbered_as_any() {
    let rows = 300_000u32;
    let first = Codes::from_fn(rows as usize, 1000, |row| {
        (row as u32).wrapping_mul(2_654_435_761) % 1000
    });
    let second = Codes::from_fn(rows as usize, 500, |row| {
        (row as u32).wrapping_mul(40_503) % 300
    });
    let keys = [(&first, 1000), (&second, 500)].map(|(codes, distinct)| KeyColumn {
        codes,
        map: None,
        distinct,
    });
    let grouping = group(&keys, rows as usize);
    let mut numbers = BTreeMap::new();
    let mut firsts = Vec::new();
    for row in 0..rows as usize {
        let next = numbers.len() as u32;
        let number = *numbers
            .entry((first.get(row), second.get(row)))
            .or_insert(next);
        if number == next {
            firsts.push(row as u32);
        }
        assert_eq!(grouping.class_of[row], number);
    }
    assert!(firsts.len() > 10_000);
    assert_eq!(grouping.first, firsts);
}
