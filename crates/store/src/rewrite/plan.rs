//! How long a query takes to plan, told before it is planned: the library's planner cannot be stopped.
//!
//! It puts k joined parts into an order in about k⁴ steps, since it estimates what is joined so far for each part that could come next; and it
//! plans what is inside of OPTIONAL twice, so that each level of nesting doubles the time.

use spargebra::algebra::{Expression, GraphPattern};

use super::walk::each_in_expression;
use crate::error::{Error, Refusal, Result};

/// Steps that take about a second.
const MOST: f64 = 3e7;

/// Refuses a pattern that would be planned for long.
///
/// # Errors
/// Where it would.
pub fn quick(pattern: &GraphPattern) -> Result<()> {
    if of(pattern).1 > MOST {
        Err(Error::Refused(Refusal::TooDeep))
    } else {
        Ok(())
    }
}

/// Leaves that are joined, and steps.
fn of(pattern: &GraphPattern) -> (f64, f64) {
    match pattern {
        GraphPattern::Bgp { patterns } => joined(patterns.len() as f64, 0.0),
        GraphPattern::Path { .. } | GraphPattern::Values { .. } | GraphPattern::Service { .. } => {
            (1.0, 1.0)
        }
        GraphPattern::Join { left, right } | GraphPattern::Lateral { left, right } => {
            let (left, right) = (of(left), of(right));
            joined(left.0 + right.0, left.1 + right.1)
        }
        GraphPattern::Union { left, right } | GraphPattern::Minus { left, right } => {
            let (left, right) = (of(left), of(right));
            (left.0 + right.0, left.1 + right.1)
        }
        GraphPattern::LeftJoin {
            left,
            right,
            expression,
        } => {
            let (left, right) = (of(left), of(right));
            let inside = expression.as_ref().map_or(0.0, of_expression);
            let size = left.0 + right.0;
            (size, 4.0 * size * size + left.1 + 2.0 * right.1 + inside)
        }
        GraphPattern::Filter {
            expr: expression,
            inner,
        }
        | GraphPattern::Extend {
            inner, expression, ..
        } => {
            let (size, steps) = of(inner);
            (size, steps + of_expression(expression))
        }
        GraphPattern::Graph { inner, .. }
        | GraphPattern::OrderBy { inner, .. }
        | GraphPattern::Project { inner, .. }
        | GraphPattern::Distinct { inner }
        | GraphPattern::Reduced { inner }
        | GraphPattern::Slice { inner, .. }
        | GraphPattern::Group { inner, .. } => of(inner),
    }
}

fn joined(size: f64, steps: f64) -> (f64, f64) {
    (size, size.powi(4) + steps)
}

/// Steps of the patterns that an expression asks for.
fn of_expression(expression: &Expression) -> f64 {
    let mut steps = 0.0;
    each_in_expression(&mut expression.clone(), &mut |pattern| {
        steps += of(pattern).1;
    });
    steps
}
