//! What a group has to satisfy.

use super::Value;
use crate::collections::Set;

/// Bounds on every group. All of them go on to hold when a group grows by rarer values, and when two groups that hold join.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds<'a> {
    /// The fewest different values.
    pub l: usize,
    /// The largest share of a value in its group.
    pub max_posterior: f64,
    /// The largest distance (equal distances between values) of a group's distribution from that of all.
    pub t: Option<f64>,
    /// How many values of people there are in all.
    pub total: u64,
    /// By the place of a value, who has it, ascending; nothing where everybody has one value at most. Then the members of a group are fewer than
    /// its values of people, and the share of a value is that of the members who have it.
    pub holders: Option<&'a [Vec<u32>]>,
}

impl Bounds<'_> {
    /// At least `l` values, and nothing else.
    pub fn diverse(l: usize, total: u64) -> Self {
        Bounds {
            l,
            max_posterior: 1.0,
            t: None,
            total,
            holders: None,
        }
    }

    /// Whether values, by their places, may be a group.
    pub fn hold_at(&self, values: &[Value], places: &[usize]) -> bool {
        let counts = || places.iter().map(|&place| values[place].count);
        let most = counts().max().unwrap_or(0);
        self.hold(counts()) && self.is_share(most, self.members(values, places))
    }

    /// How many people have one of some values.
    pub fn members(&self, values: &[Value], places: &[usize]) -> u64 {
        let Some(holders) = self.holders else {
            return places.iter().map(|&place| values[place].count).sum();
        };
        let own = places.iter().filter_map(|&place| holders.get(place));
        let all: Set<u32> = own.flatten().copied().collect();
        all.len() as u64
    }

    fn is_share(&self, most: u64, members: u64) -> bool {
        // Shares of whole numbers need not be exact in floating point.
        most as f64 <= (self.max_posterior + 1e-9) * members as f64
    }

    /// Whether values that occur so often may be a group, where nobody has two of them.
    pub fn hold(&self, counts: impl Iterator<Item = u64>) -> bool {
        let (mut values, mut sum, mut most) = (0, 0, 0);
        for count in counts {
            values += 1;
            sum += count;
            most = most.max(count);
        }
        self.hold_for(values, sum, most)
    }

    /// The same by the number of values, of people, and of people with the most frequent value.
    pub fn hold_for(&self, values: usize, sum: u64, most: u64) -> bool {
        values >= self.l.max(1)
            && self.is_share(most, sum)
            && self.t.is_none_or(|t| self.distance(sum) <= t + 1e-9)
    }

    /// The distance of a group from all people. A group has all people with its values, so each of its values is more frequent in it than
    /// in all, and what is too much is the share of everybody else.
    pub fn distance(&self, sum: u64) -> f64 {
        1.0 - sum as f64 / self.total.max(1) as f64
    }
}
