//! Generalisation: values become vaguer, never untrue.

pub mod bottom_up;
pub mod datafly;
mod full_domain;
pub mod mondrian;
pub mod mu_argus;
pub mod optimal;
mod outliers;
pub mod samarati;
mod subtree;
pub mod top_down;
