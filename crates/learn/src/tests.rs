//! What classifiers learn, and how they are judged.

use super::*;

/// Rows whose class follows the first of two features, the second being noise.
fn rows(count: usize, offset: usize) -> Samples {
    let mut samples = Samples { width: 2, values: vec![4, 3], ..Samples::default() };
    for row in 0..count {
        let drawn = ((row + offset) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let (value, noise) = ((drawn >> 40) as usize % 4, (drawn >> 20) as usize % 3);
        samples.dense.extend([value as f64 / 3.0, noise as f64 / 2.0]);
        samples.soft.extend((0..4).map(|v| f64::from(u8::from(v == value))));
        samples.soft.extend((0..3).map(|v| f64::from(u8::from(v == noise))));
        samples.labels.push(u32::from(value >= 2));
    }
    samples
}

#[test]
fn every_classifier_learns_what_is_there() {
    let (train, test) = (rows(400, 0), rows(101, 3));
    for classifier in Classifier::ALL {
        let scores = scores(classifier, &train, &test, 2, 1).unwrap();
        assert!(accuracy(&scores, &test.labels) > 0.99, "{}", classifier.name());
        assert!(auc(&scores, &test.labels).unwrap() > 0.99, "{}", classifier.name());
    }
}

#[test]
fn the_same_seed_gives_the_same_scores() {
    let (train, test) = (rows(200, 0), rows(50, 1));
    for classifier in Classifier::ALL {
        assert_eq!(scores(classifier, &train, &test, 2, 9), scores(classifier, &train, &test, 2, 9));
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
