//! What a request names, found without evaluating it: graphs, other servers, and how deeply it is nested.

use std::collections::BTreeSet;

use spargebra::Query;
use spargebra::algebra::{Expression, GraphPattern};
use spargebra::term::NamedNodePattern;

use super::walk::{each_expression, each_pattern, parts};
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
        // `- - -1` is as deep as `---1`.
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

/// How deeply a parsed pattern may be nested, its expressions included: each part of a chain (`1 + 1 + 1`) is a level.
const LEVELS: usize = 2000;

/// Refuses a pattern that is nested deeper than an evaluator's stack. A thread that calls this needs the stack for what the text allows.
///
/// # Errors
/// Where it is.
pub fn flat(pattern: &mut GraphPattern) -> Result<()> {
    if is_flat(pattern, LEVELS) {
        Ok(())
    } else {
        Err(Error::Refused(Refusal::TooDeep))
    }
}

fn is_flat(pattern: &mut GraphPattern, left: usize) -> bool {
    let Some(left) = left.checked_sub(1) else {
        return false;
    };
    let mut flat = true;
    each_expression(pattern, &mut |own| flat &= is_short(own, left));
    // Only then: this goes through expressions without a bound.
    if flat {
        each_pattern(pattern, &mut |own| flat = flat && is_flat(own, left));
    }
    flat
}

fn is_short(expression: &mut Expression, left: usize) -> bool {
    let left = left.checked_sub(1);
    left.is_some_and(|left| parts(expression).into_iter().all(|own| is_short(own, left)))
}

/// How many groups, alternatives and logical operators a query may have: parsing and planning take more than linear time in them, and cannot be stopped.
const MANY: usize = 1000;

/// Refuses a query of too many parts: counted before it is parsed.
///
/// # Errors
/// Where it has too many.
pub fn modest(text: &str) -> Result<()> {
    let groups = text.matches('{').count();
    // `||` is one operator, `|` of a path another.
    let alternatives = text.matches('|').count() - text.matches("||").count();
    let operators = alternatives + text.matches("&&").count();
    if groups + operators > MANY {
        Err(Error::Refused(Refusal::TooDeep))
    } else {
        Ok(())
    }
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
        let (Query::Select {
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
        }) = query;
        let mut seen = Seen::of_pattern(pattern)?;
        let own = dataset
            .iter()
            .flat_map(|own| own.default.iter().chain(own.named.iter().flatten()));
        seen.graphs
            .extend(own.map(|graph| graph.as_str().to_owned()));
        Ok(seen)
    }

    /// Of a pattern.
    ///
    /// # Errors
    /// Where it asks another server.
    pub fn of_pattern(pattern: &GraphPattern) -> Result<Seen> {
        let mut seen = Seen::default();
        let mut see = |part: &GraphPattern| {
            if let GraphPattern::Graph {
                name: NamedNodePattern::NamedNode(node),
                ..
            } = part
            {
                seen.graphs.insert(node.as_str().to_owned());
            }
            seen.services |= matches!(part, GraphPattern::Service { .. });
        };
        visit(pattern, &mut see);
        if seen.services {
            Err(Error::Refused(Refusal::Service))
        } else {
            Ok(seen)
        }
    }
}

/// Goes through all patterns of a pattern, those in expressions too.
pub fn visit(pattern: &GraphPattern, see: &mut dyn FnMut(&GraphPattern)) {
    below(&mut pattern.clone(), see);
}

fn below(pattern: &mut GraphPattern, see: &mut dyn FnMut(&GraphPattern)) {
    see(pattern);
    each_pattern(pattern, &mut |inner| below(inner, see));
}
