//! The exact data, put together again: private facts where they came from, and of the public graphs what no release has made.

use std::collections::BTreeSet;

use oxigraph::model::{
    GraphName, GraphNameRef, NamedNodeRef, NamedOrBlankNodeRef, Quad, Term, TermRef,
};
use oxigraph::store::{QuadIter, StorageError};
use spareval::{InternalQuad, QueryableDataset};

use super::guarded::{graph_name, internal};
use super::source::{Pattern, Source};
use crate::context::Context;
use crate::state::State;

/// The property that joins an entity with its blank node.
pub const SAME_AS: NamedNodeRef<'static> =
    NamedNodeRef::new_unchecked("http://www.w3.org/2002/07/owl#sameAs");

/// The exact data over a source.
#[derive(Clone, Copy)]
pub struct Exact<'a, S> {
    source: S,
    context: &'a Context,
    state: &'a State,
}

impl<'a, S: Source<'a>> Exact<'a, S> {
    /// Puts the data together.
    pub fn new(source: S, context: &'a Context, state: &'a State) -> Exact<'a, S> {
        Exact {
            source,
            context,
            state,
        }
    }

    /// All quads, or those of one graph.
    pub fn quads(
        self,
        graph: Option<&GraphName>,
    ) -> impl Iterator<Item = Result<Quad, StorageError>> + use<'a, S> {
        let pattern = Pattern {
            subject: None,
            predicate: None,
            object: None,
        };
        match graph {
            Some(graph) => self.of_graph(&pattern, graph),
            None => Box::new(
                pattern
                    .of(self.source, None)
                    .filter_map(move |quad| self.kept(quad)),
            ),
        }
    }

    /// Whether an entity has a fact that makes it one. All facts about it are private.
    pub fn is_alive(self, entity: NamedOrBlankNodeRef<'_>) -> Result<bool, StorageError> {
        let closure = &self.state.closure;
        if closure.lists(&entity.into_owned()) {
            return Ok(true);
        }
        for quad in self.source.quads(Some(entity), None, None, None) {
            if closure.designates(&quad?)[0] {
                return Ok(true);
            }
        }
        if !closure.designates_objects() {
            return Ok(false);
        }
        for quad in self.source.quads(None, None, Some(entity.into()), None) {
            if closure.designates(&quad?)[1] {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Names of graphs.
    pub fn graphs(self) -> Result<BTreeSet<String>, StorageError> {
        let mut names = BTreeSet::new();
        for graph in self.source.graphs() {
            let graph = GraphName::from(graph?);
            let GraphName::NamedNode(node) = graph else {
                continue;
            };
            let origin = if self.context.is_private(node.as_str()) {
                self.context.origin(node.as_str())
            } else {
                Some(node.into())
            };
            if let Some(GraphName::NamedNode(node)) = origin {
                names.insert(node.into_string());
            }
        }
        Ok(names)
    }

    fn of_graph(
        self,
        pattern: &Pattern<'_>,
        graph: &GraphName,
    ) -> Box<dyn Iterator<Item = Result<Quad, StorageError>> + 'a> {
        let private = |graph: &GraphName| matches!(graph, GraphName::NamedNode(node) if self.context.is_private(node.as_str()));
        if private(graph) {
            return Box::new(std::iter::empty());
        }
        let part = |name: GraphNameRef<'_>| -> QuadIter<'a> { pattern.of(self.source, Some(name)) };
        let beside = self.context.beside(graph);
        let own = part(graph.as_ref()).chain(part(beside.as_ref().into()));
        let sensitive = graph
            .is_default_graph()
            .then(|| part(self.context.sensitive_graph().as_ref().into()));
        Box::new(
            own.chain(sensitive.into_iter().flatten())
                .filter_map(move |quad| self.kept(quad)),
        )
    }

    /// The quad where it came from; none for what a release has made.
    fn kept(self, quad: Result<Quad, StorageError>) -> Option<Result<Quad, StorageError>> {
        let mut quad = match quad {
            Ok(quad) => quad,
            Err(error) => return Some(Err(error)),
        };
        if is_made(self.state, quad.subject.as_ref().into())
            || is_made(self.state, quad.object.as_ref())
        {
            return None;
        }
        if let GraphName::NamedNode(node) = &quad.graph_name
            && self.context.is_private(node.as_str())
        {
            quad.graph_name = self.context.origin(node.as_str())?;
        }
        Some(Ok(quad))
    }
}

/// Whether a release has made the node: then the quad is a copy, an interval or a link.
pub fn is_made(state: &State, term: TermRef<'_>) -> bool {
    matches!(term, TermRef::BlankNode(node) if state.is_made(node.as_str()))
}

impl<'a, S: Source<'a>> QueryableDataset<'a> for Exact<'a, S> {
    type InternalTerm = Term;
    type Error = StorageError;

    fn internal_quads_for_pattern(
        &self,
        subject: Option<&Term>,
        predicate: Option<&Term>,
        object: Option<&Term>,
        graph: Option<Option<&Term>>,
    ) -> impl Iterator<Item = Result<InternalQuad<Term>, StorageError>> + use<'a, S> {
        let own = *self;
        let empty = || -> Box<dyn Iterator<Item = Result<Quad, StorageError>> + 'a> {
            Box::new(std::iter::empty())
        };
        let found = match (
            Pattern::new(subject, predicate, object),
            graph.map(graph_name),
        ) {
            (Some(pattern), Some(Some(graph))) => own.of_graph(&pattern, &graph),
            (Some(pattern), None) => {
                let named = pattern
                    .of(own.source, None)
                    .filter_map(move |quad| own.kept(quad));
                Box::new(named.filter(|quad| {
                    !quad
                        .as_ref()
                        .is_ok_and(|quad| quad.graph_name.is_default_graph())
                }))
            }
            (None, _) | (_, Some(None)) => empty(),
        };
        found.map(|quad| quad.map(internal))
    }

    fn internal_named_graphs(
        &self,
    ) -> impl Iterator<Item = Result<Term, StorageError>> + use<'a, S> {
        let (names, error) = match (*self).graphs() {
            Ok(names) => (names, None),
            Err(error) => (BTreeSet::new(), Some(Err(error))),
        };
        let terms = names
            .into_iter()
            .map(|name| Ok(oxigraph::model::NamedNode::new_unchecked(name).into()));
        error.into_iter().chain(terms)
    }

    fn contains_internal_graph_name(&self, graph: &Term) -> Result<bool, StorageError> {
        Ok(matches!(graph, Term::NamedNode(node) if (*self).graphs()?.contains(node.as_str())))
    }

    fn internalize_term(&self, term: Term) -> Result<Term, StorageError> {
        Ok(term)
    }

    fn externalize_term(&self, term: Term) -> Result<Term, StorageError> {
        Ok(term)
    }
}
