//! Steps 2 to 4: which dimension, which median, and whether the cut is allowed.

use std::sync::atomic::Ordering;

use bauta_privacy::Class;

use super::Search;

/// Where a region is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Median {
    /// The least value at which half of the rows are reached (the cited paper).
    Weighted,
    /// The lower median of the distinct values present (the thesis' trace).
    Distinct,
    /// The allowed value that comes nearest to halving the rows (ours: heavy values do not block a cut).
    Nearest,
}

impl Median {
    pub(super) fn of(word: &str) -> Self {
        match word {
            "distinct" => Median::Distinct,
            "nearest" => Median::Nearest,
            _ => Median::Weighted,
        }
    }
}

/// An allowed cut: ranks up to `rank` go left.
pub(super) struct Cut {
    pub(super) qi: usize,
    pub(super) rank: u32,
}

/// A dimension of a region.
struct Extent {
    qi: usize,
    low: u32,
    high: u32,
    share: f64,
}

impl Search<'_> {
    /// The first allowed cut in the order of dimensions, if there is one.
    pub(super) fn cut(&self, tuples: &[u32]) -> Option<Cut> {
        let counts = self.task.prepared.set.counts();
        let rows: u64 = tuples.iter().map(|&tuple| counts[tuple as usize]).sum();
        if rows < 2 * self.least_rows || self.stop() {
            return None;
        }
        self.extents(tuples).into_iter().find_map(|extent| {
            let weights = self.weights(tuples, &extent);
            let ranks = match self.median {
                Median::Nearest => by_balance(&weights, rows, self.least_rows),
                median => median_rank(&weights, rows, median).into_iter().collect(),
            };
            ranks
                .into_iter()
                .find(|&rank| self.is_allowed(tuples, extent.qi, rank))
                .map(|rank| Cut { qi: extent.qi, rank })
        })
    }

    fn stop(&self) -> bool {
        if self.progress.cancelled() {
            self.stopped.store(true, Ordering::Relaxed);
        }
        self.stopped.load(Ordering::Relaxed)
    }

    /// The dimensions with more than one value: widest share of the whole scale first, then most distinct values, then the
    /// order of the quasi-identifiers; or just in that order. Words without a hierarchy have no scale: their share is that
    /// of the different values present.
    fn extents(&self, tuples: &[u32]) -> Vec<Extent> {
        let mut extents: Vec<Extent> = self
            .dimensions
            .iter()
            .filter_map(|&qi| {
                let ranks = tuples.iter().map(|&tuple| self.ranks[qi][tuple as usize]);
                let (low, high) = ranks.fold((u32::MAX, 0), |(low, high), rank| (low.min(rank), high.max(rank)));
                let own = &self.task.prepared.qis[qi];
                let mut extent = Extent { qi, low, high, share: own.share(low.min(high), high) };
                if low < high && own.hierarchy.is_none() && !own.is_measurable() {
                    let present = self.weights(tuples, &extent).len();
                    extent.share = (present - 1) as f64 / (own.ranks() - 1) as f64;
                }
                (low < high).then_some(extent)
            })
            .collect();
        if !self.in_order {
            // Stable: equal ones keep the order of the quasi-identifiers.
            extents.sort_by(|a, b| b.share.total_cmp(&a.share));
            for start in 0..extents.len() {
                let same = |e: &Extent| e.share.total_cmp(&extents[start].share).is_eq();
                let end = start + extents[start..].iter().take_while(|e| same(e)).count();
                let starts_tie = start == 0 || extents[start - 1].share > extents[start].share;
                if starts_tie && end - start > 1 {
                    extents[start..end].sort_by_cached_key(|e| std::cmp::Reverse(self.weights(tuples, e).len()));
                }
            }
        }
        extents
    }

    /// The ranks present on a dimension, ascending, with their rows.
    fn weights(&self, tuples: &[u32], extent: &Extent) -> Vec<(u32, u64)> {
        let counts = self.task.prepared.set.counts();
        let ranks = &self.ranks[extent.qi];
        let span = (extent.high - extent.low) as usize + 1;
        if span <= 4 * tuples.len() + 64 {
            let mut rows = vec![0u64; span];
            for &tuple in tuples {
                rows[(ranks[tuple as usize] - extent.low) as usize] += counts[tuple as usize];
            }
            return (extent.low..).zip(rows).filter(|&(_, rows)| rows > 0).collect();
        }
        let mut pairs: Vec<(u32, u64)> =
            tuples.iter().map(|&tuple| (ranks[tuple as usize], counts[tuple as usize])).collect();
        pairs.sort_unstable();
        pairs.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        pairs
    }

    /// Whether both sides satisfy every model.
    fn is_allowed(&self, tuples: &[u32], qi: usize, rank: u32) -> bool {
        let (left, right): (Vec<u32>, Vec<u32>) =
            tuples.iter().partition(|&&tuple| self.ranks[qi][tuple as usize] <= rank);
        [left, right].iter().all(|side| {
            let (size, sensitive) = self.task.class_of(side);
            !side.is_empty() && self.task.holds(&Class { size, sensitive: &sensitive, population: 0 })
        })
    }
}

/// The one rank at which a median cuts; none where everything would go left.
pub(super) fn median_rank(weights: &[(u32, u64)], rows: u64, median: Median) -> Option<u32> {
    let index = match median {
        Median::Distinct => weights.len().checked_sub(1)? / 2,
        _ => {
            let mut reached = 0;
            weights.iter().position(|&(_, rows_here)| {
                reached += rows_here;
                2 * reached >= rows
            })?
        }
    };
    (index + 1 < weights.len()).then(|| weights[index].0)
}

/// All ranks at which both sides keep at least `least` rows, most even halves first, lower rank first on ties.
fn by_balance(weights: &[(u32, u64)], rows: u64, least: u64) -> Vec<u32> {
    let mut left = 0;
    let mut candidates: Vec<(u64, u32)> = weights
        .iter()
        .map(|&(rank, here)| {
            left += here;
            (left, rank)
        })
        .filter(|&(left, _)| left >= least && rows - left >= least)
        .map(|(left, rank)| ((2 * left).abs_diff(rows), rank))
        .collect();
    candidates.sort_unstable();
    candidates.into_iter().map(|(_, rank)| rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_of_the_sources() {
        let weights = [(0, 1), (1, 1), (4, 6)];
        assert_eq!(median_rank(&weights, 8, Median::Distinct), Some(1));
        // Half of the rows is only reached at the last value: nothing would go right.
        assert_eq!(median_rank(&weights, 8, Median::Weighted), None);
        assert_eq!(by_balance(&weights, 8, 1), [1, 0]);
        assert_eq!(by_balance(&weights, 8, 2), [1]);
        assert_eq!(median_rank(&[(0, 3), (1, 3)], 6, Median::Weighted), Some(0));
    }
}
