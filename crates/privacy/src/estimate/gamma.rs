//! The logarithm of the gamma function and its derivative, for positive arguments.
//!
//! Small arguments are moved up by the recurrence, then Stirling's series is taken; the error is below 1e-13 of the result.

/// From here on Stirling's series is exact enough.
const LARGE: f64 = 12.0;

/// The logarithm of the gamma function.
pub(super) fn ln_gamma(mut x: f64) -> f64 {
    let mut below = 0.0;
    while x < LARGE {
        below += x.ln();
        x += 1.0;
    }
    let inverse = 1.0 / (x * x);
    let series =
        (1.0 / 12.0 - inverse * (1.0 / 360.0 - inverse * (1.0 / 1260.0 - inverse / 1680.0))) / x;
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - below
}

/// The derivative of [`ln_gamma`].
pub(super) fn digamma(mut x: f64) -> f64 {
    let mut below = 0.0;
    while x < LARGE {
        below += 1.0 / x;
        x += 1.0;
    }
    let inverse = 1.0 / (x * x);
    let series = inverse
        * (1.0 / 12.0 - inverse * (1.0 / 120.0 - inverse * (1.0 / 252.0 - inverse / 240.0)));
    x.ln() - 0.5 / x - series - below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let near = |found: f64, wanted: f64| {
            assert!(
                (found - wanted).abs() < 1e-12 * wanted.abs().max(1.0),
                "{found}"
            );
        };
        near(ln_gamma(1.0), 0.0);
        near(ln_gamma(0.5), std::f64::consts::PI.sqrt().ln());
        near(ln_gamma(11.0), 3_628_800f64.ln());
        near(ln_gamma(101.0), (1..=100).map(|i| f64::from(i).ln()).sum());
        let euler = 0.577_215_664_901_532_9;
        near(digamma(1.0), -euler);
        near(digamma(0.5), -euler - 2.0 * std::f64::consts::LN_2);
        near(
            digamma(40.0),
            (1..40).map(|i| 1.0 / f64::from(i)).sum::<f64>() - euler,
        );
    }
}
