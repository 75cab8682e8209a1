//! What changes in a graph: triples that go, triples that come, terms that get other names; and the graph as it then is.
//!
//! Triples of renamed subjects are written after all others, in the order of their new names, which are drawn: the place of a line says
//! nothing about who it was.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha20Rng;

use super::classes::Published;
use super::groups::Grouped;
use crate::collections::Set;
use crate::context::{Context, Resolved};
use crate::model::{
    DEFAULT_GRAPH, Dictionary, Graph, Id, TermKind, Triple, iri, literal_suffix, literal_text,
};
use crate::write::Written;

/// What changes.
#[derive(Debug, Default)]
pub struct Edits {
    /// By place, whether a triple is gone or has moved.
    gone: Vec<bool>,
    /// Places of triples that are written after those that stay.
    moved: Vec<u32>,
    /// New triples, with new names.
    added: Vec<Triple>,
    /// By term, its new name; itself for most. Terms beyond the end keep their names.
    renamed: Vec<Id>,
    /// Number of triples that are left out.
    pub removed: u64,
    /// Addresses of entities that became blank nodes.
    pub entities_renamed: u64,
    /// Addresses that extend an entity's, which became blank nodes.
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
}

/// A graph with its edits.
pub struct Edited<'a> {
    /// As it was.
    pub graph: &'a Graph,
    /// What changes.
    pub edits: &'a Edits,
}

impl Edited<'_> {
    fn named(&self, place: usize) -> (Triple, Id) {
        let Triple {
            subject,
            predicate,
            object,
        } = self.graph.triple(place);
        let (subject, object) = (self.edits.name(subject), self.edits.name(object));
        (
            Triple {
                subject,
                predicate,
                object,
            },
            self.graph.graph_of(place),
        )
    }
}

impl Written for Edited<'_> {
    fn dictionary(&self) -> &Dictionary {
        &self.graph.dictionary
    }

    fn places(&self) -> usize {
        self.graph.len() + self.edits.moved.len() + self.edits.added.len()
    }

    fn at(&self, place: usize) -> Option<(Triple, Id)> {
        if place < self.graph.len() {
            let gone = self.edits.gone.get(place).copied().unwrap_or(false);
            return (!gone).then(|| self.named(place));
        }
        let place = place - self.graph.len();
        match self.edits.moved.get(place) {
            Some(&from) => Some(self.named(from as usize)),
            None => Some((
                *self.edits.added.get(place - self.edits.moved.len())?,
                DEFAULT_GRAPH,
            )),
        }
    }

    fn has_named_graphs(&self) -> bool {
        self.graph.has_named_graphs()
    }
}

/// The edits that groups and classes come to.
pub(super) fn edits(
    graph: &mut Graph,
    context: &Context,
    resolved: &Resolved,
    grouped: &[Grouped],
    published: &[Vec<Published>],
    deleted: &Set<Triple>,
    seed: u64,
) -> Edits {
    let mut edits = Edits::default();
    if context.identifiers.replace {
        rename(graph, context, resolved, seed, &mut edits);
    }
    let mut replaced: Vec<Id> = resolved.identifiers.clone();
    replaced.extend(grouped.iter().map(|property| property.property));
    if !published.is_empty() {
        replaced.extend(
            resolved
                .quasi_identifiers
                .iter()
                .map(|quasi| quasi.property),
        );
    }
    part(graph, resolved, &replaced, deleted, &mut edits);
    let mut adding = Adding::new(graph, context);
    adding.groups(resolved, grouped, &edits);
    adding.classes(resolved, published, &edits);
    edits.added = adding.added;
    // Triples were made entity by entity: sorted, they tell nothing of that order.
    edits.added.sort_unstable();
    edits
}

/// New names for entities, and for addresses that extend theirs, in an order that is drawn.
fn rename(graph: &mut Graph, context: &Context, resolved: &Resolved, seed: u64, edits: &mut Edits) {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut entities: Vec<Id> = resolved.entities.clone();
    let mut derived = if context.identifiers.derived {
        derived(graph, resolved)
    } else {
        Vec::new()
    };
    edits.entities_renamed = entities.len() as u64;
    edits.derived_renamed = derived.len() as u64;
    // Numbers in the order of the file would tell who stood where in it.
    entities.shuffle(&mut rng);
    derived.shuffle(&mut rng);
    edits.renamed = (0..graph.dictionary.len() as Id).collect();
    for old in entities.into_iter().chain(derived) {
        edits.renamed[old as usize] = graph.fresh_blank();
    }
}

/// What may follow the name of an entity in an address that is derived from it: every mark of an address, as letters and digits go on with
/// the name. An encoded character (`%2F`) counts as a mark, whatever it stands for.
pub const EXTENDS: &str = "/#?.;:-_@,~!()[]+=&%*'$";

/// Addresses that extend an entity's address at a boundary: `…/Person1/Paper2`, not `…/Person12`.
fn derived(graph: &Graph, resolved: &Resolved) -> Vec<Id> {
    use rayon::prelude::*;
    let addresses: Set<&str> = resolved
        .entities
        .iter()
        .filter_map(|&id| graph.dictionary.iri(id))
        .collect();
    let extends = |id: Id| {
        let Some(iri) = graph.dictionary.iri(id) else {
            return false;
        };
        let ends = iri
            .char_indices()
            .rev()
            .filter(|(_, c)| EXTENDS.contains(*c));
        ends.map(|(end, _)| &iri[..end])
            .any(|start| addresses.contains(start))
    };
    (0..graph.dictionary.len() as Id)
        .into_par_iter()
        .filter(|&id| !resolved.is_entity(id) && extends(id))
        .collect()
}

/// Which triples go, and which are written last.
fn part(
    graph: &Graph,
    resolved: &Resolved,
    replaced: &[Id],
    deleted: &Set<Triple>,
    edits: &mut Edits,
) {
    let mut is_replaced = vec![false; graph.dictionary.len()];
    replaced
        .iter()
        .for_each(|&id| is_replaced[id as usize] = true);
    edits.gone = vec![false; graph.len()];
    for (place, (&subject, &predicate)) in
        graph.subjects().iter().zip(graph.predicates()).enumerate()
    {
        let is_deleted = !deleted.is_empty() && deleted.contains(&graph.triple(place));
        if is_deleted || (resolved.is_entity(subject) && is_replaced[predicate as usize]) {
            edits.gone[place] = true;
            edits.removed += 1;
        // Written last and in the order of the new names: between untouched triples the place alone would tell whose they are.
        } else if edits.name(subject) != subject {
            edits.gone[place] = true;
            edits.moved.push(place as u32);
        }
    }
    let mut moved = std::mem::take(&mut edits.moved);
    moved.sort_by_cached_key(|&place| {
        let triple = graph.triple(place as usize);
        (
            edits.name(triple.subject),
            triple.predicate,
            edits.name(triple.object),
        )
    });
    edits.moved = moved;
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

    /// One node a range, in the order of ranges and not of entities: who has the same range shares it.
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
