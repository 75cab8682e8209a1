//! The patterns that are directly in a pattern or in an expression, to be changed where they are: the one place that knows all kinds of both.

use spargebra::algebra::{AggregateExpression, Expression, GraphPattern, OrderExpression};

/// Changes each pattern that is directly in a pattern, those in its expressions too.
pub fn each_pattern(pattern: &mut GraphPattern, change: &mut dyn FnMut(&mut GraphPattern)) {
    use GraphPattern as P;
    match pattern {
        P::Bgp { .. } | P::Path { .. } | P::Values { .. } | P::Service { .. } => {}
        P::Join { left, right }
        | P::Lateral { left, right }
        | P::Union { left, right }
        | P::Minus { left, right } => {
            change(left);
            change(right);
        }
        P::LeftJoin {
            left,
            right,
            expression,
        } => {
            change(left);
            change(right);
            expression
                .iter_mut()
                .for_each(|own| each_in_expression(own, change));
        }
        P::Filter {
            expr: expression,
            inner,
        }
        | P::Extend {
            inner, expression, ..
        } => {
            each_in_expression(expression, change);
            change(inner);
        }
        P::OrderBy { inner, expression } => {
            expression
                .iter_mut()
                .for_each(|own| each_in_order(own, change));
            change(inner);
        }
        P::Group {
            inner, aggregates, ..
        } => {
            aggregates
                .iter_mut()
                .for_each(|(_, own)| each_in_aggregate(own, change));
            change(inner);
        }
        P::Graph { inner, .. }
        | P::Project { inner, .. }
        | P::Distinct { inner }
        | P::Reduced { inner }
        | P::Slice { inner, .. } => change(inner),
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
    use Expression as E;
    match expression {
        E::NamedNode(_) | E::Literal(_) | E::Variable(_) | E::Bound(_) => {}
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
        | E::Divide(a, b) => [a, b]
            .into_iter()
            .for_each(|own| each_in_expression(own, change)),
        E::UnaryPlus(a) | E::UnaryMinus(a) | E::Not(a) => each_in_expression(a, change),
        E::If(a, b, c) => [a, b, c]
            .into_iter()
            .for_each(|own| each_in_expression(own, change)),
        E::In(a, all) => {
            each_in_expression(a, change);
            all.iter_mut()
                .for_each(|own| each_in_expression(own, change));
        }
        E::Coalesce(all) | E::FunctionCall(_, all) => {
            all.iter_mut()
                .for_each(|own| each_in_expression(own, change));
        }
        E::Exists(pattern) => change(pattern),
    }
}
