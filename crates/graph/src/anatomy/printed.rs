//! Algorithm 1 as printed: each cluster joins its most similar one; on equal similarity the first of the list of single values, then the
//! first of the list of joined clusters.
//!
//! Its authors' program differs: it takes the last value first, and on equal similarity lets the last of the joined clusters win over single values. Of many
//! values of one class it makes one group, where the printed rule makes pairs.
//!
//! The lists are kept by class: of clusters of one class only the first (or last) can be the closest.

use std::collections::VecDeque;

use super::{Cluster, Value};
use crate::collections::Map;
use crate::taxonomy::{Concept, Taxonomy};

/// Clusters of one list by class, each with its place in the list.
#[derive(Default)]
struct List {
    of_class: Map<Concept, VecDeque<(usize, Vec<usize>)>>,
    /// Classes that ever had a cluster, in the order in which they came.
    classes: Vec<Concept>,
}

impl List {
    fn push(&mut self, class: Concept, place: usize, values: Vec<usize>) {
        let classes = &mut self.classes;
        let queue = self.of_class.entry(class).or_insert_with(|| {
            classes.push(class);
            VecDeque::new()
        });
        queue.push_back((place, values));
    }

    /// The first (or last) of the most similar clusters, if it is more similar than `best` (or as similar).
    fn closest(
        &self,
        taxonomy: &Taxonomy,
        class: Concept,
        best: f64,
        last: bool,
    ) -> Option<(f64, Concept)> {
        let mut found: Option<(f64, usize, Concept)> = None;
        for &other in &self.classes {
            let queue = self.of_class.get(&other);
            let Some((place, _)) =
                queue.and_then(|queue| if last { queue.back() } else { queue.front() })
            else {
                continue;
            };
            let similarity = taxonomy.similarity(class, other);
            let better = match found {
                None => similarity > best || (last && similarity == best && similarity > 0.0),
                Some((known, at, _)) => {
                    similarity > known || (similarity == known && (*place < at) != last)
                }
            };
            if better {
                found = Some((similarity, *place, other));
            }
        }
        found.map(|(similarity, _, class)| (similarity, class))
    }

    fn pop(&mut self, class: Concept, last: bool) -> Vec<usize> {
        let queue = self.of_class.get_mut(&class);
        let taken = queue.and_then(|queue| {
            if last {
                queue.pop_back()
            } else {
                queue.pop_front()
            }
        });
        taken.map(|(_, values)| values).unwrap_or_default()
    }
}

/// Joins values in a given order.
pub fn printed(values: &[Value], order: &[usize], taxonomy: &Taxonomy) -> Vec<Cluster> {
    joined(values, order, taxonomy, false)
}

/// Joins values in a given order as the authors' program does.
pub fn as_programmed(values: &[Value], order: &[usize], taxonomy: &Taxonomy) -> Vec<Cluster> {
    joined(values, order, taxonomy, true)
}

fn joined(values: &[Value], order: &[usize], taxonomy: &Taxonomy, last: bool) -> Vec<Cluster> {
    let mut single = List::default();
    for (place, &value) in order.iter().enumerate() {
        if let Some(class) = values[value].concept {
            single.push(class, place, vec![value]);
        }
    }
    let mut done = List::default();
    let turns: Vec<usize> = if last {
        (0..order.len()).rev().collect()
    } else {
        (0..order.len()).collect()
    };
    let mut next = 0;
    for place in turns {
        let Some(class) = values[order[place]].concept else {
            continue;
        };
        // Some were taken by others before their turn came.
        let queue = single.of_class.get(&class);
        let turn = queue.and_then(|queue| if last { queue.back() } else { queue.front() });
        if turn.is_none_or(|(at, _)| *at != place) {
            continue;
        }
        let mut members = single.pop(class, last);
        let from_single = single.closest(taxonomy, class, 0.0, false);
        let best = from_single.map_or(0.0, |(similarity, _)| similarity);
        let from_done = done.closest(taxonomy, class, best, last);
        let (others, other) = match (from_done, from_single) {
            (Some((_, other)), _) => (done.pop(other, last), Some(other)),
            (None, Some((_, other))) => (single.pop(other, false), Some(other)),
            (None, None) => (Vec::new(), None),
        };
        members.extend(others);
        let class = other
            .map_or(Some(class), |other| taxonomy.common(class, other))
            .unwrap_or(class);
        done.push(class, next, members);
        next += 1;
    }
    in_order(done)
}

fn in_order(joined: List) -> Vec<Cluster> {
    let mut clusters: Vec<(usize, Cluster)> = Vec::new();
    for (class, queue) in joined.of_class {
        clusters.extend(queue.into_iter().map(|(place, values)| {
            (
                place,
                Cluster {
                    values,
                    concept: Some(class),
                },
            )
        }));
    }
    clusters.sort_unstable_by_key(|(place, _)| *place);
    clusters.into_iter().map(|(_, cluster)| cluster).collect()
}
