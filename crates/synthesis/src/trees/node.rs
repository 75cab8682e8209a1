//! Trees and their nodes.

use serde::{Deserialize, Serialize};

use super::pairs::Pair;

/// The trees of all variables, in the order in which they are drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trees {
    /// The fewest rows behind a count.
    pub k: u64,
    /// The trees, in the order of drawing.
    pub trees: Vec<Tree>,
    /// Two-way tables that drawn rows are brought near to.
    pub pairs: Vec<Pair>,
}

/// How one variable follows from earlier ones.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tree {
    /// The variable that it tells.
    pub variable: usize,
    /// Number of its values.
    pub values: usize,
    /// The nodes; the first is the root, and a node stands behind the one above it.
    pub nodes: Vec<Node>,
}

/// Some rows, and how the variable is spread among them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// Number of rows.
    pub rows: u64,
    /// The node above.
    pub above: Option<usize>,
    /// Values that are told by themselves, with their rows.
    pub told: Vec<(u32, u64)>,
    /// Values that are told together, with their rows; their shares among each other are those of the node above.
    pub pool: Option<(Vec<u32>, u64)>,
    /// How it is split.
    pub split: Option<Split>,
}

/// A question to an earlier variable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Split {
    /// The earlier variable.
    pub on: usize,
    /// For each of its values, whether it goes to the first of the two nodes.
    pub first: Vec<bool>,
    /// The two nodes below.
    pub below: [usize; 2],
}

impl Node {
    /// A node that tells what at least `k` rows have, given the counts of its rows; nothing by itself where fewer rows are there.
    pub(super) fn of(counts: &[u64], k: u64, above: Option<usize>) -> Node {
        let rows = counts.iter().sum();
        let mut present: Vec<(u32, u64)> = counts
            .iter()
            .enumerate()
            .filter(|it| *it.1 > 0)
            .map(|(value, &count)| (value as u32, count))
            .collect();
        present.sort_unstable_by_key(|&(value, count)| (count, value));
        let pooled = pooled(present.iter().map(|it| it.1), k);
        let mut told = present.split_off(pooled);
        told.sort_unstable();
        let mut values: Vec<u32> = present.iter().map(|it| it.0).collect();
        values.sort_unstable();
        let pool = (pooled > 0).then(|| (values, present.iter().map(|it| it.1).sum()));
        Node {
            rows,
            above,
            told,
            pool,
            split: None,
        }
    }

    /// The share of each value, given the shares of the node above.
    pub fn shares(&self, values: usize, above: &[f64]) -> Vec<f64> {
        let all = (self.rows as f64).max(1.0);
        let mut shares = vec![0.0; values];
        self.told
            .iter()
            .for_each(|&(value, rows)| shares[value as usize] = rows as f64 / all);
        if let Some((pool, rows)) = &self.pool {
            let inside: f64 = pool.iter().map(|&value| above[value as usize]).sum();
            for &value in pool {
                let share = if inside > 0.0 {
                    above[value as usize] / inside
                } else {
                    1.0 / pool.len() as f64
                };
                shares[value as usize] = share * *rows as f64 / all;
            }
        }
        shares
    }
}

/// How many of ascending counts are told together: those below `k`, and as many more as it takes to make `k` of them.
pub(super) fn pooled(ascending: impl Iterator<Item = u64>, k: u64) -> usize {
    let mut sum = 0;
    let mut pooled = 0;
    for count in ascending {
        if count >= k && (sum == 0 || sum >= k) {
            break;
        }
        sum += count;
        pooled += 1;
    }
    pooled
}

impl Tree {
    /// The shares of the variable's values in every node.
    pub fn shares(&self) -> Vec<Vec<f64>> {
        let even = vec![1.0 / self.values.max(1) as f64; self.values];
        let mut all: Vec<Vec<f64>> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let above = node.above.and_then(|above| all.get(above)).unwrap_or(&even);
            all.push(node.shares(self.values, above));
        }
        all
    }

    /// The leaf of a row, whose earlier variables `value_of` tells.
    pub fn leaf(&self, value_of: impl Fn(usize) -> u32) -> usize {
        let mut at = 0;
        while let Some(split) = &self.nodes[at].split {
            let first = split
                .first
                .get(value_of(split.on) as usize)
                .copied()
                .unwrap_or(false);
            at = split.below[usize::from(!first)];
        }
        at
    }

    /// The leaves from left to right.
    pub(super) fn leaves(&self) -> Vec<usize> {
        let mut found = Vec::new();
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            match &self.nodes[at].split {
                Some(split) => open.extend([split.below[1], split.below[0]]),
                None => found.push(at),
            }
        }
        found
    }
}
