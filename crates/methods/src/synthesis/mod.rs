//! Tables whose rows are fictitious, drawn from a model of the real ones.
//!
//! **The path.** [`prepare`] turns a table into [`Modalities`]: every variable becomes categorical, a row is the list of its
//! modalities. A generator learns a model of them and draws modalities, one code a variable and row ([`Codes`](bauta_table::Codes)
//! into [`Form::modalities`]). [`Form::column`] turns the drawn codes back into a column of the kind and style of the source.
//! So a generator never sees a value, and a model can be kept without the table ([`Form`] can be saved).
//!
//! Co-clustering: [`Instances`] → [`cocluster::search`] → [`climb()`] → [`Model`] → [`generate::draw`] → [`generate::guard`] → [`verify()`].
//!
//! Like techniques, generators do no input or output and own no randomness: it comes in, from a recorded seed.

mod attribution;
mod climb;
pub mod cocluster;
mod form;
pub mod generate;
mod instances;
mod model;
pub mod modl;
pub mod noisy;
mod prepare;
mod refine;
#[cfg(test)]
mod tests;
pub mod trees;
#[cfg(test)]
mod trials;
mod verify;

pub use attribution::{assign, attribution};
pub use climb::{Climbed, Wanted, climb, saved};
pub use form::{Form, Interval, Modality, Piece};
pub use instances::Instances;
pub use model::{Cluster, Model, SavedLevel, SavedMerge};
pub use prepare::{Modalities, Preparing, Rare, Variable, prepare};
pub use refine::refine;
pub use verify::{Evidence, Verdict, verify};
