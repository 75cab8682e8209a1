//! Special uniques: rows that few of their attributes single out (SUDA2).
//!
//! **Paper** `elliot2002`, `manning2008`; the DIS score after `skinner2002`, and its combination with the scores of rows as in sdcMicro (`templ2015`).
//!
//! **Formulas** A *minimal sample unique* (MSU) of a row is a set of attributes on which no other row has the same values, while on each of its proper
//! subsets some row has. With M attributes and sets of at most m looked at, an MSU of size s scores Π (M - i) over i from s to min(m, M-1); a
//! row scores the sum over its MSUs. A row with an MSU of fewer than M attributes is a *special unique*. The contribution of an attribute is the share of
//! the total score that comes from MSUs with it; they add up to more than 1.
//! DIS = f U / (f U + 2 (1-f) P), the chance that a unique match is right, with U rows alone, P pairs and the sampling fraction f.
//! DIS-SUDA of a row with score S = 1 / (1 + (U/DIS - U) / (S^Q A)), A = Σ S^-Q over the rows with a score, Q = 1 + (8 - M)/20.
//!
//! **Cost** subsets times the rows that are still not told apart; distinct combinations with counts, both cores. See `search`.
//!
//! **Invariant** `every_minimal_unique_is_found_and_no_other`.

mod people;
mod search;

use bauta_table::count::FrequencySet;
use bauta_table::{Progress, Stage};
use serde::Serialize;

pub use people::suda_of_people;
pub use search::Minimal;
use search::Search;

/// What was found.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Suda {
    /// The largest sets of attributes that were looked at.
    pub size: usize,
    /// Minimal sample uniques by size, from 1 on.
    pub minimal: Vec<u64>,
    /// Rows that have one.
    pub rows: u64,
    /// Rows that fewer attributes than all single out.
    pub special: u64,
    /// The highest score of a row.
    pub max_score: f64,
    /// The mean score of rows that have one.
    pub mean_score: f64,
    /// The sampling fraction that the DIS score takes.
    pub dis_fraction: f64,
    /// The chance that a unique match is right.
    pub dis: f64,
    /// The highest DIS-SUDA score of a row.
    pub max_dis: f64,
    /// The score of each tuple of the set; 0 where it has no minimal unique.
    #[serde(skip)]
    pub scores: Vec<f64>,
    /// The DIS-SUDA score of each tuple.
    #[serde(skip)]
    pub dis_scores: Vec<f64>,
    /// Share of the total score that comes from sets with each attribute, in the order of the set's columns.
    #[serde(skip)]
    pub contribution: Vec<f64>,
    /// The minimal uniques of each tuple.
    #[serde(skip)]
    pub found: Minimal,
}

/// Looks for minimal uniques of at most `size` attributes; none if the work was cancelled or there are more than 64 attributes.
pub fn suda(
    set: &FrequencySet,
    size: usize,
    dis_fraction: f64,
    progress: &dyn Progress,
) -> Option<Suda> {
    let width = set.width();
    let size = size.min(width);
    if width > 64 {
        return None;
    }
    let found = Search::new(set, size, progress).run()?;
    progress.tell(Stage::Verify, 1, Some(1));
    let of = (set.len(), set.counts());
    Some(scored(found, (width, size), of, dis_fraction))
}

/// What minimal uniques come to, of tuples in classes of these sizes.
fn scored(
    found: Minimal,
    (width, size): (usize, usize),
    (tuples, counts): (usize, &[u64]),
    dis_fraction: f64,
) -> Suda {
    let score_of: Vec<f64> = (0..=size).map(|own| score(own, width, size)).collect();
    let mut scores = vec![0.0; tuples];
    let mut contribution = vec![0.0; width];
    let mut minimal = vec![0; size];
    let mut special = vec![false; tuples];
    for (tuple, attributes) in found.iter() {
        let own = attributes.count_ones() as usize;
        scores[tuple as usize] += score_of[own];
        minimal[own - 1] += 1;
        special[tuple as usize] |= own < width;
        let inside = contribution
            .iter_mut()
            .enumerate()
            .filter(|(place, _)| attributes >> place & 1 == 1);
        inside.for_each(|(_, share)| *share += score_of[own]);
    }
    let total: f64 = scores.iter().sum();
    contribution
        .iter_mut()
        .for_each(|share| *share /= total.max(f64::MIN_POSITIVE));
    let rows = scores.iter().filter(|&&score| score > 0.0).count() as u64;
    let dis = dis(counts, dis_fraction);
    let dis_scores = dis_scores(&scores, counts, dis, width);
    let largest = |figures: &[f64]| figures.iter().copied().fold(0.0, f64::max);
    Suda {
        size,
        minimal,
        rows,
        special: special.iter().filter(|&&special| special).count() as u64,
        max_score: largest(&scores),
        mean_score: total / rows.max(1) as f64,
        dis_fraction,
        dis,
        max_dis: largest(&dis_scores),
        scores,
        dis_scores,
        contribution,
        found,
    }
}

/// What a minimal unique of a size scores.
fn score(own: usize, width: usize, most: usize) -> f64 {
    (own.max(1)..=most.min(width.saturating_sub(1)))
        .map(|i| (width - i) as f64)
        .product()
}

fn dis(counts: &[u64], fraction: f64) -> f64 {
    let number = |rows: u64| counts.iter().filter(|&&count| count == rows).count() as f64;
    let (uniques, pairs) = (number(1), number(2));
    let right = fraction * uniques;
    if right > 0.0 {
        right / (right + 2.0 * (1.0 - fraction) * pairs)
    } else {
        0.0
    }
}

fn dis_scores(scores: &[f64], counts: &[u64], dis: f64, width: usize) -> Vec<f64> {
    let uniques = counts.iter().filter(|&&count| count == 1).count() as f64;
    let power = 1.0 + (8.0 - width as f64) / 20.0;
    let powers: Vec<f64> = scores
        .iter()
        .map(|&score| if score > 0.0 { score.powf(power) } else { 0.0 })
        .collect();
    let adjust: f64 = powers
        .iter()
        .filter(|&&power| power > 0.0)
        .map(|power| 1.0 / power)
        .sum();
    let of = |&power: &f64| {
        if power > 0.0 && dis > 0.0 {
            1.0 / (1.0 + (uniques / dis - uniques) / (power * adjust))
        } else {
            0.0
        }
    };
    powers.iter().map(of).collect()
}

/// The largest size of sets for which subsets times tuples stay below a budget; at least 2.
pub fn affordable_size(width: usize, tuples: usize, most: usize, budget: f64) -> usize {
    let (mut subsets, mut of_size) = (0.0, 1.0);
    for size in 1..=most.min(width) {
        of_size *= (width + 1 - size) as f64 / size as f64;
        subsets += of_size;
        if size > 2 && subsets * tuples as f64 > budget {
            return size - 1;
        }
    }
    most.min(width)
}

#[cfg(test)]
mod tests;
