//! The header's invariants, over many seeds.

use super::{Noise, joint};
use crate::trial::{Trial, numbers, settings};

const ROWS: usize = 400;
const SEEDS: u64 = 60;

/// Two attributes that go together, and one that goes its own way.
fn trial() -> (Trial, Vec<Vec<f64>>) {
    let spread = |row: usize, by: usize| ((row * by) % 101) as f64;
    let a: Vec<f64> = (0..ROWS).map(|row| 20.0 + spread(row, 37)).collect();
    let b: Vec<f64> = (0..ROWS).map(|row| 1000.0 + 12.0 * a[row] + 6.0 * spread(row, 53)).collect();
    let c: Vec<f64> = (0..ROWS).map(|row| spread(row, 71) - 50.0).collect();
    let text = |column: &Vec<f64>| column.iter().map(|value| format!("{value:.3}")).collect::<Vec<_>>();
    let trial = Trial::of_columns(&[("a", &text(&a)), ("b", &text(&b)), ("c", &text(&c))]);
    (trial, vec![a, b, c])
}

/// Means and covariances of releases, on average over seeds.
fn average(noise: &str, variance: &str) -> (Vec<f64>, Vec<Vec<f64>>) {
    let (trial, _) = trial();
    let given = settings(&[("attributes", "a,b,c"), ("noise", noise), ("variance", variance)]);
    let (mut means, mut covariances) = (vec![0.0; 3], vec![vec![0.0; 3]; 3]);
    for seed in 0..SEEDS {
        let columns: Vec<Vec<f64>> =
            trial.released(&Noise, &given, seed).iter().map(|column| numbers(column)).collect();
        let (mean, covariance) = joint::moments(&columns);
        for a in 0..3 {
            means[a] += mean[a] / SEEDS as f64;
            (0..3).for_each(|b| covariances[a][b] += covariance[a][b] / SEEDS as f64);
        }
    }
    (means, covariances)
}

/// The largest difference between two covariance matrices, entries as shares of the deviations.
fn farthest(found: &[Vec<f64>], expected: &[Vec<f64>]) -> f64 {
    let entries = (0..3).flat_map(|a| (0..3).map(move |b| (a, b)));
    let scaled =
        |(a, b): (usize, usize)| (found[a][b] - expected[a][b]).abs() / (expected[a][a] * expected[b][b]).sqrt();
    entries.map(scaled).fold(0.0, f64::max)
}

#[test]
fn correlated_noise_keeps_the_covariance() {
    let (means, covariance) = joint::moments(&trial().1);
    let (found, kept) = average("correlated", "0.5");
    assert!(farthest(&kept, &covariance) < 0.03, "{}", farthest(&kept, &covariance));
    for (place, (found, expected)) in found.iter().zip(&means).enumerate() {
        assert!((found - expected).abs() < 0.03 * covariance[place][place].sqrt());
    }
}

/// The same judge sees that variances grow by 1 + d, and that products between attributes do not.
#[test]
fn additive_noise_does_not() {
    let (_, covariance) = joint::moments(&trial().1);
    let (_, found) = average("additive", "0.5");
    for place in 0..3 {
        assert!((found[place][place] / covariance[place][place] - 1.5).abs() < 0.05, "{found:?}");
    }
    let between = |matrix: &[Vec<f64>]| matrix[0][1] / (covariance[0][0] * covariance[1][1]).sqrt();
    assert!((between(&found) - between(&covariance)).abs() < 0.03);
}

#[test]
fn rotation_keeps_sums_and_products_exactly() {
    let (trial, original) = trial();
    let (means, covariance) = joint::moments(&original);
    for (seed, variance) in [(1, "0.01"), (2, "0.5"), (3, "20")] {
        let given = settings(&[("attributes", "a,b,c"), ("noise", "rotation"), ("variance", variance)]);
        let columns: Vec<Vec<f64>> =
            trial.released(&Noise, &given, seed).iter().map(|column| numbers(column)).collect();
        let (found, kept) = joint::moments(&columns);
        assert!(farthest(&kept, &covariance) < 1e-9, "{}", farthest(&kept, &covariance));
        assert!(found.iter().zip(&means).all(|(found, mean)| (found - mean).abs() < 1e-6));
        let moved = columns[0].iter().zip(&original[0]).filter(|(is, was)| (*is - *was).abs() > 1e-6).count();
        assert!(moved > ROWS * 9 / 10, "{moved} rows moved");
    }
}

#[test]
fn multiplicative_noise_keeps_signs_and_means() {
    let (trial, original) = trial();
    let given = settings(&[("attributes", "c"), ("noise", "multiplicative"), ("variance", "0.2")]);
    for seed in 0..5 {
        let found = numbers(&trial.released(&Noise, &given, seed)[2]);
        assert!(found.iter().zip(&original[2]).all(|(is, was)| is * was >= 0.0));
    }
    let (means, _) = average("multiplicative", "0.05");
    assert!((means[1] / joint::moments(&original).0[1] - 1.0).abs() < 0.01, "{means:?}");
}

#[test]
fn whole_numbers_stay_whole() {
    let trial =
        Trial::of_columns(&[("x", &["1", "20", "", "47"]), ("day", &["2024-01-31", "2024-03-01", "", "2023-01-01"])]);
    for noise in ["additive", "correlated", "multiplicative"] {
        let released = trial.released(&Noise, &settings(&[("attributes", "x,day"), ("noise", noise)]), 3);
        assert!(released[0].iter().all(|label| label.is_empty() || label.parse::<i64>().is_ok()), "{released:?}");
        assert!(released[1].iter().all(|label| label.is_empty() || label.len() == 10), "{released:?}");
        assert!(released.iter().all(|column| column[2].is_empty()), "missing stays missing");
    }
    assert!(trial.tried(&Noise, &settings(&[("attributes", "x"), ("noise", "rotation")]), 3).is_err());
}
