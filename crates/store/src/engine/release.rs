//! A release put in place of the last one. It follows from what was decided and the data as they are, so that the journal holds the decision
//! alone.
//!
//! The store of privileged users keeps its labels: there only what differs is changed. In public every fact of the last release goes, and
//! those of the new one come under its own labels, in the order of these labels: order would join releases as well as labels do.

use std::collections::{HashMap, HashSet};

use oxigraph::model::vocab::rdf;
use oxigraph::model::{
    BlankNode, GraphName, NamedNode, NamedNodeRef, NamedOrBlankNode, Quad, Term,
};

use super::entail::veiled;
use super::groups::groups;
use super::label::{masked, named, shown_under};
use super::mention::open_copy;
use super::relabel::{hide, show};
use super::threads::in_threads;
use super::writer::{Basis, Writer};
use crate::context::{Context, Generalised};
use crate::error::{Error, Result};
use crate::graph::key_of_node;
use crate::invariance::Id;
use crate::state::{Decision, Entry, Facts, Known, Place, State};

/// Facts that take long to give back.
const MANY: usize = 10_000;

/// What a release shows.
#[derive(Default)]
pub struct Shown {
    /// Facts for both stores, with the labels of privileged users.
    facts: Facts,
    /// Facts of counterfeits, with the labels of the release.
    fakes: Vec<Quad>,
    /// Labels of intervals and groups, of privileged users.
    intervals: HashSet<String>,
    /// Labels of counterfeits.
    counterfeits: Vec<(BlankNode, Term)>,
    released: HashSet<Id>,
    removed: (usize, usize),
}

impl Shown {
    /// How many facts of the last release went, of privileged users and of the public.
    pub fn removed(&self) -> (usize, usize) {
        self.removed
    }

    /// Adds facts, with the labels of privileged users.
    pub fn add(&mut self, facts: impl Iterator<Item = Quad>) {
        self.facts.extend(facts);
    }

    /// A node that stands for no entity.
    pub fn made(&mut self, node: &BlankNode) {
        self.intervals.insert(node.as_str().to_owned());
    }
}

/// Puts a release in place of the last one, in the transactions of the writer. Nothing else may have been done in these.
pub fn replace(
    writer: &mut Writer<'_, '_>,
    decide: impl FnOnce(Basis<'_>) -> Result<Decision>,
) -> Result<(Decision, Shown)> {
    super::living::look(writer)?;
    let (basis, whole, public) = writer.parts();
    let state = basis.state;
    // The last release goes while the new one is made.
    let (decision, mut new) = std::thread::scope(|scope| {
        scope.spawn(|| {
            if let Some(key) = &state.key {
                hide(
                    public,
                    key,
                    &|label| state.is_made(label),
                    state.copies.iter(),
                    &state.fakes,
                );
            }
        });
        let decision = decide(basis)?;
        made_of(basis, &decision).map(|new| (decision, new))
    })?;
    let came = |label: &str| state.address(label).is_some() || new.intervals.contains(label);
    let mut gone = 0;
    std::thread::scope(|scope| {
        let facts = &new.facts;
        let gone = &mut gone;
        scope.spawn(move || {
            for quad in state.copies.difference(facts) {
                whole.remove(quad);
                *gone += 1;
            }
            facts
                .difference(&state.copies)
                .for_each(|quad| whole.insert(quad));
        });
        show(public, &decision.key, &came, facts.iter(), &new.fakes);
    });
    new.removed = (gone, state.copies.len() + state.fakes.len());
    Ok((decision, new))
}

/// Takes over a release that is in place.
pub fn settle(state: &mut State, context: &Context, decision: Decision, shown: Shown) {
    let time = decision.summary.time.clone();
    state.entries.clear();
    if let Some(property) = &context.sensitive {
        state
            .entries
            .extend(shown.counterfeits.iter().map(|(node, value)| Entry {
                entity: node.to_string(),
                new: None,
                old: Some(value.to_string()),
                property: property.as_str().to_owned(),
                time: time.clone(),
                counterfeit: true,
            }));
    }
    state.key = Some(decision.key);
    state.released = shown.released;
    let old = (
        std::mem::replace(&mut state.copies, shown.facts),
        std::mem::replace(&mut state.fakes, shown.fakes),
    );
    // As many texts as the release had: nobody has to wait until they are given back.
    if old.0.len() > MANY {
        std::thread::spawn(move || drop(old));
    }
    state.intervals = shown.intervals;
    state.counterfeits = shown
        .counterfeits
        .into_iter()
        .map(|(node, _)| node.into_string())
        .collect();
    state.remember(decision.history);
    state.values.extend(decision.values);
    state.summary = Some(decision.summary);
}

/// All facts of a release.
fn made_of(basis: Basis<'_>, decision: &Decision) -> Result<Shown> {
    let (context, state) = (basis.context, basis.state);
    let members = decision
        .classes
        .iter()
        .flatten()
        .filter_map(|(id, _, _)| *id);
    let mut shown = Shown {
        released: members.chain(decision.plain.iter().copied()).collect(),
        ..Shown::default()
    };
    shown
        .facts
        .reserve(state.copies.len().max(8 * shown.released.len()));
    let addresses: HashMap<Id, &String> = state
        .links
        .iter()
        .filter(|(_, link)| link.owner.is_none())
        .map(|(address, link)| (link.id, address))
        .collect();
    let fakes = decision
        .classes
        .iter()
        .flatten()
        .filter(|(id, _, _)| id.is_none());
    let likes: HashSet<&str> = fakes
        .filter_map(|(_, like, _)| addresses.get(like))
        .map(|address| address.as_str())
        .collect();
    let copies = open_facts(basis, &likes, &mut shown)?;
    let lost = || Error::Internal("a value is lost".to_owned());
    let values = state
        .values
        .iter()
        .chain(&decision.values)
        .map(|text| text.parse());
    let values = values
        .collect::<std::result::Result<Vec<Term>, _>>()
        .map_err(|_| lost())?;
    let Some(property) = &context.sensitive else {
        return Ok(shown);
    };
    if context.only_grows() {
        groups(basis, decision, &addresses, &values, &mut shown)?;
        return Ok(shown);
    }
    for class in &decision.classes {
        let mut facts = class_facts(basis, class, &mut shown);
        for (id, like, value) in class {
            let value = values.get(*value as usize).ok_or_else(lost)?;
            facts.push((property.clone(), value.clone()));
            match id {
                Some(id) => {
                    let link = addresses
                        .get(id)
                        .and_then(|address| state.links.get(*address))
                        .ok_or_else(lost)?;
                    let node = BlankNode::new_unchecked(link.label.clone());
                    shown.facts.extend(about(&node, &facts));
                }
                None => {
                    let like = addresses
                        .get(like)
                        .and_then(|address| copies.get(address.as_str()));
                    counterfeit(
                        state,
                        decision,
                        &facts,
                        like.map_or(&[], Vec::as_slice),
                        value.clone(),
                        &mut shown,
                    );
                }
            }
            facts.pop();
        }
    }
    Ok(shown)
}

/// Facts about a node of the default graph.
pub fn about<'f>(
    node: &'f BlankNode,
    facts: &'f [(NamedNode, Term)],
) -> impl Iterator<Item = Quad> + 'f {
    facts.iter().map(|(predicate, object)| {
        Quad::new(
            node.clone(),
            predicate.clone(),
            object.clone(),
            GraphName::DefaultGraph,
        )
    })
}

/// Somebody who does not exist: in public only, with the open facts of somebody else.
fn counterfeit(
    state: &State,
    decision: &Decision,
    facts: &[(NamedNode, Term)],
    like: &[Quad],
    value: Term,
    shown: &mut Shown,
) {
    let node = masked(
        &decision.key,
        &format!("counterfeit {}", shown.counterfeits.len()),
    );
    let made = |label: &str| state.address(label).is_some() || shown.intervals.contains(label);
    let own: Vec<Quad> = about(&node, facts)
        .chain(like.iter().map(|quad| Quad {
            subject: node.clone().into(),
            ..quad.clone()
        }))
        .map(|quad| shown_under(&decision.key, &quad, &made))
        .collect();
    shown.fakes.extend(own);
    shown.counterfeits.push((node, value));
}

/// Open facts about those in the release. Facts of those whom counterfeits copy are handed back.
fn open_facts(
    basis: Basis<'_>,
    likes: &HashSet<&str>,
    shown: &mut Shown,
) -> Result<HashMap<String, Vec<Quad>>> {
    let Basis {
        context,
        state,
        store,
    } = basis;
    let classes: Vec<NamedNode> = context
        .classes
        .iter()
        .map(NamedNode::new_unchecked)
        .collect();
    let veiled = veiled(store, context)?;
    let open: Vec<NamedNode> = context
        .open_properties()
        .filter(|own| !veiled.contains(own.as_str()))
        .collect();
    let kinds = classes.iter().map(|class| (rdf::TYPE, Some(class)));
    let patterns: Vec<(NamedNodeRef<'_>, Option<&NamedNode>)> = open
        .iter()
        .map(|property| (property.as_ref(), None))
        .chain(kinds)
        .collect();
    let mut places = Vec::new();
    for graph in private_graphs(basis)? {
        if let Some(origin) = context.origin(graph.as_str()) {
            places.extend(
                patterns
                    .iter()
                    .map(|pattern| (graph.clone(), origin.clone(), *pattern)),
            );
        }
    }
    let released = &shown.released;
    let of_place = |(graph, origin, (property, object)): &(
        NamedNode,
        GraphName,
        (NamedNodeRef<'_>, Option<&NamedNode>),
    )| {
        let object = object.map(|class| class.as_ref().into());
        let found =
            store.quads_for_pattern(None, Some(*property), object, Some(graph.as_ref().into()));
        let mut copies = Vec::new();
        for quad in found {
            let quad = quad?;
            let like = if likes.is_empty() {
                None
            } else {
                Some(key_of_node(quad.subject.as_ref()))
            };
            let like = like.filter(|subject| likes.contains(subject.as_str()));
            copies.extend(open_copy(state, quad, origin, released).map(|copy| (like, copy)));
        }
        Ok(copies)
    };
    let mut copies: HashMap<String, Vec<Quad>> = HashMap::new();
    for (like, copy) in in_threads(&places, &of_place)?.into_iter().flatten() {
        if let Some(subject) = like {
            copies.entry(subject).or_default().push(copy.clone());
        }
        shown.facts.insert(copy);
    }
    Ok(copies)
}

/// Private graphs that stand beside others; the one of sensitive values does not.
fn private_graphs(basis: Basis<'_>) -> Result<Vec<NamedNode>> {
    let mut graphs = vec![basis.context.private.clone()];
    for graph in basis.store.named_graphs() {
        if let NamedOrBlankNode::NamedNode(node) = graph?
            && node != basis.context.private
            && matches!(
                basis.context.origin(node.as_str()),
                Some(GraphName::NamedNode(_))
            )
        {
            graphs.push(node);
        }
    }
    Ok(graphs)
}

/// What all members of a class say. One node stands for equal intervals of all classes, so that it tells no class.
fn class_facts(basis: Basis<'_>, class: &[Place], shown: &mut Shown) -> Vec<(NamedNode, Term)> {
    let context = basis.context;
    let rows: Vec<&Vec<Term>> = class
        .iter()
        .filter_map(|(_, like, _)| match basis.state.known.get(like) {
            Some(Known::Whole(_, values)) => Some(values),
            _ => None,
        })
        .collect();
    let mut facts = Vec::new();
    for (at, quasi) in context
        .quasi
        .iter()
        .filter(|own| own.is_published())
        .enumerate()
    {
        let values: Vec<&Term> = rows.iter().filter_map(|row| row.get(at)).collect();
        match quasi.generalise(&values) {
            Generalised::Nothing => {}
            Generalised::Text(text) => facts.push((quasi.property.clone(), text.into())),
            Generalised::Interval(least, most) => {
                let node = named(&format!("interval {} {least} {most}", quasi.property));
                if shown.intervals.insert(node.as_str().to_owned()) {
                    let ends = [
                        (context.minimum.clone(), least.into()),
                        (context.maximum.clone(), most.into()),
                    ];
                    shown.facts.extend(about(&node, &ends));
                }
                facts.push((quasi.property.clone(), node.into()));
            }
        }
    }
    facts
}
