//! SUDA2 against the definition, on random tables and on the published example.

use std::collections::BTreeSet;

use bauta_table::{Silent, Table};
use bauta_testkit::{random_table, table_of};

use super::*;

fn counted(table: &Table, width: usize) -> (FrequencySet, Vec<u32>) {
    FrequencySet::count(table, &(0..width).collect::<Vec<_>>(), &[])
}

/// The definition: every row against every other one, every subset.
fn oracle(table: &Table, width: usize, size: usize) -> BTreeSet<(usize, u64)> {
    let same = |a: usize, b: usize, set: u64| {
        let equal = |q: usize| {
            let codes = table.attributes()[q].column.codes();
            codes.get(a) == codes.get(b)
        };
        (0..width).filter(|q| set >> q & 1 == 1).all(equal)
    };
    let unique = |row: usize, set: u64| {
        (0..table.rows())
            .filter(|&other| same(row, other, set))
            .count()
            == 1
    };
    let mut found = BTreeSet::new();
    for row in 0..table.rows() {
        for set in 1..1_u64 << width {
            let smaller = |set: u64| {
                (0..width)
                    .filter(move |q| set >> q & 1 == 1)
                    .map(move |q| set & !(1 << q))
            };
            let minimal = |set| smaller(set).all(|part| part == 0 || !unique(row, part));
            // Nobody is alone in a table of one row but by the empty set; each attribute counts then.
            if set.count_ones() as usize <= size && unique(row, set) && minimal(set) {
                found.insert((row, set));
            }
        }
    }
    found
}

#[test]
fn every_minimal_unique_is_found_and_no_other() {
    for seed in 0..60 {
        let width = 2 + seed as usize % 5;
        let table = random_table(seed, 1 + seed as usize * 2, width, 2 + seed as usize % 4, 2);
        let (set, class_of) = counted(&table, width);
        for size in [1, 2, width] {
            let found = suda(&set, size, 0.01, &Silent).unwrap();
            let first = |tuple: u32| class_of.iter().position(|&class| class == tuple).unwrap();
            let rows: BTreeSet<(usize, u64)> = found
                .found
                .iter()
                .map(|(tuple, attributes)| (first(tuple), attributes))
                .collect();
            assert_eq!(
                rows.len(),
                found.found.iter().count(),
                "none is found twice"
            );
            assert_eq!(
                rows,
                oracle(&table, width, size),
                "seed {seed}, size {size}"
            );
        }
    }
}

/// Four key variables: a row with a minimal unique of one attribute and one of two scores 3! + 2! = 8.
#[test]
fn scores_of_one_and_two_attributes() {
    let rows: &[&[&str]] = &[
        &["u", "f", "s", "e"],
        &["u", "f", "s", "e"],
        &["u", "f", "p", "n"],
        &["u", "m", "s", "e"],
        &["r", "f", "t", "u"],
        &["u", "f", "s", "e"],
        &["u", "f", "p", "n"],
        &["u", "m", "s", "e"],
        &["r", "m", "s", "u"],
    ];
    let table = table_of(&["residence", "gender", "education", "labour"], rows);
    let (set, class_of) = counted(&table, 4);
    let found = suda(&set, 3, 0.01, &Silent).unwrap();
    let fifth = class_of[4];
    // Alone with "t"; with "r" and "f"; with "f" and "u".
    assert_eq!(
        found.found.of(fifth).collect::<BTreeSet<_>>(),
        BTreeSet::from([0b0100, 0b0011, 0b1010])
    );
    assert_eq!(found.scores[fifth as usize], 6.0 + 2.0 + 2.0);
    assert_eq!(
        [1, 2, 3, 4].map(|own| score(own, 4, 3)),
        [6.0, 2.0, 1.0, 1.0]
    );
    assert_eq!(score(1, 9, 6), 8.0 * 7.0 * 6.0 * 5.0 * 4.0 * 3.0);
}

/// The formulas written out for two rows with a score.
#[test]
fn dis_scores_by_hand() {
    let counts = [1, 1, 2, 2, 2];
    let f = 0.1;
    let dis = dis(&counts, f);
    assert!((dis - 0.2 / (0.2 + 2.0 * 0.9 * 3.0)).abs() < 1e-15);
    let found = dis_scores(&[6.0, 2.0, 0.0, 0.0, 0.0], &counts, dis, 4);
    let q = 1.2_f64;
    let a = 6.0_f64.powf(-q) + 2.0_f64.powf(-q);
    let wanted = |s: f64| 1.0 / (1.0 + (2.0 / dis - 2.0) / (s.powf(q) * a));
    assert!((found[0] - wanted(6.0)).abs() < 1e-12 && (found[1] - wanted(2.0)).abs() < 1e-12);
    assert!(found[0] > found[1] && found[2] == 0.0);
}

#[test]
fn a_budget_limits_the_size() {
    assert_eq!(affordable_size(9, 1000, 6, 1e9), 6);
    assert_eq!(affordable_size(9, 1_000_000, 6, 130e6), 3);
    assert_eq!(affordable_size(30, 1_000_000, 6, 1.0), 2);
    assert_eq!(affordable_size(2, 10, 6, 1e9), 2);
}
