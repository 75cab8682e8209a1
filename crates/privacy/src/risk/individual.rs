//! The individual risk of Benedetti and Franconi, from sampling weights.
//!
//! **Formula** r = E(1/X | x), where X given x is negative binomial: P(X = h | x) = C(h-1, x-1) p^x (1-p)^(h-x), h ≥ x, with p = x / Σ w over
//! the class. With q = 1 - p this is p ∫ u^(x-1) / (p + q u) du from 0 to 1 = (p/x) ₂F₁(1, 1; x+1; q).
//! **Source** `benedetti1998`; the integral in this form after `franconi2004`.
//!
//! **Idea** (1) r of x = 1 is (p/q) ln(1/p), and r of x+1 is (p/q) (1/x - r of x): the integrals of two neighbours add up to p/x. An error shrinks by
//! p/q in each step, so this is taken for p < 1/2 and small x. (2) Else the hypergeometric series, whose terms all are positive and shrink by
//! (j+1) q / (x+j+1). (3) p = 1: the sample is the population, r = 1/x.
//!
//! **Validity** Each person of a class is drawn independently with the same unknown probability, which the weights estimate; it is a risk
//! for somebody who does not know who was drawn. 1/x ≥ r ≥ 1/E(X).

use serde::Serialize;

use super::classes::max_and_mean;
use crate::released_classes::PeopleUnits;

/// Up to this many rows in a class the recurrence is taken.
const SMALL_CLASS: u64 = 30;

/// The expectation of 1/X for a class of x rows that stand for `population` people.
pub fn posterior_mean(x: u64, population: f64) -> f64 {
    let p = x as f64 / population;
    if x == 0 || p >= 1.0 || p.is_nan() {
        return if x == 0 { 0.0 } else { 1.0 / x as f64 };
    }
    if p < 0.5 && x <= SMALL_CLASS {
        by_recurrence(x, p)
    } else {
        by_series(x, p)
    }
}

/// Step 1.
fn by_recurrence(x: u64, p: f64) -> f64 {
    let odds = p / (1.0 - p);
    (1..x).fold(-odds * p.ln(), |risk, size| {
        odds * (1.0 / size as f64 - risk)
    })
}

/// Step 2.
fn by_series(x: u64, p: f64) -> f64 {
    let (q, x) = (1.0 - p, x as f64);
    let (mut term, mut sum, mut j) = (1.0, 1.0, 0.0);
    while term > 1e-16 * sum {
        term *= (j + 1.0) * q / (x + j + 1.0);
        sum += term;
        j += 1.0;
    }
    p / x * sum
}

/// The individual risk over a file.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct IndividualRisk {
    /// The highest.
    pub max: f64,
    /// The mean over rows (people, where they have several): the expected share of re-identifications.
    pub mean: f64,
    /// Expected re-identifications in the file: the sum over rows (people, where they have several).
    pub expected: f64,
    /// The risk of a row, by class.
    #[serde(skip)]
    pub of_class: Vec<f64>,
}

/// The individual risk of every class, from its rows and the people that they stand for.
pub fn individual_risk(counts: &[u64], population: &[f64]) -> IndividualRisk {
    let of_class: Vec<f64> = counts
        .iter()
        .zip(population)
        .map(|(&x, &people)| posterior_mean(x, people))
        .collect();
    let (max, mean) = max_and_mean(counts, |class| of_class[class]);
    IndividualRisk {
        max,
        mean,
        expected: mean * counts.iter().sum::<u64>() as f64,
        of_class,
    }
}

impl IndividualRisk {
    /// The same over people, where they have several rows: each has the risk of the class in which it is easiest to find. `class_of` is the class of each
    /// unit.
    #[must_use]
    pub fn over_people(self, units: Option<&PeopleUnits>, class_of: &[u32]) -> IndividualRisk {
        let Some(units) = units else {
            return self;
        };
        let highest = units.highest(|unit| self.of_class[class_of[unit] as usize]);
        let expected: f64 = highest.iter().sum();
        IndividualRisk {
            max: highest.iter().copied().fold(0.0, f64::max),
            mean: expected / highest.len().max(1) as f64,
            expected,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition: the sum over all h, as long as its terms matter.
    fn slow(x: u64, p: f64) -> f64 {
        let (mut chance, mut h, mut sum) = (p.powi(x as i32), x as f64, 0.0);
        for _ in 0..20_000_000 {
            sum += chance / h;
            h += 1.0;
            chance *= (h - 1.0) / (h - x as f64) * (1.0 - p);
            if chance / h < 1e-18 && h > x as f64 / p {
                break;
            }
        }
        sum
    }

    /// Simpson's rule on the integral of the header.
    fn integrated(x: u64, p: f64) -> f64 {
        let f = |u: f64| p * u.powi(x as i32 - 1) / (p + (1.0 - p) * u);
        // Steps are fine near 0, where the integrand of x = 1 is steep: u = v^3.
        let (steps, g) = (200_000, |v: f64| f(v.powi(3)) * 3.0 * v * v);
        let h = 1.0 / f64::from(steps);
        let inner: f64 = (1..steps)
            .map(|i| g(f64::from(i) * h) * if i % 2 == 1 { 4.0 } else { 2.0 })
            .sum();
        (g(0.0) + inner + g(1.0)) * h / 3.0
    }

    #[test]
    fn agrees_with_the_sum_that_defines_it() {
        for x in [1, 2, 3, 5, 29, 30, 31, 80] {
            for p in [0.002, 0.05, 0.3, 0.49, 0.51, 0.9, 0.999] {
                let (found, judge) = (posterior_mean(x, x as f64 / p), slow(x, p));
                assert!(
                    (found / judge - 1.0).abs() < 1e-8,
                    "x {x}, p {p}: {found} is not {judge}"
                );
            }
        }
    }

    #[test]
    fn agrees_with_numeric_integration() {
        for (x, p) in [
            (1, 0.01),
            (2, 0.01),
            (3, 0.1),
            (7, 0.4),
            (12, 0.6),
            (40, 0.02),
        ] {
            let (found, judge) = (posterior_mean(x, x as f64 / p), integrated(x, p));
            assert!(
                (found / judge - 1.0).abs() < 1e-6,
                "x {x}, p {p}: {found} is not {judge}"
            );
        }
    }

    /// The closed forms that are printed for one and two rows.
    #[test]
    fn agrees_with_the_printed_forms() {
        let p: f64 = 0.02;
        let odds = p / (1.0 - p);
        assert!((posterior_mean(1, 50.0) - odds * (1.0 / p).ln()).abs() < 1e-14);
        assert!((posterior_mean(2, 100.0) - (odds - odds * odds * (1.0 / p).ln())).abs() < 1e-14);
    }

    #[test]
    fn lies_between_its_bounds_and_ends_where_the_sample_is_everybody() {
        for x in [1, 2, 10, 100, 100_000] {
            for times in [1.0001, 2.0, 30.0, 1e6] {
                let (people, risk) = (x as f64 * times, posterior_mean(x, x as f64 * times));
                assert!(
                    risk <= 1.0 / x as f64 && risk >= 1.0 / people * (1.0 - 1e-9),
                    "{x} {times} {risk}"
                );
            }
            assert_eq!(posterior_mean(x, x as f64), 1.0 / x as f64);
        }
    }
}
