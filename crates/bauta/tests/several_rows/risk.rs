//! `risk`.

use std::collections::{BTreeMap, BTreeSet};

use bauta::{RiskOptions, RiskReport};
use bauta_table::Silent;

use crate::{Class, Row, classes, near, project, rows, weight, written};

/// E(1/X) of a negative binomial X, term by term.
fn individual(people: u64, standing_for: f64) -> f64 {
    let (x, p) = (people as f64, people as f64 / standing_for);
    let (mut chance, mut h, mut sum) = (p.powi(people as i32), x, 0.0);
    for _ in 0..20_000 {
        sum += chance / h;
        h += 1.0;
        chance *= (h - 1.0) / (h - x) * (1.0 - p);
    }
    sum
}

/// Individual risk of each person by weights, in the class where the person is easiest to find.
fn risks_by_hand(classes: &BTreeMap<Class, BTreeSet<u64>>) -> BTreeMap<u64, f64> {
    let mut risk: BTreeMap<u64, f64> = BTreeMap::new();
    for people in classes.values() {
        let standing_for: u64 = people.iter().map(|&who| weight(who)).sum();
        let own = individual(people.len() as u64, standing_for as f64);
        for &who in people {
            let known = risk.entry(who).or_default();
            *known = known.max(own);
        }
    }
    risk
}

fn judged(rows: &[Row], shown: bool, report: &RiskReport, what: &str) {
    let classes_of = |attributes: &[usize]| classes(rows, attributes, shown);
    let all = classes_of(&[0, 1]);
    let people: BTreeSet<u64> = rows.iter().map(|row| row.0).collect();
    let sizes: Vec<u64> = all.values().map(|people| people.len() as u64).collect();
    let counted: u64 = sizes.iter().sum();
    let told = report.people.as_ref().unwrap();
    assert_eq!(
        (told.count, told.classes),
        (people.len() as u64, sizes.len() as u64),
        "{what}"
    );
    assert_eq!(told.shown_by.is_some(), shown, "{what}");
    assert_eq!(report.rows, rows.len() as u64, "{what}");
    assert_eq!(report.privacy.k, *sizes.iter().min().unwrap(), "{what}");
    near(
        report.risk.prosecutor.mean,
        sizes.len() as f64 / counted as f64,
        what,
    );
    near(
        report.risk.marketer,
        sizes.len() as f64 / counted as f64,
        what,
    );
    let having = |wanted: &dyn Fn(&BTreeSet<u64>) -> bool| {
        let own = all.values().filter(|people| wanted(people));
        own.flatten().collect::<BTreeSet<_>>().len() as u64
    };
    assert_eq!(
        report.uniques,
        having(&|people| people.len() == 1),
        "{what}"
    );
    let missing = report.nonconforming.size;
    let small: Vec<u64> = sizes.iter().copied().filter(|&size| size < 3).collect();
    assert_eq!(
        (missing.classes, missing.rows),
        (small.len() as u64, small.iter().sum()),
        "{what}"
    );
    assert_eq!(
        report.class_sizes.iter().map(|band| band.rows).sum::<u64>(),
        counted,
        "{what}"
    );
    for (place, without) in [(0, &[1][..]), (1, &[0][..])] {
        let left = classes_of(without);
        let found = &report.attributes[place];
        let least = left.values().map(BTreeSet::len).min().unwrap() as u64;
        assert_eq!(
            (found.k_without, found.classes_without),
            (least, left.len() as u64),
            "{what}"
        );
    }
    special_uniques(rows, shown, report, what);
    let rare = rows.iter().filter(|row| {
        let few = |attributes: &[usize]| {
            let cells = |row: &Row| {
                attributes
                    .iter()
                    .map(|&it| [row.1, row.2][it])
                    .collect::<Vec<_>>()
            };
            let alike = rows.iter().filter(|other| cells(other) == cells(row));
            alike.map(|other| other.0).collect::<BTreeSet<_>>().len() < 3
        };
        few(&[0]) || few(&[1]) || few(&[0, 1])
    });
    assert_eq!(report.outlier_rows, rare.count() as u64, "{what}");

    let risk = risks_by_hand(&all);
    let found = report.risk.individual.as_ref().unwrap();
    near(found.expected, risk.values().sum(), what);
    near(
        found.mean,
        risk.values().sum::<f64>() / people.len() as f64,
        what,
    );
    near(found.max, risk.values().copied().fold(0.0, f64::max), what);
    let mut nobody: BTreeMap<u64, f64> = BTreeMap::new();
    for (who, own) in &risk {
        *nobody.entry(who / 2).or_insert(1.0) *= 1.0 - own;
    }
    let homes: Vec<f64> = nobody.values().map(|nobody| 1.0 - nobody).collect();
    let household = report.risk.household.as_ref().unwrap();
    near(
        household.risk.max,
        homes.iter().copied().fold(0.0, f64::max),
        what,
    );
    near(
        household.risk.mean,
        homes.iter().sum::<f64>() / homes.len() as f64,
        what,
    );
}

/// Sets of attributes that single a person out while no part of them does.
fn special_uniques(rows: &[Row], shown: bool, report: &RiskReport, what: &str) {
    let mut minimal = [0_u64; 2];
    // One unit per person, or one per person and combination.
    let units: BTreeSet<(u64, u64, u64)> = match shown {
        true => rows.iter().map(|row| (row.0, 0, 0)).collect(),
        false => rows.iter().map(|row| (row.0, row.1, row.2)).collect(),
    };
    for &(who, age, town) in &units {
        let alone = |attributes: &[usize]| {
            let own = classes(rows, attributes, shown)
                .into_iter()
                .find(|(key, people)| {
                    let cells: Vec<u64> = attributes.iter().map(|&it| [age, town][it]).collect();
                    people.contains(&who) && (shown || *key == vec![cells])
                });
            own.unwrap().1.len() == 1
        };
        let single = [alone(&[0]), alone(&[1])];
        minimal[0] += single.iter().filter(|alone| **alone).count() as u64;
        minimal[1] += u64::from(single == [false, false] && alone(&[0, 1]));
    }
    let suda = &report.suda.as_ref().unwrap().suda;
    assert_eq!(suda.minimal, minimal, "{what}");
}

#[test]
fn every_risk_counts_people() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 1..25 {
        let rows = rows(8 + seed % 9, seed);
        let place = written(folder.path(), "in.csv", &rows);
        for shown in [true, false] {
            let what = format!("seed {seed}, shown {shown}");
            let options = RiskOptions {
                weight: Some("w".into()),
                household: Some("home".into()),
                target_k: 3,
                target_l: 1,
                ..RiskOptions::default()
            };
            let report = bauta::risk(&project(&place, shown), &options, &Silent)
                .unwrap_or_else(|error| panic!("{what}: {error}"));
            judged(&rows, shown, &report, &what);
            let population = report.population.as_ref().unwrap();
            assert_eq!(population.uniqueness.is_some(), shown, "{what}");
            let estimated = report
                .notes
                .iter()
                .any(|it| it.contains("is not estimated"));
            assert_eq!(estimated, !shown, "{what}: {:?}", report.notes);
        }
    }
}

/// What is counted by rows elsewhere is refused, not counted by rows here.
#[test]
fn what_people_do_not_have_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let rows = rows(12, 5);
    let place = written(folder.path(), "in.csv", &rows);
    let refused = |options: &RiskOptions, place: &str| {
        let error = bauta::risk(&project(place, true), options, &Silent).unwrap_err();
        error.to_string()
    };
    let table = RiskOptions {
        population: Some(place.clone()),
        ..RiskOptions::default()
    };
    assert!(refused(&table, &place).contains("compared row by row"));
    let few = RiskOptions {
        population: Some("11".into()),
        ..RiskOptions::default()
    };
    assert!(refused(&few, &place).contains("12 people"));
    let text = std::fs::read_to_string(&place).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let weighed = |line: &String| line.starts_with("N0,") || line.starts_with("N1,");
    let places: Vec<usize> = (0..lines.len()).filter(|&it| weighed(&lines[it])).collect();
    let twice = places
        .windows(2)
        .find(|two| lines[two[0]][..3] == lines[two[1]][..3]);
    let last = twice.expect("somebody has two rows")[1];
    let cells: Vec<&str> = lines[last].split(',').collect();
    lines[last] = [cells[0], cells[1], cells[2], cells[3], "99", cells[5]].join(",");
    let other = folder.path().join("other.csv").display().to_string();
    std::fs::write(&other, lines.join("\n")).unwrap();
    let weights = RiskOptions {
        weight: Some("w".into()),
        ..RiskOptions::default()
    };
    assert!(refused(&weights, &other).contains("differ between rows of one person"));
}
