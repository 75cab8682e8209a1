//! The verifier's own question of what follows: a general reasoner (the crate `reasonable`, OWL 2 RL) derives the closure of the released graph, and every protected
//! triple is looked for in it. It shares no code with [`crate::protection`] and [`crate::leak`].
//!
//! **Idea**
//! 1. Everybody who is an entity becomes one node, every term that the vocabulary does not speak of another: rules derive from this image whatever they derive from the
//!    graph, as none of them asks that two terms differ. The image is as small as the vocabulary, however large the graph.
//! 2. Where nothing protected follows from the image, nothing follows from the graph.
//! 3. Where something does, two people may only have been mistaken for one: a small graph is reasoned over as it is; of a large one it is told.
//!
//! Left to [`crate::leak`], as the reasoner lacks them or takes too much for one by them: property chains, functional and inverse functional properties, keys.

use oxrdf::{NamedNode, NamedOrBlankNode, Term};
use reasonable::reasoner::Reasoner;

use super::Release;
use crate::collections::Set;
use crate::context::short;
use crate::model::{Graph, Id, Triple, iri, write_term};
use crate::write::Written;

/// Triples of a release that is reasoned over as it is, if need be.
const SMALL: usize = 100_000;

/// Nodes of the image.
const ENTITY: Id = Id::MAX - 10;
const OTHER: Id = Id::MAX - 11;
const LITERAL: Id = Id::MAX - 12;
const PUBLISHED: Id = Id::MAX - 13;

/// What is written of the vocabulary begins so.
const LANGUAGES: [&str; 2] = [
    "<http://www.w3.org/2002/07/owl#",
    "<http://www.w3.org/2000/01/rdf-schema#",
];

/// Names of declared properties of which protected triples follow from a release.
pub(super) fn protected(graph: &Graph, release: &Release) -> Vec<String> {
    let question = Question::new(graph, release);
    if question.spoken.is_empty() {
        // Without a vocabulary nothing follows.
        return Vec::new();
    }
    let mut found = question.derived(&question.image(), true);
    let edited = release.edited(graph);
    if !found.is_empty() && edited.places() <= SMALL {
        let triples = (0..edited.places()).filter_map(|place| edited.at(place));
        found = question.derived(&triples.map(|(triple, _)| triple).collect(), false);
    }
    let names = found.into_iter().map(|id| graph.dictionary.label(id));
    let mut names: Vec<String> = names.map(|label| short(&label)).collect();
    names.sort_unstable();
    names
}

struct Question<'a> {
    graph: &'a Graph,
    release: &'a Release,
    /// Entities by their new names.
    entities: Set<Id>,
    /// Terms that the vocabulary of the release speaks of, its predicates and its classes.
    spoken: Set<Id>,
    /// Properties that no entity may have any more, and generalised ones.
    hidden: Set<Id>,
    generalised: Set<Id>,
    same: Option<Id>,
}

impl<'a> Question<'a> {
    fn new(graph: &'a Graph, release: &'a Release) -> Self {
        let resolved = &release.resolved;
        let mut hidden: Set<Id> = resolved.identifiers.iter().copied().collect();
        hidden.extend(release.grouped.iter().map(|property| property.property));
        let quasi = resolved
            .quasi_identifiers
            .iter()
            .map(|quasi| quasi.property);
        let mut question = Question {
            graph,
            release,
            entities: resolved
                .entities
                .iter()
                .map(|&id| release.edits.name(id))
                .collect(),
            spoken: Set::default(),
            hidden,
            generalised: quasi.filter(|_| !release.published.is_empty()).collect(),
            same: graph.dictionary.find_iri(iri::SAME_AS),
        };
        question.listen();
        question
    }

    /// Finds the terms that the vocabulary of the release speaks of.
    fn listen(&mut self) {
        let edited = self.release.edited(self.graph);
        let lists = [iri::FIRST, iri::REST].map(|name| self.graph.dictionary.find_iri(name));
        let kind = self.graph.dictionary.find_iri(iri::TYPE);
        let is_language = |id: Id| {
            let text = self.graph.dictionary.text(id);
            LANGUAGES.iter().any(|language| text.starts_with(language))
        };
        let (mut spoken, mut used) = (Set::default(), Set::default());
        for (triple, _) in (0..edited.places()).filter_map(|place| edited.at(place)) {
            used.insert(triple.predicate);
            let of_kind = Some(triple.predicate) == kind;
            if of_kind {
                used.insert(triple.object);
            }
            let speaks = is_language(triple.predicate) || lists.contains(&Some(triple.predicate));
            if speaks || (of_kind && is_language(triple.object)) {
                spoken.extend([triple.subject, triple.object]);
            }
        }
        if !spoken.is_empty() {
            spoken.extend(used);
        }
        self.spoken = spoken;
    }

    /// Step 1.
    fn image(&self) -> Set<Triple> {
        let edited = self.release.edited(self.graph);
        let seen = |id: Id| {
            if self.entities.contains(&id) {
                ENTITY
            } else if self.spoken.contains(&id) {
                id
            } else if self.graph.dictionary.text(id).starts_with('"') {
                LITERAL
            } else {
                OTHER
            }
        };
        let triples = (0..edited.places()).filter_map(|place| edited.at(place));
        let image = |(triple, _): (Triple, Id)| {
            let subject = seen(triple.subject);
            // What is published of a generalised property is no exact value, whatever it is called.
            let published = subject == ENTITY && self.generalised.contains(&triple.predicate);
            Triple {
                subject,
                predicate: triple.predicate,
                object: if published {
                    PUBLISHED
                } else {
                    seen(triple.object)
                },
            }
        };
        triples.map(image).collect()
    }

    /// The protected properties of which an entity has a triple in the closure of some triples that does not stand there.
    fn derived(&self, triples: &Set<Triple>, is_image: bool) -> Set<Id> {
        let merging = [iri::FUNCTIONAL, iri::INVERSE_FUNCTIONAL];
        let merging = merging.map(|name| self.graph.dictionary.find_iri(name));
        let given = triples
            .iter()
            .filter(|triple| !merging.contains(&Some(triple.object)));
        let mut reasoner = Reasoner::new();
        reasoner.load_triples(given.filter_map(|triple| self.given(*triple)).collect());
        reasoner.reason();
        let is_entity = |id: Id| match is_image {
            true => id == ENTITY,
            false => self.entities.contains(&id),
        };
        let mut found = Set::default();
        for triple in reasoner.get_triples() {
            let Some(predicate) = self.id(triple.predicate.into()) else {
                continue;
            };
            let (subject, object) = (self.id(triple.subject.into()), self.id(triple.object));
            let own = subject.is_some_and(is_entity);
            if Some(predicate) == self.same {
                if subject != object && (own || object.is_some_and(is_entity)) {
                    found.insert(predicate);
                }
            } else if own && self.hidden.contains(&predicate) {
                found.insert(predicate);
            } else if own && self.generalised.contains(&predicate) {
                let stated = subject.zip(object).is_some_and(|(subject, object)| {
                    triples.contains(&Triple {
                        subject,
                        predicate,
                        object,
                    })
                });
                if !stated || (is_image && object != Some(PUBLISHED)) {
                    found.insert(predicate);
                }
            }
        }
        found
    }

    fn given(&self, triple: Triple) -> Option<oxrdf::Triple> {
        let subject = match self.term(triple.subject)? {
            Term::NamedNode(node) => NamedOrBlankNode::from(node),
            Term::BlankNode(node) => NamedOrBlankNode::from(node),
            _ => return None,
        };
        let Term::NamedNode(predicate) = self.term(triple.predicate)? else {
            return None;
        };
        Some(oxrdf::Triple::new(
            subject,
            predicate,
            self.term(triple.object)?,
        ))
    }

    fn term(&self, id: Id) -> Option<Term> {
        let node = |name: &str| Some(NamedNode::new_unchecked(name).into());
        match id {
            ENTITY => node("urn:bauta:image:entity"),
            OTHER => node("urn:bauta:image:other"),
            PUBLISHED => node("urn:bauta:image:published"),
            LITERAL => Some(oxrdf::Literal::new_simple_literal("").into()),
            _ => self.graph.dictionary.term(id),
        }
    }

    fn id(&self, term: Term) -> Option<Id> {
        let mut text = String::new();
        write_term(&mut text, term.as_ref());
        match text.as_str() {
            "<urn:bauta:image:entity>" => Some(ENTITY),
            "<urn:bauta:image:other>" => Some(OTHER),
            "<urn:bauta:image:published>" => Some(PUBLISHED),
            "\"\"" => Some(LITERAL),
            other => self.graph.dictionary.find(other),
        }
    }
}
