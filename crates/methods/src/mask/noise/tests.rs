//! The header's invariants, over many seeds.

use super::{Noise, joint};
use crate::RowWise;
use crate::trial::{Trial, numbers, settings};

const ROWS: usize = 400;
const SEEDS: u64 = 60;

/// Two attributes that go together, and one that goes its own way.
fn trial() -> (Trial, Vec<Vec<f64>>) {
    let spread = |row: usize, by: usize| ((row * by) % 101) as f64;
    let a: Vec<f64> = (0..ROWS).map(|row| 20.0 + spread(row, 37)).collect();
    let b: Vec<f64> = (0..ROWS)
        .map(|row| 1000.0 + 12.0 * a[row] + 6.0 * spread(row, 53))
        .collect();
    let c: Vec<f64> = (0..ROWS).map(|row| spread(row, 71) - 50.0).collect();
    let text = |column: &Vec<f64>| {
        column
            .iter()
            .map(|value| format!("{value:.3}"))
            .collect::<Vec<_>>()
    };
    let trial = Trial::of_columns(&[("a", &text(&a)), ("b", &text(&b)), ("c", &text(&c))]);
    (trial, vec![a, b, c])
}

/// Means and covariances of releases, on average over seeds.
fn average(noise: &str, variance: &str) -> (Vec<f64>, Vec<Vec<f64>>) {
    let (trial, _) = trial();
    let given = settings(&[
        ("attributes", "a,b,c"),
        ("noise", noise),
        ("variance", variance),
    ]);
    let (mut means, mut covariances) = (vec![0.0; 3], vec![vec![0.0; 3]; 3]);
    for seed in 0..SEEDS {
        let columns: Vec<Vec<f64>> = trial
            .released(&Noise, &given, seed)
            .iter()
            .map(|column| numbers(column))
            .collect();
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
    let scaled = |(a, b): (usize, usize)| {
        (found[a][b] - expected[a][b]).abs() / (expected[a][a] * expected[b][b]).sqrt()
    };
    entries.map(scaled).fold(0.0, f64::max)
}

#[test]
fn correlated_noise_keeps_the_covariance() {
    let (means, covariance) = joint::moments(&trial().1);
    let (found, kept) = average("correlated", "0.5");
    assert!(
        farthest(&kept, &covariance) < 0.03,
        "{}",
        farthest(&kept, &covariance)
    );
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
        assert!(
            (found[place][place] / covariance[place][place] - 1.5).abs() < 0.05,
            "{found:?}"
        );
    }
    let between = |matrix: &[Vec<f64>]| matrix[0][1] / (covariance[0][0] * covariance[1][1]).sqrt();
    assert!((between(&found) - between(&covariance)).abs() < 0.03);
}

/// What `keeps` says about averages, refuted or not: the correlation of a and b, where both or only a get noise.
#[test]
fn claims_about_correlations_hold_on_average() {
    use crate::Technique;
    use crate::keeps::Claim;
    let (trial, original) = trial();
    let correlation = |columns: &[Vec<f64>]| {
        let (_, covariance) = joint::moments(columns);
        covariance[0][1] / (covariance[0][0] * covariance[1][1]).sqrt()
    };
    let before = correlation(&original);
    for noise in ["additive", "correlated"] {
        for named in ["a,b", "a"] {
            let given = settings(&[("attributes", named), ("noise", noise), ("variance", "0.5")]);
            let keeps = Noise.check(&given, &[]).unwrap().keeps().unwrap();
            let claim = if named == "a" {
                keeps.with_others
            } else {
                keeps.between
            };
            let factor = match claim {
                Claim::Times(factor) => factor,
                _ => 1.0,
            };
            let released = |seed| {
                let columns = trial.released(&Noise, &given, seed);
                correlation(
                    &columns
                        .iter()
                        .map(|column| numbers(column))
                        .collect::<Vec<_>>(),
                )
            };
            let found = (0..SEEDS).map(released).sum::<f64>() / SEEDS as f64;
            assert!(
                (found / before - factor).abs() < 0.02,
                "{noise} {named}: {found} of {before}, × {factor} claimed"
            );
        }
    }
}

#[test]
fn rotation_keeps_sums_and_products_exactly() {
    let (trial, original) = trial();
    let (means, covariance) = joint::moments(&original);
    for (seed, variance) in [(1, "0.01"), (2, "0.5"), (3, "20")] {
        let given = settings(&[
            ("attributes", "a,b,c"),
            ("noise", "rotation"),
            ("variance", variance),
        ]);
        let columns: Vec<Vec<f64>> = trial
            .released(&Noise, &given, seed)
            .iter()
            .map(|column| numbers(column))
            .collect();
        let (found, kept) = joint::moments(&columns);
        assert!(
            farthest(&kept, &covariance) < 1e-9,
            "{}",
            farthest(&kept, &covariance)
        );
        assert!(
            found
                .iter()
                .zip(&means)
                .all(|(found, mean)| (found - mean).abs() < 1e-6)
        );
        let moved = columns[0]
            .iter()
            .zip(&original[0])
            .filter(|(is, was)| (*is - *was).abs() > 1e-6)
            .count();
        assert!(moved > ROWS * 9 / 10, "{moved} rows moved");
    }
}

#[test]
fn multiplicative_noise_keeps_signs_and_means() {
    let (trial, original) = trial();
    let given = settings(&[
        ("attributes", "c"),
        ("noise", "multiplicative"),
        ("variance", "0.2"),
    ]);
    for seed in 0..5 {
        let found = numbers(&trial.released(&Noise, &given, seed)[2]);
        assert!(
            found
                .iter()
                .zip(&original[2])
                .all(|(is, was)| is * was >= 0.0)
        );
    }
    let (means, _) = average("multiplicative", "0.05");
    assert!(
        (means[1] / joint::moments(&original).0[1] - 1.0).abs() < 0.01,
        "{means:?}"
    );
}

/// Numbers far from 0, as incomes are: the noise is measured by how they differ and not by how large they are.
#[test]
fn multiplicative_noise_has_the_variance_that_it_is_told() {
    let values: Vec<f64> = (0..2000)
        .map(|row| 1000.0 + f64::from(row % 97) * 3.0)
        .collect();
    let cells: Vec<String> = values.iter().map(|value| format!("{value:.2}")).collect();
    let trial = Trial::of_column("x", &cells);
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let variance = values
        .iter()
        .map(|value| (value - mean).powi(2))
        .sum::<f64>()
        / values.len() as f64;
    for share in [0.1, 0.5, 1.0] {
        let given = settings(&[
            ("attributes", "x"),
            ("noise", "multiplicative"),
            ("variance", &share.to_string()),
        ]);
        let moved = numbers(&trial.released(&Noise, &given, 3)[0]);
        let squares = moved
            .iter()
            .zip(&values)
            .map(|(is, was)| (is - was).powi(2));
        let found = squares.sum::<f64>() / values.len() as f64 / variance;
        assert!((found / share - 1.0).abs() < 0.15, "{found} for {share}");
    }
}

/// What a note says must not depend on the values: only the noise is covered by ε.
#[test]
fn notes_of_a_stated_epsilon_do_not_count_values() {
    let notes = |cells: &[&str]| {
        let trial = Trial::of_column("x", cells);
        let given = settings(&[
            ("attributes", "x"),
            ("noise", "laplace"),
            ("epsilon", "1"),
            ("bounds", "x=0..10"),
        ]);
        let prepared = bauta_table::recoding::Prepared::new(&trial.table, Vec::new());
        let mut task = crate::Task::new(&Noise, &prepared, &[], &given, Vec::new()).unwrap();
        let mut context = crate::laws::context(1);
        crate::plan(&mut task, &mut context).unwrap();
        context.notes
    };
    assert_eq!(notes(&["1", "2", "3"]), notes(&["1", "20", "300"]));
}

#[test]
fn whole_numbers_stay_whole() {
    let trial = Trial::of_columns(&[
        ("x", &["1", "20", "", "47"]),
        ("day", &["2024-01-31", "2024-03-01", "", "2023-01-01"]),
    ]);
    for noise in ["additive", "correlated", "multiplicative"] {
        let released = trial.released(
            &Noise,
            &settings(&[("attributes", "x,day"), ("noise", noise)]),
            3,
        );
        assert!(
            released[0]
                .iter()
                .all(|label| label.is_empty() || label.parse::<i64>().is_ok()),
            "{released:?}"
        );
        assert!(
            released[1]
                .iter()
                .all(|label| label.is_empty() || label.len() == 10),
            "{released:?}"
        );
        assert!(
            released.iter().all(|column| column[2].is_empty()),
            "missing stays missing"
        );
    }
    assert!(
        trial
            .tried(
                &Noise,
                &settings(&[("attributes", "x"), ("noise", "rotation")]),
                3
            )
            .is_err()
    );
}

/// Rows in pieces, in any order, by their numbers: what the whole table got.
#[test]
fn rows_elsewhere_get_the_noise_of_rows_in_memory() {
    use crate::Technique;
    let (rows, seed) = (2_500, 5);
    let cells: Vec<String> = (0..rows)
        .map(|row| {
            if row % 50 == 7 {
                String::new()
            } else {
                format!("{}.5", row % 90)
            }
        })
        .collect();
    let trial = Trial::of_column("x", &cells);
    for noise in ["additive", "multiplicative"] {
        let given = settings(&[("attributes", "x"), ("noise", noise), ("variance", "0.4")]);
        let whole = trial.released(&Noise, &given, seed).remove(0);
        let table = &trial.table;
        let method = Noise.check(&given, &[]).unwrap();
        let Some(RowWise::Drawing(drawing)) = method.row_wise() else {
            panic!("{noise} noise works row by row")
        };
        let mut context = crate::laws::context(seed);
        let drawn = drawing
            .drawn(table, &[table.counts_of(0)], &mut context)
            .unwrap();
        for piece in [
            vec![3, 4, 5],
            (1_000..1_100).collect(),
            (0..rows as u64).rev().step_by(3).collect::<Vec<u64>>(),
        ] {
            let codes: Vec<u32> = piece
                .iter()
                .map(|&row| table.attributes()[0].column.codes().get(row as usize))
                .collect();
            let column = drawn[0].cells(&piece, &codes).unwrap();
            let found: Vec<String> = (0..column.len())
                .map(|row| column.label(row).into_owned())
                .collect();
            let expected: Vec<String> = piece
                .iter()
                .map(|&row| whole[row as usize].clone())
                .collect();
            assert_eq!(found, expected, "{noise}");
        }
        assert!(
            whole
                .iter()
                .zip(&cells)
                .filter(|(is, was)| is != was)
                .count()
                > rows * 9 / 10
        );
    }
}

/// Settings of noise with a stated ε on the column `x` with bounds 0 and 100.
fn stated(noise: &str, epsilon: &str, delta: &str) -> crate::Settings {
    settings(&[
        ("attributes", "x"),
        ("noise", noise),
        ("epsilon", epsilon),
        ("delta", delta),
        ("bounds", "x=0..100"),
    ])
}

/// Mean and variance of what was added to many equal values.
fn added(settings: &crate::Settings, value: &str) -> (f64, f64) {
    const DRAWS: usize = 20_000;
    let trial = Trial::of_column("x", &vec![value; DRAWS]);
    let found = numbers(&trial.released(&Noise, settings, 1)[0]);
    let from: f64 = value.parse().unwrap();
    let mean = found.iter().map(|found| found - from).sum::<f64>() / DRAWS as f64;
    let variance = found
        .iter()
        .map(|found| (found - from - mean).powi(2))
        .sum::<f64>()
        / DRAWS as f64;
    (mean, variance)
}

/// The standard error of a mean of 20 000 draws is 0.7 % of the deviation; that of a variance 1.6 % of it (Laplace, whose fourth moment is 6
/// variances squared) or 1 % (Gaussian). Bounds of six of them fail once in a thousand million runs.
#[test]
fn laplace_and_gaussian_noise_have_the_mean_and_variance_of_the_theory() {
    for (epsilon, delta) in [("1", "0"), ("4", "0"), ("0.1", "0")] {
        let scale = 100.0 / epsilon.parse::<f64>().unwrap();
        let (mean, variance) = added(&stated("laplace", epsilon, delta), "40");
        assert!(
            mean.abs() < 6.0 * 0.0071 * scale * 2f64.sqrt(),
            "{epsilon}: {mean}"
        );
        assert!(
            (variance / (2.0 * scale * scale) - 1.0).abs() < 6.0 * 0.016,
            "{epsilon}: {variance}"
        );
    }
    // The library's bound: ρ-concentrated noise has the deviation width / √(2ρ), and ρ = 0.036… comes to ε = 1 at δ = 1e-5.
    let (mean, variance) = added(&stated("gaussian", "1", "0.00001"), "40");
    let deviation = variance.sqrt();
    assert!(mean.abs() < 6.0 * 0.0071 * deviation, "{mean}");
    let classic = 100.0 * (2.0 * (1.25f64 / 1e-5).ln()).sqrt();
    assert!(
        (0.6..1.0).contains(&(deviation / classic)),
        "{deviation} of at most {classic}"
    );
}

/// The analytic condition of (ε, δ) for normal noise (balle2018), as an independent judge: the noise suffices, and is not more than needed by a third.
#[test]
fn gaussian_noise_suffices_by_another_formula() {
    let below = |x: f64| {
        // The normal distribution function by Simpson's rule.
        let (steps, from) = (4000, -12.0);
        let step = (x - from) / f64::from(steps);
        let density = |x: f64| (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
        let weight = |i: i32| {
            if i == 0 || i == steps {
                1.0
            } else {
                f64::from(2 + 2 * (i % 2))
            }
        };
        (0..=steps)
            .map(|i| weight(i) * density(from + f64::from(i) * step))
            .sum::<f64>()
            * step
            / 3.0
    };
    let delta_of = |epsilon: f64, deviation: f64| {
        let (half, shift) = (0.5 / deviation, epsilon * deviation);
        below(half - shift) - epsilon.exp() * below(-half - shift)
    };
    for (epsilon, delta) in [(1.0, 1e-5), (0.5, 1e-3), (3.0, 1e-6)] {
        let mechanism = super::mechanism::Mechanism::calibrated(
            super::mechanism::Kind::Gaussian,
            1,
            (epsilon, delta),
        )
        .unwrap();
        assert!(
            delta_of(epsilon, mechanism.deviation()) <= delta,
            "{epsilon} {delta}"
        );
        assert!(
            delta_of(epsilon, mechanism.deviation() * 0.67) > delta,
            "{epsilon} {delta}"
        );
    }
}

/// Two attributes share ε: each gets twice the Laplace noise, and √2 times the Gaussian.
#[test]
fn attributes_share_the_budget() {
    use super::mechanism::{Kind, Mechanism};
    let of = |kind, width, delta| {
        Mechanism::calibrated(kind, width, (1.0, delta))
            .unwrap()
            .scale
    };
    assert!((of(Kind::Laplace, 1, 0.0) - 1.0).abs() < 1e-6);
    assert!((of(Kind::Laplace, 2, 0.0) - 2.0).abs() < 1e-6);
    let ratio = of(Kind::Gaussian, 2, 1e-6) / of(Kind::Gaussian, 1, 1e-6);
    assert!((ratio - 2f64.sqrt()).abs() < 1e-6, "{ratio}");
}

/// A release of the bound itself must be about as likely from the other bound, up to e^ε: counted for the half line beyond it.
#[test]
fn the_stated_epsilon_is_not_exceeded_by_what_is_counted() {
    let above = |value: &str| {
        let trial = Trial::of_column("x", &vec![value; 20_000]);
        let found = numbers(&trial.released(&Noise, &stated("laplace", "1", "0"), 1)[0]);
        found.iter().filter(|&&found| found > 100.0).count() as f64 / 20_000.0
    };
    let ratio = above("100") / above("0");
    // Beyond the upper bound the ratio of Laplace noise is e^ε everywhere; some percent are chance.
    assert!((ratio / 1f64.exp() - 1.0).abs() < 0.12, "{ratio}");
}

#[test]
fn values_are_clamped_and_missing_ones_stay_missing() {
    let cells: Vec<&str> = std::iter::repeat_n("100000", 2000).chain([""]).collect();
    let trial = Trial::of_column("x", &cells);
    let released = trial
        .released(&Noise, &stated("laplace", "4", "0"), 1)
        .remove(0);
    assert_eq!(released.last().map(String::as_str), Some(""));
    let found = numbers(&released[..2000]);
    let mean = found.iter().sum::<f64>() / 2000.0;
    assert!(
        (mean - 100.0).abs() < 6.0 * 25.0 * 2f64.sqrt() / 2000f64.sqrt(),
        "{mean}"
    );
    assert!(
        released[..2000]
            .iter()
            .all(|label| label.parse::<i64>().is_ok()),
        "whole numbers stay whole"
    );
}

#[test]
fn everything_wrong_with_a_stated_epsilon_is_told_at_once() {
    let trial = Trial::of_columns(&[
        ("x", &["1", "2"]),
        ("y", &["3", "4"]),
        ("town", &["a", "b"]),
    ]);
    let told = |words: &[(&str, &str)]| {
        let faults = trial.tried(&Noise, &settings(words), 1).unwrap_err();
        faults.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let all = told(&[
        ("attributes", "x,town,y"),
        ("noise", "gaussian"),
        ("bounds", "x=9..2;z=1..2"),
        ("epsilon", "0"),
    ]);
    for (place, part) in [
        "\"town\"",
        "needs an ε above 0",
        "needs a δ",
        "speaks of \"z\"",
        "LOW..HIGH for \"x\"",
        "bounds of \"y\"",
    ]
    .iter()
    .enumerate()
    {
        assert!(
            all.iter().any(|fault| fault.contains(part)),
            "{place}: {all:#?}"
        );
    }
    assert_eq!(all.len(), 6, "{all:#?}");
    let plain = [
        ("attributes", "x"),
        ("noise", "laplace"),
        ("bounds", "0..10"),
    ];
    for (name, value) in [("epsilon", "-1"), ("epsilon", "nonsense"), ("epsilon", "0")] {
        assert_eq!(
            told(&[&plain[..], &[(name, value)]].concat()).len(),
            1,
            "{name} {value}"
        );
    }
    for delta in ["0", "1", "-0.5", "1.5"] {
        let given = [
            ("attributes", "x"),
            ("noise", "gaussian"),
            ("bounds", "0..10"),
            ("epsilon", "1"),
            ("delta", delta),
        ];
        assert_eq!(told(&given).len(), 1, "{delta}");
    }
    assert_eq!(
        told(&[&plain[..], &[("epsilon", "1"), ("delta", "0.1")]].concat()).len(),
        1
    );
    for bounds in ["", "x=5..5", "x=7..3", "x=low..high", "x=3", "y=1..2"] {
        assert!(
            !told(&[
                ("attributes", "x"),
                ("noise", "laplace"),
                ("epsilon", "1"),
                ("bounds", bounds)
            ])
            .is_empty(),
            "{bounds}"
        );
    }
    assert_eq!(
        told(&[("attributes", "x"), ("epsilon", "1"), ("bounds", "0..10")]).len(),
        2,
        "only noise of a stated ε has these"
    );
}
