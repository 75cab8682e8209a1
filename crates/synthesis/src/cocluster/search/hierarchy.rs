//! From the best grid up to one part on each axis: every merge the one that costs least.

use super::grid::Grid;
use super::incidence::Incidence;
use super::merge::{Merge, Merging, after};

/// The grid after a number of merges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    /// Its criterion.
    pub criterion: f64,
    /// Numbers of parts.
    pub parts: [usize; 2],
    /// Values of the smallest part of the first axis.
    pub smallest: u64,
    /// Values of its largest part.
    pub largest: u64,
}

/// All levels above a grid.
#[derive(Debug, Clone, PartialEq)]
pub struct Hierarchy {
    levels: Vec<Level>,
    merges: Vec<Merge>,
}

impl Hierarchy {
    /// Merges a grid up to one part on each axis.
    pub fn new(incidence: &Incidence, grid: &Grid) -> Self {
        let mut criterion = incidence.criterion();
        let mut cost = grid.cost(&mut criterion);
        let mut merging = Merging::new(&mut criterion, grid);
        let (mut levels, mut merges) = (vec![level(&merging, cost)], Vec::new());
        while let Some(merge) = merging.best() {
            merging.apply(merge);
            cost += merge.change;
            merges.push(merge);
            levels.push(level(&merging, cost));
        }
        Hierarchy { levels, merges }
    }

    /// The levels, the grid itself first.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The merges, one between two levels.
    pub fn merges(&self) -> &[Merge] {
        &self.merges
    }

    /// How much of what the best grid explains is left at a level: 1 for the grid itself, 0 for one part on each axis.
    pub fn kept(&self, level: usize) -> f64 {
        let of = |level: Option<&Level>| level.map_or(0.0, |level| level.criterion);
        let (best, null) = (of(self.levels.first()), of(self.levels.last()));
        if best == null {
            1.0
        } else {
            (of(self.levels.get(level)) - null) / (best - null)
        }
    }

    /// The finest level at which every part of the first axis has `least` values.
    pub fn at_least(&self, least: u64) -> Option<usize> {
        self.levels.iter().position(|level| level.smallest >= least)
    }

    /// The finest level with at most so many parts of the first axis.
    pub fn with_at_most(&self, parts: usize) -> Option<usize> {
        self.levels.iter().position(|level| level.parts[0] <= parts)
    }

    /// The grid at a level.
    pub fn grid(&self, incidence: &Incidence, grid: &Grid, level: usize) -> Grid {
        let merges = &self.merges[..level.min(self.merges.len())];
        Grid::new(
            incidence,
            [
                after(&grid.part_of[0], 0, merges),
                after(&grid.part_of[1], 1, merges),
            ],
        )
    }
}

fn level(merging: &Merging<'_>, criterion: f64) -> Level {
    let sizes = || {
        merging
            .living(0)
            .iter()
            .map(|&part| merging.values(0, part))
    };
    let (smallest, largest) = (sizes().min().unwrap_or(0), sizes().max().unwrap_or(0));
    Level {
        criterion,
        parts: merging.parts(),
        smallest,
        largest,
    }
}
