//! What people are told: the error of every request, all faults at once, and names and sentences in English and French.
//!
//! Nothing is computed here. Sentences are made in English where their figures are known; [`sentence`] turns them to French.

mod error;
pub mod french;
mod problems;
mod words;

pub use error::{Error, ErrorKind, Result};
pub use french::sentence;
pub use problems::Problems;
pub use words::word;
