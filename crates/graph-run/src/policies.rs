//! Policies by queries from files: candidate sequences of updates, and a graph after the chosen one.

use std::path::{Path, PathBuf};

use bauta_graph::policy::{Conjunction, Operation, apply, operations, sequences};
use bauta_graph::sparql::parsed;
use bauta_table::Progress;
use serde::Serialize;

use super::files::{self, load};
use bauta_messages::{Error, Result};

/// Policies and what to do with them.
#[derive(Debug, Clone, Default)]
pub struct PolicyRequest {
    /// Files with a query that must no longer be answered.
    pub privacy: Vec<PathBuf>,
    /// Files with a query that must be answered as before.
    pub utility: Vec<PathBuf>,
    /// The graph, where a sequence is to be carried out.
    pub data: Vec<PathBuf>,
    /// Which sequence, from 1.
    pub choice: Option<usize>,
    /// Where the graph goes.
    pub output: Option<PathBuf>,
    /// Replace what is there.
    pub force: bool,
}

/// Candidate sequences of updates, one update a privacy query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Policies {
    /// Every sequence, as SPARQL updates.
    pub sequences: Vec<Vec<String>>,
    /// The sequence that was carried out, from 1.
    pub chosen: Option<usize>,
    /// Triples that went.
    pub removed: Option<u64>,
}

/// Finds candidate sequences, and carries one out where it is chosen.
///
/// # Errors
/// Queries that are no conjunctions, incompatible policies, faults of files.
pub fn policies(request: &PolicyRequest, progress: &dyn Progress) -> Result<Policies> {
    let (privacy, utility) = (queries(&request.privacy)?, queries(&request.utility)?);
    let found: Vec<Vec<Operation>> = operations(&privacy, &utility)?;
    let all = sequences(&found);
    let texts = all
        .iter()
        .map(|sequence| {
            sequence
                .iter()
                .map(|operation| operation.update())
                .collect()
        })
        .collect();
    let mut answer = Policies {
        sequences: texts,
        chosen: None,
        removed: None,
    };
    let (Some(choice), Some(output)) = (request.choice, &request.output) else {
        return Ok(answer);
    };
    let Some(sequence) = choice.checked_sub(1).and_then(|place| all.get(place)) else {
        return Err(Error::request(format!(
            "there are {} sequences, and number {choice} is chosen",
            all.len()
        )));
    };
    files::writable(output)?;
    let mut loaded = load(&request.data, false, progress)?;
    answer.removed = Some(apply(&mut loaded.graph, sequence)?);
    answer.chosen = Some(choice);
    files::stage(
        &loaded.graph,
        output,
        &loaded.prefixes,
        request.force,
        progress,
    )?
    .commit()?;
    Ok(answer)
}

fn queries(paths: &[PathBuf]) -> Result<Vec<Conjunction>> {
    let read = |path: &PathBuf| -> Result<Conjunction> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| bauta_formats::Error::io(path, source))?;
        let query = parsed(&text, &[]).map_err(|error| named(path, error))?;
        Conjunction::of(&query).map_err(|error| named(path, error))
    };
    paths.iter().map(read).collect()
}

fn named(path: &Path, error: bauta_graph::Error) -> Error {
    Error::request(format!("{}: {error}", path.display()))
}
