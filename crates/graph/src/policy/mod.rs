//! Policies by queries: what must no longer be answered, and what must be answered as before; out come candidate updates.
//!
//! **Paper** delanaux2018 (the algorithm), delanaux2019 (blank nodes only).
//!
//! **Guarantee** after the operations of a sequence every privacy query answers with nothing, or with blank nodes where a value was asked; utility
//! queries answer as before, as far as patterns tell. The cost depends on the queries only, not on the data.
//!
//! **Idea**
//! 1. A triple pattern of a privacy query that unifies with a pattern of a utility query may not be touched.
//! 2. For each other pattern: delete it; or replace its subject by a blank node, if the subject joins another pattern or is asked for; or
//!    its object likewise, if it may be a node.
//! 3. One operation a privacy query, in all combinations. A query without an operation makes the policies incompatible.
//!
//! **Differences from the paper** variables of different queries are different (renamed apart), as in the authors' program. Only conjunctive
//! queries: a pattern with OPTIONAL, UNION, FILTER or a path is refused.
//!
//! **Invariants** `the_published_operations_are_found`, `every_sequence_keeps_both_policies`.

mod apply;
mod unify;

use spargebra::Query;
use spargebra::algebra::GraphPattern;
use spargebra::term::{TermPattern, TriplePattern, Variable};

use crate::error::{Error, Result};
pub use apply::apply;

/// A conjunctive query: what is asked for, and the patterns that must match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conjunction {
    /// The variables that are asked for.
    pub asked: Vec<Variable>,
    /// The patterns.
    pub patterns: Vec<TriplePattern>,
}

impl Conjunction {
    /// A query, if it is a conjunction.
    ///
    /// # Errors
    /// When it is anything else.
    pub fn of(query: &Query) -> Result<Self> {
        let refused =
            || Error::request("a policy's query must be SELECT with triple patterns only");
        let Query::Select { pattern, .. } = query else {
            return Err(refused());
        };
        let mut inner = pattern;
        loop {
            match inner {
                GraphPattern::Distinct { inner: below }
                | GraphPattern::Reduced { inner: below } => inner = below,
                GraphPattern::Project {
                    inner: below,
                    variables,
                } => {
                    let GraphPattern::Bgp { patterns } = below.as_ref() else {
                        return Err(refused());
                    };
                    if patterns.iter().any(has_blank) {
                        return Err(Error::request(
                            "a policy's query has variables in place of blank nodes",
                        ));
                    }
                    return Ok(Conjunction {
                        asked: variables.clone(),
                        patterns: patterns.clone(),
                    });
                }
                _ => return Err(refused()),
            }
        }
    }

    /// Whether a term joins another pattern or is asked for.
    fn matters(&self, term: &TermPattern, at: usize) -> bool {
        let is_asked =
            matches!(term, TermPattern::Variable(variable) if self.asked.contains(variable));
        let joins = self.patterns.iter().enumerate().any(|(other, pattern)| {
            other != at && (pattern.subject == *term || pattern.object == *term)
        });
        is_asked || joins
    }
}

/// What is done to the matches of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The triple goes.
    Delete,
    /// Its subject becomes a blank node.
    BlankSubject,
    /// Its object becomes a blank node.
    BlankObject,
}

/// An operation on a privacy query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// What is done.
    pub kind: Kind,
    /// To which pattern.
    pub pattern: TriplePattern,
    /// Where all of these match.
    pub body: Vec<TriplePattern>,
}

impl Operation {
    /// The operation as a SPARQL update.
    pub fn update(&self) -> String {
        let body: String = self
            .body
            .iter()
            .map(|pattern| format!("{pattern} . "))
            .collect();
        let TriplePattern {
            subject,
            predicate,
            object,
        } = &self.pattern;
        let insert = match self.kind {
            Kind::Delete => String::new(),
            Kind::BlankSubject => format!("INSERT {{ [] {predicate} {object} . }}\n"),
            Kind::BlankObject => format!("INSERT {{ {subject} {predicate} [] . }}\n"),
        };
        format!("DELETE {{ {} . }}\n{insert}WHERE {{ {body}}}", self.pattern)
    }
}

/// The operations for each privacy query.
///
/// # Errors
/// Privacy queries that no operation satisfies without touching what a utility query needs.
pub fn operations(privacy: &[Conjunction], utility: &[Conjunction]) -> Result<Vec<Vec<Operation>>> {
    let found: Vec<Vec<Operation>> = privacy
        .iter()
        .map(|query| operations_of(query, utility))
        .collect();
    let without: Vec<String> = found
        .iter()
        .enumerate()
        .filter(|(_, found)| found.is_empty())
        .map(|(at, _)| (at + 1).to_string())
        .collect();
    if without.is_empty() {
        Ok(found)
    } else {
        Err(Error::request(format!(
            "the policies are incompatible: every pattern of privacy query {} is needed by a utility query",
            without.join(", ")
        )))
    }
}

fn operations_of(query: &Conjunction, utility: &[Conjunction]) -> Vec<Operation> {
    let mut found = Vec::new();
    for (at, pattern) in query.patterns.iter().enumerate() {
        let needed = utility
            .iter()
            .flat_map(|query| &query.patterns)
            .any(|other| unify::unifies(pattern, other));
        if needed {
            continue;
        }
        let operation = |kind| Operation {
            kind,
            pattern: pattern.clone(),
            body: query.patterns.clone(),
        };
        found.push(operation(Kind::Delete));
        if query.matters(&pattern.subject, at) {
            found.push(operation(Kind::BlankSubject));
        }
        if may_be_node(&pattern.object) && query.matters(&pattern.object, at) {
            found.push(operation(Kind::BlankObject));
        }
    }
    found
}

fn has_blank(pattern: &TriplePattern) -> bool {
    let is_blank = |term: &TermPattern| matches!(term, TermPattern::BlankNode(_));
    is_blank(&pattern.subject) || is_blank(&pattern.object)
}

fn may_be_node(term: &TermPattern) -> bool {
    !matches!(term, TermPattern::Literal(_))
}

/// Every choice of one operation a privacy query.
pub fn sequences(operations: &[Vec<Operation>]) -> Vec<Vec<&Operation>> {
    operations
        .iter()
        .fold(vec![Vec::new()], |sequences, choices| {
            let longer = |sequence: &Vec<_>| -> Vec<Vec<_>> {
                choices
                    .iter()
                    .map(|choice| sequence.iter().copied().chain([choice]).collect())
                    .collect()
            };
            sequences.iter().flat_map(longer).collect()
        })
}

#[cfg(test)]
mod tests;
