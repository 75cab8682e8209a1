//! The reference monitor: a data set that has only the graphs that its reader may see. Others are not refused, they are not there.

use std::sync::Arc;

use oxigraph::model::{GraphName, Quad, Term};
use oxigraph::store::StorageError;
use spareval::{InternalQuad, QueryableDataset};

use super::source::{Pattern, Source};

/// Which graphs a reader may see.
pub type Sight = Arc<dyn Fn(&GraphName) -> bool + Send + Sync>;

/// A data set of which only some graphs can be seen.
#[derive(Clone)]
pub struct Guarded<S> {
    source: S,
    sight: Sight,
}

impl<S> Guarded<S> {
    /// Those graphs of a source.
    pub fn new(source: S, sight: Sight) -> Guarded<S> {
        Guarded { source, sight }
    }
}

/// A quad for the evaluator.
pub fn internal(quad: Quad) -> InternalQuad<Term> {
    InternalQuad {
        subject: quad.subject.into(),
        predicate: quad.predicate.into(),
        object: quad.object,
        graph_name: graph_term(quad.graph_name),
    }
}

/// The name of a graph as a term; none for the default graph.
pub fn graph_term(graph: GraphName) -> Option<Term> {
    match graph {
        GraphName::NamedNode(node) => Some(node.into()),
        GraphName::BlankNode(node) => Some(node.into()),
        GraphName::DefaultGraph => None,
    }
}

/// A term as the name of a graph.
pub fn graph_name(term: Option<&Term>) -> Option<GraphName> {
    match term {
        None => Some(GraphName::DefaultGraph),
        Some(Term::NamedNode(node)) => Some(node.clone().into()),
        Some(Term::BlankNode(node)) => Some(node.clone().into()),
        Some(Term::Literal(_)) => None,
    }
}

impl<'a, S: Source<'a>> QueryableDataset<'a> for Guarded<S> {
    type InternalTerm = Term;
    type Error = StorageError;

    fn internal_quads_for_pattern(
        &self,
        subject: Option<&Term>,
        predicate: Option<&Term>,
        object: Option<&Term>,
        graph: Option<Option<&Term>>,
    ) -> impl Iterator<Item = Result<InternalQuad<Term>, StorageError>> + use<'a, S> {
        let asked = graph.map(graph_name);
        let found = Pattern::new(subject, predicate, object).and_then(|pattern| match &asked {
            Some(None) => None,
            Some(Some(graph)) => {
                (self.sight)(graph).then(|| pattern.of(self.source, Some(graph.as_ref())))
            }
            None => Some(pattern.of(self.source, None)),
        });
        let (sight, any) = (Arc::clone(&self.sight), graph.is_none());
        found
            .into_iter()
            .flatten()
            .filter_map(move |quad| match quad {
                Ok(quad)
                    if any && (quad.graph_name.is_default_graph() || !sight(&quad.graph_name)) =>
                {
                    None
                }
                Ok(quad) => Some(Ok(internal(quad))),
                Err(error) => Some(Err(error)),
            })
    }

    fn internal_named_graphs(
        &self,
    ) -> impl Iterator<Item = Result<Term, StorageError>> + use<'a, S> {
        let sight = Arc::clone(&self.sight);
        self.source.graphs().filter_map(move |graph| match graph {
            Ok(graph) => sight(&graph.clone().into()).then(|| Ok(graph.into())),
            Err(error) => Some(Err(error)),
        })
    }

    fn contains_internal_graph_name(&self, graph: &Term) -> Result<bool, StorageError> {
        for own in self.internal_named_graphs() {
            if own? == *graph {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn internalize_term(&self, term: Term) -> Result<Term, StorageError> {
        Ok(term)
    }

    fn externalize_term(&self, term: Term) -> Result<Term, StorageError> {
        Ok(term)
    }
}
