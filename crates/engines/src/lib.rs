//! Engines: where rows are counted and recoded when they are too many for memory, or live elsewhere.
//!
//! An [`Engine`] is opened on one data set and has three operations: [`Engine::profile`], [`Engine::frequency_set`] and [`Engine::apply`].
//! All of them are plain GROUP BY and JOIN, so that any engine that knows these can be one. A search sees a frequency set only ([`Counted`])
//! and decides in its codes; the decision goes back to the engine as look-up tables ([`Mapping`]). What an engine wrote is not visible
//! under its final name before the verifier has counted it again, through the same three operations ([`Written`]).
//! What an engine can do besides is declared in one value ([`Capabilities`]); nobody finds out by asking.

#[cfg(feature = "cluster")]
pub mod ballista;
mod batches;
mod coded;
mod contract;
mod counted;
#[cfg(feature = "cluster")]
pub mod datafusion;
mod descent;
mod different;
mod error;
mod local;
mod names;
pub mod postgres;
mod sql;
pub mod triples;

pub use contract::{
    Capabilities, Chosen, Coded, Counted, CutNode, Cuts, Distinct, Drawing, Drawn, Engine,
    LargeCounts, Made, Maker, Mapping, Output, Profile, Pseudonyms, Ranked, Recipe, Remake,
    Replaced, Scan, Told, Tuples, Visit, Written,
};
pub use different::{Digests, RowCount, count_different};
pub use error::{Error, Result};
pub use local::{Local, Settings};
