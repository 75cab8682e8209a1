//! A start for many rows: the search runs on a sample of them first; the others join the part in which their modalities are likeliest.

use rand::seq::index;
use rand_chacha::ChaCha20Rng;
use rayon::prelude::*;

use super::grid::Grid;
use super::incidence::Incidence;
use super::search::{Effort, Found, Watch, search};
use crate::contract::Result;

/// With more units than these on the first axis a sample is searched first.
pub(super) const MANY: usize = 100_000;
/// Units of a sample.
const SAMPLE: usize = 30_000;
/// Rounds of its search.
const ROUNDS: usize = 6;

/// The grid of all units that follows from the best grid of a sample.
pub(super) fn sampled(incidence: &Incidence, seed: u64, watch: &dyn Watch, random: &mut ChaCha20Rng) -> Result<Grid> {
    let units = incidence.units(0);
    let mut drawn = index::sample(random, units, SAMPLE.min(units)).into_vec();
    drawn.sort_unstable();
    let sample = incidence.picked(&drawn);
    let (grid, _) = search(&sample, Effort { seed, rounds: ROUNDS }, &Quietly(watch))?;
    let likely = Likely::new(&grid);
    let part_of = (0..units).into_par_iter().with_min_len(1 << 10).map(|unit| likely.part_of(incidence, &grid, unit));
    Ok(Grid::new(incidence, [part_of.collect(), grid.part_of(1).to_vec()]))
}

/// What the sample comes to says nothing about the whole: it is not told.
struct Quietly<'a>(&'a dyn Watch);

impl Watch for Quietly<'_> {
    fn tell(&self, _: &Found) {}

    fn enough(&self) -> bool {
        self.0.enough()
    }

    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }
}

/// Logarithms of the shares of a grid's cells.
struct Likely {
    /// Of each part of the first axis.
    parts: Vec<f64>,
    /// Entry `other * parts + part`: of a part's instances, those in a part of the other axis.
    cells: Vec<f64>,
}

impl Likely {
    fn new(grid: &Grid) -> Self {
        let [parts, others] = grid.parts();
        let counts = grid.counts(0);
        let share = |other: usize, part: usize| {
            // Half an instance more in each cell: what the sample lacks is unlikely, not impossible.
            let (cell, all) = (grid.row(part)[other] as f64 + 0.5, counts[part] as f64 + 0.5 * others as f64);
            (cell / all).ln()
        };
        let cells = (0..others).flat_map(|other| (0..parts).map(move |part| (other, part)));
        Likely {
            parts: grid.values(0).iter().map(|&values| (values.max(1) as f64).ln()).collect(),
            cells: cells.map(|(other, part)| share(other, part)).collect(),
        }
    }

    fn part_of(&self, incidence: &Incidence, grid: &Grid, unit: usize) -> u32 {
        // Equal rows are one unit; one of them decides.
        let alike = incidence.values[0][unit].max(1) as f64;
        let mut weights = self.parts.clone();
        for (other, count) in incidence.cells[0].of(unit) {
            let cells = &self.cells[grid.part_of(1)[other] as usize * weights.len()..][..weights.len()];
            let met = f64::from(count) / alike;
            weights.iter_mut().zip(cells).for_each(|(weight, cell)| *weight += met * cell);
        }
        let likeliest = weights.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)));
        likeliest.map_or(0, |(part, _)| part as u32)
    }
}
