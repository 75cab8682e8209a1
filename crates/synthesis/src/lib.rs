//! Fictitious rows: they are drawn from models of a table, judged before they are written, and evaluated.

mod coclusters;
mod evaluation;
mod joined;
mod study;
mod synthesize;

pub use coclusters::{CoclusterOptions, Coclusters, coclusters};
pub use evaluation::{
    Distances, HeldOut, PropensityScore, SyntheticEvaluated, SyntheticReading, SyntheticRequest,
    SyntheticVerdict, evaluate_synthetic,
};
pub use joined::{
    BrokenCopies, Joined, JoinedModel, JoinedOptions, JudgedCounts, PrivacySpent, synthesize_joined,
};
pub use study::{Confusion, Study, StudyLevel, StudyRequest, study};
pub use synthesize::{
    CopyCounts, Detail, Round, RoundWatch, Synthesis, SynthesisOptions, Synthesized, read_margins,
    read_model, synthesize,
};
