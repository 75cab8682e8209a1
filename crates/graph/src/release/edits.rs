//! What changes in a graph: triples that go, triples that come, terms that get other names; and the graph as it then is.
//!
//! All triples are written in an order that is drawn, and all blank nodes get new names: neither the place of a line nor the number of a node says
//! anything about the file that was read.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha20Rng;

use super::adding::Adding;
use super::classes::Published;
use super::groups::Grouped;
use super::screen::Screen;
use crate::collections::Set;
use crate::context::{Context, Resolved};
use crate::model::{DEFAULT_GRAPH, Dictionary, Graph, Id, TermKind, Triple};
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
/// file. A duplicate triple is written once.
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
