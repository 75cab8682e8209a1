//! How well scores tell members from strangers: area under the ROC curve, and true positives at a given share of false ones.
//!
//! **Paper.** The interval of the area is that of DeLong and others (key `delong1988`), by midranks (key `sun2014delong`); that of a share Clopper and
//! Pearson's (key `clopper1934`), which is never too short.
//!
//! **Ties.** Members and strangers of equal score count half for the area. For true positives the threshold is the least score that at most 1 % of the
//! strangers are *above*: members who are equal to it are not counted, so ties are no success.

use serde::Serialize;
use statrs::distribution::{Beta, ContinuousCDF, Normal};

/// Level of confidence of all intervals here: several attacks are looked at together.
pub const CONFIDENCE: f64 = 0.99;
/// The share of false positives at which true ones are counted.
pub const FALSE_POSITIVES: f64 = 0.01;

/// How well an attack tells members from strangers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Separation {
    /// Members that were attacked.
    pub members: u64,
    /// Strangers that were attacked.
    pub strangers: u64,
    /// Area under the ROC curve: 0.5 is guessing, 1 certainty.
    pub auc: f64,
    /// Its lower bound.
    pub auc_low: f64,
    /// Its upper bound.
    pub auc_high: f64,
    /// Share of the members that are recognised where at most 1 % of the strangers are mistaken for members.
    pub true_positives: f64,
    /// Its lower bound.
    pub true_positives_low: f64,
    /// Its upper bound.
    pub true_positives_high: f64,
    /// Share of the strangers that are mistaken there.
    pub false_positives: f64,
    /// Its upper bound.
    pub false_positives_high: f64,
}

impl Separation {
    /// Of the scores of members and strangers, members being expected to score higher; none without both.
    pub fn of(members: &[f64], strangers: &[f64]) -> Option<Self> {
        let (m, n) = (members.len() as f64, strangers.len() as f64);
        if members.is_empty() || strangers.is_empty() {
            return None;
        }
        let (auc, error) = delong(members, strangers);
        let half = normal_quantile(0.5 + CONFIDENCE / 2.0) * error;
        // Where nobody is ranked wrong, the spread is unknown, not 0.
        let least = (1.0 - CONFIDENCE).ln().abs() / m.min(n);
        let half = if auc <= 0.0 || auc >= 1.0 {
            half.max(least)
        } else {
            half
        };
        let [right, wrong] = above(members, strangers, FALSE_POSITIVES);
        let (low, high) = clopper_pearson(right, members.len() as u64, CONFIDENCE);
        let (_, wrong_high) = clopper_pearson(wrong, strangers.len() as u64, CONFIDENCE);
        Some(Separation {
            members: members.len() as u64,
            strangers: strangers.len() as u64,
            auc,
            auc_low: (auc - half).max(0.0),
            auc_high: (auc + half).min(1.0),
            true_positives: right as f64 / m,
            true_positives_low: low,
            true_positives_high: high,
            false_positives: wrong as f64 / n,
            false_positives_high: wrong_high,
        })
    }
}

/// Members and strangers above the least score that at most a share of the strangers are above.
pub fn above(members: &[f64], strangers: &[f64], share: f64) -> [u64; 2] {
    let mut sorted = strangers.to_vec();
    sorted.sort_unstable_by(|a, b| b.total_cmp(a));
    let allowed = (sorted.len() as f64 * share + 1e-9) as usize;
    let Some(&threshold) = sorted.get(allowed) else {
        return [members.len() as u64, strangers.len() as u64];
    };
    [members, strangers]
        .map(|scores| scores.iter().filter(|&&score| score > threshold).count() as u64)
}

/// The area under the ROC curve and its standard error.
fn delong(members: &[f64], strangers: &[f64]) -> (f64, f64) {
    let (m, n) = (members.len() as f64, strangers.len() as f64);
    let both: Vec<f64> = members.iter().chain(strangers).copied().collect();
    let (all, own, other) = (midranks(&both), midranks(members), midranks(strangers));
    // Each member's share of strangers below, and each stranger's share of members above.
    let below: Vec<f64> = all
        .iter()
        .zip(&own)
        .map(|(all, own)| (all - own) / n)
        .collect();
    let over = all.iter().skip(members.len()).zip(&other);
    let over: Vec<f64> = over.map(|(all, own)| 1.0 - (all - own) / m).collect();
    let auc = below.iter().sum::<f64>() / m;
    let variance = |parts: &[f64]| {
        let squares = parts.iter().map(|part| (part - auc).powi(2)).sum::<f64>();
        squares / (parts.len() as f64 - 1.0).max(1.0) / parts.len() as f64
    };
    (auc, (variance(&below) + variance(&over)).sqrt())
}

/// Ranks from 1; equal values have the mean of theirs.
fn midranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut from = 0;
    while from < order.len() {
        let value = values[order[from]];
        let until = from + order[from..].partition_point(|&place| values[place] <= value);
        let mean = (from + until + 1) as f64 / 2.0;
        order[from..until]
            .iter()
            .for_each(|&place| ranks[place] = mean);
        from = until;
    }
    ranks
}

fn normal_quantile(p: f64) -> f64 {
    Normal::standard().inverse_cdf(p)
}

/// Clopper and Pearson's interval of a share.
pub fn clopper_pearson(successes: u64, trials: u64, confidence: f64) -> (f64, f64) {
    let tail = (1.0 - confidence) / 2.0;
    let (x, n) = (successes as f64, trials as f64);
    let quantile = |a: f64, b: f64, p: f64| Beta::new(a, b).map(|it| it.inverse_cdf(p)).ok();
    let low = match successes {
        0 => Some(0.0),
        _ => quantile(x, n - x + 1.0, tail),
    };
    let high = if successes >= trials {
        Some(1.0)
    } else {
        quantile(x + 1.0, n - x, 1.0 - tail)
    };
    (low.unwrap_or(0.0), high.unwrap_or(1.0))
}
