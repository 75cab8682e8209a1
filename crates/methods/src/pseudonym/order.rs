//! Whether rows stand in the order of an attribute: numbers given in that order would tell its values.
//!
//! **Idea.** Two measures of the persons in the order in which they first appear, both blind to equal values:
//! 1. *pairs*: of all pairs of persons with different values, the share in order (rising or falling, whichever is more). It sees
//!    tables that are sorted but for some rows, also by an attribute of two values.
//! 2. *neighbours*: of neighbouring persons with different values, the share in order. It sees tables sorted inside blocks.
//!
//! **Threshold.** An order is told from 95 % of pairs or 90 % of neighbours on, if chance would hardly make it: 3 standard deviations of
//! Kendall's statistic (with its correction for ties), and 3 of a fair coin for neighbours, which is stricter than needed. So no
//! table of fewer than 7 rows has an order: 6 rows are sorted by accident once in 360 times.
//!
//! **Cost** n log d for n persons and d distinct values.

/// Share of pairs from which on rows are in order.
const PAIRS: f64 = 0.95;
/// Share of neighbours from which on rows are in order.
const NEIGHBOURS: f64 = 0.90;
/// How many standard deviations from chance.
const DEVIATIONS: f64 = 3.0;

/// How much rows stand in the order of an attribute.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Order {
    /// Share of pairs with different values that are in order, from 0.5 to 1.
    pub pairs: f64,
    /// Share of neighbours with different values that are in order, from 0.5 to 1.
    pub neighbours: f64,
    /// Whether one of them is too high to be left to chance.
    pub tells: bool,
}

/// Looks at ranks (equal values share one) in the order of rows; missing ones are left out.
pub fn order_of(ranks: &[u32], distinct: usize) -> Order {
    let (rising, falling) = pairs(ranks, distinct);
    let n = ranks.len() as f64;
    let ties: f64 = counts(ranks, distinct)
        .into_iter()
        .map(|t| t as f64)
        .map(|t| t * (t - 1.0) * (2.0 * t + 5.0))
        .sum();
    let variance = (n * (n - 1.0) * (2.0 * n + 5.0) - ties) / 18.0;
    let statistic = (rising as f64 - falling as f64).abs();
    let pairs = share(rising, falling);
    let by_pairs =
        pairs >= PAIRS && statistic >= DEVIATIONS * variance.max(0.0).sqrt() && statistic > 0.0;

    let up = ranks.windows(2).filter(|pair| pair[0] < pair[1]).count() as u64;
    let down = ranks.windows(2).filter(|pair| pair[0] > pair[1]).count() as u64;
    let neighbours = share(up, down);
    let steps = (up + down) as f64;
    let by_neighbours =
        neighbours >= NEIGHBOURS && (up as f64 - down as f64).abs() >= DEVIATIONS * steps.sqrt();
    Order {
        pairs,
        neighbours,
        tells: by_pairs || (by_neighbours && steps > 0.0),
    }
}

fn share(up: u64, down: u64) -> f64 {
    if up + down == 0 {
        0.5
    } else {
        up.max(down) as f64 / (up + down) as f64
    }
}

fn counts(ranks: &[u32], distinct: usize) -> Vec<u64> {
    let mut counts = vec![0; distinct];
    for &rank in ranks {
        counts[rank as usize] += 1;
    }
    counts
}

/// How many pairs rise and fall, by sums over ranks in a Fenwick tree.
fn pairs(ranks: &[u32], distinct: usize) -> (u64, u64) {
    let mut sums = vec![0u64; distinct + 1];
    let (mut rising, mut falling) = (0, 0);
    for (before, &rank) in ranks.iter().enumerate() {
        let below = sum(&sums, rank as usize);
        let up_to = sum(&sums, rank as usize + 1);
        rising += below;
        falling += before as u64 - up_to;
        let mut place = rank as usize + 1;
        while place <= distinct {
            sums[place] += 1;
            place += place & place.wrapping_neg();
        }
    }
    (rising, falling)
}

/// How many ranks below `end` were seen.
fn sum(sums: &[u64], end: usize) -> u64 {
    let (mut place, mut total) = (end, 0);
    while place > 0 {
        total += sums[place];
        place &= place - 1;
    }
    total
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha20Rng;

    use super::*;

    fn tells(ranks: &[u32]) -> bool {
        order_of(ranks, 1 + ranks.iter().copied().max().unwrap_or(0) as usize).tells
    }

    #[test]
    fn sorted_and_nearly_sorted_rows_are_found() {
        let mut ranks: Vec<u32> = (0..100).collect();
        assert!(tells(&ranks));
        ranks.reverse();
        assert!(tells(&ranks), "falling");
        ranks.swap(3, 50);
        ranks.swap(20, 21);
        assert!(tells(&ranks), "but for a few rows");
        assert!(
            tells(&(0..100).map(|i| u32::from(i >= 50)).collect::<Vec<_>>()),
            "two values"
        );
        assert!(
            tells(&(0..400).map(|i| i % 40).collect::<Vec<_>>()),
            "sorted inside blocks"
        );
        assert!(tells(&[1, 2, 3, 4, 5, 6, 7]));
    }

    #[test]
    fn few_rows_and_one_value_tell_nothing() {
        assert!(!tells(&[1, 2, 3, 4, 5, 6]));
        assert!(!tells(&[0; 50]));
        assert!(!tells(&[]));
    }

    /// Tries to break it: random orders of many shapes, ties included, are not taken for an order.
    #[test]
    fn random_orders_are_left_alone() {
        let mut random = ChaCha20Rng::seed_from_u64(5);
        let mut alarms = 0;
        for _ in 0..4_000 {
            let (rows, distinct) = (random.random_range(2..60), random.random_range(1..30));
            let mut ranks: Vec<u32> = (0..rows)
                .map(|_| random.random_range(0..distinct))
                .collect();
            ranks.shuffle(&mut random);
            alarms += u32::from(tells(&ranks));
        }
        assert!(alarms <= 8, "{alarms} of 4000");
    }

    proptest! {
        /// The tree counts what a double loop counts.
        #[test]
        fn pairs_are_counted_right(ranks in proptest::collection::vec(0u32..12, 0..60)) {
            let all = || (0..ranks.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
            let rising = all().filter(|&(j, i)| ranks[j] < ranks[i]).count() as u64;
            let falling = all().filter(|&(j, i)| ranks[j] > ranks[i]).count() as u64;
            prop_assert_eq!(pairs(&ranks, 12), (rising, falling));
        }
    }
}
