//! Greedy merges: of all pairs of parts of both axes, the one whose union lowers the criterion most, or raises it least.
//!
//! What a union changes is kept for every pair of parts. A merge of one axis changes the pairs with the new part, and of the other
//! axis' pairs only the terms of the two rows that became one: both are updated, never recomputed. Each part keeps its best
//! partner.

use super::super::modl::Criterion;
use super::grid::Grid;

/// Two parts of an axis that become one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Merge {
    /// 0 or 1.
    pub axis: usize,
    /// The part that stays, by its number at the start.
    pub kept: u32,
    /// The part that joins it.
    pub joined: u32,
    /// By how much the criterion changes.
    pub change: f64,
}

/// Merging parts of a grid.
pub(crate) struct Merging<'a> {
    criterion: &'a mut Criterion,
    sides: [Side; 2],
    /// Counts of cells by parts of the first axis, then of the second; dead parts keep their place.
    cells: [Vec<u64>; 2],
}

/// The parts of one axis.
struct Side {
    living: Vec<u32>,
    counts: Vec<u64>,
    values: Vec<u64>,
    /// What the union of two parts changes, apart from the shape: entry `a * parts + b`, both ways round.
    unions: Vec<f64>,
    /// The best partner of each part.
    best: Vec<u32>,
}

impl Side {
    fn union(&self, a: usize, b: usize) -> f64 {
        self.unions[a * self.counts.len() + b]
    }

    fn set(&mut self, a: usize, b: usize, change: f64) {
        let parts = self.counts.len();
        self.unions[a * parts + b] = change;
        self.unions[b * parts + a] = change;
    }

    fn find_best(&mut self, a: usize) {
        let row = &self.unions[a * self.counts.len()..][..self.counts.len()];
        let others = self.living.iter().filter(|&&b| b as usize != a);
        let best =
            others.min_by(|&&x, &&y| row[x as usize].total_cmp(&row[y as usize]).then(x.cmp(&y)));
        self.best[a] = best.copied().unwrap_or(u32::MAX);
    }

    /// The best pair of all.
    fn best_pair(&self) -> Option<(usize, usize, f64)> {
        let of = |&a: &u32| {
            let partner = self.best[a as usize];
            (partner != u32::MAX).then(|| {
                (
                    a as usize,
                    partner as usize,
                    self.union(a as usize, partner as usize),
                )
            })
        };
        self.living
            .iter()
            .filter_map(of)
            .min_by(|x, y| x.2.total_cmp(&y.2).then((x.0, x.1).cmp(&(y.0, y.1))))
    }
}

impl<'a> Merging<'a> {
    pub fn new(criterion: &'a mut Criterion, grid: &Grid) -> Self {
        let side = |axis: usize| {
            let parts = grid.parts[axis];
            Side {
                living: (0..parts as u32).collect(),
                counts: grid.counts[axis].clone(),
                values: grid.values[axis].clone(),
                unions: vec![0.0; parts * parts],
                best: vec![u32::MAX; parts],
            }
        };
        let turned = grid.across(0).into_iter().map(u64::from).collect();
        let mut merging = Merging {
            criterion,
            sides: [side(0), side(1)],
            cells: [grid.cells.clone(), turned],
        };
        for axis in 0..2 {
            for a in 0..grid.parts[axis] {
                for b in 0..a {
                    let change = merging.union_of(axis, a, b);
                    merging.sides[axis].set(a, b, change);
                }
            }
            (0..grid.parts[axis]).for_each(|a| merging.sides[axis].find_best(a));
        }
        merging
    }

    /// Number of parts that are left.
    pub fn parts(&self) -> [usize; 2] {
        [self.sides[0].living.len(), self.sides[1].living.len()]
    }

    /// Values of a living part.
    pub fn values(&self, axis: usize, part: u32) -> u64 {
        self.sides[axis].values[part as usize]
    }

    /// The living parts of an axis.
    pub fn living(&self, axis: usize) -> &[u32] {
        &self.sides[axis].living
    }

    /// The best merge there is, of either axis.
    pub fn best(&mut self) -> Option<Merge> {
        let [rows, columns] = [self.best_of(0), self.best_of(1)];
        match (rows, columns) {
            (Some(rows), Some(columns)) => Some(if columns.change < rows.change {
                columns
            } else {
                rows
            }),
            (rows, columns) => rows.or(columns),
        }
    }

    /// The best merge of an axis.
    pub fn best_of(&mut self, axis: usize) -> Option<Merge> {
        let (kept, joined, change) = self.sides[axis].best_pair()?;
        Some(self.merge_of(axis, kept, joined, change))
    }

    fn merge_of(&mut self, axis: usize, a: usize, b: usize, change: f64) -> Merge {
        let parts = self.parts();
        let mut fewer = parts;
        fewer[axis] -= 1;
        let shape = self.criterion.shape(fewer) - self.criterion.shape(parts);
        Merge {
            axis,
            kept: a.min(b) as u32,
            joined: a.max(b) as u32,
            change: change + shape,
        }
    }

    /// Does a merge that [`best`](Self::best) gave.
    pub fn apply(&mut self, merge: Merge) {
        let (axis, kept, joined) = (merge.axis, merge.kept as usize, merge.joined as usize);
        self.change_other_pairs(axis, kept, joined);
        self.add_cells(axis, kept, joined);
        let side = &mut self.sides[axis];
        side.counts[kept] += side.counts[joined];
        side.values[kept] += side.values[joined];
        side.living.retain(|&part| part as usize != joined);
        for place in 0..self.sides[axis].living.len() {
            let part = self.sides[axis].living[place] as usize;
            if part != kept {
                let change = self.union_of(axis, kept, part);
                self.sides[axis].set(kept, part, change);
            }
        }
        let side = &mut self.sides[axis];
        side.find_best(kept);
        for place in 0..side.living.len() {
            let part = side.living[place] as usize;
            let partner = side.best[part] as usize;
            if partner == kept || partner == joined {
                side.find_best(part);
            } else if part != kept && side.union(part, kept) < side.union(part, partner) {
                side.best[part] = kept as u32;
            }
        }
    }

    /// Row of the cells of a part, by the other axis' parts.
    fn row(&self, axis: usize, part: usize) -> &[u64] {
        let width = self.sides[1 - axis].counts.len();
        &self.cells[axis][part * width..][..width]
    }

    /// What the union of two parts changes, apart from the shape.
    fn union_of(&self, axis: usize, a: usize, b: usize) -> f64 {
        let side = &self.sides[axis];
        let part = |part: usize| self.criterion.part(side.counts[part], side.values[part]);
        let both = self.criterion.part(
            side.counts[a] + side.counts[b],
            side.values[a] + side.values[b],
        );
        let logs = self.criterion.logs();
        let (first, second) = (self.row(axis, a), self.row(axis, b));
        let cell = |&other: &u32| {
            let (x, y) = (first[other as usize], second[other as usize]);
            if x == 0 || y == 0 {
                0.0
            } else {
                logs.of(x) + logs.of(y) - logs.of(x + y)
            }
        };
        both - part(a) - part(b) + self.sides[1 - axis].living.iter().map(cell).sum::<f64>()
    }

    /// The pairs of the other axis lose the terms of two rows and get those of their sum.
    fn change_other_pairs(&mut self, axis: usize, kept: usize, joined: usize) {
        let logs = self.criterion.logs();
        let first = self.row(axis, kept).to_vec();
        let second = self.row(axis, joined).to_vec();
        let term = |x: u64, y: u64| {
            if x == 0 || y == 0 {
                0.0
            } else {
                logs.of(x) + logs.of(y) - logs.of(x + y)
            }
        };
        let other = &mut self.sides[1 - axis];
        let touched: Vec<usize> = (other.living.iter().map(|&part| part as usize))
            .filter(|&part| first[part] + second[part] > 0)
            .collect();
        for (place, &a) in touched.iter().enumerate() {
            for &b in &touched[..place] {
                let change = term(first[a] + second[a], first[b] + second[b])
                    - term(first[a], first[b])
                    - term(second[a], second[b]);
                if change != 0.0 {
                    let union = other.union(a, b) + change;
                    other.set(a, b, union);
                }
            }
        }
        for place in 0..other.living.len() {
            let part = other.living[place] as usize;
            other.find_best(part);
        }
    }

    fn add_cells(&mut self, axis: usize, kept: usize, joined: usize) {
        let width = self.sides[1 - axis].counts.len();
        let height = self.sides[axis].counts.len();
        for other in 0..width {
            let moved = std::mem::take(&mut self.cells[axis][joined * width + other]);
            self.cells[axis][kept * width + other] += moved;
            self.cells[1 - axis][other * height + joined] = 0;
            self.cells[1 - axis][other * height + kept] += moved;
        }
    }
}

/// The part of each unit after some merges, by the parts' numbers at the start.
pub(crate) fn after(part_of: &[u32], axis: usize, merges: &[Merge]) -> Vec<u32> {
    let parts = part_of.iter().max().map_or(0, |&part| part + 1);
    let mut new: Vec<u32> = (0..parts).collect();
    // Backwards, so that a part that is joined later is already where it ends.
    for merge in merges.iter().rev().filter(|merge| merge.axis == axis) {
        new[merge.joined as usize] = new[merge.kept as usize];
    }
    part_of.iter().map(|&part| new[part as usize]).collect()
}
