//! What is protected, as the vocabulary of the data completes the context: properties and classes from which declared ones follow count as these do. The
//! rules are those of [`bauta_graph::protection`], which releases of files use as well.

use std::sync::Arc;

use bauta_graph::protection::{self, Declared, End, Guard, Protection, Vocabulary, key};
use oxigraph::model::vocab::rdf;
use oxigraph::model::{NamedNode, NamedOrBlankNode, Quad, Term, TermRef};

use super::{Context, Role};

/// How lists are written: where they are not part of an expression they say nothing of classes and properties.
const LISTS: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// Objects of functional properties: these lead to the entity, but are not names of it.
const FUNCTIONAL: &str = "http://www.w3.org/2002/07/owl#FunctionalProperty";

/// The closure of a context.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Closure {
    vocabulary: Vocabulary,
    protection: Arc<Protection>,
}

/// What an entity is made by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Designator {
    /// Being of a class.
    Class(String),
    /// An end of a property.
    Property(String, End),
    /// An end of a property with a value at the other one.
    Value(String, String, End),
    /// Being listed as a member of a class.
    Individual(String),
}

impl Context {
    /// What the context declares, for the closure.
    fn declared(&self) -> Declared {
        let of = |wanted: fn(&Role) -> bool| {
            let own = self.roles.iter().filter(|(_, role)| wanted(role));
            own.map(|(name, _)| name.clone()).collect()
        };
        Declared {
            classes: self.classes.clone(),
            identifiers: of(|role| *role == Role::Identifier),
            quasi_identifiers: of(|role| matches!(role, Role::Quasi(_))),
            sensitive: of(|role| *role == Role::Sensitive),
            open: of(|role| *role == Role::Open),
            designating: true,
        }
    }
}

/// Whether a fact is part of the vocabulary.
pub fn is_vocabulary(quad: &Quad) -> bool {
    let object = match &quad.object {
        Term::NamedNode(node) => node.as_str(),
        Term::BlankNode(_) | Term::Literal(_) => "",
    };
    Vocabulary::has_part(quad.predicate.as_str(), object)
}

/// Whether everybody sees a fact from the next release on only: with it, protected facts may follow from what is public now.
pub fn waits(quad: &Quad) -> bool {
    is_vocabulary(quad)
        && (quad.predicate == rdf::TYPE || !quad.predicate.as_str().starts_with(LISTS))
}

impl Closure {
    /// The closure without any vocabulary.
    pub fn new(context: &Context) -> Closure {
        let mut closure = Closure::default();
        closure.compute(context);
        closure
    }

    /// Computes it again, after facts were added or removed.
    pub fn compute(&mut self, context: &Context) {
        self.protection = Arc::new(Protection::of(&context.declared(), &self.vocabulary));
    }

    /// Adds a fact to the vocabulary if it is part of it and new; whether it was.
    pub fn insert(&mut self, quad: &Quad) -> bool {
        is_vocabulary(quad) && self.vocabulary.insert(quad.as_ref().into())
    }

    /// Takes a fact away that no graph has any more; whether it was there.
    pub fn remove(&mut self, quad: &Quad) -> bool {
        is_vocabulary(quad) && self.vocabulary.remove(quad.as_ref().into())
    }

    /// What a property says of an entity that is its subject.
    pub fn role(&self, context: &Context, property: &str) -> Role {
        let own = context.role(property);
        if matches!(own, Role::Identifier | Role::Quasi(_) | Role::Sensitive) {
            return own;
        }
        match self.protection.guard(property, End::Subject) {
            Some(guard) => role_of(context, guard),
            None => own,
        }
    }

    /// Whether facts of an open property, or of a class, are withheld where an entity stands at this end: a protected fact follows from them.
    pub fn hides(&self, end: End, quad: &Quad) -> bool {
        let object = match &quad.object {
            Term::NamedNode(node) => node.as_str(),
            Term::BlankNode(_) | Term::Literal(_) => "",
        };
        let guard = self
            .protection
            .guard_of(end, quad.predicate.as_str(), object);
        guard.is_some()
    }

    /// Properties of a role and the end at which the entity stands; its value is at the other one.
    pub fn paths(&self, context: &Context, role: Role) -> Vec<(NamedNode, End)> {
        let mut paths = Vec::new();
        for (property, ends) in &self.protection.properties {
            let found = ends.iter().filter(|(_, guard)| {
                role_of(context, guard) == role
                    && (role != Role::Identifier || guard.because != FUNCTIONAL)
            });
            paths.extend(found.map(|(end, _)| (NamedNode::new_unchecked(property.as_str()), *end)));
        }
        paths
    }

    /// Whether a property names the entity at an end of it.
    pub fn names(&self, property: &str, end: End) -> bool {
        let guard = self.protection.guard(property, end);
        guard.is_some_and(|own| {
            own.role == protection::Role::Identifier && own.because != FUNCTIONAL
        })
    }

    /// Whether a fact makes an entity of its subject, and of its object.
    pub fn designates(&self, quad: &Quad) -> [bool; 2] {
        let own = &*self.protection;
        let predicate = quad.predicate.as_str();
        // Most facts designate nobody: no text is made for them.
        if quad.predicate != rdf::TYPE
            && own.individuals.is_empty()
            && !own.designating.contains_key(predicate)
            && !own.values.contains_key(predicate)
        {
            return [false, false];
        }
        let [subject, object] = [
            key(TermRef::from(quad.subject.as_ref())),
            key(quad.object.as_ref()),
        ];
        own.designates(&subject, predicate, &object)
    }

    /// Whether something is an entity whatever is said of it.
    pub fn lists(&self, node: &NamedOrBlankNode) -> bool {
        !self.protection.individuals.is_empty()
            && self
                .protection
                .individuals
                .contains(&key(TermRef::from(node.as_ref())))
    }

    /// Whether objects of facts may be entities for that.
    pub fn designates_objects(&self) -> bool {
        let own = &*self.protection;
        own.designating
            .values()
            .any(|ends| ends.contains(&End::Object))
            || own
                .values
                .values()
                .flatten()
                .any(|(_, end)| *end == End::Object)
    }

    /// What makes entities.
    pub fn designators(&self) -> std::collections::BTreeSet<Designator> {
        let own = &*self.protection;
        let classes = own.classes.iter().cloned().map(Designator::Class);
        let individuals = own.individuals.iter().cloned().map(Designator::Individual);
        let properties = own.designating.iter().flat_map(|(property, ends)| {
            let each = |end: &End| Designator::Property(property.clone(), *end);
            ends.iter().map(each)
        });
        let values = own.values.iter().flat_map(|(property, values)| {
            let each = |(value, end): &(String, End)| {
                Designator::Value(property.clone(), value.clone(), *end)
            };
            values.iter().map(each)
        });
        classes
            .chain(individuals)
            .chain(properties)
            .chain(values)
            .collect()
    }
}

fn role_of(context: &Context, guard: &Guard) -> Role {
    match guard.role {
        protection::Role::Identifier => Role::Identifier,
        protection::Role::Sensitive => Role::Sensitive,
        // What follows is a declared quasi-identifier: the value is one of its values.
        protection::Role::QuasiIdentifier => context.role(&guard.because),
    }
}
