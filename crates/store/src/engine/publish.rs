//! Publication: the living are anonymised, judged, and shown under new blank nodes; everything of the last release goes.

use std::collections::{HashMap, HashSet};

use oxigraph::model::vocab::{rdf, rdfs};
use oxigraph::model::{NamedOrBlankNode, Term};

use super::label::secret;
use super::learn::hashed;
use super::living::{Living, living, look};
use super::mention::{may_be_somebody, own_datatype};
use super::release::{replace, settle, would_single_out};
use super::writer::{Basis, Writer};
use super::{Engine, now};
use crate::error::{Error, Result};
use crate::invariance::{Anonymizer, History, Id, Member, Release, Value, World};
use crate::journal::Change;
use crate::state::{Decision, Summary};

impl Engine {
    /// What the next release would be like.
    ///
    /// # Errors
    /// When the store fails.
    pub fn preview(&self) -> Result<Summary> {
        let mut state = self.write_state();
        let stores = self.stores();
        let mut writer = Writer::new(&self.context, &mut state, &stores.whole, &stores.public)?;
        look(&mut writer)?;
        let decision = decide(&*self.anonymizer, writer.basis())?;
        let mut summary = decision.summary.clone();
        summary.singled_out = would_single_out(writer.basis(), &decision)?;
        Ok(summary)
    }

    /// Makes a release; everybody sees all of it at once.
    ///
    /// # Errors
    /// When the release breaks a rule, which would be our bug, or the journal fails; the last release stays then.
    pub fn publish(&self) -> Result<Summary> {
        if self.context.derived {
            self.derive_again()?;
        }
        let mut state = self.write_state();
        let stores = self.stores();
        let mut writer = Writer::new(&self.context, &mut state, &stores.whole, &stores.public)?;
        let (decision, shown) = replace(&mut writer, |basis| decide(&*self.anonymizer, basis))?;
        let summary = decision.summary.clone();
        let mut change = Change::default();
        let ending = writer.end();
        change.transition.published = Some(decision);
        self.record(&change)?;
        ending.commit_large()?;
        self.waste.released(shown.removed());
        if let Some(decision) = change.transition.published {
            settle(&mut state, &self.context, decision, shown);
        }
        Ok(summary)
    }

    /// Addresses that extend those of entities that came later than they did.
    fn derive_again(&self) -> Result<()> {
        let (unseen, found) = {
            let state = self.state();
            if !state
                .unseen
                .iter()
                .any(|address| state.starts.contains(&hashed(address)))
            {
                return Ok(());
            }
            let extends =
                |node: &str| !state.links.contains_key(node) && state.owner(node).is_some();
            let mut found = Vec::new();
            for quad in &self.public() {
                let quad = quad?;
                let subject = matches!(&quad.subject, NamedOrBlankNode::NamedNode(node) if extends(node.as_str()));
                if subject
                    || (may_be_somebody(&self.context, quad.predicate.as_ref())
                        && extends(quad.predicate.as_str()))
                    || matches!(&quad.object, Term::NamedNode(node) if extends(node.as_str()))
                    || own_datatype(&quad.object).is_some_and(|own| extends(own.as_str()))
                {
                    found.push(quad);
                }
            }
            (state.unseen.clone(), found)
        };
        self.changed(|writer| found.iter().try_for_each(|quad| writer.derive(quad)))?;
        let mut state = self.write_state();
        for address in &unseen {
            // What was derived from it is private now; new facts are looked at when they come.
            state.starts.remove(&hashed(address));
        }
        let unseen: HashSet<String> = unseen.into_iter().collect();
        state.unseen.retain(|address| !unseen.contains(address));
        Ok(())
    }

    /// Publishes if the context says that it is time.
    ///
    /// # Errors
    /// As [`Engine::publish`].
    pub fn publish_if_due(&self, seconds: u64) -> Result<Option<Summary>> {
        let pending = self.state().pending();
        if self.context.publication.due(seconds, pending) {
            self.publish().map(Some)
        } else {
            Ok(None)
        }
    }
}

/// What the next release is to be.
fn decide(anonymizer: &dyn Anonymizer, basis: Basis<'_>) -> Result<Decision> {
    let living = living(basis);
    let world = world(anonymizer, basis, &living)?;
    let before = &basis.state.history;
    let (release, history) = release(anonymizer, before, &living, &world)?;
    let number = basis
        .state
        .summary
        .as_ref()
        .map_or(1, |last| last.number + 1);
    let summary = summary(anonymizer, &release, &living, number);
    let news = history
        .iter()
        .filter(|(id, own)| before.get(id) != Some(own));
    let history = news.flat_map(|(id, own)| own.lives(*id)).collect();
    let class = |class: &Vec<Member>| {
        class
            .iter()
            .map(|member| (member.id, member.like, member.value))
            .collect()
    };
    Ok(Decision {
        key: secret()?,
        classes: release.classes.iter().map(class).collect(),
        plain: living.plain,
        history,
        values: living.values,
        summary,
    })
}

/// A release that keeps the rules, and what is remembered after it.
fn release(
    anonymizer: &dyn Anonymizer,
    before: &History,
    living: &Living,
    world: &World,
) -> Result<(Release, History)> {
    let mut history = before.clone();
    let alive: HashMap<Id, Value> = living
        .tuples
        .iter()
        .map(|tuple| (tuple.id, tuple.value))
        .collect();
    let release = anonymizer.release(&mut history, living.tuples.clone(), world);
    match anonymizer.judge(&release, before, &alive) {
        Ok(()) => Ok((release, history)),
        Err(broken) => Err(Error::Internal(format!("a release was refused: {broken}"))),
    }
}

/// What sensitive values mean, for a technique that groups by meaning.
fn world(anonymizer: &dyn Anonymizer, basis: Basis<'_>, living: &Living) -> Result<World> {
    if anonymizer.generalises() {
        return Ok(World::default());
    }
    let values: Vec<String> = basis
        .state
        .values
        .iter()
        .chain(&living.values)
        .cloned()
        .collect();
    let mut classes = Vec::new();
    let default = oxigraph::model::GraphNameRef::DefaultGraph;
    for quad in basis
        .store
        .quads_for_pattern(None, Some(rdfs::SUB_CLASS_OF), None, Some(default))
    {
        let quad = quad?;
        classes.push((
            quad.subject.to_string(),
            quad.predicate.to_string(),
            quad.object.to_string(),
        ));
    }
    for value in &values {
        let Ok(Term::NamedNode(node)) = value.parse::<Term>() else {
            continue;
        };
        let node = NamedOrBlankNode::from(node);
        for quad in
            basis
                .store
                .quads_for_pattern(Some(node.as_ref()), Some(rdf::TYPE), None, Some(default))
        {
            let quad = quad?;
            classes.push((
                quad.subject.to_string(),
                quad.predicate.to_string(),
                quad.object.to_string(),
            ));
        }
    }
    Ok(World { values, classes })
}

/// The largest share that one value has of a class.
fn share(class: &[Member]) -> f64 {
    let mut counts: HashMap<Value, usize> = HashMap::new();
    class
        .iter()
        .for_each(|member| *counts.entry(member.value).or_default() += 1);
    counts.values().copied().max().unwrap_or(0) as f64 / class.len().max(1) as f64
}

fn summary(
    anonymizer: &dyn Anonymizer,
    release: &Release,
    living: &Living,
    number: u64,
) -> Summary {
    let entities = release
        .classes
        .iter()
        .flatten()
        .filter(|member| member.id.is_some())
        .count();
    let width = |class: &Vec<Member>| {
        let dimensions = class.first().map_or(0, |member| member.places.len()).max(1);
        let real = class.iter().filter(|member| member.id.is_some()).count();
        crate::invariance::perimeter(class) / dimensions as f64 * real as f64
    };
    let widths = release
        .classes
        .iter()
        .filter(|_| anonymizer.generalises())
        .map(width);
    Summary {
        number,
        time: now(),
        classes: release.classes.len(),
        entities: entities + living.plain.len(),
        counterfeits: release.counterfeits(),
        deferred: release.deferred.len(),
        incomplete: living.incomplete,
        risk: release
            .classes
            .iter()
            .map(|class| share(class))
            .fold(0.0, f64::max),
        // Known when the release is made.
        singled_out: 0.0,
        loss: widths.sum::<f64>() / entities.max(1) as f64,
    }
}
