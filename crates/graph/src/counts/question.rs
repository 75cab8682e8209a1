//! Which queries can be answered with noise: stars around one variable, counted, by groups or not.

use spargebra::Query;
use spargebra::algebra::{AggregateExpression, AggregateFunction, Expression, GraphPattern};
use spargebra::term::{TermPattern, Variable};

use crate::error::{Error, Result};

/// What is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Counting {
    /// `COUNT(DISTINCT ?x)` of the entities themselves.
    Entities,
    /// `COUNT(*)`, or `COUNT(?v)` where it is something.
    Rows(Option<Variable>),
    /// `COUNT(DISTINCT ?v)` of their values.
    Values(Variable),
}

/// A query that can be answered.
#[derive(Debug, Clone)]
pub(super) struct Question {
    /// The entities.
    pub center: Variable,
    /// What groups are by.
    pub groups: Vec<Variable>,
    pub counting: Counting,
    pub pattern: GraphPattern,
}

/// What a query counts, if one entity has rows of its own in it.
pub(super) fn asked(query: &Query) -> Result<Question> {
    found(query).ok_or_else(|| {
        Error::request(
            "only SELECT (COUNT(…) AS ?n) WHERE { ?x … } can be answered with noise, by GROUP BY or not: every pattern has ?x as its subject, without OPTIONAL, UNION, EXISTS, HAVING and paths",
        )
    })
}

fn found(query: &Query) -> Option<Question> {
    let Query::Select {
        pattern: GraphPattern::Project { inner, .. },
        ..
    } = query
    else {
        return None;
    };
    let GraphPattern::Extend { inner, .. } = inner.as_ref() else {
        return None;
    };
    let GraphPattern::Group {
        inner,
        variables,
        aggregates,
    } = inner.as_ref()
    else {
        return None;
    };
    let [(_, aggregate)] = aggregates.as_slice() else {
        return None;
    };
    let center = subject_of(inner)?;
    if !is_star(inner, &center) {
        return None;
    }
    let counting = match aggregate {
        AggregateExpression::CountSolutions { distinct: false } => Counting::Rows(None),
        AggregateExpression::FunctionCall {
            name: AggregateFunction::Count,
            expr,
            distinct,
        } => match (expr, distinct) {
            (Expression::Variable(variable), true) if *variable == center => Counting::Entities,
            (Expression::Variable(variable), true) => Counting::Values(variable.clone()),
            (Expression::Variable(variable), false) => Counting::Rows(Some(variable.clone())),
            _ => return None,
        },
        _ => return None,
    };
    Some(Question {
        center,
        groups: variables.clone(),
        counting,
        pattern: inner.as_ref().clone(),
    })
}

/// The subject of the first pattern.
fn subject_of(pattern: &GraphPattern) -> Option<Variable> {
    match pattern {
        GraphPattern::Bgp { patterns } => match &patterns.first()?.subject {
            TermPattern::Variable(variable) => Some(variable.clone()),
            _ => None,
        },
        GraphPattern::Filter { inner, .. } | GraphPattern::Extend { inner, .. } => {
            subject_of(inner)
        }
        GraphPattern::Join { left, .. } => subject_of(left),
        _ => None,
    }
}

/// Whether all patterns have a variable as their subject.
fn is_star(pattern: &GraphPattern, center: &Variable) -> bool {
    match pattern {
        GraphPattern::Bgp { patterns } => {
            !patterns.is_empty()
                && patterns
                    .iter()
                    .all(|triple| triple.subject == TermPattern::Variable(center.clone()))
        }
        GraphPattern::Filter { expr, inner } => !has_exists(expr) && is_star(inner, center),
        GraphPattern::Extend {
            inner, expression, ..
        } => !has_exists(expression) && is_star(inner, center),
        GraphPattern::Join { left, right } => is_star(left, center) && is_star(right, center),
        _ => false,
    }
}

/// Whether a condition looks at other triples.
fn has_exists(expression: &Expression) -> bool {
    match expression {
        Expression::Exists(_) => true,
        Expression::Not(inner) | Expression::UnaryMinus(inner) | Expression::UnaryPlus(inner) => {
            has_exists(inner)
        }
        Expression::Or(a, b)
        | Expression::And(a, b)
        | Expression::Equal(a, b)
        | Expression::SameTerm(a, b)
        | Expression::Greater(a, b)
        | Expression::GreaterOrEqual(a, b)
        | Expression::Less(a, b)
        | Expression::LessOrEqual(a, b)
        | Expression::Add(a, b)
        | Expression::Subtract(a, b)
        | Expression::Multiply(a, b)
        | Expression::Divide(a, b) => has_exists(a) || has_exists(b),
        Expression::In(a, list) => has_exists(a) || list.iter().any(has_exists),
        Expression::FunctionCall(_, list) | Expression::Coalesce(list) => {
            list.iter().any(has_exists)
        }
        Expression::If(a, b, c) => has_exists(a) || has_exists(b) || has_exists(c),
        _ => false,
    }
}
