//! Generalisation: values become vaguer, never untrue.

pub(crate) mod cover;
pub mod datafly;
mod full_domain;
pub mod infogain_mondrian;
pub mod k_member;
pub mod lsd_mondrian;
pub mod mondrian;
pub mod optimal;
pub mod samarati;
pub(crate) mod summarize;
pub(crate) mod target;
