//! Queries that call their budget (see `budget`) at each row of whatever may multiply, be sorted or be held.
//!
//! The evaluator looks at its cancellation where it reads a triple, and has no limit on memory. A join of parts that it holds in memory reads
//! none: a product of three thousand triples with themselves, three times, goes on for hours. So such joins, and what sorts, groups and removes
//! duplicates, are filtered by a function that ends the evaluation. It names a variable that nothing binds, so that the optimiser leaves it where it
//! is. Filters over such a join call it too: the optimiser puts all filters of a place in an order of its own, and one that is false ends the row.
//!
//! Values that functions make are bounded by their length, so that doubling one thirty times ends early.

use spargebra::Query;
use spargebra::algebra::{
    AggregateExpression, AggregateFunction, Expression, Function, GraphPattern, OrderExpression,
};
use spargebra::term::{Literal, NamedNode, TermPattern, TriplePattern, Variable};

use super::functions::{CHECK, GOES_ON, REPLACE, SHORT};
use super::inspect::visit;
use super::rows::{bound, needs, shares, streams, variables};
use super::walk::{each_expression, each_pattern, parts};

/// Texts that are put together at once.
const TOGETHER: usize = 8;

/// The query, watched.
pub fn watched(mut query: Query) -> Query {
    match &mut query {
        Query::Select { pattern, .. } | Query::Ask { pattern, .. } => watch(pattern),
        // What was answered already is held, so that no triple comes twice.
        Query::Construct { pattern, .. } | Query::Describe { pattern, .. } => {
            watch(pattern);
            filter(below_projection(pattern));
        }
    }
    query
}

/// A pattern that is watched, as an update has it.
pub fn watched_pattern(mut pattern: GraphPattern) -> GraphPattern {
    watch(&mut pattern);
    pattern
}

fn watch(pattern: &mut GraphPattern) {
    settle(pattern);
    let needed = needs(pattern);
    each_expression(pattern, &mut bounded);
    each_pattern(pattern, &mut watch);
    match pattern {
        GraphPattern::Bgp { patterns } => *pattern = parted(std::mem::take(patterns)),
        GraphPattern::Path { .. } => filter(pattern),
        // What it takes away is not seen after it: its parts are asked.
        GraphPattern::Minus { left, right } => {
            filter(left);
            filter(right);
        }
        GraphPattern::OrderBy { inner, expression } => {
            filter(inner);
            for OrderExpression::Asc(own) | OrderExpression::Desc(own) in expression {
                check(own);
            }
        }
        GraphPattern::Distinct { inner } => filter(below_projection(inner)),
        GraphPattern::Group {
            inner, aggregates, ..
        } => {
            filter(inner);
            let texts: Vec<Variable> = aggregates.iter().filter_map(text_of).collect();
            for text in texts {
                let own = Expression::Coalesce(vec![text.into(), unbound()]);
                wrap(pattern, call(GOES_ON, own));
            }
        }
        GraphPattern::Extend { expression, .. } => check_calls(expression),
        GraphPattern::Join { left, right }
            if !shares(left, right) || !streams(left) || !streams(right) =>
        {
            hold(left);
            hold(right);
        }
        GraphPattern::LeftJoin { right, .. } => hold(right),
        _ => {}
    }
    if needed {
        filter(pattern);
    }
}

/// The variable of an aggregate that makes a text.
fn text_of((variable, aggregate): &(Variable, AggregateExpression)) -> Option<Variable> {
    let makes_text = matches!(
        aggregate,
        AggregateExpression::FunctionCall {
            name: AggregateFunction::GroupConcat { .. },
            ..
        }
    );
    makes_text.then(|| variable.clone())
}

/// What a projection is of: outside of it a variable would become one of the answer.
fn below_projection(pattern: &mut GraphPattern) -> &mut GraphPattern {
    match pattern {
        GraphPattern::Project { inner, .. } => inner,
        GraphPattern::Slice { inner, .. }
        | GraphPattern::Distinct { inner }
        | GraphPattern::Reduced { inner } => below_projection(inner),
        other => other,
    }
}

/// Filters a side of a join that may be held, but for one triple pattern, which the optimiser may join with others.
fn hold(side: &mut GraphPattern) {
    let one = matches!(side, GraphPattern::Bgp { patterns } if patterns.len() < 2);
    if !one && !matches!(side, GraphPattern::Values { .. }) {
        filter(side);
    }
}

/// Filters a pattern by the function.
fn filter(pattern: &mut GraphPattern) {
    let asks = |expr: &Expression| matches!(expr, Expression::FunctionCall(Function::Custom(name), _) if name.as_str() == GOES_ON);
    if !matches!(pattern, GraphPattern::Filter { expr, .. } if asks(expr)) {
        wrap(pattern, call(GOES_ON, unbound()));
    }
}

fn wrap(pattern: &mut GraphPattern, expr: Expression) {
    let inner = Box::new(std::mem::take(pattern));
    *pattern = GraphPattern::Filter { expr, inner };
}

fn call(name: &str, argument: Expression) -> Expression {
    let name = Function::Custom(NamedNode::new_unchecked(name));
    Expression::FunctionCall(name, vec![argument])
}

/// True, though the optimiser cannot tell.
fn unbound() -> Expression {
    let variable = Expression::Variable(Variable::new_unchecked("bauta_goes_on"));
    Expression::Coalesce(vec![variable, Expression::Literal(Literal::from(true))])
}

/// Lets an expression ask first whether the query may go on.
fn check(expression: &mut Expression) {
    let own = std::mem::replace(expression, Expression::Literal(Literal::from(true)));
    *expression = Expression::Coalesce(vec![call(CHECK, unbound()), own]);
}

/// Lets an expression that makes values ask first.
fn check_calls(expression: &mut Expression) {
    if calls(expression) {
        check(expression);
    }
}

fn calls(expression: &mut Expression) -> bool {
    matches!(expression, Expression::FunctionCall(..)) || parts(expression).into_iter().any(calls)
}

/// Bounds the texts that an expression makes.
fn bounded(expression: &mut Expression) {
    parts(expression).into_iter().for_each(bounded);
    let Expression::FunctionCall(function, arguments) = expression else {
        return;
    };
    match function {
        Function::Concat => {
            let texts = std::mem::take(arguments);
            *expression = concatenated(texts);
        }
        Function::Replace => *function = Function::Custom(NamedNode::new_unchecked(REPLACE)),
        Function::EncodeForUri | Function::UCase | Function::LCase => {
            let own = std::mem::replace(expression, Expression::Literal(Literal::from(true)));
            *expression = call(SHORT, own);
        }
        _ => {}
    }
}

/// Some texts as one: few at a time, so that no more than these are held.
fn concatenated(mut texts: Vec<Expression>) -> Expression {
    while texts.len() > TOGETHER {
        texts = texts
            .chunks(TOGETHER)
            .map(|some| concatenated(some.to_vec()))
            .collect();
    }
    call(SHORT, Expression::FunctionCall(Function::Concat, texts))
}

/// Puts the parts of a filter over joins to where all their variables are bound, as the optimiser would; what is of several sides asks first
/// whether the query may go on.
fn settle(pattern: &mut GraphPattern) {
    let GraphPattern::Filter { expr, inner } = pattern else {
        return;
    };
    let mut multiplies = false;
    visit(inner, &mut |part| multiplies |= needs(part));
    if !multiplies {
        return;
    }
    let mut conjuncts = Vec::new();
    split(std::mem::replace(expr, unbound()), &mut conjuncts);
    let mut here = Vec::new();
    for mut conjunct in conjuncts {
        if !sink(&mut conjunct, inner) {
            check(&mut conjunct);
            here.push(conjunct);
        }
    }
    let all = here
        .into_iter()
        .reduce(|a, b| Expression::And(Box::new(a), Box::new(b)));
    match all {
        Some(all) => *expr = all,
        None => *pattern = std::mem::take(&mut **inner),
    }
}

fn split(expression: Expression, into: &mut Vec<Expression>) {
    match expression {
        Expression::And(a, b) => {
            split(*a, into);
            split(*b, into);
        }
        other => into.push(other),
    }
}

/// Filters one side of a join, if it binds all that the filter needs.
fn sink(filter: &mut Expression, pattern: &mut GraphPattern) -> bool {
    let (GraphPattern::Join { left, .. } | GraphPattern::LeftJoin { left, .. }) = pattern else {
        return false;
    };
    let mut needed = Vec::new();
    if !variables(filter, &mut needed) {
        return false;
    }
    let fits = |side: &GraphPattern| {
        let bound = bound(side);
        needed.iter().all(|variable| bound.contains(variable))
    };
    let side = match (fits(left), pattern) {
        (true, GraphPattern::Join { left, .. } | GraphPattern::LeftJoin { left, .. }) => left,
        (false, GraphPattern::Join { right, .. }) if fits(right) => right,
        _ => return false,
    };
    if !sink(filter, side) {
        wrap(side, filter.clone());
    }
    true
}

/// Triples that share no variable are a product: each connected part is a pattern of its own.
fn parted(patterns: Vec<TriplePattern>) -> GraphPattern {
    let mut parts: Vec<(Vec<TermPattern>, Vec<TriplePattern>)> = Vec::new();
    for triple in patterns {
        let mut terms = names(&triple);
        let mut triples = Vec::new();
        let mut rest = Vec::new();
        for (own, part) in parts {
            if own.iter().any(|term| terms.contains(term)) {
                terms.extend(own);
                triples.extend(part);
            } else {
                rest.push((own, part));
            }
        }
        triples.push(triple);
        rest.push((terms, triples));
        parts = rest;
    }
    let several = parts.len() > 1;
    let each = parts.into_iter().map(|(_, patterns)| {
        let mut part = GraphPattern::Bgp { patterns };
        if several {
            filter(&mut part);
        }
        part
    });
    let product = each.reduce(|left, right| {
        let mut both = GraphPattern::Join {
            left: Box::new(left),
            right: Box::new(right),
        };
        filter(&mut both);
        both
    });
    product.unwrap_or_default()
}

/// Variables and blank nodes of a triple.
fn names(triple: &TriplePattern) -> Vec<TermPattern> {
    let predicate = TermPattern::from(triple.predicate.clone());
    let all = [triple.subject.clone(), predicate, triple.object.clone()];
    all.into_iter()
        .filter(|term| matches!(term, TermPattern::Variable(_) | TermPattern::BlankNode(_)))
        .collect()
}
