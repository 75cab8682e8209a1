//! The same question to a general reasoner: the rules of OWL 2 RL over class expressions, by the crate `reasonable`.
//!
//! It keeps its own copy of what it is given, so it gets the ontology and only those links of the release that class expressions and
//! hidden properties can have to do with. Property chains are not among its rules; ours have followed them before.

use oxrdf::{NamedOrBlankNode, Term};
use reasonable::reasoner::Reasoner;

use super::schema::Schema;
use crate::collections::Set;
use crate::model::{Dictionary, Graph, Id, Triple, iri, write_term};

/// What ontologies are written in.
const LANGUAGES: [&str; 3] = [
    "<http://www.w3.org/2002/07/owl#",
    "<http://www.w3.org/2000/01/rdf-schema#",
    "<http://www.w3.org/1999/02/22-rdf-syntax-ns#",
];

fn is_language(dictionary: &Dictionary, id: Id) -> bool {
    LANGUAGES
        .iter()
        .any(|language| dictionary.text(id).starts_with(language))
}

/// Properties that matter to class expressions besides those that lead to hidden ones.
pub(super) fn widened(ontology: &Graph, schema: &Schema, mut relevant: Set<Id>) -> Set<Id> {
    let restricted: Set<Id> = ontology
        .links_of(iri::ON_PROPERTY)
        .into_iter()
        .map(|link| link.1)
        .collect();
    if !restricted.is_empty() {
        relevant.extend(schema.kind);
        relevant.extend(
            restricted
                .iter()
                .flat_map(|&property| schema.sources(property)),
        );
        relevant.extend(
            schema
                .kind
                .into_iter()
                .flat_map(|kind| schema.sources(kind)),
        );
        relevant.extend(restricted);
    }
    relevant
}

/// The statements of the ontology itself. What makes terms the same is left out: our rules have found it, and the reasoner takes all subjects of
/// an inverse functional property for one.
pub(super) fn statements(ontology: &Graph) -> Vec<Triple> {
    let dictionary = &ontology.dictionary;
    let kind = dictionary.find_iri(iri::TYPE);
    let ours = [iri::SAME_AS, iri::FUNCTIONAL, iri::INVERSE_FUNCTIONAL]
        .map(|iri| dictionary.find_iri(iri));
    let is_stated = |id: Id| !ours.contains(&Some(id)) && is_language(dictionary, id);
    let predicates: Set<Id> = ontology.predicates().iter().copied().collect();
    let language: Set<Id> = predicates
        .into_iter()
        .filter(|&id| Some(id) != kind && is_stated(id))
        .collect();
    let stated = |triple: &Triple| {
        language.contains(&triple.predicate)
            || (Some(triple.predicate) == kind && is_stated(triple.object))
    };
    ontology.triples().filter(stated).collect()
}

/// Triples over known terms that the reasoner derives, those given included.
pub(super) fn reasoned(dictionary: &Dictionary, triples: &[Triple]) -> Set<Triple> {
    let mut reasoner = Reasoner::new();
    reasoner.load_triples(
        triples
            .iter()
            .filter_map(|triple| given(dictionary, *triple))
            .collect(),
    );
    reasoner.reason();
    let mut text = String::new();
    let mut id = |term: Term| {
        text.clear();
        write_term(&mut text, term.as_ref());
        dictionary.find(&text)
    };
    let known = reasoner.get_triples().into_iter().filter_map(|triple| {
        let subject = id(triple.subject.into())?;
        let predicate = id(triple.predicate.into())?;
        Some(Triple {
            subject,
            predicate,
            object: id(triple.object)?,
        })
    });
    known.collect()
}

fn given(dictionary: &Dictionary, triple: Triple) -> Option<oxrdf::Triple> {
    let subject = match dictionary.term(triple.subject)? {
        Term::NamedNode(node) => NamedOrBlankNode::from(node),
        Term::BlankNode(node) => NamedOrBlankNode::from(node),
        _ => return None,
    };
    let Term::NamedNode(predicate) = dictionary.term(triple.predicate)? else {
        return None;
    };
    Some(oxrdf::Triple::new(
        subject,
        predicate,
        dictionary.term(triple.object)?,
    ))
}
