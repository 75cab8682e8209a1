//! Counts with differential privacy on a graph in files, paid from a budget that a ledger keeps.

use std::path::{Path, PathBuf};

use bauta_graph::context::Context;
pub use bauta_graph::counts::{Groups, NoisyCounts, Terms};
use bauta_graph::counts::{check, count};
use bauta_graph::sparql::parsed;
use bauta_table::Progress;
use serde::Serialize;

use super::files::load;
use super::ledger::{Cost, Ledger};
use super::read_context;
use bauta_messages::Result;

/// A count to be answered.
#[derive(Debug, Clone)]
pub struct CountRequest {
    /// The graph: one file or several.
    pub data: Vec<PathBuf>,
    /// The context file.
    pub context: PathBuf,
    /// The query.
    pub query: String,
    /// How it is answered.
    pub terms: Terms,
    /// Where costs are kept.
    pub ledger: Option<PathBuf>,
    /// The budget of a new ledger.
    pub budget: Option<Cost>,
}

/// What came of it.
#[derive(Debug, Clone, Serialize)]
pub struct CountAnswer {
    /// The answer; none where the budget does not pay for it.
    #[serde(flatten)]
    pub found: Option<NoisyCounts>,
    /// Whether there is an answer.
    pub answered: bool,
    /// What is left of the budget, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<Cost>,
}

/// Answers counts over entities with noise.
///
/// # Errors
/// Queries that cannot be answered so; faults of files, context or graph. Nothing is spent then.
pub fn noisy_count(request: &CountRequest, progress: &dyn Progress) -> Result<CountAnswer> {
    let context = read_context(&request.context)?;
    let query = parsed(&request.query, &context.prefix_list())?;
    let terms = with_addresses(&request.terms, &context);
    check(&query, &terms)?;
    let loaded = load(&request.data, false, progress)?;
    let resolved = context.resolved(&loaded.graph)?;
    let mut left = None;
    if let Some(path) = &request.ledger {
        let mut ledger = Ledger::open(path, request.budget)?;
        let cost = Cost {
            epsilon: terms.epsilon,
            delta: terms.delta(),
        };
        // Written down before it is given: what fails afterwards is paid for.
        if !ledger.charge(cost, &request.query, path)? {
            return Ok(CountAnswer {
                found: None,
                answered: false,
                left: Some(ledger.left()),
            });
        }
        left = Some(ledger.left());
    }
    let found = count(&loaded.graph, &resolved, &query, &terms)?;
    Ok(CountAnswer {
        found: Some(found),
        answered: true,
        left,
    })
}

/// Groups from a file: one on each line, values of several variables with `;` between.
///
/// # Errors
/// A failing file.
pub fn read_keys(path: &Path) -> Result<Vec<Vec<String>>> {
    let text =
        std::fs::read_to_string(path).map_err(|source| bauta_formats::Error::io(path, source))?;
    Ok(text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(key)
        .collect())
}

/// A group as it is declared.
pub fn key(line: &str) -> Vec<String> {
    line.split(';')
        .map(|value| value.trim().to_owned())
        .collect()
}

/// Declared keys with their prefixes written out.
fn with_addresses(terms: &Terms, context: &Context) -> Terms {
    let mut terms = terms.clone();
    if let Some(Groups::Declared(keys)) = &mut terms.groups {
        for value in keys.iter_mut().flatten() {
            let known = value
                .split_once(':')
                .and_then(|(prefix, name)| Some((context.prefixes.get(prefix)?, name)));
            if let Some((address, name)) = known {
                *value = format!("{address}{name}");
            }
        }
    }
    terms
}
