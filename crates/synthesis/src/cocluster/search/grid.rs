//! A grid of clusters: the part of each unit, and the counts of parts and cells.

use super::super::modl::Criterion;
use super::incidence::Incidence;

/// A partition of both axes. Cells are kept densely: numbers of parts stay small, whatever the number of values.
#[derive(Clone)]
pub struct Grid {
    /// The part of each unit.
    pub(crate) part_of: [Vec<u32>; 2],
    /// Number of parts.
    pub(crate) parts: [usize; 2],
    /// Count of each part.
    pub(crate) counts: [Vec<u64>; 2],
    /// Values of each part.
    pub(crate) values: [Vec<u64>; 2],
    /// Counts of cells, by parts of the first axis.
    pub(crate) cells: Vec<u64>,
}

impl Grid {
    /// The grid of two partitions; parts without a unit are left out.
    pub fn new(incidence: &Incidence, mut part_of: [Vec<u32>; 2]) -> Self {
        let parts = [compact(&mut part_of[0]), compact(&mut part_of[1])];
        let sums = |axis: usize, of: &[u64]| {
            let mut sums = vec![0; parts[axis]];
            part_of[axis]
                .iter()
                .zip(of)
                .for_each(|(&part, &amount)| sums[part as usize] += amount);
            sums
        };
        let counts = [
            sums(0, &incidence.instances[0]),
            sums(1, &incidence.instances[1]),
        ];
        let values = [sums(0, &incidence.values[0]), sums(1, &incidence.values[1])];
        let mut cells = vec![0; parts[0] * parts[1]];
        for (unit, &part) in part_of[0].iter().enumerate() {
            let row = &mut cells[part as usize * parts[1]..][..parts[1]];
            for (other, count) in incidence.cells[0].of(unit) {
                row[part_of[1][other] as usize] += u64::from(count);
            }
        }
        Grid {
            part_of,
            parts,
            counts,
            values,
            cells,
        }
    }

    /// One part on each axis.
    pub fn null(incidence: &Incidence) -> Self {
        Grid::new(
            incidence,
            [vec![0; incidence.units(0)], vec![0; incidence.units(1)]],
        )
    }

    /// Number of parts on each axis.
    pub fn parts(&self) -> [usize; 2] {
        self.parts
    }

    /// The part of each unit of an axis.
    pub fn part_of(&self, axis: usize) -> &[u32] {
        &self.part_of[axis]
    }

    /// Values of each part of an axis.
    pub fn values(&self, axis: usize) -> &[u64] {
        &self.values[axis]
    }

    /// Count of each part of an axis.
    pub fn counts(&self, axis: usize) -> &[u64] {
        &self.counts[axis]
    }

    /// The counts of a part of the first axis, by parts of the second.
    pub fn row(&self, part: usize) -> &[u64] {
        &self.cells[part * self.parts[1]..][..self.parts[1]]
    }

    /// The criterion, computed from the counts.
    pub fn cost(&self, criterion: &mut Criterion) -> f64 {
        let shape = criterion.constant() + criterion.shape(self.parts);
        let parts: f64 = (0..2)
            .flat_map(|axis| self.counts[axis].iter().zip(&self.values[axis]))
            .map(|(&count, &values)| criterion.part(count, values))
            .sum();
        let cells: f64 = self.cells.iter().map(|&count| criterion.cell(count)).sum();
        shape + parts + cells
    }

    /// The cells by parts of the axis that is not `axis`: entry `other * parts[axis] + part`.
    pub(crate) fn across(&self, axis: usize) -> Vec<u32> {
        let [rows, columns] = self.parts;
        match axis {
            1 => self.cells.iter().map(|&count| count as u32).collect(),
            _ => {
                let cell =
                    |place: usize| self.cells[(place % rows) * columns + place / rows] as u32;
                (0..rows * columns).map(cell).collect()
            }
        }
    }
}

/// Numbers the parts that occur from 0, in the order of their first unit; returns how many there are.
fn compact(part_of: &mut [u32]) -> usize {
    let most = part_of.iter().max().map_or(0, |&part| part as usize + 1);
    let mut new = vec![u32::MAX; most];
    let mut parts = 0;
    for part in part_of {
        let number = &mut new[*part as usize];
        if *number == u32::MAX {
            *number = parts;
            parts += 1;
        }
        *part = *number;
    }
    parts as usize
}
