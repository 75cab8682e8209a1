//! Generalisation: values become vaguer, never untrue.

pub mod mondrian;
