//! Generalisation: values become vaguer, never untrue.

pub mod datafly;
mod full_domain;
pub mod mondrian;
pub mod samarati;
pub(crate) mod summarize;
