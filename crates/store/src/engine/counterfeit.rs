//! Counterfeits: what they say besides the class that they fill a hole of.
//!
//! For each open property and direction a counterfeit has what somebody else has, drawn by the secret of the release: somebody with the same sensitive value where there
//! are enough of these, else anybody. So each feature of a counterfeit is distributed as it is among people, and nobody is copied as a whole: two that are alike in everything would be
//! seen as a person and a copy. Nodes that belong to a model are copied as new nodes, with what is said of them.

use std::collections::{BTreeSet, HashMap, HashSet};

use oxigraph::model::{BlankNode, NamedOrBlankNode, Quad, Term};

use super::label::masked;
use super::writer::Basis;
use crate::invariance::Id;
use crate::state::{Decision, Key, Place};

/// Counterfeits are modelled on entities with the same sensitive value if at least this number of them exist.
const ENOUGH: usize = 20;

/// Directions of a property: away from the entity, and to it.
pub const DIRECTIONS: usize = 2;

/// A fact as privileged users see it, with the place of its property among those that are published.
pub type Fact = (usize, Quad);

/// Whose open facts each counterfeit has: by its number, for each property and direction.
pub fn models(decision: &Decision, properties: usize) -> Vec<Vec<Id>> {
    let all: Vec<&Place> = decision.classes.iter().flatten().collect();
    let real: Vec<Id> = all.iter().filter_map(|(id, _, _)| *id).collect();
    let mut of_value: HashMap<u32, Vec<Id>> = HashMap::new();
    for (id, _, value) in &all {
        of_value.entry(*value).or_default().extend(id);
    }
    let fakes = all.iter().filter(|(id, _, _)| id.is_none());
    let each = |(number, (_, like, value)): (usize, &&Place)| {
        let same = of_value.get(value).filter(|own| own.len() >= ENOUGH);
        let candidates = same.unwrap_or(&real);
        let drawn = |slot: usize| {
            let at = drawn(
                &decision.key,
                &format!("model {number} {slot}"),
                candidates.len(),
            );
            candidates.get(at).copied().unwrap_or(*like)
        };
        (0..properties * DIRECTIONS).map(drawn).collect()
    };
    fakes.enumerate().map(each).collect()
}

/// A number below a bound, by the secret of a release.
fn drawn(key: &Key, text: &str, bound: usize) -> usize {
    let hash = blake3::keyed_hash(key, text.as_bytes());
    let number = hash
        .as_bytes()
        .iter()
        .take(8)
        .fold(0u64, |number, byte| number << 8 | u64::from(*byte));
    (number % bound.max(1) as u64) as usize
}

/// A counterfeit that is being made.
pub struct Counterfeit<'b> {
    pub basis: Basis<'b>,
    pub key: &'b Key,
    pub number: usize,
    pub node: BlankNode,
    /// Its nodes besides itself.
    pub parts: Vec<BlankNode>,
    /// Its facts, as everybody sees them.
    pub facts: Vec<Quad>,
}

impl Counterfeit<'_> {
    /// Takes over what a model has by one property in one direction.
    pub fn take(
        &mut self,
        model: Id,
        label: &str,
        facts: &[Fact],
        (property, outward): (usize, bool),
        made: &dyn Fn(&str) -> bool,
    ) {
        let mut beside: HashMap<&str, Vec<usize>> = HashMap::new();
        let (mut open, mut taken) = (Vec::new(), BTreeSet::new());
        for (at, (own, quad)) in facts.iter().enumerate() {
            let ends = ends(quad);
            let [subject, object] = ends.map(|end| end == Some(label));
            if subject || object {
                if *own == property && subject == outward {
                    taken.insert(at);
                    open.extend(ends.into_iter().flatten());
                }
            } else {
                for end in ends.into_iter().flatten() {
                    beside.entry(end).or_default().push(at);
                }
            }
        }
        let mut reached = HashSet::new();
        while let Some(end) = open.pop() {
            if end == label || !self.belongs(end, model) || !reached.insert(end.to_owned()) {
                continue;
            }
            for at in beside.get(end).into_iter().flatten() {
                if taken.insert(*at)
                    && let Some((_, quad)) = facts.get(*at)
                {
                    open.extend(ends_of(quad));
                }
            }
        }
        let (key, number, node) = (self.key, self.number, self.node.clone());
        let called = |own: &BlankNode| {
            if own.as_str() == label {
                node.clone()
            } else if reached.contains(own.as_str()) {
                masked(key, &format!("counterfeit {number} {}", own.as_str()))
            } else if made(own.as_str()) {
                masked(key, own.as_str())
            } else {
                own.clone()
            }
        };
        for (_, quad) in taken.into_iter().filter_map(|at| facts.get(at)) {
            self.facts.push(renamed(quad, &called));
        }
        let parts = reached
            .iter()
            .map(|own| called(&BlankNode::new_unchecked(own.as_str())));
        self.parts.extend(parts);
    }

    /// Whether a node belongs to an entity, by the label of privileged users.
    fn belongs(&self, label: &str, owner: Id) -> bool {
        let state = self.basis.state;
        let address = state.address(label);
        address.is_some_and(|address| {
            let link = state.links.get(address);
            link.is_some_and(|link| link.owner.is_some()) && state.entity(address) == Some(owner)
        })
    }
}

fn renamed(quad: &Quad, called: &dyn Fn(&BlankNode) -> BlankNode) -> Quad {
    let mut own = quad.clone();
    if let NamedOrBlankNode::BlankNode(node) = &quad.subject {
        own.subject = called(node).into();
    }
    if let Term::BlankNode(node) = &quad.object {
        own.object = called(node).into();
    }
    own
}

/// The labels of subject and object.
fn ends(quad: &Quad) -> [Option<&str>; 2] {
    let subject = match &quad.subject {
        NamedOrBlankNode::BlankNode(node) => Some(node.as_str()),
        NamedOrBlankNode::NamedNode(_) => None,
    };
    let object = match &quad.object {
        Term::BlankNode(node) => Some(node.as_str()),
        Term::NamedNode(_) | Term::Literal(_) => None,
    };
    [subject, object]
}

fn ends_of(quad: &Quad) -> impl Iterator<Item = &str> {
    ends(quad).into_iter().flatten()
}
