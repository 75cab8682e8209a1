//! Publication: the living are anonymised, judged, and shown under new blank nodes; everything of the last release goes.

use std::collections::HashMap;

use oxigraph::model::{NamedOrBlankNode, Term};

use super::label::secret;
use super::learn::hashed;
use super::living::{Living, living};
use super::release::{replace, settle};
use super::writer::Writer;
use super::{Engine, now};
use crate::error::{Error, Result};
use crate::invariance::{Anonymizer, History, Id, Release, Value, verify};
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
        let living = living(&mut writer)?;
        let (release, _) = release(&*self.anonymizer, &writer.state.history, &living)?;
        let number = writer.state.summary.as_ref().map_or(1, |last| last.number + 1);
        Ok(summary(&release, &living, number))
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
        let decision = decide(&*self.anonymizer, &mut writer)?;
        let shown = replace(&mut writer, &decision)?;
        let summary = decision.summary.clone();
        let mut change = Change::default();
        let ending = writer.end();
        change.transition.published = Some(decision);
        self.record(&change)?;
        ending.commit()?;
        if let Some(decision) = change.transition.published {
            settle(&mut state, &self.context, decision, shown);
        }
        self.shorten(&state);
        Ok(summary)
    }

    /// Addresses that extend those of entities that came later than they did.
    fn derive_again(&self) -> Result<()> {
        let (unseen, found) = {
            let state = self.state();
            if !state.unseen.iter().any(|address| state.starts.contains(&hashed(address))) {
                return Ok(());
            }
            let extends = |node: &str| !state.links.contains_key(node) && state.owner(node).is_some();
            let mut found = Vec::new();
            for quad in self.public().iter() {
                let quad = quad?;
                let subject = matches!(&quad.subject, NamedOrBlankNode::NamedNode(node) if extends(node.as_str()));
                if subject || matches!(&quad.object, Term::NamedNode(node) if extends(node.as_str())) {
                    found.push(quad);
                }
            }
            (state.unseen.clone(), found)
        };
        self.changed(|writer| found.iter().try_for_each(|quad| writer.derive(quad)))?;
        let mut state = self.write_state();
        state.unseen.retain(|address| !unseen.contains(address));
        for address in unseen {
            state.starts.remove(&hashed(&address));
        }
        Ok(())
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

/// What the next release is to be.
fn decide(anonymizer: &dyn Anonymizer, writer: &mut Writer<'_, '_>) -> Result<Decision> {
    let living = living(writer)?;
    let before = &writer.state.history;
    let (release, history) = release(anonymizer, before, &living)?;
    let number = writer.state.summary.as_ref().map_or(1, |last| last.number + 1);
    let summary = summary(&release, &living, number);
    let news = history.iter().filter(|(id, own)| before.get(id) != Some(own));
    let history = news.map(|(id, own)| (*id, own.signature.clone(), own.life)).collect();
    let class = |class: &Vec<crate::invariance::Member>| {
        class.iter().map(|member| (member.id, member.like, member.value)).collect()
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
