//! Which differences are told as worse, and which as the chance of drawing.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::*;

#[test]
fn ours_is_told_beside_theirs() {
    let told = |measure, published, ours| {
        let one = Comparison::new("4.7", "LUBM 100", String::new(), measure, published, ours);
        (one.standing == Standing::NoWorse, one.ratio)
    };
    assert_eq!(
        told(Measure::RelativeError, (0.1, 0.2), 0.1),
        (true, Some(1.0))
    );
    assert_eq!(
        told(Measure::RelativeError, (0.1, 0.2), 0.4),
        (false, Some(2.0))
    );
    assert_eq!(told(Measure::Recall, (0.36, 0.36), 0.9), (true, Some(2.5)));
    assert_eq!(told(Measure::Recall, (0.0, 0.0), 0.9), (true, None));
    assert_eq!(told(Measure::Recall, (0.9, 1.0), 0.45), (false, Some(0.5)));
}

/// A figure of several draws beside a published one.
fn over(measure: Measure, published: f64, draws: &[f64]) -> Comparison {
    let one = |&ours: &f64| {
        Comparison::new(
            "4.7",
            "LUBM 100",
            String::new(),
            measure,
            (published, published),
            ours,
        )
    };
    Comparison::over(&draws.iter().map(one).collect::<Vec<_>>()).unwrap()
}

/// Such a figure, judged by itself.
fn told(measure: Measure, published: f64, draws: &[f64]) -> Comparison {
    let mut all = over(measure, published, draws);
    judge(std::slice::from_mut(&mut all));
    all
}

#[test]
fn a_difference_that_drawing_makes_is_told_apart_from_a_worse_figure() {
    let better = told(Measure::RelativeError, 0.25, &[0.125, 0.25]);
    assert_eq!(
        (better.standing, better.ours, better.drawn),
        (Standing::NoWorse, 0.1875, (0.125, 0.25))
    );
    // Four draws, mean 5 and deviation 2: theirs is (5 - 3) / (2 * sqrt(1.25)) = 0.894 below, with three degrees of freedom.
    let draws = [3.0, 4.0, 6.0, 7.0].map(|draw| (draw - 5.0) * 2.0 / (10.0f64 / 3.0).sqrt() + 5.0);
    let near = told(Measure::RelativeError, 3.0, &draws);
    assert_eq!(near.standing, Standing::ByChance);
    assert!(
        (near.chance.unwrap() - 0.2186).abs() < 0.0005,
        "{:?}",
        near.chance
    );
    // More is better: the same the other way round.
    let recall = told(Measure::Recall, 7.0, &draws);
    assert!((recall.chance.unwrap() - near.chance.unwrap()).abs() < 1e-12);
    assert_eq!(
        told(Measure::RelativeError, -5.0, &draws).standing,
        Standing::Worse
    );
    // One draw tells nothing of chance, nor do draws that are all the same.
    assert_eq!(
        told(Measure::Recall, 0.5, &[0.25]).standing,
        Standing::Worse
    );
    assert_eq!(
        told(Measure::Recall, 0.5, &[0.25, 0.25]).standing,
        Standing::Worse
    );
    assert_eq!(Comparison::over(&[]), None);
}

#[test]
fn figures_are_judged_together() {
    // By itself each is rare at one in twenty; of many such one is to be expected.
    let draws = [-1.5, -0.5, 0.5, 1.5, -1.0, 1.0, 0.0, 0.0];
    let mut figures: Vec<Comparison> = (0..40)
        .map(|_| told(Measure::RelativeError, 1.0, &draws))
        .collect();
    let rare = told(Measure::RelativeError, -2.4, &draws);
    assert!(
        rare.chance.unwrap() < LEVEL && rare.standing == Standing::Worse,
        "{:?}",
        rare.chance
    );
    let certain = told(Measure::RelativeError, -20.0, &draws);
    figures.extend([rare, certain]);
    judge(&mut figures);
    let standings: Vec<Standing> = figures.iter().map(|one| one.standing).collect();
    assert_eq!(standings[40..], [Standing::ByChance, Standing::Worse]);
    assert!(
        standings[..40]
            .iter()
            .all(|&standing| standing == Standing::NoWorse)
    );
}

#[test]
fn draws_of_our_own_are_hardly_ever_told_as_worse() {
    let mut rng = ChaCha20Rng::seed_from_u64(7);
    // About normal: the sum of twelve.
    let mut draw = || (0..12).map(|_| rng.random_range(0.0..1.0)).sum::<f64>() - 6.0;
    let mut study = || {
        let mut figure = || {
            let published = draw();
            over(
                Measure::RelativeError,
                published,
                &(0..10).map(|_| draw()).collect::<Vec<_>>(),
            )
        };
        let mut figures: Vec<Comparison> = (0..20).map(|_| figure()).collect();
        judge(&mut figures);
        figures.iter().any(|one| one.standing == Standing::Worse)
    };
    let wrong = (0..400).filter(|_| study()).count();
    // 5 % of 400 are 20, give or take 4.4.
    assert!((5..=35).contains(&wrong), "{wrong} of 400 studies");
}
