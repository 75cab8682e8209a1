//! The measure against pairs looked at one by one, and the search against all sets.

use std::collections::BTreeMap;

use bauta_table::count::KeyColumn;
use bauta_table::{Silent, Table};
use bauta_testkit::{oracle, random_table, table_of};
use proptest::prelude::*;

use super::*;

fn keys(table: &Table) -> Vec<KeyColumn<'_>> {
    let columns = table.attributes().iter().map(|attribute| &attribute.column);
    columns
        .map(|c| KeyColumn {
            codes: c.codes(),
            map: None,
            distinct: c.dictionary().len(),
        })
        .collect()
}

/// By the definitions, on rows of text, pair by pair.
fn by_pairs(rows: &[Vec<String>], set: &[usize]) -> Separation {
    let agree = |a: &Vec<String>, b: &Vec<String>| set.iter().all(|&column| a[column] == b[column]);
    let (mut pairs, mut apart, mut unique, mut different) = (0u64, 0u64, 0u64, 0u64);
    for (i, row) in rows.iter().enumerate() {
        different += u64::from(!rows[..i].iter().any(|other| agree(row, other)));
        unique += u64::from(
            !rows
                .iter()
                .enumerate()
                .any(|(j, other)| i != j && agree(row, other)),
        );
        for other in &rows[..i] {
            pairs += 1;
            apart += u64::from(!agree(row, other));
        }
    }
    let rows = rows.len() as f64;
    Separation {
        distinction: different as f64 / rows,
        separation: if pairs == 0 {
            1.0
        } else {
            apart as f64 / pairs as f64
        },
        unique_share: unique as f64 / rows,
    }
}

fn near(a: Separation, b: Separation) -> bool {
    let figures = |s: Separation| [s.distinction, s.separation, s.unique_share];
    figures(a)
        .iter()
        .zip(figures(b))
        .all(|(a, b)| (a - b).abs() < 1e-12)
}

fn all_sets(columns: usize, most: usize) -> Vec<Vec<usize>> {
    let sets = (1..1usize << columns).map(|bits| {
        (0..columns)
            .filter(|c| bits >> c & 1 == 1)
            .collect::<Vec<_>>()
    });
    sets.filter(|set| set.len() <= most).collect()
}

#[test]
fn a_worked_example() {
    let table = table_of(
        &["age", "sex", "state"],
        &[
            &["20", "f", "CA"],
            &["30", "f", "CA"],
            &["40", "f", "TX"],
            &["20", "m", "NY"],
            &["40", "m", "CA"],
        ],
    );
    let columns = keys(&table);
    // Ages 20, 20, 30, 40, 40: three values, two of ten pairs agree, one row is alone.
    let age = separation(&columns[..1], 5);
    assert!(
        near(
            age,
            Separation {
                distinction: 0.6,
                separation: 0.8,
                unique_share: 0.2
            }
        ),
        "{age:?}"
    );
    let both = separation(&columns[..2], 5);
    assert!(
        near(
            both,
            Separation {
                distinction: 1.0,
                separation: 1.0,
                unique_share: 1.0
            }
        ),
        "{both:?}"
    );
}

#[test]
fn no_row_and_one_row_are_no_division_by_zero() {
    assert_eq!(Separation::of_sizes(&[]), Separation::default());
    assert_eq!(
        Separation::of_sizes(&[1]),
        Separation {
            distinction: 1.0,
            separation: 1.0,
            unique_share: 1.0
        }
    );
}

proptest! {
    #[test]
    fn the_measure_is_that_of_the_definition(seed in 0u64..1000, rows in 1usize..40, distinct in 1usize..6) {
        let table = random_table(seed, rows, 3, distinct, 4);
        let (columns, texts) = (keys(&table), oracle::rows_of(&table));
        for set in all_sets(4, 4) {
            let chosen: Vec<KeyColumn<'_>> = set.iter().map(|&column| columns[column]).collect();
            let (fast, slow) = (separation(&chosen, rows), by_pairs(&texts, &set));
            prop_assert!(near(fast, slow), "{set:?}: {fast:?} {slow:?}");
        }
    }

    #[test]
    fn more_attributes_tell_more_apart(seed in 0u64..1000, rows in 1usize..60) {
        let table = random_table(seed, rows, 4, 4, 4);
        let columns = keys(&table);
        for size in 1..columns.len() {
            let (fewer, more) = (separation(&columns[..size], rows), separation(&columns[..=size], rows));
            prop_assert!(fewer.distinction <= more.distinction);
            prop_assert!(fewer.separation <= more.separation);
            prop_assert!(fewer.unique_share <= more.unique_share);
        }
    }

    #[test]
    fn the_search_finds_what_brute_force_finds(seed in 0u64..1000, rows in 2usize..40, distinct in 1usize..5, enough in 0.3f64..1.1) {
        let table = random_table(seed, rows, 4, distinct, 3);
        let (columns, texts) = (keys(&table), oracle::rows_of(&table));
        let limits = Limits { size: 4, enough, sets_of_a_size: usize::MAX };
        let found = search(&columns, rows, &limits, &Silent).expect("nobody stops it");
        let slow: BTreeMap<Vec<usize>, Separation> =
            all_sets(5, 4).into_iter().map(|set| (set.clone(), by_pairs(&texts, &set))).collect();
        let subsets = |set: &Vec<usize>| -> Vec<Vec<usize>> {
            let all = all_sets(set.len(), set.len() - 1).into_iter();
            all.map(|places| places.iter().map(|&place| set[place]).collect()).collect()
        };
        let expected = slow.iter().filter(|(set, own)| {
            let smaller = subsets(set);
            let finer = own.separation > 1e-12 && smaller.iter().all(|sub| slow[sub].separation < own.separation - 1e-12);
            // A subset of a set that stays may itself add nothing only if the set adds nothing.
            finer && smaller.iter().all(|sub| slow[sub].unique_share < enough)
        });
        let expected: Vec<Vec<usize>> = expected.map(|(set, _)| set.clone()).collect();
        let mut sets: Vec<Vec<usize>> = found.sets.iter().map(|(set, _)| set.clone()).collect();
        sets.sort();
        prop_assert_eq!(sets, expected);
        prop_assert!(found.complete);
        for (set, own) in &found.sets {
            prop_assert!(near(*own, slow[set]));
        }
    }
}

/// Somebody who stops the work after some news of it.
struct Impatient(std::sync::atomic::AtomicUsize);

impl bauta_table::Progress for Impatient {
    fn tell(&self, _: bauta_table::Stage, _: u64, _: Option<u64>) {
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    }

    fn cancelled(&self) -> bool {
        self.0.load(std::sync::atomic::Ordering::Relaxed) > 10
    }
}

#[test]
fn a_search_can_be_stopped() {
    let table = random_table(3, 300, 8, 6, 3);
    let limits = Limits {
        size: 3,
        enough: 2.0,
        sets_of_a_size: 100,
    };
    assert!(search(&keys(&table), 300, &limits, &Impatient(0.into())).is_none());
}

#[test]
fn a_search_that_counts_less_says_so_and_keeps_what_tells_most_apart() {
    let table = random_table(3, 300, 8, 6, 3);
    let columns = keys(&table);
    let found = search(
        &columns,
        300,
        &Limits {
            size: 3,
            enough: 2.0,
            sets_of_a_size: 5,
        },
        &Silent,
    )
    .expect("nobody stops it");
    assert!(!found.complete);
    assert_eq!(found.counted, 9 + 5 + 5);
}
