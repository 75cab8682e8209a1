//! The lowest level that an attribute can have beside another: what two attributes by themselves rule out.
//!
//! **Idea.** Rows whose class is too small in two attributes are in a class that is too small in every node with those two
//! levels. One table of counts a pair, rolled up level by level, tells for each level of one attribute from which level of the
//! other on such rows are few enough to be left out.
//!
//! **Invariant** `no_solution_is_below_a_floor`.

use rayon::prelude::*;

use super::super::full_domain::{Domain, group_count};

/// Pairs with more cells than this many times the tuples are not looked at: counting them would cost more than it saves.
const CELLS: usize = 4;

/// For each attribute the lowest level that it can have, and that it can have beside each level of each other.
pub(super) struct Floors {
    alone: Vec<u8>,
    /// By attribute, level and other attribute.
    beside: Vec<Vec<Vec<u8>>>,
}

impl Floors {
    /// The floors where at most so many rows may be outliers.
    pub(super) fn new(domain: &Domain<'_>, limit: u64) -> Floors {
        let heights = domain.lattice.heights();
        let none = |qi: usize| vec![vec![0; heights.len()]; usize::from(heights[qi]) + 1];
        let mut floors = Floors {
            alone: vec![0; heights.len()],
            beside: (0..heights.len()).map(none).collect(),
        };
        // All rows may be left out: no level is too low.
        if limit >= domain.base().rows().iter().sum() {
            return floors;
        }
        let attributes = 0..heights.len();
        let pairs: Vec<(usize, usize)> = attributes
            .clone()
            .flat_map(|one| (one + 1..heights.len()).map(move |other| (one, other)))
            .collect();
        let groups: Vec<Vec<u32>> = attributes
            .clone()
            .into_par_iter()
            .map(|qi| domain.groups(qi, 0))
            .collect();
        let found = pairs.into_par_iter().filter_map(|(one, other)| {
            let pair = Pair::count(domain, limit, (one, &groups[one]), (other, &groups[other]))?;
            Some([
                (one, other, pair.floors()),
                (other, one, pair.turned().floors()),
            ])
        });
        for (one, other, lowest) in found.collect::<Vec<_>>().into_iter().flatten() {
            for (level, floor) in lowest.into_iter().enumerate() {
                floors.beside[one][level][other] = floor;
            }
        }
        floors.alone = attributes.map(|qi| floors.lowest(qi)).collect();
        floors
    }

    /// The lowest level of an attribute beside any other at its top.
    fn lowest(&self, qi: usize) -> u8 {
        // With the other attribute at its top the pair is this attribute alone.
        let tops = self.beside.iter().filter_map(|levels| levels.last());
        tops.map(|floors| floors[qi]).max().unwrap_or(0)
    }

    /// The levels below which no attribute can be.
    pub(super) fn bottom(&self) -> Vec<u8> {
        self.alone.clone()
    }

    /// Raises some attributes to the lowest level that they can have beside one.
    pub(super) fn raise(
        &self,
        levels: &mut [u8],
        attributes: &[usize],
        (beside, level): (usize, u8),
    ) {
        for &qi in attributes {
            levels[qi] = levels[qi].max(self.beside[beside][usize::from(level)][qi]);
        }
    }
}

/// Rows by the groups of two attributes.
struct Pair<'d, 'a> {
    domain: &'d Domain<'a>,
    limit: u64,
    one: usize,
    other: usize,
    /// Row by row the groups of `other`, at level 0 of both.
    cells: Vec<u64>,
    width: usize,
}

impl<'d, 'a> Pair<'d, 'a> {
    /// Counts two attributes, each with its group of every tuple.
    fn count(
        domain: &'d Domain<'a>,
        limit: u64,
        (one, rows): (usize, &[u32]),
        (other, columns): (usize, &[u32]),
    ) -> Option<Self> {
        let groups = |qi: usize| group_count(&domain.task.prepared.qis[qi], 0);
        let (height, width) = (groups(one), groups(other));
        let base = domain.base();
        // A table of pairs that is much larger than the data would cost more than it saves.
        if height.checked_mul(width)? > CELLS * base.len().max(1024) {
            return None;
        }
        let mut cells = vec![0; height * width];
        for ((&row, &column), count) in rows.iter().zip(columns).zip(base.rows()) {
            cells[row as usize * width + column as usize] += count;
        }
        Some(Pair {
            domain,
            limit,
            one,
            other,
            cells,
            width,
        })
    }

    /// The same with the attributes in the other order.
    fn turned(&self) -> Self {
        let height = self.cells.len() / self.width.max(1);
        let cells = (0..self.width).flat_map(|column| (0..height).map(move |row| (row, column)));
        let cells = cells
            .map(|(row, column)| self.cells[row * self.width + column])
            .collect();
        Pair {
            domain: self.domain,
            limit: self.limit,
            one: self.other,
            other: self.one,
            cells,
            width: height,
        }
    }

    /// For each level of `one` the lowest that `other` can have.
    fn floors(&self) -> Vec<u8> {
        let heights = self.domain.lattice.heights();
        let mut floors: Vec<u8> = Vec::with_capacity(usize::from(heights[self.one]) + 1);
        for level in 0..=heights[self.one] {
            let rows = self.rows_at(level);
            // The higher one attribute, the lower the other can be.
            let highest = floors.last().copied().unwrap_or(heights[self.other]);
            // From below, as the first level that may be is the floor; a trial stops as soon as the limit is passed.
            let floor = (0..highest).find(|&floor| self.may_be(&rows, floor));
            floors.push(floor.unwrap_or(highest));
        }
        floors
    }

    /// The cells with `one` at a level.
    fn rows_at(&self, level: u8) -> Vec<u64> {
        if level == 0 {
            return self.cells.clone();
        }
        let groups = group_count(&self.domain.task.prepared.qis[self.one], usize::from(level));
        let mut above = vec![0; groups * self.width];
        let map = self.domain.map(self.one, 0, level);
        for (row, &group) in self.cells.chunks_exact(self.width).zip(map) {
            let into = &mut above[group as usize * self.width..][..self.width];
            into.iter_mut()
                .zip(row)
                .for_each(|(sum, rows)| *sum += rows);
        }
        above
    }

    /// Whether no more rows than allowed are in classes that are too small, with `other` at a level.
    fn may_be(&self, rows: &[u64], level: u8) -> bool {
        let least = self.domain.task.least_rows();
        let small = |cells: &[u64]| cells.iter().filter(|&&rows| rows < least).sum::<u64>();
        let groups = group_count(
            &self.domain.task.prepared.qis[self.other],
            usize::from(level),
        );
        let (mut above, mut outliers) = (vec![0; groups], 0);
        rows.chunks_exact(self.width).all(|row| {
            outliers += match level {
                0 => small(row),
                _ => {
                    // One line of the table at a time, in the same room.
                    above.fill(0);
                    let map = self.domain.map(self.other, 0, level);
                    row.iter()
                        .zip(map)
                        .for_each(|(rows, &group)| above[group as usize] += rows);
                    small(&above)
                }
            };
            outliers <= self.limit
        })
    }
}
