//! Queries: who asks decides which data set is asked; nothing else does.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use oxigraph::model::{GraphName, Literal, NamedNode, Term};
use oxigraph::sparql::{CancellationToken, QueryEvaluationError, QueryResults, SparqlEvaluator};
use spareval::QueryEvaluator;
use spargebra::algebra::QueryDataset;
use spargebra::{Query, SparqlParser};

use super::Engine;
use crate::error::{Error, Result, Right};
use crate::graph::{Exact, Guarded, Sight};
use crate::rewrite::inspect::{Seen, modest, shallow};
use crate::rewrite::plan::quick;
use crate::rewrite::rewrite;
use crate::rewrite::watch::{GOES_ON, watched};

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
            parser = parser
                .with_base_iri(base)
                .map_err(|error| Error::Syntax(error.to_string()))?;
        }
        let mut query = parser
            .parse_query(&self.text)
            .map_err(|error| Error::Syntax(error.to_string()))?;
        let (Query::Select { pattern, .. }
        | Query::Construct { pattern, .. }
        | Query::Describe { pattern, .. }
        | Query::Ask { pattern, .. }) = &query;
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
        let query = asked.parse()?;
        let seen = Seen::of_query(&query)?;
        let names_private = seen
            .graphs
            .iter()
            .any(|graph| self.context.is_private(graph));
        let evaluated = || match &asked.view {
            // Refused for its name alone, whether there is such a graph or not.
            View::Public if names_private => Err(Error::Forbidden(Right::ReadPrivate)),
            View::Public => self.plain(watched(query), &self.public(), token, render),
            View::Whole => {
                let query = {
                    let state = self.state();
                    rewrite(query, &self.context, &|address| {
                        state.links.contains_key(address)
                    })
                };
                self.plain(watched(query), &self.whole(), token, render)
            }
            View::Exact => {
                let (state, whole) = (self.state(), self.whole());
                let exact = Exact::new(&whole, &self.context, &state);
                render(
                    evaluator(token)
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
                    evaluator(token)
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
        token: &CancellationToken,
        render: impl FnOnce(QueryResults<'_>) -> Result<T>,
    ) -> Result<T> {
        let evaluator = SparqlEvaluator::new()
            .with_cancellation_token(token.clone())
            .with_custom_function(NamedNode::new_unchecked(GOES_ON), goes_on(token));
        render(
            evaluator
                .for_query(query)
                .on_store(store)
                .execute()
                .map_err(evaluation)?,
        )
    }
}

/// Why an evaluation was left in the middle of a join.
struct Stopped;

/// Runs work that evaluates, which may be left in the middle.
pub fn until_stopped<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done,
        Err(payload) if payload.is::<Stopped>() => Err(Error::TooLong),
        Err(payload) => resume_unwind(payload),
    }
}

/// An evaluator that stops when it is told to.
pub fn evaluator(token: &CancellationToken) -> QueryEvaluator {
    QueryEvaluator::new()
        .with_cancellation_token(token.clone())
        .with_custom_function(NamedNode::new_unchecked(GOES_ON), goes_on(token))
}

/// True as long as the query may go on; then the evaluation is left, since it has no other end that is near.
fn goes_on(token: &CancellationToken) -> impl Fn(&[Term]) -> Option<Term> + Send + Sync + 'static {
    let token = token.clone();
    move |_| {
        if token.is_cancelled() {
            resume_unwind(Box::new(Stopped))
        } else {
            Some(Literal::from(true).into())
        }
    }
}

/// An error of the evaluator, without values of the data.
pub fn evaluation(error: QueryEvaluationError) -> Error {
    match error {
        QueryEvaluationError::Cancelled => Error::TooLong,
        other => Error::Evaluation(other.to_string()),
    }
}
