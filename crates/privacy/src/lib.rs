//! What is measured: privacy models, the verifier, risk and utility.
//!
//! Models answer twice. [`Model::holds`] judges a class by counts while a technique searches; [`examine`] looks at released
//! rows, by their labels, with code of its own. Only [`Release::verify`] makes a [`Release`], so nothing unverified can be
//! written.
//!
//! This crate knows no technique: it judges a release in the same way whoever made it.

pub mod attack;
pub mod estimate;
mod examine;
pub mod linked;
mod measures;
pub mod models;
mod release;
pub mod risk;
pub mod separation;
pub mod synthetic;
pub mod utility;

pub use examine::{
    Background, Examination, FailingClass, ReleasedClasses, RuleFinding, examine, examine_with,
};
pub use measures::{Measures, Privacy, ProsecutorRisk, Risk, Utility, draft_loss};
pub use models::{
    ALL, Class, ClassSizes, Distance, Judge, Model, ModelDescriptor, Requirement, Whole,
};
pub use release::{Approval, Refusal, Release, counted};
