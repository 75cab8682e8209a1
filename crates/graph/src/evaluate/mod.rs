//! What a release is good for and what it tells: errors of counts, posteriors, and attackers who know quasi-identifiers.
//!
//! **Paper** thouvenot2022, sections 4.4 (count queries) and 5.1 (attacks).
//!
//! **Idea** A count asks for entities with one value of each sensitive property and one cell of each quasi-identifier (a value, a range, a
//! prefix). In the release the groups of the values are known, and the share of each value in its group:
//! estimate = entities in all these groups and cells × the product of the shares. All counts that are not 0 in the original
//! are asked; an entity whose published quasi-identifier is wider than a cell counts for none (`overlap` = drop) or for its
//! part of it (uniform).
//!
//! **Invariants** `the_published_estimate_is_found`, `the_published_attack_is_found`, `exact_groups_of_one_value_would_err_by_nothing`.

mod attack;
mod cells;
mod counts;
mod reading;

pub use attack::{Attacked, posterior};
pub use counts::{CountErrors, estimate};
pub use reading::{ReleasedGroups, Row, Shown};

use std::collections::BTreeMap;

use bauta_table::{Progress, Stage};
use serde::Serialize;

use crate::context::Context;
use crate::error::{Error, Result};
use crate::model::Graph;

/// How an entity counts whose published value is wider than what is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Overlap {
    /// Not at all, as in the source.
    #[default]
    Drop,
    /// By the share of its range or prefix that is asked.
    Uniform,
}

/// What an evaluation finds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evaluation {
    /// Entities of the original and of the release.
    pub entities: (u64, u64),
    /// Triples of both.
    pub triples: (u64, u64),
    /// Errors of counts, by how many attributes they ask for.
    pub counts: Vec<CountErrors>,
    /// For each sensitive property its groups' shares.
    pub posteriors: BTreeMap<String, Posteriors>,
    /// What an attacker finds who knows all quasi-identifiers.
    pub attack: Option<Attacked>,
    /// What is worth saying.
    pub notes: Vec<String>,
}

/// How much groups tell.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Posteriors {
    /// Groups.
    pub groups: u64,
    /// The fewest values of a group.
    pub least_values: u64,
    /// The largest share of a value in its group.
    pub largest: f64,
    /// The mean over entities of the share of their own value in its group.
    pub mean: f64,
    /// The share of the most frequent value in all.
    pub prior: f64,
}

/// Compares a release with the graph it was made from.
///
/// # Errors
/// What the graphs do not have, or that it was stopped.
pub fn evaluate(
    original: &Graph,
    release: &Graph,
    context: &Context,
    overlap: Overlap,
    progress: &dyn Progress,
) -> Result<Evaluation> {
    progress.tell(Stage::Search, 0, None);
    let resolved = context.resolved(original)?;
    let before = reading::original(original, context, &resolved);
    let after = reading::released(release, original, context, &resolved)?;
    if after.rows.is_empty() {
        return Err(Error::request(
            "the release has none of the entities that the context names",
        ));
    }
    let counts = counts::errors(&before, &after, context, overlap);
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    let attack = attack::attacked(&before, &after);
    let posteriors = posteriors(&before, &after);
    Ok(Evaluation {
        entities: (before.rows.len() as u64, after.rows.len() as u64),
        triples: (original.len() as u64, release.len() as u64),
        counts,
        posteriors,
        attack,
        notes: resolved.notes,
    })
}

fn posteriors(before: &reading::Read, after: &reading::Read) -> BTreeMap<String, Posteriors> {
    let mut all = BTreeMap::new();
    for (place, groups) in after.groups.iter().enumerate() {
        let (mut sum, mut links) = (0.0, 0u64);
        let mut frequency: BTreeMap<u32, u64> = BTreeMap::new();
        for row in &before.rows {
            for &value in &row.sensitive[place] {
                sum += groups.expected_share(value);
                links += 1;
                *frequency.entry(value).or_insert(0) += 1;
            }
        }
        let most = frequency.values().copied().max().unwrap_or(0);
        let all_links = links.max(1) as f64;
        let found = Posteriors {
            groups: groups.groups.len() as u64,
            least_values: groups
                .groups
                .values()
                .map(|values| values.len() as u64)
                .min()
                .unwrap_or(0),
            largest: groups.largest_share(),
            mean: sum / all_links,
            prior: most as f64 / all_links,
        };
        all.insert(groups.name.clone(), found);
    }
    all
}

#[cfg(test)]
mod tests;
