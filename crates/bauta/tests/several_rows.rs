//! People with several rows in `risk` and `attack`: every figure counts people, as slow counts of small tables find, and what cannot be counted so is
//! left out with a reason.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bauta::project::Project;
use bauta::{AttackRequest, Attacked, RiskOptions, RiskReport};
use bauta_table::Silent;

/// Who, age, town, illness.
type Row = (u64, u64, u64, u64);

/// People with one row to three each; a row is like another one of the same person in most attributes.
fn rows(people: u64, seed: u64) -> Vec<Row> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut draw = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut rows = Vec::new();
    for who in 0..people {
        let (age, town) = (draw(3), draw(3));
        for _ in 0..1 + draw(3) {
            let age = if draw(4) == 0 { draw(3) } else { age };
            rows.push((who, age, town, draw(3)));
        }
    }
    rows
}

fn written(folder: &Path, name: &str, rows: &[Row]) -> String {
    let mut text = String::from("who,age,town,illness,w,home\n");
    for (who, age, town, illness) in rows {
        let (weight, home) = (weight(*who), who / 2);
        text += &format!(
            "N{who},{},town {town},ill {illness},{weight},H{home}\n",
            20 + age
        );
    }
    let place = folder.join(name).display().to_string();
    std::fs::write(&place, text).unwrap();
    place
}

fn weight(who: u64) -> u64 {
    // Shared by several people: a weight of one's own would show which rows are one person's.
    4 + who % 3 * 9
}

fn project(place: &str, shown: bool) -> Project {
    let mut project = Project::new(place);
    project.roles.quasi_identifiers = vec!["age".into(), "town".into()];
    project.roles.sensitive = vec!["illness".into()];
    project.roles.person = vec!["who".into()];
    if !shown {
        project.roles.drop = vec!["who".into()];
    }
    project
}

/// What a person is known by: single rows, or all rows together.
type Class = Vec<Vec<u64>>;

/// The classes of people by some attributes (age 0, town 1), counted row by row.
fn classes(rows: &[Row], attributes: &[usize], shown: bool) -> BTreeMap<Class, BTreeSet<u64>> {
    let cell = |row: &Row, attribute: usize| [row.1, row.2][attribute];
    let cells = |row: &Row| {
        attributes
            .iter()
            .map(|&it| cell(row, it))
            .collect::<Vec<u64>>()
    };
    let mut lists: BTreeMap<u64, Class> = BTreeMap::new();
    rows.iter()
        .for_each(|row| lists.entry(row.0).or_default().push(cells(row)));
    lists.values_mut().for_each(|list| list.sort());
    let mut classes: BTreeMap<Class, BTreeSet<u64>> = BTreeMap::new();
    for row in rows {
        let key = match shown {
            true => lists[&row.0].clone(),
            false => vec![cells(row)],
        };
        classes.entry(key).or_default().insert(row.0);
    }
    classes
}

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

fn near(found: f64, expected: f64, what: &str) {
    assert!(
        (found - expected).abs() < 1e-7,
        "{what}: {found} is not {expected}"
    );
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
    // One unit a person, or one a person and combination.
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

/// A release with ages in groups; the order of rows and the names tell who is who to the test only.
fn release(folder: &Path, rows: &[Row], pseudonym: bool) -> String {
    let mut text = String::from(if pseudonym { "Pseudo," } else { "" });
    text += "age,town,illness\n";
    for (who, age, town, illness) in rows.iter().rev() {
        if pseudonym {
            text += &format!("P{},", who * 31 % 97);
        }
        let group = if *age < 2 { "[20-21]" } else { "[22-23]" };
        text += &format!("{group},town {town},ill {illness}\n");
    }
    let place = folder.join("out.csv").display().to_string();
    std::fs::write(&place, text).unwrap();
    place
}

fn attacked(place: &str, original: &str, pseudonym: bool) -> Attacked {
    let mut project = Project::new(place);
    project.roles.quasi_identifiers = vec!["age".into(), "town".into()];
    project.roles.sensitive = vec!["illness".into()];
    project.roles.identifiers = vec!["who".into()];
    let request = AttackRequest {
        original: Some(original.into()),
        attacks: 200,
        ..AttackRequest::default()
    };
    bauta::attack(&project, None, &request, &Silent)
        .unwrap_or_else(|error| panic!("pseudonym {pseudonym}: {error}"))
}

/// For each person, the released people who may be that person: every row of the one fits a row of the other.
fn fitting(rows: &[Row]) -> BTreeMap<u64, BTreeSet<u64>> {
    let fits = |one: &Row, other: &Row| (one.1 < 2) == (other.1 < 2) && one.2 == other.2;
    let people: BTreeSet<u64> = rows.iter().map(|row| row.0).collect();
    let of = |who: u64| rows.iter().filter(move |row| row.0 == who);
    let may_be = |who: u64, other: u64| of(who).all(|row| of(other).any(|it| fits(row, it)));
    people
        .iter()
        .map(|&who| {
            let others = people.iter().copied().filter(|&other| may_be(who, other));
            (who, others.collect())
        })
        .collect()
}

#[test]
fn attacks_look_for_people() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 1..15 {
        let rows = rows(10 + seed % 7, seed);
        let original = written(folder.path(), "in.csv", &rows);
        let found = attacked(&release(folder.path(), &rows, true), &original, true);
        let expected = fitting(&rows);
        let people = expected.len() as u64;
        assert_eq!(found.people, Some(people), "seed {seed}");
        let record = &found.linkage.as_ref().unwrap().record;
        assert_eq!(
            (record.people, record.found),
            (people, people),
            "seed {seed}"
        );
        let unique = expected.values().filter(|fits| fits.len() == 1).count() as u64;
        assert_eq!(record.unique, unique, "seed {seed}");
        let share: f64 = expected.values().map(|fits| 1.0 / fits.len() as f64).sum();
        near(record.expected, share, "expected matches");
        // A value is certain where all who may be the person have it.
        let has = |who: u64, illness: u64| rows.iter().any(|row| row.0 == who && row.3 == illness);
        let certain = expected
            .values()
            .filter(|fits| (0..3).any(|illness| fits.iter().all(|&who| has(who, illness))));
        let linked = &found.linkage.as_ref().unwrap().attributes[0];
        assert_eq!(linked.certain, certain.count() as u64, "seed {seed}");
        // Homogeneous classes: everybody with the same rows has one value.
        let grouped: Vec<Row> = rows
            .iter()
            .map(|row| (row.0, u64::from(row.1 >= 2), row.2, row.3))
            .collect();
        let classes = classes(&grouped, &[0, 1], true);
        let homogeneous = classes
            .values()
            .filter(|people| (0..3).any(|illness| people.iter().all(|&who| has(who, illness))));
        let homogeneous: usize = homogeneous.map(BTreeSet::len).sum();
        assert_eq!(
            found.classes[0].homogeneity.rows, homogeneous as u64,
            "seed {seed}"
        );
        let criteria = found.criteria.as_ref().unwrap();
        assert_eq!(
            criteria.linkability.as_ref().unwrap().attack.attacks,
            people
        );
        assert_eq!(criteria.inference[0].criterion.attack.attacks, people);

        // Without pseudonyms nobody knows whose the released rows are: nothing is counted by rows instead.
        let found = attacked(&release(folder.path(), &rows, false), &original, false);
        assert!(
            found.linkage.is_none() && found.classes.is_empty(),
            "seed {seed}"
        );
        let unknown: Vec<&str> = found.unknown.iter().map(|it| it.attack).collect();
        assert!(unknown.contains(&"record-linkage") && unknown.contains(&"homogeneity"));
    }
}

/// Three rows of each person that are alike do not hide the person: whoever is described is one person.
#[test]
fn three_rows_of_one_person_single_out_one_person() {
    let folder = tempfile::tempdir().unwrap();
    let rows: Vec<Row> = (0..30)
        .flat_map(|who| (0..3).map(move |_| (who, who, who % 3, who % 2)))
        .collect();
    let original = written(folder.path(), "in.csv", &rows);
    let mut project = project(&original, true);
    project.roles.person.clear();
    project.roles.identifiers = vec!["who".into()];
    let request = AttackRequest {
        original: Some(original.clone()),
        attacks: 100,
        ..AttackRequest::default()
    };
    let found = bauta::attack(&project, None, &request, &Silent).unwrap();
    let several = &found.criteria.as_ref().unwrap().singling_out.several;
    assert!(several.attack.rate > 0.95, "{several:?}");
    let second = AttackRequest {
        second: Some(original),
        ..AttackRequest::default()
    };
    let refused = bauta::attack(&project, None, &second, &Silent).unwrap_err();
    assert!(
        refused.to_string().contains("intersected row by row"),
        "{refused}"
    );
}
