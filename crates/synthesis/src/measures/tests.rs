//! Measures of synthetic tables: by hand, by brute force, and on tables whose answer is known.

use bauta_table::{ColumnBuilder, ReadAs, Table};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::association::associations;
use super::copies::copies;
use super::nearest::{Closeness, nearest, places, share_nearer};
use super::variation::{one_way, two_way};
use super::*;

fn table(columns: &[(&str, &[&str])]) -> Table {
    Table::new(columns.iter().map(|(name, cells)| {
        let mut builder = ColumnBuilder::new();
        cells.iter().for_each(|cell| builder.push_text(cell));
        (
            (*name).to_owned(),
            builder.finish(&ReadAs {
                text_may_be_typed: true,
                ..ReadAs::default()
            }),
        )
    }))
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// People drawn at random: a group, a number that follows it, and a third attribute.
fn people(rows: usize, seed: u64) -> Table {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut columns = [
        ColumnBuilder::new(),
        ColumnBuilder::new(),
        ColumnBuilder::new(),
    ];
    for _ in 0..rows {
        let group = rng.random_range(0..4u32);
        let number = group * 20 + rng.random_range(0..40u32);
        columns[0].push_text(&format!("g{group}"));
        columns[1].push_text(&number.to_string());
        columns[2].push_text(&format!("c{}", rng.random_range(0..6u32)));
    }
    let how = ReadAs {
        text_may_be_typed: true,
        ..ReadAs::default()
    };
    let named = ["group", "number", "colour"].into_iter().zip(columns);
    Table::new(named.map(|(name, column)| (name.to_owned(), column.finish(&how))))
}

#[test]
fn variation_by_hand() {
    // a: real 3/4, 1/4; synthetic 1/2, 1/2 -> 1/4. b: x 1/2 y 1/2 against x 1/4 y 1/2 z 1/4 -> 1/4.
    let real = table(&[("a", &["p", "p", "p", "q"]), ("b", &["x", "x", "y", "y"])]);
    let made = table(&[("a", &["q", "p", "p", "q"]), ("b", &["x", "y", "y", "z"])]);
    let aligned = Aligned::of(&[&real, &made], &names(&["a", "b"]));
    let one = one_way(&aligned, 0, 1);
    assert_eq!(
        one.tables.iter().map(|it| it.variation).collect::<Vec<_>>(),
        [0.25, 0.25]
    );
    assert_eq!(one.mean, 0.25);
    // Pairs: real px 2, py 1, qy 1; synthetic qx 1, py 2, qz 1: ½(2+1+1+1+1)/4.
    let two = two_way(&aligned, 0, 1);
    assert_eq!(two.mean, 0.75);
    assert_eq!(two.mean_of_exact_values, 0.75);
    assert_eq!(two_way(&aligned, 1, 1).max, 0.0);
}

#[test]
fn a_sample_of_the_table_reaches_the_floor() {
    let real = people(4_000, 1);
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    let rows: Vec<u32> = (0..4_000).map(|_| rng.random_range(0..4_000)).collect();
    let aligned = Aligned::of(
        &[&real, &real.picked(&rows)],
        &names(&["group", "number", "colour"]),
    );
    for found in [one_way(&aligned, 0, 1), two_way(&aligned, 0, 1)] {
        assert!(
            (found.mean / found.floor - 1.0).abs() < 0.25,
            "{} {}",
            found.mean,
            found.floor
        );
    }
    assert!(aligned.fields[1].bins == 10 && aligned.fields[1].values > 50);
}

#[test]
fn associations_by_hand() {
    let one = table(&[
        ("n", &["1", "2", "3", "4"]),
        ("m", &["2", "4", "6", "8"]),
        ("c", &["u", "u", "v", "v"]),
        ("d", &["s", "s", "t", "t"]),
    ]);
    let other = table(&[
        ("n", &["1", "2", "3", "4"]),
        ("m", &["8", "6", "4", "2"]),
        ("c", &["u", "v", "u", "v"]),
        ("d", &["s", "s", "t", "t"]),
    ]);
    let found = associations(
        &Aligned::of(&[&one, &other], &names(&["n", "m", "c", "d"])),
        0,
        1,
    );
    let pair = |a: &str, b: &str| {
        found
            .pairs
            .iter()
            .find(|it| it.attributes == [a, b])
            .unwrap()
            .clone()
    };
    let close =
        |value: Option<f64>, expected: f64| assert!((value.unwrap() - expected).abs() < 1e-12);
    close(pair("n", "m").real, 1.0);
    close(pair("n", "m").synthetic, -1.0);
    // n by c: means 1.5 and 3.5 around 2.5: between 4, total 5.
    close(pair("n", "c").real, (4.0f64 / 5.0).sqrt());
    // c shuffled: means 2 and 3: between 1.
    close(pair("n", "c").synthetic, (1.0f64 / 5.0).sqrt());
    close(pair("c", "d").real, 1.0);
    close(pair("c", "d").synthetic, 0.0);
    assert!((found.max_difference - 2.0).abs() < 1e-12);
}

#[test]
fn copies_by_hand() {
    let real = table(&[("a", &["p", "p", "q", "r"]), ("b", &["1", "1", "2", "3"])]);
    let made = table(&[
        ("a", &["p", "q", "r", "q", "r"]),
        ("b", &["1", "2", "1", "2", "4"]),
    ]);
    let kept = table(&[("a", &["p", "z"]), ("b", &["1", "1"])]);
    let found = copies(
        &Aligned::of(&[&real, &made, &kept], &names(&["a", "b"])),
        0,
        1,
        Some(2),
    );
    assert_eq!(
        (found.rows, found.of_unique_rows, found.unique_rows),
        (3, 2, 2)
    );
    assert_eq!(
        (found.share, found.uniques_repeated, found.held_out_share),
        (0.6, 0.5, Some(0.5))
    );
    // Two of the four real rows are equal.
    assert_eq!(found.expected_share, 0.5);
}

/// Slow and obvious: Gower's distance of all pairs.
#[test]
fn the_nearest_rows_are_those_of_brute_force() {
    let (asked, base) = (people(60, 2), people(5_000, 3));
    let aligned = Aligned::of(&[&asked, &base], &names(&["group", "number", "colour"]));
    let tables = [&aligned.tables[0], &aligned.tables[1]];
    let ready = places(&aligned, &tables);
    let rows: Vec<u32> = (0..60).collect();
    let found = nearest(&ready[0], &rows, &ready[1], false);
    let numbers = aligned.fields[1].numbers.as_ref().unwrap();
    let range = numbers.iter().copied().fold(f64::MIN, f64::max)
        - numbers.iter().copied().fold(f64::MAX, f64::min);
    for (row, found) in found.iter().enumerate() {
        let mut all: Vec<f64> = (0..base.rows())
            .map(|other| {
                let differs = |field: usize| {
                    f64::from(u8::from(
                        tables[0].codes[field][row] != tables[1].codes[field][other],
                    ))
                };
                let number =
                    |table: usize, row: usize| numbers[tables[table].codes[1][row] as usize];
                (differs(0) + differs(2) + (number(0, row) - number(1, other)).abs() / range) / 3.0
            })
            .collect();
        all.sort_unstable_by(f64::total_cmp);
        assert!((found.first - all[0]).abs() < 1e-3 && (found.second - all[1]).abs() < 1e-3);
    }
}

#[test]
fn missing_numbers_are_near_each_other_only() {
    let real = table(&[("n", &["1", "", "100"]), ("c", &["a", "a", "a"])]);
    let made = table(&[("n", &["", "1"]), ("c", &["a", "a"])]);
    let aligned = Aligned::of(&[&made, &real], &names(&["n", "c"]));
    let ready = places(&aligned, &[&aligned.tables[0], &aligned.tables[1]]);
    let found = nearest(&ready[0], &[0, 1], &ready[1], false);
    assert_eq!((found[0].first, found[1].first), (0.0, 0.0));
    assert!((found[0].second - 0.5).abs() < 0.01 && (found[1].second - 0.5).abs() < 0.01);
}

/// Other people of the same kind are as near to both halves; a copy of one half is not.
#[test]
fn copied_rows_are_nearer_to_their_own_half() {
    let wanted = names(&["group", "number", "colour"]);
    let share = |train: &Table, kept: &Table, made: &Table| {
        let aligned = Aligned::of(&[train, kept, made], &wanted);
        let ready = places(&aligned, &aligned.tables.iter().collect::<Vec<_>>());
        let rows: Vec<u32> = (0..made.rows() as u32).collect();
        let (to_train, to_kept) = (
            nearest(&ready[2], &rows, &ready[0], false),
            nearest(&ready[2], &rows, &ready[1], false),
        );
        (
            share_nearer(&to_train, &to_kept),
            Closeness::of(&to_train).unwrap(),
        )
    };
    // Halves differ by chance, so several are looked at.
    let draws = 0..6u64;
    let halves = draws
        .clone()
        .map(|draw| (people(3_000, 10 + 3 * draw), people(3_000, 11 + 3 * draw)));
    let fair = halves
        .zip(draws.clone())
        .map(|((train, kept), draw)| share(&train, &kept, &people(3_000, 12 + 3 * draw)).0);
    let fair = fair.sum::<f64>() / 6.0;
    assert!((fair - 0.5).abs() < 0.02, "{fair}");
    // Few enough that not everybody has a double among the others.
    let (train, kept) = (people(300, 10), people(300, 11));
    let (copied, closeness) = share(&train, &kept, &train);
    assert!(copied > 0.6, "{copied}");
    assert_eq!(closeness.median, 0.0);
}
