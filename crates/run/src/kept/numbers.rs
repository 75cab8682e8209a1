//! Numbers and dates: means, variances, quantiles, correlations, regressions.

use bauta_table::{Attribute, Column, Role};
use rayon::prelude::*;
use serde::Serialize;

use super::{Compared, PairKept, pairs};

/// The shares of rows at which quantiles are told.
pub(super) const SHARES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// A number or date, before and after.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct NumberKept {
    /// Its name.
    pub attribute: String,
    /// What it is: `integer`, `decimal`, `date`, `date-time`. Dates are counted in days since 1970-01-01, times in microseconds.
    pub kind: String,
    /// Before.
    pub before: Moments,
    /// After.
    pub after: Moments,
}

/// How a number is distributed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Moments {
    /// Rows that have it.
    pub rows: u64,
    /// Mean.
    pub mean: f64,
    /// Mean squared distance from the mean.
    pub variance: f64,
    /// The values up to which 5, 25, 50, 75 and 95 % of the rows lie.
    pub quantiles: [f64; 5],
}

/// A number on others.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Regression {
    /// What is explained.
    pub target: String,
    /// By what, in deviations of the target for one deviation of the other.
    pub coefficients: Vec<Coefficient>,
    /// The explained share of the variance, before and after.
    pub r_squared: (f64, f64),
    /// Whether all of these attributes changed.
    pub all_changed: bool,
}

/// A coefficient of a regression.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Coefficient {
    /// What explains.
    pub attribute: String,
    /// Before.
    pub before: f64,
    /// After.
    pub after: f64,
}

pub(super) fn compared(all: &[Compared<'_>]) -> (Vec<NumberKept>, Vec<PairKept>, Vec<Regression>) {
    let number = |it: &Compared<'_>| {
        let (before, after) = (Moments::of(&it.was.column)?, Moments::of(&it.is.column)?);
        let kind = it.was.column.dictionary().kind().to_string();
        Some(NumberKept {
            attribute: it.was.name.clone(),
            kind,
            before,
            after,
        })
    };
    let numbers = all
        .iter()
        .filter(|it| it.changed)
        .filter_map(number)
        .collect();
    if all.len() < 2 || !all.iter().any(|it| it.changed) {
        return (numbers, Vec::new(), Vec::new());
    }
    let was: Vec<Vec<f64>> = all
        .par_iter()
        .map(|it| it.was.column.measures().unwrap_or_default())
        .collect();
    let is: Vec<Vec<f64>> = all
        .par_iter()
        .map(|it| it.is.column.measures().unwrap_or_default())
        .collect();
    let pair = |(a, b): (usize, usize)| PairKept {
        attributes: (all[a].was.name.clone(), all[b].was.name.clone()),
        both_changed: all[a].changed && all[b].changed,
        before: correlation(&was[a], &was[b]),
        after: correlation(&is[a], &is[b]),
    };
    let correlations = pairs(all).into_par_iter().map(pair).collect();
    (numbers, correlations, regressions(all, &was, &is))
}

impl Moments {
    /// By distinct values; none where no row has one.
    pub(super) fn of(column: &Column) -> Option<Moments> {
        let dictionary = column.dictionary();
        let counts = column.codes().counts(dictionary.len());
        let known: Vec<(f64, u64)> = (0..dictionary.value_count() as u32)
            .filter_map(|code| Some((dictionary.measure(code)?, counts[code as usize])))
            .filter(|(value, count)| *count > 0 && value.is_finite())
            .collect();
        let rows: u64 = known.iter().map(|known| known.1).sum();
        if rows == 0 {
            return None;
        }
        let count = rows as f64;
        let mean = known
            .iter()
            .map(|&(value, count)| value * count as f64)
            .sum::<f64>()
            / count;
        let variance = known
            .iter()
            .map(|&(value, count)| (value - mean).powi(2) * count as f64)
            .sum::<f64>()
            / count;
        let mut sorted = known;
        sorted.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        Some(Moments {
            rows,
            mean,
            variance,
            quantiles: SHARES.map(|share| quantile(&sorted, share * count)),
        })
    }
}

/// The smallest value up to which so many rows lie.
fn quantile(sorted: &[(f64, u64)], rows: f64) -> f64 {
    let mut seen = 0;
    for &(value, count) in sorted {
        seen += count;
        // A share of the rows is not exact in floating point.
        if seen as f64 >= rows - 1e-9 * rows {
            return value;
        }
    }
    sorted.last().map_or(f64::NAN, |last| last.0)
}

/// Pearson's correlation over the rows that have both; 0 where one of them does not vary.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let (mut rows, mut sum_a, mut sum_b) = (0.0, 0.0, 0.0);
    for (a, b) in both(a, b) {
        (rows, sum_a, sum_b) = (rows + 1.0, sum_a + a, sum_b + b);
    }
    let (mean_a, mean_b) = (sum_a / rows, sum_b / rows);
    let (mut aa, mut bb, mut ab) = (0.0, 0.0, 0.0);
    for (a, b) in both(a, b) {
        let (a, b) = (a - mean_a, b - mean_b);
        (aa, bb, ab) = (aa + a * a, bb + b * b, ab + a * b);
    }
    if aa > 0.0 && bb > 0.0 {
        ab / (aa * bb).sqrt()
    } else {
        0.0
    }
}

fn both<'v>(a: &'v [f64], b: &'v [f64]) -> impl Iterator<Item = (f64, f64)> + 'v {
    a.iter()
        .copied()
        .zip(b.iter().copied())
        .filter(|(a, b)| a.is_finite() && b.is_finite())
}

/// Each number on the others, or the declared target alone.
fn regressions(all: &[Compared<'_>], was: &[Vec<f64>], is: &[Vec<f64>]) -> Vec<Regression> {
    if all.len() < 2 {
        return Vec::new();
    }
    let is_target = |attribute: &Attribute| attribute.role == Role::Target;
    let declared = (0..all.len())
        .filter(|&place| is_target(all[place].was))
        .collect::<Vec<_>>();
    let targets = if declared.is_empty() {
        (0..all.len()).collect()
    } else {
        declared
    };
    let (before, after) = (complete_correlations(was), complete_correlations(is));
    let regression = |target: usize| {
        let others: Vec<usize> = (0..all.len()).filter(|&other| other != target).collect();
        let (was, was_explained) = on(&before, target, &others)?;
        let (is, is_explained) = on(&after, target, &others)?;
        let coefficients =
            others
                .iter()
                .zip(was.into_iter().zip(is))
                .map(|(&other, (before, after))| Coefficient {
                    attribute: all[other].was.name.clone(),
                    before,
                    after,
                });
        Some(Regression {
            target: all[target].was.name.clone(),
            coefficients: coefficients.collect(),
            r_squared: (was_explained, is_explained),
            all_changed: all.iter().all(|it| it.changed),
        })
    };
    targets.into_iter().filter_map(regression).collect()
}

/// Correlations over the rows in which nothing is missing.
fn complete_correlations(columns: &[Vec<f64>]) -> Vec<Vec<f64>> {
    if columns
        .par_iter()
        .all(|column| column.iter().all(|value| value.is_finite()))
    {
        return correlations(columns);
    }
    let rows = columns.first().map_or(0, Vec::len);
    let complete: Vec<usize> = (0..rows)
        .filter(|&row| columns.iter().all(|column| column[row].is_finite()))
        .collect();
    let picked: Vec<Vec<f64>> = columns
        .iter()
        .map(|column| complete.iter().map(|&row| column[row]).collect())
        .collect();
    correlations(&picked)
}

fn correlations(columns: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let line = |a: usize| {
        (0..columns.len())
            .map(|b| correlation(&columns[a], &columns[b]))
            .collect()
    };
    (0..columns.len()).into_par_iter().map(line).collect()
}

/// Standardised coefficients of a target on others, and the share of its variance that they explain.
fn on(correlations: &[Vec<f64>], target: usize, others: &[usize]) -> Option<(Vec<f64>, f64)> {
    let products: Vec<Vec<f64>> = others
        .iter()
        .map(|&a| others.iter().map(|&b| correlations[a][b]).collect())
        .collect();
    let with_target: Vec<f64> = others
        .iter()
        .map(|&other| correlations[target][other])
        .collect();
    let coefficients = bauta_learn::least_squares(&products, &with_target)?;
    let explained = coefficients
        .iter()
        .zip(&with_target)
        .map(|(own, with)| own * with)
        .sum::<f64>();
    Some((coefficients, explained.clamp(0.0, 1.0)))
}
