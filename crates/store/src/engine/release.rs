//! A release put in place of the last one. It follows from what was decided and the data as they are, so that the journal holds the decision
//! alone.
//!
//! The store of privileged users keeps its labels: there only what differs is changed. In public every fact of the last release goes, and
//! those of the new one come under its own labels, in the order of these labels: order would join releases as well as labels do.

use std::collections::{HashMap, HashSet};

use oxigraph::model::{BlankNode, GraphName, NamedNode, NamedOrBlankNode, Quad, Term};
use oxigraph::store::Transaction;

use super::counterfeit::{Counterfeit, DIRECTIONS, models};
use super::groups::groups;
use super::label::{masked, named, shown_under};
use super::open_facts::{open_facts, patterns};
use super::profile::{Seen, profile, singled_out};
use super::relabel::{hide, show};
use super::writer::{Basis, Writer};
use crate::context::{Context, Generalised};
use crate::error::{Error, Result};
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
    /// Labels of nodes that belong to counterfeits.
    parts: Vec<BlankNode>,
    /// Members as an attacker sees them.
    seen: Vec<Seen>,
    released: HashSet<Id>,
    removed: (usize, usize),
}

impl Shown {
    /// How many facts of the last release went, of privileged users and of the public.
    pub fn removed(&self) -> (usize, usize) {
        self.removed
    }

    /// Entities in it.
    pub fn released(&self) -> &HashSet<Id> {
        &self.released
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
    let unnamed = graphs_to_drop(basis, public)?;
    // The last release goes while the new one is made.
    let (mut decision, mut new) = std::thread::scope(|scope| {
        scope.spawn(|| {
            state.outdated.iter().for_each(|quad| public.remove(quad));
            state
                .unpublished
                .iter()
                .for_each(|quad| public.insert(quad));
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
            // A named graph may have been dropped since, and the copies in it: there nothing is taken for granted.
            let missing =
                |quad: &&Quad| !quad.graph_name.is_default_graph() || !state.copies.contains(*quad);
            facts
                .iter()
                .filter(missing)
                .for_each(|quad| whole.insert(quad));
        });
        show(public, &decision.key, &came, facts.iter(), &new.fakes);
    });
    for graph in &unnamed {
        public.remove_named_graph(graph)?;
    }
    new.removed = (
        gone,
        state.copies.len() + state.fakes.len() + state.outdated.len(),
    );
    decision.summary.singled_out = singled_out(&new.seen, decision.summary.risk);
    Ok((decision, new))
}

/// Graphs that everybody sees, and that are gone since the last release or bear the name of somebody.
fn graphs_to_drop(basis: Basis<'_>, public: &Transaction<'_>) -> Result<Vec<NamedNode>> {
    let mut found = Vec::new();
    for graph in public.named_graphs() {
        let NamedOrBlankNode::NamedNode(node) = graph? else {
            continue;
        };
        let state = basis.state;
        if state.links.contains_key(node.as_str())
            || state.identifies(node.as_str())
            || !basis.store.contains_named_graph(&node)?
        {
            found.push(node);
        }
    }
    Ok(found)
}

/// What the next release would single out.
pub fn would_single_out(basis: Basis<'_>, decision: &Decision) -> Result<f64> {
    let shown = made_of(basis, decision)?;
    Ok(singled_out(&shown.seen, decision.summary.risk))
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
        .map(|(node, _)| node)
        .chain(shown.parts)
        .map(BlankNode::into_string)
        .collect();
    state.open_changes = 0;
    state.outdated.clear();
    state.unpublished.clear();
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
    let patterns = patterns(context);
    let models = models(decision, patterns.len());
    let likes: HashSet<Id> = models.iter().flatten().copied().collect();
    let open = open_facts(basis, &patterns, &likes, &mut shown)?;
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
    let label_of = |id: &Id| {
        let link = addresses
            .get(id)
            .and_then(|address| state.links.get(*address));
        link.map(|link| link.label.as_str()).ok_or_else(lost)
    };
    let mut models = models.iter();
    for class in &decision.classes {
        let mut facts = class_facts(basis, class, &mut shown);
        let quasi = format!("{facts:?}");
        for (id, _, value) in class {
            let term = values.get(*value as usize).ok_or_else(lost)?;
            facts.push((property.clone(), term.clone()));
            let open = match id {
                Some(id) => {
                    let node = BlankNode::new_unchecked(label_of(id)?);
                    shown.facts.extend(about(&node, &facts));
                    open.profiles.of(*id)
                }
                None => {
                    let number = shown.counterfeits.len();
                    let mut fake = Counterfeit {
                        basis,
                        key: &decision.key,
                        number,
                        node: masked(&decision.key, &format!("counterfeit {number}")),
                        parts: Vec::new(),
                        facts: Vec::new(),
                    };
                    for (slot, model) in models.next().into_iter().flatten().enumerate() {
                        let own = open.facts.get(model).map_or(&[][..], Vec::as_slice);
                        let of = (slot / DIRECTIONS, slot % DIRECTIONS == 0);
                        fake.take(*model, label_of(model)?, own, of, &|label| {
                            state.address(label).is_some()
                        });
                    }
                    shown.counterfeit(fake, &facts, term.clone(), state)
                }
            };
            facts.pop();
            shown.seen.push(Seen {
                quasi: quasi.clone(),
                open,
                value: *value,
                is_real: id.is_some(),
            });
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

impl Shown {
    /// Adds somebody who does not exist, in public only; what its open facts tell.
    fn counterfeit(
        &mut self,
        fake: Counterfeit<'_>,
        facts: &[(NamedNode, Term)],
        value: Term,
        state: &State,
    ) -> u64 {
        let own = |label: &str| {
            fake.node.as_str() == label || fake.parts.iter().any(|part| part.as_str() == label)
        };
        let open = profile(fake.facts.iter(), &own);
        let made = |label: &str| state.address(label).is_some() || self.intervals.contains(label);
        let class = about(&fake.node, facts).map(|quad| shown_under(fake.key, &quad, &made));
        let class: Vec<Quad> = class.collect();
        self.fakes.extend(class);
        self.fakes.extend(fake.facts);
        self.counterfeits.push((fake.node, value));
        self.parts.extend(fake.parts);
        open
    }
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
