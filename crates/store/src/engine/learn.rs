//! What the state learns from the steps of a change, when it is made and when it is played again alike.

use std::hash::{DefaultHasher, Hash, Hasher};

use oxigraph::model::{GraphName, NamedOrBlankNode, Quad, Term};

use super::mention::own_datatype;
use crate::context::Context;
use crate::graph::{is_made, key, key_of_node};
use crate::journal::{Step, To};
use crate::state::{State, starts};

/// Takes over what some steps tell.
pub fn learn(state: &mut State, context: &Context, steps: &[Step]) {
    for step in steps {
        match step {
            Step::Add(to, quad) => one(state, context, *to, quad, true),
            Step::Remove(to, quad) => one(state, context, *to, quad, false),
            Step::Drop(..) | Step::Create(..) => {}
        }
    }
}

fn one(state: &mut State, context: &Context, to: To, quad: &Quad, added: bool) {
    if added {
        note_datatype(state, quad);
    }
    let private =
        matches!(&quad.graph_name, GraphName::NamedNode(node) if context.is_private(node.as_str()));
    if private {
        touch(state, quad);
    } else if to.whole() && made(state, quad) {
        // Only a snapshot holds them; else they follow from the release.
        state.copies.insert(quad.clone());
    } else if to == To::Public && added {
        if is_fake(state, quad) {
            state.fakes.push(quad.clone());
        }
    } else {
        differ(state, to, quad, added);
        if added && context.derived && context.protects() {
            note_starts(state, quad);
        }
    }
}

/// Notes where the public store differs from the other in facts about nobody.
fn differ(state: &mut State, to: To, quad: &Quad, added: bool) {
    match (to, added) {
        (To::Both, _) => {
            state.outdated.remove(quad);
            state.unpublished.remove(quad);
        }
        (To::Whole, false) => {
            if !state.unpublished.remove(quad) {
                state.outdated.insert(quad.clone());
            }
        }
        (To::Public, false) => {
            state.unpublished.insert(quad.clone());
        }
        // A snapshot names both stores one after the other.
        (To::Whole | To::Public, true) => {}
    }
}

fn is_fake(state: &State, quad: &Quad) -> bool {
    let known = |label: &str| state.counterfeits.contains(label);
    matches!(&quad.subject, NamedOrBlankNode::BlankNode(node) if known(node.as_str()))
        || matches!(&quad.object, Term::BlankNode(node) if known(node.as_str()))
}

fn made(state: &State, quad: &Quad) -> bool {
    is_made(state, quad.subject.as_ref().into()) || is_made(state, quad.object.as_ref())
}

fn touch(state: &mut State, quad: &Quad) {
    let subject = state.entity(&key_of_node(quad.subject.as_ref()));
    let object = key(quad.object.as_ref()).and_then(|own| state.entity(&own));
    for id in [subject, object].into_iter().flatten() {
        state.known.remove(&id);
    }
}

/// Remembers from where a public address goes on: an entity that comes later may have that name.
fn note_starts(state: &mut State, quad: &Quad) {
    if let NamedOrBlankNode::NamedNode(node) = &quad.subject {
        state.starts.extend(starts(node.as_str()).map(hashed));
    }
    if let Term::NamedNode(node) = &quad.object {
        state.starts.extend(starts(node.as_str()).map(hashed));
    }
    state
        .starts
        .extend(starts(quad.predicate.as_str()).map(hashed));
    if let Some(own) = own_datatype(&quad.object) {
        state.starts.extend(starts(own.as_str()).map(hashed));
    }
}

/// Remembers the datatype of a value, as stores have no index of them: only where it is known are all facts gone through.
pub fn note_datatype(state: &mut State, quad: &Quad) {
    if let Some(own) = own_datatype(&quad.object) {
        state.datatypes.insert(hashed(own.as_str()));
    }
}

/// A short hash of a text.
pub fn hashed(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
