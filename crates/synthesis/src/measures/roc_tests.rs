//! Curves by brute force, intervals by textbooks and by simulation.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::roc::{Separation, above, clopper_pearson};

#[test]
fn the_area_is_that_of_all_pairs() {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    for _ in 0..20 {
        // Few different scores: many ties.
        let mut scores = |rows: usize, shift: u32| -> Vec<f64> {
            (0..rows)
                .map(|_| f64::from(rng.random_range(0..8u32) + shift))
                .collect()
        };
        let (members, strangers) = (scores(40, 2), scores(31, 0));
        let pairs = members
            .iter()
            .flat_map(|own| strangers.iter().map(move |other| (own, other)));
        let area: f64 = pairs
            .map(|(own, other)| match own.total_cmp(other) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            })
            .sum();
        let found = Separation::of(&members, &strangers).unwrap();
        assert!((found.auc - area / (40.0 * 31.0)).abs() < 1e-12);
        assert!(found.auc_low <= found.auc && found.auc <= found.auc_high);
    }
    assert!(Separation::of(&[], &[1.0]).is_none());
}

/// The interval of the area holds the true one as often as it says.
#[test]
fn the_interval_of_the_area_covers_it() {
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    let (mut covered, mut spread) = (0, 0.0);
    for _ in 0..300 {
        // A uniform score for strangers and the larger of two for members: the area is 2/3.
        let strangers: Vec<f64> = (0..120).map(|_| rng.random()).collect();
        let members: Vec<f64> = (0..80)
            .map(|_| rng.random::<f64>().max(rng.random()))
            .collect();
        let found = Separation::of(&members, &strangers).unwrap();
        covered += u32::from(found.auc_low <= 2.0 / 3.0 && 2.0 / 3.0 <= found.auc_high);
        spread += (found.auc_high - found.auc_low) / 300.0;
    }
    assert!(covered >= 290, "{covered}");
    assert!(spread < 0.25, "{spread}");
}

/// Textbook values at 95 %.
#[test]
fn shares_have_the_published_intervals() {
    for (successes, low, high) in [(0, 0.0, 0.3085), (5, 0.1871, 0.8129), (10, 0.6915, 1.0)] {
        let found = clopper_pearson(successes, 10, 0.95);
        assert!(
            (found.0 - low).abs() < 5e-5 && (found.1 - high).abs() < 5e-5,
            "{found:?}"
        );
    }
}

#[test]
fn true_positives_are_counted_above_all_but_one_per_cent() {
    let strangers: Vec<f64> = (0..200).map(f64::from).collect();
    // Two of 200 strangers may be above: the threshold is 197.
    assert_eq!(
        above(&[196.0, 197.0, 198.0, 500.0], &strangers, 0.01),
        [2, 2]
    );
    // Ties are no success.
    assert_eq!(above(&[1.0; 9], &[1.0; 300], 0.01), [0, 0]);
    let sure = Separation::of(&[2.0; 100], &[1.0; 100]).unwrap();
    assert!(sure.auc == 1.0 && sure.auc_low < 0.99 && sure.true_positives == 1.0);
}
