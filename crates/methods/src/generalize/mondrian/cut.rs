//! Steps 2 to 4: which dimension, which median, and whether the cut is allowed.

use super::loss;
use super::search::{Cut, Region, Space, Strategy};
use super::sight::Sight;
use crate::trace::{self, Fate, Figure, Rule, Subject};

/// Where a region is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Median {
    /// The allowed value after which least is lost (ours).
    Best,
    /// The least value at which half of the rows are reached (the cited paper).
    Weighted,
    /// The lower median of the distinct values present (the thesis' trace).
    Distinct,
    /// The allowed value that comes nearest to halving the rows (ours: heavy values do not block a cut).
    Nearest,
    /// The median of the rows, where rows equal to it go to either side, so that the halves are even.
    Even,
}

/// Which dimension is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choose {
    LeastLoss,
    Widest,
    InOrder,
}

/// The strategy of `mondrian`.
pub(crate) struct ByMedian {
    pub(super) median: Median,
    pub(super) choose: Choose,
    /// The dimensions that may be cut.
    pub(super) dimensions: Vec<usize>,
}

impl ByMedian {
    /// The cuts after which least is lost, for methods that go on inside the regions.
    pub(crate) fn least_loss(space: &Space<'_>) -> Self {
        ByMedian {
            median: Median::Best,
            choose: Choose::LeastLoss,
            dimensions: (0..space.ranks.len()).collect(),
        }
    }
}

impl Strategy for ByMedian {
    fn cut(&self, region: &Region<'_>) -> Option<Cut> {
        self.best(region)
    }

    fn rule(&self) -> Rule {
        match self.choose {
            Choose::LeastLoss => Rule::LeastLoss,
            Choose::Widest => Rule::Widest,
            Choose::InOrder => Rule::InOrder,
        }
    }

    /// Of each dimension the cut that it prefers; where none is allowed, the one that it would have made.
    fn weighed(&self, region: &Region<'_>, made: Option<&Cut>) -> Vec<trace::Candidate> {
        let of_dimension = |extent: Extent| {
            let candidates = self.candidates(region, extent.qi);
            let allowed = candidates
                .iter()
                .position(|at| region.is_allowed(&at.cut, at.left));
            let at = candidates.get(allowed.unwrap_or(0))?;
            let fate = match allowed {
                None => Fate::Unsafe,
                Some(_) if Some(&at.cut) == made => Fate::Chosen,
                Some(_) => Fate::Passed,
            };
            let sides = [
                (Figure::Left, at.left as f64),
                (Figure::Right, (region.rows - at.left) as f64),
            ];
            let by = match self.choose {
                Choose::LeastLoss => Some((Figure::RemainingLoss, at.loss)),
                Choose::Widest => Some((Figure::Width, extent.share)),
                Choose::InOrder => None,
            };
            let what = Subject::Cut {
                qi: at.cut.qi,
                rank: at.cut.rank,
            };
            Some(trace::Candidate {
                what,
                figures: by.into_iter().chain(sides).collect(),
                fate,
            })
        };
        self.extents(region)
            .into_iter()
            .filter_map(of_dimension)
            .collect()
    }
}

impl ByMedian {
    /// An allowed cut, if there is one.
    pub(super) fn best(&self, region: &dyn Sight) -> Option<Cut> {
        let mut extents = self.extents(region);
        if self.choose != Choose::LeastLoss {
            self.order(region, &mut extents);
            return extents
                .into_iter()
                .find_map(|extent| self.allowed(region, extent.qi))
                .map(|(cut, _)| cut);
        }
        let allowed = extents
            .into_iter()
            .filter_map(|extent| self.allowed(region, extent.qi));
        // Equal ones: the first quasi-identifier.
        allowed
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(cut, _)| cut)
    }
}

/// A dimension of a region.
struct Extent {
    qi: usize,
    share: f64,
}

/// A cut that might be made.
pub(super) struct Candidate {
    cut: Cut,
    /// Rows on the left.
    left: u64,
    /// What is lost after it; 0 where nobody asks.
    loss: f64,
}

impl ByMedian {
    /// The dimensions with more than one value, in the order of the quasi-identifiers. Words without a hierarchy have no
    /// scale: their share is that of the different values present.
    fn extents(&self, region: &dyn Sight) -> Vec<Extent> {
        let extent = |&qi: &usize| {
            let own = &region.task().prepared.qis[qi];
            let (low, high) = region.bounds(qi);
            let counted =
                self.choose == Choose::Widest && own.hierarchy.is_none() && !own.is_measurable();
            let share = || {
                if counted {
                    // Words have no distances, so that the values present are counted; there are at least two where `low < high`.
                    (region.weights(qi).len() - 1) as f64 / (own.ranks() - 1) as f64
                } else {
                    own.share(low, high)
                }
            };
            // An attribute with one value left has no cut.
            (low < high).then(|| Extent { qi, share: share() })
        };
        self.dimensions.iter().filter_map(extent).collect()
    }

    /// Widest share of the whole scale first, then most distinct values, then the order of the quasi-identifiers.
    fn order(&self, region: &dyn Sight, extents: &mut [Extent]) {
        if self.choose != Choose::Widest {
            return;
        }
        // Stable: equal ones keep the order of the quasi-identifiers.
        extents.sort_by(|a, b| b.share.total_cmp(&a.share));
        for same in extents.chunk_by_mut(|a, b| a.share.total_cmp(&b.share).is_eq()) {
            if same.len() > 1 {
                // Of equally wide ones the one with most values, which has most cuts to choose from. Counting them is dear, so that each is
                // counted once.
                same.sort_by_cached_key(|extent| {
                    std::cmp::Reverse(region.weights(extent.qi).len())
                });
            }
        }
    }

    /// The cut that this dimension prefers among those that are allowed, and what is lost after it.
    fn allowed(&self, region: &dyn Sight, qi: usize) -> Option<(Cut, f64)> {
        let candidates = self.candidates(region, qi);
        candidates
            .into_iter()
            .find(|at| region.is_allowed(&at.cut, at.left))
            .map(|at| (at.cut, at.loss))
    }

    /// The cuts of a dimension, preferred ones first.
    fn candidates(&self, region: &dyn Sight, qi: usize) -> Vec<Candidate> {
        let weights = region.weights(qi);
        if self.median == Median::Even {
            return region
                .even(qi, &weights, self.choose == Choose::LeastLoss)
                .into_iter()
                .collect();
        }
        let losses = if self.choose == Choose::LeastLoss || self.median == Median::Best {
            region.losses(qi)
        } else {
            vec![0.0; weights.len()]
        };
        let mut left = 0;
        let all = weights.iter().zip(losses).map(|(&(rank, rows), loss)| {
            left += rows;
            Candidate {
                cut: Cut {
                    qi,
                    rank,
                    at_rank: None,
                },
                left,
                loss,
            }
        });
        let mut all: Vec<Candidate> = all.collect();
        match self.median {
            Median::Best => all.sort_by(|a, b| a.loss.total_cmp(&b.loss)),
            // Twice the left side against the whole: no half is rounded.
            Median::Nearest => all.sort_by_key(|at| (2 * at.left).abs_diff(region.rows())),
            median => {
                let rank = median_rank(&weights, region.rows(), median);
                all.retain(|at| Some(at.cut.rank) == rank);
            }
        }
        all
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
                // Doubled instead of halved, so that an odd number of rows has its true median.
                2 * reached >= rows
            })?
        }
    };
    // A cut behind the last value leaves nothing on the right: there is none then.
    (index + 1 < weights.len()).then(|| weights[index].0)
}

/// The cut in even halves: the rows at the median go left until half of the rows are there.
pub(super) fn even_halves(
    region: &Region<'_>,
    qi: usize,
    weights: &[(u32, u64)],
    with_loss: bool,
) -> Option<Candidate> {
    let left = region.rows / 2;
    let mut below = 0;
    let &(rank, _) = weights.iter().find(|&&(_, rows)| {
        below += rows;
        below >= left
    })?;
    let at_rank = weights
        .iter()
        .find(|at| at.0 == rank)
        // `below` counts the rows of the median's value already; what is missing to half of all rows is taken from them.
        .map(|&(_, rows)| left - (below - rows));
    let cut = Cut { qi, rank, at_rank };
    let loss = || {
        let (low, high) = region.sides(&cut);
        loss::of_region(region, &low) + loss::of_region(region, &high)
    };
    Some(Candidate {
        cut,
        left,
        loss: if with_loss { loss() } else { 0.0 },
    })
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
        assert_eq!(median_rank(&[(0, 3), (1, 3)], 6, Median::Weighted), Some(0));
    }
}
