//! Growing a tree: the split after which the rows are likeliest, as nodes of k rows tell them.

use super::Coded;
use super::node::{Node, Split, Tree, Trees, pooled};
use super::pairs;

/// How trees are grown.
#[derive(Debug, Clone, PartialEq)]
pub struct Growing {
    /// The fewest rows behind a count.
    pub k: u64,
    /// The order in which variables are learnt and drawn; those that are not named come last, in their own order.
    pub order: Vec<usize>,
    /// How much of the cost of telling a split must be saved by it: 1 is the description length, 0 splits wherever it helps.
    pub strictness: f64,
}

impl Default for Growing {
    fn default() -> Self {
        Growing {
            k: 10,
            order: Vec::new(),
            strictness: 1.0,
        }
    }
}

/// Learns the trees of all variables; `stop` is asked between trees and ends the work early with fewer trees.
pub fn learn(data: &Coded<'_>, growing: &Growing, stop: &dyn Fn() -> bool) -> Trees {
    let mut order: Vec<usize> = Vec::new();
    let named = growing
        .order
        .iter()
        .copied()
        .filter(|&variable| variable < data.columns.len());
    for variable in named.chain(0..data.columns.len()) {
        if !order.contains(&variable) {
            order.push(variable);
        }
    }
    let k = growing.k.max(1);
    let mut trees = Vec::with_capacity(order.len());
    for (place, &variable) in order.iter().enumerate() {
        if stop() {
            break;
        }
        let mut grower = Grower {
            data,
            variable,
            earlier: &order[..place],
            k,
            strictness: growing.strictness,
            nodes: Vec::new(),
        };
        grower.grow();
        trees.push(Tree {
            variable,
            values: data.values[variable],
            nodes: grower.nodes,
        });
    }
    let pairs = pairs::tables(data, k);
    Trees { k, trees, pairs }
}

struct Grower<'a> {
    data: &'a Coded<'a>,
    variable: usize,
    earlier: &'a [usize],
    k: u64,
    strictness: f64,
    nodes: Vec<Node>,
}

/// A split that was found.
struct Found {
    gain: f64,
    on: usize,
    first: Vec<bool>,
}

impl Grower<'_> {
    fn grow(&mut self) {
        let values = self.data.values[self.variable];
        let rows: Vec<u32> = (0..self.data.rows() as u32).collect();
        let even = vec![1.0 / values.max(1) as f64; values];
        self.nodes.push(Node::of(&self.counts(&rows), self.k, None));
        let mut open = vec![(0, rows, even)];
        while let Some((at, rows, above)) = open.pop() {
            let shares = self.nodes[at].shares(values, &above);
            let Some(found) = self.best(&rows, &shares) else {
                continue;
            };
            let on = &self.data.columns[found.on];
            let (first, second): (Vec<u32>, Vec<u32>) = rows
                .into_iter()
                .partition(|&row| found.first[on[row as usize] as usize]);
            let below = [self.nodes.len(), self.nodes.len() + 1];
            for rows in [&first, &second] {
                let node = Node::of(&self.counts(rows), self.k, Some(at));
                self.nodes.push(node);
            }
            self.nodes[at].split = Some(Split {
                on: found.on,
                first: found.first,
                below,
            });
            open.push((below[1], second, shares.clone()));
            open.push((below[0], first, shares));
        }
    }

    fn counts(&self, rows: &[u32]) -> Vec<u64> {
        let mut counts = vec![0; self.data.values[self.variable]];
        let own = &self.data.columns[self.variable];
        rows.iter()
            .for_each(|&row| counts[own[row as usize] as usize] += 1);
        counts
    }

    /// The best split of some rows, if one is worth telling.
    fn best(&self, rows: &[u32], shares: &[f64]) -> Option<Found> {
        if (rows.len() as u64) < 2 * self.k {
            return None;
        }
        let counts = self.counts(rows);
        if counts.iter().filter(|&&count| count > 0).count() < 2 {
            return None;
        }
        let told = Told::new(self.k, shares);
        let (whole, parameters) = told.likelihood(&counts);
        let tried = self
            .earlier
            .iter()
            .filter_map(|&on| self.best_of(on, rows, &counts, &told, whole, parameters));
        tried
            .max_by(|a, b| a.gain.total_cmp(&b.gain))
            .filter(|found| found.gain > 1e-9)
    }

    /// The best split by one earlier variable.
    fn best_of(
        &self,
        on: usize,
        rows: &[u32],
        counts: &[u64],
        told: &Told<'_>,
        whole: f64,
        parameters: usize,
    ) -> Option<Found> {
        let (wide, own) = (self.data.values[on], counts.len());
        let mut table = vec![0u64; wide * own];
        let (theirs, ours) = (&self.data.columns[on], &self.data.columns[self.variable]);
        for &row in rows {
            table[theirs[row as usize] as usize * own + ours[row as usize] as usize] += 1;
        }
        let line = |value: usize| &table[value * own..][..own];
        let mut present: Vec<usize> = (0..wide)
            .filter(|&value| line(value).iter().any(|&count| count > 0))
            .collect();
        if present.len() < 2 {
            return None;
        }
        if !self.data.ordered[on] {
            let places = axis(&present, &line, counts);
            let mut placed: Vec<(f64, usize)> =
                places.into_iter().zip(present.iter().copied()).collect();
            placed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            present = placed.into_iter().map(|it| it.1).collect();
        }
        let price = (self.earlier.len() as f64).ln() + (present.len() as f64 - 1.0).ln();
        let half = (rows.len() as f64).ln() / 2.0;
        let mut left = vec![0u64; own];
        let mut right = counts.to_vec();
        let mut best: Option<(f64, usize)> = None;
        for (place, &value) in present.iter().enumerate().take(present.len() - 1) {
            for (cell, &count) in line(value).iter().enumerate() {
                left[cell] += count;
                right[cell] -= count;
            }
            if left.iter().sum::<u64>() < self.k || right.iter().sum::<u64>() < self.k {
                continue;
            }
            let ((one, a), (other, b)) = (told.likelihood(&left), told.likelihood(&right));
            let more = (a + b).saturating_sub(parameters).max(1) as f64;
            let gain = one + other - whole - self.strictness * (price + half * more);
            if best.is_none_or(|best| gain > best.0) {
                best = Some((gain, place));
            }
        }
        let (gain, place) = best?;
        let mut first = vec![false; wide];
        present[..=place]
            .iter()
            .for_each(|&value| first[value] = true);
        // Values that no row here has go with the larger side.
        let larger = present[..=place]
            .iter()
            .flat_map(|&value| line(value))
            .sum::<u64>()
            * 2
            > rows.len() as u64;
        (0..wide)
            .filter(|value| !present.contains(value))
            .for_each(|value| first[value] = larger);
        Some(Found { gain, on, first })
    }
}

/// How likely rows are as a node of `k` rows would tell them.
struct Told<'a> {
    k: u64,
    above: &'a [f64],
    /// Logarithms of the shares above.
    logs: Vec<f64>,
}

impl<'a> Told<'a> {
    fn new(k: u64, above: &'a [f64]) -> Self {
        Told {
            k,
            above,
            logs: above.iter().map(|share| share.max(1e-300).ln()).collect(),
        }
    }

    /// The log-likelihood of rows with these counts, and how many counts tell them.
    fn likelihood(&self, counts: &[u64]) -> (f64, usize) {
        let rows: u64 = counts.iter().sum();
        let own = |count: u64| count as f64 * (count as f64 / rows as f64).ln();
        let mut sum = 0.0;
        let mut parameters = 0;
        let mut rare = 0;
        for &count in counts {
            if count >= self.k {
                sum += own(count);
                parameters += 1;
            } else {
                rare += count;
            }
        }
        if rare == 0 {
            return (sum, parameters);
        }
        if rare >= self.k {
            let pool = counts
                .iter()
                .enumerate()
                .filter(|it| *it.1 > 0 && *it.1 < self.k);
            return (
                sum + self.pool(pool.map(|it| (it.0, *it.1)), rows),
                parameters + 1,
            );
        }
        // Rarer values than k together: the least frequent of the others joins them.
        let mut present: Vec<(u64, usize)> = counts
            .iter()
            .enumerate()
            .filter(|it| *it.1 > 0)
            .map(|(value, &count)| (count, value))
            .collect();
        present.sort_unstable();
        let pooled = pooled(present.iter().map(|it| it.0), self.k);
        let told: f64 = present[pooled..].iter().map(|it| own(it.0)).sum();
        let pool = self.pool(present[..pooled].iter().map(|it| (it.1, it.0)), rows);
        (told + pool, present.len() - pooled + 1)
    }

    fn pool(&self, pool: impl Iterator<Item = (usize, u64)> + Clone, rows: u64) -> f64 {
        let (count, inside) = pool.clone().fold((0, 0.0), |(n, share), it| {
            (n + it.1, share + self.above[it.0])
        });
        let among: f64 = pool
            .map(|(value, n)| n as f64 * self.logs[value])
            .sum::<f64>()
            - count as f64 * inside.max(1e-300).ln();
        count as f64 * (count as f64 / rows as f64).ln() + among
    }
}

/// Steps towards the first axis.
const TURNS: usize = 6;

/// Where values lie on the first axis of their contingency table with the variable (correspondence analysis, by power iteration).
fn axis<'t>(present: &[usize], line: &dyn Fn(usize) -> &'t [u64], counts: &[u64]) -> Vec<f64> {
    let total = counts.iter().sum::<u64>() as f64;
    let weights: Vec<f64> = present
        .iter()
        .map(|&value| line(value).iter().sum::<u64>() as f64)
        .collect();
    // The start is that of the most frequent value against the others.
    let most = (0..counts.len())
        .max_by_key(|&cell| (counts[cell], usize::MAX - cell))
        .unwrap_or(0);
    let mut cells: Vec<f64> = (0..counts.len())
        .map(|cell| f64::from(u8::from(cell == most)) + 1e-3 * cell as f64)
        .collect();
    let mut places = vec![0.0; present.len()];
    for _ in 0..TURNS {
        let mean = counts
            .iter()
            .zip(&cells)
            .map(|(&count, x)| count as f64 * x)
            .sum::<f64>()
            / total;
        cells.iter_mut().for_each(|x| *x -= mean);
        for (place, (&value, weight)) in places.iter_mut().zip(present.iter().zip(&weights)) {
            *place = line(value)
                .iter()
                .zip(&cells)
                .map(|(&count, x)| count as f64 * x)
                .sum::<f64>()
                / weight;
        }
        if counts.iter().filter(|&&count| count > 0).count() <= 2 {
            break;
        }
        let mut sums = vec![0.0; counts.len()];
        for (place, &value) in places.iter().zip(present) {
            line(value)
                .iter()
                .zip(&mut sums)
                .for_each(|(&count, sum)| *sum += count as f64 * place);
        }
        for (cell, (sum, &count)) in cells.iter_mut().zip(sums.iter().zip(counts)) {
            *cell = if count > 0 { sum / count as f64 } else { 0.0 };
        }
        let length = cells.iter().map(|x| x * x).sum::<f64>().sqrt();
        cells.iter_mut().for_each(|x| *x /= length.max(1e-12));
    }
    places
}
