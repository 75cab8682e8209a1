//! What a request names, found without evaluating it: graphs, other servers, and how deeply it is nested.

use std::collections::BTreeSet;

use spargebra::Query;
use spargebra::algebra::{AggregateExpression, Expression, GraphPattern, OrderExpression};
use spargebra::term::NamedNodePattern;

use crate::error::{Error, Refusal, Result};

/// How deeply brackets may be nested, and operators without brackets may follow each other.
const DEEP: usize = 100;

/// Refuses a text that would be nested deeper than a parser's stack: counted before it is parsed.
///
/// # Errors
/// Where it is.
pub fn shallow(text: &str) -> Result<()> {
    let (mut depth, mut row) = (0usize, 0usize);
    for letter in text.chars() {
        match letter {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        row = if matches!(letter, '!' | '^' | '-' | '+') {
            row + 1
        } else if letter.is_whitespace() {
            row
        } else {
            0
        };
        if depth > DEEP || row > DEEP {
            return Err(Error::Refused(Refusal::TooDeep));
        }
    }
    Ok(())
}

/// How many groups and logical operators a query may have: parsing and planning take more than linear time in them, and cannot be stopped.
const MANY: usize = 1000;

/// Refuses a query of too many parts: counted before it is parsed.
///
/// # Errors
/// Where it has too many.
pub fn modest(text: &str) -> Result<()> {
    let groups = text.matches('{').count();
    let operators = text.matches("||").count() + text.matches("&&").count();
    if groups + operators > MANY { Err(Error::Refused(Refusal::TooDeep)) } else { Ok(()) }
}

/// What a request names.
#[derive(Debug, Default)]
pub struct Seen {
    /// Graphs, by name.
    pub graphs: BTreeSet<String>,
    services: bool,
}

impl Seen {
    /// Of a query, its data set included.
    ///
    /// # Errors
    /// Where it asks another server.
    pub fn of_query(query: &Query) -> Result<Seen> {
        let (Query::Select { dataset, pattern, .. }
        | Query::Construct { dataset, pattern, .. }
        | Query::Describe { dataset, pattern, .. }
        | Query::Ask { dataset, pattern, .. }) = query;
        let mut seen = Seen::of_pattern(pattern)?;
        let own = dataset.iter().flat_map(|own| own.default.iter().chain(own.named.iter().flatten()));
        seen.graphs.extend(own.map(|graph| graph.as_str().to_owned()));
        Ok(seen)
    }

    /// Of a pattern.
    ///
    /// # Errors
    /// Where it asks another server.
    pub fn of_pattern(pattern: &GraphPattern) -> Result<Seen> {
        let mut seen = Seen::default();
        let mut visit = |part: &GraphPattern| {
            if let GraphPattern::Graph { name: NamedNodePattern::NamedNode(node), .. } = part {
                seen.graphs.insert(node.as_str().to_owned());
            }
            seen.services |= matches!(part, GraphPattern::Service { .. });
        };
        Visit(&mut visit).pattern(pattern);
        if seen.services { Err(Error::Refused(Refusal::Service)) } else { Ok(seen) }
    }
}

/// Goes through all patterns of a pattern, those in expressions too.
pub struct Visit<'v>(pub &'v mut dyn FnMut(&GraphPattern));

impl Visit<'_> {
    /// A pattern and all in it.
    pub fn pattern(&mut self, pattern: &GraphPattern) {
        (self.0)(pattern);
        match pattern {
            GraphPattern::Bgp { .. } | GraphPattern::Path { .. } | GraphPattern::Values { .. } => {}
            GraphPattern::Join { left, right }
            | GraphPattern::Lateral { left, right }
            | GraphPattern::Union { left, right }
            | GraphPattern::Minus { left, right } => {
                self.pattern(left);
                self.pattern(right);
            }
            GraphPattern::LeftJoin { left, right, expression } => {
                self.pattern(left);
                self.pattern(right);
                expression.iter().for_each(|own| self.expression(own));
            }
            GraphPattern::Filter { expr, inner } => {
                self.expression(expr);
                self.pattern(inner);
            }
            GraphPattern::Extend { inner, expression, .. } => {
                self.expression(expression);
                self.pattern(inner);
            }
            GraphPattern::OrderBy { inner, expression } => {
                for OrderExpression::Asc(own) | OrderExpression::Desc(own) in expression {
                    self.expression(own);
                }
                self.pattern(inner);
            }
            GraphPattern::Group { inner, aggregates, .. } => {
                for (_, aggregate) in aggregates {
                    match aggregate {
                        AggregateExpression::CountSolutions { .. } => {}
                        AggregateExpression::FunctionCall { expr, .. } => self.expression(expr),
                    }
                }
                self.pattern(inner);
            }
            GraphPattern::Graph { inner, .. }
            | GraphPattern::Project { inner, .. }
            | GraphPattern::Distinct { inner }
            | GraphPattern::Reduced { inner }
            | GraphPattern::Slice { inner, .. }
            | GraphPattern::Service { inner, .. } => self.pattern(inner),
        }
    }

    /// All patterns in an expression.
    pub fn expression(&mut self, expression: &Expression) {
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
            | E::Divide(a, b) => {
                self.expression(a);
                self.expression(b);
            }
            E::In(a, all) => {
                self.expression(a);
                all.iter().for_each(|own| self.expression(own));
            }
            E::UnaryPlus(a) | E::UnaryMinus(a) | E::Not(a) => self.expression(a),
            E::If(a, b, c) => [a, b, c].into_iter().for_each(|own| self.expression(own)),
            E::Coalesce(all) | E::FunctionCall(_, all) => all.iter().for_each(|own| self.expression(own)),
            E::Exists(pattern) => self.pattern(pattern),
        }
    }
}
