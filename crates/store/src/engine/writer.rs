//! A change of the exact data, put where each fact belongs: private, public, or both.
//!
//! Everything that mentions an entity is private, exact, in the graph beside its own. The public graph has copies, in which blank nodes
//! stand for entities; these change with releases alone. Facts that become private because somebody becomes an entity stay public until the next release as
//! well: nothing that is done to private data can be seen before.

use oxigraph::model::{BlankNode, GraphName, NamedNode, NamedOrBlankNode, Quad, Term};
use oxigraph::store::{Store, Transaction};
use spareval::CancellationToken;

use super::entries::Entries;
use super::label::label;
use super::learn::{hashed, note_datatype};
use super::mention::{Mentions, identifying, may_be_somebody, own_datatype};
use crate::context::{Context, End, Others, Role, waits};
use crate::error::{Error, Refusal, Result};
use crate::graph::{Exact, SAME_AS, is_made, key, key_of_node, term_of_key};
use crate::journal::{Change, Step, To};
use crate::state::{Lesson, Link, State};

/// What a release is made from: what is known, and the store of privileged users as it was before the change. Many can read it at once.
#[derive(Clone, Copy)]
pub struct Basis<'b> {
    pub context: &'b Context,
    pub state: &'b State,
    pub store: &'b Store,
}

/// A change that has not ended.
pub struct Writer<'s, 'e> {
    pub context: &'e Context,
    pub state: &'s mut State,
    base: &'e Store,
    /// What everybody saw before the change.
    seen: &'e Store,
    pub whole: Transaction<'e>,
    public: Transaction<'e>,
    steps: Vec<Step>,
    entries: Entries,
    pub lessons: Vec<Lesson>,
    /// Open facts of entities that came or went.
    open: usize,
    /// Nodes that got a link in this change, and have not been looked at for what belongs to them.
    pub fresh: Vec<String>,
    token: Option<CancellationToken>,
}

impl<'s, 'e> Writer<'s, 'e> {
    pub fn new(
        context: &'e Context,
        state: &'s mut State,
        whole: &'e Store,
        public: &'e Store,
    ) -> Result<Writer<'s, 'e>> {
        Ok(Writer {
            context,
            state,
            base: whole,
            seen: public,
            whole: whole.start_transaction()?,
            public: public.start_transaction()?,
            steps: Vec::new(),
            entries: Entries::default(),
            lessons: Vec::new(),
            open: 0,
            fresh: Vec::new(),
            token: None,
        })
    }

    /// Ends the change, with nothing done, when it is given up.
    pub fn watch(&mut self, token: CancellationToken) {
        self.token = Some(token);
    }

    fn goes_on(&self) -> Result<()> {
        if self
            .token
            .as_ref()
            .is_some_and(CancellationToken::is_cancelled)
        {
            Err(Error::TooLong)
        } else {
            Ok(())
        }
    }

    /// The exact data as they are now.
    pub fn exact(&self) -> Exact<'_, &Transaction<'e>> {
        Exact::new(&self.whole, self.context, self.state)
    }

    /// What a release is made from.
    pub fn basis(&self) -> Basis<'_> {
        Basis {
            context: self.context,
            state: self.state,
            store: self.base,
        }
    }

    /// What a release is made from, and both stores, to change them meanwhile and apart from each other.
    pub fn parts(&mut self) -> (Basis<'_>, &mut Transaction<'e>, &mut Transaction<'e>) {
        let basis = Basis {
            context: self.context,
            state: self.state,
            store: self.base,
        };
        (basis, &mut self.whole, &mut self.public)
    }

    /// Does a step, and writes it down.
    pub fn step(&mut self, step: Step) -> Result<()> {
        self.goes_on()?;
        take(&mut self.whole, &mut self.public, &step)?;
        self.steps.push(step);
        Ok(())
    }

    /// Does a step that is written down already.
    pub fn again(&mut self, step: &Step) -> Result<()> {
        take(&mut self.whole, &mut self.public, step)
    }

    /// Removes and adds facts of the exact data.
    pub fn delta(&mut self, removed: Vec<Quad>, added: Vec<Quad>) -> Result<()> {
        // A pattern that was broken off inside of EXISTS counts as one that does not match: what comes of it must not be done.
        self.goes_on()?;
        for quad in &removed {
            self.remove(quad)?;
        }
        // Before anything is added: a fact must find the entities that a later one of the same change makes.
        self.close(&removed, &added)?;
        self.register(&added)?;
        for quad in &added {
            self.add(quad)?;
        }
        // After everything is there: what belongs to an entity alone is seen only then.
        self.attach(&added)
    }

    fn remove(&mut self, quad: &Quad) -> Result<()> {
        self.goes_on()?;
        let mentions = Mentions::of(self.state, self.context, quad);
        let Some((to, located)) = self.held(quad)? else {
            return Ok(());
        };
        self.step(Step::Remove(to, located))?;
        self.note(quad, &mentions, false)
    }

    fn add(&mut self, quad: &Quad) -> Result<()> {
        self.goes_on()?;
        self.ensure_graph(&quad.graph_name)?;
        self.derive(quad)?;
        if self.held(quad)?.is_some() {
            return Ok(());
        }
        let mentions = Mentions::of(self.state, self.context, quad);
        // At once, not when the change has ended: an entity may come in a later part of the same update.
        note_datatype(self.state, quad);
        let (to, graph_name) = self.place(quad, &mentions);
        let located = Quad {
            graph_name,
            ..quad.clone()
        };
        self.step(Step::Add(to, located.clone()))?;
        if to == To::Both && self.context.protects() && waits(quad) {
            // With it, facts that are public now would say more: everybody sees it when these are gone.
            self.step(Step::Remove(To::Public, located))?;
        }
        self.note(quad, &mentions, true)
    }

    /// A graph exists once something was put into it.
    fn ensure_graph(&mut self, graph: &GraphName) -> Result<()> {
        let GraphName::NamedNode(node) = graph else {
            return Ok(());
        };
        if self.whole.contains_named_graph(node)? {
            return Ok(());
        }
        self.step(Step::Create(To::Whole, node.clone()))
    }

    /// The fact where it is kept, if it is there: private for what it mentioned once, or public.
    fn held(&self, quad: &Quad) -> Result<Option<(To, Quad)>> {
        let sensitive = self.context.role(quad.predicate.as_str()) == Role::Sensitive
            && quad.graph_name.is_default_graph();
        let private = sensitive
            .then(|| self.context.sensitive_graph())
            .into_iter()
            .chain([self.context.beside(&quad.graph_name)]);
        let places = private
            .map(|graph| (To::Whole, GraphName::from(graph)))
            .chain([(To::Both, quad.graph_name.clone())]);
        for (to, graph_name) in places {
            let located = Quad {
                graph_name,
                ..quad.clone()
            };
            if self.whole.contains(&located)? {
                return Ok(Some((to, located)));
            }
        }
        Ok(None)
    }

    /// Where a fact is kept exactly.
    fn place(&self, quad: &Quad, mentions: &Mentions) -> (To, GraphName) {
        let about = mentions.subject.is_some();
        if about
            && quad.graph_name.is_default_graph()
            && self.context.role(quad.predicate.as_str()) == Role::Sensitive
        {
            return (To::Whole, self.context.sensitive_graph().into());
        }
        if mentions.any() || self.context.others == Others::Private {
            (To::Whole, self.context.beside(&quad.graph_name).into())
        } else {
            (To::Both, quad.graph_name.clone())
        }
    }

    /// What the journal and the list of identifying values learn of a fact about an entity.
    fn note(&mut self, quad: &Quad, mentions: &Mentions, added: bool) -> Result<()> {
        self.count(named_by(self.state, quad), added);
        let open = self.context.role(quad.predicate.as_str()) == Role::Open;
        self.open += usize::from(open && (mentions.subject.is_some() || mentions.object.is_some()));
        let Some(entity) = &mentions.subject else {
            return Ok(());
        };
        let role = self
            .state
            .closure
            .role(self.context, quad.predicate.as_str());
        let published = || {
            self.state
                .entity(entity)
                .is_some_and(|id| self.state.released.contains(&id))
        };
        if self.context.only_grows()
            && matches!(role, Role::Quasi(_) | Role::Sensitive)
            && published()
        {
            return Err(Error::Refused(Refusal::OnlyGrows));
        }
        if matches!(role, Role::Quasi(_) | Role::Sensitive) {
            self.entries
                .note(entity, quad.predicate.as_str(), &quad.object, added);
        }
        Ok(())
    }

    /// Counts values by which a fact names its entities.
    fn count(&mut self, texts: Vec<String>, added: bool) {
        for text in texts {
            self.state.count_identifying(&text, added);
            self.lessons.push(Lesson::Counted(text, added));
        }
    }

    /// Makes entities of those that some facts make entities.
    fn register(&mut self, added: &[Quad]) -> Result<()> {
        for quad in added {
            let [subject, object] = self.state.closure.designates(quad);
            if subject {
                self.link(&key_of_node(quad.subject.as_ref()), None)?;
            }
            if let (true, Some(object)) = (object, key(quad.object.as_ref())) {
                self.link(&object, None)?;
            }
            self.relocate_names(quad)?;
        }
        Ok(())
    }

    /// Public facts that have the value by which a fact names an entity become private.
    pub fn relocate_names(&mut self, quad: &Quad) -> Result<()> {
        let closure = &self.state.closure;
        let predicate = quad.predicate.as_str();
        let [forth, back] = [End::Subject, End::Object].map(|end| closure.names(predicate, end));
        let known =
            |key: Option<String>| key.is_some_and(|key| self.state.links.contains_key(&key));
        let (of_subject, of_object) = (
            forth && known(key(quad.subject.as_ref().into())),
            back && known(key(quad.object.as_ref())),
        );
        if of_subject && !quad.object.is_blank_node() {
            self.relocate(&quad.object)?;
        }
        if of_object && let NamedOrBlankNode::NamedNode(node) = &quad.subject {
            self.relocate(&node.clone().into())?;
        }
        Ok(())
    }

    /// Addresses that extend an entity's become private with it.
    pub fn derive(&mut self, quad: &Quad) -> Result<()> {
        if !self.context.derived || self.state.links.is_empty() {
            return Ok(());
        }
        let graph = match &quad.graph_name {
            GraphName::NamedNode(node) => Some(node.as_str()),
            GraphName::BlankNode(_) | GraphName::DefaultGraph => None,
        };
        let subject = matches!(&quad.subject, NamedOrBlankNode::NamedNode(_))
            .then(|| key_of_node(quad.subject.as_ref()));
        let object = match &quad.object {
            Term::NamedNode(node) => Some(node.as_str().to_owned()),
            Term::BlankNode(_) | Term::Literal(_) => None,
        };
        let predicate = may_be_somebody(self.context, quad.predicate.as_ref())
            .then(|| quad.predicate.as_str().to_owned());
        let datatype = own_datatype(&quad.object).map(|own| own.as_str().to_owned());
        for address in [
            subject,
            predicate,
            object,
            datatype,
            graph.map(str::to_owned),
        ]
        .into_iter()
        .flatten()
        {
            if let Some(owner) = self.state.owner(&address) {
                self.link(&address, Some(owner))?;
            }
        }
        Ok(())
    }

    /// Gives an address its blank node; facts about it that were public become private.
    pub fn link(&mut self, address: &str, owner: Option<String>) -> Result<()> {
        if self
            .state
            .links
            .get(address)
            .is_some_and(|known| known.owner.is_none() || owner.is_some())
        {
            return Ok(());
        }
        let link = Link {
            id: self.state.next_id(),
            label: label()?,
            owner,
        };
        let term = term_of_key(address);
        let subject = match &term {
            Term::NamedNode(node) => NamedOrBlankNode::from(node.clone()),
            Term::BlankNode(node) => node.clone().into(),
            Term::Literal(_) => return Ok(()),
        };
        let private = self.context.private.clone();
        let same = |label: &str| {
            Quad::new(
                subject.clone(),
                SAME_AS,
                BlankNode::new_unchecked(label),
                private.clone(),
            )
        };
        if let Some(derived) = self
            .state
            .links
            .get(address)
            .map(|known| same(&known.label))
        {
            self.step(Step::Remove(To::Whole, derived))?;
        }
        let quad = same(&link.label);
        let before = self.state.links.get(address).cloned();
        let facts = if before.is_none() {
            self.facts_of(&subject)?
        } else {
            Vec::new()
        };
        let counted: Vec<_> = facts
            .iter()
            .map(|quad| named_by(self.state, quad))
            .collect();
        self.state.insert_link(address.to_owned(), link);
        self.lessons
            .push(Lesson::Linked(address.to_owned(), before));
        for (quad, counted) in facts.iter().zip(counted) {
            // What names it was not counted while nobody knew it.
            let mut texts = named_by(self.state, quad);
            texts.retain(|text| !counted.contains(text));
            self.count(texts, true);
            self.relocate_names(quad)?;
        }
        self.relocate(&term)?;
        self.fresh.push(address.to_owned());
        self.step(Step::Add(To::Whole, quad))
    }

    /// All facts with a node as subject or object, but for those that releases have made.
    pub fn facts_of(&self, node: &NamedOrBlankNode) -> Result<Vec<Quad>> {
        let mut found = self.all(Some(node.as_ref()), None)?;
        for quad in self
            .whole
            .quads_for_pattern(None, None, Some(node.as_ref().into()), None)
        {
            let quad = quad?;
            // One that is both was found as subject.
            if quad.subject != *node {
                found.push(quad);
            }
        }
        found.retain(|quad| {
            !is_made(self.state, quad.subject.as_ref().into())
                && !is_made(self.state, quad.object.as_ref())
        });
        Ok(found)
    }

    /// Moves public facts that have the term to where private ones are.
    fn relocate(&mut self, term: &Term) -> Result<()> {
        let mut found = Vec::new();
        let as_object = self
            .whole
            .quads_for_pattern(None, None, Some(term.as_ref()), None);
        found.extend(as_object.collect::<std::result::Result<Vec<_>, _>>()?);
        if let Term::NamedNode(node) = term {
            found.extend(self.all(Some(node.as_ref().into()), None)?);
            found.extend(self.all(None, Some(node.as_ref().into()))?);
            found.extend(self.unnamed(node)?);
        } else if let Term::BlankNode(node) = term {
            found.extend(self.all(Some(node.as_ref().into()), None)?);
        }
        for quad in found {
            let private = matches!(&quad.graph_name, GraphName::NamedNode(node) if self.context.is_private(node.as_str()));
            // Found in two ways, it may have been moved already.
            if private || !self.whole.contains(&quad)? {
                continue;
            }
            // A copy that the last release made stays until the next one; what it was copied from is private already.
            if is_made(self.state, quad.subject.as_ref().into())
                || is_made(self.state, quad.object.as_ref())
            {
                continue;
            }
            let role = self.context.role(quad.predicate.as_str());
            let about = term.as_ref() == Term::from(quad.subject.clone()).as_ref();
            let sensitive = about && role == Role::Sensitive && quad.graph_name.is_default_graph();
            // Where `place` would have put it, had the entity been known then.
            let place = if sensitive {
                self.context.sensitive_graph()
            } else {
                self.context.beside(&quad.graph_name)
            };
            // What everybody sees already stays to be seen until the next release: that it goes would tell who came.
            // Before the first release nobody is told from others yet, and loading goes on.
            let stays = self.state.summary.is_some() && self.seen.contains(&quad)?;
            let to = if stays { To::Whole } else { To::Both };
            self.step(Step::Remove(to, quad.clone()))?;
            self.step(Step::Add(
                To::Whole,
                Quad {
                    graph_name: place.into(),
                    ..quad
                },
            ))?;
        }
        Ok(())
    }

    /// Facts that have an address as their predicate or as the datatype of their object.
    fn unnamed(&self, node: &NamedNode) -> Result<Vec<Quad>> {
        let mut found = Vec::new();
        if may_be_somebody(self.context, node.as_ref()) {
            let as_predicate = self
                .whole
                .quads_for_pattern(None, Some(node.as_ref()), None, None);
            found = as_predicate.collect::<std::result::Result<_, _>>()?;
        }
        if !self.state.datatypes.contains(&hashed(node.as_str())) {
            return Ok(found);
        }
        for quad in self.all(None, None)? {
            if own_datatype(&quad.object).is_some_and(|own| own == node.as_ref()) {
                found.push(quad);
            }
        }
        Ok(found)
    }

    fn all(
        &self,
        subject: Option<oxigraph::model::NamedOrBlankNodeRef<'_>>,
        graph: Option<oxigraph::model::GraphNameRef<'_>>,
    ) -> Result<Vec<Quad>> {
        Ok(self
            .whole
            .quads_for_pattern(subject, None, None, graph)
            .collect::<std::result::Result<_, _>>()?)
    }

    /// Whether everybody sees a graph as empty.
    pub fn shows_nothing_in(&self, graph: &GraphName) -> Result<bool> {
        let mut shown = self
            .public
            .quads_for_pattern(None, None, None, Some(graph.as_ref()));
        Ok(shown.next().transpose()?.is_none())
    }

    /// Makes a graph, empty.
    pub fn create(&mut self, graph: &NamedNode) -> Result<()> {
        let hidden = self.context.others == Others::Private
            || self.state.links.contains_key(graph.as_str())
            || self.state.identifies(graph.as_str());
        self.step(Step::Create(
            if hidden { To::Whole } else { To::Both },
            graph.clone(),
        ))
    }

    /// What was done, for the journal; what to take back where that fails; and the transactions to end when it is written.
    pub fn finish(self, time: &str) -> (Change, Vec<Lesson>, Ending<'e>) {
        let links = self.lessons.iter().filter_map(|lesson| match lesson {
            Lesson::Linked(address, _) => {
                Some((address.clone(), self.state.links.get(address)?.clone()))
            }
            Lesson::Counted(..) | Lesson::Closed(_) => None,
        });
        let links = links.collect();
        let entries = self.entries.finish(self.state, time);
        let mut change = Change {
            steps: self.steps,
            transition: Default::default(),
        };
        change.transition.links = links;
        change.transition.entries = entries;
        change.transition.open = self.open;
        (
            change,
            self.lessons,
            Ending {
                whole: self.whole,
                public: self.public,
            },
        )
    }

    /// The transactions alone, of a change whose steps are not written down.
    pub fn end(self) -> Ending<'e> {
        Ending {
            whole: self.whole,
            public: self.public,
        }
    }

    /// Takes back what the state has learned; the transactions end with nothing done.
    pub fn give_up(self) {
        self.state.undo(self.lessons);
    }
}

/// The values by which a fact names the entities that it is about.
pub fn named_by(state: &State, quad: &Quad) -> Vec<String> {
    let closure = &state.closure;
    let predicate = quad.predicate.as_str();
    let known = |key: Option<String>| key.is_some_and(|key| state.links.contains_key(&key));
    let mut texts = Vec::new();
    if closure.names(predicate, End::Subject)
        && known(key(quad.subject.as_ref().into()))
        && let Some(text) = identifying(&quad.object)
    {
        texts.push(text.to_owned());
    }
    if closure.names(predicate, End::Object)
        && known(key(quad.object.as_ref()))
        && let NamedOrBlankNode::NamedNode(node) = &quad.subject
    {
        texts.push(node.as_str().to_owned());
    }
    texts
}

/// Transactions of a change that is written.
pub struct Ending<'e> {
    whole: Transaction<'e>,
    public: Transaction<'e>,
}

impl Ending<'_> {
    /// Everybody sees it from now on.
    pub fn commit(self) -> Result<()> {
        self.whole.commit()?;
        self.public.commit()?;
        Ok(())
    }

    /// The same for a change that is large: of both stores at the same time.
    pub fn commit_large(self) -> Result<()> {
        let Ending { whole, public } = self;
        std::thread::scope(|scope| {
            let other = scope.spawn(|| whole.commit());
            let own = public.commit();
            other
                .join()
                .map_err(|_| Error::Internal("a thread of a release ended".to_owned()))??;
            Ok(own?)
        })
    }
}

/// Does a step of a change.
pub fn take(whole: &mut Transaction<'_>, public: &mut Transaction<'_>, step: &Step) -> Result<()> {
    let (Step::Add(to, _) | Step::Remove(to, _) | Step::Create(to, _) | Step::Drop(to, _)) = step;
    if to.whole() {
        take_one(whole, step)?;
    }
    if to.public() {
        take_one(public, step)?;
    }
    Ok(())
}

pub fn take_one(store: &mut Transaction<'_>, step: &Step) -> Result<()> {
    match step {
        Step::Add(_, quad) => store.insert(quad),
        Step::Remove(_, quad) => store.remove(quad),
        Step::Create(_, graph) => store.insert_named_graph(graph),
        Step::Drop(_, graph) => store.remove_named_graph(graph)?,
    }
    Ok(())
}
