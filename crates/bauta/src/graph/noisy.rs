//! Counts with differential privacy on a graph in files.

use std::path::{Path, PathBuf};

use bauta_graph::counts::{Budget, NoisyCount};
use bauta_graph::sparql::parsed;
use bauta_table::Progress;

use super::files::load;
use super::read_context;
use crate::error::Result;

/// Answers a count over entities with noise of ε.
///
/// # Errors
/// Queries that cannot be answered so; faults of files, context or graph.
pub fn noisy_count(
    data: &[PathBuf],
    context: &Path,
    query: &str,
    epsilon: f64,
    progress: &dyn Progress,
) -> Result<NoisyCount> {
    let context = read_context(context)?;
    let query = parsed(query, &context.prefix_list())?;
    let loaded = load(data, false, progress)?;
    let resolved = context.resolved(&loaded.graph)?;
    Ok(Budget::new(epsilon).count(&loaded.graph, &resolved, &query, epsilon)?)
}
