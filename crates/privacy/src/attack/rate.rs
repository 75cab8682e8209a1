//! Shares of attacks that succeeded, with their uncertainty.
//!
//! **Paper** wilson1927; giomi2023anonymeter, section 4 for the risk against a control.
//! **Idea.** (1) A share is shown with Wilson's score interval, which is right also near 0 and 1 and for few attacks.
//! (2) What an attack achieves against people who are not in the data, or by guessing, tells nothing about the release: the risk is
//! `(attack - control) / (1 - control)`.
//! **Differences from the paper.** (a) The share is the plain one, not the centre of its interval. (b) The risk's interval joins the distances from
//! each share to its own bounds (the square-and-add method), so that it is not symmetric where the shares' intervals are not.
//! (c) An attacker who has to choose among equals counts with the probability of choosing right, so successes need not be whole.

use serde::Serialize;

/// How many attacks succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Rate {
    /// Attacks that succeeded, in expectation where the attacker chooses among equals.
    pub successes: f64,
    /// Attacks that were made.
    pub attacks: u64,
    /// Their share; 0 where there was none.
    pub rate: f64,
    /// Lower bound of the share.
    pub low: f64,
    /// Upper bound of the share.
    pub high: f64,
}

impl Rate {
    /// The share with its interval at a level of confidence between 0 and 1. Without an attack nothing is known: from 0 to 1.
    pub fn new(successes: f64, attacks: u64, confidence: f64) -> Self {
        if attacks == 0 {
            return Rate {
                successes: 0.0,
                attacks,
                rate: 0.0,
                low: 0.0,
                high: 1.0,
            };
        }
        // The sum of nothing is a negative zero, which would be shown as such.
        let successes = successes + 0.0;
        let (n, z) = (attacks as f64, quantile(0.5 + confidence / 2.0));
        let p = (successes / n).clamp(0.0, 1.0);
        let centre = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        // At the ends the bound is the end itself; rounding must not move it.
        let low = if p == 0.0 {
            0.0
        } else {
            (centre - half).clamp(0.0, p)
        };
        let high = if p == 1.0 {
            1.0
        } else {
            (centre + half).clamp(p, 1.0)
        };
        Rate {
            successes,
            attacks,
            rate: p,
            low,
            high,
        }
    }
}

/// What an attack achieves beyond chance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "AttackRisk")]
pub struct Risk {
    /// `(attack - control) / (1 - control)`; below 0 where the attack does worse.
    pub risk: f64,
    /// Its lower bound.
    pub low: f64,
    /// Its upper bound.
    pub high: f64,
}

impl Risk {
    /// The risk of an attack, given what the same attack achieves without the people.
    pub fn beyond(attack: &Rate, control: &Rate) -> Self {
        if control.rate >= 1.0 {
            // Everybody's value is right anyway: nothing can be learnt.
            return Risk {
                risk: 0.0,
                low: 0.0,
                high: 0.0,
            };
        }
        let left = 1.0 - control.rate;
        let risk = (attack.rate - control.rate) / left;
        let (by_attack, by_control) = (1.0 / left, (1.0 - attack.rate) / (left * left));
        let far = |attack: f64, control: f64| {
            ((attack * by_attack).powi(2) + (control * by_control).powi(2)).sqrt()
        };
        let low = risk - far(attack.rate - attack.low, control.high - control.rate);
        let high = risk + far(attack.high - attack.rate, control.rate - control.low);
        Risk {
            risk,
            low: low.max(-1.0),
            high: high.min(1.0),
        }
    }
}

/// The quantile of the standard normal distribution, by bisection of its distribution function.
fn quantile(p: f64) -> f64 {
    let (mut low, mut high) = (-10.0f64, 10.0f64);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if distribution(middle) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// The standard normal distribution function, by its series; exact to about 1e-14 where quantiles are wanted.
fn distribution(x: f64) -> f64 {
    if x.abs() > 9.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term.abs() > 1e-17 * sum.abs().max(1e-300) {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    0.5 + sum * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(successes: f64, attacks: u64) -> (f64, f64) {
        let rate = Rate::new(successes, attacks, 0.95);
        (rate.low, rate.high)
    }

    fn near(found: (f64, f64), expected: (f64, f64)) {
        assert!(
            (found.0 - expected.0).abs() < 5e-5 && (found.1 - expected.1).abs() < 5e-5,
            "{found:?} {expected:?}"
        );
    }

    /// Values that textbooks and the statistical packages give.
    #[test]
    fn intervals_are_the_published_ones() {
        near(bounds(0.0, 10), (0.0, 0.2775));
        near(bounds(5.0, 10), (0.2366, 0.7634));
        near(bounds(10.0, 10), (0.7225, 1.0));
        // Newcombe 1998, table I, method 3.
        near(bounds(81.0, 263), (0.2553, 0.3662));
        near(bounds(15.0, 148), (0.0624, 0.1605));
        near(bounds(0.0, 20), (0.0, 0.1611));
        near(bounds(1.0, 29), (0.0061, 0.1718));
    }

    #[test]
    fn quantiles_are_the_tabulated_ones() {
        for (p, z) in [
            (0.975, 1.959_963_985),
            (0.95, 1.644_853_627),
            (0.995, 2.575_829_304),
            (0.5, 0.0),
        ] {
            assert!((quantile(p) - z).abs() < 1e-8, "{p}");
        }
    }

    #[test]
    fn a_control_that_does_as_well_leaves_no_risk() {
        let (attack, control) = (Rate::new(300.0, 1000, 0.95), Rate::new(300.0, 1000, 0.95));
        let risk = Risk::beyond(&attack, &control);
        assert!(risk.risk == 0.0 && risk.low < 0.0 && risk.high > 0.0);
        let all = Risk::beyond(&Rate::new(1000.0, 1000, 0.95), &control);
        assert!((all.risk - 1.0).abs() < 1e-12 && all.low > 0.99 && all.high == 1.0);
        let sure = Rate::new(10.0, 10, 0.95);
        assert_eq!(Risk::beyond(&sure, &sure).risk, 0.0);
    }

    #[test]
    fn no_success_is_no_negative_share() {
        let none = Rate::new(std::iter::empty::<f64>().sum(), 10, 0.95);
        assert_eq!(format!("{:.1} {:.1}", none.rate, none.successes), "0.0 0.0");
    }

    #[test]
    fn nothing_tried_is_nothing_known() {
        let none = Rate::new(0.0, 0, 0.95);
        assert_eq!((none.low, none.high), (0.0, 1.0));
    }
}
