//! The MODL criterion of a co-clustering: what a grid of clusters and the data given the grid cost together, in natural logarithms.
//!
//! **Paper.** Boullé, data grid models (key `boulle2011`); two categorical variables.
//!
//! **Idea.** Minus the logarithm of the posterior probability of the grid, with a prior that is flat at each stage: numbers of parts;
//! partitions of the values; counts of cells given the number of instances; counts of values given those of their parts; then the
//! instances given all of it. Nothing is left to be set.
//!
//! **Notation.** m instances; on each axis V values in J parts; G = J₁J₂ cells. A part has n values and count m.
//!
//! ```text
//! c = log V₁ + log V₂ + log B(V₁,J₁) + log B(V₂,J₂) + log C(m+G-1, G-1)
//!   + Σ over parts: log C(m+n-1, n-1) + log m!      (= log (m+n-1)! - log (n-1)!)
//!   + log m! - Σ over cells: log m_ij! - Σ over values: log m_v!
//! ```
//!
//! **Invariants.** `tiny_tables_cost_what_a_hand_computes`, `the_sums_are_those_of_the_formula`.

mod factorial;
mod partitions;
#[cfg(test)]
mod tests;

pub use factorial::LogFactorials;
pub use partitions::LogPartitions;

/// The parts of the criterion that depend on the data but not on the grid, and the means to compute the rest.
#[derive(Clone)]
pub struct Criterion {
    logs: LogFactorials,
    partitions: [LogPartitions; 2],
    instances: u64,
    constant: f64,
}

impl Criterion {
    /// For `instances` with so many values on each axis; `value_logs` is the sum of log m_v! over the values of both axes.
    pub fn new(instances: u64, values: [u64; 2], value_logs: f64) -> Self {
        let logs = LogFactorials::new();
        let constant =
            (values[0].max(1) as f64).ln() + (values[1].max(1) as f64).ln() + logs.of(instances)
                - value_logs;
        Criterion {
            logs,
            partitions: values.map(LogPartitions::new),
            instances,
            constant,
        }
    }

    /// What does not depend on the grid.
    pub fn constant(&self) -> f64 {
        self.constant
    }

    /// What the numbers of parts cost.
    pub fn shape(&mut self, parts: [usize; 2]) -> f64 {
        let cells = (parts[0] * parts[1]) as u64;
        let choose = match cells {
            0 => 0.0,
            _ => self.logs.choose(self.instances + cells - 1, cells - 1),
        };
        self.partitions[0].of(parts[0]) + self.partitions[1].of(parts[1]) + choose
    }

    /// What a part of `values` values and count `count` costs.
    #[inline]
    pub fn part(&self, count: u64, values: u64) -> f64 {
        match values {
            0 => 0.0,
            _ => self.logs.of(count + values - 1) - self.logs.of(values - 1),
        }
    }

    /// What a cell costs; never positive.
    #[inline]
    pub fn cell(&self, count: u64) -> f64 {
        -self.logs.of(count)
    }

    /// Logarithms of factorials.
    pub fn logs(&self) -> LogFactorials {
        self.logs
    }
}
