//! What can be told of the rows of a pattern before it is evaluated: whether they multiply, whether they are held, which variables they bind.

use spargebra::algebra::{Expression, GraphPattern};
use spargebra::term::{NamedNodePattern, Variable};

use super::inspect::visit;
use super::walk::parts;

/// Whether a join may go on for long without reading a triple: its parts share no variable, one of them is held in memory, or is a join itself.
pub fn needs(pattern: &GraphPattern) -> bool {
    let (GraphPattern::Join { left, right }
    | GraphPattern::LeftJoin { left, right, .. }
    | GraphPattern::Lateral { left, right }) = pattern
    else {
        return false;
    };
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
    heavy || !shares(left, right)
}

/// Whether two patterns have a variable in common.
pub fn shares(left: &GraphPattern, right: &GraphPattern) -> bool {
    let mut own = Vec::new();
    left.on_in_scope_variable(|variable| own.push(variable));
    let mut shared = false;
    right.on_in_scope_variable(|variable| shared |= own.contains(&variable));
    shared
}

/// Whether the optimiser can join a pattern row by row, without holding it.
pub fn streams(pattern: &GraphPattern) -> bool {
    match pattern {
        GraphPattern::Bgp { .. } | GraphPattern::Values { .. } | GraphPattern::Path { .. } => true,
        GraphPattern::Graph { inner, .. }
        | GraphPattern::Filter { inner, .. }
        | GraphPattern::Extend { inner, .. } => streams(inner),
        GraphPattern::Union { left, right }
        | GraphPattern::Join { left, right }
        | GraphPattern::Lateral { left, right } => streams(left) && streams(right),
        _ => false,
    }
}

/// Variables of an expression; false where a pattern is in it, which sees more than these.
pub fn variables(expression: &mut Expression, into: &mut Vec<Variable>) -> bool {
    match expression {
        Expression::Exists(_) => false,
        Expression::Variable(own) | Expression::Bound(own) => {
            into.push(own.clone());
            true
        }
        other => parts(other).into_iter().all(|part| variables(part, into)),
    }
}

/// Variables that every row of a pattern binds.
pub fn bound(pattern: &GraphPattern) -> Vec<Variable> {
    let mut own = Vec::new();
    match pattern {
        GraphPattern::Bgp { .. } | GraphPattern::Path { .. } => {
            pattern.on_in_scope_variable(|variable| own.push(variable.clone()));
        }
        GraphPattern::Values {
            variables,
            bindings,
        } => {
            let all = variables.iter().enumerate();
            let full = |at: usize| {
                bindings
                    .iter()
                    .all(|row| matches!(row.get(at), Some(Some(_))))
            };
            own.extend(all.filter(|(at, _)| full(*at)).map(|(_, own)| own.clone()));
        }
        GraphPattern::Join { left, right } => {
            own = bound(left);
            own.extend(bound(right));
        }
        GraphPattern::LeftJoin { left, .. } => own = bound(left),
        GraphPattern::Filter { inner, .. } => own = bound(inner),
        GraphPattern::Graph { name, inner } => {
            own = bound(inner);
            if let NamedNodePattern::Variable(name) = name {
                own.push(name.clone());
            }
        }
        _ => {}
    }
    own
}
