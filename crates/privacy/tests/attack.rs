//! Attacks against slow and obvious judges, on tables of chance.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

use std::collections::BTreeMap;

use bauta_privacy::attack::inference::{Secret, inference};
use bauta_privacy::attack::intersection::{by_classes, by_identifier};
use bauta_privacy::attack::linkability::linkability;
use bauta_privacy::attack::record_linkage::record_linkage;
use bauta_privacy::attack::singling_out::{by_one, by_several, of_nobody, singling_out};
use bauta_privacy::attack::table_linkage::{presence, probabilities};
use bauta_privacy::attack::{
    Classes, Frame, Near, People, Rate, background, candidates, homogeneity, similarity, targets,
};
use bauta_table::{Hierarchy, Table};
use bauta_testkit::table_of;
use rand::RngExt;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

fn table(header: &[&str], rows: &[Vec<String>]) -> Table {
    let rows: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    table_of(header, &rows.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

fn names(header: &[&str]) -> Vec<String> {
    header.iter().map(|name| (*name).to_owned()).collect()
}

/// A label and whether it may mean a value, told by whoever wrote it.
type Label = (String, Box<dyn Fn(&str) -> bool>);

fn number_label(rng: &mut ChaCha20Rng) -> Label {
    let (low, width) = (rng.random_range(0..30i64), rng.random_range(1..12i64));
    let high = low + width;
    let number = |value: &str| value.parse::<i64>().unwrap();
    match rng.random_range(0..6) {
        0 => ("*".to_owned(), Box::new(|_| true)),
        1 => (
            format!("[{low}-{high}]"),
            Box::new(move |v| (low..=high).contains(&number(v))),
        ),
        2 => (
            format!("[{low},{high}["),
            Box::new(move |v| (low..high).contains(&number(v))),
        ),
        3 => (format!(">={low}"), Box::new(move |v| number(v) >= low)),
        4 => (
            format!("{{{low}, {high}}}"),
            Box::new(move |v| number(v) == low || number(v) == high),
        ),
        _ => (format!("{low}"), Box::new(move |v| number(v) == low)),
    }
}

const TOWNS: [&str; 5] = ["18000", "18500", "69000", "69100", "75001"];

fn town_label(rng: &mut ChaCha20Rng) -> Label {
    let (one, other) = (TOWNS[rng.random_range(0..5)], TOWNS[rng.random_range(0..5)]);
    match rng.random_range(0..4) {
        0 => ("*".to_owned(), Box::new(|_| true)),
        1 => (
            format!("{}***", &one[..2]),
            Box::new(move |v| v[..2] == one[..2]),
        ),
        2 => (
            format!("{{{one}, {other}}}"),
            Box::new(move |v| v == one || v == other),
        ),
        _ => (one.to_owned(), Box::new(move |v| v == one)),
    }
}

/// The rows that may be each person's, counted one by one.
#[test]
fn candidates_are_those_that_every_label_allows() {
    for seed in 0..40 {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let people: Vec<Vec<String>> = (0..25)
            .map(|_| {
                vec![
                    rng.random_range(0..35).to_string(),
                    TOWNS[rng.random_range(0..5)].to_owned(),
                ]
            })
            .collect();
        let labels: Vec<[Label; 2]> = (0..30)
            .map(|_| [number_label(&mut rng), town_label(&mut rng)])
            .collect();
        let written: Vec<Vec<String>> = labels
            .iter()
            .map(|row| row.iter().map(|(text, _)| text.clone()).collect())
            .collect();
        let (external, released) = (
            table(&["age", "town"], &people),
            table(&["age", "town"], &written),
        );
        let frame = Frame::of(
            &[&external, &released],
            &[1],
            &names(&["age", "town"]),
            &BTreeMap::new(),
        )
        .unwrap();
        assert!(
            frame.not_understood(0).is_empty() && frame.not_understood(1).is_empty(),
            "{seed}"
        );
        let matched = candidates(&frame, 1, 0, &[0, 1]);
        let found = matched.rows_of_person();
        let mut expected_right = 0.0;
        for (row, person) in people.iter().enumerate() {
            let fits = |labels: &&[Label; 2]| {
                labels
                    .iter()
                    .zip(person)
                    .all(|((_, may), value)| may(value))
            };
            let expected = labels.iter().filter(fits).count() as u64;
            assert_eq!(
                found[matched.person_of_row[row] as usize], expected,
                "seed {seed}, person {row}"
            );
            expected_right += if expected > 0 {
                1.0 / expected as f64
            } else {
                0.0
            };
        }
        let linked = record_linkage(&matched, None, 0.95);
        assert!((linked.expected - expected_right).abs() < 1e-9);
        assert_eq!(linked.candidates.values().sum::<u64>(), 25);
    }
}

/// Presence, where classes do not overlap, is rows over people; and never above 1.
#[test]
fn presence_is_rows_over_people() {
    assert_eq!(
        (presence(4, 5), presence(6, 5), presence(1, 0)),
        (0.8, 1.0, 0.0)
    );
    let people: Vec<Vec<String>> = (0..10).map(|row| vec![(row * 3).to_string()]).collect();
    let released: Vec<Vec<String>> = ["[0-10]", "[0-10]", "[11-30]"]
        .iter()
        .map(|l| vec![(*l).to_owned()])
        .collect();
    let (people, released) = (table(&["a"], &people), table(&["a"], &released));
    let frame = Frame::of(
        &[&people, &released],
        &[1],
        &names(&["a"]),
        &BTreeMap::new(),
    )
    .unwrap();
    let matched = candidates(&frame, 1, 0, &[0]);
    let found = probabilities(&matched);
    // 0, 3, 6 and 9 share two rows; the other six share one.
    for (row, person) in matched.person_of_row.iter().enumerate() {
        let expected = if row < 4 { 0.5 } else { 1.0 / 6.0 };
        assert!((found[*person as usize] - expected).abs() < 1e-12, "{row}");
    }
}

/// Ninety-five intervals of a hundred hold the true share, about, whatever it is.
#[test]
fn intervals_cover_as_often_as_they_say() {
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    for (n, share) in [(20, 0.1), (50, 0.5), (200, 0.02), (200, 0.9), (1000, 0.3)] {
        let trials = 4000;
        let covered = (0..trials).filter(|_| {
            let hits = (0..n)
                .filter(|_| rng.random_range(0.0..1.0) < share)
                .count();
            let rate = Rate::new(hits as f64, n, 0.95);
            rate.low <= share && share <= rate.high
        });
        let covered = covered.count() as f64 / f64::from(trials);
        assert!((0.925..=0.985).contains(&covered), "{n} {share}: {covered}");
    }
}

/// Four classes by hand: one homogeneous, one of two similar values, one of two different ones, one of three.
#[test]
fn classes_fall_as_they_should() {
    let rows: &[&[&str]] = &[
        &["a", "flu"],
        &["a", "flu"],
        &["b", "flu"],
        &["b", "cold"],
        &["c", "flu"],
        &["c", "ulcer"],
        &["c", ""],
        &["d", "flu"],
        &["d", "cold"],
        &["d", "ulcer"],
    ];
    let table = table_of(&["q", "s"], rows);
    let classes = Classes::of(&table, &[0], 1);
    let same = homogeneity::homogeneity(&classes);
    assert_eq!(
        (same.classes, same.rows, same.first_rows.clone()),
        (1, 2, vec![1])
    );
    let lines: Vec<Vec<String>> = [
        ["flu", "lungs", "*"],
        ["cold", "lungs", "*"],
        ["ulcer", "stomach", "*"],
    ]
    .iter()
    .map(|line| line.iter().map(|cell| (*cell).to_owned()).collect())
    .collect();
    let hierarchy = Hierarchy::from_rows("s", &lines).unwrap();
    let bound = hierarchy.bind("s", &table.attributes()[1].column).unwrap();
    let similar = similarity::similarity(&classes, &bound);
    assert_eq!(
        (
            similar.len(),
            similar[0].level,
            similar[0].shares.classes,
            similar[0].shares.rows
        ),
        (1, 1, 1, 2)
    );
    let excluded: Vec<(usize, u64, u64)> = background::background(&classes, 3)
        .iter()
        .map(|found| (found.excluded, found.shares.classes, found.shares.rows))
        .collect();
    assert_eq!(excluded, [(1, 3, 7), (2, 4, 10), (3, 4, 10)]);
}

/// Two releases of the same six people, generalised differently; each is 2-diverse, together they give somebody away.
#[test]
fn two_diverse_releases_can_disclose_together() {
    let first: &[&[&str]] = &[
        &["1", "[20-29]", "flu"],
        &["2", "[20-29]", "cold"],
        &["3", "[30-39]", "ulcer"],
        &["4", "[30-39]", "flu"],
        &["5", "[40-49]", "cold"],
        &["6", "[40-49]", "ulcer"],
    ];
    let second: &[&[&str]] = &[
        &["1", "[20-24]", "flu"],
        &["9", "[20-24]", "ulcer"],
        &["2", "[25-34]", "cold"],
        &["3", "[25-34]", "ulcer"],
        &["4", "[35-49]", "flu"],
        &["5", "[35-49]", "cold"],
        &["6", "[35-49]", "ulcer"],
    ];
    let header = ["id", "age", "s"];
    let (first, second) = (table_of(&header, first), table_of(&header, second));
    let frame = Frame::of(
        &[&first, &second],
        &[0, 1],
        &names(&["age"]),
        &BTreeMap::new(),
    )
    .unwrap();
    let matched = candidates(&frame, 1, 0, &[0]);
    let column = |table: &'_ Table, index: usize| table.attributes()[index].column.clone();
    let people = People::of(&first, &second, &names(&["id"])).unwrap();
    let linked = by_identifier(
        "s",
        &matched,
        &column(&first, 2),
        &column(&second, 2),
        &people,
    );
    // Person 1: {flu, cold} and {flu, ulcer}; 2: {flu, cold} and {cold, ulcer}; 3: {ulcer, flu} and {cold, ulcer}; 4 to 6 keep their two.
    assert_eq!(
        (linked.rows, linked.disclosed, linked.narrowed, linked.empty),
        (6, 3, 0, 0)
    );
    let loose = by_classes("s", &matched, &column(&first, 2), &column(&second, 2));
    // Rows of [20-29] may be in [20-24] or [25-34]: nothing is gained, and so for the others.
    assert_eq!((loose.rows, loose.disclosed, loose.narrowed), (6, 0, 0));
}

/// People with a unique number, a unique word and a secret.
fn originals(rows: usize) -> Table {
    let rows: Vec<Vec<String>> = (0..rows)
        .map(|row| {
            let secret = ["x", "y", "z", "u"][(row * row + row / 3) % 4].to_owned();
            vec![
                (1000 + row * 7).to_string(),
                format!("w{}", (row * 31) % rows),
                (row % 5).to_string(),
                secret,
            ]
        })
        .collect();
    table(&["number", "word", "small", "secret"], &rows)
}

fn shuffled(table: &Table, seed: u64) -> Table {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut order: Vec<u32> = (0..table.rows() as u32).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, rng.random_range(0..=last));
    }
    table.picked(&order)
}

fn all_rates(original: &Table, released: &Table) -> Vec<Rate> {
    let header = names(&["number", "word", "small", "secret"]);
    let frame = Frame::of(&[original, released], &[1], &header, &BTreeMap::new()).unwrap();
    let near = Near::new(&frame, 1);
    let rows = targets(original);
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    let mut draw = |below: usize| rng.random_range(0..below.max(1));
    let (one, several) = (
        by_one(&near, &[0, 1, 2, 3], 300, &mut draw),
        by_several(&near, &[0, 1, 2, 3], 300, &mut draw),
    );
    let nobody = of_nobody(&near, &several, &mut draw);
    let secret = Secret {
        known: &[0, 2],
        secret: 3,
        tolerance: 0.05,
    };
    vec![
        singling_out(&near, &one, 0, 0.95),
        singling_out(&near, &several, 0, 0.95),
        singling_out(&near, &nobody, 0, 0.95),
        linkability(&near, 0, &rows, [&[0], &[1]], 0.95),
        inference(&near, 0, &rows, &secret, 0.95),
    ]
}

#[test]
fn a_published_original_gives_everybody_away() {
    let original = originals(200);
    let rates = all_rates(&original, &original);
    assert_eq!(
        (rates[0].rate, rates[1].rate, rates[3].rate, rates[4].rate),
        (1.0, 1.0, 1.0, 1.0)
    );
    assert!(rates[2].rate < 0.9, "{:?}", rates[2]);
}

#[test]
fn the_order_of_released_rows_changes_nothing() {
    let original = originals(120);
    for (seed, released) in [
        (1, originals(120)),
        (2, originals(77)),
        (3, starred(120, 2)),
        (4, starred(120, 3)),
    ] {
        assert_eq!(
            all_rates(&original, &released),
            all_rates(&original, &shuffled(&released, seed)),
            "{seed}"
        );
    }
}

/// The same people with the first attributes hidden.
fn starred(rows: usize, hidden: usize) -> Table {
    let original = originals(rows);
    let star: Vec<Vec<String>> = (0..rows)
        .map(|row| {
            let label = |(at, attribute): (usize, &bauta_table::Attribute)| {
                if at < hidden {
                    "*".to_owned()
                } else {
                    attribute.column.label(row).into_owned()
                }
            };
            original
                .attributes()
                .iter()
                .enumerate()
                .map(label)
                .collect()
        })
        .collect();
    table(&["number", "word", "small", "secret"], &star)
}

#[test]
fn stars_tell_nothing() {
    let rates = all_rates(&originals(120), &starred(120, 4));
    assert_eq!((rates[0].attacks, rates[1].rate), (0, 0.0));
    assert!((rates[3].rate - 1.0 / 120.0).abs() < 1e-9, "{:?}", rates[3]);
    assert_eq!(rates[4].rate, 0.0);
}
