//! The public facts of a release taken away and brought in, under the labels of that release, without making a copy of each fact.

use std::collections::HashMap;

use oxigraph::model::{
    BlankNode, BlankNodeRef, GraphNameRef, NamedOrBlankNode, NamedOrBlankNodeRef, Quad, QuadRef,
    Term, TermRef,
};
use oxigraph::store::Transaction;

use super::label::masked;
use crate::state::Key;

/// Labels of a release: a node has several facts, and its label is made once.
struct Labels<'k> {
    key: &'k Key,
    made: &'k dyn Fn(&str) -> bool,
    known: HashMap<u128, Option<BlankNode>, foldhash::fast::RandomState>,
}

impl<'k> Labels<'k> {
    fn new(key: &'k Key, made: &'k dyn Fn(&str) -> bool) -> Labels<'k> {
        Labels {
            key,
            made,
            known: HashMap::default(),
        }
    }

    /// What a node is called in the release; none if it keeps its label. All labels that the store makes are numbers.
    fn of(&mut self, node: BlankNodeRef<'_>) -> Option<BlankNode> {
        let (key, made) = (self.key, self.made);
        let own = || made(node.as_str()).then(|| masked(key, node.as_str()));
        self.known
            // Only nodes with a number can have been made by the store; names of files have none.
            .entry(node.unique_id()?)
            .or_insert_with(own)
            .clone()
    }

    /// What subject and object of a fact are called.
    fn of_fact(&mut self, quad: &Quad) -> (Option<BlankNode>, Option<BlankNode>) {
        let subject = match &quad.subject {
            NamedOrBlankNode::BlankNode(node) => self.of(node.as_ref()),
            NamedOrBlankNode::NamedNode(_) => None,
        };
        let object = match &quad.object {
            Term::BlankNode(node) => self.of(node.as_ref()),
            Term::NamedNode(_) | Term::Literal(_) => None,
        };
        (subject, object)
    }
}

/// A fact with other names for its subject and its object.
fn called<'q>(
    quad: &'q Quad,
    subject: Option<&'q BlankNode>,
    object: Option<&'q BlankNode>,
) -> QuadRef<'q> {
    QuadRef {
        subject: subject.map_or(quad.subject.as_ref(), |node| {
            NamedOrBlankNodeRef::from(node.as_ref())
        }),
        predicate: quad.predicate.as_ref(),
        object: object.map_or(quad.object.as_ref(), |node| TermRef::from(node.as_ref())),
        graph_name: quad.graph_name.as_ref(),
    }
}

/// Takes the facts of a release away.
pub fn hide<'q>(
    store: &mut Transaction<'_>,
    key: &Key,
    made: &dyn Fn(&str) -> bool,
    facts: impl Iterator<Item = &'q Quad>,
    fakes: &[Quad],
) {
    let mut labels = Labels::new(key, made);
    for quad in facts {
        let (subject, object) = labels.of_fact(quad);
        store.remove(called(quad, subject.as_ref(), object.as_ref()));
    }
    fakes.iter().for_each(|quad| store.remove(quad));
}

/// Brings the facts of a release in, in the order of its labels, and those of a node in the order of what they say: no other order tells anything.
pub fn show<'q>(
    store: &mut Transaction<'_>,
    key: &Key,
    made: &dyn Fn(&str) -> bool,
    facts: impl Iterator<Item = &'q Quad>,
    fakes: &'q [Quad],
) {
    let mut labels = Labels::new(key, made);
    let mut lines: Vec<Line<'q>> = facts
        .map(|quad| {
            let (subject, object) = labels.of_fact(quad);
            Line::new(quad, subject.as_ref(), object.as_ref())
        })
        .chain(fakes.iter().map(|quad| Line::new(quad, None, None)))
        .collect();
    // By the new labels: the library keeps the order in which facts come, and the old one would join releases.
    lines.sort_unstable_by(Line::order);
    for line in &lines {
        let (subject, object) = (
            line.subject.map(BlankNode::new_from_unique_id),
            line.object.map(BlankNode::new_from_unique_id),
        );
        store.insert(called(line.quad, subject.as_ref(), object.as_ref()));
    }
}

/// A fact and the numbers of its nodes in the release.
struct Line<'q> {
    place: (u128, u128),
    subject: Option<u128>,
    object: Option<u128>,
    quad: &'q Quad,
}

impl<'q> Line<'q> {
    fn new(quad: &'q Quad, subject: Option<&BlankNode>, object: Option<&BlankNode>) -> Line<'q> {
        let number = |node: BlankNodeRef<'_>| node.unique_id();
        let (own, shown) = (called(quad, subject, object), |node: Option<&BlankNode>| {
            node.and_then(|node| number(node.as_ref()))
        });
        let first = match own.subject {
            NamedOrBlankNodeRef::BlankNode(node) => number(node),
            NamedOrBlankNodeRef::NamedNode(_) => None,
        };
        let second = match own.object {
            TermRef::BlankNode(node) => number(node),
            TermRef::NamedNode(_) | TermRef::Literal(_) => None,
        };
        let place = (
            first.or(second).unwrap_or_default(),
            second.unwrap_or_default(),
        );
        Line {
            place,
            subject: shown(subject),
            object: shown(object),
            quad,
        }
    }

    fn order(&self, other: &Line<'q>) -> std::cmp::Ordering {
        let text = |line: &Line<'q>| match &line.quad.object {
            Term::NamedNode(node) => node.as_str(),
            Term::Literal(literal) => literal.value(),
            Term::BlankNode(_) => "",
        };
        let graph = |line: &Line<'q>| match line.quad.graph_name.as_ref() {
            GraphNameRef::NamedNode(node) => node.as_str(),
            GraphNameRef::BlankNode(_) | GraphNameRef::DefaultGraph => "",
        };
        let subject = |line: &Line<'q>| match &line.quad.subject {
            NamedOrBlankNode::NamedNode(node) => node.as_str(),
            NamedOrBlankNode::BlankNode(_) => "",
        };
        let predicate = |line: &Line<'q>| line.quad.predicate.as_str();
        self.place
            .cmp(&other.place)
            .then_with(|| predicate(self).cmp(predicate(other)))
            .then_with(|| text(self).cmp(text(other)))
            .then_with(|| subject(self).cmp(subject(other)))
            .then_with(|| graph(self).cmp(graph(other)))
    }
}
