//! What came of it, for people and programs.

use bauta_methods::synthesis::{SavedLevel, Verdict};
use bauta_table::Table;
use serde::Serialize;

use super::learn::Learnt;
use super::request::{Asked, Detail, SynthesisOptions};
use bauta_run::report::Seconds;

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
    /// Copies that were broken by exchanging a value with another row of the cluster.
    pub exchanged: u64,
    /// Rows that were left out because no exchange helped.
    pub left_out: u64,
}

/// What was made.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Synthesized {
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

/// The answer.
pub enum Synthesis {
    /// The table is written, and the verifier passed it.
    Written(Box<Synthesized>),
    /// There is no such table, and why; nothing is written.
    Unreachable(String),
}

/// What the telling is made of.
pub(super) struct Made<'a> {
    pub asked: &'a Asked,
    pub learnt: &'a Learnt,
    pub table: &'a Table,
    pub verdict: &'a Verdict,
    pub copies: CopyCounts,
}

pub(super) fn told(
    made: &Made<'_>,
    options: &SynthesisOptions,
    notes: Vec<String>,
    seconds: Seconds,
) -> Synthesized {
    let model = &made.learnt.model;
    let here = model.levels.first();
    let wanted = options.rows.unwrap_or(made.asked.table.rows());
    let mut notes = notes;
    if made.table.rows() < wanted {
        let fewer = wanted - made.table.rows();
        notes.push(format!(
            "{fewer} rows were left out: every way to draw them copied a real row that is unique"
        ));
    }
    Synthesized {
        bauta: env!("CARGO_PKG_VERSION"),
        input: made.asked.input.to_string(),
        output: made.asked.output.to_string(),
        original_rows: made.asked.table.rows() as u64,
        held_out_rows: made
            .asked
            .kept
            .as_ref()
            .map_or(0, |(kept, _)| kept.rows() as u64),
        rows: made.table.rows() as u64,
        dropped: made.asked.dropped.clone(),
        k: options.k,
        detail: options.detail,
        smallest_cluster: made.verdict.smallest_cluster,
        largest_cluster: model
            .clusters
            .iter()
            .map(|cluster| cluster.rows)
            .max()
            .unwrap_or(0),
        row_clusters: model.clusters.len(),
        modality_clusters: model.modality_clusters(),
        criterion: here.map(|level| level.criterion),
        null_criterion: made.learnt.null_criterion,
        level: here.map(|level| level.level),
        levels: model.levels.clone(),
        copies: made.copies,
        search: made.learnt.rounds.clone(),
        ended_by_time: made.learnt.by_time,
        seed: options.seed,
        notes,
        seconds,
    }
}
