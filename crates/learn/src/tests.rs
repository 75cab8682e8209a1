//! What classifiers learn, and how they are judged.

use super::*;

/// Rows whose class follows the first of two features, the second being noise.
fn rows(count: usize, offset: usize) -> Samples {
    let mut samples = Samples {
        width: 2,
        values: vec![4, 3],
        ..Samples::default()
    };
    for row in 0..count {
        let drawn = ((row + offset) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let (value, noise) = ((drawn >> 40) as usize % 4, (drawn >> 20) as usize % 3);
        samples
            .dense
            .extend([value as f64 / 3.0, noise as f64 / 2.0]);
        samples
            .soft
            .extend((0..4).map(|v| f64::from(u8::from(v == value))));
        samples
            .soft
            .extend((0..3).map(|v| f64::from(u8::from(v == noise))));
        samples.labels.push(u32::from(value >= 2));
    }
    samples
}

#[test]
fn every_classifier_learns_what_is_there() {
    let (train, test) = (rows(400, 0), rows(101, 3));
    for classifier in Classifier::ALL.into_iter().chain(Classifier::OF_WHOLE_ROWS) {
        let scores = scores(classifier, &train, &test, 2, 1).unwrap();
        assert!(
            accuracy(&scores, &test.labels) > 0.99,
            "{}",
            classifier.name()
        );
        assert!(
            auc(&scores, &test.labels).unwrap() > 0.99,
            "{}",
            classifier.name()
        );
    }
}

#[test]
fn the_same_seed_gives_the_same_scores() {
    let (train, test) = (rows(200, 0), rows(50, 1));
    for classifier in Classifier::ALL {
        assert_eq!(
            scores(classifier, &train, &test, 2, 9),
            scores(classifier, &train, &test, 2, 9)
        );
    }
}

#[test]
fn a_single_class_teaches_nothing() {
    let mut train = rows(50, 0);
    train.labels.fill(1);
    assert!(scores(Classifier::LogisticRegression, &train, &rows(5, 0), 2, 1).is_none());
}

/// By counting all pairs.
#[test]
fn the_area_counts_pairs() {
    let positive = [0.9, 0.4, 0.4, 0.1];
    let labels = [1, 1, 0, 0];
    let scores: Vec<Vec<f64>> = positive.iter().map(|p| vec![1.0 - p, *p]).collect();
    let mut pairs = 0.0;
    for (own, _) in positive.iter().zip(labels).filter(|(_, label)| *label == 1) {
        for (other, _) in positive.iter().zip(labels).filter(|(_, label)| *label == 0) {
            pairs += if own > other {
                1.0
            } else if own == other {
                0.5
            } else {
                0.0
            };
        }
    }
    assert!((auc(&scores, &labels).unwrap() - pairs / 4.0).abs() < 1e-12);
    assert_eq!(accuracy(&scores, &labels), 0.75);
}

/// A generator of numbers that needs no crate.
fn drawn(state: &mut u64) -> f64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*state >> 11) as f64 / (1u64 << 53) as f64
}

/// Three attributes: one that tells the label, one that repeats it exactly, one that is noise.
#[test]
fn what_repeats_and_what_says_nothing_is_not_chosen() {
    let mut state = 7;
    let mut samples = Samples {
        values: vec![3, 4, 3],
        ..Samples::default()
    };
    for _ in 0..2_000 {
        let value = (drawn(&mut state) * 3.0) as usize;
        let noise = (drawn(&mut state) * 4.0) as usize;
        samples
            .soft
            .extend((0..3).map(|v| f64::from(u8::from(v == value))));
        samples
            .soft
            .extend((0..4).map(|v| f64::from(u8::from(v == noise))));
        samples
            .soft
            .extend((0..3).map(|v| f64::from(u8::from(v == value))));
        samples
            .labels
            .push(u32::from(drawn(&mut state) < [0.1, 0.5, 0.9][value]));
    }
    let chosen = choose_attributes(&samples, 2);
    assert_eq!(chosen.len(), 1);
    assert!(chosen[0] != 1);
}

/// A bootstrap sample: the ratio to the expectation is about 1. Other rows of the population: about 2. Another population: far more.
#[test]
fn propensity_of_a_sample_and_of_other_populations() {
    let mut state = 3;
    let mut ratio = |again: bool, shift: f64| {
        let rows = 3_000;
        let synthetic: Vec<bool> = (0..2 * rows).map(|row| row >= rows).collect();
        let mut columns: Vec<Vec<u32>> = vec![Vec::new(); 6];
        for _ in 0..rows {
            columns
                .iter_mut()
                .for_each(|column| column.push((drawn(&mut state) * 8.0) as u32));
        }
        for _ in 0..rows {
            let row = (drawn(&mut state) * rows as f64) as usize;
            for column in &mut columns {
                let fresh = drawn(&mut state).powf(1.0 + shift);
                column.push(if again {
                    column[row]
                } else {
                    ((fresh * 8.0) as u32).min(7)
                });
            }
        }
        // The same attribute twice adds no parameter.
        columns.push(columns[0].clone());
        let found = propensity(&columns, &[8; 7], &synthetic).unwrap();
        assert_eq!(found.parameters, 6 * 7 + 1);
        found.pmse / found.expected
    };
    let mut mean = |again: bool| (0..6).map(|_| ratio(again, 0.0)).sum::<f64>() / 6.0;
    let (bootstrap, others) = (mean(true), mean(false));
    assert!((bootstrap - 1.0).abs() < 0.25, "{bootstrap}");
    assert!((others - 2.0).abs() < 0.5, "{others}");
    assert!(ratio(false, 0.3) > 4.0);
}

/// One attribute of two values: the propensity of a value is its share of synthetic rows.
#[test]
fn propensity_by_hand() {
    let columns = vec![vec![0, 0, 0, 0, 1, 1, 1, 1]];
    let synthetic = [true, false, false, false, true, true, true, false];
    let found = propensity(&columns, &[2], &synthetic).unwrap();
    assert!((found.of_row[0] - 0.25).abs() < 1e-3 && (found.of_row[7] - 0.75).abs() < 1e-3);
    assert!((found.pmse - 0.0625).abs() < 1e-3);
    assert_eq!(found.parameters, 2);
    assert!(propensity(&columns, &[2], &[true; 8]).is_none());
}
