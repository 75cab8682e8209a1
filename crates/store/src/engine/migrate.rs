//! A store with another context that remembers what releases have said: with signatures drawn anew, releases before and after would tell values together.

use std::path::Path;

use oxigraph::model::{BlankNode, NamedNode, NamedOrBlankNode, Quad, Term};

use super::{Engine, play};
use crate::context::Context;
use crate::error::{Error, Result, Said};
use crate::graph::{SAME_AS, term_of_key};
use crate::journal::{Change, Step, To};
use crate::state::State;

impl Engine {
    /// Makes a store in an empty folder that has the data of this one under another context, and all that releases have said of entities, of those who are gone too.
    /// Nothing is published in it until its first release. What a crash leaves of it has the signatures, or nothing at all.
    ///
    /// # Errors
    /// When the context cannot go on with the signatures, and says why; when the folder is not empty or fails.
    pub fn migrate(&self, folder: &Path, context: Context, written: &str) -> Result<Engine> {
        let state = self.state();
        let faults = faults(&self.context, &context, &state);
        if !faults.is_empty() {
            return Err(Error::Context(faults));
        }
        let new = Engine::open(folder, context, written)?;
        if !new.state().links.is_empty() || !new.whole().is_empty()? {
            return Err(Error::Data(format!(
                "{} holds a store already",
                folder.display()
            )));
        }
        new.begin_with(&state)?;
        drop(state);
        let quads = self.exact(None)?;
        let graphs = self.graphs()?;
        new.changed(|writer| {
            writer.delta(Vec::new(), quads)?;
            for name in graphs {
                let graph = NamedNode::new_unchecked(name);
                if !writer.exact().graphs()?.contains(graph.as_str()) {
                    writer.create(&graph)?;
                }
            }
            Ok(())
        })?;
        new.snapshot()?;
        Ok(new)
    }

    /// Takes over entities, their numbers and what releases have said of them.
    fn begin_with(&self, old: &State) -> Result<()> {
        let mut seed = State::default();
        seed.history = old.history.clone();
        seed.values = old.values.clone();
        seed.summary = old.summary.clone();
        let mut change = Change::default();
        let entities = old.links.iter().filter(|(_, link)| link.owner.is_none());
        for (address, link) in entities {
            let subject = match term_of_key(address) {
                Term::NamedNode(node) => NamedOrBlankNode::from(node),
                Term::BlankNode(node) => node.into(),
                Term::Literal(_) => continue,
            };
            let node = BlankNode::new_unchecked(link.label.as_str());
            let private = self.context.private.clone();
            change.steps.push(Step::Add(
                To::Whole,
                Quad::new(subject, SAME_AS, node, private),
            ));
            seed.insert_link(address.clone(), link.clone());
        }
        change.transition = seed.whole();
        self.record(&change)?;
        let stores = self.stores();
        let mut state = self.write_state();
        play(
            &self.context,
            &stores.whole,
            &stores.public,
            &mut state,
            change,
        )
    }
}

/// Why a context cannot go on with what releases have said under another one.
fn faults(old: &Context, new: &Context, state: &State) -> Vec<Said> {
    let mut faults = Vec::new();
    if state.history.is_empty() {
        return faults;
    }
    if old.method != new.method {
        faults.push(Said::new(
            "releases were made by another method, whose classes this one cannot continue",
            "des publications ont été faites par une autre méthode, dont celle-ci ne peut poursuivre les classes",
        ));
    }
    if old.sensitive != new.sensitive {
        faults.push(Said::new(
            "releases have told values of another sensitive property; signatures of this one would be new",
            "des publications ont donné les valeurs d'une autre propriété sensible ; les signatures de celle-ci seraient nouvelles",
        ));
    }
    let small = state.history.values().filter(|own| {
        let mut sizes = own.signatures.iter().map(Vec::len);
        sizes.any(|size| size < new.m)
    });
    let small = small.count();
    if small > 0 {
        let m = new.m;
        faults.push(Said::new(
            format!("m = {m} is more than {small} entities were published among; their signatures cannot grow"),
            format!("m = {m} dépasse le nombre de valeurs parmi lesquelles {small} entités ont été publiées ; leurs signatures ne peuvent croître"),
        ));
    }
    faults
}
