//! Joins asked at each of their rows whether the query may go on.
//!
//! The evaluator looks at its cancellation where it reads a fact. A join of parts that it holds in memory reads none: a product of three thousand
//! facts with themselves, three times, goes on for hours after its cancellation. So such joins are filtered by a function that ends the
//! evaluation. It names a variable that nothing binds, so that the optimiser leaves it where it is. Of `MINUS`, both parts are.

use spargebra::Query;
use spargebra::algebra::{Expression, Function, GraphPattern};
use spargebra::term::{Literal, NamedNode, TermPattern, TriplePattern, Variable};

use super::inspect::visit;
use super::walk::each_pattern;

/// The function that is true while a query may go on.
pub const GOES_ON: &str = "urn:bauta:goes-on";

/// The query with its joins watched.
pub fn watched(mut query: Query) -> Query {
    let (Query::Select { pattern, .. }
    | Query::Construct { pattern, .. }
    | Query::Describe { pattern, .. }
    | Query::Ask { pattern, .. }) = &mut query;
    watch(pattern);
    query
}

/// A pattern with its joins watched, as an update has it.
pub fn watched_pattern(mut pattern: GraphPattern) -> GraphPattern {
    watch(&mut pattern);
    pattern
}

fn watch(pattern: &mut GraphPattern) {
    let needed = needs(pattern);
    each_pattern(pattern, &mut watch);
    match pattern {
        GraphPattern::Bgp { patterns } => *pattern = parted(std::mem::take(patterns)),
        // What it takes away is not seen after it: its parts are asked.
        GraphPattern::Minus { left, right } => {
            for part in [left, right] {
                **part = filtered(std::mem::take(&mut **part));
            }
        }
        _ if needed => *pattern = filtered(std::mem::take(pattern)),
        _ => {}
    }
}

/// The pattern, filtered by the function.
fn filtered(inner: GraphPattern) -> GraphPattern {
    let unbound = Expression::Variable(Variable::new_unchecked("bauta_goes_on"));
    let argument = Expression::Coalesce(vec![unbound, Expression::Literal(Literal::from(true))]);
    let name = Function::Custom(NamedNode::new_unchecked(GOES_ON));
    GraphPattern::Filter {
        expr: Expression::FunctionCall(name, vec![argument]),
        inner: Box::new(inner),
    }
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
    let mut see = |part: &GraphPattern| {
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
    [left, right]
        .into_iter()
        .for_each(|side| visit(side, &mut see));
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
    let mut all = parts
        .into_iter()
        .map(|(_, patterns)| GraphPattern::Bgp { patterns });
    let Some(first) = all.next() else {
        return GraphPattern::Bgp {
            patterns: Vec::new(),
        };
    };
    all.fold(first, |left, right| {
        filtered(GraphPattern::Join {
            left: Box::new(left),
            right: Box::new(right),
        })
    })
}

/// Variables and blank nodes of a triple.
fn names(triple: &TriplePattern) -> Vec<TermPattern> {
    let predicate = TermPattern::from(triple.predicate.clone());
    let all = [triple.subject.clone(), predicate, triple.object.clone()];
    all.into_iter()
        .filter(|term| matches!(term, TermPattern::Variable(_) | TermPattern::BlankNode(_)))
        .collect()
}
