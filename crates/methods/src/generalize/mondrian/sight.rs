//! What a choice of a cut looks at: of a region that is held tuple by tuple, or of one that is too large for that.

use super::cut::Candidate;
use super::search::{Cut, Region};
use super::{cut, loss};
use crate::contract::Task;

/// A region, as far as it is looked at to be cut.
pub(super) trait Sight {
    fn task(&self) -> &Task<'_>;

    fn rows(&self) -> u64;

    /// The least and the greatest rank on a quasi-identifier.
    fn bounds(&self, qi: usize) -> (u32, u32);

    /// The ranks present on a quasi-identifier, ascending, with their rows.
    fn weights(&self, qi: usize) -> Vec<(u32, u64)>;

    /// For each rank present but the last, what is lost when all up to it go left.
    fn losses(&self, qi: usize) -> Vec<f64>;

    /// Whether both sides of a cut satisfy every model; `left` is the number of rows on the left.
    fn is_allowed(&self, cut: &Cut, left: u64) -> bool;

    /// The cut in even halves, which parts equal rows; none where rows are not looked at.
    fn even(&self, qi: usize, weights: &[(u32, u64)], with_loss: bool) -> Option<Candidate> {
        let _ = (qi, weights, with_loss);
        None
    }
}

impl Sight for Region<'_> {
    fn task(&self) -> &Task<'_> {
        self.space.task
    }

    fn rows(&self) -> u64 {
        self.rows
    }

    fn bounds(&self, qi: usize) -> (u32, u32) {
        Region::bounds(self, qi)
    }

    fn weights(&self, qi: usize) -> Vec<(u32, u64)> {
        Region::weights(self, qi)
    }

    fn losses(&self, qi: usize) -> Vec<f64> {
        loss::after_each_cut(self, qi)
    }

    fn is_allowed(&self, cut: &Cut, left: u64) -> bool {
        Region::is_allowed(self, cut, left)
    }

    fn even(&self, qi: usize, weights: &[(u32, u64)], with_loss: bool) -> Option<Candidate> {
        cut::even_halves(self, qi, weights, with_loss)
    }
}
