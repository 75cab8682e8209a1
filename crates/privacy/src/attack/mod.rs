//! Attacks on a release, whoever made it: what an attacker can claim, and how often the claim is right. One file an attack.
//!
//! Tables are brought to common terms first ([`Frame`]): each label is the set of values that it may stand for, so an exact value of
//! one table meets an interval, a set, a mask or a group of another. Everything is counted on distinct tuples, and nothing
//! depends on the order of the released rows. Randomness comes in as chosen rows or as a function that draws.

mod atoms;
pub mod attribute_linkage;
pub mod background;
mod candidates;
mod classes;
pub mod control_size;
mod domain;
mod frame;
pub mod homogeneity;
pub mod inference;
pub mod intersection;
pub mod linkability;
mod matched_people;
mod nearest;
mod people;
mod rate;
pub mod record_linkage;
pub mod similarity;
pub mod singling_out;
pub mod skewness;
pub mod table_linkage;

pub use candidates::{Candidates, candidates};
pub use classes::{Classes, Shares};
pub use frame::{Field, Frame, View};
pub use matched_people::{MatchedPeople, Owners, candidates_of_people};
pub use nearest::Near;
pub use people::{People, person_of_row, rows_in_common, shows_people, targets};
pub use rate::{Rate, Risk};
