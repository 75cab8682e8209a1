//! Publication: the living are anonymised, judged, and shown under new blank nodes; everything of the last release goes.

use std::collections::{HashMap, HashSet};

use oxigraph::model::{BlankNode, GraphName, Literal, NamedOrBlankNode, Quad, Term};

use super::mention::Mentions;
use super::writer::Writer;
use super::{Engine, labels, now};
use crate::context::{Context, Generalised};
use crate::error::{Error, Result};
use crate::graph::{SAME_AS, key_of_node, term_of_key};
use crate::invariance::{Anonymizer, History, Id, Release, Tuple, Value, verify};
use crate::journal::{Step, To};
use crate::state::{Entry, Link, Published, State, Summary};

/// What is known of the living.
#[derive(Default)]
struct Living {
    /// By number: key, and the value of each published quasi-identifier.
    people: HashMap<Id, (String, Vec<Term>)>,
    tuples: Vec<Tuple>,
    values: Vec<String>,
    /// Those that have no place in classes: nothing sensitive is declared.
    plain: Vec<String>,
    incomplete: usize,
}

impl Engine {
    /// What the next release would be like.
    ///
    /// # Errors
    /// When the store fails.
    pub fn preview(&self) -> Result<Summary> {
        let mut state = self.write_state();
        let stores = self.stores();
        let writer = Writer::new(&self.context, &mut state, &stores.whole, &stores.public)?;
        let living = living(&writer)?;
        let (release, _) = release(&*self.anonymizer, &writer.state.history, &living)?;
        let number = writer.state.summary.as_ref().map_or(1, |last| last.number + 1);
        let summary = summary(&release, &living, number);
        writer.give_up();
        Ok(summary)
    }

    /// Makes a release; everybody sees all of it at once.
    ///
    /// # Errors
    /// When the release breaks a rule, which would be our bug, or the journal fails; the last release stays then.
    pub fn publish(&self) -> Result<Summary> {
        let mut state = self.write_state();
        let old = state.links.clone();
        let result = self.publish_with(&mut state);
        if result.is_err() {
            state.links = old;
        }
        result
    }

    fn publish_with(&self, state: &mut State) -> Result<Summary> {
        let stores = self.stores();
        let mut writer = Writer::new(&self.context, state, &stores.whole, &stores.public)?;
        derive_again(&mut writer)?;
        let living = living(&writer)?;
        let (release, history) = release(&*self.anonymizer, &writer.state.history, &living)?;
        let number = writer.state.summary.as_ref().map_or(1, |last| last.number + 1);
        let summary = summary(&release, &living, number);
        let known: HashSet<Id> = release.classes.iter().flatten().filter_map(|member| member.id).collect();
        let mut published =
            Published { values: living.values.clone(), summary: summary.clone(), ..Published::default() };
        let of_release = history.iter().filter(|(id, _)| known.contains(id));
        published.history = of_release.map(|(id, own)| (*id, own.signature.clone(), own.life)).collect();
        take_back(&mut writer)?;
        relabel(&mut writer, &living, &known)?;
        let likes = release.classes.iter().flatten().filter(|member| member.id.is_none()).map(|member| member.like);
        let copies = copy_open(&mut writer, &likes.filter_map(|id| Some(living.people.get(&id)?.0.clone())).collect())?;
        let entries = show(&mut writer, &release, &living, &copies, &mut published)?;
        let (mut change, ending) = writer.finish(&summary.time);
        change.transition.links = state.links.iter().map(|(address, link)| (address.clone(), link.clone())).collect();
        change.transition.entries = entries;
        change.transition.published = Some(published);
        self.record(&change)?;
        ending.commit()?;
        self.compact(&change.steps)?;
        state.apply(change.transition);
        self.shorten(state);
        Ok(summary)
    }

    /// Publishes if the context says that it is time.
    ///
    /// # Errors
    /// As [`Engine::publish`].
    pub fn publish_if_due(&self, seconds: u64) -> Result<Option<Summary>> {
        let pending = self.state().pending();
        match self.context.publication.due(seconds, pending) {
            true => self.publish().map(Some),
            false => Ok(None),
        }
    }
}

/// Addresses that extend those of entities that came later than they did.
fn derive_again(writer: &mut Writer<'_, '_>) -> Result<()> {
    let known = &writer.state.history;
    let new = writer.state.links.values().any(|link| link.owner.is_none() && !known.contains_key(&link.id));
    if !writer.context.derived || !new {
        return Ok(());
    }
    let state = &writer.state;
    let mut found = Vec::new();
    for quad in writer.public() {
        let quad = quad?;
        let extends = |node: &str| !state.links.contains_key(node) && state.owner(node).is_some();
        let subject = matches!(&quad.subject, NamedOrBlankNode::NamedNode(node) if extends(node.as_str()));
        if subject || matches!(&quad.object, Term::NamedNode(node) if extends(node.as_str())) {
            found.push(quad);
        }
    }
    found.iter().try_for_each(|quad| writer.derive(quad))
}

/// Everybody who can be published, with places on the scales.
fn living(writer: &Writer<'_, '_>) -> Result<Living> {
    let (context, state) = (writer.context, &writer.state);
    let mut living = Living { values: state.values.clone(), ..Living::default() };
    let mut numbers: HashMap<String, Value> = living.values.iter().cloned().zip(0..).collect();
    let mut entities: Vec<(&String, &Link)> = state.links.iter().filter(|(_, link)| link.owner.is_none()).collect();
    entities.sort_by_key(|(_, link)| link.id);
    let published: Vec<usize> = (0..context.quasi.len())
        .filter(|at| context.quasi.get(*at).is_some_and(crate::context::Quasi::is_published))
        .collect();
    for (key, link) in entities {
        let node = match term_of_key(key) {
            Term::NamedNode(node) => NamedOrBlankNode::from(node),
            Term::BlankNode(node) => node.into(),
            Term::Literal(_) => continue,
        };
        if !writer.exact().is_alive(node.as_ref())? {
            continue;
        }
        if context.sensitive.is_none() {
            living.plain.push(key.clone());
            continue;
        }
        let Some((sensitive, quasi)) = record(writer, context, &node, &published)? else {
            living.incomplete += 1;
            continue;
        };
        let next = numbers.len() as Value;
        let value = *numbers.entry(sensitive.to_string()).or_insert(next);
        if value == next {
            living.values.push(sensitive.to_string());
        }
        let own = published.iter().filter_map(|at| context.quasi.get(*at));
        let places = own.zip(&quasi).map(|(own, value)| own.place(value)).collect();
        living.tuples.push(Tuple { id: link.id, value, places });
        living.people.insert(link.id, (key.clone(), quasi));
    }
    normalise(&mut living.tuples);
    Ok(living)
}

/// The sensitive value and the quasi-identifiers of somebody, if each is there once and can be generalised.
fn record(
    writer: &Writer<'_, '_>,
    context: &Context,
    node: &NamedOrBlankNode,
    published: &[usize],
) -> Result<Option<(Term, Vec<Term>)>> {
    let sensitive = context.sensitive_graph();
    let mut values = Vec::new();
    for quad in writer.whole().quads_for_pattern(Some(node.as_ref()), None, None, Some(sensitive.as_ref().into())) {
        values.push(quad?.object);
    }
    let [value] = values.as_slice() else { return Ok(None) };
    let mut found: Vec<Option<Term>> = vec![None; context.quasi.len()];
    for quad in writer.whole().quads_for_pattern(Some(node.as_ref()), None, None, Some(context.private.as_ref().into()))
    {
        let quad = quad?;
        if let crate::context::Role::Quasi(at) = context.role(quad.predicate.as_str())
            && let Some(place) = found.get_mut(at)
            && (place.replace(quad.object).is_some() && published.contains(&at))
        {
            return Ok(None);
        }
    }
    let mut quasi = Vec::new();
    for at in published {
        match (found.get_mut(*at).and_then(Option::take), context.quasi.get(*at)) {
            (Some(term), Some(own)) if own.accepts(&term) => quasi.push(term),
            _ => return Ok(None),
        }
    }
    Ok(Some((value.clone(), quasi)))
}

/// Places from 0 to 1.
fn normalise(tuples: &mut [Tuple]) {
    let width = tuples.first().map_or(0, |tuple| tuple.places.len());
    for at in 0..width {
        let places = tuples.iter().filter_map(|tuple| tuple.places.get(at).copied());
        let (least, most) =
            places.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), own| (own.min(least), own.max(most)));
        let span = if most > least { most - least } else { 1.0 };
        tuples
            .iter_mut()
            .filter_map(|tuple| tuple.places.get_mut(at))
            .for_each(|place| *place = (*place - least) / span);
    }
}

/// A release that keeps the rules, and what is remembered after it.
fn release(anonymizer: &dyn Anonymizer, before: &History, living: &Living) -> Result<(Release, History)> {
    let mut history = before.clone();
    let alive: HashMap<Id, Value> = living.tuples.iter().map(|tuple| (tuple.id, tuple.value)).collect();
    let release = anonymizer.release(&mut history, living.tuples.clone());
    match verify(&release, before, &alive, anonymizer.least()) {
        Ok(()) => Ok((release, history)),
        Err(broken) => Err(Error::Internal(format!("a release was refused: {broken}"))),
    }
}

fn summary(release: &Release, living: &Living, number: u64) -> Summary {
    let smallest = release.classes.iter().map(Vec::len).min();
    let entities = release.classes.iter().flatten().filter(|member| member.id.is_some()).count();
    let widths = release.classes.iter().map(|class| {
        let dimensions = class.first().map_or(0, |member| member.places.len()).max(1);
        let real = class.iter().filter(|member| member.id.is_some()).count();
        crate::invariance::perimeter(class) / dimensions as f64 * real as f64
    });
    Summary {
        number,
        time: now(),
        classes: release.classes.len(),
        entities: entities + living.plain.len(),
        counterfeits: release.counterfeits(),
        deferred: release.deferred.len(),
        incomplete: living.incomplete,
        risk: smallest.map_or(0.0, |size| 1.0 / size as f64),
        loss: widths.sum::<f64>() / entities.max(1) as f64,
    }
}

/// Removes what the last release has made.
fn take_back(writer: &mut Writer<'_, '_>) -> Result<()> {
    let state = &writer.state;
    let released = state.links.values().filter(|link| state.is_released(link)).map(|link| &link.label);
    let nodes: Vec<BlankNode> = released.chain(state.made()).map(BlankNode::new_unchecked).collect();
    for node in nodes {
        let mut found = Vec::new();
        for quad in writer.public().quads_for_pattern(Some(node.as_ref().into()), None, None, None) {
            found.push(quad?);
        }
        for quad in writer.public().quads_for_pattern(None, None, Some(node.as_ref().into()), None) {
            found.push(quad?);
        }
        for quad in found {
            writer.step(Step::Remove(To::Both, quad))?;
        }
    }
    Ok(())
}

/// New blank nodes for everybody, and who is in the release.
fn relabel(writer: &mut Writer<'_, '_>, living: &Living, known: &HashSet<Id>) -> Result<()> {
    let plain: HashSet<&String> = living.plain.iter().collect();
    let mut fresh = labels(writer.state.links.len())?.into_iter();
    let keys: Vec<String> = writer.state.links.keys().cloned().collect();
    for key in keys {
        let Some(link) = writer.state.links.get(&key).cloned() else { continue };
        let label = fresh.next().unwrap_or_default();
        let subject = match term_of_key(&key) {
            Term::NamedNode(node) => NamedOrBlankNode::from(node),
            Term::BlankNode(node) => node.into(),
            Term::Literal(_) => continue,
        };
        let same = |label: &str| {
            Quad::new(subject.clone(), SAME_AS, BlankNode::new_unchecked(label), writer.context.private.clone())
        };
        let (old, new) = (same(&link.label), same(&label));
        writer.step(Step::Remove(To::Whole, old))?;
        writer.step(Step::Add(To::Whole, new))?;
        let released = link.owner.is_none() && (known.contains(&link.id) || plain.contains(&key));
        writer.state.links.insert(key, Link { label, released, ..link });
    }
    Ok(())
}

/// Shows open facts about those in the release. Facts of those that counterfeits copy are handed back.
fn copy_open(writer: &mut Writer<'_, '_>, likes: &HashSet<String>) -> Result<HashMap<String, Vec<Quad>>> {
    let mut copies: HashMap<String, Vec<Quad>> = HashMap::new();
    let mut graphs = vec![writer.context.private.clone()];
    for graph in writer.whole().named_graphs() {
        if let NamedOrBlankNode::NamedNode(node) = graph?
            && node != writer.context.private
            && matches!(writer.context.origin(node.as_str()), Some(GraphName::NamedNode(_)))
        {
            graphs.push(node);
        }
    }
    let mut shown = Vec::new();
    for graph in graphs {
        let Some(origin) = writer.context.origin(graph.as_str()) else { continue };
        for quad in writer.whole().quads_for_pattern(None, None, None, Some(graph.as_ref().into())) {
            let quad = Quad { graph_name: origin.clone(), ..quad? };
            let mentions = Mentions::of(writer.state, &quad);
            let Some(copy) = mentions.copy(writer.state, writer.context, &quad) else { continue };
            let subject = key_of_node(quad.subject.as_ref());
            if likes.contains(&subject) {
                copies.entry(subject).or_default().push(copy.clone());
            }
            shown.push(copy);
        }
    }
    for copy in shown {
        writer.step(Step::Add(To::Both, copy))?;
    }
    Ok(copies)
}

/// Shows the classes: generalised quasi-identifiers and sensitive values; counterfeits to the public only.
fn show(
    writer: &mut Writer<'_, '_>,
    release: &Release,
    living: &Living,
    copies: &HashMap<String, Vec<Quad>>,
    published: &mut Published,
) -> Result<Vec<Entry>> {
    let Some(property) = writer.context.sensitive.clone() else { return Ok(Vec::new()) };
    let mut nodes: HashMap<(usize, Literal, Literal), BlankNode> = HashMap::new();
    let mut fresh = labels(release.counterfeits())?.into_iter();
    let mut entries = Vec::new();
    for class in &release.classes {
        let facts = class_facts(writer, class, living, &mut nodes, published)?;
        for member in class {
            let value = living.values.get(member.value as usize);
            let value: Term = value
                .and_then(|text| text.parse().ok())
                .ok_or_else(|| Error::Internal("a value is lost".to_owned()))?;
            let (to, label) = match member.id.and_then(|id| living.people.get(&id)) {
                Some((key, _)) => {
                    (To::Both, writer.state.links.get(key).map(|link| link.label.clone()).unwrap_or_default())
                }
                None => (To::Public, fresh.next().unwrap_or_default()),
            };
            let node = BlankNode::new_unchecked(label);
            for (predicate, object) in &facts {
                writer.step(Step::Add(
                    to,
                    Quad::new(node.clone(), predicate.clone(), object.clone(), GraphName::DefaultGraph),
                ))?;
            }
            writer.step(Step::Add(
                to,
                Quad::new(node.clone(), property.clone(), value.clone(), GraphName::DefaultGraph),
            ))?;
            if member.id.is_none() {
                let like = living.people.get(&member.like).and_then(|(key, _)| copies.get(key));
                for copy in like.into_iter().flatten() {
                    writer.step(Step::Add(To::Public, Quad { subject: node.clone().into(), ..copy.clone() }))?;
                }
                entries.push(Entry {
                    entity: node.to_string(),
                    new: None,
                    old: Some(value.to_string()),
                    property: property.as_str().to_owned(),
                    time: published.summary.time.clone(),
                    counterfeit: true,
                });
                published.counterfeits.push(node.into_string());
            }
        }
    }
    Ok(entries)
}

/// What all members of a class say. One node stands for equal intervals of all classes, so that it tells no class.
fn class_facts(
    writer: &mut Writer<'_, '_>,
    class: &[crate::invariance::Member],
    living: &Living,
    nodes: &mut HashMap<(usize, Literal, Literal), BlankNode>,
    published: &mut Published,
) -> Result<Vec<(oxigraph::model::NamedNode, Term)>> {
    let context = writer.context;
    let rows: Vec<&Vec<Term>> =
        class.iter().filter_map(|member| living.people.get(&member.like)).map(|(_, own)| own).collect();
    let mut facts = Vec::new();
    for (at, quasi) in context.quasi.iter().filter(|own| own.is_published()).enumerate() {
        let values: Vec<&Term> = rows.iter().filter_map(|row| row.get(at)).collect();
        match quasi.generalise(&values) {
            Generalised::Nothing => {}
            Generalised::Text(text) => facts.push((quasi.property.clone(), text.into())),
            Generalised::Interval(least, most) => {
                let place = (at, least.clone(), most.clone());
                let node = match nodes.get(&place) {
                    Some(node) => node.clone(),
                    None => {
                        let node = BlankNode::new_unchecked(super::label()?);
                        let end = |property: &oxigraph::model::NamedNode, value: Literal| {
                            Quad::new(node.clone(), property.clone(), value, GraphName::DefaultGraph)
                        };
                        let ends = [end(&context.minimum, least), end(&context.maximum, most)];
                        for quad in ends {
                            writer.step(Step::Add(To::Both, quad))?;
                        }
                        published.intervals.push(node.as_str().to_owned());
                        nodes.insert(place, node.clone());
                        node
                    }
                };
                facts.push((quasi.property.clone(), node.into()));
            }
        }
    }
    Ok(facts)
}
