//! Slow and obvious judges of what a class tells about sensitive values: each measure by its definition, on rows of text.

use std::collections::{BTreeMap, BTreeSet};

use crate::oracle::classes;

/// The share of each value of a column among some rows; empty cells are no value.
pub fn shares(
    rows: &[Vec<String>],
    of: impl Iterator<Item = usize>,
    column: usize,
) -> BTreeMap<String, f64> {
    let values: Vec<&String> = of
        .map(|row| &rows[row][column])
        .filter(|value| !value.is_empty())
        .collect();
    let share = |value: &str| {
        values.iter().filter(|other| **other == value).count() as f64 / values.len() as f64
    };
    values
        .iter()
        .map(|value| ((*value).clone(), share(value)))
        .collect()
}

/// For each class, the shares of a sensitive column in it; classes without a value are left out.
fn class_shares(
    rows: &[Vec<String>],
    qi: &[usize],
    sensitive: usize,
) -> Vec<BTreeMap<String, f64>> {
    let of = |class: Vec<usize>| shares(rows, class.into_iter(), sensitive);
    classes(rows, qi)
        .into_values()
        .map(of)
        .filter(|shares| !shares.is_empty())
        .collect()
}

/// The largest share of any value in any class.
pub fn largest_share(rows: &[Vec<String>], qi: &[usize], sensitive: usize) -> f64 {
    class_shares(rows, qi, sensitive)
        .iter()
        .flat_map(|class| class.values().copied())
        .fold(0.0, f64::max)
}

/// The largest relative gain of a value in a class over its share in `whole`.
pub fn largest_gain(
    rows: &[Vec<String>],
    qi: &[usize],
    sensitive: usize,
    whole: &BTreeMap<String, f64>,
) -> f64 {
    let gain = |(value, p): (&String, &f64)| (p - whole[value]) / whole[value];
    class_shares(rows, qi, sensitive)
        .iter()
        .flat_map(|class| class.iter().map(gain).collect::<Vec<_>>())
        .fold(0.0, f64::max)
}

/// Whether some value gains more than -ln of its share.
pub fn gains_more_than_its_rarity(
    rows: &[Vec<String>],
    qi: &[usize],
    sensitive: usize,
    whole: &BTreeMap<String, f64>,
) -> bool {
    let beyond = |(value, p): (&String, &f64)| {
        *p > whole[value] && (p - whole[value]) / whole[value] > -whole[value].ln()
    };
    class_shares(rows, qi, sensitive)
        .iter()
        .any(|class| class.iter().any(beyond))
}

/// The largest |log2(p/q)| over all classes and all values of `whole`; infinite where a class lacks one.
pub fn largest_log_ratio(
    rows: &[Vec<String>],
    qi: &[usize],
    sensitive: usize,
    whole: &BTreeMap<String, f64>,
) -> f64 {
    let told = |class: &BTreeMap<String, f64>, (value, q): (&String, &f64)| {
        (class.get(value).copied().unwrap_or(0.0) / q).log2().abs()
    };
    let classes = class_shares(rows, qi, sensitive);
    classes
        .iter()
        .flat_map(|class| whole.iter().map(move |entry| told(class, entry)))
        .fold(0.0, f64::max)
}

/// The earth mover's distance between two distributions, given as counts of the same values, for a cost between any two
/// values: the transport problem itself, solved by sending earth along the cheapest path as long as there is one.
pub fn earth_movers(p: &[u64], q: &[u64], cost: impl Fn(usize, usize) -> f64) -> f64 {
    let (of_p, of_q) = (p.iter().sum::<u64>(), q.iter().sum::<u64>());
    // Whole units: each row of one side weighs as much as there are rows on the other.
    let mut left: Vec<u64> = p.iter().map(|rows| rows * of_q).collect();
    let mut open: Vec<u64> = q.iter().map(|rows| rows * of_p).collect();
    let values = p.len();
    let mut sent = vec![vec![0u64; values]; values];
    let mut total = 0.0;
    while left.iter().any(|&units| units > 0) {
        let (path, price) = cheapest_path(&left, &open, &sent, &cost);
        let forward = |step: &(usize, usize, bool)| step.2;
        let mut units = path
            .iter()
            .filter(|step| !forward(step))
            .map(|&(from, to, _)| sent[from][to])
            .min();
        let (first, last) = (path[0].0, path[path.len() - 1].1);
        units = Some(units.unwrap_or(u64::MAX).min(left[first]).min(open[last]));
        let units = units.unwrap_or(0);
        for &(from, to, is_forward) in &path {
            if is_forward {
                sent[from][to] += units;
            } else {
                sent[from][to] -= units;
            }
        }
        left[first] -= units;
        open[last] -= units;
        total += price * units as f64;
    }
    total / (of_p * of_q) as f64
}

/// The cheapest way from a value with earth left to one with room: steps `(from, to, forward)`, those that are not forward
/// take earth back. Bellman and Ford's algorithm.
fn cheapest_path(
    left: &[u64],
    open: &[u64],
    sent: &[Vec<u64>],
    cost: &impl Fn(usize, usize) -> f64,
) -> (Vec<(usize, usize, bool)>, f64) {
    let values = left.len();
    let mut price_left: Vec<f64> = left
        .iter()
        .map(|&units| if units > 0 { 0.0 } else { f64::INFINITY })
        .collect();
    let mut price_open = vec![f64::INFINITY; values];
    let (mut to_left, mut to_open) = (vec![None; values], vec![0; values]);
    for _ in 0..2 * values {
        for from in 0..values {
            for to in 0..values {
                if price_left[from] + cost(from, to) < price_open[to] - 1e-12 {
                    price_open[to] = price_left[from] + cost(from, to);
                    to_open[to] = from;
                }
                if sent[from][to] > 0 && price_open[to] - cost(from, to) < price_left[from] - 1e-12
                {
                    price_left[from] = price_open[to] - cost(from, to);
                    to_left[from] = Some(to);
                }
            }
        }
    }
    let ends: BTreeSet<usize> = (0..values).filter(|&to| open[to] > 0).collect();
    let end = ends
        .into_iter()
        .min_by(|&a, &b| price_open[a].total_cmp(&price_open[b]))
        .expect("as much room as earth");
    let (mut path, mut at) = (Vec::new(), end);
    loop {
        let from: usize = to_open[at];
        path.push((from, at, true));
        match to_left[from] {
            Some(back) => {
                path.push((from, back, false));
                at = back;
            }
            None => break,
        }
    }
    path.reverse();
    (path, price_open[end])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The salaries of the t-closeness paper.
    #[test]
    fn the_example_of_the_paper() {
        let ranks = |a: usize, b: usize| a.abs_diff(b) as f64 / 8.0;
        let all = [1; 9];
        assert!((earth_movers(&[1, 1, 1, 0, 0, 0, 0, 0, 0], &all, ranks) - 0.375).abs() < 1e-9);
        assert!((earth_movers(&[0, 0, 0, 1, 0, 1, 0, 0, 1], &all, ranks) - 1.0 / 6.0).abs() < 1e-9);
        assert!(
            (earth_movers(&[3, 1], &[1, 1], |a, b| f64::from(u8::from(a != b))) - 0.25).abs()
                < 1e-9
        );
    }
}
