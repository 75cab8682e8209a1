//! The store: two graphs in memory, one for those who may see everything and one for everybody, and the journal that both are made from.

mod attach;
mod close;
mod counterfeit;
mod entries;
mod groups;
mod label;
mod learn;
mod living;
mod mention;
mod migrate;
mod open_facts;
mod profile;
mod publish;
mod query;
mod relabel;
mod release;
mod storage;
mod threads;
mod tidy;
mod update;
mod writer;

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::SystemTime;

use oxigraph::model::{GraphName, NamedNode, Quad};
use oxigraph::store::Store;

pub(crate) use label::label;
pub use query::{Asked, View, evaluation};
use storage::Stores;
use tidy::Waste;
pub use update::Using;
use writer::Writer;

use crate::context::{Closure, Context, Others};
use crate::error::{Error, Refusal, Result, Said};
use crate::graph::Exact;
use crate::invariance::Anonymizer;
use crate::journal::{Change, Journal, Step, To};
use crate::state::{Entry, State, Summary};

/// The journal is written anew when it is longer than this, and than the snapshot before it.
const LONG: u64 = 256 << 20;

/// The store.
pub struct Engine {
    context: Context,
    anonymizer: Box<dyn Anonymizer>,
    stores: RwLock<Stores>,
    state: RwLock<State>,
    journal: Mutex<Option<Journal>>,
    /// One snapshot at a time.
    writing: Mutex<()>,
    waste: Waste,
}

/// The time as the journal writes it.
pub fn now() -> String {
    let now = chrono::DateTime::<chrono::Utc>::from(SystemTime::now());
    now.to_rfc3339_opts(chrono::SecondsFormat::Millis, true)
}

impl Engine {
    /// An empty store that nothing survives of: in memory, unless the context wants it on the disk.
    ///
    /// # Errors
    /// When memory fails.
    pub fn in_memory(context: Context) -> Result<Engine> {
        let stores = Stores::new(&context, &std::env::temp_dir())?;
        Ok(Engine::with(context, stores))
    }

    fn with(context: Context, stores: Stores) -> Engine {
        let anonymizer = context.anonymizer();
        let mut state = State::default();
        state.closure = Closure::new(&context);
        Engine {
            context,
            anonymizer,
            stores: RwLock::new(stores),
            state: RwLock::new(state),
            journal: Mutex::new(None),
            writing: Mutex::default(),
            waste: Waste::default(),
        }
    }

    /// A store in a folder: as it was when the last change was acknowledged.
    ///
    /// # Errors
    /// When the folder fails, is damaged, is in use, or was made with another context.
    pub fn open(folder: &Path, context: Context, written: &str) -> Result<Engine> {
        let stores = Stores::new(&context, folder)?;
        let mut engine = Engine::with(context, stores);
        let Stores { whole, public, .. } = engine.stores();
        let state = engine
            .state
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        let journal = Journal::open(folder, |change| {
            play(&engine.context, &whole, &public, state, change)
        })?;
        same_context(folder, written)?;
        storage::sweep(folder, &engine.stores());
        *engine
            .journal
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner) = Some(journal);
        close::recount(&mut engine.write_state(), &engine.context, &engine.whole())?;
        Ok(engine)
    }

    /// What is protected.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// What is known besides triples.
    pub fn state(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_state(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn journal(&self) -> MutexGuard<'_, Option<Journal>> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everything of the private graphs and of the public ones, without counterfeits.
    pub fn whole(&self) -> Store {
        self.stores().whole
    }

    /// What everybody sees.
    pub fn public(&self) -> Store {
        self.stores().public
    }

    fn stores(&self) -> Stores {
        self.stores
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The exact data: all of them, or of one graph.
    ///
    /// # Errors
    /// When the store fails.
    pub fn exact(&self, graph: Option<&GraphName>) -> Result<Vec<Quad>> {
        let (state, whole) = (self.state(), self.whole());
        let exact = Exact::new(&whole, &self.context, &state);
        Ok(exact.quads(graph).collect::<std::result::Result<_, _>>()?)
    }

    /// Names of graphs of the exact data.
    ///
    /// # Errors
    /// When the store fails.
    pub fn graphs(&self) -> Result<std::collections::BTreeSet<String>> {
        let (state, whole) = (self.state(), self.whole());
        Ok(Exact::new(&whole, &self.context, &state).graphs()?)
    }

    /// All facts that a view has, or those of one graph; none if it has no such graph.
    ///
    /// # Errors
    /// When the store fails.
    pub fn graph(&self, view: &View, graph: Option<&GraphName>) -> Result<Option<Vec<Quad>>> {
        let private = |name: &GraphName| matches!(name, GraphName::NamedNode(node) if is_private(&self.context, node));
        let (store, shown): (Store, crate::graph::Sight) = match view {
            View::Whole if graph.is_some_and(private) => (self.whole(), Arc::new(|_| true)),
            View::Whole | View::Exact => {
                let there = match graph {
                    Some(GraphName::NamedNode(node)) => self.graphs()?.contains(node.as_str()),
                    Some(GraphName::BlankNode(_)) => false,
                    Some(GraphName::DefaultGraph) | None => true,
                };
                return if there {
                    self.exact(graph).map(Some)
                } else {
                    Ok(None)
                };
            }
            View::Public => (self.public(), Arc::new(|_| true)),
            View::Some(sight, true) => (self.whole(), Arc::clone(sight)),
            View::Some(sight, false) => (self.public(), Arc::clone(sight)),
        };
        if let Some(name) = graph {
            let there = match name {
                GraphName::NamedNode(node) => store.contains_named_graph(node)?,
                GraphName::BlankNode(_) => false,
                GraphName::DefaultGraph => true,
            };
            if !there || !shown(name) {
                return Ok(None);
            }
        }
        let mut quads = Vec::new();
        for quad in store.quads_for_pattern(None, None, None, graph.map(GraphName::as_ref)) {
            quads.push(quad?);
        }
        quads.retain(|quad| shown(&quad.graph_name));
        Ok(Some(quads))
    }

    /// Adds facts to the exact data.
    ///
    /// # Errors
    /// When a graph is private, or the journal fails; nothing is changed then.
    pub fn insert(&self, quads: Vec<Quad>) -> Result<()> {
        self.changed(|writer| {
            fitting(writer.context, &quads)?;
            writer.delta(Vec::new(), quads)
        })
    }

    /// Puts these facts in place of all of a graph; true if the graph was not there, or is the default graph and was empty.
    ///
    /// # Errors
    /// As [`Engine::insert`].
    pub fn replace(&self, graph: &GraphName, quads: Vec<Quad>) -> Result<bool> {
        self.changed(|writer| {
            fitting(writer.context, &quads)?;
            let existed = update::exists(writer, graph)?;
            let old = writer
                .exact()
                .quads(Some(graph))
                .collect::<std::result::Result<Vec<_>, _>>()?;
            let empty = graph.is_default_graph() && old.is_empty();
            writer.delta(old, quads)?;
            if let (false, GraphName::NamedNode(node)) = (existed, graph) {
                writer.create(node)?;
            }
            Ok(!existed || empty)
        })
    }

    /// Adds facts to a graph; true if the graph was not there.
    ///
    /// # Errors
    /// As [`Engine::insert`].
    pub fn extend(&self, graph: &GraphName, quads: Vec<Quad>) -> Result<bool> {
        self.changed(|writer| {
            fitting(writer.context, &quads)?;
            let existed = update::exists(writer, graph)?;
            writer.delta(Vec::new(), quads)?;
            if let (false, GraphName::NamedNode(node)) = (existed, graph) {
                writer.create(node)?;
            }
            Ok(!existed)
        })
    }

    /// Drops a graph; false if it is not there.
    ///
    /// # Errors
    /// As [`Engine::insert`].
    pub fn drop_graph(&self, graph: &GraphName) -> Result<bool> {
        self.changed(|writer| {
            let existed = update::exists(writer, graph)?;
            if existed {
                update::empty(writer, graph, true)?;
            }
            Ok(existed)
        })
    }

    /// Runs a change: all of it is written and seen, or nothing.
    fn changed<T>(&self, work: impl FnOnce(&mut Writer<'_, '_>) -> Result<T>) -> Result<T> {
        let mut state = self.write_state();
        let stores = self.stores();
        let mut writer = Writer::new(&self.context, &mut state, &stores.whole, &stores.public)?;
        let value = match work(&mut writer) {
            Ok(value) => value,
            Err(error) => {
                writer.give_up();
                return Err(error);
            }
        };
        let (change, lessons, ending) = writer.finish(&now());
        if change.is_empty() {
            return Ok(value);
        }
        if let Err(error) = self.record(&change) {
            state.undo(lessons);
            return Err(error);
        }
        ending.commit()?;
        self.waste.note(&change.steps);
        learn::learn(&mut state, &self.context, &change.steps);
        state.entries.extend(change.transition.entries);
        state.open_changes += change.transition.open;
        Ok(value)
    }

    fn record(&self, change: &Change) -> Result<()> {
        match self.journal().as_mut() {
            Some(journal) => journal.append(change),
            None => Ok(()),
        }
    }

    /// A snapshot, when the journal is long.
    fn shorten(&self) -> Result<()> {
        let is_long = |journal: &Journal| journal.length() > LONG.max(journal.snapshot_length());
        let long = self.journal().as_ref().is_some_and(is_long);
        if long { self.snapshot() } else { Ok(()) }
    }

    /// Writes everything anew, so that opening is quick. Changes and releases go on meanwhile.
    ///
    /// # Errors
    /// When a file fails; the store is as before then.
    pub fn snapshot(&self) -> Result<()> {
        let _turn = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let (begun, steps, known) = {
            // No change is on its way while the state is read: all that follows is of one moment.
            let state = self.state();
            let mut journal = self.journal();
            let Some(journal) = journal.as_mut().filter(|own| own.length() > 0) else {
                return Ok(());
            };
            (journal.begin()?, everything(&self.stores())?, state.whole())
        };
        let written = begun.write(steps, known)?;
        self.journal()
            .as_mut()
            .map_or(Ok(()), |journal| journal.adopt(&written))
    }

    /// What a crash had cut off of the journal when the store was opened: a change that was not acknowledged.
    pub fn cut_off(&self) -> Option<crate::journal::CutOff> {
        self.journal().as_ref()?.cut_off().cloned()
    }

    /// What is protected, and what that means for all other facts; none where nothing is.
    pub fn protection_told(&self) -> Option<Said> {
        if !self.context.protects() {
            return None;
        }
        let state = self.state();
        let entities = state.links.values().filter(|link| link.owner.is_none());
        let entities = entities.count();
        let belonging = state.links.len() - entities;
        let (english, french) = match self.context.others {
            Others::Private => (
                "All other facts are private as well: others = \"public\" in the context would show them to everybody at once",
                "Tous les autres faits sont privés aussi : others = \"public\" dans le contexte les montrerait aussitôt à tous",
            ),
            Others::Public => (
                "All other facts are public at once (others = \"public\")",
                "Tous les autres faits sont aussitôt publics (others = \"public\")",
            ),
        };
        Some(Said::new(
            format!(
                "Protected: {entities} entities, and {belonging} nodes that belong to them. {english}."
            ),
            format!(
                "Protégés : {entities} entités et {belonging} nœuds qui leur appartiennent. {french}."
            ),
        ))
    }

    /// Changes that no release shows yet.
    pub fn entries(&self) -> Vec<Entry> {
        self.state().entries.clone()
    }

    /// The last release.
    pub fn last_release(&self) -> Option<Summary> {
        self.state().summary.clone()
    }
}

/// Both stores as they are now, as steps that make them: they can be read later.
fn everything(stores: &Stores) -> Result<impl Iterator<Item = Result<Step>> + use<>> {
    let mut graphs = Vec::new();
    for (store, to) in [(&stores.whole, To::Whole), (&stores.public, To::Public)] {
        for graph in store.named_graphs() {
            if let oxigraph::model::NamedOrBlankNode::NamedNode(node) = graph? {
                graphs.push(Ok(Step::Create(to, node)));
            }
        }
    }
    let quads = |store: &Store, to: To| store.iter().map(move |quad| Ok(Step::Add(to, quad?)));
    let quads = quads(&stores.whole, To::Whole).chain(quads(&stores.public, To::Public));
    Ok(graphs.into_iter().chain(quads))
}

/// Plays a change of the journal.
fn play(
    context: &Context,
    whole: &Store,
    public: &Store,
    state: &mut State,
    mut change: Change,
) -> Result<()> {
    state.prepare(&mut change.transition);
    if change.transition.published.is_some() {
        // Facts with a value that identifies are not shown.
        close::recount(state, context, whole)?;
    }
    let mut writer = Writer::new(context, state, whole, public)?;
    for step in &change.steps {
        writer.again(step)?;
    }
    let decision = change.transition.published.take();
    let made = decision
        .map(|decision| release::replace(&mut writer, |_| Ok(decision)))
        .transpose()?;
    writer.end().commit()?;
    learn::learn(state, context, &change.steps);
    close::learn_again(state, context, whole, &change.steps)?;
    state.entries.extend(change.transition.entries);
    state.open_changes += change.transition.open;
    if let Some((decision, shown)) = made {
        release::settle(state, context, decision, shown);
    }
    Ok(())
}

/// What was put where depends on the context, so that a store keeps the one it was made with.
fn same_context(folder: &Path, written: &str) -> Result<()> {
    let path = folder.join("context.toml");
    match std::fs::read_to_string(&path) {
        Ok(own) if own == written => Ok(()),
        Ok(_) => {
            let own = path.display();
            Err(Error::Context(vec![Said::new(
                format!(
                    "the store was made with another one, which is in {own}; bauta graph migrate makes a store with this one that keeps the signatures of earlier releases"
                ),
                format!(
                    "l'entrepôt a été créé avec un autre, qui est dans {own} ; bauta graph migrate crée un entrepôt avec celui-ci, qui garde les signatures des publications précédentes"
                ),
            )]))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            std::fs::write(&path, written).map_err(|error| Error::file(&path, error))
        }
        Err(error) => Err(Error::file(&path, error)),
    }
}

/// Refuses facts for private graphs and for graphs without an address.
fn fitting(context: &Context, quads: &[Quad]) -> Result<()> {
    quads
        .iter()
        .try_for_each(|quad| fitting_graph(context, &quad.graph_name))
}

fn fitting_graph(context: &Context, graph: &GraphName) -> Result<()> {
    match graph {
        GraphName::NamedNode(node) if is_private(context, node) => {
            Err(Error::Refused(Refusal::PrivateGraph))
        }
        GraphName::BlankNode(_) => Err(Error::Refused(Refusal::BlankGraph)),
        GraphName::NamedNode(_) | GraphName::DefaultGraph => Ok(()),
    }
}

fn is_private(context: &Context, node: &NamedNode) -> bool {
    context.is_private(node.as_str())
}
