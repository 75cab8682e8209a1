//! Queries: who asks decides which data set is asked; nothing else does.

use oxigraph::model::{GraphName, NamedNode};
use oxigraph::sparql::{CancellationToken, QueryEvaluationError, QueryResults, SparqlEvaluator};
use spareval::QueryEvaluator;
use spargebra::algebra::QueryDataset;
use spargebra::{Query, SparqlParser};

use super::Engine;
use crate::budget::{Budget, Memory, until_stopped};
use crate::error::{Error, Result, Right, Said};
use crate::graph::{Exact, Guarded, Sight};
use crate::rewrite::functions;
use crate::rewrite::inspect::{Seen, flat, modest, shallow};
use crate::rewrite::plan::quick;
use crate::rewrite::rewrite;
use crate::rewrite::syntax::explained;
use crate::rewrite::watch::watched;

/// What a caller sees.
#[derive(Clone, Default)]
pub enum View {
    /// The public graphs, as everybody.
    #[default]
    Public,
    /// Public and private graphs, without counterfeits.
    Whole,
    /// The exact data, put together again.
    Exact,
    /// Some graphs only: of the store of privileged users, or of the public one. Who is not privileged must not be able to tell counterfeits.
    Some(Sight, bool),
}

/// A query as it comes.
#[derive(Clone, Default)]
pub struct Asked {
    /// Its text.
    pub text: String,
    /// What relative addresses start from.
    pub base: Option<String>,
    /// `default-graph-uri`.
    pub default: Vec<NamedNode>,
    /// `named-graph-uri`.
    pub named: Vec<NamedNode>,
    /// What the caller sees.
    pub view: View,
    /// What it may take, told by the thread that asks; only its time is bounded, if none.
    pub budget: Option<Budget>,
}

impl Asked {
    /// A query of somebody who sees this.
    pub fn new(text: &str, view: View) -> Asked {
        Asked {
            text: text.to_owned(),
            view,
            ..Asked::default()
        }
    }

    /// The query, parsed.
    ///
    /// # Errors
    /// Where it is no query, or nested too deeply.
    pub fn parse(&self) -> Result<Query> {
        shallow(&self.text)?;
        modest(&self.text)?;
        let mut parser = SparqlParser::new();
        if let Some(base) = &self.base {
            parser = parser.with_base_iri(base).map_err(|_| {
                Error::Syntax(Said::new(
                    "the base is not a valid IRI",
                    "la base n'est pas un IRI valide",
                ))
            })?;
        }
        let mut query = parser
            .parse_query(&self.text)
            .map_err(|error| explained(&error, &self.text, false))?;
        let (Query::Select { pattern, .. }
        | Query::Construct { pattern, .. }
        | Query::Describe { pattern, .. }
        | Query::Ask { pattern, .. }) = &mut query;
        flat(pattern)?;
        quick(pattern)?;
        if !self.default.is_empty() || !self.named.is_empty() {
            let asked = Some(QueryDataset {
                default: self.default.clone(),
                named: Some(self.named.clone()),
            });
            let (Query::Select { dataset, .. }
            | Query::Construct { dataset, .. }
            | Query::Describe { dataset, .. }
            | Query::Ask { dataset, .. }) = &mut query;
            *dataset = asked;
        }
        Ok(query)
    }
}

impl Engine {
    /// Whether changes can be written: not after the disk has failed in a way that leaves open what is on it.
    pub fn takes_changes(&self) -> bool {
        self.journal().as_ref().is_none_or(|own| !own.is_broken())
    }

    /// Answers a query; `render` makes of the results what is sent.
    ///
    /// # Errors
    /// When the query is wrong, is refused, or takes too long.
    pub fn query<T>(
        &self,
        asked: &Asked,
        token: &CancellationToken,
        render: impl FnOnce(QueryResults<'_>) -> Result<T>,
    ) -> Result<T> {
        let budget = asked.budget.clone();
        let budget = budget.unwrap_or_else(|| Budget::new(token, &Memory::default()));
        let query = asked.parse()?;
        let seen = Seen::of_query(&query)?;
        let names_private = seen
            .graphs
            .iter()
            .any(|graph| self.context.is_private(graph));
        let evaluated = || match &asked.view {
            // Refused for its name alone, whether there is such a graph or not.
            View::Public if names_private => Err(Error::Forbidden(Right::ReadPrivate)),
            View::Public => self.plain(watched(query), &self.public(), (token, &budget), render),
            View::Whole => {
                let query = {
                    let state = self.state();
                    rewrite(query, &self.context, &|address| {
                        state.links.contains_key(address)
                    })
                };
                self.plain(watched(query), &self.whole(), (token, &budget), render)
            }
            View::Exact => {
                let (state, whole) = (self.state(), self.whole());
                let exact = Exact::new(&whole, &self.context, &state);
                render(
                    evaluator(token, &budget)
                        .prepare(&watched(query))
                        .execute(exact)
                        .map_err(evaluation)?,
                )
            }
            View::Some(sight, privileged) => {
                let hidden = |name: &String| {
                    !sight(&GraphName::from(NamedNode::new_unchecked(name.clone())))
                };
                if names_private && seen.graphs.iter().any(hidden) {
                    return Err(Error::Forbidden(Right::ReadPrivate));
                }
                // Held while evaluating, so that no change comes in between.
                let _state = self.state();
                let store = if *privileged {
                    self.whole()
                } else {
                    self.public()
                };
                let guarded = Guarded::new(&store, sight.clone());
                render(
                    evaluator(token, &budget)
                        .prepare(&watched(query))
                        .execute(guarded)
                        .map_err(evaluation)?,
                )
            }
        };
        let rendered = until_stopped(evaluated);
        // A pattern that was broken off inside of EXISTS counts as one that does not match: such an answer would be wrong.
        if token.is_cancelled() {
            Err(Error::TooLong)
        } else {
            rendered
        }
    }

    fn plain<T>(
        &self,
        query: Query,
        store: &oxigraph::store::Store,
        (token, budget): (&CancellationToken, &Budget),
        render: impl FnOnce(QueryResults<'_>) -> Result<T>,
    ) -> Result<T> {
        let mut evaluator = SparqlEvaluator::new().with_cancellation_token(token.clone());
        for (name, function) in functions::all(budget) {
            evaluator = evaluator.with_custom_function(name, function);
        }
        render(
            evaluator
                .for_query(query)
                .on_store(store)
                .execute()
                .map_err(evaluation)?,
        )
    }
}

/// An evaluator with a budget.
pub fn evaluator(token: &CancellationToken, budget: &Budget) -> QueryEvaluator {
    let mut evaluator = QueryEvaluator::new().with_cancellation_token(token.clone());
    for (name, function) in functions::all(budget) {
        evaluator = evaluator.with_custom_function(name, function);
    }
    evaluator
}

/// An error of the evaluator, without values of the data.
pub fn evaluation(error: QueryEvaluationError) -> Error {
    match error {
        QueryEvaluationError::Cancelled => Error::TooLong,
        other => Error::Evaluation(other.to_string()),
    }
}
