//! The analytic hierarchy process: from pairwise judgements to weights, from local evaluations to scores.
//!
//! **Paper** saaty1980. **Idea.** (1) Criteria form a tree below a goal; siblings are judged in pairs on a scale from 1 to 9
//! ([`judgement`]). (2) A matrix of judgements gives weights that add up to 1 ([`weights`]) and a consistency ratio; where it is above a
//! tenth, the judgements that cause it and a repair are named ([`repair`]). (3) Alternatives are compared in pairs by the difference of
//! their evaluations on each leaf, which a scale turns into an intensity ([`scale`]). (4) The score of an alternative is the sum over leaves
//! of global weight times local weight ([`score`]). (5) How far a weight may move before the winner changes is solved, not searched
//! ([`sensitivity`]).
//!
//! **Differences from the paper.** (a) Differences of evaluations are decimals, so that equal steps get equal intensities. (b) `row-sums`
//! weighs by row sums divided by the grand total: only there to reproduce published figures that were made so.

mod document;
mod files;
mod hierarchy;
mod judgement;
mod matrix;
mod repair;
mod scale;
mod score;
mod sensitivity;
mod weights;

pub use document::{
    DecisionContext, GivenJudgement, Judgement, Usage, checked as checked_judgements,
};
pub use files::{Evaluations, read_context, read_evaluations, read_scales};
pub use hierarchy::{Criteria, Weighed};
pub use judgement::{WORDS, intensity_of_word, word_of_intensity};
pub use matrix::Matrix;
pub use repair::{Cause, Repair, causes, repair};
pub use scale::{Arithmetic, Better, Scale, Scales, decimal};
pub use score::{Scored, score};
pub use sensitivity::{Moved, sensitivity};
pub use weights::{Consistency, WeightMethod, consistency, weights};

#[cfg(test)]
mod tests;
