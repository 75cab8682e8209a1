//! The functions that watched queries call (see `watch`), and `REPLACE` with a bound on what it makes.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use oxigraph::model::vocab::{rdf, xsd};
use oxigraph::model::{Literal, NamedNode, Term};
use regex::{Regex, RegexBuilder};

use crate::budget::Budget;

/// True while a query may go on and its argument is not too long.
pub const GOES_ON: &str = "urn:bauta:goes-on";
/// No value while a query may go on: the first alternative of a `COALESCE`.
pub const CHECK: &str = "urn:bauta:check";
/// Its argument, if it is not too long.
pub const SHORT: &str = "urn:bauta:short";
/// `REPLACE`.
pub const REPLACE: &str = "urn:bauta:replace";

/// The size of a compiled pattern, as the evaluator has it.
const PATTERN: usize = 1_000_000;

/// Patterns that are kept compiled.
const PATTERNS: usize = 64;

/// A function of a query.
pub type Own = Box<dyn Fn(&[Term]) -> Option<Term> + Send + Sync>;

/// All of them, by name.
pub fn all(budget: &Budget) -> [(NamedNode, Own); 4] {
    let (goes_on, check, short, replace) = (
        budget.clone(),
        budget.clone(),
        budget.clone(),
        budget.clone(),
    );
    let patterns = Patterns::default();
    let own: [(&str, Own); 4] = [
        (
            GOES_ON,
            Box::new(move |terms| {
                goes_on.measure(terms.first().map_or(0, length));
                Some(Literal::from(true).into())
            }),
        ),
        (
            CHECK,
            Box::new(move |_| {
                check.spend();
                None
            }),
        ),
        (
            SHORT,
            Box::new(move |terms| {
                let term = terms.first()?;
                short.measure(length(term));
                Some(term.clone())
            }),
        ),
        (
            REPLACE,
            Box::new(move |terms| replaced(&replace, &patterns, terms)),
        ),
    ];
    own.map(|(name, function)| (NamedNode::new_unchecked(name), function))
}

/// Bytes of a literal; other terms are never made longer.
fn length(term: &Term) -> usize {
    match term {
        Term::Literal(own) => own.value().len(),
        Term::NamedNode(_) | Term::BlankNode(_) => 0,
    }
}

/// Compiled patterns, by pattern and flags; none where one is wrong.
#[derive(Default)]
struct Patterns(Mutex<HashMap<(String, String), Option<Regex>>>);

impl Patterns {
    fn of(&self, pattern: &str, flags: &str) -> Option<Regex> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() > PATTERNS {
            all.clear();
        }
        all.entry((pattern.to_owned(), flags.to_owned()))
            .or_insert_with(|| compiled(pattern, flags))
            .clone()
    }
}

fn compiled(pattern: &str, flags: &str) -> Option<Regex> {
    let escaped = flags.contains('q').then(|| regex::escape(pattern));
    let mut builder = RegexBuilder::new(escaped.as_deref().unwrap_or(pattern));
    builder.size_limit(PATTERN);
    for flag in flags.chars() {
        match flag {
            's' => builder.dot_matches_new_line(true),
            'm' => builder.multi_line(true),
            'i' => builder.case_insensitive(true),
            'x' => builder.ignore_whitespace(true),
            'q' => &mut builder,
            _ => return None,
        };
    }
    builder.build().ok()
}

/// `REPLACE(text, pattern, replacement, flags)`, as the evaluator does it.
fn replaced(budget: &Budget, patterns: &Patterns, terms: &[Term]) -> Option<Term> {
    let plain = |at: usize| match terms.get(at) {
        Some(Term::Literal(own)) if own.datatype() == xsd::STRING => Some(own.value()),
        _ => None,
    };
    let text = match terms.first() {
        Some(Term::Literal(own)) if [xsd::STRING, rdf::LANG_STRING].contains(&own.datatype()) => {
            own
        }
        _ => return None,
    };
    let flags = if terms.len() > 3 { plain(3)? } else { "" };
    let regex = patterns.of(plain(1)?, flags)?;
    let (value, replacement) = (text.value(), plain(2)?);
    let (mut made, mut from) = (String::new(), 0);
    for found in regex.captures_iter(value) {
        let whole = found.get(0)?;
        made += value.get(from..whole.start())?;
        // A reference to what was found stands for no more than all of the text.
        let references = replacement.matches('$').count();
        budget.measure(made.len() + replacement.len() + references.saturating_mul(whole.len()));
        found.expand(replacement, &mut made);
        from = whole.end();
    }
    made += value.get(from..)?;
    budget.measure(made.len());
    let made = match text.language() {
        Some(language) => Literal::new_language_tagged_literal_unchecked(made, language),
        None => Literal::new_simple_literal(made),
    };
    Some(made.into())
}
