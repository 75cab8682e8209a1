//! Fictitious rows that a job made, and what is told of them.

use std::path::PathBuf;

use bauta::{CoclusterReport, JoinedReport, Synthesis};
use schemars::JsonSchema;
use serde::Serialize;

/// What a job made: fictitious rows.
pub struct Synthetic {
    /// What the library tells of it.
    pub result: SynthesisResult,
    /// The rows; none where what is asked for cannot be had.
    pub table: Option<PathBuf>,
    /// The model that they were drawn from, where it was saved.
    pub model: Option<PathBuf>,
    /// The seed with which a share of the rows was kept out.
    pub kept_out: Option<u64>,
}

/// Fictitious rows, or why there are none.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum SynthesisResult {
    /// Drawn from co-clusters.
    Coclusters(Box<CoclusterResult>),
    /// Drawn from trees or noisy tables.
    Joined(Box<JoinedReport>),
    /// There is no such table.
    Unreachable {
        /// Why.
        why: String,
    },
}

/// Rows drawn from co-clusters.
#[derive(Serialize, JsonSchema)]
pub struct CoclusterResult {
    method: CoclusterMethod,
    #[serde(flatten)]
    made: CoclusterReport,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum CoclusterMethod {
    Coclusters,
}

impl SynthesisResult {
    /// The library's answer about a dataset's table; places of files stay here.
    pub fn of(answer: Synthesis, name: &str) -> Self {
        let (input, output) = (name.to_owned(), String::new());
        match answer {
            Synthesis::Coclusters(made) => SynthesisResult::Coclusters(Box::new(CoclusterResult {
                method: CoclusterMethod::Coclusters,
                made: CoclusterReport {
                    input,
                    output,
                    ..*made
                },
            })),
            Synthesis::Joined(made) => SynthesisResult::Joined(Box::new(JoinedReport {
                input,
                output,
                ..*made
            })),
            Synthesis::Unreachable(why) => SynthesisResult::Unreachable { why },
        }
    }
}
