//! The estimators against direct sums, closed forms and a population that was drawn.

use rand::RngExt;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use super::*;

fn near(found: f64, wanted: f64, by: f64) {
    assert!((found - wanted).abs() <= by, "{found} is not {wanted}");
}

/// The equations of hoshino2001, as printed: sums over every class and row.
fn equations(sizes: &[(u64, u64)], alpha: f64, theta: f64) -> (f64, f64) {
    let (rows, classes) = sizes.iter().fold((0, 0), |(n, u), (size, count)| {
        (n + size * count, u + count)
    });
    let over = |to: u64, term: &dyn Fn(f64) -> f64| (1..to).map(|i| term(i as f64)).sum::<f64>();
    let first = over(classes, &|i| 1.0 / (theta + i * alpha)) - over(rows, &|i| 1.0 / (theta + i));
    let tails = sizes
        .iter()
        .map(|&(size, count)| count as f64 * over(size, &|j| 1.0 / (j - alpha)));
    (
        first,
        over(classes, &|i| i / (theta + i * alpha)) - tails.sum::<f64>(),
    )
}

#[test]
fn pitmans_parameters_solve_the_equations_of_the_paper() {
    for sizes in [
        vec![(1, 30), (2, 12), (3, 7), (5, 3), (20, 1)],
        vec![(1, 200), (2, 40), (9, 5)],
        vec![(1, 5), (2, 1), (100, 3)],
    ] {
        let (alpha, theta) = pitman_parameters(&sizes).unwrap();
        assert!(alpha > 0.01 && alpha < 1.0 && theta > -alpha);
        let (first, second) = equations(&sizes, alpha, theta);
        near(first, 0.0, 1e-6);
        near(second, 0.0, 1e-5);
    }
}

/// The probability that no later row joins a class of one row, step by step.
#[test]
fn pitmans_share_is_the_product_that_defines_it() {
    let sizes = [(1, 30), (2, 12), (3, 7), (5, 3), (20, 1)];
    let (alpha, theta) = pitman_parameters(&sizes).unwrap();
    let rows = 30 + 24 + 21 + 15 + 20;
    let stays_alone =
        (1..10 * rows).map(|j| (theta + alpha + f64::from(j) - 1.0) / (theta + f64::from(j)));
    near(pitman(&sizes, 0.1).unwrap(), stays_alone.product(), 1e-10);
}

/// With alpha = 0 the share is theta / (theta + N - 1), Ewens' formula.
#[test]
fn few_classes_of_equal_size_have_no_alpha() {
    let sizes = [(1, 2), (2, 1), (4, 1), (8, 1), (16, 1)];
    let (alpha, theta) = pitman_parameters(&sizes).unwrap();
    near(alpha, 0.0, 1e-5);
    near(
        pitman(&sizes, 0.05).unwrap(),
        theta / (theta + 640.0 - 1.0),
        1e-5,
    );
}

/// Two rows of four were drawn, both alone or both together: by the hypergeometric distribution, written out.
#[test]
fn zayatz_by_hand() {
    // Classes of one row: each is left alone with 1/2. Classes of two: one of two is drawn with 2/3.
    let sizes = [(1, 2), (2, 1)];
    // n = 4 of N = 8: P(1 | 1) = 1/2; P(1 | 2) = 2 * C(6,3) / C(8,4) = 40/70.
    let wanted = 2.0 * (2.0 * 0.5) / (2.0 * 0.5 + 1.0 * 40.0 / 70.0) / 4.0;
    near(zayatz(&sizes, 0.5), wanted, 1e-12);
    near(population_uniqueness(&sizes, 0.5), wanted, 1e-12);
}

#[test]
fn the_ends_are_exact() {
    assert_eq!(population_uniqueness(&[(2, 5), (7, 1)], 0.01), 0.0);
    assert_eq!(population_uniqueness(&[(1, 3), (3, 1)], 1.0), 0.5);
    assert_eq!(population_uniqueness(&[], 0.01), 0.0);
    // Every row alone: nothing tells how many would stay so, and the estimate is all of them.
    near(population_uniqueness(&[(1, 9)], 0.05), 1.0, 1e-12);
}

/// A population of skewed classes, of which the true share is known, and samples of it.
#[test]
fn estimates_of_a_known_population() {
    let mut rng = ChaCha20Rng::seed_from_u64(11);
    let population: Vec<u32> = (0..200_000)
        .map(|_| (1.0 / rng.random::<f64>().powf(1.6)) as u32)
        .collect();
    let sizes_of = |rows: &[u32]| {
        let mut by_class = std::collections::BTreeMap::<u32, u64>::new();
        rows.iter()
            .for_each(|&class| *by_class.entry(class).or_default() += 1);
        let mut by_size = std::collections::BTreeMap::<u64, u64>::new();
        by_class
            .into_values()
            .for_each(|size| *by_size.entry(size).or_default() += 1);
        by_size.into_iter().collect::<Vec<_>>()
    };
    let truth = sizes_of(&population)[0].1 as f64 / population.len() as f64;
    for (rows, within) in [(4_000, 0.25), (20_000, 0.25), (60_000, 0.6)] {
        let estimate = population_uniqueness(
            &sizes_of(&population[..rows]),
            rows as f64 / population.len() as f64,
        );
        assert!(
            (estimate / truth - 1.0).abs() < within,
            "{rows} rows: {estimate} of {truth}"
        );
    }
}

/// A population whose classes follow the model itself, of which the true share is known; samples of it.
#[test]
fn snb_of_a_population_that_follows_the_model() {
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    // One person and a geometric number of others (a = 1, b = 0.4): 40 % of the classes have one person.
    let mut people = Vec::new();
    for class in 0..60_000_u32 {
        people.push(class);
        while rng.random::<f64>() > 0.4 {
            people.push(class);
        }
    }
    let truth = 60_000.0 * 0.4 / people.len() as f64;
    for fraction in [0.15, 0.3, 0.6] {
        let sample: Vec<u32> = people
            .iter()
            .copied()
            .filter(|_| rng.random::<f64>() < fraction)
            .collect();
        let sizes = sizes_of(&sample);
        let (share, error) = snb_with_error(&sizes, fraction).expect("it fits");
        let error = error.expect("an error");
        assert!(
            (share / truth - 1.0).abs() < 0.15,
            "{fraction}: {share} ± {error} of {truth}"
        );
        assert!(
            (share - truth).abs() < 4.0 * error && error < 0.2 * truth,
            "{fraction}: {share} ± {error} of {truth}"
        );
    }
}

fn sizes_of(rows: &[u32]) -> Vec<(u64, u64)> {
    let mut by_class = std::collections::BTreeMap::<u32, u64>::new();
    rows.iter()
        .for_each(|&class| *by_class.entry(class).or_default() += 1);
    let mut by_size = std::collections::BTreeMap::<u64, u64>::new();
    by_class
        .into_values()
        .for_each(|size| *by_size.entry(size).or_default() += 1);
    by_size.into_iter().collect()
}

/// How far estimates of repeated draws are from each other, by how far they are said to be.
fn told_by_seen(draws: &[(f64, Option<f64>)]) -> f64 {
    let number = draws.len() as f64;
    let mean = draws.iter().map(|draw| draw.0).sum::<f64>() / number;
    let seen = (draws
        .iter()
        .map(|draw| (draw.0 - mean).powi(2))
        .sum::<f64>()
        / (number - 1.0))
        .sqrt();
    draws
        .iter()
        .map(|draw| draw.1.expect("an error"))
        .sum::<f64>()
        / number
        / seen
}

/// Rows drawn from Pitman's model itself: each joins a class by its size, or opens a new one.
#[test]
fn pitmans_error_is_that_of_repeated_draws() {
    let (alpha, theta, rows) = (0.5, 20.0, 3000_usize);
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    let draws = (0..60).map(|_| {
        let mut counts: Vec<f64> = Vec::new();
        for row in 0..rows {
            let mut at = rng.random::<f64>() * (row as f64 + theta);
            let joined = counts.iter_mut().find(|count| {
                at -= **count - alpha;
                at < 0.0
            });
            match joined {
                Some(count) => *count += 1.0,
                None => counts.push(1.0),
            }
        }
        let classes: Vec<u32> = counts
            .iter()
            .enumerate()
            .flat_map(|(class, &rows)| vec![class as u32; rows as usize])
            .collect();
        pitman_with_error(&sizes_of(&classes), 0.05).expect("it fits")
    });
    let ratio = told_by_seen(&draws.collect::<Vec<_>>());
    assert!(ratio > 0.7 && ratio < 1.4, "{ratio}");
}

/// Samples of one population: classes that are in all of them vary less than Poisson numbers, so the error is on the safe side.
#[test]
fn zayatz_error_is_that_of_repeated_samples() {
    let mut rng = ChaCha20Rng::seed_from_u64(7);
    let population: Vec<u32> = (0..100_000)
        .map(|_| (1.0 / rng.random::<f64>().powf(1.6)) as u32)
        .collect();
    let draws = (0..40).map(|_| {
        let sample: Vec<u32> = population
            .iter()
            .copied()
            .filter(|_| rng.random::<f64>() < 0.2)
            .collect();
        zayatz_with_error(&sizes_of(&sample), 0.2)
    });
    let ratio = told_by_seen(&draws.collect::<Vec<_>>());
    assert!(ratio > 0.7 && ratio < 2.0, "{ratio}");
}

#[test]
fn the_gamma_function_is_exact_enough() {
    let near = |found: f64, wanted: f64| {
        assert!(
            (found - wanted).abs() < 1e-12 * wanted.abs().max(1.0),
            "{found}"
        );
    };
    near(ln_gamma(1.0), 0.0);
    near(ln_gamma(0.5), std::f64::consts::PI.sqrt().ln());
    near(ln_gamma(11.0), 3_628_800f64.ln());
    near(ln_gamma(101.0), (1..=100).map(|i| f64::from(i).ln()).sum());
    let euler = 0.577_215_664_901_532_9;
    near(digamma(1.0), -euler);
    near(digamma(0.5), -euler - 2.0 * std::f64::consts::LN_2);
    near(
        digamma(40.0),
        (1..40).map(|i| 1.0 / f64::from(i)).sum::<f64>() - euler,
    );
}
