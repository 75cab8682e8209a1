//! Queries of privileged users that mix exact and published data: where a default pattern means an entity that a private block names, it is
//! led over the link between the entity and its blank node.
//!
//! **Rule** [thouvenot2022]: an entity term of a private block that occurs in default patterns too is replaced there by a new variable, which the link
//! `entity owl:sameAs ?new` binds. **Difference**: the link is joined to each replaced pattern itself, not to the private block. So the entity
//! variable keeps its binding everywhere, and the rule holds inside OPTIONAL, UNION, MINUS, EXISTS, sub-queries and paths alike.
//! **The other way round**: where published data bind the entity, and a private block stands inside OPTIONAL, MINUS or EXISTS, the block is led from the
//! blank node to the entity; the variable keeps the published binding.
//! **Scope** a variable is replaced only where it must meet the private block; where the block does not say that it binds an entity (the property
//! is not declared, or the variable is an object), both readings are asked for. Rewriting is a convenience: what can be seen is decided below, by
//! the data set that the query gets.

pub mod functions;
pub mod inspect;
mod leaf;
pub mod plan;
mod rows;
mod scope;
pub mod syntax;
mod walk;
pub mod watch;

use std::collections::BTreeSet;

use spargebra::Query;
use spargebra::algebra::{AggregateExpression, Expression, GraphPattern, OrderExpression};
use spargebra::term::{NamedNodePattern, Variable};

use crate::context::Context;
use scope::Scope;

/// In which graph a pattern is matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// A graph that is not private.
    Public,
    /// A private one.
    Private,
    /// Any that a variable names.
    Any,
}

/// Rewrites a query of a privileged user; queries without a private block stay as they are.
pub fn rewrite(query: Query, context: &Context, is_entity: &dyn Fn(&str) -> bool) -> Query {
    let (dataset, pattern) = match &query {
        Query::Select {
            dataset, pattern, ..
        }
        | Query::Construct {
            dataset, pattern, ..
        }
        | Query::Describe {
            dataset, pattern, ..
        }
        | Query::Ask {
            dataset, pattern, ..
        } => (dataset, pattern),
    };
    let merged = dataset
        .iter()
        .flat_map(|own| &own.default)
        .any(|graph| context.is_private(graph.as_str()));
    let constants = scope::constants(context, pattern, is_entity);
    if merged || !scope::has_private_block(context, pattern) {
        return query;
    }
    let mut rewriter = Rewriter {
        context,
        constants,
        fresh: 0,
    };
    let rewritten = rewriter.pattern(pattern, At::Public, &Scope::default());
    match query {
        Query::Select {
            dataset, base_iri, ..
        } => Query::Select {
            dataset,
            pattern: rewritten,
            base_iri,
        },
        Query::Construct {
            template,
            dataset,
            base_iri,
            ..
        } => Query::Construct {
            template,
            dataset,
            pattern: rewritten,
            base_iri,
        },
        Query::Describe {
            dataset, base_iri, ..
        } => Query::Describe {
            dataset,
            pattern: rewritten,
            base_iri,
        },
        Query::Ask {
            dataset, base_iri, ..
        } => Query::Ask {
            dataset,
            pattern: rewritten,
            base_iri,
        },
    }
}

struct Rewriter<'c> {
    context: &'c Context,
    /// Entities that are named in private blocks.
    constants: BTreeSet<String>,
    fresh: usize,
}

impl Rewriter<'_> {
    /// A pattern, where the variables of `outer` must meet entities.
    fn pattern(&mut self, pattern: &GraphPattern, at: At, outer: &Scope) -> GraphPattern {
        let scope = &outer.with(scope::of(self.context, pattern, at));
        match pattern {
            GraphPattern::Bgp { .. } | GraphPattern::Path { .. } => self.leaf(pattern, at, scope),
            GraphPattern::Values { .. } | GraphPattern::Service { .. } => pattern.clone(),
            GraphPattern::Graph { name, inner } => GraphPattern::Graph {
                name: name.clone(),
                inner: self.boxed(inner, scope::at(self.context, name), scope),
            },
            GraphPattern::Join { left, right } => {
                let [left, right] = self.both(left, right, at, scope);
                GraphPattern::Join { left, right }
            }
            GraphPattern::Lateral { left, right } => {
                let [left, right] = self.both(left, right, at, scope);
                GraphPattern::Lateral { left, right }
            }
            GraphPattern::Union { left, right } => {
                let [left, right] = self.both(left, right, at, scope);
                GraphPattern::Union { left, right }
            }
            GraphPattern::LeftJoin {
                left,
                right,
                expression,
            } => self.left_join([left, right], expression.as_ref(), at, scope),
            GraphPattern::Minus { left, right } => self.minus(left, right, at, scope),
            GraphPattern::Filter { expr, inner } => self.filter(expr, inner, at, scope),
            GraphPattern::Extend {
                inner,
                variable,
                expression,
            } => self.extend(inner, variable, expression, at, scope),
            GraphPattern::Group {
                inner,
                variables,
                aggregates,
            } => self.group(inner, variables, aggregates, at, scope),
            GraphPattern::OrderBy { inner, expression } => {
                self.sorted(inner, expression, at, scope)
            }
            GraphPattern::Project { inner, variables } => GraphPattern::Project {
                // Only what a sub-query hands out meets what is outside of it.
                inner: self.boxed(inner, at, &scope.only(variables)),
                variables: variables.clone(),
            },
            GraphPattern::Distinct { inner } => GraphPattern::Distinct {
                inner: self.boxed(inner, at, scope),
            },
            GraphPattern::Reduced { inner } => GraphPattern::Reduced {
                inner: self.boxed(inner, at, scope),
            },
            GraphPattern::Slice {
                inner,
                start,
                length,
            } => GraphPattern::Slice {
                // A limited sub-query is limited before it meets anything outside.
                inner: self.boxed(inner, at, &Scope::default()),
                start: *start,
                length: *length,
            },
        }
    }

    /// Two patterns that both see what is around them and nothing of each other.
    fn both(
        &mut self,
        left: &GraphPattern,
        right: &GraphPattern,
        at: At,
        scope: &Scope,
    ) -> [Box<GraphPattern>; 2] {
        [self.boxed(left, at, scope), self.boxed(right, at, scope)]
    }

    /// The optional side and its condition see what the other side binds.
    fn left_join(
        &mut self,
        [left, right]: [&GraphPattern; 2],
        expression: Option<&Expression>,
        at: At,
        scope: &Scope,
    ) -> GraphPattern {
        let inside = scope.inside_of(self.context, left, at);
        GraphPattern::LeftJoin {
            left: self.boxed(left, at, scope),
            right: self.boxed(right, at, &inside),
            expression: expression.map(|own| self.expression(own, at, &inside)),
        }
    }

    fn minus(
        &mut self,
        left: &GraphPattern,
        right: &GraphPattern,
        at: At,
        scope: &Scope,
    ) -> GraphPattern {
        let inside = scope.inside_of(self.context, left, at);
        GraphPattern::Minus {
            left: self.boxed(left, at, scope),
            right: self.boxed(right, at, &inside),
        }
    }

    fn filter(
        &mut self,
        condition: &Expression,
        inner: &GraphPattern,
        at: At,
        scope: &Scope,
    ) -> GraphPattern {
        let inside = scope.inside_of(self.context, inner, at);
        GraphPattern::Filter {
            expr: self.expression(condition, at, &inside),
            inner: self.boxed(inner, at, scope),
        }
    }

    fn extend(
        &mut self,
        inner: &GraphPattern,
        variable: &Variable,
        expression: &Expression,
        at: At,
        scope: &Scope,
    ) -> GraphPattern {
        let inside = scope.inside_of(self.context, inner, at);
        GraphPattern::Extend {
            inner: self.boxed(inner, at, scope),
            variable: variable.clone(),
            expression: self.expression(expression, at, &inside),
        }
    }

    /// Only the variables of the groups meet what is outside.
    fn group(
        &mut self,
        inner: &GraphPattern,
        variables: &[Variable],
        aggregates: &[(Variable, AggregateExpression)],
        at: At,
        scope: &Scope,
    ) -> GraphPattern {
        GraphPattern::Group {
            inner: self.boxed(inner, at, &scope.only(variables)),
            variables: variables.to_vec(),
            aggregates: aggregates
                .iter()
                .map(|(variable, own)| (variable.clone(), self.aggregate(own, at, scope)))
                .collect(),
        }
    }

    fn sorted(
        &mut self,
        inner: &GraphPattern,
        expression: &[OrderExpression],
        at: At,
        scope: &Scope,
    ) -> GraphPattern {
        GraphPattern::OrderBy {
            inner: self.boxed(inner, at, scope),
            expression: expression
                .iter()
                .map(|own| self.order(own, at, scope))
                .collect(),
        }
    }

    fn boxed(&mut self, pattern: &GraphPattern, at: At, outer: &Scope) -> Box<GraphPattern> {
        Box::new(self.pattern(pattern, at, outer))
    }

    fn order(&mut self, order: &OrderExpression, at: At, scope: &Scope) -> OrderExpression {
        let mut order = order.clone();
        walk::each_in_order(&mut order, &mut |own| *own = self.pattern(own, at, scope));
        order
    }

    fn aggregate(
        &mut self,
        aggregate: &AggregateExpression,
        at: At,
        scope: &Scope,
    ) -> AggregateExpression {
        let mut aggregate = aggregate.clone();
        walk::each_in_aggregate(&mut aggregate, &mut |own| {
            *own = self.pattern(own, at, scope);
        });
        aggregate
    }

    fn expression(&mut self, expression: &Expression, at: At, scope: &Scope) -> Expression {
        let mut expression = expression.clone();
        walk::each_in_expression(&mut expression, &mut |own| {
            *own = self.pattern(own, at, scope);
        });
        expression
    }

    /// A name that no query uses.
    fn fresh(&mut self) -> Variable {
        self.fresh += 1;
        Variable::new_unchecked(format!("bauta_link_{}", self.fresh))
    }

    fn private(&self) -> NamedNodePattern {
        self.context.private.clone().into()
    }
}
