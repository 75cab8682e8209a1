//! Where quads come from: a store, or a transaction that has not ended.

use oxigraph::model::{GraphNameRef, NamedNodeRef, NamedOrBlankNodeRef, Term, TermRef};
use oxigraph::store::{GraphNameIter, QuadIter, Store, Transaction};

/// A store or a transaction.
pub trait Source<'a>: Copy + 'a {
    /// Quads of a pattern; no graph name means every graph, the default graph too.
    fn quads(
        self,
        subject: Option<NamedOrBlankNodeRef<'_>>,
        predicate: Option<NamedNodeRef<'_>>,
        object: Option<TermRef<'_>>,
        graph: Option<GraphNameRef<'_>>,
    ) -> QuadIter<'a>;

    /// Names of graphs.
    fn graphs(self) -> GraphNameIter<'a>;
}

impl<'a> Source<'a> for &'a Store {
    fn quads(
        self,
        subject: Option<NamedOrBlankNodeRef<'_>>,
        predicate: Option<NamedNodeRef<'_>>,
        object: Option<TermRef<'_>>,
        graph: Option<GraphNameRef<'_>>,
    ) -> QuadIter<'a> {
        self.quads_for_pattern(subject, predicate, object, graph)
    }

    fn graphs(self) -> GraphNameIter<'a> {
        self.named_graphs()
    }
}

impl<'a, 'b: 'a> Source<'a> for &'a Transaction<'b> {
    fn quads(
        self,
        subject: Option<NamedOrBlankNodeRef<'_>>,
        predicate: Option<NamedNodeRef<'_>>,
        object: Option<TermRef<'_>>,
        graph: Option<GraphNameRef<'_>>,
    ) -> QuadIter<'a> {
        self.quads_for_pattern(subject, predicate, object, graph)
    }

    fn graphs(self) -> GraphNameIter<'a> {
        self.named_graphs()
    }
}

/// What an evaluator asks for, with terms where they may stand. None if nothing can match.
pub struct Pattern<'t> {
    pub subject: Option<NamedOrBlankNodeRef<'t>>,
    pub predicate: Option<NamedNodeRef<'t>>,
    pub object: Option<TermRef<'t>>,
}

impl<'t> Pattern<'t> {
    pub fn new(
        subject: Option<&'t Term>,
        predicate: Option<&'t Term>,
        object: Option<&'t Term>,
    ) -> Option<Pattern<'t>> {
        let subject = match subject {
            None => None,
            Some(Term::NamedNode(node)) => Some(node.as_ref().into()),
            Some(Term::BlankNode(node)) => Some(node.as_ref().into()),
            Some(Term::Literal(_)) => return None,
        };
        let predicate = match predicate {
            None => None,
            Some(Term::NamedNode(node)) => Some(node.as_ref()),
            Some(Term::BlankNode(_) | Term::Literal(_)) => return None,
        };
        Some(Pattern {
            subject,
            predicate,
            object: object.map(Term::as_ref),
        })
    }

    pub fn of<'a, S: Source<'a>>(
        &self,
        source: S,
        graph: Option<GraphNameRef<'_>>,
    ) -> QuadIter<'a> {
        source.quads(self.subject, self.predicate, self.object, graph)
    }
}
