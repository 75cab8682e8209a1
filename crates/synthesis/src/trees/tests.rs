//! What trees promise.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::draw::draw;
use super::grow::{Growing, learn};
use super::node::Trees;
use super::verify::verify;
use super::*;
use crate::request::Way;

/// Four variables: the second follows the first, the third both, the fourth is rare and by itself.
fn people(rows: usize, seed: u64) -> Vec<Vec<u32>> {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut columns = vec![Vec::new(); 4];
    for _ in 0..rows {
        let first = rng.random_range(0..5u32);
        let second = if rng.random::<f64>() < 0.8 {
            first
        } else {
            rng.random_range(0..7)
        };
        let third = u32::from((first + second) % 3 == 0) ^ u32::from(rng.random::<f64>() < 0.1);
        let fourth = (rng.random::<f64>().powi(6) * 40.0) as u32;
        [first, second, third, fourth]
            .into_iter()
            .zip(&mut columns)
            .for_each(|(code, column)| column.push(code));
    }
    columns
}

const VALUES: [usize; 4] = [5, 7, 2, 40];
const ORDERED: [bool; 4] = [false, false, false, true];

fn coded(columns: &[Vec<u32>]) -> Coded<'_> {
    Coded {
        columns,
        values: &VALUES,
        ordered: &ORDERED,
    }
}

fn learnt(columns: &[Vec<u32>], k: u64) -> Trees {
    learn(
        &coded(columns),
        &Growing {
            k,
            strictness: 0.5,
            ..Growing::default()
        },
        &|| false,
    )
}

/// Total variation of the joint table of some variables.
fn variation(one: &[Vec<u32>], other: &[Vec<u32>], variables: &[usize]) -> f64 {
    let mut counts = std::collections::BTreeMap::<Vec<u32>, [f64; 2]>::new();
    for (side, columns) in [one, other].into_iter().enumerate() {
        let rows = columns[0].len();
        let cells = (0..rows).map(|row| {
            variables
                .iter()
                .map(|&variable| columns[variable][row])
                .collect()
        });
        for cell in cells {
            counts.entry(cell).or_default()[side] += 1.0 / rows as f64;
        }
    }
    counts
        .values()
        .map(|shares| (shares[0] - shares[1]).abs() / 2.0)
        .sum()
}

#[test]
fn every_count_is_of_k_rows() {
    for (rows, k) in [(3_000, 10), (3_000, 50), (500, 1), (40, 30), (12, 10)] {
        let columns = people(rows, 1);
        let found = verify(&learnt(&columns, k), &coded(&columns));
        assert!(found.holds(k), "{rows} {k} {found:?}");
    }
}

#[test]
fn the_verifier_finds_a_count_of_fewer() {
    let columns = people(2_000, 2);
    let mut trees = learnt(&columns, 10);
    let sound = verify(&trees, &coded(&columns));
    // A value that the model says it tells together, told by itself.
    let node = trees
        .trees
        .iter_mut()
        .flat_map(|tree| &mut tree.nodes)
        .find(|node| node.pool.is_some())
        .unwrap();
    let (pool, rows) = node.pool.take().unwrap();
    node.told.push((pool[0], rows));
    let broken = verify(&trees, &coded(&columns));
    assert!(sound.holds(10) && !broken.holds(10));
    // Rows that were not there when it was learnt.
    assert!(verify(&learnt(&columns, 10), &coded(&people(1_900, 3))).wrong > 0);
}

#[test]
fn margins_are_kept() {
    let columns = people(4_000, 4);
    let trees = learnt(&columns, 10);
    for seed in 0..5 {
        let drawn = draw(
            &trees,
            4_000,
            Way::Quotas,
            &mut ChaCha20Rng::seed_from_u64(seed),
        );
        for variable in 0..4 {
            // A sample of 4 000 would be 1.4 % off for five even values.
            let off = variation(&columns, &drawn, &[variable]);
            assert!(off < 0.012, "{variable}: {off}");
        }
    }
}

#[test]
fn dependence_is_kept() {
    let columns = people(4_000, 5);
    let drawn = draw(
        &learnt(&columns, 10),
        4_000,
        Way::Quotas,
        &mut ChaCha20Rng::seed_from_u64(1),
    );
    for pair in [[0, 1], [0, 2], [1, 2]] {
        let off = variation(&columns, &drawn, &pair);
        assert!(off < 0.03, "{pair:?}: {off}");
    }
    // A sample of 4 000 rows would be some 5 % off in 70 cells.
    let off = variation(&columns, &drawn, &[0, 1, 2]);
    assert!(off < 0.08, "{off}");
}

/// A leaf of which noise has left nothing gives all values alike.
/// Independent draws follow the model up to chance, and vary more than quotas do.
#[test]
fn independent_draws_follow_the_shares() {
    let columns = people(4_000, 3);
    let trees = learnt(&columns, 10);
    let real = columns[1].iter().filter(|&&it| it == 2).count() as f64;
    let spread = |way: Way| {
        let squares = (0..30).map(|seed| {
            let drawn = draw(&trees, 4_000, way, &mut ChaCha20Rng::seed_from_u64(seed));
            let rows = drawn[1].iter().filter(|&&it| it == 2).count() as f64;
            (rows - real).powi(2)
        });
        (squares.sum::<f64>() / 30.0).sqrt()
    };
    let (quotas, independent) = (spread(Way::Quotas), spread(Way::Independent));
    let binomial = (real * (1.0 - real / 4_000.0)).sqrt();
    assert!(quotas < 5.0, "{quotas}");
    assert!(
        (0.6..1.6).contains(&(independent / binomial)),
        "{independent} {binomial}"
    );
}

#[test]
fn shares_that_are_all_zero_are_even() {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let drawn = super::rounded(&[0; 300], &[vec![0.0; 3]], &mut rng);
    for value in 0..3 {
        let rows = drawn.iter().filter(|&&it| it == value).count();
        assert!((98..=102).contains(&rows), "{rows}");
    }
}

#[test]
fn the_same_seed_gives_the_same_rows() {
    let columns = people(1_000, 6);
    let rows = |seed: u64| {
        draw(
            &learnt(&columns, 5),
            700,
            Way::Quotas,
            &mut ChaCha20Rng::seed_from_u64(seed),
        )
    };
    assert_eq!(rows(1), rows(1));
    assert_ne!(rows(1), rows(2));
}

/// Values that nobody has are never drawn, and a table with one value only is told.
#[test]
fn only_values_that_occur_are_drawn() {
    let columns = vec![vec![3; 100], vec![1; 100], vec![0; 100], vec![7; 100]];
    let drawn = draw(
        &learnt(&columns, 10),
        50,
        Way::Quotas,
        &mut ChaCha20Rng::seed_from_u64(1),
    );
    assert_eq!(
        drawn,
        vec![vec![3; 50], vec![1; 50], vec![0; 50], vec![7; 50]]
    );
}
