//! Who is alone in the population, not only in the table: three estimators, and the rule that chooses.
//!
//! **Formula** the share of the population that is unique in it: by Pitman's model, by Zayatz' estimator, by the slide negative binomial model.
//! **Rule** `dankar2012`: up to a sampling fraction of a tenth Pitman's; above, the smaller one of Zayatz' and the slide negative binomial's. Where a
//! model cannot be fitted, Zayatz'. **Errors** standard errors of the sampling only, not of the choice of a model (see
//! [`crate::estimate`]).

use serde::Serialize;

use crate::estimate::{self, SMALL_FRACTION};

/// An estimator of population uniqueness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Estimator {
    /// Pitman's model.
    Pitman,
    /// Zayatz' estimator.
    Zayatz,
    /// The slide negative binomial model.
    Snb,
    /// No estimate is needed: nobody is alone, or the table is the population.
    Exact,
}

/// An estimated share, and its standard error where there is one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Estimate {
    /// The share of the population that is unique in it.
    pub share: f64,
    /// By the delta method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standard_error: Option<f64>,
}

/// Population uniqueness by all estimators.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Uniqueness {
    /// The sampling fraction.
    pub sampling_fraction: f64,
    /// Pitman's model, where it can be fitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pitman: Option<Estimate>,
    /// Zayatz' estimator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zayatz: Option<Estimate>,
    /// The slide negative binomial model, where it can be fitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snb: Option<Estimate>,
    /// The one that the rule takes.
    pub chosen: Estimator,
    /// What it says.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// The share of rows that are alone in the table, which it can never exceed.
    pub sample_share: f64,
}

/// Population uniqueness from how many classes of each size there are, ascending.
pub fn uniqueness(sizes: &[(u64, u64)], sampling_fraction: f64) -> Uniqueness {
    let rows: u64 = sizes.iter().map(|(size, classes)| size * classes).sum();
    let alone = sizes
        .first()
        .filter(|size| size.0 == 1)
        .map_or(0, |size| size.1);
    let sample_share = alone as f64 / rows.max(1) as f64;
    if alone == 0 || sampling_fraction >= 1.0 {
        let estimate = Estimate {
            share: sample_share,
            standard_error: None,
        };
        let (pitman, zayatz, snb) = (None, None, None);
        return Uniqueness {
            sampling_fraction,
            pitman,
            zayatz,
            snb,
            chosen: Estimator::Exact,
            estimate,
            sample_share,
        };
    }
    let bounded = |(share, error): (f64, Option<f64>)| Estimate {
        share: share.clamp(0.0, sample_share),
        standard_error: error,
    };
    let pitman = estimate::pitman_with_error(sizes, sampling_fraction).map(bounded);
    let zayatz = bounded(estimate::zayatz_with_error(sizes, sampling_fraction));
    let snb = estimate::snb_with_error(sizes, sampling_fraction).map(bounded);
    let (chosen, estimate) = match (pitman, snb) {
        (Some(pitman), _) if sampling_fraction <= SMALL_FRACTION => (Estimator::Pitman, pitman),
        (_, Some(snb)) if sampling_fraction > SMALL_FRACTION && snb.share <= zayatz.share => {
            (Estimator::Snb, snb)
        }
        _ => (Estimator::Zayatz, zayatz),
    };
    Uniqueness {
        sampling_fraction,
        pitman,
        zayatz: Some(zayatz),
        snb,
        chosen,
        estimate,
        sample_share,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_chooses_by_the_sampling_fraction() {
        let sizes = [(1, 300), (2, 120), (3, 70), (5, 30), (20, 10)];
        let small = uniqueness(&sizes, 0.05);
        assert_eq!(
            (small.chosen, Some(small.estimate)),
            (Estimator::Pitman, small.pitman)
        );
        let large = uniqueness(&sizes, 0.3);
        let least = [large.zayatz, large.snb]
            .into_iter()
            .flatten()
            .map(|estimate| estimate.share);
        assert_eq!(large.estimate.share, least.fold(f64::INFINITY, f64::min));
        assert!(matches!(large.chosen, Estimator::Zayatz | Estimator::Snb));
    }

    /// A census of which everything is known, and samples of it: the rule's estimate is within a third of the truth.
    #[test]
    fn a_census_of_which_the_truth_is_known() {
        use rand::RngExt;
        use rand_chacha::rand_core::SeedableRng;
        let everybody = bauta_testkit::census::census(20_000, 5);
        let qi: Vec<usize> = bauta_testkit::census::QUASI_IDENTIFIERS[..5]
            .iter()
            .map(|name| everybody.index_of(name).unwrap())
            .collect();
        let sizes_of = |table: &bauta_table::Table| {
            let mut sizes = std::collections::BTreeMap::<u64, u64>::new();
            let (set, _) = bauta_table::count::FrequencySet::count(table, &qi, &[]);
            set.counts()
                .iter()
                .for_each(|&rows| *sizes.entry(rows).or_default() += 1);
            sizes.into_iter().collect::<Vec<_>>()
        };
        let truth = uniqueness(&sizes_of(&everybody), 1.0).estimate.share;
        let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
        for fraction in [0.08, 0.2, 0.5, 0.8] {
            let drawn: Vec<u32> = (0..20_000)
                .filter(|_| rng.random::<f64>() < fraction)
                .collect();
            let found = uniqueness(
                &sizes_of(&everybody.picked(&drawn)),
                drawn.len() as f64 / 20_000.0,
            );
            let (share, chosen) = (found.estimate.share, found.chosen);
            assert!(
                (share / truth - 1.0).abs() < 0.34,
                "{fraction}: {share} by {chosen:?} of {truth}"
            );
        }
    }

    #[test]
    fn where_nothing_has_to_be_estimated_nothing_is() {
        assert_eq!(uniqueness(&[(2, 5)], 0.1).estimate.share, 0.0);
        let everybody = uniqueness(&[(1, 3), (3, 1)], 1.0);
        assert_eq!(
            (everybody.estimate.share, everybody.chosen),
            (0.5, Estimator::Exact)
        );
    }

    /// Every row alone: no model can be fitted, and Zayatz' estimate is all of them.
    #[test]
    fn without_a_model_there_is_zayatz() {
        let found = uniqueness(&[(1, 9)], 0.05);
        assert_eq!((found.chosen, found.pitman), (Estimator::Zayatz, None));
    }
}
