//! What a group has to satisfy.

/// Bounds on every group. All of them go on to hold when a group grows by rarer values, and when two groups that hold join.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The fewest different values.
    pub l: usize,
    /// The largest share of a value in its group.
    pub max_posterior: f64,
    /// The largest distance (equal distances between values) of a group's distribution from that of all.
    pub t: Option<f64>,
    /// How many values of people there are in all.
    pub total: u64,
}

impl Bounds {
    /// At least `l` values, and nothing else.
    pub fn diverse(l: usize, total: u64) -> Self {
        Bounds {
            l,
            max_posterior: 1.0,
            t: None,
            total,
        }
    }

    /// Whether values that occur so often may be a group.
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
        // Shares of whole numbers need not be exact in floating point.
        let slack = 1e-9;
        values >= self.l.max(1)
            && most as f64 <= (self.max_posterior + slack) * sum as f64
            && self.t.is_none_or(|t| self.distance(sum) <= t + slack)
    }

    /// The distance of a group from all people. A group has all people with its values, so each of its values is more frequent in it than
    /// in all, and what is too much is the share of everybody else.
    pub fn distance(&self, sum: u64) -> f64 {
        1.0 - sum as f64 / self.total.max(1) as f64
    }
}
