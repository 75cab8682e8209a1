//! Deltas against recomputed criteria, planted clusters, seeds.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::merge::{Merging, after};
use super::moves::improve;
use super::*;

fn pairs() -> impl Strategy<Value = (Vec<(u32, u32)>, [usize; 2])> {
    (2usize..8, 2usize..8).prop_flat_map(|(rows, columns)| {
        let pair = (0..rows as u32, 0..columns as u32);
        (
            proptest::collection::vec(pair, 1..60),
            Just([rows, columns]),
        )
    })
}

fn random_grid(incidence: &Incidence, seed: u64) -> Grid {
    let mut random = ChaCha20Rng::seed_from_u64(seed);
    let parts = [0, 1].map(|axis| {
        (0..incidence.units(axis))
            .map(|_| random.random_range(0..4u32))
            .collect::<Vec<_>>()
    });
    Grid::new(incidence, parts)
}

proptest! {
    #[test]
    fn the_change_of_a_merge_is_that_of_the_recomputed_criterion((pairs, values) in pairs(), seed in 0u64..50) {
        let incidence = Incidence::of_pairs(pairs.into_iter(), values);
        let grid = random_grid(&incidence, seed);
        let mut criterion = incidence.criterion();
        let mut cost = grid.cost(&mut criterion);
        let mut changing = criterion.clone();
        let mut merging = Merging::new(&mut changing, &grid);
        let mut merges = Vec::new();
        while let Some(merge) = merging.best() {
            merging.apply(merge);
            merges.push(merge);
            cost += merge.change;
            let coarser =
                Grid::new(&incidence, [after(&grid.part_of[0], 0, &merges), after(&grid.part_of[1], 1, &merges)]);
            prop_assert_eq!(coarser.parts(), merging.parts());
            prop_assert!((coarser.cost(&mut criterion) - cost).abs() < 1e-6);
        }
        prop_assert_eq!(merging.parts(), [1, 1]);
    }

    #[test]
    fn no_other_merge_is_better_than_the_best((pairs, values) in pairs(), seed in 0u64..50) {
        let incidence = Incidence::of_pairs(pairs.into_iter(), values);
        let grid = random_grid(&incidence, seed);
        let mut criterion = incidence.criterion();
        let before = grid.cost(&mut criterion);
        let mut changing = criterion.clone();
        let best = Merging::new(&mut changing, &grid).best();
        for axis in 0..2 {
            for joined in 0..grid.parts[axis] as u32 {
                for kept in 0..joined {
                    let mut part_of = grid.part_of.clone();
                    part_of[axis].iter_mut().filter(|part| **part == joined).for_each(|part| *part = kept);
                    let change = Grid::new(&incidence, part_of).cost(&mut criterion) - before;
                    prop_assert!(best.is_some_and(|best| best.change <= change + 1e-7));
                }
            }
        }
    }

    #[test]
    fn moves_change_the_criterion_by_what_they_say((pairs, values) in pairs(), seed in 0u64..50) {
        let incidence = Incidence::of_pairs(pairs.into_iter(), values);
        let mut grid = random_grid(&incidence, seed);
        let mut criterion = incidence.criterion();
        let mut random = ChaCha20Rng::seed_from_u64(seed);
        for axis in [0, 1, 0] {
            let before = grid.cost(&mut criterion);
            let fallen = improve(&incidence, &mut criterion, &mut grid, axis, (3, &Unwatched), &mut random);
            prop_assert!((before - fallen - grid.cost(&mut criterion)).abs() < 1e-6);
            prop_assert!(fallen >= 0.0);
        }
    }
}

/// Four kinds of rows, each with its own ten modalities of forty.
fn planted(rows: usize, noise: f64) -> (Incidence, Vec<u32>) {
    let mut random = ChaCha20Rng::seed_from_u64(9);
    let kind = |row: usize| (row % 4) as u32;
    let mut pairs = Vec::new();
    for row in 0..rows {
        for _ in 0..12 {
            let kind = if random.random::<f64>() < noise {
                random.random_range(0..4)
            } else {
                kind(row)
            };
            pairs.push((row as u32, kind * 10 + random.random_range(0..10)));
        }
    }
    (
        Incidence::of_pairs(pairs.into_iter(), [rows, 40]),
        (0..rows).map(kind).collect(),
    )
}

#[test]
fn planted_clusters_are_found() {
    let (incidence, kinds) = planted(600, 0.1);
    let (grid, cost) = search(
        &incidence,
        Effort {
            seed: 5,
            rounds: 10,
        },
        &Unwatched,
    )
    .unwrap();
    assert_eq!(grid.parts(), [4, 4]);
    for (row, &kind) in kinds.iter().enumerate() {
        assert_eq!(grid.part_of(0)[row], grid.part_of(0)[kind as usize]);
    }
    assert!((cost - grid.cost(&mut incidence.criterion())).abs() < 1e-6);
}

#[test]
fn planted_clusters_of_many_rows_are_found_from_a_sample() {
    let (incidence, kinds) = planted(super::sample::MANY + 1, 0.1);
    let (grid, cost) = search(&incidence, Effort { seed: 5, rounds: 0 }, &Unwatched).unwrap();
    let planted = Grid::new(
        &incidence,
        [
            kinds.clone(),
            (0..40).map(|modality| modality / 10).collect(),
        ],
    );
    let aim = planted.cost(&mut incidence.criterion());
    assert!(cost <= aim, "{cost} against {aim}");
    let alike = kinds
        .iter()
        .enumerate()
        .filter(|(row, kind)| grid.part_of(0)[*row] == grid.part_of(0)[**kind as usize]);
    assert!(alike.count() as f64 > 0.99 * kinds.len() as f64);
}

/// Where a search is, each time that it says so, and what it tells of grids.
#[derive(Default)]
struct Followed {
    at: std::sync::Mutex<Vec<(usize, usize)>>,
    told: std::sync::Mutex<Vec<f64>>,
}

impl Watch for Followed {
    fn tell(&self, found: &Found) {
        self.told.lock().unwrap().push(found.criterion);
    }

    fn at(&self, done: usize, of: usize) {
        self.at.lock().unwrap().push((done, of));
    }
}

#[test]
fn samples_that_grow_come_to_what_is_planted_and_only_the_whole_is_told() {
    let (incidence, kinds) = planted(3_000, 0.1);
    let followed = Followed::default();
    let effort = Effort {
        seed: 5,
        rounds: 16,
    };
    let (grid, cost) =
        super::effort::staged(&incidence, effort, &[100, 400, 1_500], &followed).unwrap();
    assert_eq!(grid.parts(), [4, 4]);
    for (row, &kind) in kinds.iter().enumerate() {
        assert_eq!(grid.part_of(0)[row], grid.part_of(0)[kind as usize]);
    }
    // A start and 16 rounds on a hundred rows, 4 on four hundred, one on 1500, none on all.
    let (at, told) = (
        followed.at.into_inner().unwrap(),
        followed.told.into_inner().unwrap(),
    );
    assert_eq!(at, (1..=25).map(|done| (done, 25)).collect::<Vec<_>>());
    assert_eq!(told, [cost]);
}

#[test]
fn the_last_sample_is_at_most_half_of_all() {
    assert_eq!(super::sample::sizes(1_000_000), [30_000, 120_000, 480_000]);
    assert_eq!(super::sample::sizes(super::sample::MANY), [30_000]);
}

#[test]
fn noise_has_no_clusters() {
    let (incidence, _) = planted(400, 1.0);
    let (grid, _) = search(&incidence, Effort::default(), &Unwatched).unwrap();
    assert_eq!(grid.parts(), [1, 1]);
}

#[test]
fn the_same_seed_gives_the_same_grid() {
    let (incidence, _) = planted(500, 0.6);
    let run = || search(&incidence, Effort { seed: 3, rounds: 3 }, &Unwatched).unwrap();
    let (first, second) = (run(), run());
    assert!(first.0.part_of == second.0.part_of && first.1 == second.1);
}

#[test]
fn the_hierarchy_ends_at_one_part_and_keeps_less_and_less() {
    let (incidence, _) = planted(300, 0.2);
    let (grid, cost) = search(&incidence, Effort::default(), &Unwatched).unwrap();
    let hierarchy = Hierarchy::new(&incidence, &grid);
    let (first, last) = (
        hierarchy.levels()[0],
        hierarchy.levels()[hierarchy.levels().len() - 1],
    );
    assert!((first.criterion - cost).abs() < 1e-6);
    assert_eq!(last.parts, [1, 1]);
    let null = Grid::null(&incidence).cost(&mut incidence.criterion());
    assert!((last.criterion - null).abs() < 1e-5);
    assert_eq!(
        (hierarchy.kept(0), hierarchy.kept(hierarchy.merges().len())),
        (1.0, 0.0)
    );
    for level in 0..hierarchy.levels().len() {
        let coarse = hierarchy.grid(&incidence, &grid, level);
        let told = hierarchy.levels()[level];
        assert_eq!(coarse.parts(), told.parts);
        assert!((coarse.cost(&mut incidence.criterion()) - told.criterion).abs() < 1e-5);
        assert_eq!(coarse.values(0).iter().min().copied(), Some(told.smallest));
    }
    assert_eq!(hierarchy.at_least(u64::MAX), None);
    assert_eq!(hierarchy.at_least(1), Some(0));
}

/// Rows that are the same may be one unit: the criterion does not change.
#[test]
fn units_of_equal_rows_cost_what_the_rows_cost() {
    let rows = [[0u32, 3], [0, 3], [1, 3], [1, 4], [0, 3]];
    let apart = Incidence::of_pairs(
        rows.iter()
            .enumerate()
            .flat_map(|(row, modalities)| modalities.map(|modality| (row as u32, modality))),
        [5, 5],
    );
    let together = Incidence::of_patterns(&[0, 3, 1, 3, 1, 4], 2, &[3, 1, 1], 5);
    let modalities = vec![0, 0, 0, 1, 1];
    let first = Grid::new(&apart, [vec![0, 0, 1, 1, 0], modalities.clone()]);
    let second = Grid::new(&together, [vec![0, 1, 1], modalities]);
    assert!(
        (first.cost(&mut apart.criterion()) - second.cost(&mut together.criterion())).abs() < 1e-9
    );
}
