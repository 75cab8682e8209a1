//! The answer to a request for fictitious rows, for people and programs.

use bauta_run::report::Seconds;
use serde::{Deserialize, Serialize};

use crate::measures::membership::MembershipAttack;

/// How fine the clusters of rows are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Detail {
    /// Those of the best co-clustering, merged until every one has k rows.
    #[default]
    Optimal,
    /// Those of the best co-clustering, split further as long as every part has k rows: nearer to the real table in every respect.
    Fine,
}

/// The answer.
pub enum Synthesis {
    /// Rows drawn from co-clusters are written, and the verifier passed them.
    Coclusters(Box<CoclusterReport>),
    /// Rows drawn from joined small models are written, and their verifier passed them.
    Joined(Box<JoinedReport>),
    /// There is no such table, and why; nothing is written.
    Unreachable(String),
}

/// A round of the search.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Round {
    /// Its number.
    pub round: usize,
    /// The best criterion so far.
    pub criterion: f64,
    /// The clusters of rows and of modalities of the best model so far.
    pub parts: [usize; 2],
    /// Seconds since the start.
    pub seconds: f64,
}

/// Synthetic rows that are real ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct CopyCounts {
    /// Real rows that occur once.
    pub unique_real_rows: u64,
    /// Synthetic rows that equal some real row.
    pub equal_to_a_real_row: u64,
    /// Synthetic rows that equal a real row that occurs once.
    pub equal_to_a_unique_row: u64,
    /// Copies of such rows that were drawn and broken by exchanging a value with another row; none unless that was asked for.
    pub broken: u64,
}

/// An edit rule in the written rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct KeptRule {
    /// Its name.
    pub name: String,
    /// What it says.
    pub rule: String,
    /// Rows that were drawn at first.
    pub drawn_rows: u64,
    /// Rows among them that broke it; they were mended by exchanges, or drawn again.
    pub drawn_breaking: u64,
    /// Written rows that break it, by the verifier.
    pub broken_rows: u64,
    /// Written rows of which it cannot be said: cells are missing.
    pub undecided_rows: u64,
}

/// The two parts of the real rows, where they were written to evaluate with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct WrittenParts {
    /// Where the rows kept out are.
    pub kept: String,
    /// Where the rows that were learnt from are.
    pub training: String,
}

/// What was made.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "Synthesized")]
pub struct CoclusterReport {
    /// Version of the program.
    pub bauta: &'static str,
    /// Where the real table is.
    pub input: String,
    /// Where the synthetic one is.
    pub output: String,
    /// Rows of the real table that were learnt from.
    pub original_rows: u64,
    /// Rows kept out.
    pub held_out_rows: u64,
    /// Where they are, and the rows that were learnt from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<WrittenParts>,
    /// Rows that were written.
    pub rows: u64,
    /// Columns that were left out.
    pub dropped: Vec<String>,
    /// Rows that every cluster was to have.
    pub k: u64,
    /// How fine the clusters are.
    pub detail: Detail,
    /// Rows of the smallest cluster, counted by the verifier.
    pub smallest_cluster: u64,
    /// Rows of the largest cluster.
    pub largest_cluster: u64,
    /// Clusters of rows.
    pub row_clusters: usize,
    /// Clusters of modalities.
    pub modality_clusters: usize,
    /// Criterion of the model that was drawn from, where it is a level of the co-clustering.
    pub criterion: Option<f64>,
    /// Criterion of one cluster on each axis.
    pub null_criterion: Option<f64>,
    /// What is left of what the best co-clustering explains, from 1 to 0.
    pub level: Option<f64>,
    /// The levels from the one that was drawn from up.
    pub levels: Vec<SavedLevel>,
    /// Synthetic rows that are real ones.
    pub copies: CopyCounts,
    /// The project's edit rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<KeptRule>,
    /// Whether shadow models tell who took part, where that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub membership: Vec<MembershipAttack>,
    /// The search.
    pub search: Vec<Round>,
    /// Whether the time limit ended the search, so that another run may find another model.
    pub ended_by_time: bool,
    /// The seed.
    pub seed: u64,
    /// Things worth saying.
    pub notes: Vec<String>,
    /// Where the time went.
    pub seconds: Seconds,
}

/// A level of the merge hierarchy.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct SavedLevel {
    /// Clusters of rows.
    pub row_clusters: usize,
    /// Clusters of modalities.
    pub modality_clusters: usize,
    /// The criterion.
    pub criterion: f64,
    /// What is left of what the best grid explains, from 1 to 0.
    pub level: f64,
    /// Rows of the smallest cluster.
    pub smallest: u64,
    /// Rows of the largest cluster.
    pub largest: u64,
}

/// What was made.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "Joined")]
pub struct JoinedReport {
    /// Program and version.
    pub bauta: &'static str,
    /// Where the real table is.
    pub input: String,
    /// Where the synthetic one is.
    pub output: String,
    /// `trees` or `noisy`.
    pub method: &'static str,
    /// Rows that were learnt from.
    pub original_rows: u64,
    /// Rows kept out.
    pub held_out_rows: u64,
    /// Where they are, and the rows that were learnt from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<WrittenParts>,
    /// Rows that were written.
    pub rows: u64,
    /// What is promised, in words.
    pub claim: String,
    /// k that every count of the model was to have, and what the judge found: the least count and the number of counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<JudgedCounts>,
    /// Synthetic rows that are real ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copies: Option<CopyCounts>,
    /// The project's edit rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<KeptRule>,
    /// Whether shadow models tell who took part, where that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub membership: Vec<MembershipAttack>,
    /// What differential privacy costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub privacy: Option<PrivacySpent>,
    /// The seed.
    pub seed: u64,
    /// Things worth saying.
    pub notes: Vec<String>,
    /// Where the time went.
    pub seconds: Seconds,
}

/// The judge's findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct JudgedCounts {
    /// What every count was to have.
    pub k: u64,
    /// The least one.
    pub least: u64,
    /// How many there are.
    pub counts: u64,
}

/// ε, and what it was spent on.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct PrivacySpent {
    /// ε of everything together, by the library's own maps.
    pub epsilon: f64,
    /// δ: none.
    pub delta: f64,
    /// Who is hidden: one row more or less.
    pub neighbours: &'static str,
    /// Attribute by attribute and table by table.
    pub spent: Vec<Spent>,
}

/// What was spent on one question to the data.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Spent {
    /// `one-way`, `choice` or `table`.
    pub question: &'static str,
    /// The variables it is about.
    pub variables: Vec<usize>,
    /// Its ε, by OpenDP's privacy map.
    pub epsilon: f64,
    /// The scale of its noise.
    pub scale: f64,
}
