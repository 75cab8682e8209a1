//! Who a fact mentions: entities as subject, object or graph, as predicate or datatype, addresses derived from theirs, and values that identify
//! them.

use std::collections::HashSet;

use oxigraph::model::{
    BlankNode, GraphName, NamedNodeRef, NamedOrBlankNode, Quad, Term, TermRef, vocab::rdf,
};

use crate::context::{Context, End, Role};
use crate::graph::{key, key_of_node};
use crate::invariance::Id;
use crate::state::{Link, State};

/// How the addresses of datatypes begin that RDF and XML Schema define.
const STANDARDS: &str = "http://www.w3.org/";

/// Who a fact mentions, by their keys.
pub struct Mentions {
    /// As its subject.
    pub subject: Option<String>,
    /// As its object.
    pub object: Option<String>,
    /// As its graph.
    pub graph: Option<String>,
    /// Whether its predicate or the datatype of its object is an entity's address, which no blank node can replace.
    pub unnamed: bool,
    /// Whether its subject, object or graph is a value that identifies somebody.
    pub identifying: bool,
}

impl Mentions {
    /// Who a fact mentions.
    pub fn of(state: &State, context: &Context, quad: &Quad) -> Mentions {
        let known = |key: String| state.links.contains_key(&key).then_some(key);
        let graph = match &quad.graph_name {
            GraphName::NamedNode(node) => known(node.as_str().to_owned()),
            GraphName::BlankNode(_) | GraphName::DefaultGraph => None,
        };
        Mentions {
            subject: known(key_of_node(quad.subject.as_ref())),
            object: key(quad.object.as_ref()).and_then(known),
            graph,
            unnamed: has_unnamed(state, context, quad),
            identifying: names_somebody(state, quad),
        }
    }

    /// Whether it mentions anybody.
    pub fn any(&self) -> bool {
        self.subject.is_some()
            || self.object.is_some()
            || self.graph.is_some()
            || self.unnamed
            || self.identifying
    }
}

/// The datatype of a literal, unless it is one of the standards: no entity has such an address.
pub fn own_datatype(object: &Term) -> Option<NamedNodeRef<'_>> {
    let Term::Literal(literal) = object else {
        return None;
    };
    Some(literal.datatype()).filter(|own| !own.as_str().starts_with(STANDARDS))
}

/// Whether the datatype of the object is the address of an entity, or derived from one.
fn known_datatype(state: &State, quad: &Quad) -> bool {
    own_datatype(&quad.object).is_some_and(|own| state.links.contains_key(own.as_str()))
}

/// Whether a property may be somebody: those that the context declares are nobody, whatever is said of them.
pub fn may_be_somebody(context: &Context, property: NamedNodeRef<'_>) -> bool {
    property != rdf::TYPE && context.role(property.as_str()) == Role::Undeclared
}

/// Whether the predicate or the datatype of the object is the address of an entity, or derived from one.
fn has_unnamed(state: &State, context: &Context, quad: &Quad) -> bool {
    let predicate = quad.predicate.as_ref();
    (may_be_somebody(context, predicate) && state.links.contains_key(predicate.as_str()))
        || known_datatype(state, quad)
}

/// The link of a term, if it stands for an entity or for an address derived from one.
fn link_of<'s>(state: &'s State, term: TermRef<'_>) -> Option<&'s Link> {
    match term {
        TermRef::NamedNode(node) => state.links.get(node.as_str()),
        TermRef::BlankNode(node) => state.links.get(&format!("_:{}", node.as_str())),
        TermRef::Literal(_) => None,
    }
}

/// Whether the subject, the object or the graph of a fact is a value that identifies somebody. Where a blank node takes its place, it says nothing.
fn names_somebody(state: &State, quad: &Quad) -> bool {
    let known = |text: &str| state.identifies(text) && !state.links.contains_key(text);
    let subject =
        matches!(&quad.subject, NamedOrBlankNode::NamedNode(node) if known(node.as_str()));
    let graph = matches!(&quad.graph_name, GraphName::NamedNode(node) if known(node.as_str()));
    let object = match &quad.object {
        Term::NamedNode(node) => known(node.as_str()),
        Term::Literal(literal) => state.identifies(literal.value()),
        Term::BlankNode(_) => false,
    };
    subject || object || graph
}

/// A fact of the private graph beside `origin` as everybody may see it, but for its labels, which are those of privileged users: none if it says more than that, or if
/// one of its entities is not among those in a release. It is known that the property is open, or says the class.
pub fn open_copy(
    state: &State,
    mut quad: Quad,
    origin: &GraphName,
    released: &HashSet<Id>,
) -> Option<Quad> {
    quad.graph_name = origin.clone();
    let of_entity =
        matches!(origin, GraphName::NamedNode(node) if state.links.contains_key(node.as_str()));
    if of_entity || known_datatype(state, &quad) || names_somebody(state, &quad) {
        return None;
    }
    let (subject, object) = (
        link_of(state, quad.subject.as_ref().into()),
        link_of(state, quad.object.as_ref()),
    );
    if subject.is_none() && object.is_none() {
        return None;
    }
    let hides = |end: End, link: Option<&Link>| link.is_some() && state.closure.hides(end, &quad);
    if hides(End::Subject, subject) || hides(End::Object, object) {
        return None;
    }
    let label = |link: &Link| {
        let entity = link.owner.as_ref().map_or(Some(link.id), |owner| {
            state.links.get(owner).map(|owner| owner.id)
        });
        entity
            .filter(|id| released.contains(id))
            .map(|_| BlankNode::new_unchecked(link.label.as_str()))
    };
    if let Some(link) = subject {
        quad.subject = NamedOrBlankNode::from(label(link)?);
    }
    if let Some(link) = object {
        quad.object = Term::from(label(link)?);
    }
    Some(quad)
}

/// The text by which a value may identify somebody: a literal's, or an address such as `mailto:`.
pub fn identifying(value: &Term) -> Option<&str> {
    match value {
        Term::Literal(literal) => Some(literal.value()),
        Term::NamedNode(node) => Some(node.as_str()),
        Term::BlankNode(_) => None,
    }
}
