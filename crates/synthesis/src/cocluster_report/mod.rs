//! Co-clusters as a way to look at a table: groups of rows that are alike, and what is typical of them; or groups of the values of
//! two columns.

mod cards;
mod draw;
mod pair;
mod render;

use bauta_table::Progress;
use serde::Serialize;

use crate::cocluster::{CoclusterGenerator, fit};
use crate::generator::{Fit, FittedModel, Generator};
use crate::report::{Round, SavedLevel};
use crate::request::SynthesisRequest;
use crate::source::Source;
use bauta_messages::Result;
use bauta_run::project::Project;

/// How to look.
#[derive(Debug, Clone, PartialEq)]
pub struct CoclusterOptions {
    /// Rows that every cluster must have, and that a told word must have.
    pub k: u64,
    /// At most so many clusters of rows.
    pub clusters: Option<usize>,
    /// Intervals of a number or date.
    pub quantiles: Option<usize>,
    /// Columns that are left out.
    pub drop: Vec<String>,
    /// Two columns whose values are co-clustered, instead of rows and modalities.
    pub pair: Option<(String, String)>,
    /// Rounds of the search.
    pub rounds: usize,
    /// Seconds after which it ends with what it has found.
    pub seconds: Option<u64>,
    /// The seed.
    pub seed: u64,
}

impl Default for CoclusterOptions {
    fn default() -> Self {
        CoclusterOptions {
            k: 10,
            clusters: None,
            quantiles: None,
            drop: Vec::new(),
            pair: None,
            rounds: 40,
            seconds: None,
            seed: 1,
        }
    }
}

/// A modality of a cluster.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Typical {
    /// The variable.
    pub variable: String,
    /// The modality, as a person writes it.
    pub modality: String,
    /// Its share of the cluster's rows; of a cluster of modalities, its rows by those of the table.
    pub share: f64,
    /// That share by its share of the table.
    pub lift: f64,
}

/// A cluster.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ClusterCard {
    /// Rows, or values, in it.
    pub size: u64,
    /// Instances in it.
    pub count: u64,
    /// What it contributes to the mutual information of the two axes, by the largest contribution of its axis.
    pub interest: f64,
    /// What is typical of it, the most telling first; or what it consists of.
    pub typical: Vec<Typical>,
}

/// An axis of the grid.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Axis {
    /// What is on it: `rows`, `modalities`, or a column.
    pub name: String,
    /// Its clusters, the largest first.
    pub clusters: Vec<ClusterCard>,
}

/// A co-clustering to look at.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Coclusters {
    /// Version of the program.
    pub bauta: &'static str,
    /// Where the table is.
    pub input: String,
    /// Its rows.
    pub rows: u64,
    /// The two axes.
    pub axes: [Axis; 2],
    /// The criterion.
    pub criterion: f64,
    /// That of one cluster on each axis.
    pub null_criterion: f64,
    /// Counts of cells, by clusters of the first axis.
    pub cells: Vec<Vec<u64>>,
    /// The levels from this grid up.
    pub levels: Vec<SavedLevel>,
    /// The search.
    pub search: Vec<Round>,
    /// The seed.
    pub seed: u64,
    /// Things worth saying.
    pub notes: Vec<String>,
}

/// Co-clusters the project's data.
///
/// # Errors
/// Everything that is wrong with the request or the data; the failure of a file; or that it was stopped.
pub fn coclusters(
    project: &Project,
    options: &CoclusterOptions,
    progress: &dyn Progress,
) -> Result<Coclusters> {
    if let Some((first, second)) = &options.pair {
        return pair::of_columns(project, options, [first, second], progress);
    }
    let card = CoclusterGenerator.card();
    let request = SynthesisRequest {
        k: options.k,
        clusters: options.clusters,
        quantiles: options.quantiles,
        drop: options.drop.clone(),
        rounds: options.rounds,
        seconds: options.seconds,
        seed: options.seed,
        ..SynthesisRequest::new(project, card.id)
    };
    let (source, problems) = Source::read(&request, card, progress)?;
    let fitted = match fit(&source, &request, problems, progress)? {
        Fit::Model(fitted) => fitted,
        Fit::Unreachable(why) => return Err(bauta_messages::Error::request(why)),
    };
    let mut notes = source.notes.clone();
    notes.extend(fitted.notes());
    let model = &fitted.model;
    let (axes, cells) = cards::of_model(model);
    let criterion = model.levels.first().map_or(0.0, |level| level.criterion);
    Ok(Coclusters {
        bauta: env!("CARGO_PKG_VERSION"),
        input: source.input.to_string(),
        rows: source.table.rows() as u64,
        axes,
        criterion,
        null_criterion: fitted.null_criterion.unwrap_or(criterion),
        cells,
        levels: model.levels.clone(),
        search: fitted.rounds.clone(),
        seed: options.seed,
        notes,
    })
}
