//! The single values that labels name by themselves: members of sets, bounds of ranges, one value for each mask.

use std::collections::BTreeSet;

use bauta_table::interval;

use crate::utility::labels::HIDDEN;
use crate::utility::signs::splits;

/// A label, and the members that it lists if it is a set.
pub(super) fn pieces(text: &str) -> Vec<&str> {
    let inner = text.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
    let Some(inner) = inner else {
        return vec![text];
    };
    let separators = [", ", ",", ";"];
    let separator = separators.iter().find(|it| inner.contains(**it));
    separator.map_or(vec![inner.trim()], |separator| {
        inner.split(*separator).map(str::trim).collect()
    })
}

/// The values of exact tables, and what the labels of the others name.
pub(super) fn words(exact: &[bool], texts: &[Vec<String>]) -> BTreeSet<String> {
    let of = |wanted: bool| {
        let those = exact.iter().zip(texts);
        let those = those.filter(move |(exact, _)| **exact == wanted);
        those.flat_map(|(_, texts)| texts.iter().cloned())
    };
    let known: BTreeSet<String> = of(true).filter(|text| says_something(text)).collect();
    let named = of(false).filter(|text| says_something(text) && !known.contains(text));
    let named: Vec<String> = named.flat_map(|text| atoms(&text, &known)).collect();
    known.into_iter().chain(named).collect()
}

fn says_something(text: &str) -> bool {
    text.bytes().any(|byte| byte != b'*')
}

/// The single values that a label names by itself: values that are known are taken as they are, commas and all.
fn atoms(text: &str, known: &BTreeSet<String>) -> Vec<String> {
    let own = |piece: &str| vec![piece.trim().replace('*', &HIDDEN.to_string())];
    if let Some(inner) = text.strip_prefix('{').and_then(|it| it.strip_suffix('}')) {
        let pieces = pieces(text);
        // What is part of a known value is no value by itself.
        let listed = format!(", {inner}, ");
        let covered: BTreeSet<&str> = known
            .iter()
            .filter(|value| value.contains(", ") && listed.contains(&format!(", {value}, ")))
            .flat_map(|value| value.split(", ").map(str::trim))
            .collect();
        let alone = pieces.iter().filter(|piece| !covered.contains(*piece));
        return alone.flat_map(|piece| own(piece)).collect();
    }
    if let Some(inner) = text.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
        let mut ways = ["..", ";", "-", ","]
            .iter()
            .flat_map(|separator| splits(inner, separator));
        let is_known = |text: &str| known.contains(text.trim());
        if ways.any(|(low, high)| is_known(low) && is_known(high)) {
            return Vec::new();
        }
        let dotted = inner.split_once("..").or_else(|| inner.split_once(';'));
        if let Some((low, high)) = dotted {
            return [low, high].iter().flat_map(|piece| own(piece)).collect();
        }
    }
    if let Some(found) = interval::parse(text).filter(|found| found.low < found.high) {
        let ends = [found.low, found.high]
            .into_iter()
            .filter(|it| it.is_finite());
        return ends.map(|end| format!("{end}")).collect();
    }
    own(text)
}
