//! Techniques that separate or change values.

pub mod bucketize;
pub mod coding;
pub mod recode;
pub mod round;
pub mod sample;
pub mod suppress;
mod told;
#[cfg(test)]
pub(crate) mod trial;
