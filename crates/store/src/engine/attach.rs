//! What belongs to an entity alone: blank nodes beside it, and, where facts about nobody are public, resources that exist only for it (its address, observations that
//! point to it). Facts about them are as private as those about the entity itself, and a blank node stands for them as well.
//!
//! Once a node belongs to an entity it stays so: less would be protected otherwise when a second entity comes to point to it.

use oxigraph::model::vocab::{rdf, rdfs};
use oxigraph::model::{NamedNodeRef, NamedOrBlankNode, Quad, Term};

use super::writer::Writer;
use crate::context::{End, Others, Role};
use crate::error::Result;
use crate::graph::{SAME_AS, is_made, key, key_of_node, term_of_key};

/// How the IRIs of vocabularies begin whose properties tell kinds, names and definitions, but no parts.
const SCHEMAS: [&str; 3] = [
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "http://www.w3.org/2000/01/rdf-schema#",
    "http://www.w3.org/2002/07/owl#",
];

/// Whether a property may lead from an entity to what belongs to it.
fn leads(property: NamedNodeRef<'_>) -> bool {
    let name = property.as_str();
    property == SAME_AS
        || property == rdfs::SEE_ALSO
        || property == rdf::VALUE
        || !SCHEMAS.iter().any(|schema| name.starts_with(schema))
}

impl Writer<'_, '_> {
    /// Finds what belongs to entities since these facts came.
    pub fn attach(&mut self, added: &[Quad]) -> Result<()> {
        if !self.context.protects() || self.state.links.is_empty() {
            self.fresh.clear();
            return Ok(());
        }
        let mut last = None;
        for quad in added {
            self.attach_along(quad)?;
            // What comes to be known of a resource may make it one that an entity points to.
            if self.context.others == Others::Public && last != Some(&quad.subject) {
                for before in self.pointing_to(&quad.subject)? {
                    self.attach_along(&before)?;
                }
                last = Some(&quad.subject);
            }
        }
        while let Some(address) = self.fresh.pop() {
            let Some(node) = node_of(&address) else {
                continue;
            };
            for quad in self.facts_of(&node)? {
                self.attach_along(&quad)?;
            }
        }
        Ok(())
    }

    /// Facts that lead from an entity to a node, if nobody has looked at it yet.
    fn pointing_to(&self, node: &NamedOrBlankNode) -> Result<Vec<Quad>> {
        let mut found = Vec::new();
        if self.is_linked(node) {
            return Ok(found);
        }
        let mut only = None;
        for quad in self
            .whole
            .quads_for_pattern(None, None, Some(node.as_ref().into()), None)
        {
            let quad = quad?;
            let owner = self.owner_of(&key_of_node(quad.subject.as_ref()));
            if owner.is_none()
                || only
                    .as_ref()
                    .is_some_and(|only| Some(only) != owner.as_ref())
            {
                // Somebody else points to it as well: it does not exist for one entity alone.
                return Ok(Vec::new());
            }
            only = owner;
            found.push(quad);
        }
        Ok(found)
    }

    fn is_linked(&self, node: &NamedOrBlankNode) -> bool {
        self.state.links.contains_key(&key_of_node(node.as_ref()))
    }

    /// The entity to whom a node belongs, or which it is.
    fn owner_of(&self, key: &str) -> Option<String> {
        let link = self.state.links.get(key)?;
        Some(link.owner.clone().unwrap_or_else(|| key.to_owned()))
    }

    /// Looks at a fact of which one end is an entity, or belongs to one: whether the other end belongs to it too.
    fn attach_along(&mut self, quad: &Quad) -> Result<()> {
        let Some(object) = key(quad.object.as_ref()) else {
            return Ok(());
        };
        let subject = key_of_node(quad.subject.as_ref());
        match (self.owner_of(&subject), self.owner_of(&object)) {
            (Some(owner), None) if self.owns_object(quad, &owner)? => {
                self.link(&object, Some(owner))
            }
            (None, Some(owner)) if self.owns_subject(quad, &object, &owner)? => {
                self.link(&subject, Some(owner))
            }
            _ => Ok(()),
        }
    }

    fn role(&self, quad: &Quad) -> Role {
        self.state
            .closure
            .role(self.context, quad.predicate.as_str())
    }

    /// Whether the object of a fact belongs to the entity that has it.
    fn owns_object(&self, quad: &Quad, owner: &str) -> Result<bool> {
        if is_made(self.state, quad.object.as_ref()) {
            return Ok(false);
        }
        let role = self.role(quad);
        match &quad.object {
            Term::BlankNode(_) => Ok(matches!(role, Role::Open | Role::Undeclared)),
            Term::NamedNode(_) if self.context.others == Others::Private => Ok(false),
            Term::NamedNode(_) if quad.predicate == SAME_AS => Ok(true),
            Term::NamedNode(node) => {
                let declared = self.context.role(node.as_str()) != Role::Undeclared
                    || self.context.classes.contains(node.as_str());
                Ok(role == Role::Undeclared
                    && leads(quad.predicate.as_ref())
                    && !declared
                    && self.exists_for(&node.clone().into(), owner)?)
            }
            Term::Literal(_) => Ok(false),
        }
    }

    /// Whether something is said of a node, and only the entity and what belongs to it point to it.
    fn exists_for(&self, node: &NamedOrBlankNode, owner: &str) -> Result<bool> {
        for quad in self
            .whole
            .quads_for_pattern(None, None, Some(node.as_ref().into()), None)
        {
            let key = key_of_node(quad?.subject.as_ref());
            if self.owner_of(&key).as_deref() != Some(owner) {
                return Ok(false);
            }
        }
        let mut said = self
            .whole
            .quads_for_pattern(Some(node.as_ref()), None, None, None);
        Ok(said.next().transpose()?.is_some())
    }

    /// Whether the subject of a fact about an entity, or about what belongs to it, belongs to it too.
    fn owns_subject(&self, quad: &Quad, object: &str, owner: &str) -> Result<bool> {
        if is_made(self.state, quad.subject.as_ref().into()) {
            return Ok(false);
        }
        match &quad.subject {
            NamedOrBlankNode::NamedNode(_) if self.context.others == Others::Private => Ok(false),
            NamedOrBlankNode::NamedNode(_) if quad.predicate == SAME_AS => Ok(true),
            // A protected value, by an inverse of its property.
            _ if self.state.closure.hides(End::Object, quad) => Ok(false),
            NamedOrBlankNode::BlankNode(_) => Ok(true),
            NamedOrBlankNode::NamedNode(_) => Ok(self.role(quad) == Role::Undeclared
                && leads(quad.predicate.as_ref())
                // What points to something that several entities share belongs to none of them.
                && (object == owner || self.is_of_one(object, owner)?)),
        }
    }

    /// Whether a node that belongs to an entity has no link to another one.
    fn is_of_one(&self, node: &str, owner: &str) -> Result<bool> {
        let Some(node) = node_of(node) else {
            return Ok(false);
        };
        let of_another = |key: Option<String>| {
            let own = key.and_then(|key| self.owner_of(&key));
            own.is_some_and(|own| own != owner)
        };
        let out = self
            .whole
            .quads_for_pattern(Some(node.as_ref()), None, None, None);
        for quad in out {
            if of_another(key(quad?.object.as_ref())) {
                return Ok(false);
            }
        }
        let term = Term::from(node);
        for quad in self
            .whole
            .quads_for_pattern(None, None, Some(term.as_ref()), None)
        {
            if of_another(Some(key_of_node(quad?.subject.as_ref()))) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn node_of(key: &str) -> Option<NamedOrBlankNode> {
    match term_of_key(key) {
        Term::NamedNode(node) => Some(node.into()),
        Term::BlankNode(node) => Some(node.into()),
        Term::Literal(_) => None,
    }
}
