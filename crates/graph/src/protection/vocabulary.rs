//! The triples of a graph that speak of classes and properties.

use std::collections::{BTreeMap, BTreeSet};

use oxrdf::{TermRef, TripleRef};

use crate::collections::Map;
use crate::model::{Graph, Id, iri, write_term};

/// Predicates whose triples are vocabulary, whatever their subjects and objects.
const PREDICATES: [&str; 17] = [
    iri::SUB_CLASS,
    iri::SUB_PROPERTY,
    iri::DOMAIN,
    iri::RANGE,
    iri::SAME_AS,
    iri::INVERSE,
    iri::EQUIVALENT_PROPERTY,
    iri::EQUIVALENT_CLASS,
    iri::CHAIN,
    iri::HAS_VALUE,
    iri::ON_PROPERTY,
    iri::HAS_KEY,
    iri::INTERSECTION,
    iri::UNION,
    iri::ONE_OF,
    iri::SOME_VALUES,
    iri::ALL_VALUES,
];

/// The lists that chains, keys, intersections, unions and enumerations are written as.
const LISTS: [&str; 2] = [iri::FIRST, iri::REST];

/// Kinds of properties that an `rdf:type` states.
const KINDS: [&str; 3] = [iri::SYMMETRIC, iri::FUNCTIONAL, iri::INVERSE_FUNCTIONAL];

/// A term as one text: an IRI as it is, `_:` and the label of a blank node, a literal as N-Triples writes it.
pub fn key(term: TermRef<'_>) -> String {
    match term {
        TermRef::NamedNode(node) => node.as_str().to_owned(),
        other => {
            let mut text = String::new();
            write_term(&mut text, other);
            text
        }
    }
}

/// The vocabulary of some data: what [`Protection`](super::Protection) is computed from. However a graph is kept, its triples can be given one after the other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// By predicate, subjects and objects by their keys.
    statements: BTreeMap<&'static str, BTreeSet<(String, String)>>,
}

impl Vocabulary {
    /// The vocabulary among some triples.
    pub fn of<'a>(triples: impl IntoIterator<Item = TripleRef<'a>>) -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        for triple in triples {
            vocabulary.insert(triple);
        }
        vocabulary
    }

    /// The vocabulary of a graph.
    pub fn in_graph(graph: &Graph) -> Vocabulary {
        let text = |id: Id| {
            let text = graph.dictionary.text(id);
            graph.dictionary.iri(id).unwrap_or(text)
        };
        let predicates: Map<Id, &'static str> = PREDICATES
            .into_iter()
            .chain(LISTS)
            .chain([iri::TYPE])
            .filter_map(|name| Some((graph.dictionary.find_iri(name)?, name)))
            .collect();
        let mut vocabulary = Vocabulary::default();
        for triple in graph.triples() {
            if let Some(predicate) = predicates.get(&triple.predicate) {
                let (subject, object) = (text(triple.subject), text(triple.object));
                vocabulary.insert_keys(subject, predicate, object);
            }
        }
        vocabulary
    }

    /// Whether a triple with this predicate and object (by its key) is vocabulary: where one comes or goes, the closure must be computed again.
    pub fn has_part(predicate: &str, object: &str) -> bool {
        part(predicate, object).is_some()
    }

    /// Adds a triple if it is vocabulary and new; whether the closure must be computed again.
    pub fn insert(&mut self, triple: TripleRef<'_>) -> bool {
        let predicate = triple.predicate.as_str();
        if predicate != iri::TYPE && !Self::has_part(predicate, "") {
            return false;
        }
        self.insert_keys(&key(triple.subject.into()), predicate, &key(triple.object))
    }

    /// Adds a triple by the keys of its terms if it is vocabulary and new; whether the closure must be computed again.
    pub fn insert_keys(&mut self, subject: &str, predicate: &str, object: &str) -> bool {
        let Some(part) = part(predicate, object) else {
            return false;
        };
        let statement = (subject.to_owned(), object.to_owned());
        self.statements.entry(part).or_default().insert(statement)
    }

    /// Takes a triple away that no graph has any more; whether the closure must be computed again.
    pub fn remove(&mut self, triple: TripleRef<'_>) -> bool {
        let statement = (key(triple.subject.into()), key(triple.object));
        part(triple.predicate.as_str(), &statement.1)
            .and_then(|part| self.statements.get_mut(part))
            .is_some_and(|known| known.remove(&statement))
    }

    /// Subjects and objects of a predicate.
    pub(super) fn each(&self, predicate: &str) -> impl Iterator<Item = (&str, &str)> {
        self.statements
            .get(predicate)
            .into_iter()
            .flatten()
            .map(|(subject, object)| (subject.as_str(), object.as_str()))
    }

    /// Properties of a kind.
    pub(super) fn kind<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a str> {
        self.each(iri::TYPE)
            .filter(move |(_, object)| *object == kind)
            .map(|(subject, _)| subject)
    }

    /// The members of a list; nothing beyond a link that leads back.
    pub(super) fn list<'a>(&'a self, start: &'a str) -> Vec<&'a str> {
        let next = |of: &'static str, at: &str| {
            let from = (at.to_owned(), String::new());
            let links = self.statements.get(of)?;
            let (subject, object) = links.range(from..).next()?;
            (subject == at).then_some(object.as_str())
        };
        let (mut members, mut seen, mut at) = (Vec::new(), BTreeSet::new(), start);
        while seen.insert(at) {
            let Some(member) = next(iri::FIRST, at) else {
                break;
            };
            members.push(member);
            let Some(rest) = next(iri::REST, at) else {
                break;
            };
            at = rest;
        }
        members
    }
}

/// The part of the vocabulary that a triple belongs to.
fn part(predicate: &str, object: &str) -> Option<&'static str> {
    if predicate == iri::TYPE {
        return KINDS.contains(&object).then_some(iri::TYPE);
    }
    PREDICATES
        .into_iter()
        .chain(LISTS)
        .find(|known| *known == predicate)
}
