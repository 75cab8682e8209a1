//! Fictitious rows: generators draw them from models of a table, verifiers judge them before they are written, and measures evaluate them.
//!
//! [`synthesize()`] is the one way from a request to rows; the request's id decides, through [`ALL`], which [`Generator`] makes them.

pub mod cocluster;
mod cocluster_report;
mod dependency;
mod evaluation;
mod generator;
mod guard;
mod measures;
mod mend;
pub mod modalities;
mod noisy;
mod report;
mod request;
mod rules;
mod shadow;
mod source;
mod study;
mod synthesize;
mod trees;
mod verify;

pub use cocluster_report::{CoclusterOptions, Coclusters, coclusters};
pub use evaluation::{
    DependencyCount, Distances, HeldOut, MembershipReading, PropensityScore, RowConsistency,
    RuleCount, SyntheticEvaluated, SyntheticReading, SyntheticRequest, SyntheticVerdict,
    evaluate_synthetic,
};
pub use generator::{Fit, FittedModel, Generator, Run};
pub use measures::membership::{Attacked, MembershipAttack};
pub use measures::roc::Separation;
pub use report::{
    CoclusterReport, CopyCounts, Detail, JoinedReport, JudgedCounts, KeptRule, PrivacySpent, Round,
    SavedLevel, Spent, Synthesis, WrittenParts,
};
pub use request::{Card, KeepOut, Margin, RoundWatch, SEARCH_ROUNDS, SynthesisRequest, Way};
pub use source::Source;
pub use study::{Confusion, Study, StudyLevel, StudyRequest, study};
pub use synthesize::synthesize;
pub use verify::Verdict;

/// Every generator, the usual one first. A new generator adds its folder and one line here.
pub static ALL: &[&dyn Generator] = &[
    &cocluster::CoclusterGenerator,
    &trees::TreeGenerator,
    &noisy::NoisyGenerator,
];

/// The generator with an id, or the fault to report.
///
/// # Errors
/// No generator has the id.
pub fn find(id: &str) -> Result<&'static dyn Generator, bauta_table::Fault> {
    let ids = || ALL.iter().map(|generator| generator.card().id);
    ALL.iter()
        .find(|generator| generator.card().id == id)
        .copied()
        .ok_or_else(|| bauta_table::Fault::UnknownWord {
            parameter: "method".into(),
            given: id.to_owned(),
            nearest: bauta_table::nearest_name(id, ids()),
            possible: ids().map(str::to_owned).collect(),
        })
}

#[cfg(test)]
mod laws;
#[cfg(test)]
mod rule_laws;
#[cfg(test)]
mod shadow_tests;
