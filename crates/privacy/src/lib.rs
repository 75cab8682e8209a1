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
mod distance;
pub mod estimate;
mod examine;
pub mod linked;
pub mod models;
mod release;
mod released_classes;
pub mod risk;
pub mod separation;
pub mod utility;

pub use assessment::{
    Assessment, Finding, FoundBy, Privacy, ProsecutorRisk, ReleaseVerdict, Reservation, Risk,
    RiskChange, SurveyVerdict, Utility, VerdictLevel, draft_loss, findings_of_counts,
    findings_of_people,
};
pub use disclosure::{Attacker, Disclosure, Measure};
pub use distance::Distance;
pub use examine::{Examination, FailingClass, RuleFinding, examine, examine_with};
pub use models::{
    ALL, Class, ClassSizes, Judge, Model, ModelDescriptor, Requirement, SubsetSizes, Whole,
};
pub use release::{Approval, Refusal, Release, counted};
pub use released_classes::{Background, PeopleUnits, Published, ReleasedClasses, people_view};
pub use utility::truth::Source;
