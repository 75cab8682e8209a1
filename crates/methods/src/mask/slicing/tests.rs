//! The header's invariants.

use std::collections::BTreeMap;

use bauta_privacy::Requirement;
use bauta_table::Role;
use bauta_table::recoding::Recoding;
use bauta_testkit::{oracle, random_table};
use proptest::prelude::*;

use super::Slicing;
use crate::trial::{Trial, settings};

/// How often each combination of some columns and the last one, the bucket, occurs.
fn counts(
    rows: &[Vec<String>],
    columns: &[usize],
    buckets: &[String],
) -> BTreeMap<Vec<String>, usize> {
    let mut counts = BTreeMap::new();
    for (row, bucket) in rows.iter().zip(buckets) {
        let key = columns
            .iter()
            .map(|&column| row[column].clone())
            .chain([bucket.clone()])
            .collect();
        *counts.entry(key).or_default() += 1;
    }
    counts
}

proptest! {
    #[test]
    fn every_bucket_holds(seed in any::<u64>(), rows in 6usize..60, k in 1u64..5, l in 1u64..4) {
        let trial = Trial { table: random_table(seed, rows, 3, 4, 5) };
        let original = oracle::rows_of(&trial.table);
        let values = original.iter().map(|row| &row[3]).collect::<std::collections::BTreeSet<_>>().len() as u64;
        let l = l.min(values);
        let asked = [Requirement::k_anonymity(k), Requirement::distinct_l_diversity(l)];
        for linked in ["", "q1"] {
            let draft = trial.drafted(&Slicing, &asked, &settings(&[("linked", linked)]), seed).unwrap();
            let Some(draft) = draft else {
                prop_assert!(!linked.is_empty(), "the whole table holds");
                continue;
            };
            let released = oracle::rows_of(&draft.tables[0].1);
            let class: Vec<usize> = if linked.is_empty() { vec![4] } else { vec![0, 4] };
            prop_assert!(oracle::k(&released, &class) >= k as usize);
            prop_assert!(oracle::distinct_l(&released, &class, 3) >= l as usize);
        }
    }

    #[test]
    fn links_inside_column_groups_are_kept(seed in any::<u64>(), rows in 6usize..60) {
        let trial = Trial { table: random_table(seed, rows, 3, 4, 5) };
        let original = oracle::rows_of(&trial.table);
        let given = settings(&[("width", "2"), ("strength", "0"), ("linked", "q3")]);
        let asked = [Requirement::k_anonymity(1)];
        let Some((plan, draft)) = trial.planned(&Slicing, &asked, &given, seed).unwrap() else { return Ok(()) };
        let Recoding::Buckets(plan) = plan else { return Err(TestCaseError::fail("no buckets")) };
        let released = oracle::rows_of(&draft.tables[0].1);
        let buckets: Vec<String> = released.iter().map(|row| row[4].clone()).collect();
        let was: Vec<String> = plan.bucket_of_row.iter().map(|bucket| format!("G{}", bucket + 1)).collect();
        // With strength 0 the other two are one group; the third stays with the sensitive one.
        for group in [vec![0, 1], vec![2, 3]] {
            prop_assert_eq!(counts(&original, &group, &was), counts(&released, &group, &buckets));
        }
        // The order of rows does not tell who is in which bucket.
        let numbers: Vec<u32> = buckets.iter().map(|name| name[1..].parse().unwrap()).collect();
        prop_assert!(numbers.is_sorted());
    }
}

#[test]
fn what_goes_together_stays_together() {
    let cell = |row: usize, by: usize| (row / by % 2).to_string();
    let a: Vec<String> = (0..64).map(|row| cell(row, 1)).collect();
    let b: Vec<String> = (0..64).map(|row| format!("t{}", cell(row, 2))).collect();
    let c: Vec<String> = (0..64).map(|row| format!("z{}", cell(row, 1))).collect();
    let s: Vec<String> = (0..64).map(|row| format!("s{}", row / 4 % 4)).collect();
    let trial = Trial::of_columns(&[("a", &a), ("b", &b), ("c", &c), ("s", &s)])
        .with_role(&["a", "b", "c"], Role::QuasiIdentifier)
        .with_role(&["s"], Role::Sensitive);
    let asked = [
        Requirement::k_anonymity(8),
        Requirement::distinct_l_diversity(3),
    ];
    let draft = trial
        .drafted(&Slicing, &asked, &settings(&[]), 5)
        .unwrap()
        .unwrap();
    let released = oracle::rows_of(&draft.tables[0].1);
    assert!(
        released.iter().all(|row| row[2] == format!("z{}", row[0])),
        "a and c tell each other"
    );
    let same = |row: usize| released[row][3] == s[row];
    assert!(
        (0..64).filter(|&row| same(row)).count() < 50,
        "sensitive values are shuffled"
    );
}

#[test]
fn too_few_values_are_out_of_reach() {
    let cells: [(&str, &[&str]); 2] = [("q", &["1", "1", "2"]), ("s", &["flu", "cold", "flu"])];
    let trial = Trial::of_columns(&cells)
        .with_role(&["q"], Role::QuasiIdentifier)
        .with_role(&["s"], Role::Sensitive);
    let asked = [Requirement::distinct_l_diversity(2)];
    assert!(
        trial
            .drafted(&Slicing, &asked, &settings(&[]), 1)
            .unwrap()
            .is_some()
    );
    assert!(
        trial
            .drafted(&Slicing, &asked, &settings(&[("linked", "q")]), 1)
            .unwrap()
            .is_none()
    );
}
