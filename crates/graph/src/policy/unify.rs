//! Whether two triple patterns can match the same triple; variables of two queries are different ones.

use std::collections::BTreeMap;

use spargebra::term::{NamedNodePattern, TermPattern, TriplePattern};

/// A term of one of the two patterns.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Term {
    /// A variable or blank node of the first (0) or second (1) pattern.
    Free(u8, String),
    Fixed(String),
}

/// Whether there is a triple that both match.
pub(super) fn unifies(a: &TriplePattern, b: &TriplePattern) -> bool {
    let mut known: BTreeMap<Term, Term> = BTreeMap::new();
    terms(a, 0)
        .into_iter()
        .zip(terms(b, 1))
        .all(|(a, b)| bind(&mut known, a, b))
}

fn terms(pattern: &TriplePattern, side: u8) -> [Term; 3] {
    let predicate = match &pattern.predicate {
        NamedNodePattern::NamedNode(node) => Term::Fixed(node.to_string()),
        NamedNodePattern::Variable(variable) => Term::Free(side, variable.to_string()),
    };
    [
        term(&pattern.subject, side),
        predicate,
        term(&pattern.object, side),
    ]
}

fn term(term: &TermPattern, side: u8) -> Term {
    match term {
        TermPattern::Variable(variable) => Term::Free(side, variable.to_string()),
        TermPattern::BlankNode(node) => Term::Free(side, node.to_string()),
        other => Term::Fixed(other.to_string()),
    }
}

/// What a term stands for so far.
fn found(known: &BTreeMap<Term, Term>, mut term: Term) -> Term {
    while let Some(next) = known.get(&term) {
        term = next.clone();
    }
    term
}

fn bind(known: &mut BTreeMap<Term, Term>, a: Term, b: Term) -> bool {
    let (a, b) = (found(known, a), found(known, b));
    match (&a, &b) {
        _ if a == b => true,
        (Term::Free(..), _) => known.insert(a, b).is_none(),
        (_, Term::Free(..)) => known.insert(b, a).is_none(),
        _ => false,
    }
}
