//! k-RDF-neighbourhood anonymity: everybody's triples, as subject and as object, look like those of k - 1 others, by deletion only.
//!
//! **Paper** heitmann2017krdf (as told by thouvenot2022, section 3.7).
//!
//! **Guarantee** for each entity at least k - 1 others have the same links in both directions: the same values of the same properties, and as many links to and from other
//! entities by each property. Nothing false is added; what is missing may be unknown, in an open world.
//!
//! **Idea**
//! 1. The code of an entity is the multiset of its links; another entity at the end of a link counts as "somebody".
//! 2. The entity with most links that has no group yet, and the k - 1 others whose codes share most with its own, are a group.
//! 3. Fewer than k that are left join the last group.
//! 4. In each group all links go that not all members have. A link between two entities goes for both, so this is done again until nothing goes.
//!
//! **Differences from the paper** Step 3 and the repetition in step 4 are ours.
//!
//! **Cost** n²/k comparisons of codes, and as many rounds of step 4 as links between entities go one after the other.
//!
//! **Invariants** `everybody_looks_like_k_others_and_nothing_is_added`.

use crate::collections::{Map, Set};
use crate::error::{Error, Result};
use crate::model::{Graph, Id, Triple};

/// What a link looks like: its property, whether it points to the entity, and what is at its other end unless that is an entity.
type Look = (Id, bool, Option<Id>);

/// What has to go.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Deletions {
    /// Triples.
    pub triples: Set<Triple>,
    /// Groups of entities that look alike afterwards.
    pub groups: Vec<Vec<Id>>,
}

/// Which links have to go so that every entity looks like k - 1 others; `properties` that count, or all.
///
/// # Errors
/// When there are fewer than k entities.
pub fn deletions(graph: &Graph, entities: &[Id], properties: &[Id], k: usize) -> Result<Deletions> {
    if entities.len() < k {
        return Err(Error::request(format!(
            "there are {} entities, and {k} must look alike",
            entities.len()
        )));
    }
    let mut codes = codes(graph, entities, properties);
    let groups = grouped(&codes, k.max(1));
    let mut found = Deletions::default();
    let mut before = usize::MAX;
    while before != found.triples.len() {
        before = found.triples.len();
        for group in &groups {
            let shared = shared(&codes, group);
            for &member in group {
                found
                    .triples
                    .extend(surplus(&codes[member], shared.clone()));
            }
        }
        for code in &mut codes {
            code.links.retain(|link| !found.triples.contains(&link.1));
        }
    }
    let members = |group: &Vec<usize>| group.iter().map(|&member| entities[member]).collect();
    found.groups = groups.iter().map(members).collect();
    Ok(found)
}

/// The links of an entity beyond those that its group has in common.
fn surplus(code: &Code, mut left: Map<Look, usize>) -> Vec<Triple> {
    let mut more = Vec::new();
    for &(look, triple) in &code.links {
        match left.get_mut(&look).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None => more.push(triple),
        }
    }
    more
}

/// The links of an entity.
#[derive(Default, Clone)]
struct Code {
    /// Ascending by look.
    links: Vec<(Look, Triple)>,
}

fn codes(graph: &Graph, entities: &[Id], properties: &[Id]) -> Vec<Code> {
    let place_of: Map<Id, usize> = entities
        .iter()
        .enumerate()
        .map(|(place, &id)| (id, place))
        .collect();
    let mut codes = vec![Code::default(); entities.len()];
    let mut seen: Set<Triple> = Set::default();
    for triple in graph.triples() {
        let ends = [triple.subject, triple.object].map(|end| place_of.get(&end).copied());
        let counts = properties.is_empty() || properties.contains(&triple.predicate);
        if ends == [None, None] || !counts || !seen.insert(triple) {
            continue;
        }
        let shown = |end: Id| (!place_of.contains_key(&end)).then_some(end);
        let looks = [
            (triple.predicate, false, shown(triple.object)),
            (triple.predicate, true, shown(triple.subject)),
        ];
        for (place, look) in ends.into_iter().zip(looks) {
            if let Some(place) = place {
                codes[place].links.push((look, triple));
            }
        }
    }
    codes.iter_mut().for_each(|code| code.links.sort_unstable());
    codes
}

/// Groups of at least k places.
fn grouped(codes: &[Code], k: usize) -> Vec<Vec<usize>> {
    let mut open: Vec<usize> = (0..codes.len()).collect();
    // Most links last; of equals the first comes first.
    open.sort_by_key(|&place| (codes[place].links.len(), std::cmp::Reverse(place)));
    let mut groups: Vec<Vec<usize>> = Vec::new();
    while open.len() >= k {
        let Some(first) = open.pop() else { break };
        let mut scored: Vec<(usize, usize)> = open
            .iter()
            .enumerate()
            .map(|(at, &other)| (alike(&codes[first], &codes[other]), at))
            .collect();
        scored.sort_unstable_by_key(|&(shared, at)| {
            (std::cmp::Reverse(shared), std::cmp::Reverse(at))
        });
        let mut chosen: Vec<usize> = scored.iter().take(k - 1).map(|one| one.1).collect();
        chosen.sort_unstable_by_key(|&at| std::cmp::Reverse(at));
        let mut group = vec![first];
        group.extend(chosen.into_iter().map(|at| open.remove(at)));
        groups.push(group);
    }
    if let Some(last) = groups.last_mut() {
        last.append(&mut open);
    }
    groups
}

/// How many links two codes share.
fn alike(a: &Code, b: &Code) -> usize {
    let (mut at, mut other, mut shared) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.links.get(at), b.links.get(other)) {
        match x.0.cmp(&y.0) {
            std::cmp::Ordering::Equal => (at, other, shared) = (at + 1, other + 1, shared + 1),
            std::cmp::Ordering::Less => at += 1,
            std::cmp::Ordering::Greater => other += 1,
        }
    }
    shared
}

/// How often every member has each look, at the least.
fn shared(codes: &[Code], group: &[usize]) -> Map<Look, usize> {
    let counts = |place: usize| {
        let mut counts: Map<Look, usize> = Map::default();
        codes[place]
            .links
            .iter()
            .for_each(|(look, _)| *counts.entry(*look).or_insert(0) += 1);
        counts
    };
    let mut members = group.iter().map(|&place| counts(place));
    let first = members.next().unwrap_or_default();
    members.fold(first, |shared, own| {
        shared
            .into_iter()
            .filter_map(|(look, count)| Some((look, count.min(*own.get(&look)?))))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn build(links: &[(u8, u8, u8)], people: u8) -> (Graph, Vec<Id>) {
        let mut graph = Graph::default();
        for (s, p, o) in links {
            // Small numbers are people, others values; both point to either.
            graph.push_texts(
                &format!("<http://e/{s}>"),
                &format!("<http://p/{p}>"),
                &format!("<http://e/{o}>"),
            );
        }
        let entities = (0..people)
            .map(|n| graph.dictionary.intern(&format!("<http://e/{n}>")))
            .collect();
        (graph, entities)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(120))]

        #[test]
        fn everybody_looks_like_k_others_and_nothing_is_added(
            links in proptest::collection::vec((0u8..9, 0u8..3, 0u8..14), 0..40),
            people in 2u8..9,
            k in 1usize..5,
        ) {
            let (graph, entities) = build(&links, people);
            let found = deletions(&graph, &entities, &[], k);
            prop_assert_eq!(found.is_ok(), k <= people as usize);
            let Ok(found) = found else { return Ok(()) };
            prop_assert!(found.triples.iter().all(|triple| graph.triples().any(|known| known == *triple)));
            let left: std::collections::BTreeSet<Triple> = graph.triples().filter(|triple| !found.triples.contains(triple)).collect();
            let mut classes: BTreeMap<Vec<Look>, usize> = BTreeMap::new();
            let shown = |id: Id| (!entities.contains(&id)).then_some(id);
            for &entity in &entities {
                let mut code: Vec<Look> = left.iter().filter(|t| t.subject == entity)
                    .map(|t| (t.predicate, false, shown(t.object))).collect();
                code.extend(left.iter().filter(|t| t.object == entity).map(|t| (t.predicate, true, shown(t.subject))));
                code.sort_unstable();
                *classes.entry(code).or_insert(0) += 1;
            }
            prop_assert!(classes.values().all(|&size| size >= k), "{:?}", classes);
            let all: usize = found.groups.iter().map(Vec::len).sum();
            prop_assert_eq!(all, entities.len());
        }
    }
}
