//! Errors of count queries, by how many attributes they ask for.

use serde::Serialize;

use super::Overlap;
use super::cells::Cells;
use super::reading::Read;
use crate::collections::Map;
use crate::context::{Context, QuasiIdentifier};

/// Errors of all counts that ask for the same attributes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CountErrors {
    /// How many attributes are asked for.
    pub cardinality: usize,
    /// Sensitive ones among them.
    pub sensitive: usize,
    /// The quasi-identifiers.
    pub quasi_identifiers: Vec<String>,
    /// Counts that are not 0 in the original.
    pub queries: u64,
    /// Mean of |expected - estimated| / expected.
    pub mean_relative_error: f64,
    /// Mean of |expected - estimated|.
    pub mean_absolute_error: f64,
    /// Mean of estimated / expected.
    pub mean_ratio: f64,
    /// 1 - mean relative error, which the source calls recall.
    pub recall: f64,
    /// The mean of the true counts.
    pub mean_count: f64,
    /// Mean relative error if, instead of all that was done, the second attribute were masked for everybody: its counts are then equal shares of those
    /// without it.
    pub masked_error: Option<f64>,
    /// That attribute.
    pub masked: Option<String>,
}

/// The estimate of a count: for each combination of groups the product of the shares, times the entities found there.
pub fn estimate(parts: impl Iterator<Item = (f64, f64)>) -> f64 {
    parts.map(|(share, entities)| share * entities).sum()
}

/// What a count asks for: a value or group of each sensitive property, a cell of each quasi-identifier.
type Key = Vec<u32>;

pub(super) fn errors(
    before: &Read,
    after: &Read,
    context: &Context,
    overlap: Overlap,
) -> Vec<CountErrors> {
    let sensitive = after.groups.len();
    let names: Vec<String> = context
        .quasi_identifiers
        .iter()
        .take(before.shown.len())
        .map(QuasiIdentifier::name)
        .collect();
    let mut cells: Vec<Cells> = context
        .quasi_identifiers
        .iter()
        .map(|quasi| Cells::new(quasi.asked))
        .collect();
    let cell_of: Vec<Vec<Option<u32>>> = before
        .shown
        .iter()
        .zip(&mut cells)
        .map(|(shown, cells)| shown.iter().map(|shown| cells.of_value(shown)).collect())
        .collect();
    let parts_of: Vec<Vec<Vec<(u32, f64)>>> = after
        .shown
        .iter()
        .zip(&cells)
        .map(|(shown, cells)| {
            shown
                .iter()
                .map(|shown| cells.of_shown(shown, overlap))
                .collect()
        })
        .collect();
    let from = usize::from(sensitive == 0);
    (from..=names.len())
        .map(|quasi| {
            let expected = expected(before, &cell_of, quasi);
            let entities = entities(after, &parts_of, quasi);
            let found = compared(&expected, &entities, after, sensitive);
            let mut attributes = after
                .groups
                .iter()
                .map(|groups| &groups.name)
                .chain(&names[..quasi]);
            let masked = attributes.nth(1).cloned();
            CountErrors {
                cardinality: sensitive + quasi,
                sensitive,
                quasi_identifiers: names[..quasi].to_vec(),
                masked_error: masked.as_ref().map(|_| masked_error(&expected)),
                masked,
                ..found
            }
        })
        .collect()
}

/// True counts.
fn expected(before: &Read, cell_of: &[Vec<Option<u32>>], quasi: usize) -> Map<Key, u64> {
    let mut counts: Map<Key, u64> = Map::default();
    for row in &before.rows {
        let cells: Option<Vec<u32>> = (0..quasi)
            .map(|at| cell_of[at][row.quasi[at] as usize])
            .collect();
        let Some(cells) = cells else { continue };
        for mut key in combinations(&row.sensitive) {
            key.extend(&cells);
            *counts.entry(key).or_insert(0) += 1;
        }
    }
    counts
}

/// Entities of the release by groups and cells.
fn entities(after: &Read, parts_of: &[Vec<Vec<(u32, f64)>>], quasi: usize) -> Map<Key, f64> {
    let mut counts: Map<Key, f64> = Map::default();
    for row in &after.rows {
        let mut partial: Vec<(Vec<u32>, f64)> = vec![(Vec::new(), 1.0)];
        for at in 0..quasi {
            let parts = &parts_of[at][row.quasi[at] as usize];
            let longer = |(cells, share): (Vec<u32>, f64)| {
                parts
                    .iter()
                    .map(move |&(cell, part)| ([cells.as_slice(), &[cell]].concat(), share * part))
            };
            partial = partial.into_iter().flat_map(longer).collect();
        }
        for groups in combinations(&row.sensitive) {
            for (cells, share) in &partial {
                *counts
                    .entry([groups.as_slice(), cells].concat())
                    .or_insert(0.0) += share;
            }
        }
    }
    counts
}

/// One of each list.
fn combinations(lists: &[Vec<u32>]) -> Vec<Vec<u32>> {
    lists.iter().fold(vec![Vec::new()], |keys, list| {
        keys.iter()
            .flat_map(|key| {
                list.iter()
                    .map(move |&one| [key.as_slice(), &[one]].concat())
            })
            .collect()
    })
}

fn compared(
    expected: &Map<Key, u64>,
    entities: &Map<Key, f64>,
    after: &Read,
    sensitive: usize,
) -> CountErrors {
    let mut sums = CountErrors {
        cardinality: 0,
        sensitive,
        quasi_identifiers: Vec::new(),
        queries: expected.len() as u64,
        mean_relative_error: 0.0,
        mean_absolute_error: 0.0,
        mean_ratio: 0.0,
        recall: 0.0,
        mean_count: 0.0,
        masked_error: None,
        masked: None,
    };
    let all = expected.len().max(1) as f64;
    // Sums of floating numbers depend on their order.
    let mut keys: Vec<(&Key, &u64)> = expected.iter().collect();
    keys.sort_unstable();
    for (key, &count) in keys {
        let (values, cells) = key.split_at(sensitive);
        let mut groups: Vec<(Vec<u32>, f64)> = vec![(Vec::new(), 1.0)];
        for (value, released) in values.iter().zip(&after.groups) {
            let own = released
                .of_value
                .get(value)
                .map(Vec::as_slice)
                .unwrap_or_default();
            groups = groups
                .iter()
                .flat_map(|(key, share)| {
                    own.iter().map(move |(group, part, _)| {
                        ([key.as_slice(), &[*group]].concat(), share * part)
                    })
                })
                .collect();
        }
        let parts = groups.into_iter().map(|(groups, share)| {
            let key = [groups.as_slice(), cells].concat();
            (share, entities.get(&key).copied().unwrap_or(0.0))
        });
        let (count, estimated) = (count as f64, estimate(parts));
        let error = (count - estimated).abs();
        sums.mean_relative_error += error / count / all;
        sums.mean_absolute_error += error / all;
        sums.mean_ratio += estimated / count / all;
        sums.mean_count += count / all;
    }
    sums.recall = 1.0 - sums.mean_relative_error;
    sums
}

/// The mean relative error where the second attribute is masked and its values are known: each is estimated by an equal share.
fn masked_error(expected: &Map<Key, u64>) -> f64 {
    const SECOND: usize = 1;
    let without = |key: &Key| -> Key {
        key.iter()
            .enumerate()
            .filter(|(place, _)| *place != SECOND)
            .map(|(_, &part)| part)
            .collect()
    };
    let mut sums: Map<Key, u64> = Map::default();
    expected
        .iter()
        .for_each(|(key, count)| *sums.entry(without(key)).or_insert(0) += count);
    let values: crate::collections::Set<u32> = expected
        .keys()
        .filter_map(|key| key.get(SECOND).copied())
        .collect();
    let mut keys: Vec<(&Key, &u64)> = expected.iter().collect();
    keys.sort_unstable();
    let error = |(key, &count): (&Key, &u64)| {
        let estimated =
            sums.get(&without(key)).copied().unwrap_or(0) as f64 / values.len().max(1) as f64;
        (count as f64 - estimated).abs() / count as f64
    };
    keys.into_iter().map(error).sum::<f64>() / expected.len().max(1) as f64
}
