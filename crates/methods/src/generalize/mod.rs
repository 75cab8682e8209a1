//! Generalisation: values become vaguer, never untrue.

pub mod bottom_up;
pub(crate) mod cover;
pub mod datafly;
mod full_domain;
pub mod incognito;
pub mod infogain_mondrian;
pub mod k_member;
pub mod local;
pub mod lsd_mondrian;
pub mod mondrian;
pub mod mu_argus;
pub mod optimal;
mod outliers;
pub mod samarati;
mod subtree;
pub(crate) mod summarize;
pub(crate) mod target;
pub mod top_down;
#[cfg(test)]
mod truth_tests;
#[cfg(test)]
mod weight_tests;
