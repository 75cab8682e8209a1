//! Post-optimisation: each unit of an axis moves to the part where the criterion is lowest, one after the other.
//!
//! The other axis stands still, so a unit is first reduced to its counts by the other axis' parts. What a move changes is then a
//! few terms a part; the counts are kept with the parts of the moving axis side by side, so that all parts are weighed in one sweep. Most
//! units meet a part once, which changes ln c! by ln (c + 1): these terms are kept as well, and weighing is adding up.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha20Rng;

use super::super::modl::{Criterion, LogFactorials};
use super::effort::Watch;
use super::grid::Grid;
use super::incidence::{Incidence, Sparse};

/// A fall of the criterion below this is rounding.
const NOISE: f64 = 1e-7;

/// Units that move before the watch is asked.
const STRIDE: usize = 1 << 12;

/// Moves units of `axis` until a sweep moves none, at most `sweeps` times, or the watch has seen enough. Returns by how much the
/// criterion fell.
pub(crate) fn improve(
    incidence: &Incidence,
    criterion: &mut Criterion,
    grid: &mut Grid,
    axis: usize,
    (sweeps, watch): (usize, &dyn Watch),
    random: &mut ChaCha20Rng,
) -> f64 {
    if grid.parts[axis] < 2 {
        return 0.0;
    }
    let entries = reduced(&incidence.cells[axis], &grid.part_of[1 - axis]);
    let mut order: Vec<u32> = (0..incidence.units(axis) as u32).collect();
    let mut moving = Moving::new(incidence, criterion, grid, axis);
    let mut fallen = 0.0;
    for _ in 0..sweeps {
        order.shuffle(random);
        let before = fallen;
        for units in order
            .chunks(STRIDE)
            .take_while(|_| !watch.cancelled() && !watch.enough())
        {
            fallen += units
                .iter()
                .map(|&unit| moving.best_move(unit as usize, &entries))
                .sum::<f64>();
        }
        if fallen - before < NOISE {
            break;
        }
    }
    let mut part_of = grid.part_of.clone();
    part_of[axis] = moving.part_of;
    *grid = Grid::new(incidence, part_of);
    fallen
}

/// The cells of each unit with the other axis' units replaced by their parts.
fn reduced(cells: &Sparse, part_of: &[u32]) -> Sparse {
    let units = cells.starts.len() - 1;
    let parts = part_of.iter().max().map_or(0, |&part| part as usize + 1);
    let mut reduced = Sparse {
        starts: Vec::with_capacity(units + 1),
        ..Sparse::default()
    };
    reduced.starts.push(0);
    let mut sums = vec![0u32; parts];
    let mut touched: Vec<u32> = Vec::new();
    for unit in 0..units {
        for (other, count) in cells.of(unit) {
            let part = part_of[other];
            if sums[part as usize] == 0 {
                touched.push(part);
            }
            sums[part as usize] += count;
        }
        for part in touched.drain(..) {
            reduced.other.push(part);
            reduced
                .counts
                .push(std::mem::take(&mut sums[part as usize]));
        }
        reduced.starts.push(reduced.other.len());
    }
    reduced
}

/// One axis while its units move.
struct Moving<'a> {
    incidence: &'a Incidence,
    criterion: &'a mut Criterion,
    logs: LogFactorials,
    axis: usize,
    part_of: Vec<u32>,
    counts: Vec<u64>,
    values: Vec<u64>,
    /// Entry `other * parts + part`.
    across: Vec<u32>,
    /// The logarithm of one more than each of these.
    one_more: Vec<f64>,
    other_parts: usize,
    /// Parts that still have a unit.
    living: usize,
    /// What the shape gains when one more part gets empty.
    fewer: f64,
    /// What joining each part costs a unit of one value and `single` instances, apart from its cells.
    joining: Vec<f64>,
    single: u64,
    weighed: Vec<f64>,
}

impl<'a> Moving<'a> {
    fn new(
        incidence: &'a Incidence,
        criterion: &'a mut Criterion,
        grid: &Grid,
        axis: usize,
    ) -> Self {
        let parts = grid.parts[axis];
        let single = incidence.values[axis]
            .iter()
            .position(|&values| values == 1);
        let across = grid.across(axis);
        let mut moving = Moving {
            incidence,
            logs: criterion.logs(),
            criterion,
            axis,
            part_of: grid.part_of[axis].clone(),
            counts: grid.counts[axis].clone(),
            values: grid.values[axis].clone(),
            one_more: across.iter().map(|&cell| one_more(cell)).collect(),
            across,
            other_parts: grid.parts[1 - axis],
            living: parts,
            fewer: 0.0,
            joining: Vec::new(),
            single: single.map_or(0, |unit| incidence.instances[axis][unit]),
            weighed: vec![0.0; parts],
        };
        moving.joining = (0..parts)
            .map(|part| moving.joined(part, moving.single, 1))
            .collect();
        moving.tell_shape();
        moving
    }

    /// What a unit costs that joins a part, apart from its cells; infinite for a part without a unit.
    fn joined(&self, part: usize, count: u64, values: u64) -> f64 {
        let (old_count, old_values) = (self.counts[part], self.values[part]);
        match old_values {
            0 => f64::INFINITY,
            _ => {
                self.criterion.part(old_count + count, old_values + values)
                    - self.criterion.part(old_count, old_values)
            }
        }
    }

    fn tell_shape(&mut self) {
        let shape = |living: usize| {
            if self.axis == 0 {
                [living, self.other_parts]
            } else {
                [self.other_parts, living]
            }
        };
        let (fewer, now) = (shape(self.living.saturating_sub(1)), shape(self.living));
        self.fewer = if self.living > 1 {
            self.criterion.shape(fewer) - self.criterion.shape(now)
        } else {
            0.0
        };
    }

    /// Moves a unit to its best part; returns by how much the criterion fell, 0 if the unit stays.
    fn best_move(&mut self, unit: usize, entries: &Sparse) -> f64 {
        let home = self.part_of[unit] as usize;
        let (count, values) = (
            self.incidence.instances[self.axis][unit],
            self.incidence.values[self.axis][unit],
        );
        let alone = self.values[home] == values;
        let mut leaving = self
            .criterion
            .part(self.counts[home] - count, self.values[home] - values)
            - self.criterion.part(self.counts[home], self.values[home]);
        for (other, met) in entries.of(unit) {
            let cell = self.across[other * self.weighed.len() + home];
            leaving += match met {
                1 => f64::from(cell).ln(),
                _ => self.logs.of(u64::from(cell)) - self.logs.of(u64::from(cell - met)),
            };
        }
        if alone {
            leaving += self.fewer;
        }
        self.weigh(unit, entries, count, values);
        self.weighed[home] = f64::INFINITY;
        let least = smallest(&self.weighed);
        let best = self
            .weighed
            .iter()
            .position(|&weight| weight == least)
            .unwrap_or(home);
        let change = leaving + least;
        if change > -NOISE {
            return 0.0;
        }
        self.carry(unit, entries, home, best, alone);
        -change
    }

    /// What joining each part would cost; infinite for parts without a unit.
    fn weigh(&mut self, unit: usize, entries: &Sparse, count: u64, values: u64) {
        let parts = self.weighed.len();
        if values == 1 && count == self.single {
            self.weighed.copy_from_slice(&self.joining);
        } else {
            for part in 0..parts {
                self.weighed[part] = self.joined(part, count, values);
            }
        }
        for (other, met) in entries.of(unit) {
            let run = other * parts..(other + 1) * parts;
            if met == 1 {
                self.weighed
                    .iter_mut()
                    .zip(&self.one_more[run])
                    .for_each(|(weight, term)| *weight -= term);
                continue;
            }
            let met = u64::from(met);
            for (weight, &cell) in self.weighed.iter_mut().zip(&self.across[run]) {
                *weight -= self.logs.of(u64::from(cell) + met) - self.logs.of(u64::from(cell));
            }
        }
    }

    fn carry(&mut self, unit: usize, entries: &Sparse, from: usize, to: usize, alone: bool) {
        let parts = self.weighed.len();
        let (count, values) = (
            self.incidence.instances[self.axis][unit],
            self.incidence.values[self.axis][unit],
        );
        for (other, met) in entries.of(unit) {
            let (from, to) = (other * parts + from, other * parts + to);
            self.across[from] -= met;
            self.across[to] += met;
            self.one_more[from] = one_more(self.across[from]);
            self.one_more[to] = one_more(self.across[to]);
        }
        self.counts[from] -= count;
        self.counts[to] += count;
        self.values[from] -= values;
        self.values[to] += values;
        self.part_of[unit] = to as u32;
        self.joining[from] = self.joined(from, self.single, 1);
        self.joining[to] = self.joined(to, self.single, 1);
        if alone {
            self.living -= 1;
            self.tell_shape();
        }
    }
}

fn one_more(cell: u32) -> f64 {
    (f64::from(cell) + 1.0).ln()
}

/// The smallest of some numbers, four at a time.
fn smallest(numbers: &[f64]) -> f64 {
    let less = |one: f64, other: f64| if one < other { one } else { other };
    let (fours, rest) = numbers.as_chunks::<4>();
    let mut least = [f64::INFINITY; 4];
    for four in fours {
        least
            .iter_mut()
            .zip(four)
            .for_each(|(least, &number)| *least = less(number, *least));
    }
    least
        .iter()
        .chain(rest)
        .fold(f64::INFINITY, |least, &number| less(number, least))
}
