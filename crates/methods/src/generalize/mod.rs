//! Generalisation: values become vaguer, never untrue.

pub mod datafly;
mod full_domain;
pub mod mondrian;
pub mod optimal;
pub mod samarati;
