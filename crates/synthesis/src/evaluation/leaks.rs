//! Leaks that are planted in a synthetic table are found, and a table that repeats nobody passes.

use bauta_run::project::Project;
use bauta_table::Silent;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::{HeldOut, SyntheticEvaluated, SyntheticReading, SyntheticRequest, evaluate_synthetic};
use crate::measures::membership::Attacked;

const HEADER: &str = "group,number,colour,town,job\n";

/// People, of whom one in twenty is odd: a number that few have, in a town that few live in.
fn people(rows: usize, seed: u64) -> Vec<(bool, String)> {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut person = || {
        let odd = rng.random_bool(0.05);
        let group = rng.random_range(0..4u32);
        let number = match odd {
            true => 500 + rng.random_range(0..4_000u32),
            false => group * 20 + rng.random_range(0..40u32),
        };
        let town = if odd {
            40 + rng.random_range(0..60u32)
        } else {
            rng.random_range(0..12u32)
        };
        let (colour, job) = (rng.random_range(0..6u32), group + rng.random_range(0..5u32));
        (odd, format!("g{group},{number},c{colour},t{town},j{job}\n"))
    };
    (0..rows).map(|_| person()).collect()
}

fn lines(people: &[(bool, String)]) -> String {
    people.iter().map(|it| it.1.as_str()).collect()
}

/// The evaluation of a table made of these lines.
fn evaluated(real: &[(bool, String)], made: &str) -> SyntheticEvaluated {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let kept = lines(&people(1_500, 2));
    for (name, text) in [
        ("real.csv", lines(real)),
        ("kept.csv", kept),
        ("made.csv", made.to_owned()),
    ] {
        std::fs::write(place(name), format!("{HEADER}{text}")).unwrap();
    }
    let project = Project::new(&place("real.csv"));
    let request = SyntheticRequest {
        synthetic: place("made.csv"),
        held_out: Some(HeldOut::File(place("kept.csv"))),
        positive: Vec::new(),
        without: Vec::new(),
        attacks: 300,
        seed: 1,
    };
    evaluate_synthetic(&project, &request, &Silent).unwrap()
}

/// The best lower bound of the area of the attacks on some people.
fn area(found: &SyntheticEvaluated, attacked: Attacked) -> f64 {
    let attacks = found.membership.as_ref().unwrap().iter();
    let own = attacks.filter(|it| it.attacked == attacked);
    own.map(|it| it.separation.auc_low).fold(0.0, f64::max)
}

#[test]
fn other_people_pass() {
    let found = evaluated(&people(1_500, 1), &lines(&people(1_500, 3)));
    assert_eq!(
        found.verdict.reading,
        SyntheticReading::Good,
        "{:?}",
        found.verdict
    );
    assert!(area(&found, Attacked::Unique) < 0.52 && area(&found, Attacked::MostExposed) < 0.52);
    assert_eq!(found.membership.as_ref().unwrap().len(), 6);
}

#[test]
fn a_verbatim_copy_is_found() {
    let real = people(1_500, 1);
    let found = evaluated(&real, &lines(&real));
    assert_eq!(
        found.verdict.reading,
        SyntheticReading::Bad,
        "{:?}",
        found.verdict
    );
    assert!(area(&found, Attacked::Unique) > 0.95);
    let closest = found.membership.unwrap()[0].separation;
    assert!(closest.true_positives_low > 0.9, "{closest:?}");
}

#[test]
fn ninety_five_per_cent_of_copies_are_found() {
    let (real, others) = (people(1_500, 1), people(1_500, 3));
    let made: String = (0..1_500)
        .map(|row| {
            if row % 20 == 0 {
                others[row].1.as_str()
            } else {
                real[row].1.as_str()
            }
        })
        .collect();
    let found = evaluated(&real, &made);
    assert_eq!(
        found.verdict.reading,
        SyntheticReading::Bad,
        "{:?}",
        found.verdict
    );
    assert!(area(&found, Attacked::Unique) > 0.85);
}

/// Only one row in twenty is a copy, so neither copies nor mean distances stand out; the most exposed people are given away.
#[test]
fn memorised_outliers_are_found() {
    let (real, others) = (people(1_500, 1), people(1_500, 3));
    let odd: Vec<&(bool, String)> = real.iter().filter(|it| it.0).collect();
    assert!(odd.len() < 100);
    let mut made: String = odd.iter().map(|it| it.1.as_str()).collect();
    let plain = others.iter().filter(|it| !it.0).take(1_500 - odd.len());
    made.extend(plain.map(|it| it.1.as_str()));
    let found = evaluated(&real, &made);
    let copies = &found.copies;
    assert!(
        copies.share < copies.held_out_share.unwrap() + 0.1,
        "{copies:?}"
    );
    assert_eq!(
        found.verdict.reading,
        SyntheticReading::Bad,
        "{:?}",
        found.verdict
    );
    let (most, all) = (
        area(&found, Attacked::MostExposed),
        area(&found, Attacked::Unique),
    );
    assert!(most > 0.6 && most > all, "{most} {all}");
}

/// A table without the unique rows of the people it was made from tells who these are: they are expected, and absent.
#[test]
fn rows_that_are_expected_and_absent_are_found() {
    // Few values, so that many rows are expected.
    let few = |rows: usize, seed: u64| -> Vec<(bool, String)> {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let mut person = || {
            let mut draw =
                |values: u32| rng.random_range(0..values).min(rng.random_range(0..values));
            let (group, number, colour) = (draw(5), draw(9), draw(6));
            (
                false,
                format!("g{group},{number},c{colour},t{},j{}\n", draw(5), draw(4)),
            )
        };
        (0..rows).map(|_| person()).collect()
    };
    let (real, kept, drawn) = (few(2_000, 1), few(2_000, 2), few(6_000, 3));
    let mut counts: std::collections::HashMap<&str, u32> = std::collections::HashMap::new();
    real.iter()
        .for_each(|it| *counts.entry(&it.1).or_default() += 1);
    let guarded = drawn
        .iter()
        .filter(|it| counts.get(it.1.as_str()) != Some(&1))
        .take(2_000);
    let guarded: String = guarded.map(|it| it.1.as_str()).collect();
    let area = |made: &str| {
        let table = |text: &str| {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("t.csv");
            std::fs::write(&path, format!("{HEADER}{text}")).unwrap();
            let place = path.display().to_string().parse().unwrap();
            bauta_formats::read(&place, &bauta_formats::ReadOptions::default(), &Silent)
                .unwrap()
                .table
        };
        let tables = [table(&lines(&real)), table(&lines(&kept)), table(made)];
        let names: Vec<String> = HEADER.trim().split(',').map(str::to_owned).collect();
        let aligned = crate::measures::Aligned::of(&tables.each_ref(), &names);
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        let found =
            crate::measures::membership::membership(&aligned, [0, 1, 2], 2_000, &mut rng).unwrap();
        let absent = found
            .iter()
            .find(|it| it.attack == "expected-but-absent")
            .unwrap();
        (absent.separation.auc_low, absent.separation.auc)
    };
    let (guarded, free) = (area(&guarded), area(&lines(&drawn[..2_000])));
    assert!(guarded.0 > 0.55, "{guarded:?}");
    assert!(free.0 < 0.5 && (free.1 - 0.5).abs() < 0.05, "{free:?}");
}
