//! t-closeness: in every class the values of each sensitive attribute are distributed almost as in the whole table.
//!
//! **Paper** li2007tcloseness · **Counters** skewness and, with the ordered distance, similarity; homogeneity as far as t is
//! small · **Monotone** yes: the earth mover's distance is convex, so that of a merged class is at most the mean of its
//! parts' · **Does not counter** linking a record to a person: ask for k-anonymity as well.
//!
//! *Equal distance*: any two values are equally far, the distance is half the sum of |p - q|. *Ordered distance*: values lie
//! on a line at their ranks 0 … m-1 among the m values of the table, the distance is the sum over ranks of |P - Q| (both
//! cumulated), by m - 1. Both lie between 0 and 1. Missing values are left out on both sides; a class without a known value
//! shows no distribution, and its distance is 0.
//!
//! **Cost** of a class with v values: v for the equal distance, v log m for the ordered one. Between two values of the class P
//! does not change, and Q only grows, so the sum has a part below P and one above it, each found from running sums.

use super::{Class, Distance, Model, Whole};
use crate::examine::ReleasedClasses;

/// How far above the bound rounding may put a distance that lies on it.
const SLACK: f64 = 1e-9;

/// A distance of at most `t` between each class and the table.
pub struct TCloseness {
    t: f64,
    distance: Option<Distance>,
    /// One a sensitive attribute.
    scales: Vec<Scale>,
}

/// The table's distribution, ready to be compared with.
enum Scale {
    Equal {
        /// By code.
        shares: Vec<f64>,
    },
    Ordered {
        /// By code; `None` for a value that no row has.
        rank_of: Vec<Option<usize>>,
        /// For each rank the share of it and all below.
        up_to: Vec<f64>,
        /// Running sums of `up_to`, from 0 on.
        sums: Vec<f64>,
    },
}

impl TCloseness {
    /// Closeness to this table; without a distance, each attribute has that of its kind.
    pub fn new(t: f64, distance: Option<Distance>, whole: &Whole) -> Self {
        let scales = whole.attributes().iter().map(|attribute| {
            let natural = if attribute.ordered { Distance::Ordered } else { Distance::Equal };
            Scale::new(&attribute.counts, distance.unwrap_or(natural))
        });
        TCloseness { t, distance, scales: scales.collect() }
    }
}

impl Scale {
    fn new(counts: &[u64], distance: Distance) -> Self {
        let rows: u64 = counts.iter().sum();
        let share = |count: u64| count as f64 / rows.max(1) as f64;
        match distance {
            Distance::Equal => Scale::Equal { shares: counts.iter().map(|&count| share(count)).collect() },
            Distance::Ordered => {
                let (mut rank_of, mut up_to, mut sums, mut rows) = (Vec::new(), Vec::new(), vec![0.0], 0);
                for &count in counts {
                    rank_of.push((count > 0).then_some(up_to.len()));
                    if count > 0 {
                        rows += count;
                        sums.push(sums.last().copied().unwrap_or(0.0) + share(rows));
                        up_to.push(share(rows));
                    }
                }
                Scale::Ordered { rank_of, up_to, sums }
            }
        }
    }

    /// From a class, by its values and their counts, to the table; infinite if the table lacks one of them.
    fn distance(&self, values: &[(u32, u64)]) -> f64 {
        let known = values.iter().map(|value| value.1).sum::<u64>() as f64;
        match self {
            // What is too much in some places is missing in others: the surplus is half of all differences.
            Scale::Equal { shares } => {
                let share = |code: u32| shares.get(code as usize).copied().unwrap_or(0.0);
                values.iter().map(|&(code, count)| (count as f64 / known - share(code)).max(0.0)).sum()
            }
            Scale::Ordered { rank_of, up_to, sums } => {
                let (mut total, mut rows, mut from) = (0.0, 0, 0);
                if values.is_empty() || up_to.len() < 2 {
                    return 0.0;
                }
                for &(code, count) in values {
                    let Some(&Some(rank)) = rank_of.get(code as usize) else { return f64::INFINITY };
                    total += gap(up_to, sums, from..rank, rows as f64 / known);
                    (rows, from) = (rows + count, rank);
                }
                (total + gap(up_to, sums, from..up_to.len(), 1.0)) / (up_to.len() - 1) as f64
            }
        }
    }
}

/// The sum over some ranks of the distance between the table's share up to there and a fixed one.
fn gap(up_to: &[f64], sums: &[f64], ranks: std::ops::Range<usize>, share: f64) -> f64 {
    let (from, to) = (ranks.start, ranks.end);
    let middle = from + up_to[ranks].partition_point(|&table| table <= share);
    let below = (middle - from) as f64 * share - (sums[middle] - sums[from]);
    let above = (sums[to] - sums[middle]) - (to - middle) as f64 * share;
    below + above
}

impl Model for TCloseness {
    fn title(&self) -> String {
        match self.distance {
            None => format!("{}-closeness", self.t),
            Some(Distance::Equal) => format!("{}-closeness (equal distance)", self.t),
            Some(Distance::Ordered) => format!("{}-closeness (ordered distance)", self.t),
        }
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        let near = |(s, values): (usize, &Vec<(u32, u64)>)| {
            self.scales.get(s).is_some_and(|scale| scale.distance(values) <= self.t + SLACK)
        };
        class.sensitive.iter().enumerate().all(near)
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn needs_sensitive(&self) -> bool {
        true
    }

    fn compares_with_table(&self) -> bool {
        true
    }

    fn least_rows(&self) -> u64 {
        1
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        let far = |class: usize, s: usize| released.distance(class, s, self.distance) - self.t > SLACK;
        (0..released.len()).filter(|&class| (0..released.sensitive_count()).any(|s| far(class, s))).collect()
    }
}
