//! What is co-clustered: how often each value of one axis meets each value of the other, non-empty cells only.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::super::modl::{Criterion, LogFactorials};

/// Non-empty cells by the units of one axis: unit u meets `other[starts[u]..starts[u+1]]`, so often as `counts` says.
#[derive(Clone, Default)]
pub(crate) struct Sparse {
    pub starts: Vec<usize>,
    pub other: Vec<u32>,
    pub counts: Vec<u32>,
}

impl Sparse {
    pub fn of(&self, unit: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        let run = self.starts[unit]..self.starts[unit + 1];
        self.other[run.clone()]
            .iter()
            .zip(&self.counts[run])
            .map(|(&other, &count)| (other as usize, count))
    }

    /// The same cells by the units of the other axis.
    fn turned(&self, units: usize) -> Sparse {
        let mut starts = vec![0usize; units + 1];
        self.other
            .iter()
            .for_each(|&other| starts[other as usize + 1] += 1);
        for unit in 0..units {
            starts[unit + 1] += starts[unit];
        }
        let mut next = starts.clone();
        let (mut other, mut counts) = (vec![0; self.other.len()], vec![0; self.other.len()]);
        for unit in 0..self.starts.len().saturating_sub(1) {
            for (meets, count) in self.of(unit) {
                let place = &mut next[meets];
                other[*place] = unit as u32;
                counts[*place] = count;
                *place += 1;
            }
        }
        Sparse {
            starts,
            other,
            counts,
        }
    }
}

/// Instances of two categorical variables. Values that meet the other axis in exactly the same way may be one unit: they are kept
/// together, and each still counts as a value.
#[derive(Clone)]
pub struct Incidence {
    /// Non-empty cells by the units of either axis.
    pub(crate) cells: [Sparse; 2],
    /// Values in each unit.
    pub(crate) values: [Vec<u64>; 2],
    /// Instances of each unit.
    pub(crate) instances: [Vec<u64>; 2],
    value_logs: f64,
    total: u64,
}

impl Incidence {
    /// From lists of (value of the first axis, value of the second): each pair is an instance.
    pub fn of_pairs(pairs: impl Iterator<Item = (u32, u32)>, values: [usize; 2]) -> Self {
        let mut counts: HashMap<(u32, u32), u32, FixedState> =
            HashMap::with_hasher(FixedState::default());
        pairs.for_each(|pair| *counts.entry(pair).or_insert(0) += 1);
        let mut cells: Vec<((u32, u32), u32)> = counts.into_iter().collect();
        cells.sort_unstable();
        let mut sparse = Sparse {
            starts: vec![0; values[0] + 1],
            ..Sparse::default()
        };
        for ((first, second), count) in cells {
            sparse.starts[first as usize + 1] += 1;
            sparse.other.push(second);
            sparse.counts.push(count);
        }
        for unit in 0..values[0] {
            sparse.starts[unit + 1] += sparse.starts[unit];
        }
        Incidence::new(sparse, [vec![1; values[0]], vec![1; values[1]]])
    }

    /// From the distinct rows of a table: `patterns` holds `width` modalities a distinct row, `rows` how many rows have it. Each
    /// row is a value of the first axis, each modality one of the second.
    pub fn of_patterns(patterns: &[u32], width: usize, rows: &[u64], modalities: usize) -> Self {
        let starts = (0..=rows.len()).map(|pattern| pattern * width).collect();
        let counts = rows
            .iter()
            .flat_map(|&rows| std::iter::repeat_n(rows as u32, width))
            .collect();
        Incidence::new(
            Sparse {
                starts,
                other: patterns.to_vec(),
                counts,
            },
            [rows.to_vec(), vec![1; modalities]],
        )
    }

    /// Some units of the first axis with all of the second.
    pub(crate) fn picked(&self, units: &[usize]) -> Self {
        let mut first = Sparse {
            starts: vec![0],
            ..Sparse::default()
        };
        for &unit in units {
            for (other, count) in self.cells[0].of(unit) {
                first.other.push(other as u32);
                first.counts.push(count);
            }
            first.starts.push(first.other.len());
        }
        Incidence::new(
            first,
            [
                units.iter().map(|&unit| self.values[0][unit]).collect(),
                self.values[1].clone(),
            ],
        )
    }

    fn new(first: Sparse, values: [Vec<u64>; 2]) -> Self {
        let second = first.turned(values[1].len());
        let logs = LogFactorials::new();
        let sums = |cells: &Sparse, units: usize| -> Vec<u64> {
            (0..units)
                .map(|unit| cells.of(unit).map(|(_, count)| u64::from(count)).sum())
                .collect()
        };
        let instances = [
            sums(&first, values[0].len()),
            sums(&second, values[1].len()),
        ];
        // Values of one unit have the same count each.
        let value_logs = (0..2)
            .flat_map(|axis| values[axis].iter().zip(&instances[axis]))
            .map(|(&values, &count)| values as f64 * logs.of(count / values.max(1)))
            .sum();
        let total = instances[0].iter().sum();
        Incidence {
            cells: [first, second],
            values,
            instances,
            value_logs,
            total,
        }
    }

    /// Number of units on an axis.
    pub fn units(&self, axis: usize) -> usize {
        self.values[axis].len()
    }

    /// Number of values on an axis.
    pub fn value_count(&self, axis: usize) -> u64 {
        self.values[axis].iter().sum()
    }

    /// Number of instances.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The criterion for these instances.
    pub fn criterion(&self) -> Criterion {
        Criterion::new(
            self.total,
            [self.value_count(0), self.value_count(1)],
            self.value_logs,
        )
    }
}
