//! Semantic anatomy for data that only grow: who came since the last release is put into groups of like sensitive values; groups stay as they are.
//!
//! **Paper** [thouvenot2022], chapter 4, for the groups; insert-only release by release is ours.
//! **Guarantee** in every group at least m different values, none with more than one m-th of the members. A group never changes once it was
//! published, so that no two releases can be played off against each other. Quasi-identifiers are published as they are: who is in the graph
//! is not hidden.
//! **Idea** 1. Those who were published stay in their group. 2. The new ones are counted by value; the fewest that make too frequent values
//! rarer wait. 3. Their values are grouped by meaning ([`bauta_graph::anatomy::clustered`]), groups that miss the bounds together.
//! **Differences from the paper** (a) a group is of those who came together, not of all who ever had its values: a count that grows by one tells
//! the value of the one who came. (b) Nothing may be removed or changed of who is published; the store refuses it.
//! **Invariants** `groups_stay_as_they_were_published`, `every_group_is_diverse`, `what_is_published_cannot_be_taken_back`.

use std::collections::{BTreeMap, HashMap, HashSet};

use bauta_graph::Graph;
use bauta_graph::anatomy::{Bounds, Clustering, Unclassed, Value as Counted, clustered};
use bauta_graph::taxonomy::{Mode, Taxonomy};

use crate::invariance::{
    Anonymizer, History, Id, Member, Release, Remembered, Tuple, Value, Waiting, World, deferred,
};

/// The technique of this module.
pub struct Anatomy {
    /// The least number of different values in a group.
    pub m: usize,
}

impl Anonymizer for Anatomy {
    fn release(&self, history: &mut History, alive: Vec<Tuple>, world: &World) -> Release {
        let mut groups: BTreeMap<u32, Vec<Member>> = BTreeMap::new();
        let mut waiting = Waiting::new();
        for tuple in alive {
            match history.get(&tuple.id) {
                Some(known) => groups
                    .entry(known.life)
                    .or_default()
                    .push(Member::real(tuple)),
                None => waiting.entry(tuple.value).or_default().push_back(tuple),
            }
        }
        let deferred = deferred(&mut waiting, self.m);
        waiting.retain(|_, list| !list.is_empty());
        let first = history
            .values()
            .map(|known| known.life + 1)
            .max()
            .unwrap_or(0);
        for (values, number) in self.grouped(&waiting, world).into_iter().zip(first..) {
            let members: Vec<Member> = values
                .iter()
                .filter_map(|value| waiting.remove(value))
                .flatten()
                .map(Member::real)
                .collect();
            for id in members.iter().filter_map(|member| member.id) {
                history.insert(
                    id,
                    Remembered {
                        signatures: vec![values.clone()],
                        life: number,
                    },
                );
            }
            groups.insert(number, members);
        }
        Release {
            classes: groups.into_values().collect(),
            deferred: deferred.into_iter().map(|tuple| tuple.id).collect(),
        }
    }

    fn least(&self) -> usize {
        self.m
    }

    fn generalises(&self) -> bool {
        false
    }

    fn judge(
        &self,
        release: &Release,
        before: &History,
        alive: &HashMap<Id, Value>,
    ) -> Result<(), &'static str> {
        let mut seen = HashSet::new();
        for group in &release.classes {
            let mut counts: HashMap<Value, usize> = HashMap::new();
            let mut numbers: HashSet<Option<u32>> = HashSet::new();
            for member in group {
                let Some(id) = member.id else {
                    return Err("a group has a counterfeit");
                };
                if !seen.insert(id) || alive.get(&id) != Some(&member.value) {
                    return Err("somebody is published twice, or with another value");
                }
                *counts.entry(member.value).or_default() += 1;
                numbers.insert(before.get(&id).map(|known| known.life));
            }
            let most = counts.values().copied().max().unwrap_or(0);
            if counts.len() < self.m || self.m * most > group.len() {
                return Err("a group is not diverse");
            }
            if numbers.len() != 1 {
                return Err("a group has got or lost members");
            }
        }
        if before.keys().any(|id| !seen.contains(id)) {
            return Err("somebody who was published is not any more");
        }
        let waits: HashSet<Id> = release.deferred.iter().copied().collect();
        if seen.len() + waits.len() == alive.len() && seen.is_disjoint(&waits) {
            Ok(())
        } else {
            Err("somebody is missing")
        }
    }
}

impl Anatomy {
    /// Groups of the values of an m-eligible set.
    fn grouped(&self, waiting: &Waiting, world: &World) -> Vec<Vec<Value>> {
        let total: usize = waiting.values().map(std::collections::VecDeque::len).sum();
        if total == 0 {
            return Vec::new();
        }
        let mut graph = Graph::default();
        for (subject, predicate, object) in &world.classes {
            graph.push_texts(subject, predicate, object);
        }
        let own: Vec<Value> = waiting.keys().copied().collect();
        let terms: Vec<u32> = own
            .iter()
            .map(|value| {
                graph.dictionary.intern(
                    world
                        .values
                        .get(*value as usize)
                        .map_or("", |text| text.as_str()),
                )
            })
            .collect();
        let taxonomy = Taxonomy::of_values(&graph, &terms, Mode::Instance);
        let counted = |(term, value): (&u32, &Value)| Counted {
            term: *term,
            count: waiting
                .get(value)
                .map_or(0, std::collections::VecDeque::len) as u64,
            concept: taxonomy.realised(*term),
        };
        let values: Vec<Counted> = terms.iter().zip(&own).map(counted).collect();
        let bounds = Bounds {
            max_posterior: 1.0 / self.m as f64,
            ..Bounds::diverse(self.m, total as u64)
        };
        let rule = (Clustering::Stable, Unclassed::SmallGroups);
        let places = match clustered(&values, &taxonomy, &graph.dictionary, rule, &bounds) {
            Ok(groups) => groups.into_iter().map(|group| group.values).collect(),
            // All together hold, since they are m-eligible.
            Err(_) => vec![(0..values.len()).collect::<Vec<usize>>()],
        };
        let number = |places: Vec<usize>| {
            let mut group: Vec<Value> = places
                .into_iter()
                .filter_map(|place| own.get(place).copied())
                .collect();
            group.sort_unstable();
            group
        };
        places.into_iter().map(number).collect()
    }
}
