//! What would still be lost after each cut of a region, for all cuts of one dimension at once.
//!
//! The tuples are swept in the order of the dimension, once from either end, and a [`Cover`] a quasi-identifier follows: after
//! each rank it tells how wide the summaries of that side would be. d² sweeps tell all cuts of a region.

use super::search::Region;
use crate::generalize::cover::Cover;

/// For each rank present on a quasi-identifier but the last, the loss when all up to it go left: rows times the spread of
/// their summaries, added over both sides and all quasi-identifiers.
pub(super) fn after_each_cut(region: &Region<'_>, qi: usize) -> Vec<f64> {
    let space = region.space;
    let (sorted, ends) = region.sorted(qi);
    let starts: Vec<usize> = std::iter::once(0)
        .chain(ends.iter().copied())
        .take(ends.len())
        .collect();
    let cuts = ends.len().saturating_sub(1);
    let (mut left, mut right) = (vec![0.0; cuts], vec![0.0; cuts]);
    let qis = space.task.prepared.qis.iter().zip(&space.task.weights);
    for ((other, weight), ranks) in qis.zip(&space.ranks) {
        let first = ranks[sorted[0] as usize];
        if sorted.iter().all(|&tuple| ranks[tuple as usize] == first) {
            continue;
        }
        let mut cover = Cover::new(other, space.style);
        for cut in 0..cuts {
            sorted[starts[cut]..ends[cut]]
                .iter()
                .for_each(|&tuple| cover.add(ranks[tuple as usize]));
            left[cut] += weight * cover.spread();
        }
        cover.clear();
        for cut in (0..cuts).rev() {
            sorted[starts[cut + 1]..ends[cut + 1]]
                .iter()
                .for_each(|&tuple| cover.add(ranks[tuple as usize]));
            right[cut] += weight * cover.spread();
        }
    }
    let mut rows = 0;
    (0..cuts)
        .map(|cut| {
            rows += space.rows(&sorted[starts[cut]..ends[cut]]);
            rows as f64 * left[cut] + (region.rows - rows) as f64 * right[cut]
        })
        .collect()
}

/// The loss of some tuples as one region.
pub(super) fn of_region(region: &Region<'_>, tuples: &[u32]) -> f64 {
    let task = region.space.task;
    let qis = task.prepared.qis.iter().zip(&task.weights);
    let spreads = qis.zip(&region.space.ranks).map(|((qi, weight), ranks)| {
        let mut cover = Cover::new(qi, region.space.style);
        tuples
            .iter()
            .for_each(|&tuple| cover.add(ranks[tuple as usize]));
        weight * cover.spread()
    });
    region.space.rows(tuples) as f64 * spreads.sum::<f64>()
}
