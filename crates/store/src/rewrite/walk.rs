//! The patterns that are directly in a pattern or in an expression, to be changed where they are: the one place that knows all kinds of both.

use spargebra::algebra::{AggregateExpression, Expression, GraphPattern, OrderExpression};

/// Changes each pattern that is directly in a pattern, those in its expressions too.
pub fn each_pattern(pattern: &mut GraphPattern, change: &mut dyn FnMut(&mut GraphPattern)) {
    use GraphPattern as P;
    each_expression(pattern, &mut |own| each_in_expression(own, change));
    match pattern {
        P::Bgp { .. } | P::Path { .. } | P::Values { .. } | P::Service { .. } => {}
        P::Join { left, right }
        | P::Lateral { left, right }
        | P::Union { left, right }
        | P::Minus { left, right }
        | P::LeftJoin { left, right, .. } => {
            change(left);
            change(right);
        }
        P::Filter { inner, .. }
        | P::Extend { inner, .. }
        | P::OrderBy { inner, .. }
        | P::Group { inner, .. }
        | P::Graph { inner, .. }
        | P::Project { inner, .. }
        | P::Distinct { inner }
        | P::Reduced { inner }
        | P::Slice { inner, .. } => change(inner),
    }
}

/// Changes each expression that is directly in a pattern.
pub fn each_expression(pattern: &mut GraphPattern, change: &mut dyn FnMut(&mut Expression)) {
    use GraphPattern as P;
    match pattern {
        P::LeftJoin { expression, .. } => expression.iter_mut().for_each(change),
        P::Filter {
            expr: expression, ..
        }
        | P::Extend { expression, .. } => change(expression),
        P::OrderBy { expression, .. } => {
            for OrderExpression::Asc(own) | OrderExpression::Desc(own) in expression {
                change(own);
            }
        }
        P::Group { aggregates, .. } => {
            for (_, aggregate) in aggregates {
                if let AggregateExpression::FunctionCall { expr, .. } = aggregate {
                    change(expr);
                }
            }
        }
        P::Bgp { .. }
        | P::Path { .. }
        | P::Values { .. }
        | P::Service { .. }
        | P::Join { .. }
        | P::Lateral { .. }
        | P::Union { .. }
        | P::Minus { .. }
        | P::Graph { .. }
        | P::Project { .. }
        | P::Distinct { .. }
        | P::Reduced { .. }
        | P::Slice { .. } => {}
    }
}

/// Changes each pattern in an order.
pub fn each_in_order(order: &mut OrderExpression, change: &mut dyn FnMut(&mut GraphPattern)) {
    let (OrderExpression::Asc(own) | OrderExpression::Desc(own)) = order;
    each_in_expression(own, change);
}

/// Changes each pattern in an aggregate.
pub fn each_in_aggregate(
    aggregate: &mut AggregateExpression,
    change: &mut dyn FnMut(&mut GraphPattern),
) {
    match aggregate {
        AggregateExpression::CountSolutions { .. } => {}
        AggregateExpression::FunctionCall { expr, .. } => each_in_expression(expr, change),
    }
}

/// Changes each pattern in an expression.
pub fn each_in_expression(expression: &mut Expression, change: &mut dyn FnMut(&mut GraphPattern)) {
    match expression {
        Expression::Exists(pattern) => change(pattern),
        other => {
            for part in parts(other) {
                each_in_expression(part, change);
            }
        }
    }
}

/// The expressions that are directly in an expression.
pub fn parts(expression: &mut Expression) -> Vec<&mut Expression> {
    use Expression as E;
    match expression {
        E::NamedNode(_) | E::Literal(_) | E::Variable(_) | E::Bound(_) | E::Exists(_) => Vec::new(),
        E::Or(a, b)
        | E::And(a, b)
        | E::Equal(a, b)
        | E::SameTerm(a, b)
        | E::Greater(a, b)
        | E::GreaterOrEqual(a, b)
        | E::Less(a, b)
        | E::LessOrEqual(a, b)
        | E::Add(a, b)
        | E::Subtract(a, b)
        | E::Multiply(a, b)
        | E::Divide(a, b) => vec![a, b],
        E::UnaryPlus(a) | E::UnaryMinus(a) | E::Not(a) => vec![a],
        E::If(a, b, c) => vec![a, b, c],
        E::In(a, all) => std::iter::once(&mut **a).chain(all).collect(),
        E::Coalesce(all) | E::FunctionCall(_, all) => all.iter_mut().collect(),
    }
}
