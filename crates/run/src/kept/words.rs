//! Words: frequencies and Cramér's V.

use std::borrow::Cow;
use std::collections::HashMap;

use bauta_table::Column;
use bauta_table::count::{KeyColumn, Pairs, cramers_v};
use rayon::prelude::*;
use serde::Serialize;

use super::{Compared, PairKept, pairs};

/// The most values of an attribute whose distribution is compared.
const MOST_VALUES: usize = 1_000;

/// How many of the most frequent values are told.
const TOLD: usize = 5;

/// An attribute of words, before and after.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct WordsKept {
    /// Its name.
    pub attribute: String,
    /// Different values before and after.
    pub values: (u64, u64),
    /// The shares of the values that were most frequent before, before and after; which values they are is not told.
    pub most_frequent: Vec<(f64, f64)>,
    /// Half the sum of the differences of all shares: the share of rows that would have to change to undo it.
    pub total_variation: f64,
}

/// Whether an attribute has few enough values.
pub(super) fn is_countable(it: &Compared<'_>) -> bool {
    [it.was, it.is]
        .iter()
        .all(|attribute| attribute.column.dictionary().len() <= MOST_VALUES)
}

pub(super) fn compared(all: &[Compared<'_>]) -> (Vec<WordsKept>, Vec<PairKept>) {
    let words = all
        .iter()
        .filter(|it| it.changed)
        .map(|it| words(&it.was.name, &it.was.column, &it.is.column));
    let wanted = pairs(all);
    let (was, is): (Vec<&Column>, Vec<&Column>) =
        all.iter().map(|it| (&it.was.column, &it.is.column)).unzip();
    let (before, after) = (joints(&was, &wanted), joints(&is, &wanted));
    let pair = |(a, b): (usize, usize)| PairKept {
        attributes: (all[a].was.name.clone(), all[b].was.name.clone()),
        both_changed: all[a].changed && all[b].changed,
        before: strength(was[a], was[b], before.of(a, b)),
        after: strength(is[a], is[b], after.of(a, b)),
    };
    (words.collect(), wanted.into_par_iter().map(pair).collect())
}

/// How many rows have each pair of codes; nothing is counted where no pair is wanted.
fn joints<'t>(columns: &[&'t Column], wanted: &[(usize, usize)]) -> Pairs<'t> {
    let key = |column: &&'t Column| KeyColumn {
        codes: column.codes(),
        map: None,
        distinct: column.dictionary().len(),
    };
    let rows = if wanted.is_empty() {
        0
    } else {
        columns.iter().map(|column| column.len()).min().unwrap_or(0)
    };
    Pairs::count(columns.iter().map(key).collect(), rows)
}

/// The share of each label; missing is one.
fn shares(column: &Column) -> HashMap<Cow<'_, str>, f64> {
    let counts = column.codes().counts(column.dictionary().len());
    let mut shares = HashMap::new();
    for (code, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        *shares
            .entry(column.dictionary().label(code as u32))
            .or_default() += count as f64 / column.len().max(1) as f64;
    }
    shares
}

fn words(name: &str, was: &Column, is: &Column) -> WordsKept {
    let (before, after) = (shares(was), shares(is));
    let now = |label: &str| after.get(label).copied().unwrap_or(0.0);
    let mut most: Vec<(f64, &str)> = before
        .iter()
        .map(|(label, &share)| (share, label.as_ref()))
        .collect();
    most.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    // In a fixed order, so that the last digit does not depend on the hash table's.
    let known: f64 = most
        .iter()
        .map(|(share, label)| (share - now(label)).abs())
        .sum();
    let new: f64 = 1.0 - most.iter().map(|(_, label)| now(label)).sum::<f64>();
    WordsKept {
        attribute: name.to_owned(),
        values: (before.len() as u64, after.len() as u64),
        most_frequent: most
            .iter()
            .take(TOLD)
            .map(|&(share, label)| (share, now(label)))
            .collect(),
        total_variation: (known + new.max(0.0)) / 2.0,
    }
}

/// Cramér's V over the rows that have both, from how many have each pair of codes; 0 where one of them does not vary.
fn strength(a: &Column, b: &Column, mut cells: Vec<u64>) -> f64 {
    let wide = b.dictionary().len();
    let (no_a, no_b) = (a.dictionary().missing_code(), b.dictionary().missing_code());
    for (place, cell) in cells.iter_mut().enumerate() {
        if no_a == Some((place / wide) as u32) || no_b == Some((place % wide) as u32) {
            *cell = 0;
        }
    }
    cramers_v(&cells, wide).unwrap_or(0.0)
}
