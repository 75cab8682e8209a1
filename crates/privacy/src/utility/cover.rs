//! What a released label stands for: places in the order of an original attribute's values.

/// Places in an attribute's order of values ([`Qi`](bauta_table::Qi)).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ranks {
    /// From the first to the last, both included.
    Range(u32, u32),
    /// Exactly these, ascending; none where a label lies beside every original value.
    Set(Vec<u32>),
}

impl Ranks {
    /// These ranks, as a range where they have no gap.
    pub fn of(mut ranks: Vec<u32>) -> Self {
        ranks.sort_unstable();
        ranks.dedup();
        match (ranks.first(), ranks.last()) {
            (Some(&first), Some(&last)) if (last - first) as usize + 1 == ranks.len() => {
                Ranks::Range(first, last)
            }
            _ => Ranks::Set(ranks),
        }
    }

    /// How many.
    pub fn len(&self) -> usize {
        match self {
            Ranks::Range(first, last) => (last - first) as usize + 1,
            Ranks::Set(ranks) => ranks.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a rank is among them.
    pub fn contains(&self, rank: u32) -> bool {
        match self {
            Ranks::Range(first, last) => (*first..=*last).contains(&rank),
            Ranks::Set(ranks) => ranks.binary_search(&rank).is_ok(),
        }
    }

    /// All of them, ascending.
    pub fn iter(&self) -> Box<dyn Iterator<Item = u32> + '_> {
        match self {
            Ranks::Range(first, last) => Box::new(*first..=*last),
            Ranks::Set(ranks) => Box::new(ranks.iter().copied()),
        }
    }

    /// Share of them that also is among others.
    pub fn share_in(&self, others: &Ranks) -> f64 {
        let common = match (self, others) {
            (Ranks::Range(a, b), Ranks::Range(c, d)) => {
                let (first, last) = (a.max(c), b.min(d));
                if first <= last {
                    (last - first) as usize + 1
                } else {
                    0
                }
            }
            _ => self.iter().filter(|&rank| others.contains(rank)).count(),
        };
        if self.is_empty() {
            0.0
        } else {
            common as f64 / self.len() as f64
        }
    }
}

/// What a released label covers, and how much less it says than an original value.
#[derive(Debug, Clone, PartialEq)]
pub struct Cover {
    /// The values it may stand for.
    pub ranks: Ranks,
    /// Share of the attribute's scale (measurable values) or of its values (others), 0 = one value, 1 = all.
    pub spread: f64,
    /// Share of the hierarchy's height that was climbed; the spread where there is none.
    pub level: f64,
}
