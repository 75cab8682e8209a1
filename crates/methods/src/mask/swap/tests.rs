//! The header's invariants.

use bauta_privacy::Requirement;
use bauta_table::Role;
use proptest::prelude::*;

use super::Swap;
use crate::trial::{Trial, columns, numbers, settings};

fn sorted(column: &[String]) -> Vec<String> {
    let mut column = column.to_vec();
    column.sort_unstable();
    column
}

proptest! {
    #[test]
    fn marginals_are_kept_exactly(
        cells in proptest::collection::vec((0u32..9, 0u32..3, 0u32..4), 1..40), percent in 0u32..=100, seed in any::<u64>()
    ) {
        let mut a: Vec<String> = cells.iter().map(|cell| if cell.0 == 8 { String::new() } else { cell.0.to_string() }).collect();
        // An attribute of nothing but missing cells is no number, and has no ranks.
        a[0] = cells[0].0.to_string();
        let b: Vec<String> = cells.iter().map(|cell| format!("b{}", cell.1)).collect();
        let block: Vec<String> = cells.iter().map(|cell| format!("c{}", cell.2)).collect();
        let trial = Trial::of_columns(&[("a", &a), ("b", &b), ("block", &block)]).with_role(&["a", "b"], Role::QuasiIdentifier);
        for swapping in ["rank", "targeted", "random"] {
            for blocks in ["", "block"] {
                let named = if swapping == "rank" { "a" } else { "a,b" };
                let percent = percent.to_string();
                let given = settings(&[("attributes", named), ("swapping", swapping), ("percent", &percent), ("blocks", blocks)]);
                let is = trial.released(&Swap, &given, seed);
                prop_assert_eq!(sorted(&is[0]), sorted(&a));
                prop_assert_eq!(sorted(&is[1]), sorted(&b));
                if swapping != "rank" {
                    // Attributes move together: their pairs are kept too.
                    let pairs = |a: &[String], b: &[String]| sorted(&a.iter().zip(b).map(|(a, b)| format!("{a}|{b}")).collect::<Vec<_>>());
                    prop_assert_eq!(pairs(&is[0], &is[1]), pairs(&a, &b));
                }
                if !blocks.is_empty() {
                    let pairs = |a: &[String]| sorted(&a.iter().zip(&block).map(|(a, b)| format!("{a}|{b}")).collect::<Vec<_>>());
                    prop_assert_eq!(pairs(&is[0]), pairs(&a), "values stay in their block");
                }
            }
        }
    }

    #[test]
    fn ranks_move_no_further_than_told(percent in 0usize..50, seed in any::<u64>()) {
        let rows = 100;
        let trial = Trial::of_column("x", &(0..rows).map(|row| (row * 7 % rows).to_string()).collect::<Vec<_>>());
        let given = settings(&[("attributes", "x"), ("percent", &percent.to_string())]);
        let is = numbers(&trial.released(&Swap, &given, seed)[0]);
        let moved = is.iter().enumerate().map(|(row, is)| (is - (row * 7 % rows) as f64).abs() as usize);
        let moved: Vec<usize> = moved.collect();
        prop_assert!(moved.iter().all(|&moved| moved <= percent), "{:?}", moved);
        prop_assert!(percent == 0 || moved.iter().filter(|&&moved| moved > 0).count() >= 90, "nearly all exchange");
    }
}

#[test]
fn risky_rows_exchange_inside_their_block() {
    let cells: [(&str, &[&str]); 3] = [
        ("town", &["A", "A", "B", "C", "C", "D"]),
        ("age", &["1", "1", "2", "1", "1", "3"]),
        ("size", &["x", "x", "x", "y", "y", "z"]),
    ];
    let trial = Trial::of_columns(&cells).with_role(&["town", "age"], Role::QuasiIdentifier);
    let given = settings(&[
        ("attributes", "town"),
        ("swapping", "targeted"),
        ("blocks", "size"),
    ]);
    for seed in 0..20 {
        let towns = trial.released(&Swap, &given, seed).remove(0);
        assert_eq!(towns[2], "A", "the lone B of block x gets an A");
        assert_eq!(towns[..2].iter().filter(|town| *town == "B").count(), 1);
        assert_eq!(
            towns[3..],
            ["C", "C", "D"],
            "nobody is at risk in y; D has no partner in z"
        );
    }
    let asked = [Requirement::k_anonymity(3)];
    let draft = trial.drafted(&Swap, &asked, &given, 1).unwrap().unwrap();
    assert_eq!(
        columns(&draft.tables[0].1)[0][3..5],
        ["C", "C"],
        "at risk, but alike"
    );
}

#[test]
fn words_have_no_ranks() {
    let trial = Trial::of_column("town", &["A", "B"]);
    assert!(
        trial
            .tried(&Swap, &settings(&[("attributes", "town")]), 1)
            .is_err()
    );
    assert!(
        trial
            .tried(
                &Swap,
                &settings(&[("attributes", "town"), ("swapping", "random")]),
                1
            )
            .is_ok()
    );
}
