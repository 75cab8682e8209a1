//! What a context protects in a graph, closed under the graph's vocabulary ([`crate::protection`]), by the numbers of its terms.

use super::{AnatomyMethod, Context};
use crate::collections::{Map, Set};
use crate::model::{Graph, Id, TermKind, iri};
use crate::protection::{Declared, End, Protection, Role, Vocabulary};

/// The subject that stands for nobody: the summary of a graph on an engine gives it every property that the context names.
pub const NOBODY: &str = "urn:bauta:nobody";

/// The closure of a context, by the numbers of a graph's terms.
#[derive(Debug, Clone, Default)]
pub struct Closure {
    /// How triples of a property are protected whose subject, or whose object, is an entity.
    guards: Map<Id, [Option<Role>; 2]>,
    /// Classes that tell a protected value of each instance.
    telling: Map<Id, Role>,
    /// Properties that may be published as they are.
    open: Set<Id>,
    /// Classes whose instances are entities.
    classes: Set<Id>,
    designating: Map<Id, [bool; 2]>,
    values: Set<(Id, Id, bool)>,
    individuals: Set<Id>,
    nobody: Option<Id>,
    kind: Option<Id>,
}

impl Context {
    /// What the file declares, by IRIs.
    pub fn declared(&self) -> Declared {
        let full = |name: &str| self.iri(name).unwrap_or_else(|_| name.to_owned());
        Declared {
            classes: self.entities.class.iter().map(|name| full(name)).collect(),
            identifiers: self
                .identifiers
                .properties
                .iter()
                .map(|name| full(name))
                .collect(),
            quasi_identifiers: self
                .quasi_identifiers
                .iter()
                .map(|quasi| full(&quasi.property))
                .collect(),
            sensitive: self
                .sensitive
                .iter()
                .map(|sensitive| full(&sensitive.property))
                .collect(),
            open: self.open.iter().map(|name| full(name)).collect(),
            designating: false,
        }
    }

    /// What it protects in a graph, by the vocabulary of that graph.
    pub fn protection(&self, graph: &Graph) -> Protection {
        Protection::of(&self.declared(), &Vocabulary::in_graph(graph))
    }

    /// Whether properties with a role do not stay as they are.
    pub fn is_active(&self, role: Role) -> bool {
        match role {
            Role::Identifier => true,
            Role::Sensitive => self.anatomy.method != AnatomyMethod::None,
            Role::QuasiIdentifier => self.k_anonymity.is_some(),
        }
    }
}

impl Closure {
    /// The closure of a context in a graph.
    pub(crate) fn of(graph: &Graph, context: &Context, protection: &Protection) -> Closure {
        let id = |key: &str| match key.as_bytes().first() {
            Some(b'_' | b'"') => graph.dictionary.find(key),
            _ => graph.dictionary.find_iri(key),
        };
        let mut closure = Closure {
            nobody: graph.dictionary.find_iri(NOBODY),
            kind: graph.dictionary.find_iri(iri::TYPE),
            ..Closure::default()
        };
        let active = |role: Role| Some(role).filter(|&role| context.is_active(role));
        for (property, ends) in &protection.properties {
            let is_name = property == iri::SAME_AS;
            if let Some(property) = id(property).filter(|_| !is_name || context.identifiers.replace)
            {
                let role = |end| ends.get(&end).and_then(|guard| active(guard.role));
                let own = [role(End::Subject), role(End::Object)];
                closure.guards.insert(property, own);
            }
        }
        let telling = protection.telling_classes.iter();
        closure.telling = telling
            .filter_map(|(class, guard)| Some((id(class)?, active(guard.role)?)))
            .collect();
        closure.open = context
            .declared()
            .open
            .iter()
            .filter_map(|name| id(name))
            .collect();
        closure.classes = protection
            .classes
            .iter()
            .filter_map(|name| id(name))
            .collect();
        closure.individuals = protection
            .individuals
            .iter()
            .filter_map(|name| id(name))
            .collect();
        for (property, ends) in &protection.designating {
            if let Some(property) = id(property) {
                let own = [End::Subject, End::Object].map(|end| ends.contains(&end));
                closure.designating.insert(property, own);
            }
        }
        for (property, values) in &protection.values {
            let known = values
                .iter()
                .filter_map(|(value, end)| Some((id(property)?, id(value)?, *end == End::Object)));
            closure.values.extend(known);
        }
        closure
    }

    /// How a triple is protected, for its subject's sake and for its object's; nothing where that end is no entity.
    pub fn guards(&self, predicate: Id) -> [Option<Role>; 2] {
        self.guards.get(&predicate).copied().unwrap_or_default()
    }

    /// Whether an instance of a class tells a protected value.
    pub fn tells(&self, class: Id) -> bool {
        self.telling.contains_key(&class)
    }

    /// Whether a property may be published as it is.
    pub fn is_open(&self, predicate: Id) -> bool {
        self.open.contains(&predicate)
    }

    /// All entities of a graph, ascending.
    pub(crate) fn entities(&self, graph: &Graph) -> Vec<Id> {
        let is_resource = |id: Id| graph.dictionary.kind(id) != TermKind::Literal;
        let mut found = Set::default();
        for triple in graph.triples() {
            let [subject, object] =
                self.designated(triple.predicate, triple.subject, triple.object);
            if subject && Some(triple.subject) != self.nobody {
                found.insert(triple.subject);
            }
            if object && is_resource(triple.object) {
                found.insert(triple.object);
            }
        }
        found.extend(&self.individuals);
        let mut found: Vec<Id> = found.into_iter().collect();
        found.sort_unstable();
        found
    }

    fn designated(&self, predicate: Id, subject: Id, object: Id) -> [bool; 2] {
        let ends = self
            .designating
            .get(&predicate)
            .copied()
            .unwrap_or_default();
        let by_value = |value: Id, is_object: bool| {
            !self.values.is_empty() && self.values.contains(&(predicate, value, is_object))
        };
        let of_class = Some(predicate) == self.kind && self.classes.contains(&object);
        [
            of_class || ends[0] || by_value(object, false),
            ends[1] || by_value(subject, true),
        ]
    }
}

/// Resources that are the same as entities (`owl:sameAs`, over any number of steps), each with the entity that stands for it: the first of them.
pub(crate) fn aliases(graph: &Graph, entities: &[Id]) -> Map<Id, Id> {
    let links = graph.links_of(iri::SAME_AS);
    let mut first: Map<Id, Id> = Map::default();
    if links.is_empty() {
        return first;
    }
    let mut near: Map<Id, Vec<Id>> = Map::default();
    for (a, b) in links {
        if graph.dictionary.kind(b) != TermKind::Literal {
            near.entry(a).or_default().push(b);
            near.entry(b).or_default().push(a);
        }
    }
    for &entity in entities {
        let mut open = vec![entity];
        while let Some(id) = open.pop() {
            if first.contains_key(&id) {
                continue;
            }
            first.insert(id, entity);
            open.extend(near.get(&id).into_iter().flatten());
        }
    }
    first.retain(|id, entity| id != entity);
    first
}
