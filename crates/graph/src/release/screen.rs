//! Which triples of the original are not in the release, besides those that are published in another form.
//!
//! **Idea**
//! 1. Terms that name an entity get new names: entities, IRIs that extend theirs, and IRIs that are values of an identifier ([`names`]).
//! 2. Literals that name one are found once each: those with such an IRI in them or as datatype, and those equal to an identifying value ([`naming_literals`]).
//! 3. A triple of an entity goes if its property is protected ([`crate::context::Closure`]) or, unless the context has `others = "open"`, not declared.
//! 4. Resources that exist for one entity alone are removed with the link to it: blank nodes, IRIs that extend an entity's, resources to which nothing else refers.
//! 5. A reified statement about an entity goes where the statement itself would.

use rayon::prelude::*;

use super::naming::{names, naming_literals};
use crate::collections::{Map, Set};
use crate::context::{Context, Others, Resolved, instances};
use crate::model::{DEFAULT_GRAPH, Graph, Id, TermKind, Triple, iri};

/// What is not in the release.
pub(super) struct Screen {
    /// By place, whether the triple is left out or published in another form.
    pub gone: Vec<bool>,
    /// Terms besides entities that name one, ascending.
    pub names: Vec<Id>,
    /// How many triples are left out for what they say.
    pub withheld: Withheld,
    /// What becomes of the declared class of entities.
    pub types: Types,
    /// Where properties that are not declared stay: how many entities they single out, and which they are.
    pub singled_out: Option<(u64, Vec<Id>)>,
}

/// What becomes of the declared class of entities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Types {
    /// Types stay as they are.
    Stated,
    /// Every entity is stated to be of it, and of no class below it.
    Added,
    /// Of none: some are protected and not of that class.
    Withheld,
}

/// How many triples are left out, by the reason.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct Withheld {
    /// Triples of entities whose property is not declared, and what exists for one entity alone.
    pub undeclared: u64,
    /// Triples from which a protected one follows.
    pub protected: u64,
    /// Triples with an entity's IRI or an identifying value in a place where no blank node can stand for it.
    pub naming: u64,
}

/// Why a triple is not in the release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Kept,
    /// It is published in another form, or a declared identifier.
    Replaced,
    Undeclared,
    Protected,
    Naming,
}

/// The properties by which a statement is told, and who it is told of.
const REIFYING: [(&str, &str, &str); 2] = [
    (
        iri::REIFIED_SUBJECT,
        iri::REIFIED_PREDICATE,
        iri::REIFIED_OBJECT,
    ),
    (
        iri::ANNOTATED_SOURCE,
        iri::ANNOTATED_PROPERTY,
        iri::ANNOTATED_TARGET,
    ),
];

/// Looks at every triple; `replaced` are properties whose triples of entities are published in another form.
pub(super) fn screened(
    graph: &Graph,
    context: &Context,
    resolved: &Resolved,
    replaced: &[Id],
) -> Screen {
    let names = if context.identifiers.replace {
        names(graph, context, resolved)
    } else {
        Vec::new()
    };
    let mut screening = Screening::new(graph, context, resolved, replaced, &names);
    screening.find_statements();
    if context.others == Others::Withheld {
        screening.find_parts();
    }
    let fates: Vec<Fate> = (0..graph.len())
        .into_par_iter()
        .map(|place| screening.fate(graph.triple(place), graph.graph_of(place)))
        .collect();
    let count = |fate: Fate| fates.iter().filter(|own| **own == fate).count() as u64;
    let withheld = Withheld {
        undeclared: count(Fate::Undeclared),
        protected: count(Fate::Protected),
        naming: count(Fate::Naming),
    };
    let gone: Vec<bool> = fates.iter().map(|fate| *fate != Fate::Kept).collect();
    let singled_out = screening.is_open.then(|| screening.singled_out(&gone));
    Screen {
        gone,
        names,
        withheld,
        types: screening.types,
        singled_out,
    }
}

/// Whether types stay, and whether all entities are of the declared class.
fn types(graph: &Graph, context: &Context, resolved: &Resolved, kind: Option<Id>) -> Types {
    let class = resolved.class.and_then(|class| graph.dictionary.iri(class));
    let Some(class) = class.filter(|_| context.others == Others::Withheld) else {
        return Types::Stated;
    };
    if kind.is_some_and(|kind| resolved.closure.is_open(kind)) {
        return Types::Stated;
    }
    let known: Set<Id> = instances(graph, class).into_iter().collect();
    match resolved.entities.iter().all(|id| known.contains(id)) {
        true => Types::Added,
        false => Types::Withheld,
    }
}

struct Screening<'a> {
    graph: &'a Graph,
    resolved: &'a Resolved,
    is_open: bool,
    kind: Option<Id>,
    types: Types,
    /// By term: properties published in another form, terms that name an entity, literals that do, parts of one entity.
    replaced: Vec<bool>,
    named: Vec<bool>,
    naming: Vec<bool>,
    part: Vec<bool>,
    /// Properties that are declared, whatever as.
    declared: Set<Id>,
    /// Quasi-identifiers and sensitive properties: their values are dealt with, whatever they equal.
    valued: Set<Id>,
    /// Nodes of reified statements that go.
    statements: Set<Id>,
}

impl<'a> Screening<'a> {
    fn new(
        graph: &'a Graph,
        context: &'a Context,
        resolved: &'a Resolved,
        replaced: &[Id],
        names: &[Id],
    ) -> Self {
        let marked = |ids: &[Id]| {
            let mut marks = vec![false; graph.dictionary.len()];
            ids.iter().for_each(|&id| marks[id as usize] = true);
            marks
        };
        let valued = resolved.valued();
        let mut declared = valued.clone();
        declared.extend(&resolved.identifiers);
        declared.extend(&resolved.neighbourhood);
        let kind = graph.dictionary.find_iri(iri::TYPE);
        declared.retain(|id| Some(*id) != kind);
        Screening {
            graph,
            resolved,
            is_open: context.others == Others::Open,
            kind,
            types: types(graph, context, resolved, kind),
            replaced: marked(replaced),
            named: marked(names),
            naming: naming_literals(graph, context, resolved, names),
            part: Vec::new(),
            declared,
            valued,
            statements: Set::default(),
        }
    }

    fn entity(&self, id: Id) -> bool {
        self.resolved.is_entity(id)
    }

    fn is(&self, marks: &[bool], id: Id) -> bool {
        marks.get(id as usize).copied().unwrap_or(false)
    }

    fn fate(&self, triple: Triple, graph: Id) -> Fate {
        let Triple {
            subject,
            predicate,
            object,
        } = triple;
        let names = |id: Id| self.entity(id) || self.is(&self.named, id);
        if names(predicate) {
            return Fate::Naming;
        }
        let of_subject = self.entity(subject);
        if of_subject && self.is(&self.replaced, predicate) {
            return Fate::Replaced;
        }
        if self.is(&self.naming, object) && !(of_subject && self.valued.contains(&predicate)) {
            return Fate::Naming;
        }
        if self.statements.contains(&subject) || self.statements.contains(&object) {
            return Fate::Protected;
        }
        let link = self.link(triple);
        if link != Fate::Kept || self.is_open {
            return link;
        }
        let of_none = !of_subject && !self.entity(object);
        let is_part = self.is(&self.part, subject) || self.is(&self.part, object);
        if is_part || (of_none && graph != DEFAULT_GRAPH && names(graph)) {
            return Fate::Undeclared;
        }
        Fate::Kept
    }

    /// What becomes of a triple for the sake of the entities at its ends.
    fn link(
        &self,
        Triple {
            subject,
            predicate,
            object,
        }: Triple,
    ) -> Fate {
        let ends = [self.entity(subject), self.entity(object)];
        if ends == [false, false] {
            return Fate::Kept;
        }
        let guards = self.resolved.closure.guards(predicate);
        let guarded = |end: usize| ends[end] && guards[end].is_some();
        // A quasi-identifier or sensitive property that stays exact is no more protected than it says itself.
        let is_type = ends[0] && Some(predicate) == self.kind;
        if guarded(0) || guarded(1) || (is_type && self.resolved.closure.tells(object)) {
            return Fate::Protected;
        }
        let triple = Triple {
            subject,
            predicate,
            object,
        };
        if self.is_open || self.is_declared(&triple) {
            Fate::Kept
        } else {
            Fate::Undeclared
        }
    }

    /// Step 5.
    fn find_statements(&mut self) {
        let mut found: Set<Id> = Set::default();
        for (subject, predicate, object) in REIFYING {
            let subjects: Map<Id, Id> = self.graph.each_of(subject).collect();
            let predicates: Map<Id, Id> = self.graph.each_of(predicate).collect();
            let objects: Map<Id, Id> = self.graph.each_of(object).collect();
            let nodes: Set<Id> = subjects.keys().chain(objects.keys()).copied().collect();
            for node in nodes {
                let nobody = Id::MAX;
                let of = |part: &Map<Id, Id>| part.get(&node).copied().unwrap_or(nobody);
                let told = Triple {
                    subject: of(&subjects),
                    predicate: of(&predicates),
                    object: of(&objects),
                };
                let mentions = self.entity(told.subject) || self.entity(told.object);
                let own = self.entity(told.subject) && self.is(&self.replaced, told.predicate);
                // Without a predicate it may tell of any.
                if mentions && (own || told.predicate == nobody || self.link(told) != Fate::Kept) {
                    found.insert(node);
                }
            }
        }
        self.statements = found;
    }

    /// Step 4.
    fn find_parts(&mut self) {
        let graph = self.graph;
        let bound = |id: Id| {
            !self.entity(id)
                && (graph.dictionary.kind(id) == TermKind::Blank || self.is(&self.named, id))
        };
        let (mut seeds, mut near): (Vec<Id>, Map<Id, Vec<Id>>) = (Vec::new(), Map::default());
        // For a resource that refers to entities, the only one; none where there are several, or where others refer to the resource.
        let mut only: Map<Id, Option<Id>> = Map::default();
        let mut linked: Set<Id> = Set::default();
        for triple in graph.triples() {
            let Triple {
                subject, object, ..
            } = triple;
            match [self.entity(subject), self.entity(object)] {
                [false, false] => {
                    if bound(subject) && bound(object) {
                        near.entry(subject).or_default().push(object);
                        near.entry(object).or_default().push(subject);
                    }
                }
                [true, true] => {}
                [is_own, _] => {
                    let (entity, other) = if is_own {
                        (subject, object)
                    } else {
                        (object, subject)
                    };
                    if self.link(triple) == Fate::Kept {
                        linked.insert(other);
                    } else if bound(other) {
                        seeds.push(other);
                    } else if !is_own {
                        only.entry(other)
                            .and_modify(|known| *known = known.filter(|known| *known == entity))
                            .or_insert(Some(entity));
                    }
                }
            }
        }
        self.keep_shared(&mut only);
        seeds.extend(
            only.iter()
                .filter(|(_, entity)| entity.is_some())
                .map(|(id, _)| *id),
        );
        seeds.extend((0..self.named.len() as Id).filter(|id| self.is(&self.named, *id)));
        seeds.retain(|id| !linked.contains(id));
        let alone: Set<Id> = only
            .into_iter()
            .filter_map(|(id, entity)| entity.map(|_| id))
            .collect();
        for triple in graph.triples() {
            // From a resource of one entity to the blank nodes that it describes.
            if alone.contains(&triple.subject) && bound(triple.object) {
                near.entry(triple.subject).or_default().push(triple.object);
            }
        }
        let mut part = vec![false; graph.dictionary.len()];
        while let Some(id) = seeds.pop() {
            if !std::mem::replace(&mut part[id as usize], true) {
                seeds.extend(near.get(&id).into_iter().flatten());
            }
        }
        self.part = part;
    }

    /// Takes those out of a list of resources that other resources refer to, and those that the vocabulary speaks of.
    fn keep_shared(&self, only: &mut Map<Id, Option<Id>>) {
        for triple in self.graph.triples() {
            only.remove(&triple.predicate);
            if triple.subject != triple.object && !self.entity(triple.subject) {
                only.remove(&triple.object);
            }
        }
    }

    /// How many entities are the only ones with their triples of properties that nobody declared; and those properties.
    fn singled_out(&self, gone: &[bool]) -> (u64, Vec<Id>) {
        let resolved = self.resolved;
        let mut properties: Set<Id> = Set::default();
        let mut of: Map<Id, Vec<(Id, bool, Id)>> = Map::default();
        // Everybody who is an entity is "somebody" at the other end of a link.
        let shown = |id: Id| if self.entity(id) { Id::MAX } else { id };
        let others = (self.graph.triples().zip(gone))
            .filter(|(triple, gone)| !**gone && !self.is_declared(triple));
        for (
            Triple {
                subject,
                predicate,
                object,
            },
            _,
        ) in others
        {
            for (entity, is_object, other) in [(subject, false, object), (object, true, subject)] {
                if self.entity(entity) {
                    properties.insert(predicate);
                    of.entry(entity)
                        .or_default()
                        .push((predicate, is_object, shown(other)));
                }
            }
        }
        let mut sizes: Map<Vec<(Id, bool, Id)>, u64> = Map::default();
        for entity in &resolved.entities {
            let mut look = of.remove(entity).unwrap_or_default();
            look.sort_unstable();
            look.dedup();
            *sizes.entry(look).or_insert(0) += resolved.weight(*entity);
        }
        let alone = sizes.values().filter(|size| **size == 1).count() as u64;
        let mut properties: Vec<Id> = properties.into_iter().collect();
        properties.sort_unstable();
        (alone, properties)
    }

    fn is_declared(&self, triple: &Triple) -> bool {
        self.resolved.closure.is_open(triple.predicate)
            || self.declared.contains(&triple.predicate)
            || (Some(triple.predicate) == self.kind
                && Some(triple.object) == self.resolved.class
                && self.types != Types::Withheld)
    }
}
