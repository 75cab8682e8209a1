//! The verifier: reads the edited graph as a stranger would, and looks for what the context asks.
//!
//! It shares no code with the makers of groups, classes and edits: memberships, cardinalities and classes are collected anew from the triples
//! of the release, by their texts. From the original it takes what is known of it: entities, and values before.

use std::collections::BTreeMap;

use bauta_table::Hierarchy;
use serde::Serialize;

use super::classes::column_of;
use super::truth::Truth;
use super::{Given, Release};
use crate::collections::{Map, Set};
use crate::context::{AnatomyMethod, Context, HierarchySource, QuasiLinks};
use crate::model::{Graph, Id};
use crate::write::Written;

/// One thing that was looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What must hold.
    pub what: String,
    /// Whether it does.
    pub holds: bool,
}

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Verified {
    /// Everything that was looked for.
    pub findings: Vec<Finding>,
    /// Triples of the release.
    pub triples: u64,
    /// Entities that are alike in all quasi-identifiers, at the least; none where they stay exact.
    pub k: Option<u64>,
    /// Classes of alike entities.
    pub classes: Option<u64>,
    /// The fewest values of a group, by property.
    pub l: BTreeMap<String, u64>,
    /// The largest share of a value in its group, by property.
    pub max_posterior: BTreeMap<String, f64>,
}

/// The triples of the release that matter, collected in one pass.
#[derive(Default)]
pub(super) struct Seen {
    triples: u64,
    /// Links of entities with a property that should be gone.
    left: u64,
    /// Entity and group.
    memberships: Vec<(Id, Id)>,
    /// Group, property and attribute node.
    attributes: Vec<(Id, Id, Id)>,
    value_of: Map<Id, Id>,
    cardinality: Map<Id, u64>,
    /// For each quasi-identifier, entity and object.
    quasi: Vec<Vec<(Id, Id)>>,
    /// Links by which entities are made alike.
    around: Vec<(Id, Id, bool, Id)>,
    /// Bounds of ranges.
    pub low: Map<Id, f64>,
    pub high: Map<Id, f64>,
}

/// What a property of the release is looked at for.
#[derive(Clone, Copy)]
enum Part {
    InGroup,
    Value,
    Cardinality,
    Low,
    High,
    /// A property that entities may not have any more.
    Hidden,
    /// A quasi-identifier, by its place.
    Quasi(usize),
    /// A property by which entities are made alike.
    Around,
}

/// Looks at a release.
pub(super) fn verified(
    graph: &Graph,
    context: &Context,
    given: &Given,
    release: &Release,
) -> Verified {
    let judge = Judge {
        graph,
        context,
        given,
        release,
        entities: released_entities(release),
    };
    let seen = judge.seen();
    let mut found = Verified {
        triples: seen.triples,
        ..Verified::default()
    };
    let mut say = |what: &str, holds: bool| {
        found.findings.push(Finding {
            what: what.to_owned(),
            holds,
        });
    };
    if !release.resolved.identifiers.is_empty() || context.anatomy.method != AnatomyMethod::None {
        say(
            "no entity keeps an identifying or a sensitive property",
            seen.left == 0,
        );
    }
    let names = super::verify_names::names(graph, context, release);
    found.findings.extend(names);
    judge.groups(&seen, &mut found);
    judge.classes(&seen, &mut found);
    judge.neighbourhoods(seen.around, &mut found);
    found
}

/// The entities of the release by their new names, with their old ones.
fn released_entities(release: &Release) -> Map<Id, Id> {
    release
        .resolved
        .entities
        .iter()
        .map(|&old| (release.edits.name(old), old))
        .collect()
}

pub(super) struct Judge<'a> {
    pub graph: &'a Graph,
    pub context: &'a Context,
    pub given: &'a Given,
    pub release: &'a Release,
    entities: Map<Id, Id>,
}

impl Judge<'_> {
    fn own(&self, name: &str) -> Option<Id> {
        self.graph
            .dictionary
            .find_iri(&self.context.vocabulary.iri(name))
    }

    fn number(&self, id: Id) -> Option<f64> {
        self.graph.dictionary.label(id).parse().ok()
    }

    /// Reads the release once.
    fn seen(&self) -> Seen {
        let release = self.release;
        let edited = release.edited(self.graph);
        let parts = self.parts();
        let quasi = release.resolved.quasi_identifiers.len();
        let mut seen = Seen {
            quasi: vec![Vec::new(); quasi],
            ..Seen::default()
        };
        for (triple, _) in (0..edited.places()).filter_map(|place| edited.at(place)) {
            seen.triples += 1;
            let (subject, object) = (triple.subject, triple.object);
            let Some(parts) = parts.get(&triple.predicate) else {
                continue;
            };
            let own = self.entities.contains_key(&subject);
            for part in parts {
                match part {
                    Part::InGroup => seen.memberships.push((subject, object)),
                    Part::Value => {
                        seen.value_of.insert(subject, object);
                    }
                    Part::Cardinality => {
                        seen.cardinality
                            .insert(subject, self.number(object).unwrap_or(0.0) as u64);
                    }
                    Part::Low => seen
                        .low
                        .extend(self.number(object).map(|number| (subject, number))),
                    Part::High => seen
                        .high
                        .extend(self.number(object).map(|number| (subject, number))),
                    Part::Hidden if own => seen.left += 1,
                    Part::Hidden => seen.attributes.push((subject, triple.predicate, object)),
                    Part::Quasi(place) if own => seen.quasi[*place].push((subject, object)),
                    Part::Around => {
                        let ends = [(subject, false, object), (object, true, subject)];
                        let own = ends
                            .into_iter()
                            .filter(|end| self.entities.contains_key(&end.0));
                        seen.around.extend(own.map(|(entity, is_object, other)| {
                            (entity, triple.predicate, is_object, other)
                        }));
                    }
                    Part::Quasi(_) => {}
                }
            }
        }
        seen
    }

    /// What each property of the release is looked at for.
    fn parts(&self) -> Map<Id, Vec<Part>> {
        let (release, resolved) = (self.release, &self.release.resolved);
        let mut parts: Map<Id, Vec<Part>> = Map::default();
        let own = [
            Part::InGroup,
            Part::Value,
            Part::Cardinality,
            Part::Low,
            Part::High,
        ];
        for (name, part) in ["inGroup", "value", "cardinality", "min", "max"]
            .into_iter()
            .zip(own)
        {
            self.own(name)
                .into_iter()
                .for_each(|id| parts.entry(id).or_default().push(part));
        }
        let hidden: Set<Id> = release
            .grouped
            .iter()
            .map(|found| found.property)
            .chain(resolved.identifiers.iter().copied())
            .collect();
        hidden
            .into_iter()
            .for_each(|id| parts.entry(id).or_default().push(Part::Hidden));
        for (place, quasi) in resolved.quasi_identifiers.iter().enumerate() {
            parts
                .entry(quasi.property)
                .or_default()
                .push(Part::Quasi(place));
        }
        resolved
            .neighbourhood
            .iter()
            .for_each(|&id| parts.entry(id).or_default().push(Part::Around));
        parts
    }

    /// Groups: cardinalities are those of the original, every value is reached, bounds hold.
    fn groups(&self, seen: &Seen, found: &mut Verified) {
        let members: Set<(Id, Id)> = seen.memberships.iter().copied().collect();
        for property in &self.release.grouped {
            let nodes: Vec<(Id, Id)> = seen
                .attributes
                .iter()
                .filter(|node| node.1 == property.property)
                .map(|node| (node.0, node.2))
                .collect();
            let mut groups: BTreeMap<Id, Vec<(Id, u64)>> = BTreeMap::new();
            for (group, attribute) in nodes {
                let value = seen.value_of.get(&attribute).copied();
                let count = seen.cardinality.get(&attribute).copied();
                if let Some((value, count)) = value.zip(count) {
                    groups.entry(group).or_default().push((value, count));
                }
            }
            self.judge_groups(property.property, &property.name, &groups, &members, found);
        }
    }

    fn judge_groups(
        &self,
        property: Id,
        name: &str,
        groups: &BTreeMap<Id, Vec<(Id, u64)>>,
        members: &Set<(Id, Id)>,
        found: &mut Verified,
    ) {
        let links = self
            .release
            .resolved
            .sensitive
            .iter()
            .filter(|known| known.property == property);
        let links: Vec<(Id, Id)> = links
            .flat_map(|known| known.links.iter().copied())
            .collect();
        let sum: u64 = groups.values().flatten().map(|value| value.1).sum();
        let mut groups_of: Map<Id, Vec<Id>> = Map::default();
        groups.iter().for_each(|(&group, values)| {
            values
                .iter()
                .for_each(|v| groups_of.entry(v.0).or_default().push(group));
        });
        // Each link is counted in one group that its entity is a member of.
        let reached = links.iter().all(|&(entity, value)| {
            let (entity, value) = (
                self.release.edits.name(entity),
                self.release.edits.name(value),
            );
            groups_of.get(&value).is_some_and(|groups| {
                groups
                    .iter()
                    .any(|&group| members.contains(&(entity, group)))
            })
        });
        let mut say = |what: String, holds: bool| found.findings.push(Finding { what, holds });
        say(
            format!("the cardinalities of \"{name}\" come to its links"),
            sum == links
                .iter()
                .map(|link| self.release.resolved.weight(link.0))
                .sum::<u64>(),
        );
        say(
            format!("every value of \"{name}\" is in a group of its entity"),
            reached,
        );
        let asked = &self.context.anatomy;
        let least = groups.values().map(Vec::len).min().unwrap_or(0);
        say(
            format!("every group of \"{name}\" has at least {} values", asked.l),
            least >= asked.l,
        );
        // Of the members of a group, those who have the value: who has several values is one member.
        let mut sizes: Map<Id, u64> = Map::default();
        for (entity, group) in members {
            let own = self.entities.get(entity);
            *sizes.entry(*group).or_insert(0) +=
                own.map_or(0, |&old| self.release.resolved.weight(old));
        }
        let share = |(group, values): (&Id, &Vec<(Id, u64)>)| {
            let all = sizes.get(group).copied().unwrap_or(0);
            values.iter().map(|value| value.1).max().unwrap_or(0) as f64 / all.max(1) as f64
        };
        let most = groups.iter().map(share).fold(0.0, f64::max);
        if asked.l > 1 {
            say(
                format!("no value of \"{name}\" is certain of all members of its group"),
                most < 1.0,
            );
        }
        if let Some(bound) = asked.max_posterior {
            say(
                format!("no value of \"{name}\" has a share above {bound} in its group"),
                most <= bound + 1e-9,
            );
        }
        found.l.insert(name.to_owned(), least as u64);
        found.max_posterior.insert(name.to_owned(), most);
    }

    /// Neighbourhoods: at least k entities with the same links.
    fn neighbourhoods(&self, mut around: Vec<(Id, Id, bool, Id)>, found: &mut Verified) {
        let Some(asked) = &self.context.neighbourhood else {
            return;
        };
        around.sort_unstable();
        around.dedup();
        let mut looks: BTreeMap<Vec<String>, usize> = BTreeMap::new();
        let mut of: Map<Id, Vec<String>> = Map::default();
        for (entity, property, is_object, other) in around {
            let end = if self.entities.contains_key(&other) {
                "somebody"
            } else {
                self.graph.dictionary.text(other)
            };
            of.entry(entity)
                .or_default()
                .push(format!("{property} {is_object} {end}"));
        }
        for entity in self.entities.keys() {
            let mut look = of.remove(entity).unwrap_or_default();
            look.sort_unstable();
            *looks.entry(look).or_insert(0) += 1;
        }
        let holds = looks.values().all(|&size| size >= asked.k);
        let others = asked.k.saturating_sub(1);
        found.findings.push(Finding {
            what: format!("every entity has the same links as at least {others} others"),
            holds,
        });
    }

    /// What the labels of a quasi-identifier mean by their author: the hierarchy that was given, or the one that the context declares, over
    /// the values as they were.
    pub fn hierarchy(&self, quasi: &QuasiLinks) -> Option<Hierarchy> {
        if let Some(given) = self.given.hierarchies.get(&quasi.name) {
            return Some(given.clone());
        }
        let declared = self.context.quasi_identifiers.get(quasi.place)?;
        let Some(HierarchySource::Build(spec)) = &declared.hierarchy else {
            return None;
        };
        let column = column_of(self.graph, &self.release.resolved.entities, quasi);
        spec.build(&quasi.name, &column).ok()
    }

    /// Classes: at least k alike, and nothing untrue.
    fn classes(&self, seen: &Seen, found: &mut Verified) {
        let mut of_entity: Map<Id, Vec<String>> = Map::default();
        let mut truthful = true;
        let quasi_identifiers = &self.release.resolved.quasi_identifiers;
        for (place, links) in seen.quasi.iter().enumerate() {
            let originals: Map<Id, Vec<Id>> = grouped_links(&quasi_identifiers[place].links);
            let check = Truth::new(self, seen, &quasi_identifiers[place]);
            let mut known: Map<(Id, Id), bool> = Map::default();
            let mut covers = |object: Id, value: Id| {
                *known
                    .entry((object, value))
                    .or_insert_with(|| check.covers(object, value))
            };
            for &(entity, object) in links {
                of_entity
                    .entry(entity)
                    .or_default()
                    .push(format!("{place} {}", check.shown(object)));
                let old = self
                    .entities
                    .get(&entity)
                    .and_then(|old| originals.get(old));
                let is_one = |values: &Vec<Id>| {
                    values
                        .iter()
                        .any(|&value| self.release.edits.name(value) == object)
                };
                truthful &= match old {
                    Some(values) => {
                        is_one(values)
                            || values.iter().all(|&value| covers(object, value))
                            || (values.len() > 1 && check.covers_together(object, values))
                    }
                    None => check.says_nothing(object),
                };
            }
        }
        if self.release.published.is_empty() {
            // Exact quasi-identifiers: as many links as before, each as it was.
            let before: usize = quasi_identifiers
                .iter()
                .map(|quasi| quasi.links.len())
                .sum();
            let after: usize = seen.quasi.iter().map(Vec::len).sum();
            let holds = truthful && before <= after;
            if !quasi_identifiers.is_empty() {
                found.findings.push(Finding {
                    what: "quasi-identifiers are as they were".into(),
                    holds,
                });
            }
            return;
        }
        let mut sizes: BTreeMap<Vec<String>, u64> = BTreeMap::new();
        for (entity, old) in &self.entities {
            let mut shown = of_entity.remove(entity).unwrap_or_default();
            shown.sort_unstable();
            shown.dedup();
            *sizes.entry(shown).or_insert(0) += self.release.resolved.weight(*old);
        }
        let k = sizes.values().copied().min().unwrap_or(0);
        let asked = self.context.k_anonymity.as_ref().map_or(1, |asked| asked.k);
        found.findings.push(Finding {
            what: format!(
                "every entity is like at least {} others",
                asked.saturating_sub(1)
            ),
            holds: k >= asked,
        });
        found.findings.push(Finding {
            what: "generalised values contain the original ones".into(),
            holds: truthful,
        });
        found.k = Some(k);
        found.classes = Some(sizes.len() as u64);
    }
}

fn grouped_links(links: &[(Id, Id)]) -> Map<Id, Vec<Id>> {
    let mut of: Map<Id, Vec<Id>> = Map::default();
    links
        .iter()
        .for_each(|&(entity, value)| of.entry(entity).or_default().push(value));
    of
}
