//! Co-clustering of two categorical variables by the MODL criterion: rows and modalities of a table, or the values of two of its
//! variables.
//!
//! **Paper.** Boullé (key `boulle2011`); the use for anonymous groups and synthetic rows follows Benkhelif and others (key `benkhelif2017`).
//!
//! **Idea.** (1) Deal the values to many random parts. (2) Move values to better parts. (3) Merge the pair of parts, of either axis, that lowers
//! the criterion most, until none does. (4) Move values between parts; back to 3 as long as the criterion falls. (5) Break up
//! a share of the parts of the best grid and begin again at 2, with shares from all to little in turn. Many rows begin at 2 with what
//! samples of them came to, each four times as large as the one before.
//!
//! **Differences from the paper.** (a) Rows with the same modalities stay together: they are one unit of several values. (b) Counts of
//! cells of the grid are kept densely, since grids are small; instances sparsely.
//!
//! **Cost.** A sweep of moves takes (non-empty cells) x (parts); a merge (parts of both axes) squared at worst. Memory follows the
//! non-empty cells.
//!
//! **Invariants.** `the_change_of_a_merge_is_that_of_the_recomputed_criterion`, `moves_change_the_criterion_by_what_they_say`,
//! `planted_clusters_are_found`, `planted_clusters_of_many_rows_are_found_from_a_sample`, `the_same_seed_gives_the_same_grid`.

mod effort;
mod grid;
mod hierarchy;
mod incidence;
mod merge;
mod moves;
mod rounds;
mod sample;
#[cfg(test)]
mod tests;

pub use effort::{Effort, Found, Unwatched, Watch, search};
pub use grid::Grid;
pub use hierarchy::{Hierarchy, Level};
pub use incidence::Incidence;
pub use merge::Merge;
