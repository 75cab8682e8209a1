//! Stores made anew. In memory the library keeps what was removed, and every scan passes it; a release removes as much as it shows. So a store is
//! written to a fresh one beside it, while readers and writers go on with the old one, and takes its place at the end.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use oxigraph::model::{NamedOrBlankNode, Quad};
use oxigraph::store::Store;

use super::Engine;
use super::writer::take_one;
use crate::error::Result;
use crate::journal::Step;

/// Fewer removals of releases do not matter.
const FEW: usize = 1_000;

/// Nor do fewer removals of changes.
const MANY: usize = 50_000;

/// Quads written at once.
const PART: usize = 100_000;

/// Which store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    Whole,
    Public,
}

/// What the stores hold that was removed.
#[derive(Default)]
pub struct Waste {
    changed: AtomicUsize,
    whole: AtomicUsize,
    public: AtomicUsize,
    releases: AtomicU64,
    /// Changes since a store began to be made anew.
    since: Mutex<Option<Vec<Step>>>,
    /// One at a time.
    busy: Mutex<()>,
}

impl Waste {
    /// A change was made.
    pub fn note(&self, steps: &[Step]) {
        let removed = steps
            .iter()
            .filter(|step| matches!(step, Step::Remove(..)))
            .count();
        self.changed.fetch_add(removed, Ordering::Relaxed);
        if let Some(since) = self
            .since
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .as_mut()
        {
            since.extend_from_slice(steps);
        }
    }

    /// A release was made.
    pub fn released(&self, (whole, public): (usize, usize)) {
        self.whole.fetch_add(whole, Ordering::Relaxed);
        self.public.fetch_add(public, Ordering::Relaxed);
        self.releases.fetch_add(1, Ordering::Relaxed);
    }

    fn due(&self, which: Which, shown: usize, held: impl FnOnce() -> usize) -> bool {
        let (own, changed) = match which {
            Which::Whole => (&self.whole, self.changed.load(Ordering::Relaxed)),
            Which::Public => (&self.public, self.changed.load(Ordering::Relaxed)),
        };
        own.load(Ordering::Relaxed) > FEW.max(shown / 2) || (changed > MANY && changed > held())
    }

    fn cleaned(&self, which: Which) {
        match which {
            Which::Whole => self.whole.store(0, Ordering::Relaxed),
            Which::Public => self.public.store(0, Ordering::Relaxed),
        }
    }
}

impl Engine {
    /// Makes stores anew where it is worth it; whether one was. Takes as long as loading; others go on meanwhile.
    ///
    /// # Errors
    /// When a store fails.
    pub fn tidy(&self) -> Result<bool> {
        // Somebody is at it already.
        let Ok(_turn) = self.waste.busy.try_lock() else {
            return Ok(false);
        };
        let shown = self.state().copies.len();
        let held = |store: &Store| store.len().unwrap_or(usize::MAX);
        let stores = self.stores();
        // A change or a release leaves this to whoever has the time: it takes as long as writing all data.
        self.shorten()?;
        if !stores.wastes() {
            return Ok(false);
        }
        let public = self
            .waste
            .due(Which::Public, shown, || held(&stores.public));
        let whole = self.waste.due(Which::Whole, shown, || held(&stores.whole));
        let mut done = false;
        for (which, due) in [(Which::Public, public), (Which::Whole, whole)] {
            done |= due && self.anew(which)?;
        }
        if public && whole && done {
            self.waste.changed.store(0, Ordering::Relaxed);
        }
        Ok(done)
    }

    /// Makes a store anew. False if a release came in between: then it is not worth it.
    fn anew(&self, which: Which) -> Result<bool> {
        let (old, quads, number) = {
            let _state = self.write_state();
            let stores = self.stores();
            let old = if which == Which::Whole {
                stores.whole
            } else {
                stores.public
            };
            *self
                .waste
                .since
                .lock()
                .unwrap_or_else(PoisonError::into_inner) = Some(Vec::new());
            // What is read from here on is as it is now.
            (
                old.clone(),
                old.iter(),
                self.waste.releases.load(Ordering::Relaxed),
            )
        };
        let graphs = old
            .named_graphs()
            .collect::<std::result::Result<Vec<_>, _>>()?;
        let fresh = copied(quads, &graphs)?;
        let _state = self.write_state();
        let since = self
            .waste
            .since
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
            .unwrap_or_default();
        // A release is no list of steps: it cannot be repeated on the fresh store.
        if self.waste.releases.load(Ordering::Relaxed) != number {
            return Ok(false);
        }
        let mut transaction = fresh.start_transaction()?;
        for step in &since {
            let (Step::Add(to, _) | Step::Remove(to, _) | Step::Create(to, _) | Step::Drop(to, _)) =
                step;
            if if which == Which::Whole {
                to.whole()
            } else {
                to.public()
            } {
                take_one(&mut transaction, step)?;
            }
        }
        transaction.commit()?;
        let mut stores = self.stores.write().unwrap_or_else(PoisonError::into_inner);
        match which {
            Which::Whole => stores.whole = fresh,
            Which::Public => stores.public = fresh,
        }
        self.waste.cleaned(which);
        Ok(true)
    }
}

/// The same quads in a new store, in the order in which they came.
fn copied(
    quads: impl Iterator<Item = std::result::Result<Quad, oxigraph::store::StorageError>>,
    graphs: &[NamedOrBlankNode],
) -> Result<Store> {
    let fresh = Store::new()?;
    let mut part = Vec::with_capacity(PART);
    for quad in quads {
        part.push(quad?);
        if part.len() == PART {
            fresh.extend(part.drain(..))?;
        }
    }
    fresh.extend(part)?;
    for graph in graphs {
        fresh.insert_named_graph(graph)?;
    }
    Ok(fresh)
}
