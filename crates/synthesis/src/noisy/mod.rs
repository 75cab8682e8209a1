//! The differentially private variant: noisy tables of few variables, joined to a network, and rows drawn from it.
//!
//! **Paper.** McKenna, Miklau and Sheldon (key `mckenna2021`): select, measure, generate; the candidates' quality less the noise that measuring them
//! would bring is that of AIM (key `mckenna2022`).
//!
//! **Guarantee.** Pure ε-differential privacy for adding or removing one row: whoever is in the table or not, no set of synthetic tables becomes more
//! likely by a factor beyond e^ε. The parts add up (basic composition); every part is told with its ε, as OpenDP's own privacy map gives it. Noise and
//! private choices are OpenDP's, from the operating system's randomness: the same seed does *not* give the same rows.
//!
//! **What the guarantee rests on.** The *domain* (the values a variable can have) must be declared, not read off the data: a value that only one person
//! has would give that person away by its mere appearance. The caller says where it comes from.
//!
//! **Idea.**
//! 1. One-way tables with noise. From them alone: rare words are told together, ordered values become about ten groups of even size.
//! 2. The network, variable by variable: which one comes next, and which one or two earlier ones it follows. OpenDP's noisy maximum chooses; the quality of
//!    a candidate is how far its pairs are from independence (a row changes it by 2 at most), less the noise of its table. If a target is named,
//!    every variable follows it, so that what predicts it is kept.
//! 3. The chosen tables of two or three variables with noise.
//! 4. Without looking at the data again: tables are brought back to counts that are not negative and have one sum; shares of a few rows are
//!    drawn towards those of the one-way table.
//! 5. Rows are drawn variable by variable, as trees do.
//!
//! **Differences from the papers.** (a) A network with closed-form shares instead of a graphical model fitted by iteration: each variable is measured with
//! what it follows, so no inference is needed. (b) Pure ε with discrete Laplace noise instead of zCDP: with some ten tables it is no worse and needs no δ.
//!
//! **Invariants** (tests of that name): `the_parts_add_up_to_epsilon`, `more_privacy_less_likeness`, `noise_is_there`,
//! `bad_budgets_are_refused`.

mod domain;
mod generator;
mod model;
mod opendp;
mod shape;
#[cfg(test)]
mod tests;
mod values;

pub use generator::NoisyGenerator;

/// What is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Budget {
    /// ε, for everything together.
    pub epsilon: f64,
    /// A variable that all others are to predict, if there is one. Naming it must not depend on the data.
    pub target: Option<usize>,
}

/// Why nothing was measured.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The budget is not a positive number.
    #[error("epsilon must be a number above 0; 1 is usual, 10 protects little")]
    Budget,
    /// Fewer than two variables, or no rows.
    #[error("a noisy model needs at least two variables with two values each, and rows")]
    Empty,
    /// The library refused.
    #[error("the differential privacy library refused a measurement: {0}")]
    Library(String),
}
