//! What jobs do.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a job does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum JobKind {
    /// Every risk measure of the data as they stand.
    Risk,
    /// A verified release, kept to be looked at.
    Anonymize,
    /// Several methods side by side.
    Compare,
    /// Attacks on a release that an earlier job made.
    Attack,
    /// The project's reductions, one after the other, with what each did.
    Steps,
    /// The guided path: what the data and the answers say, and what is suggested.
    Advise,
    /// The guided path: what was picked of an earlier advice runs and is measured.
    Measure,
    /// A table of fictitious rows.
    Synthesize,
    /// How good a table of fictitious rows is that an earlier job made.
    Evaluate,
    /// Co-clusters evaluated level by level.
    Study,
}

impl JobKind {
    /// All of them.
    pub const ALL: [JobKind; 10] = [
        JobKind::Risk,
        JobKind::Anonymize,
        JobKind::Compare,
        JobKind::Attack,
        JobKind::Steps,
        JobKind::Advise,
        JobKind::Measure,
        JobKind::Synthesize,
        JobKind::Evaluate,
        JobKind::Study,
    ];
}
