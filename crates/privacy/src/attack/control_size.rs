//! Singling out on a control that has another size than the original.
//!
//! **Paper** giomi2023anonymeter, section 5.1: success depends on how many people there are, so the control's is brought to the size of the original.
//! **Idea.** A description that a share `w` of people fits isolates one of `n` people with probability `n w (1 - w)^(n - 1)`. (1) A control that is larger is
//! asked for its expected success over all of its subsets of the original's size, which is a ratio of binomials: nothing is drawn. (2) From a smaller one the
//! distribution of `w` over descriptions is learnt: a gamma distribution, by the shares of descriptions that fit nobody and one person of the control;
//! the success among `n` people follows from it.
//! **Differences from the paper.** It fits one effective share for all descriptions; here shares differ between descriptions, as a gamma distribution does.

use rayon::prelude::*;
use statrs::function::factorial::ln_binomial;

use super::singling_out::{Descriptions, fitting};
use super::{Near, Rate};

/// The share of attempts that would isolate one of `rows` people (those of the original) like those of the control.
pub fn on_control(
    near: &Near<'_, '_>,
    descriptions: &Descriptions,
    control: usize,
    rows: usize,
    confidence: f64,
) -> Rate {
    let size = fitting(near, control, &[]);
    let claims: Vec<u64> = descriptions
        .claims_of()
        .map(|parts| fitting(near, control, parts) as u64)
        .collect();
    let hits = if size >= rows {
        let alone = |&fit: &u64| one_of_subset(size as u64, rows as u64, fit);
        claims.iter().map(alone).sum()
    } else {
        let share = |wanted: u64| {
            let count = claims.iter().filter(|fit| **fit == wanted).count();
            count as f64 / claims.len().max(1) as f64
        };
        let growth = rows as f64 / size.max(1) as f64;
        let least = 0.5 / claims.len().max(1) as f64;
        scaled(share(0).max(least), share(1), growth) * claims.len() as f64
    };
    Rate::new(hits, descriptions.len() as u64, confidence)
}

/// The probability that a subset of some rows has exactly one of those that fit.
fn one_of_subset(all: u64, subset: u64, fit: u64) -> f64 {
    if fit == 0 || subset == 0 || subset - 1 > all - fit {
        return 0.0;
    }
    let ways = ln_binomial(all - fit, subset - 1) - ln_binomial(all, subset);
    (fit as f64 * ways.exp()).min(1.0)
}

/// The share of descriptions that fit one of `growth` times as many people, from the shares that fit none and one: numbers of people are Poisson with a
/// gamma distributed mean of shape `a` and scale `s`, so that `none = (1 + s)^-a` and `one / none = a s / (1 + s)`.
fn scaled(none: f64, one: f64, growth: f64) -> f64 {
    if one <= 0.0 || none >= 1.0 {
        return 0.0;
    }
    let mean = -none.ln();
    let ratio = one / none / mean;
    // `s / ((1 + s) ln (1 + s))` falls from 1; at 1 or above it the mean is the same for all descriptions.
    let spread = |s: f64| s / ((1.0 + s) * s.ln_1p());
    if ratio >= spread(1e-9) {
        return growth * mean * (-growth * mean).exp();
    }
    let (mut low, mut high) = (1e-9f64.ln(), 1e12f64.ln());
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if spread(middle.exp()) > ratio {
            low = middle;
        } else {
            high = middle;
        }
    }
    let scale = low.exp();
    let shape = mean / scale.ln_1p();
    let grown = scale * growth;
    shape * grown / (1.0 + grown) * (-shape * grown.ln_1p()).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shares of descriptions with a gamma distributed mean, by summing over it finely.
    fn by_sum(shape: f64, scale: f64, growth: f64) -> [f64; 2] {
        let step = scale / 2000.0;
        let mut sums = [0.0; 3];
        for at in 1..200_000 {
            let mean = f64::from(at) * step;
            let weight = mean.powf(shape - 1.0) * (-mean / scale).exp();
            sums[0] += weight;
            sums[1] += weight * (-growth * mean).exp();
            sums[2] += weight * growth * mean * (-growth * mean).exp();
        }
        [sums[1] / sums[0], sums[2] / sums[0]]
    }

    #[test]
    fn more_people_are_reckoned_as_summing_does() {
        for (shape, scale) in [(2.0, 0.5), (1.0, 1.0), (3.0, 0.1), (1.5, 4.0)] {
            let [none, one] = by_sum(shape, scale, 1.0);
            for growth in [1.0, 2.0, 4.0, 10.0] {
                let expected = by_sum(shape, scale, growth)[1];
                let found = scaled(none, one, growth);
                assert!(
                    (found - expected).abs() < 2e-3,
                    "{shape} {scale} {growth}: {found} {expected}"
                );
            }
        }
        assert_eq!(scaled(1.0, 0.0, 4.0), 0.0);
    }

    /// All subsets of four of seven rows, counted one by one.
    #[test]
    fn subsets_are_counted() {
        for fit in 0..=7u32 {
            let (mut subsets, mut alone) = (0, 0);
            for subset in 0u32..128 {
                if subset.count_ones() == 4 {
                    subsets += 1;
                    alone += u32::from((subset & ((1 << fit) - 1)).count_ones() == 1);
                }
            }
            let expected = f64::from(alone) / f64::from(subsets);
            assert!(
                (one_of_subset(7, 4, u64::from(fit)) - expected).abs() < 1e-9,
                "{fit}"
            );
        }
    }
}
