//! An attacker who knows all quasi-identifiers of a person: candidates are the entities whose published values may be theirs.
//!
//! The probability of a sensitive value is the sum over groups of (candidates in the group / candidates) × (the value's share in the group).

use std::collections::BTreeMap;

use serde::Serialize;

use super::reading::{Read, Shown};
use crate::collections::Map;

/// The most people that are attacked; more are taken at equal distances.
const MOST: usize = 2000;

/// What the attacker finds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Attacked {
    /// People that were attacked.
    pub people: u64,
    /// The fewest candidates of a person.
    pub fewest_candidates: u64,
    /// People with a single candidate.
    pub alone: u64,
    /// Mean of 1 / candidates.
    pub mean_risk: f64,
    /// For each sensitive property how sure the attacker becomes.
    pub sensitive: BTreeMap<String, Learned>,
}

/// What is learned about a sensitive property.
#[derive(Debug, Clone, PartialEq, Serialize, Default)]
pub struct Learned {
    /// Mean probability that the attacker gives to a person's own value.
    pub mean_true: f64,
    /// The largest.
    pub largest_true: f64,
    /// Share of people whose most probable value is their own.
    pub right: f64,
    /// The same for who only knows how frequent values are.
    pub prior_right: f64,
}

/// The probability of each value: candidates by group, and of each group its members and its values with their cardinalities.
pub fn posterior<V: Copy + Ord>(
    candidates: &[(usize, u64)],
    groups: &[(u64, Vec<(V, u64)>)],
) -> BTreeMap<V, f64> {
    let all: u64 = candidates.iter().map(|group| group.1).sum();
    let mut found = BTreeMap::new();
    for &(group, inside) in candidates {
        let Some((members, values)) = groups.get(group) else {
            continue;
        };
        for &(value, count) in values {
            let share = inside as f64 / all.max(1) as f64 * count as f64 / (*members).max(1) as f64;
            *found.entry(value).or_insert(0.0) += share;
        }
    }
    found
}

/// Entities that look the same, by their groups.
struct Class {
    quasi: Vec<u32>,
    size: u64,
    /// For each property, entities by group.
    groups: Vec<Map<u32, u64>>,
}

pub(super) fn attacked(before: &Read, after: &Read) -> Option<Attacked> {
    if before.shown.is_empty() || before.rows.is_empty() {
        return None;
    }
    let classes = classes(after);
    let step = before.rows.len().div_ceil(MOST);
    let people: Vec<_> = before.rows.iter().step_by(step).collect();
    let mut sums = Attacked {
        people: people.len() as u64,
        fewest_candidates: u64::MAX,
        alone: 0,
        mean_risk: 0.0,
        sensitive: after
            .groups
            .iter()
            .map(|groups| (groups.name.clone(), Learned::default()))
            .collect(),
    };
    let priors: Vec<Option<u32>> = (0..after.groups.len())
        .map(|place| most_frequent(before, place))
        .collect();
    let all = people.len() as f64;
    for row in people {
        let fits: Vec<Vec<bool>> = row
            .quasi
            .iter()
            .enumerate()
            .map(|(at, &number)| {
                after.shown[at]
                    .iter()
                    .map(|shown| may_be(shown, &before.shown[at][number as usize]))
                    .collect()
            })
            .collect();
        let candidates: Vec<&Class> = classes
            .iter()
            .filter(|class| {
                class
                    .quasi
                    .iter()
                    .zip(&fits)
                    .all(|(&q, fits)| fits[q as usize])
            })
            .collect();
        let count: u64 = candidates.iter().map(|class| class.size).sum();
        sums.fewest_candidates = sums.fewest_candidates.min(count);
        sums.alone += u64::from(count == 1);
        sums.mean_risk += 1.0 / count.max(1) as f64 / all;
        for (place, groups) in after.groups.iter().enumerate() {
            let Some(learned) = sums.sensitive.get_mut(&groups.name) else {
                continue;
            };
            let mut numbers: Map<u32, usize> = Map::default();
            let mut lists: Vec<(u64, Vec<(u32, u64)>)> = Vec::new();
            let mut inside: Vec<(usize, u64)> = Vec::new();
            for (&group, &entities) in candidates.iter().flat_map(|class| &class.groups[place]) {
                let number = *numbers.entry(group).or_insert_with(|| {
                    let members = groups.members.get(&group).copied().unwrap_or(0);
                    let values = groups.groups.get(&group).cloned().unwrap_or_default();
                    lists.push((members, values));
                    inside.push((lists.len() - 1, 0));
                    lists.len() - 1
                });
                inside[number].1 += entities;
            }
            let found = posterior(&inside, &lists);
            learned.take(&found, &row.sensitive[place], priors[place], all);
        }
    }
    Some(sums)
}

impl Learned {
    fn take(&mut self, found: &BTreeMap<u32, f64>, own: &[u32], prior: Option<u32>, all: f64) {
        let truth = own
            .iter()
            .filter_map(|value| found.get(value))
            .copied()
            .fold(0.0, f64::max);
        self.mean_true += truth / all;
        self.largest_true = self.largest_true.max(truth);
        let best = found
            .iter()
            .max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(a.0)))
            .map(|(value, _)| *value);
        self.right += f64::from(best.is_some_and(|value| own.contains(&value))) / all;
        self.prior_right += f64::from(prior.is_some_and(|value| own.contains(&value))) / all;
    }
}

fn most_frequent(before: &Read, place: usize) -> Option<u32> {
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    before
        .rows
        .iter()
        .flat_map(|row| &row.sensitive[place])
        .for_each(|&value| *counts.entry(value).or_insert(0) += 1);
    counts
        .into_iter()
        .max_by_key(|&(value, count)| (count, std::cmp::Reverse(value)))
        .map(|(value, _)| value)
}

fn classes(after: &Read) -> Vec<Class> {
    let mut places: Map<&[u32], usize> = Map::default();
    let mut classes: Vec<Class> = Vec::new();
    for row in &after.rows {
        let place = *places.entry(row.quasi.as_slice()).or_insert_with(|| {
            classes.push(Class {
                quasi: row.quasi.clone(),
                size: 0,
                groups: vec![Map::default(); after.groups.len()],
            });
            classes.len() - 1
        });
        classes[place].size += 1;
        for (groups, own) in classes[place].groups.iter_mut().zip(&row.sensitive) {
            own.iter()
                .for_each(|&group| *groups.entry(group).or_insert(0) += 1);
        }
    }
    classes
}

/// Whether what is published may stand for a value.
fn may_be(shown: &Shown, value: &Shown) -> bool {
    match (shown, value) {
        (Shown::Nothing, _) | (_, Shown::Nothing) => *shown == Shown::Nothing || shown == value,
        (Shown::Range(low, high), Shown::Value(value)) => value
            .parse::<f64>()
            .is_ok_and(|number| (*low..=*high).contains(&number)),
        (Shown::Value(shown), Shown::Value(value)) => {
            shown == value || masks(shown, value) || lists(shown, value)
        }
        (_, Shown::Range(..)) => shown == value,
    }
}

/// `806**` of `80642`.
fn masks(shown: &str, value: &str) -> bool {
    shown.contains('*')
        && shown.chars().count() == value.chars().count()
        && shown
            .chars()
            .zip(value.chars())
            .all(|(shown, own)| shown == '*' || shown == own)
}

/// `{a, b}` of `a`.
fn lists(shown: &str, value: &str) -> bool {
    let inner = shown
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'));
    inner.is_some_and(|inner| inner.split(", ").any(|word| word == value))
}
