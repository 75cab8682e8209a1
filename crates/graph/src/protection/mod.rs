//! One notion of "protected" for files and stores: what a context declares, closed under what the vocabulary of the data says.
//!
//! **Paper** thouvenot2022, chapter 7 (roles must be declared on what follows, not only on what is written); hayes2014rdf (RDFS rules), motik2012owlrl (OWL 2 RL).
//!
//! **Guarantee** if a protected statement about an entity follows from one triple by a rule below, the closure names that triple's property (or class) as protected; and
//! if a rule makes an instance of an entity class of a resource, the closure names the property, value or class by which it does.
//!
//! **Idea**
//! 1. Collect the vocabulary: the triples that speak of classes and properties ([`Vocabulary`]).
//! 2. Properties from which a declared one follows are protected like it: `rdfs:subPropertyOf`, `owl:equivalentProperty`, `owl:inverseOf`,
//!    `owl:SymmetricProperty`, `owl:sameAs`, and the step of an `owl:propertyChainAxiom` that touches the entity. Inverse functional properties, single keys and
//!    `owl:sameAs` are identifiers.
//! 3. Classes all of whose instances have a protected value (`owl:hasValue`, `owl:someValuesFrom`) tell it, as do all classes below and each property with such a domain or range.
//! 4. Entity classes are the declared ones and all from which they follow: `rdfs:subClassOf`, `owl:equivalentClass`, intersections, unions, enumerations, restrictions,
//!    `rdfs:domain`, `rdfs:range`. A resource with a sensitive property is an entity in any case.
//! 5. Steps 2 to 4 again until nothing new follows: cycles end there too.
//!
//! **Differences from OWL 2 RL** the closure speaks of the vocabulary alone and never reads an instance. Where a rule needs two triples it errs towards protection: the first
//! step of a chain is protected whatever follows it, a resource is taken for an instance of an intersection by its most special part, and objects of a property that some class
//! restricts by `owl:allValuesFrom` are taken for instances. Consequences of several triples by cardinalities or longer keys are checked on the release ([`crate::leak`]).
//!
//! **Invariants** `the_closure_has_all_that_a_reasoner_derives`, `cycles_end`, `only_the_vocabulary_changes_the_closure`.

mod close;
mod edges;
mod vocabulary;

use std::collections::{BTreeMap, BTreeSet};

pub use vocabulary::{Vocabulary, key};

use crate::model::iri;

/// What a context says of properties and classes, by their IRIs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Declared {
    /// Classes whose instances are entities.
    pub classes: BTreeSet<String>,
    /// Properties that name entities.
    pub identifiers: BTreeSet<String>,
    /// Properties that single entities out together with others.
    pub quasi_identifiers: BTreeSet<String>,
    /// Properties that entities do not want disclosed.
    pub sensitive: BTreeSet<String>,
    /// Properties that may be published as they are.
    pub open: BTreeSet<String>,
    /// Whether a resource is an entity for having an identifier or a quasi-identifier. Names are common: where there is a class, one usually wants no.
    pub designating: bool,
}

impl Declared {
    /// Properties with more than one role: the context contradicts itself.
    pub fn contradictions(&self) -> Vec<&str> {
        let roles = [
            &self.identifiers,
            &self.quasi_identifiers,
            &self.sensitive,
            &self.open,
        ];
        let all: BTreeSet<&String> = roles.into_iter().flatten().collect();
        all.into_iter()
            .filter(|name| roles.iter().filter(|role| role.contains(*name)).count() > 1)
            .map(String::as_str)
            .collect()
    }

    /// The role that the context gives a property itself.
    pub fn role(&self, property: &str) -> Option<Role> {
        let roles = [
            (&self.identifiers, Role::Identifier),
            (&self.sensitive, Role::Sensitive),
            (&self.quasi_identifiers, Role::QuasiIdentifier),
        ];
        roles
            .into_iter()
            .find(|(own, _)| own.contains(property))
            .map(|(_, role)| role)
    }
}

/// How a property is protected, the strictest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// It names the entity: never published.
    Identifier,
    /// The entity does not want it disclosed.
    Sensitive,
    /// It singles the entity out together with others.
    QuasiIdentifier,
}

/// The end of a triple at which the entity stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// As its subject.
    Subject,
    /// As its object.
    Object,
}

impl End {
    /// The other end, where an inverse has the entity.
    pub fn turned(self, is_turned: bool) -> End {
        match (self, is_turned) {
            (End::Subject, true) => End::Object,
            (End::Object, true) => End::Subject,
            (end, false) => end,
        }
    }
}

/// Why triples of a property, or membership in a class, are protected.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Guard {
    /// How.
    pub role: Role,
    /// The IRI of the declared property that follows, or of the vocabulary (`owl:sameAs`, `owl:InverseFunctionalProperty`, `owl:hasKey`).
    pub because: String,
}

impl Guard {
    fn new(role: Role, because: &str) -> Guard {
        Guard {
            role,
            because: because.to_owned(),
        }
    }
}

/// The closure of a context under a vocabulary. Properties, classes and values stand by their [`key`]s, which are IRIs but for anonymous classes and literals.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Protection {
    /// Classes whose instances are entities.
    pub classes: BTreeSet<String>,
    /// Resources that the vocabulary lists as instances of these classes (`owl:oneOf`).
    pub individuals: BTreeSet<String>,
    /// Properties at an end of which an entity stands.
    pub designating: BTreeMap<String, BTreeSet<End>>,
    /// Properties with a value: at the end that is named, the other one, an entity stands (`owl:hasValue`).
    pub values: BTreeMap<String, BTreeSet<(String, End)>>,
    /// Protected properties, by the end at which the entity stands.
    pub properties: BTreeMap<String, BTreeMap<End, Guard>>,
    /// Classes that tell a protected value of each instance.
    pub telling_classes: BTreeMap<String, Guard>,
    /// Declared properties from which something follows that is protected more strictly than they are: open ones, and quasi-identifiers and sensitive ones that name.
    pub contradictions: BTreeMap<String, Guard>,
}

impl Protection {
    /// The closure of a context.
    pub fn of(declared: &Declared, vocabulary: &Vocabulary) -> Protection {
        close::closed(declared, vocabulary)
    }

    /// Why a property is protected where the entity stands at an end of its triples.
    pub fn guard(&self, property: &str, end: End) -> Option<&Guard> {
        self.properties.get(property)?.get(&end)
    }

    /// Why a triple of an entity is protected, where the entity stands at an end of it: by its property, or as membership in a class that tells.
    pub fn guard_of(&self, end: End, predicate: &str, object: &str) -> Option<&Guard> {
        let class = (predicate == iri::TYPE && end == End::Subject)
            .then(|| self.telling_classes.get(object))
            .flatten();
        class.or_else(|| self.guard(predicate, end))
    }

    /// Whether a triple makes an entity of its subject, and of its object.
    pub fn designates(&self, subject: &str, predicate: &str, object: &str) -> [bool; 2] {
        let ends = self.designating.get(predicate);
        let values = self.values.get(predicate);
        let is_entity = |end: End, own: &str, other: &str| {
            ends.is_some_and(|ends| ends.contains(&end))
                || values.is_some_and(|known| known.contains(&(other.to_owned(), end)))
                || self.individuals.contains(own)
        };
        let of_class = predicate == iri::TYPE && self.classes.contains(object);
        // A literal is nobody.
        let is_resource = !object.starts_with('"');
        [
            of_class || is_entity(End::Subject, subject, object),
            is_resource && is_entity(End::Object, object, subject),
        ]
    }
}

#[cfg(test)]
mod tests;
