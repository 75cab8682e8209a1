//! The header's invariants, over many seeds.

use super::Pram;
use crate::trial::{Trial, settings};

const ROWS: usize = 100;
const SEEDS: u64 = 200;

/// 70 a, 20 b, 9 c and a missing one.
fn trial() -> Trial {
    let cells: Vec<&str> = (0..ROWS)
        .map(|row| {
            if row < 70 {
                "a"
            } else if row < 90 {
                "b"
            } else {
                "c"
            }
        })
        .collect();
    let mut cells: Vec<&str> = cells;
    cells[99] = "";
    Trial::of_column("x", &cells)
}

/// Mean number of rows with each value, and the share of rows that kept theirs.
fn mean(transition: &[(&str, &str)]) -> ([f64; 3], f64) {
    let trial = trial();
    let given = [&[("attributes", "x")], transition].concat();
    let (mut counts, mut kept) = ([0.0; 3], 0.0);
    let before = trial
        .released(
            &Pram,
            &settings(&[("attributes", "x"), ("retention", "1")]),
            0,
        )
        .remove(0);
    for seed in 0..SEEDS {
        let column = trial.released(&Pram, &settings(&given), seed).remove(0);
        assert_eq!(column[99], "", "missing stays missing");
        for (value, count) in ["a", "b", "c"].iter().zip(&mut counts) {
            *count += column.iter().filter(|cell| cell == value).count() as f64 / SEEDS as f64;
        }
        kept += column
            .iter()
            .zip(&before)
            .take(99)
            .filter(|(is, was)| is == was)
            .count() as f64;
    }
    (counts, kept / (99.0 * SEEDS as f64))
}

/// A count strays by at most 4.6 a run, so its mean over 200 runs by 0.33; five times that is 1.7.
#[test]
fn invariant_keeps_expected_frequencies() {
    let (counts, kept) = mean(&[("retention", "0.5")]);
    for (found, expected) in counts.iter().zip([70.0, 20.0, 9.0]) {
        assert!((found - expected).abs() < 1.7, "{counts:?}");
    }
    // Kept by chance 0.5, or drawn again: 0.5 + 0.5 * (0.7² + 0.2² + 0.09²) / 0.99² = 0.777.
    assert!((kept - 0.777).abs() < 0.02, "{kept}");
}

/// The note says what is counted: 0.5 + 0.5 · (0.7² + 0.2² + 0.09²) / 0.99².
#[test]
fn the_chance_that_a_value_is_kept_is_told() {
    let trial = trial();
    let prepared = bauta_table::recoding::Prepared::new(&trial.table, Vec::new());
    let notes = |words: &[(&str, &str)]| {
        let given = settings(&[&[("attributes", "x")], words].concat());
        let mut task = crate::Task::new(&Pram, &prepared, &[], &given, Vec::new()).unwrap();
        let mut context = crate::laws::context(1);
        crate::plan(&mut task, &mut context).unwrap();
        context.notes.concat()
    };
    let (_, kept) = mean(&[("retention", "0.5")]);
    assert!(notes(&[("retention", "0.5")]).contains("0.775"));
    assert!((kept - 0.775).abs() < 0.02, "{kept}");
    assert_eq!(
        notes(&[("retention", "0.5"), ("transition", "uniform")]),
        ""
    );
}

/// The same judge does see it when frequencies are not kept: 70 · 0.5 + 29 · 0.25 = 42.25.
#[test]
fn uniform_does_not() {
    let (counts, _) = mean(&[("retention", "0.5"), ("transition", "uniform")]);
    assert!((counts[0] - 42.25).abs() < 1.7, "{counts:?}");
}

#[test]
fn values_are_kept_as_often_as_told() {
    let (_, kept) = mean(&[("retention", "0.8"), ("transition", "uniform")]);
    assert!((kept - 0.8).abs() < 0.02, "{kept}");
    assert_eq!(
        mean(&[("retention", "0"), ("transition", "uniform")]).1,
        0.0
    );
}

#[test]
fn a_given_matrix_must_sum_to_one() {
    let given = |matrix: &str| {
        trial().tried(
            &Pram,
            &settings(&[
                ("attributes", "x"),
                ("transition", "given"),
                ("matrix", matrix),
            ]),
            1,
        )
    };
    let column = given("a:b=1;b:b=0.5,c=0.5;c:a=1").unwrap().remove(0);
    assert!(
        column[..70].iter().all(|cell| cell == "b")
            && column[90..99].iter().all(|cell| cell == "a")
    );
    assert!(column[70..90].iter().all(|cell| cell == "b" || cell == "c"));
    for wrong in [
        "",
        "a:b=1;b:b=1",
        "a:b=0.9;b:b=1;c:c=1",
        "a:z=1;b:b=1;c:c=1",
        "a=1",
        "a:b=2;b:b=1;c:c=1",
    ] {
        assert!(given(wrong).is_err(), "{wrong}");
    }
}
