//! Algorithm 1 as printed: each cluster joins its most similar one; on equal similarity the first of the list of single values, then the
//! first of the list of joined clusters.
//!
//! The lists are kept by class: of clusters of one class only the first can be the closest.

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

    /// The first of the most similar clusters, if it is more similar than `best`.
    fn closest(&self, taxonomy: &Taxonomy, class: Concept, best: f64) -> Option<(f64, Concept)> {
        let mut found: Option<(f64, usize, Concept)> = None;
        for &other in &self.classes {
            let Some((place, _)) = self.of_class.get(&other).and_then(|queue| queue.front()) else { continue };
            let similarity = taxonomy.similarity(class, other);
            let better = match found {
                None => similarity > best,
                Some((known, first, _)) => similarity > known || (similarity == known && *place < first),
            };
            if better {
                found = Some((similarity, *place, other));
            }
        }
        found.map(|(similarity, _, class)| (similarity, class))
    }

    fn pop(&mut self, class: Concept) -> Vec<usize> {
        self.of_class.get_mut(&class).and_then(VecDeque::pop_front).map(|(_, values)| values).unwrap_or_default()
    }
}

/// Joins values in a given order.
pub fn printed(values: &[Value], order: &[usize], taxonomy: &Taxonomy) -> Vec<Cluster> {
    let mut single = List::default();
    for (place, &value) in order.iter().enumerate() {
        if let Some(class) = values[value].concept {
            single.push(class, place, vec![value]);
        }
    }
    let mut joined = List::default();
    let mut next = 0;
    for (place, &value) in order.iter().enumerate() {
        let Some(class) = values[value].concept else { continue };
        // Some were taken by others before their turn came.
        let first = single.of_class.get(&class).and_then(|queue| queue.front());
        if first.is_none_or(|(first, _)| *first != place) {
            continue;
        }
        let mut members = single.pop(class);
        let from_single = single.closest(taxonomy, class, 0.0);
        let best = from_single.map_or(0.0, |(similarity, _)| similarity);
        let from_joined = joined.closest(taxonomy, class, best);
        let (others, other) = match (from_joined, from_single) {
            (Some((_, other)), _) => (joined.pop(other), Some(other)),
            (None, Some((_, other))) => (single.pop(other), Some(other)),
            (None, None) => (Vec::new(), None),
        };
        members.extend(others);
        let class = other.map_or(Some(class), |other| taxonomy.common(class, other)).unwrap_or(class);
        joined.push(class, next, members);
        next += 1;
    }
    let mut clusters: Vec<(usize, Cluster)> = Vec::new();
    for (class, queue) in joined.of_class {
        clusters.extend(queue.into_iter().map(|(place, values)| (place, Cluster { values, concept: Some(class) })));
    }
    clusters.sort_unstable_by_key(|(place, _)| *place);
    clusters.into_iter().map(|(_, cluster)| cluster).collect()
}
