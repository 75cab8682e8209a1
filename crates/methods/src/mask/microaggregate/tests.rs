//! The header's invariants: the tree against the plain search, one attribute against all partitions.

use proptest::prelude::*;
use rand::RngExt;

use super::groups::{Partition, Space, mdav};
use super::line::Line;
use super::sums::{Sums, within};
use super::{Microaggregate, line};
use crate::laws::context;
use crate::trial::{Trial, numbers, settings};

/// MDAV as its authors tell it, by looking at every row.
fn plain(points: &[Vec<f64>], size: usize) -> Vec<Vec<u32>> {
    let far = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
    let mut left: Vec<u32> = (0..points.len() as u32).collect();
    let mut groups = Vec::new();
    let mean = |left: &[u32]| -> Vec<f64> {
        let sum = |c: usize| {
            left.iter().map(|&row| points[row as usize][c]).sum::<f64>() / left.len() as f64
        };
        (0..points[0].len()).map(sum).collect()
    };
    let farthest = |left: &[u32], from: &[f64]| -> u32 {
        *left
            .iter()
            .max_by(|&&a, &&b| {
                far(&points[a as usize], from).total_cmp(&far(&points[b as usize], from))
            })
            .unwrap()
    };
    let mut around = |left: &mut Vec<u32>, row: u32| {
        left.sort_by(|&a, &b| {
            let from = |other: u32| far(&points[other as usize], &points[row as usize]);
            from(a).total_cmp(&from(b)).then(a.cmp(&b))
        });
        groups.push(left.drain(..size).collect::<Vec<u32>>());
    };
    while left.len() >= 3 * size {
        let first = farthest(&left, &mean(&left));
        let second = farthest(&left, &points[first as usize]);
        around(&mut left, first);
        around(&mut left, second);
    }
    if left.len() >= 2 * size {
        let first = farthest(&left, &mean(&left));
        around(&mut left, first);
    }
    if !left.is_empty() {
        groups.push(left);
    }
    groups
}

fn trial(columns: &[Vec<f64>]) -> Trial {
    let names = ["a", "b", "c", "d"];
    let text: Vec<Vec<String>> = columns
        .iter()
        .map(|column| column.iter().map(|v| format!("{v:.6}")).collect())
        .collect();
    let pairs: Vec<(&str, &[String])> = names
        .iter()
        .copied()
        .zip(text.iter().map(Vec::as_slice))
        .collect();
    Trial::of_columns(&pairs)
}

#[test]
fn mdav_finds_the_groups_of_the_plain_search() {
    for seed in 0..48 {
        let mut draw = context(seed).rng;
        let (rows, width, size) = (
            1 + seed as usize * 13,
            1 + seed as usize % 4,
            2 + seed as usize % 5,
        );
        // Even, with long tails, and mostly alike: the tree of the first is cut half-way, that of the second at the middle point too.
        let mut shaped = |column: usize| match (seed % 3, column) {
            (1, _) => (0.001 + draw.random::<f64>()).powi(-2),
            (2, 1..) if draw.random::<f64>() < 0.9 => 0.0,
            _ => draw.random::<f64>(),
        };
        let columns: Vec<Vec<f64>> = (0..width)
            .map(|column| (0..rows).map(|_| shaped(column)).collect())
            .collect();
        let trial = trial(&columns);
        let table: Vec<&bauta_table::Column> =
            trial.table.attributes().iter().map(|a| &a.column).collect();
        let found = mdav(&Space::of(&table), size, None);
        let scaled: Vec<Vec<f64>> = table
            .iter()
            .map(|column| {
                let values = column.measures().unwrap();
                let mean = values.iter().sum::<f64>() / rows as f64;
                let spread =
                    (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / rows as f64).sqrt();
                values
                    .iter()
                    .map(|v| if spread > 0.0 { v / spread } else { 0.0 })
                    .collect()
            })
            .collect();
        let points: Vec<Vec<f64>> = (0..rows)
            .map(|row| scaled.iter().map(|column| column[row]).collect())
            .collect();
        let groups = plain(&points, size);
        let mut expected = vec![0; rows];
        for (group, members) in groups.iter().enumerate() {
            members
                .iter()
                .for_each(|&row| expected[row as usize] = group as u32);
        }
        assert_eq!(
            found.of_row, expected,
            "seed {seed}: {rows} rows, k = {size}"
        );
    }
}

/// Values along a line.
fn line(values: &[f64]) -> Line {
    let mut order: Vec<u32> = (0..values.len() as u32).collect();
    order.sort_by(|&a, &b| values[a as usize].total_cmp(&values[b as usize]));
    let sorted: Vec<f64> = order.iter().map(|&row| values[row as usize]).collect();
    let runs = sorted
        .chunk_by(|a, b| a == b)
        .map(|run| (run[0], run.len()))
        .collect();
    Line { order, runs }
}

/// The sum of squares inside the groups of some values.
fn inside(values: &[f64], found: &Partition) -> f64 {
    let squares = |group: usize| {
        let own = values
            .iter()
            .zip(&found.of_row)
            .filter(|(_, own)| **own == group as u32)
            .map(|(value, _)| *value);
        cost(&own.collect::<Vec<f64>>())
    };
    (0..found.count).map(squares).sum()
}

fn cost(run: &[f64]) -> f64 {
    let mean = run.iter().sum::<f64>() / run.len() as f64;
    run.iter().map(|value| (value - mean).powi(2)).sum::<f64>()
}

/// The same as [`least`] for longer lines: groups of k to 2k-1, end by end.
fn least_by_ends(sorted: &[f64], size: usize) -> f64 {
    let mut best = vec![f64::INFINITY; sorted.len() + 1];
    best[0] = 0.0;
    for end in size..=sorted.len() {
        let from = end.saturating_sub(2 * size - 1)..=end - size;
        best[end] = from
            .map(|start| best[start] + cost(&sorted[start..end]))
            .fold(f64::INFINITY, f64::min);
    }
    best[sorted.len()]
}

/// The least sum of squares over all ways to cut sorted values in runs of at least `size`.
fn least(sorted: &[f64], size: usize) -> f64 {
    let cut = |first: usize| {
        cost(&sorted[..first])
            + if first < sorted.len() {
                least(&sorted[first..], size)
            } else {
                0.0
            }
    };
    let ends = (size..=sorted.len())
        .filter(|&first| first == sorted.len() || sorted.len() - first >= size);
    ends.map(cut).fold(f64::INFINITY, f64::min)
}

proptest! {
    #[test]
    fn one_attribute_is_grouped_with_the_least_sum_of_squares(
        values in proptest::collection::vec(0u32..40, 2..12), size in 1usize..4
    ) {
        prop_assume!(values.len() >= size);
        let values: Vec<f64> = values.into_iter().map(f64::from).collect();
        let found = line::optimal(&line(&values), size, None);
        prop_assert!(found.sizes().iter().all(|&rows| rows >= size as u64));
        let mut sorted = values.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        prop_assert!((inside(&values, &found) - least(&sorted, size)).abs() < 1e-6);
    }

    /// Rows that share a value with many others are not all looked at.
    #[test]
    fn many_equals_are_grouped_with_the_least_sum_of_squares(
        values in proptest::collection::vec(0u32..6, 2..160), size in 1usize..6, far in 1u32..1000
    ) {
        prop_assume!(values.len() >= size);
        // Some values are frequent, some rare; distances differ.
        let values: Vec<f64> = values.into_iter().map(|value| f64::from(value.saturating_sub(2) * far + value)).collect();
        let found = line::optimal(&line(&values), size, None);
        prop_assert!(found.sizes().iter().all(|&rows| rows >= size as u64));
        let mut sorted = values.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let least = least_by_ends(&sorted, size);
        prop_assert!((inside(&values, &found) - least).abs() <= 1e-9 * (1.0 + least));
    }

    #[test]
    fn every_group_has_at_least_k_rows(seed in any::<u64>(), rows in 1usize..60, size in 1usize..6) {
        let mut draw = context(seed).rng;
        let a: Vec<String> = (0..rows).map(|_| draw.random_range(0..6).to_string()).collect();
        let b: Vec<String> = (0..rows).map(|_| format!("w{}", draw.random_range(0..3))).collect();
        let trial = Trial::of_columns(&[("a", &a), ("b", &b)]);
        let size_text = size.to_string();
        for (named, grouping) in [("a", "optimal"), ("a", "fixed"), ("a", "mdav"), ("a", "v-mdav"), ("a,b", "mdav"), ("a,b", "v-mdav")] {
            let given = settings(&[("attributes", named), ("grouping", grouping), ("group-size", &size_text)]);
            let tried = trial.tried(&Microaggregate, &given, 1);
            prop_assert_eq!(tried.is_err(), size > rows, "groups larger than the table are refused");
            let Ok(released) = tried else { continue };
            let mut rows_of = std::collections::BTreeMap::new();
            for (row, own) in released[0].iter().enumerate() {
                let key = if named == "a" { own.clone() } else { format!("{own}|{}", released[1][row]) };
                *rows_of.entry(key).or_insert(0) += 1;
            }
            prop_assert!(rows_of.values().all(|&found| found >= size.min(rows)), "{} {:?}", grouping, rows_of);
        }
    }
}

#[test]
fn means_are_kept() {
    let values: Vec<f64> = (0..97).map(|row| ((row * 37) % 89) as f64).collect();
    let trial = trial(&[
        values.clone(),
        values.iter().map(|v| (v * 7.0) % 13.0).collect(),
    ]);
    for grouping in ["mdav", "v-mdav"] {
        let given = settings(&[
            ("attributes", "a,b"),
            ("grouping", grouping),
            ("group-size", "5"),
        ]);
        let released = trial.released(&Microaggregate, &given, 1);
        for (place, column) in released.iter().enumerate() {
            let was = trial.table.attributes()[place].column.measures().unwrap();
            assert!((numbers(column).iter().sum::<f64>() - was.iter().sum::<f64>()).abs() < 1e-4);
        }
    }
}

#[test]
fn medians_modes_and_classes() {
    let cells: [(&str, &[&str]); 2] = [
        ("x", &["1", "2", "9", "9", "30", ""]),
        ("q", &["a", "a", "a", "b", "b", "b"]),
    ];
    let trial = Trial::of_columns(&cells).with_role(&["q"], bauta_table::Role::QuasiIdentifier);
    let with = |aggregate: &str| {
        let given = settings(&[
            ("attributes", "x"),
            ("grouping", "classes"),
            ("aggregate", aggregate),
        ]);
        trial.released(&Microaggregate, &given, 1)[0].clone()
    };
    assert_eq!(with("mean"), ["4", "4", "4", "19.5", "19.5", ""]);
    assert_eq!(with("median"), ["2", "2", "2", "19.5", "19.5", ""]);
    assert_eq!(with("mode"), ["1", "1", "1", "9", "9", ""]);
    let faults = trial
        .tried(&Microaggregate, &settings(&[("attributes", "x")]), 1)
        .unwrap_err();
    assert!(faults[0].to_string().contains("missing"), "{faults:?}");
}

#[test]
fn what_is_lost_is_the_variation_inside_groups() {
    let trial = Trial::of_column("x", &["0", "2", "10", "12"]);
    let partition = line::optimal(&line(&[0.0, 2.0, 10.0, 12.0]), 2, None);
    let share = within(&[Sums::of(&trial.table.attributes()[0].column, &partition)]).unwrap();
    assert!((share - 4.0 / 104.0).abs() < 1e-12, "{share}");
}
