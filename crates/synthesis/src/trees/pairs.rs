//! Two-way tables of all pairs of variables, in which every count is of at least k rows; and rows that are brought near to them.
//!
//! **Idea.** (1) A pair's cells of at least k rows are told; the others are told as one. (2) Rows drawn from trees differ from those tables, since a
//! tree asks few variables and pools tell less. (3) One row and variable after another, a value is drawn anew from the row's leaf, and
//! taken if all tables together come nearer to what is told. Trees keep what goes beyond pairs, tables what trees blur.

use rand::RngExt;
use rand_chacha::ChaCha20Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::Coded;
use super::node::{Tree, Trees, pooled};

/// Larger tables are not told.
const MOST_CELLS: usize = 1 << 22;

/// A two-way table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// The two variables.
    pub variables: [usize; 2],
    /// Values of both and the rows that have them.
    pub told: Vec<(u32, u32, u64)>,
    /// All other rows.
    pub rest: u64,
}

/// The tables of all pairs.
pub fn tables(data: &Coded<'_>, k: u64) -> Vec<Pair> {
    let count = data.columns.len();
    let all: Vec<[usize; 2]> = (0..count)
        .flat_map(|a| (a + 1..count).map(move |b| [a, b]))
        .collect();
    let fits = |&[a, b]: &[usize; 2]| data.values[a].saturating_mul(data.values[b]) <= MOST_CELLS;
    all.into_par_iter()
        .filter(fits)
        .map(|variables| table(data, variables, k))
        .collect()
}

fn table(data: &Coded<'_>, variables: [usize; 2], k: u64) -> Pair {
    let [a, b] = variables;
    let wide = data.values[b];
    let mut counts = vec![0u64; data.values[a] * wide];
    for (&x, &y) in data.columns[a].iter().zip(&data.columns[b]) {
        counts[x as usize * wide + y as usize] += 1;
    }
    let mut present: Vec<(u64, usize)> = counts
        .iter()
        .enumerate()
        .filter(|it| *it.1 > 0)
        .map(|(cell, &rows)| (rows, cell))
        .collect();
    present.sort_unstable();
    let rest = pooled(present.iter().map(|it| it.0), k);
    let mut told: Vec<(u32, u32, u64)> = present[rest..]
        .iter()
        .map(|&(rows, cell)| ((cell / wide) as u32, (cell % wide) as u32, rows))
        .collect();
    told.sort_unstable();
    Pair {
        variables,
        told,
        rest: present[..rest].iter().map(|it| it.0).sum(),
    }
}

/// How far drawn rows are from one table: too many or too few rows, by told cell; the first is that of all others.
struct Gap {
    variables: [usize; 2],
    wide: usize,
    place: Vec<u32>,
    excess: Vec<f64>,
}

impl Gap {
    fn new(pair: &Pair, values: [usize; 2], columns: &[Vec<u32>]) -> Self {
        let [a, b] = pair.variables;
        let mut place = vec![0; values[0] * values[1]];
        let all = pair.rest + pair.told.iter().map(|it| it.2).sum::<u64>();
        let scale = columns[a].len() as f64 / (all as f64).max(1.0);
        let mut excess = vec![-(pair.rest as f64) * scale];
        for &(x, y, rows) in &pair.told {
            place[x as usize * values[1] + y as usize] = excess.len() as u32;
            excess.push(-(rows as f64) * scale);
        }
        for (&x, &y) in columns[a].iter().zip(&columns[b]) {
            excess[place[x as usize * values[1] + y as usize] as usize] += 1.0;
        }
        Gap {
            variables: pair.variables,
            wide: values[1],
            place,
            excess,
        }
    }

    /// The told cell of a row if one of its variables had another value.
    fn cell(&self, columns: &[Vec<u32>], row: usize, variable: usize, value: u32) -> usize {
        let [x, y] = self.variables.map(|own| {
            if own == variable {
                value
            } else {
                columns[own][row]
            }
        });
        self.place[x as usize * self.wide + y as usize] as usize
    }

    /// What the sum of all differences gains or loses if a row moves.
    fn change(&self, from: usize, to: usize) -> f64 {
        if from == to {
            return 0.0;
        }
        let (from, to) = (self.excess[from], self.excess[to]);
        (from - 1.0).abs() - from.abs() + (to + 1.0).abs() - to.abs()
    }
}

/// Brings drawn rows nearer to the told tables, in so many turns over all rows and variables.
pub fn bring_nearer(trees: &Trees, columns: &mut [Vec<u32>], turns: usize, rng: &mut ChaCha20Rng) {
    let mut values = vec![0; columns.len()];
    trees
        .trees
        .iter()
        .for_each(|tree| values[tree.variable] = tree.values);
    let mut gaps: Vec<Gap> = trees
        .pairs
        .iter()
        .map(|pair| Gap::new(pair, pair.variables.map(|it| values[it]), columns))
        .collect();
    let sums: Vec<Vec<Vec<f64>>> = trees.trees.iter().map(running).collect();
    let rows = columns.first().map_or(0, Vec::len);
    for _ in 0..turns {
        let mut taken = 0;
        for (tree, sums) in trees.trees.iter().zip(&sums) {
            let own: Vec<usize> = (0..gaps.len())
                .filter(|&gap| gaps[gap].variables.contains(&tree.variable))
                .collect();
            for row in 0..rows {
                let leaf = &sums[tree.leaf(|variable| columns[variable][row])];
                let drawn = rng.random::<f64>() * leaf.last().copied().unwrap_or(0.0);
                let value = (leaf.partition_point(|sum| *sum <= drawn))
                    .min(tree.values.saturating_sub(1)) as u32;
                taken += usize::from(moved(&mut gaps, &own, columns, row, (tree.variable, value)));
            }
        }
        if taken * 2_000 < rows {
            break;
        }
    }
}

/// Gives a row another value if that brings the tables nearer.
fn moved(
    gaps: &mut [Gap],
    own: &[usize],
    columns: &mut [Vec<u32>],
    row: usize,
    to: (usize, u32),
) -> bool {
    let (variable, value) = to;
    let before = columns[variable][row];
    if before == value {
        return false;
    }
    let cells = |gap: &Gap| {
        (
            gap.cell(columns, row, variable, before),
            gap.cell(columns, row, variable, value),
        )
    };
    let change: f64 = own
        .iter()
        .map(|&gap| {
            let (from, to) = cells(&gaps[gap]);
            gaps[gap].change(from, to)
        })
        .sum();
    if change >= -1e-9 {
        return false;
    }
    for &gap in own {
        let (from, to) = cells(&gaps[gap]);
        gaps[gap].excess[from] -= 1.0;
        gaps[gap].excess[to] += 1.0;
    }
    columns[variable][row] = value;
    true
}

/// Running sums of the shares of each node.
fn running(tree: &Tree) -> Vec<Vec<f64>> {
    let sum = |shares: Vec<f64>| {
        shares
            .iter()
            .scan(0.0, |sum, share| {
                *sum += share;
                Some(*sum)
            })
            .collect()
    };
    tree.shares().into_iter().map(sum).collect()
}
