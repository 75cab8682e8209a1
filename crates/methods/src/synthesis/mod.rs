//! Tables whose rows are fictitious, drawn from a model of the real ones.
//!
//! **The path.** [`prepare`] turns a table into [`Modalities`]: every variable becomes categorical, a row is the list of its
//! modalities. A generator learns a model of them and draws modalities, one code a variable and row ([`Codes`](bauta_table::Codes)
//! into [`Form::modalities`]). [`Form::column`] turns the drawn codes back into a column of the kind and style of the source.
//! So a generator never sees a value, and a model can be kept without the table ([`Form`] can be saved).
//!
//! Like techniques, generators do no input or output and own no randomness: it comes in, from a recorded seed.

mod form;
mod prepare;
#[cfg(test)]
mod tests;

pub use form::{Form, Interval, Modality, Piece};
pub use prepare::{Modalities, Preparing, Rare, Variable, prepare};
