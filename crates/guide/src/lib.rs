//! The knowledge and the reckoning behind advice: what is known of techniques, what the data and the answers say, which
//! signatures fit and why others do not, what may be expected of them, and how judgements become scores.
//!
//! This crate reads no data and runs no technique: a table comes in as it is in memory, texts come in as texts, and everything
//! that comes out has its reason in English and in French. Running and measuring is the business of the crate above.

pub mod ahp;
pub mod context;
pub mod estimate;
pub mod ontology;
mod said;
pub mod signatures;
pub mod suggest;

pub use said::{Error, Faults, Result, Said};
