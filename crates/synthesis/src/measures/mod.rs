//! How near a synthetic table is to the real one: near enough to be useful, not so near that it repeats people.
//!
//! **Idea.** (1) Several tables are coded in common ([`Aligned`]): equal values have equal codes, numbers fall in tenths of the real rows.
//! (2) Usefulness: total variation of all one-way and two-way tables ([`variation`]), associations of pairs ([`association`]).
//! (3) Protection: rows that are copies ([`copies`]), distances to the closest real rows beside those of people who were kept out
//! ([`nearest`]), and membership inference ([`membership`], whose success is told by [`roc`]).
//!
//! Nothing here knows how the synthetic rows were made.

mod aligned;
pub mod association;
pub mod copies;
pub mod membership;
pub mod nearest;
pub mod roc;
pub mod variation;

pub use aligned::{Aligned, Coded, Field};

#[cfg(test)]
mod roc_tests;
#[cfg(test)]
mod tests;
