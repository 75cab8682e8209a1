//! What follows from a change of the vocabulary: other properties are protected, and other things are entities.

use oxigraph::model::vocab::rdf;
use oxigraph::model::{NamedNode, NamedNodeRef, Quad, TermRef};

use bauta_graph::protection::key as text_of;

use super::writer::{Writer, named_by};
use crate::context::{Closure, Context, Designator, End, Role, is_vocabulary};
use crate::error::Result;
use crate::graph::{Source, is_made, key};
use crate::journal::Step;
use crate::state::{Lesson, State};

/// Takes the vocabulary of some facts into the closure; whether it changed. Nothing is asked of what a context does not protect.
pub fn learn_vocabulary<'a>(
    closure: &mut Closure,
    context: &Context,
    store: impl Source<'a>,
    removed: &[&Quad],
    added: &[&Quad],
) -> Result<bool> {
    let mut changed = false;
    if !context.protects() {
        return Ok(changed);
    }
    for quad in removed.iter().filter(|quad| is_vocabulary(quad)) {
        let mut same = store.quads(
            Some(quad.subject.as_ref()),
            Some(quad.predicate.as_ref()),
            Some(quad.object.as_ref()),
            None,
        );
        if same.next().transpose()?.is_none() {
            changed |= closure.remove(quad);
        }
    }
    for quad in added {
        changed |= closure.insert(quad);
    }
    if changed {
        closure.compute(context);
    }
    Ok(changed)
}

/// Learns the vocabulary of steps that are played again.
pub fn learn_again<'a>(
    state: &mut State,
    context: &Context,
    store: impl Source<'a>,
    steps: &[Step],
) -> Result<()> {
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    for step in steps {
        match step {
            Step::Add(to, quad) if to.whole() && !is_made(state, quad.object.as_ref()) => {
                added.push(quad);
            }
            Step::Remove(to, quad) if to.whole() => removed.push(quad),
            Step::Add(..) | Step::Remove(..) | Step::Create(..) | Step::Drop(..) => {}
        }
    }
    let mut closure = state.closure.clone();
    // First what was added: what went again in the same change is not in the store.
    let came = learn_vocabulary(&mut closure, context, store, &[], &added)?;
    let went = learn_vocabulary(&mut closure, context, store, &removed, &[])?;
    if came || went {
        state.closure = closure;
        state.known.clear();
    }
    Ok(())
}

/// Counts the values that identify: they are not in the journal.
pub fn recount<'a>(state: &mut State, context: &Context, store: impl Source<'a>) -> Result<()> {
    state.forget_identifying();
    let mut paths = state.closure.paths(context, Role::Identifier);
    // A property that names both of its ends is gone through once.
    paths.dedup_by(|a, b| a.0 == b.0);
    for (property, _) in paths {
        for quad in store.quads(None, Some(property.as_ref()), None, None) {
            for text in named_by(state, &quad?) {
                state.count_identifying(&text, true);
            }
        }
    }
    Ok(())
}

impl Writer<'_, '_> {
    /// Takes the vocabulary of a change into account, before what it adds is put anywhere.
    pub fn close(&mut self, removed: &[Quad], added: &[Quad]) -> Result<()> {
        let vocabulary = |quads: &'_ [Quad]| quads.iter().any(is_vocabulary);
        if !vocabulary(removed) && !vocabulary(added) {
            return Ok(());
        }
        let mut closure = self.state.closure.clone();
        let (removed, added): (Vec<_>, Vec<_>) = (removed.iter().collect(), added.iter().collect());
        if !learn_vocabulary(&mut closure, self.context, &self.whole, &removed, &added)? {
            return Ok(());
        }
        let before = std::mem::replace(&mut self.state.closure, closure);
        self.state.known.clear();
        let known = before.designators();
        let names = before.paths(self.context, Role::Identifier);
        let counted = self.state.forget_identifying();
        self.lessons
            .push(Lesson::Closed(Box::new((before, counted))));
        recount(self.state, self.context, &self.whole)?;
        let designators = self.state.closure.designators();
        for new in designators.difference(&known) {
            for key in self.designated(new)? {
                self.link(&key, None)?;
            }
        }
        let paths = self.state.closure.paths(self.context, Role::Identifier);
        for (property, _) in paths.iter().filter(|path| !names.contains(path)) {
            for quad in self.of_property(property.as_ref())? {
                self.relocate_names(&quad)?;
            }
        }
        Ok(())
    }

    fn of_property(&self, property: NamedNodeRef<'_>) -> Result<Vec<Quad>> {
        let found = self
            .whole
            .quads_for_pattern(None, Some(property), None, None);
        let mut found = found.collect::<std::result::Result<Vec<_>, _>>()?;
        found.retain(|quad| {
            !is_made(self.state, quad.subject.as_ref().into())
                && !is_made(self.state, quad.object.as_ref())
        });
        Ok(found)
    }

    /// Whom something makes an entity.
    fn designated(&self, designator: &Designator) -> Result<Vec<String>> {
        let (property, value, end) = match designator {
            Designator::Class(class) => (rdf::TYPE.as_str(), Some(class), End::Subject),
            Designator::Property(property, end) => (property.as_str(), None, *end),
            Designator::Value(property, value, end) => (property.as_str(), Some(value), *end),
            Designator::Individual(own) => {
                let is_there = !own.starts_with('"');
                return Ok(is_there.then(|| own.clone()).into_iter().collect());
            }
        };
        let mut found = Vec::new();
        for quad in self.of_property(NamedNode::new_unchecked(property).as_ref())? {
            let (subject, object) = (TermRef::from(quad.subject.as_ref()), quad.object.as_ref());
            let (own, other) = match end {
                End::Subject => (subject, object),
                End::Object => (object, subject),
            };
            if value.is_none_or(|value| text_of(other) == *value) {
                found.extend(key(own));
            }
        }
        Ok(found)
    }
}
