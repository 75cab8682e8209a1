//! Samples of many units; units that are not in a sample join the part of its grid in which their modalities are likeliest.

use rand::seq::index;
use rand_chacha::ChaCha20Rng;
use rayon::prelude::*;

use super::grid::Grid;
use super::incidence::Incidence;

/// With more units than these on the first axis, samples are searched first.
pub(super) const MANY: usize = 100_000;
/// Units of the first sample.
const SAMPLE: usize = 30_000;
/// How many times as large the next one is.
const GROWTH: usize = 4;

/// The sizes of the samples of so many units. The last one is at most half of them: a larger one would take as long as all.
pub(super) fn sizes(units: usize) -> Vec<usize> {
    std::iter::successors(Some(SAMPLE), |size| size.checked_mul(GROWTH))
        .take_while(|&size| size <= units / 2)
        .collect()
}

/// So many of the units of the first axis.
pub(super) fn sample(incidence: &Incidence, size: usize, random: &mut ChaCha20Rng) -> Incidence {
    let units = incidence.units(0);
    let mut drawn = index::sample(random, units, size.min(units)).into_vec();
    drawn.sort_unstable();
    incidence.picked(&drawn)
}

/// The grid of all units that follows from a grid of a sample of them.
pub(super) fn extended(incidence: &Incidence, grid: &Grid) -> Grid {
    let likely = Likely::new(grid);
    let units = (0..incidence.units(0))
        .into_par_iter()
        .with_min_len(1 << 10);
    let part_of = units.map(|unit| likely.part_of(incidence, grid, unit));
    Grid::new(incidence, [part_of.collect(), grid.part_of(1).to_vec()])
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
            let (cell, all) = (
                grid.row(part)[other] as f64 + 0.5,
                counts[part] as f64 + 0.5 * others as f64,
            );
            (cell / all).ln()
        };
        let cells = (0..others).flat_map(|other| (0..parts).map(move |part| (other, part)));
        Likely {
            parts: grid
                .values(0)
                .iter()
                .map(|&values| (values.max(1) as f64).ln())
                .collect(),
            cells: cells.map(|(other, part)| share(other, part)).collect(),
        }
    }

    fn part_of(&self, incidence: &Incidence, grid: &Grid, unit: usize) -> u32 {
        // Equal rows are one unit; one of them decides.
        let alike = incidence.values[0][unit].max(1) as f64;
        let mut weights = self.parts.clone();
        for (other, count) in incidence.cells[0].of(unit) {
            let cells =
                &self.cells[grid.part_of(1)[other] as usize * weights.len()..][..weights.len()];
            let met = f64::from(count) / alike;
            weights
                .iter_mut()
                .zip(cells)
                .for_each(|(weight, cell)| *weight += met * cell);
        }
        let likeliest = weights
            .iter()
            .enumerate()
            .max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)));
        likeliest.map_or(0, |(part, _)| part as u32)
    }
}
