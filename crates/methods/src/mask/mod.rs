//! Techniques that separate or change values.

pub mod bucketize;
