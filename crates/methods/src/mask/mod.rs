//! Techniques that separate or change values.

pub mod anatomy;
pub mod as_is;
pub mod bucketize;
pub mod coding;
pub mod derive;
pub mod microaggregate;
pub mod noise;
pub mod pram;
mod ranks;
pub mod recode;
pub mod round;
pub mod sample;
pub mod slicing;
pub mod suppress;
pub mod swap;
mod told;
