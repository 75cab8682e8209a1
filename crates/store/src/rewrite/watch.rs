//! Joins asked at each of their rows whether the query may go on.
//!
//! The evaluator looks at its cancellation where it reads a fact. A join of parts that it holds in memory reads none: a product of three thousand
//! facts with themselves, three times, goes on for hours after its cancellation. So such joins are filtered by a function that ends the
//! evaluation. It names a variable that nothing binds, so that the optimiser leaves it where it is.

use spargebra::Query;
use spargebra::algebra::{AggregateExpression, Expression, Function, GraphPattern, OrderExpression};
use spargebra::term::{Literal, NamedNode, TermPattern, TriplePattern, Variable};

/// The function that is true while a query may go on.
pub const GOES_ON: &str = "urn:bauta:goes-on";

/// The query with its joins watched.
pub fn watched(query: Query) -> Query {
    match query {
        Query::Select { dataset, pattern, base_iri } => {
            Query::Select { dataset, pattern: of_pattern(pattern), base_iri }
        }
        Query::Construct { template, dataset, pattern, base_iri } => {
            Query::Construct { template, dataset, pattern: of_pattern(pattern), base_iri }
        }
        Query::Describe { dataset, pattern, base_iri } => {
            Query::Describe { dataset, pattern: of_pattern(pattern), base_iri }
        }
        Query::Ask { dataset, pattern, base_iri } => Query::Ask { dataset, pattern: of_pattern(pattern), base_iri },
    }
}

fn boxed(mut pattern: Box<GraphPattern>) -> Box<GraphPattern> {
    *pattern = of_pattern(std::mem::take(&mut *pattern));
    pattern
}

fn of_pattern(pattern: GraphPattern) -> GraphPattern {
    use GraphPattern as P;
    let watch = needs(&pattern);
    let own = match pattern {
        P::Bgp { patterns } => parted(patterns),
        P::Path { .. } | P::Values { .. } | P::Service { .. } => pattern,
        P::Join { left, right } => P::Join { left: boxed(left), right: boxed(right) },
        P::Lateral { left, right } => P::Lateral { left: boxed(left), right: boxed(right) },
        P::Union { left, right } => P::Union { left: boxed(left), right: boxed(right) },
        P::Minus { left, right } => P::Minus { left: boxed(left), right: boxed(right) },
        P::LeftJoin { left, right, expression } => {
            P::LeftJoin { left: boxed(left), right: boxed(right), expression: expression.map(of_expression) }
        }
        P::Filter { expr, inner } => P::Filter { expr: of_expression(expr), inner: boxed(inner) },
        P::Graph { name, inner } => P::Graph { name, inner: boxed(inner) },
        P::Extend { inner, variable, expression } => {
            P::Extend { inner: boxed(inner), variable, expression: of_expression(expression) }
        }
        P::OrderBy { inner, expression } => {
            let order = |own| match own {
                OrderExpression::Asc(own) => OrderExpression::Asc(of_expression(own)),
                OrderExpression::Desc(own) => OrderExpression::Desc(of_expression(own)),
            };
            P::OrderBy { inner: boxed(inner), expression: expression.into_iter().map(order).collect() }
        }
        P::Project { inner, variables } => P::Project { inner: boxed(inner), variables },
        P::Distinct { inner } => P::Distinct { inner: boxed(inner) },
        P::Reduced { inner } => P::Reduced { inner: boxed(inner) },
        P::Slice { inner, start, length } => P::Slice { inner: boxed(inner), start, length },
        P::Group { inner, variables, aggregates } => {
            let of = |own| match own {
                AggregateExpression::CountSolutions { distinct } => AggregateExpression::CountSolutions { distinct },
                AggregateExpression::FunctionCall { name, expr, distinct } => {
                    AggregateExpression::FunctionCall { name, expr: of_expression(expr), distinct }
                }
            };
            let aggregates = aggregates.into_iter().map(|(variable, own)| (variable, of(own))).collect();
            P::Group { inner: boxed(inner), variables, aggregates }
        }
    };
    if watch { filtered(own) } else { own }
}

/// The pattern, filtered by the function.
fn filtered(inner: GraphPattern) -> GraphPattern {
    let unbound = Expression::Variable(Variable::new_unchecked("bauta_goes_on"));
    let argument = Expression::Coalesce(vec![unbound, Expression::Literal(Literal::from(true))]);
    let name = Function::Custom(NamedNode::new_unchecked(GOES_ON));
    GraphPattern::Filter { expr: Expression::FunctionCall(name, vec![argument]), inner: Box::new(inner) }
}

/// Whether a join may go on for long without reading a fact: its parts share no variable, one of them is held in memory, or is a join itself.
fn needs(pattern: &GraphPattern) -> bool {
    let (GraphPattern::Join { left, right }
    | GraphPattern::LeftJoin { left, right, .. }
    | GraphPattern::Lateral { left, right }) = pattern
    else {
        return false;
    };
    let mut own = Vec::new();
    left.on_in_scope_variable(|variable| own.push(variable));
    let mut shared = false;
    right.on_in_scope_variable(|variable| shared |= own.contains(&variable));
    let mut heavy = false;
    let mut visit = |part: &GraphPattern| {
        heavy |= matches!(
            part,
            GraphPattern::Values { .. }
                | GraphPattern::OrderBy { .. }
                | GraphPattern::Group { .. }
                | GraphPattern::Join { .. }
                | GraphPattern::LeftJoin { .. }
                | GraphPattern::Lateral { .. }
        );
    };
    super::inspect::Visit(&mut visit).pattern(left);
    super::inspect::Visit(&mut visit).pattern(right);
    !shared || heavy
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
    let mut all = parts.into_iter().map(|(_, patterns)| GraphPattern::Bgp { patterns });
    let Some(first) = all.next() else { return GraphPattern::Bgp { patterns: Vec::new() } };
    all.fold(first, |left, right| filtered(GraphPattern::Join { left: Box::new(left), right: Box::new(right) }))
}

/// Variables and blank nodes of a triple.
fn names(triple: &TriplePattern) -> Vec<TermPattern> {
    let predicate = TermPattern::from(triple.predicate.clone());
    let all = [triple.subject.clone(), predicate, triple.object.clone()];
    all.into_iter().filter(|term| matches!(term, TermPattern::Variable(_) | TermPattern::BlankNode(_))).collect()
}

fn of_expression(expression: Expression) -> Expression {
    use Expression as E;
    let one = |own: Box<Expression>| Box::new(of_expression(*own));
    let many = |all: Vec<Expression>| all.into_iter().map(of_expression).collect();
    match expression {
        E::NamedNode(_) | E::Literal(_) | E::Variable(_) | E::Bound(_) => expression,
        E::Or(a, b) => E::Or(one(a), one(b)),
        E::And(a, b) => E::And(one(a), one(b)),
        E::Equal(a, b) => E::Equal(one(a), one(b)),
        E::SameTerm(a, b) => E::SameTerm(one(a), one(b)),
        E::Greater(a, b) => E::Greater(one(a), one(b)),
        E::GreaterOrEqual(a, b) => E::GreaterOrEqual(one(a), one(b)),
        E::Less(a, b) => E::Less(one(a), one(b)),
        E::LessOrEqual(a, b) => E::LessOrEqual(one(a), one(b)),
        E::In(a, all) => E::In(one(a), many(all)),
        E::Add(a, b) => E::Add(one(a), one(b)),
        E::Subtract(a, b) => E::Subtract(one(a), one(b)),
        E::Multiply(a, b) => E::Multiply(one(a), one(b)),
        E::Divide(a, b) => E::Divide(one(a), one(b)),
        E::UnaryPlus(a) => E::UnaryPlus(one(a)),
        E::UnaryMinus(a) => E::UnaryMinus(one(a)),
        E::Not(a) => E::Not(one(a)),
        E::If(a, b, c) => E::If(one(a), one(b), one(c)),
        E::Coalesce(all) => E::Coalesce(many(all)),
        E::FunctionCall(name, all) => E::FunctionCall(name, many(all)),
        E::Exists(pattern) => E::Exists(boxed(pattern)),
    }
}
