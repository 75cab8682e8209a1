//! Rows drawn from co-clusters: groups of at least k rows that are alike, beside groups of modalities that go together.
//!
//! **The path.** [`Instances`] → [`search::search`] → [`climb()`] → [`Model`] → [`draw::draw`] → [`mend`](crate::mend::mend) → [`verify()`].
//!
//! Like techniques, this does no input or output and owns no randomness: it comes in, from a recorded seed. Two files stand apart: `files.rs` reads
//! and writes models, `watch.rs` looks at the clock.

mod attribution;
mod check;
mod climb;
pub mod draw;
mod files;
mod generator;
mod instances;
mod model;
pub mod modl;
mod refine;
pub mod search;
#[cfg(test)]
mod trials;
mod verify;
mod watch;

pub use attribution::{assign, attribution};
pub use climb::{Climbed, Wanted, climb, saved};
pub use generator::CoclusterGenerator;
pub(crate) use generator::fit;
pub use instances::Instances;
pub use model::{Cluster, Model, SavedMerge};
pub use refine::refine;
pub use verify::{Evidence, verify};
pub(crate) use watch::ProgressWatch;
