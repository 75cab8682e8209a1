//! Statistics before and after a technique, beside what its theory says that it keeps.
//!
//! **Source** hundepool2012, section 3.6 (information loss as the change of means, variances, correlations and of what analysts compute).
//!
//! **What is compared** the attributes whose values changed (all of them where rows were left out), and pairs with at least one of these.
//! Numbers and dates: mean, variance, quantiles, correlations, regressions. Words: frequencies and Cramér's V. No value of a word is told,
//! only how frequent the most frequent ones are.
//!
//! **Cost** rows × attributes²; means, variances, quantiles and frequencies per distinct value.

mod numbers;
pub(crate) mod paper;
mod words;

pub use numbers::{Coefficient, Moments, NumberKept, Regression};
pub use words::WordsKept;

use std::collections::BTreeSet;

use bauta_methods::{CheckedTechnique, Keeps};
use bauta_table::{Attribute, Role, Table};
use serde::Serialize;

/// The most attributes of a kind that are compared.
const MOST: usize = 30;

/// Statistics before and after a technique.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Kept {
    /// What the technique says about them.
    pub claim: Keeps,
    /// Numbers and dates that changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<NumberKept>,
    /// Correlations of numbers, at least one of which changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub correlations: Vec<PairKept>,
    /// Each number on the others, or the target alone where one is declared: standardised coefficients.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub regressions: Vec<Regression>,
    /// Words that changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<WordsKept>,
    /// Cramér's V of words, at least one of which changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub associations: Vec<PairKept>,
    /// Attributes that were not looked at because there are too many, or too many values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
}

/// How two attributes go together, before and after.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct PairKept {
    /// Their names.
    pub attributes: (String, String),
    /// Whether both changed.
    pub both_changed: bool,
    /// Before.
    pub before: f64,
    /// After.
    pub after: f64,
}

/// An attribute as it was and as it is.
struct Compared<'t> {
    was: &'t Attribute,
    is: &'t Attribute,
    changed: bool,
}

impl Compared<'_> {
    fn is_number(&self) -> bool {
        let measurable =
            |attribute: &Attribute| attribute.column.dictionary().kind().is_measurable();
        measurable(self.was) && measurable(self.is)
    }
}

/// What a technique with its parameters made of the statistics of a table; none where its theory says nothing about any, or where
/// nothing can be compared.
pub(crate) fn compared(
    method: &CheckedTechnique,
    (before, after): (&Table, &Table),
    pseudonym: Option<&str>,
) -> Option<Kept> {
    let claim = method.keeps()?;
    let rows_differ = before.rows() != after.rows();
    let all = before
        .attributes()
        .iter()
        // A pseudonym is no quantity, also where it is a number.
        .filter(|was| is_about_people(was.role) && Some(was.name.as_str()) != pseudonym)
        .filter_map(|was| {
            let is = &after.attributes()[after.index_of(&was.name).ok()?];
            Some(Compared {
                was,
                is,
                changed: rows_differ || was.column != is.column,
            })
        });
    let (mut numbers, mut words): (Vec<_>, Vec<_>) = all.partition(Compared::is_number);
    let mut left_out = BTreeSet::new();
    // Names and codes of single people have no distribution worth comparing.
    words.retain(|it| words::is_countable(it) || !left_out.insert(it.was.name.clone()));
    for kind in [&mut numbers, &mut words] {
        // What changed comes first.
        kind.sort_by_key(|it| !it.changed);
        left_out.extend(
            kind.drain(MOST.min(kind.len())..)
                .map(|it| it.was.name.clone()),
        );
    }
    if !numbers.iter().chain(&words).any(|it| it.changed) {
        return None;
    }
    let (numbers, correlations, regressions) = numbers::compared(&numbers);
    let (words, associations) = words::compared(&words);
    Some(Kept {
        claim,
        numbers,
        correlations,
        regressions,
        words,
        associations,
        left_out: left_out.into_iter().collect(),
    })
}

/// Whether a column of a role has statistics that somebody may want.
fn is_about_people(role: Role) -> bool {
    !matches!(
        role,
        Role::Identifier | Role::Person | Role::Weight | Role::Household
    )
}

/// All pairs of attributes at least one of which changed.
fn pairs(all: &[Compared<'_>]) -> Vec<(usize, usize)> {
    let pairs = (0..all.len()).flat_map(|a| (a + 1..all.len()).map(move |b| (a, b)));
    pairs
        .filter(|&(a, b)| all[a].changed || all[b].changed)
        .collect()
}

#[cfg(test)]
mod tests;
