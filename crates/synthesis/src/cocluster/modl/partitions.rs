//! The logarithm of B(V, J), the number of ways to part V values into at most J parts: the sum of Stirling numbers of the second
//! kind S(V, 1) to S(V, J).
//!
//! Up to [`EXACT`] values by the recurrence S(n, k) = k S(n-1, k) + S(n-1, k-1) in logarithms. Beyond, by the uniform expansion
//! of Temme (key `temme1993`), whose relative error falls with V; numbers of parts are asked for
//! in falling or rising order, so sums are kept.

use super::factorial::LogFactorials;

/// Up to so many values Stirling numbers are computed exactly.
const EXACT: u64 = 300;

/// log B(V, J) for one V and any J.
#[derive(Clone)]
pub struct LogPartitions {
    values: u64,
    /// log S(V, J), where they are exact.
    exact: Vec<f64>,
    /// log B(V, J) for J = 0, 1, …
    sums: Vec<f64>,
}

impl LogPartitions {
    /// For so many values.
    pub fn new(values: u64) -> Self {
        let exact = if values <= EXACT {
            stirling_row(values as usize)
        } else {
            Vec::new()
        };
        LogPartitions {
            values,
            exact,
            sums: vec![f64::NEG_INFINITY],
        }
    }

    /// log B(V, J); parts beyond the number of values change nothing.
    pub fn of(&mut self, parts: usize) -> f64 {
        let parts = parts.min(self.values as usize);
        while self.sums.len() <= parts {
            let next = self.sums.len();
            let last = self.sums[next - 1];
            let single = match self.exact.get(next) {
                Some(&log) => log,
                None => log_stirling(self.values, next as u64),
            };
            self.sums.push(log_sum(last, single));
        }
        self.sums[parts]
    }
}

/// log(e^a + e^b).
fn log_sum(a: f64, b: f64) -> f64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    if low == f64::NEG_INFINITY {
        high
    } else {
        high + (low - high).exp().ln_1p()
    }
}

/// log S(n, k) for k = 0 to n.
fn stirling_row(n: usize) -> Vec<f64> {
    let mut row = vec![f64::NEG_INFINITY; n + 1];
    row[0] = 0.0;
    for m in 1..=n {
        for k in (1..=m).rev() {
            row[k] = log_sum(row[k] + (k as f64).ln(), row[k - 1]);
        }
        row[0] = f64::NEG_INFINITY;
    }
    row
}

/// log S(n, k) by Temme's uniform expansion.
fn log_stirling(n: u64, k: u64) -> f64 {
    if k <= 1 || k >= n {
        return if k == 0 || k > n {
            f64::NEG_INFINITY
        } else {
            0.0
        };
    }
    let (nf, kf) = (n as f64, k as f64);
    let v = nf / kf;
    let g = root(v);
    let choose = LogFactorials::new().choose(n, k);
    0.5 * ((v - 1.0) / (v * (1.0 - g))).ln() + (nf - kf) * ((v - 1.0) / (v - g)).ln() + nf * kf.ln()
        - kf * nf.ln()
        + kf * (1.0 - g)
        + choose
}

/// The solution of g = v e^(g - v) in (0, 1), for v > 1, by Newton's steps from below.
fn root(v: f64) -> f64 {
    let mut g = v * (-v).exp();
    for _ in 0..100 {
        let power = v * (g - v).exp();
        let step = (power - g) / (1.0 - power);
        g += step;
        if step.abs() < 1e-15 {
            break;
        }
    }
    g.min(1.0 - 1e-12)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_are_those_of_the_tables() {
        let mut four = LogPartitions::new(4);
        let counts: Vec<f64> = (1..=5).map(|parts| four.of(parts).exp()).collect();
        for (count, expected) in counts.iter().zip([1.0, 8.0, 14.0, 15.0, 15.0]) {
            assert!((count - expected).abs() < 1e-9);
        }
    }

    #[test]
    fn the_expansion_meets_the_recurrence() {
        let row = stirling_row(EXACT as usize);
        for (k, exact) in row.iter().enumerate().take(EXACT as usize).skip(2) {
            let error = (log_stirling(EXACT, k as u64) - exact).abs();
            assert!(error < 2e-3, "S({EXACT}, {k}) is off by {error}");
        }
    }

    #[test]
    fn a_million_values_in_two_parts() {
        let mut many = LogPartitions::new(1_000_000);
        assert!((many.of(2) - 999_999.0 * 2f64.ln()).abs() < 1e-3);
    }
}
