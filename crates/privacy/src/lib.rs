//! What is measured: privacy models, the verifier, risk and utility.
//!
//! Models answer twice. [`Model::holds`] judges a class by counts while a technique searches; [`examine`] looks at released
//! rows, by their labels, with code of its own. Only [`Release::verify`] makes a [`Release`], so nothing unverified can be
//! written.
//!
//! This crate knows no technique: it judges a release in the same way whoever made it.

mod assessment;
pub mod attack;
mod disclosure;
pub mod estimate;
mod examine;
pub mod linked;
pub mod models;
mod release;
pub mod risk;
pub mod separation;
pub mod utility;

pub use assessment::{
    Assessment, Finding, FoundBy, Privacy, ProsecutorRisk, Risk, Utility, draft_loss,
    findings_of_counts,
};
pub use disclosure::{Attacker, Disclosure, Measure};
pub use examine::{
    Background, Examination, FailingClass, Published, ReleasedClasses, RuleFinding, examine,
    examine_with,
};
pub use models::{
    ALL, Class, ClassSizes, Distance, Judge, Model, ModelDescriptor, Requirement, Whole,
};
pub use release::{Approval, Refusal, Release, counted};
pub use utility::truth::Source;
