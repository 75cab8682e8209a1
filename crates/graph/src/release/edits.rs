//! What changes in a graph: triples that go, triples that come, terms that get other names; and the graph as it then is.
//!
//! All triples are written in an order that is drawn, and all blank nodes get new names: neither the place of a line nor the number of a node says
//! anything about the file that was read.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha20Rng;

use super::classes::Published;
use super::groups::Grouped;
use super::screen::{Screen, Types};
use crate::collections::Set;
use crate::context::{Context, Resolved};
use crate::model::{
    DEFAULT_GRAPH, Dictionary, Graph, Id, TermKind, Triple, iri, literal_suffix, literal_text,
};
use crate::write::Written;

/// What changes.
#[derive(Debug, Default)]
pub struct Edits {
    /// What is written, in its order: places of triples of the original, and behind them those of new ones.
    pub(super) order: Vec<u32>,
    /// New triples, with new names.
    pub(super) added: Vec<Triple>,
    /// By term, its new name; itself for most. Terms beyond the end keep their names.
    pub(super) renamed: Vec<Id>,
    /// By term, whether its triples are in the default graph, whatever graph they were in; empty where no graph has a name.
    pub(super) ungraphed: Vec<bool>,
    /// Whether some triple is in a named graph.
    has_named_graphs: bool,
    /// Number of triples that are left out.
    pub removed: u64,
    /// IRIs of entities that became blank nodes.
    pub entities_renamed: u64,
    /// IRIs that extend an entity's or identify one, which became blank nodes.
    pub derived_renamed: u64,
}

impl Edits {
    /// The name of a term in the release.
    #[inline]
    pub fn name(&self, id: Id) -> Id {
        self.renamed.get(id as usize).copied().unwrap_or(id)
    }

    /// New triples.
    pub fn added(&self) -> &[Triple] {
        &self.added
    }

    /// A triple of the original as it is in the release, with its graph.
    fn named(&self, graph: &Graph, place: usize) -> (Triple, Id) {
        let Triple {
            subject,
            predicate,
            object,
        } = graph.triple(place);
        let ungraphed = |id: Id| self.ungraphed.get(id as usize).copied().unwrap_or(false);
        let name = match graph.graph_of(place) {
            DEFAULT_GRAPH => DEFAULT_GRAPH,
            _ if ungraphed(subject) || ungraphed(object) => DEFAULT_GRAPH,
            name => self.name(name),
        };
        let (subject, object) = (self.name(subject), self.name(object));
        (
            Triple {
                subject,
                predicate,
                object,
            },
            name,
        )
    }

    /// A triple of the release by its place among those of the original and the new ones.
    fn written(&self, graph: &Graph, place: usize) -> Option<(Triple, Id)> {
        if place < graph.len() {
            return Some(self.named(graph, place));
        }
        let added = self.added.get(place - graph.len())?;
        Some((*added, DEFAULT_GRAPH))
    }
}

/// A graph with its edits.
pub struct Edited<'a> {
    /// As it was.
    pub graph: &'a Graph,
    /// What changes.
    pub edits: &'a Edits,
}

impl Written for Edited<'_> {
    fn dictionary(&self) -> &Dictionary {
        &self.graph.dictionary
    }

    fn places(&self) -> usize {
        self.edits.order.len()
    }

    fn at(&self, place: usize) -> Option<(Triple, Id)> {
        let from = *self.edits.order.get(place)? as usize;
        self.edits.written(self.graph, from)
    }

    fn has_named_graphs(&self) -> bool {
        self.edits.has_named_graphs
    }
}

/// What the release has of the original, and what it publishes instead.
pub(super) struct Planned<'a> {
    pub screen: &'a Screen,
    pub grouped: &'a [Grouped],
    pub published: &'a [Vec<Published>],
    /// Triples that go so that neighbourhoods are alike.
    pub deleted: &'a Set<Triple>,
    pub seed: u64,
}

/// The edits that groups and classes come to.
pub(super) fn edits(
    graph: &mut Graph,
    context: &Context,
    resolved: &Resolved,
    planned: &Planned<'_>,
) -> Edits {
    let mut edits = Edits::default();
    let mut rng = ChaCha20Rng::seed_from_u64(planned.seed);
    rename(
        graph,
        context,
        resolved,
        &planned.screen.names,
        &mut rng,
        &mut edits,
    );
    let mut adding = Adding::new(graph, context);
    adding.groups(resolved, planned.grouped, &edits);
    adding.classes(resolved, planned.published, &edits);
    adding.types(resolved, planned.screen, &edits);
    edits.added = adding.added;
    if graph.has_named_graphs() {
        // In which graph something is said of somebody says more of them: where it was said is not published.
        edits.ungraphed.clone_from(&resolved.is_entity);
    }
    order(graph, planned, &mut rng, &mut edits);
    edits
}

/// New names for entities, for what else names them, and for all blank nodes, in an order that is drawn.
fn rename(
    graph: &mut Graph,
    context: &Context,
    resolved: &Resolved,
    names: &[Id],
    rng: &mut ChaCha20Rng,
    edits: &mut Edits,
) {
    let is_blank = |id: &Id| graph.dictionary.kind(*id) == TermKind::Blank;
    let mut entities: Vec<Id> = resolved.entities.clone();
    let mut names = names.to_vec();
    let mut others: Vec<Id> = (0..graph.dictionary.len() as Id).filter(is_blank).collect();
    if context.identifiers.replace {
        others.retain(|id| !resolved.is_entity(*id));
        edits.entities_renamed = entities.len() as u64;
        edits.derived_renamed = names.len() as u64;
    } else {
        entities.clear();
        names.clear();
    }
    // Numbers in the order of the file would tell who stood where in it.
    entities.shuffle(rng);
    names.shuffle(rng);
    others.shuffle(rng);
    edits.renamed = (0..graph.dictionary.len() as Id).collect();
    for old in entities.into_iter().chain(names).chain(others) {
        edits.renamed[old as usize] = graph.fresh_blank();
    }
}

/// Which triples are written, in an order that is drawn: by subject, predicate and object, each term at a place of its own that says nothing of the
/// file. What stands twice is written once.
fn order(graph: &Graph, planned: &Planned<'_>, rng: &mut ChaCha20Rng, edits: &mut Edits) {
    use rayon::prelude::*;
    let mut rank: Vec<u32> = (0..graph.dictionary.len() as u32).collect();
    rank.shuffle(rng);
    let stays = |place: &u32| {
        let place = *place as usize;
        let is_gone = planned.screen.gone.get(place).copied().unwrap_or(false);
        !is_gone && (planned.deleted.is_empty() || !planned.deleted.contains(&graph.triple(place)))
    };
    let mut order: Vec<u32> = (0..graph.len() as u32).filter(stays).collect();
    edits.removed = (graph.len() - order.len()) as u64;
    let added = edits.added.len();
    order.extend((graph.len()..graph.len() + added).map(|place| place as u32));
    let key = |place: &u32| {
        let (triple, name) = edits.written(graph, *place as usize)?;
        let rank = |id: Id| rank.get(id as usize).copied().unwrap_or(Id::MAX);
        Some([triple.subject, triple.predicate, triple.object, name].map(rank))
    };
    order.par_sort_by_cached_key(key);
    order.dedup_by_key(|place| key(place));
    edits.has_named_graphs = graph.has_named_graphs()
        && order.iter().any(|&place| {
            let written = edits.written(graph, place as usize);
            written.is_some_and(|(_, name)| name != DEFAULT_GRAPH)
        });
    edits.order = order;
}

/// New triples.
struct Adding<'a> {
    graph: &'a mut Graph,
    context: &'a Context,
    added: Vec<Triple>,
}

impl<'a> Adding<'a> {
    fn new(graph: &'a mut Graph, context: &'a Context) -> Self {
        Adding {
            graph,
            context,
            added: Vec::new(),
        }
    }

    fn own(&mut self, name: &str) -> Id {
        let iri = self.context.vocabulary.iri(name);
        self.graph.dictionary.intern_iri(&iri)
    }

    fn push(&mut self, subject: Id, predicate: Id, object: Id) {
        self.added.push(Triple {
            subject,
            predicate,
            object,
        });
    }

    fn groups(&mut self, resolved: &Resolved, grouped: &[Grouped], edits: &Edits) {
        if grouped.is_empty() {
            return;
        }
        let [in_group, value_of, cardinality] =
            ["inGroup", "value", "cardinality"].map(|name| self.own(name));
        let kind = self.graph.dictionary.intern_iri(iri::TYPE);
        let mut number = 0;
        for property in grouped {
            let mut nodes = Vec::new();
            for group in &property.groups {
                let node = self.own(&format!("group{number}"));
                nodes.push(node);
                if let Some(class) = group.class {
                    self.push(node, kind, class);
                }
                for (place, &(value, count)) in group.values.iter().enumerate() {
                    let attribute = self.own(&format!("attribute{number}-{place}"));
                    let count = self
                        .graph
                        .dictionary
                        .intern(&literal_text(&count.to_string(), Some(iri::INTEGER)));
                    self.push(node, property.property, attribute);
                    self.push(attribute, value_of, edits.name(value));
                    self.push(attribute, cardinality, count);
                }
                number += 1;
            }
            let links = resolved
                .sensitive
                .iter()
                .find(|sensitive| sensitive.property == property.property);
            let links = links
                .map(|sensitive| sensitive.links.as_slice())
                .unwrap_or_default();
            let mut memberships: Vec<(Id, u32)> = links
                .iter()
                .zip(&property.group_of_link)
                .map(|(link, &group)| (link.0, group))
                .collect();
            memberships.sort_unstable();
            memberships.dedup();
            for (entity, group) in memberships {
                self.push(edits.name(entity), in_group, nodes[group as usize]);
            }
        }
    }

    fn classes(&mut self, resolved: &Resolved, published: &[Vec<Published>], edits: &Edits) {
        if published.is_empty() {
            return;
        }
        let bounds = ["min", "max"].map(|name| self.own(name));
        let quasi_identifiers: Vec<(Id, String)> = resolved
            .quasi_identifiers
            .iter()
            .map(|quasi| (quasi.property, self.datatype(&quasi.links)))
            .collect();
        for ((property, datatype), published) in quasi_identifiers.into_iter().zip(published) {
            let nodes = self.ranges(published, bounds, &datatype);
            for (&entity, what) in resolved.entities.iter().zip(published) {
                let entity = edits.name(entity);
                match what {
                    Published::Nothing => {}
                    Published::Same(values) => {
                        values
                            .iter()
                            .for_each(|&value| self.push(entity, property, edits.name(value)));
                    }
                    Published::Text(text) => {
                        let text = self.graph.dictionary.intern(&literal_text(text, None));
                        self.push(entity, property, text);
                    }
                    Published::Range(low, high) => {
                        let node = nodes.get(&(low.as_str(), high.as_str()));
                        node.into_iter()
                            .for_each(|&node| self.push(entity, property, node));
                    }
                }
            }
        }
    }

    /// The declared class of entities, where it does not stand in the release as it was: a type below it says more. It is published of all or of none, as some would
    /// be told from others by it.
    fn types(&mut self, resolved: &Resolved, screen: &Screen, edits: &Edits) {
        let Some(class) = resolved.class else { return };
        let kind = self.graph.dictionary.intern_iri(iri::TYPE);
        if screen.types == Types::Added {
            for &entity in &resolved.entities {
                self.push(edits.name(entity), kind, class);
            }
        }
    }

    /// One node per range, in the order of ranges and not of entities: who has the same range shares it.
    fn ranges<'p>(
        &mut self,
        published: &'p [Published],
        bounds: [Id; 2],
        datatype: &str,
    ) -> BTreeMap<(&'p str, &'p str), Id> {
        let ranges = published.iter().filter_map(|what| match what {
            Published::Range(low, high) => Some(((low.as_str(), high.as_str()), 0)),
            _ => None,
        });
        let mut nodes: BTreeMap<(&str, &str), Id> = ranges.collect();
        for (&(low, high), node) in &mut nodes {
            *node = self.graph.fresh_blank();
            for (bound, number) in bounds.into_iter().zip([low, high]) {
                let number = self
                    .graph
                    .dictionary
                    .intern(&format!("\"{number}\"{datatype}"));
                self.added.push(Triple {
                    subject: *node,
                    predicate: bound,
                    object: number,
                });
            }
        }
        nodes
    }

    /// What follows the bounds of ranges: the datatype of a value, the same whatever the order of entities.
    fn datatype(&self, links: &[(Id, Id)]) -> String {
        // Of several datatypes the first one's: a range has one for both its ends.
        let literal = |id: &Id| self.graph.dictionary.kind(*id) == TermKind::Literal;
        let first = links.iter().map(|link| link.1).filter(literal).min();
        first
            .map(|id| literal_suffix(self.graph.dictionary.text(id)).to_owned())
            .unwrap_or_default()
    }
}
