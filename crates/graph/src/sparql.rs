//! SPARQL over the columns, by Oxigraph's evaluator: nothing is copied into a store.
//!
//! The default graph is the union of all graphs, so that a query need not know where a triple stands.

use std::cell::OnceCell;
use std::convert::Infallible;

use oxrdf::Term;
use spareval::{InternalQuad, QueryEvaluator, QueryResults, QueryableDataset};
use spargebra::{Query, SparqlParser};

use crate::error::{Error, Result};
use crate::model::{DEFAULT_GRAPH, Graph, Id, write_term};

/// A graph that can be asked.
pub struct Asked<'g> {
    graph: &'g Graph,
    by_subject: OnceCell<Places>,
    by_predicate: OnceCell<Places>,
    by_object: OnceCell<Places>,
}

/// A term of the graph, or one that a query made.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// A term of the graph.
    Known(Id),
    /// Another term.
    Other(Term),
}

/// The places of triples by one of their terms.
struct Places {
    starts: Vec<u32>,
    places: Vec<u32>,
}

impl Places {
    fn of(terms: usize, column: &[Id]) -> Self {
        let mut starts = vec![0u32; terms + 1];
        column.iter().for_each(|&id| starts[id as usize + 1] += 1);
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut places = vec![0; column.len()];
        for (place, &id) in column.iter().enumerate() {
            places[next[id as usize] as usize] = place as u32;
            next[id as usize] += 1;
        }
        Places { starts, places }
    }

    fn at(&self, id: Id) -> &[u32] {
        let range = self
            .starts
            .get(id as usize)
            .zip(self.starts.get(id as usize + 1));
        range.map_or(&[], |(&start, &end)| {
            &self.places[start as usize..end as usize]
        })
    }
}

/// A row of an answer: what each variable is, if anything.
pub type Solution = Vec<Option<Term>>;

impl<'g> Asked<'g> {
    /// A graph to be asked.
    pub fn new(graph: &'g Graph) -> Self {
        Asked {
            graph,
            by_subject: OnceCell::new(),
            by_predicate: OnceCell::new(),
            by_object: OnceCell::new(),
        }
    }

    /// The variables and rows of a SELECT query.
    ///
    /// # Errors
    /// When the text is no SELECT query, or cannot be answered.
    pub fn select(&self, query: &Query) -> Result<(Vec<String>, Vec<Solution>)> {
        let evaluator = QueryEvaluator::new();
        let failed =
            |_| Error::request("the query cannot be answered; look at its functions and services");
        let QueryResults::Solutions(solutions) =
            evaluator.prepare(query).execute(self).map_err(failed)?
        else {
            return Err(Error::request("only SELECT queries can be asked here"));
        };
        let variables: Vec<String> = solutions
            .variables()
            .iter()
            .map(|variable| variable.as_str().to_owned())
            .collect();
        let mut rows = Vec::new();
        for solution in solutions {
            let solution = solution.map_err(failed)?;
            rows.push(
                variables
                    .iter()
                    .map(|variable| solution.get(variable.as_str()).cloned())
                    .collect(),
            );
        }
        Ok((variables, rows))
    }

    fn places(
        &self,
        subject: Option<Id>,
        predicate: Option<Id>,
        object: Option<Id>,
    ) -> Option<&[u32]> {
        let of = |column: &[Id]| Places::of(self.graph.dictionary.len(), column);
        if let Some(subject) = subject {
            return Some(
                self.by_subject
                    .get_or_init(|| of(self.graph.subjects()))
                    .at(subject),
            );
        }
        if let Some(object) = object {
            return Some(
                self.by_object
                    .get_or_init(|| of(self.graph.objects()))
                    .at(object),
            );
        }
        let predicate = predicate?;
        Some(
            self.by_predicate
                .get_or_init(|| of(self.graph.predicates()))
                .at(predicate),
        )
    }
}

/// A query, with the prefixes that are known besides its own.
///
/// # Errors
/// The place where it is no SPARQL.
pub fn parsed(text: &str, prefixes: &[(String, String)]) -> Result<Query> {
    let mut parser = SparqlParser::new();
    for (name, iri) in prefixes {
        let bad = |_| {
            Error::request(format!(
                "the prefix \"{name}\" does not stand for an absolute IRI"
            ))
        };
        parser = parser
            .with_prefix(name.as_str(), iri.as_str())
            .map_err(bad)?;
    }
    parser
        .parse_query(text)
        .map_err(|error| Error::request(format!("the query is not valid SPARQL: {error}")))
}

impl<'a> QueryableDataset<'a> for &'a Asked<'a> {
    type InternalTerm = Node;
    type Error = Infallible;

    fn internal_quads_for_pattern(
        &self,
        subject: Option<&Node>,
        predicate: Option<&Node>,
        object: Option<&Node>,
        graph_name: Option<Option<&Node>>,
    ) -> impl Iterator<Item = std::result::Result<InternalQuad<Node>, Infallible>> + use<'a> {
        let asked: &'a Asked<'a> = self;
        let graph = asked.graph;
        let made = [subject, predicate, object]
            .into_iter()
            .flatten()
            .any(|node| matches!(node, Node::Other(_)));
        let foreign = matches!(graph_name, Some(Some(Node::Other(_))));
        let known = |node: Option<&Node>| match node {
            Some(Node::Known(id)) => Some(*id),
            _ => None,
        };
        let (subject, predicate, object) = (known(subject), known(predicate), known(object));
        // None: any named graph; some: that one, or the union of all.
        let wanted: Option<Option<Id>> = graph_name.map(known);
        let all: Box<dyn Iterator<Item = usize>> = match asked.places(subject, predicate, object) {
            _ if made || foreign => Box::new(std::iter::empty()),
            Some(places) => Box::new(places.iter().map(|&place| place as usize)),
            None => Box::new(0..graph.len()),
        };
        all.filter_map(move |place| {
            let (triple, name) = (graph.triple(place), graph.graph_of(place));
            let fits = subject.is_none_or(|id| id == triple.subject)
                && predicate.is_none_or(|id| id == triple.predicate)
                && object.is_none_or(|id| id == triple.object)
                && match wanted {
                    None => name != DEFAULT_GRAPH,
                    Some(None) => true,
                    Some(Some(id)) => id == name,
                };
            let graph_name = match wanted {
                Some(None) => None,
                _ => (name != DEFAULT_GRAPH).then_some(Node::Known(name)),
            };
            let (subject, predicate, object) = (triple.subject, triple.predicate, triple.object);
            let [subject, predicate, object] = [subject, predicate, object].map(Node::Known);
            fits.then_some(Ok(InternalQuad {
                subject,
                predicate,
                object,
                graph_name,
            }))
        })
    }

    fn internalize_term(&self, term: Term) -> std::result::Result<Node, Infallible> {
        let mut text = String::new();
        write_term(&mut text, term.as_ref());
        Ok(self
            .graph
            .dictionary
            .find(&text)
            .map_or(Node::Other(term), Node::Known))
    }

    fn externalize_term(&self, term: Node) -> std::result::Result<Term, Infallible> {
        Ok(match term {
            Node::Other(term) => term,
            Node::Known(id) => self.graph.dictionary.term(id).unwrap_or_else(|| {
                // Texts of the dictionary were written from terms; this one is not, and is shown as it stands.
                oxrdf::Literal::new_simple_literal(self.graph.dictionary.text(id)).into()
            }),
        })
    }
}
