//! What open facts tell of an entity to an attacker who knows them: how many it singles out, for the summary of a release.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use oxigraph::model::{NamedOrBlankNode, Quad, Term};

use crate::invariance::Id;

/// The open facts of each entity as one number, which is the same for equal facts. Blank nodes count as blank nodes: they have no names that anybody could know.
#[derive(Default)]
pub struct Profiles(HashMap<Id, u64>);

impl Profiles {
    /// Adds a fact of an entity, or of what belongs to it.
    pub fn add(&mut self, id: Id, quad: &Quad, is_subject: bool) {
        let own = self.0.entry(id).or_default();
        *own = own.wrapping_add(hashed(quad, is_subject));
    }

    /// The facts of an entity.
    pub fn of(&self, id: Id) -> u64 {
        self.0.get(&id).copied().unwrap_or_default()
    }
}

/// The facts of a counterfeit and of its parts.
pub fn profile<'q>(facts: impl Iterator<Item = &'q Quad>, own: &dyn Fn(&str) -> bool) -> u64 {
    let mut sum = 0u64;
    for quad in facts {
        if matches!(&quad.subject, NamedOrBlankNode::BlankNode(node) if own(node.as_str())) {
            sum = sum.wrapping_add(hashed(quad, true));
        }
        if matches!(&quad.object, Term::BlankNode(node) if own(node.as_str())) {
            sum = sum.wrapping_add(hashed(quad, false));
        }
    }
    sum
}

fn hashed(quad: &Quad, is_subject: bool) -> u64 {
    let mut hasher = DefaultHasher::new();
    quad.predicate.as_str().hash(&mut hasher);
    quad.graph_name.hash(&mut hasher);
    is_subject.hash(&mut hasher);
    match (&quad.subject, &quad.object) {
        (_, Term::NamedNode(node)) if is_subject => node.as_str().hash(&mut hasher),
        (_, Term::Literal(literal)) if is_subject => literal.hash(&mut hasher),
        (NamedOrBlankNode::NamedNode(node), _) if !is_subject => node.as_str().hash(&mut hasher),
        _ => {}
    }
    hasher.finish()
}

/// A member of a release as an attacker sees it who knows everything about it but its sensitive value.
pub struct Seen {
    /// What is published of quasi-identifiers.
    pub quasi: String,
    /// Its open facts.
    pub open: u64,
    /// Its sensitive value.
    pub value: u32,
    /// Whether it is somebody.
    pub is_real: bool,
}

/// The share of people whose sensitive value is guessed with a higher chance than `risk`, by who knows their quasi-identifiers and open facts.
pub fn singled_out(members: &[Seen], risk: f64) -> f64 {
    let mut alike: HashMap<(&str, u64), HashMap<u32, usize>> = HashMap::new();
    for own in members {
        let values = alike.entry((&own.quasi, own.open)).or_default();
        *values.entry(own.value).or_default() += 1;
    }
    let is_told = |own: &&Seen| {
        alike
            .get(&(own.quasi.as_str(), own.open))
            .is_some_and(|values| {
                let all: usize = values.values().sum();
                let same = values.get(&own.value).copied().unwrap_or_default();
                same as f64 > (risk + 1e-9) * all as f64
            })
    };
    let real = || members.iter().filter(|own| own.is_real);
    real().filter(is_told).count() as f64 / real().count().max(1) as f64
}
