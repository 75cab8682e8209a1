//! The header's invariants, judged by joining the two tables.

use std::collections::BTreeMap;

use bauta_privacy::Requirement;
use bauta_testkit::{oracle, random_table};
use proptest::prelude::*;

use super::{Anatomy, drawn_of_few, drawn_of_many};
use crate::trial::{Trial, settings};

proptest! {
    #[test]
    fn the_join_gives_one_in_l_and_no_more(seed in any::<u64>(), rows in 4usize..60, l in 2u64..5, k in 1u64..7) {
        let trial = Trial { table: random_table(seed, rows, 2, 5, 8) };
        let original = oracle::rows_of(&trial.table);
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        original.iter().for_each(|row| *counts.entry(&row[2]).or_default() += 1);
        prop_assume!(counts.len() as u64 >= l && k as usize <= rows);
        let asked = [Requirement::k_anonymity(k), Requirement::distinct_l_diversity(l)];
        let draft = trial.drafted(&Anatomy, &asked, &settings(&[]), seed).unwrap();
        // It can be had if and only if no value has more than one in l of the rows.
        let eligible = counts.values().all(|&count| count * l <= rows as u64);
        prop_assert_eq!(draft.is_some(), eligible);
        let Some(draft) = draft else { return Ok(()) };
        let [(_, quasi), (_, sensitive)] = draft.tables.as_slice() else { panic!("two tables") };
        let (quasi, sensitive) = (oracle::rows_of(quasi), oracle::rows_of(sensitive));
        for (was, is) in original.iter().zip(&quasi) {
            prop_assert_eq!(&was[..2], &is[..2], "quasi-identifiers stay exact");
            let group: Vec<&String> = sensitive.iter().filter(|row| row[0] == is[2]).map(|row| &row[1]).collect();
            prop_assert!(group.contains(&&was[2]));
            prop_assert!(group.len() as u64 >= k.max(l));
            for value in &group {
                let same = group.iter().filter(|other| other == &value).count() as u64;
                prop_assert!(same * l <= group.len() as u64, "{same} of {} for l = {l}", group.len());
            }
        }
    }
}

proptest! {
    #[test]
    fn values_kept_in_order_are_drawn_as_from_a_heap(counts in proptest::collection::vec(1u64..30, 0..20), l in 1usize..6) {
        let left: Vec<_> = counts.into_iter().zip((0..).map(std::cmp::Reverse)).collect();
        prop_assert_eq!(drawn_of_few(left.clone(), l), drawn_of_many(left, l));
    }
}

#[test]
fn a_value_that_is_too_frequent_is_out_of_reach() {
    let cells: [(&str, &[&str]); 2] = [("q", &["1", "2", "3"]), ("s", &["flu", "flu", "cold"])];
    let trial = Trial::of_columns(&cells)
        .with_role(&["q"], bauta_table::Role::QuasiIdentifier)
        .with_role(&["s"], bauta_table::Role::Sensitive);
    let asked = [Requirement::distinct_l_diversity(2)];
    assert!(
        trial
            .drafted(&Anatomy, &asked, &settings(&[]), 1)
            .unwrap()
            .is_none()
    );
}
