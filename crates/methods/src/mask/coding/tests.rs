//! The header's invariants.

use proptest::prelude::*;

use crate::Technique;
use crate::trial::{Trial, numbers, settings};

proptest! {
    #[test]
    fn nothing_lies_beyond_the_limit(values in proptest::collection::vec(-50i64..50, 1..40), share in 0.0f64..1.0) {
        let trial = Trial::of_column("x", &values.iter().map(ToString::to_string).collect::<Vec<_>>());
        for (technique, is_top) in [(&super::TopCode as &dyn Technique, true), (&super::BottomCode, false)] {
            let given = settings(&[("attributes", "x"), ("quantile", &share.to_string())]);
            let coded = numbers(&trial.released(technique, &given, 1)[0]);
            // The limit is the quantile, counted by hand.
            let mut sorted = values.clone();
            sorted.sort_unstable();
            let up_to = |limit: i64| sorted.iter().filter(|&&value| value <= limit).count() as f64;
            let rows = values.len() as f64;
            let limit = if is_top { sorted.iter().copied().find(|&v| up_to(v) >= share * rows - 1e-6) } else { sorted.iter().copied().find(|&v| up_to(v) > share * rows + 1e-6) };
            let limit = limit.unwrap_or(*sorted.last().unwrap());
            for (&was, is) in values.iter().zip(coded) {
                let expected = if is_top { was.min(limit) } else { was.max(limit) };
                prop_assert_eq!(is, expected as f64);
            }
        }
    }

    #[test]
    fn the_mean_keeps_the_total(values in proptest::collection::vec(-50i64..50, 1..40), limit in -60i64..60) {
        let trial = Trial::of_column("x", &values.iter().map(ToString::to_string).collect::<Vec<_>>());
        let given = settings(&[("attributes", "x"), ("limit", &limit.to_string()), ("replace", "mean")]);
        let coded = numbers(&trial.released(&super::TopCode, &given, 1)[0]);
        let (was, is): (f64, f64) = (values.iter().map(|&v| v as f64).sum(), coded.iter().sum());
        prop_assert!((was - is).abs() < 1e-6, "{was} {is}");
    }
}

#[test]
fn labels_follow_the_thesis() {
    let trial = Trial::of_column("x", &["36.6", "38.0", "38.5", "", "40.1"]);
    let labels = |technique: &dyn Technique, replace: &str| {
        let given = settings(&[("attributes", "x"), ("limit", "38"), ("replace", replace)]);
        trial.released(technique, &given, 1)[0].clone()
    };
    assert_eq!(
        labels(&super::TopCode, "label"),
        ["36.6", "38.0", ">38", "", ">38"]
    );
    assert_eq!(
        labels(&super::TopCode, "closed-label"),
        ["36.6", ">=38", ">=38", "", ">=38"]
    );
    assert_eq!(
        labels(&super::BottomCode, "label"),
        ["<38", "38.0", "38.5", "", "40.1"]
    );
    assert_eq!(
        labels(&super::TopCode, "limit"),
        ["36.6", "38", "38", "", "38"]
    );
}

#[test]
fn a_limit_for_each_attribute_or_one_for_all() {
    let trial = Trial::of_columns(&[("a", &["1", "9"]), ("b", &["10", "90"])]);
    let both = |limit: &str| {
        trial.tried(
            &super::TopCode,
            &settings(&[("attributes", "a,b"), ("limit", limit)]),
            1,
        )
    };
    assert_eq!(both("a=5;b=20").unwrap(), [["1", "5"], ["10", "20"]]);
    assert_eq!(both("8").unwrap(), [["1", "8"], ["8", "8"]]);
    for wrong in ["a=5", "a=5;c=3", "a=5;b=many"] {
        assert!(both(wrong).is_err(), "{wrong}");
    }
    assert!(
        trial
            .tried(&super::TopCode, &settings(&[("attributes", "a,zzz")]), 1)
            .is_err()
    );
}

#[test]
fn words_cannot_be_coded_and_the_fault_says_what_to_do() {
    let trial = Trial::of_column("town", &["Paris", "Nice"]);
    let faults = trial
        .tried(&super::TopCode, &settings(&[("attributes", "town")]), 1)
        .unwrap_err();
    assert!(
        faults[0].to_string().contains("numbers or dates"),
        "{faults:?}"
    );
}
