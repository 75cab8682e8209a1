//! The header's invariants.

use proptest::prelude::*;

use super::Round;
use crate::trial::{Trial, numbers, settings};

proptest! {
    #[test]
    fn rounded_values_are_multiples_near_the_original(
        values in proptest::collection::vec(-500i64..500, 1..30), base in 1i64..40, seed in any::<u64>()
    ) {
        let trial = Trial::of_column("x", &values.iter().map(ToString::to_string).collect::<Vec<_>>());
        for (mode, most) in [("nearest", 0.5), ("down", 1.0), ("up", 1.0), ("random", 1.0)] {
            let given = settings(&[("attributes", "x"), ("base", &base.to_string()), ("rounding", mode)]);
            for (&was, is) in values.iter().zip(numbers(&trial.released(&Round, &given, seed)[0])) {
                prop_assert_eq!(is.rem_euclid(base as f64), 0.0);
                let moved = is - was as f64;
                prop_assert!(moved.abs() <= most * base as f64 && moved.abs() < base as f64 + 0.5 * (2.0 * most - 1.0));
                prop_assert!(mode != "down" || moved <= 0.0);
                prop_assert!(mode != "up" || moved >= 0.0);
                prop_assert!(was % base != 0 || moved == 0.0, "a multiple stays");
            }
        }
    }
}

/// Over many seeds the mean of a rounded 3 is 3; its chance to become 10 is 0.3, so the mean of 20 000 draws strays by 0.03.
#[test]
fn random_rounding_keeps_sums_on_average() {
    let trial = Trial::of_column("x", &["3"; 200]);
    let given = settings(&[("attributes", "x"), ("rounding", "random")]);
    let total: f64 = (0..100)
        .map(|seed| {
            numbers(&trial.released(&Round, &given, seed)[0])
                .iter()
                .sum::<f64>()
        })
        .sum();
    assert!(
        (total / 20_000.0 - 3.0).abs() < 0.16,
        "{}",
        total / 20_000.0
    );
}

#[test]
fn a_base_must_be_above_zero() {
    let trial = Trial::of_column("x", &["3"]);
    for base in ["0", "-5", "ten"] {
        assert!(
            trial
                .tried(&Round, &settings(&[("attributes", "x"), ("base", base)]), 1)
                .is_err(),
            "{base}"
        );
    }
}
