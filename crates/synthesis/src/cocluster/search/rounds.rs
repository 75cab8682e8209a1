//! Rounds of a search: random fine starts, merges, moves; then variable neighbourhoods of the best grid, as long as it is worth it.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;
use rayon::prelude::*;

use super::super::modl::Criterion;
use super::effort::{Found, Watch};
use super::grid::Grid;
use super::incidence::Incidence;
use super::merge::{Merge, Merging, after};
use super::moves::improve;
use bauta_methods::{Error, Result};

/// Searches that run side by side in each round; fixed, so that the answer does not depend on the number of cores.
const LANES: usize = 2;
/// Most parts of an axis in a start.
const MOST_PARTS: usize = 400;
/// Sweeps of moves before and after merging.
const SWEEPS: usize = 4;

/// A part of the search in which the same units are looked at.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    pub seed: u64,
    pub number: usize,
    /// Neighbourhoods looked at after the first starts.
    pub rounds: usize,
}

impl Stage {
    /// What is drawn by one of its searches.
    pub fn drawing(self, search: usize) -> ChaCha20Rng {
        let mut random = ChaCha20Rng::seed_from_u64(self.seed);
        random.set_stream((search as u64).wrapping_add((self.number as u64) << 32));
        random
    }
}

/// The best grid that the rounds find, and its criterion; from `first` on if there is one.
pub(super) fn rounds(
    incidence: &Incidence,
    stage: Stage,
    first: Option<Grid>,
    watch: &dyn Watch,
) -> Result<(Grid, f64)> {
    let mut best = Grid::null(incidence);
    let mut least = best.cost(&mut incidence.criterion());
    for round in 0..=stage.rounds {
        let lanes: Vec<(Grid, f64)> = (0..LANES)
            .into_par_iter()
            .map(|lane| {
                let mut random = stage.drawing(round * LANES + lane);
                let mut criterion = incidence.criterion();
                let start = match (round, &first) {
                    (0, Some(first)) if lane == 0 => first.clone(),
                    (0, Some(first)) => {
                        neighbour(incidence, first, 1.0 / LANES as f64, &mut random)
                    }
                    (0, None) => random_start(incidence, lane, &mut random),
                    _ if (round + lane) % 2 == 0 => {
                        simplified(incidence, &mut criterion, &best, &mut random)
                    }
                    _ => neighbour(incidence, &best, reach(round, lane), &mut random),
                };
                descend(incidence, &mut criterion, start, watch, &mut random)
            })
            .collect();
        if watch.cancelled() {
            return Err(Error::Cancelled);
        }
        for (grid, cost) in lanes {
            if cost < least {
                (best, least) = (grid, cost);
            }
        }
        watch.tell(&Found {
            round,
            criterion: least,
            parts: best.parts(),
        });
        if watch.enough() {
            break;
        }
    }
    Ok((best, least))
}

/// How much of the best grid a neighbour changes: from all of it to a small part, in turn.
fn reach(round: usize, lane: usize) -> f64 {
    0.5f64.powi(((round * LANES + lane) % 5) as i32)
}

/// Parts of an axis in a start.
fn start_parts(units: usize) -> usize {
    ((units as f64).sqrt() as usize * 2).clamp(units.min(20), MOST_PARTS)
}

/// Units in random parts; each unit by itself where there are few.
fn random_start(incidence: &Incidence, lane: usize, random: &mut ChaCha20Rng) -> Grid {
    let part_of = [0, 1].map(|axis| {
        let units = incidence.units(axis);
        if units <= MOST_PARTS {
            (0..units as u32).collect()
        } else {
            let parts = (start_parts(units) >> (3 * lane)).max(2) as u32;
            (0..units)
                .map(|_| random.random_range(0..parts))
                .collect::<Vec<u32>>()
        }
    });
    Grid::new(incidence, part_of)
}

/// The best grid with some of its parts broken up: their units are dealt to new parts and to old ones.
fn neighbour(incidence: &Incidence, best: &Grid, reach: f64, random: &mut ChaCha20Rng) -> Grid {
    let part_of = [0, 1].map(|axis| {
        let parts = best.parts[axis];
        let broken: Vec<bool> = (0..parts).map(|_| random.random::<f64>() < reach).collect();
        let units = incidence.units(axis);
        // From two new parts to as many as a start has, each order of magnitude as likely.
        let fresh = (start_parts(units) as f64 / 2.0).powf(random.random::<f64>()) * 2.0;
        let fresh = fresh as u32;
        let deal = |(unit, &part): (usize, &u32)| {
            if !broken[part as usize] {
                part
            } else if units <= MOST_PARTS {
                (parts + unit) as u32
            } else {
                parts as u32 + random.random_range(0..fresh)
            }
        };
        best.part_of[axis]
            .iter()
            .enumerate()
            .map(deal)
            .collect::<Vec<u32>>()
    });
    Grid::new(incidence, part_of)
}

/// The best grid with more of its parts merged than the criterion asks for, so that moves find another way up.
fn simplified(
    incidence: &Incidence,
    criterion: &mut Criterion,
    best: &Grid,
    random: &mut ChaCha20Rng,
) -> Grid {
    let left = (best.parts[0] as f64).powf(random.random_range(0.3..1.0)) as usize;
    let mut merging = Merging::new(criterion, best);
    let mut merges: Vec<Merge> = Vec::new();
    while merging.parts()[0] > left.max(1) {
        let Some(merge) = merging.best() else { break };
        merging.apply(merge);
        merges.push(merge);
    }
    Grid::new(
        incidence,
        [
            after(&best.part_of[0], 0, &merges),
            after(&best.part_of[1], 1, &merges),
        ],
    )
}

/// Moves and merges in turn until neither lowers the criterion.
fn descend(
    incidence: &Incidence,
    criterion: &mut Criterion,
    mut grid: Grid,
    watch: &dyn Watch,
    random: &mut ChaCha20Rng,
) -> (Grid, f64) {
    improve(incidence, criterion, &mut grid, 0, (SWEEPS, watch), random);
    let mut cost = grid.cost(criterion);
    loop {
        grid = merged(incidence, criterion, &grid);
        improve(incidence, criterion, &mut grid, 1, (SWEEPS, watch), random);
        improve(incidence, criterion, &mut grid, 0, (SWEEPS, watch), random);
        let now = grid.cost(criterion);
        if now > cost - cost.abs() * 1e-7 || watch.cancelled() || watch.enough() {
            return (grid, now);
        }
        cost = now;
    }
}

/// The grid after all merges that lower the criterion.
fn merged(incidence: &Incidence, criterion: &mut Criterion, grid: &Grid) -> Grid {
    let mut merging = Merging::new(criterion, grid);
    let mut merges: Vec<Merge> = Vec::new();
    while let Some(merge) = merging.best().filter(|merge| merge.change < 0.0) {
        merging.apply(merge);
        merges.push(merge);
    }
    Grid::new(
        incidence,
        [
            after(&grid.part_of[0], 0, &merges),
            after(&grid.part_of[1], 1, &merges),
        ],
    )
}
