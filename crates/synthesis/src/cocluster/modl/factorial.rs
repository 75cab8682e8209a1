//! Logarithms of factorials: a table for small numbers, Stirling's series beyond.

use std::sync::OnceLock;

/// Numbers below this are looked up.
const TABLE: usize = 1 << 18;

fn table() -> &'static [f64] {
    static LOGS: OnceLock<Vec<f64>> = OnceLock::new();
    LOGS.get_or_init(|| {
        let mut logs = vec![0.0; TABLE];
        // Compensated, so that the last entry is as exact as the first.
        let (mut sum, mut lost) = (0.0f64, 0.0f64);
        for (n, log) in logs.iter_mut().enumerate().skip(2) {
            let term = (n as f64).ln() - lost;
            let next = sum + term;
            lost = (next - sum) - term;
            sum = next;
            *log = sum;
        }
        logs
    })
}

/// Looks up logarithms of factorials; made once before a long loop.
#[derive(Clone, Copy)]
pub struct LogFactorials(&'static [f64]);

impl LogFactorials {
    /// The table.
    pub fn new() -> Self {
        LogFactorials(table())
    }

    /// The logarithm of n!.
    #[inline]
    pub fn of(self, n: u64) -> f64 {
        match self.0.get(n as usize) {
            Some(&log) => log,
            None => stirling(n as f64),
        }
    }

    /// The logarithm of the number of ways to choose `k` of `n`.
    pub fn choose(self, n: u64, k: u64) -> f64 {
        self.of(n) - self.of(k) - self.of(n.saturating_sub(k))
    }
}

impl Default for LogFactorials {
    fn default() -> Self {
        LogFactorials::new()
    }
}

/// Exact to rounding for the numbers beyond the table.
fn stirling(n: f64) -> f64 {
    (n + 0.5) * n.ln() - n + 0.5 * (2.0 * std::f64::consts::PI).ln() + 1.0 / (12.0 * n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_and_the_series_meet() {
        let logs = LogFactorials::new();
        assert!((logs.of(5) - 120f64.ln()).abs() < 1e-12);
        assert_eq!((logs.of(0), logs.of(1)), (0.0, 0.0));
        let last = (TABLE - 1) as u64;
        assert!((logs.of(last) - stirling(last as f64)).abs() < 1e-6);
        assert!((logs.of(last + 1) - logs.of(last) - ((last + 1) as f64).ln()).abs() < 1e-6);
        assert!((logs.choose(10, 3) - 120f64.ln()).abs() < 1e-12);
    }
}
