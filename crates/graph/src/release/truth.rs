//! Whether what is published of a value is true of it: the verifier's own reading of ranges, masks, sets and hierarchies.

use bauta_table::Hierarchy;

use super::verify::{Judge, Seen};
use crate::collections::Map;
use crate::context::QuasiLinks;
use crate::model::{Id, TermKind};

/// What a published object says.
pub(super) struct Truth<'a> {
    judge: &'a Judge<'a>,
    seen: &'a Seen,
    /// The hierarchy that was given or declared, and its leaves by their labels.
    hierarchy: Option<(Hierarchy, Map<String, u32>)>,
}

impl<'a> Truth<'a> {
    pub fn new(judge: &'a Judge<'a>, seen: &'a Seen, quasi: &QuasiLinks) -> Self {
        let hierarchy = judge.hierarchy(quasi).map(|hierarchy| {
            let leaves = (0..hierarchy.leaf_count())
                .map(|leaf| (hierarchy.leaves().get(leaf).to_owned(), leaf as u32))
                .collect();
            (hierarchy, leaves)
        });
        Truth {
            judge,
            seen,
            hierarchy,
        }
    }

    /// As a reader sees it: ranges by their bounds, everything else by its text.
    pub fn shown(&self, object: Id) -> String {
        match (self.seen.low.get(&object), self.seen.high.get(&object)) {
            (Some(low), Some(high)) => format!("[{low}..{high}]"),
            _ => self.judge.graph.dictionary.text(object).to_owned(),
        }
    }

    /// Whether it may be said of who has no value.
    pub fn says_nothing(&self, object: Id) -> bool {
        let label = self.judge.graph.dictionary.label(object);
        let everything = self.hierarchy.as_ref().filter(|(own, _)| own.has_root());
        self.judge.graph.dictionary.kind(object) == TermKind::Literal
            && (label == "*"
                || everything.is_some_and(|(own, _)| own.label(own.height(), 0) == label))
    }

    /// Whether it is true of a value.
    pub fn covers(&self, object: Id, value: Id) -> bool {
        if object == value || object == self.judge.release.edits.name(value) {
            return true;
        }
        let dictionary = &self.judge.graph.dictionary;
        let original = dictionary.label(value);
        if let (Some(&low), Some(&high)) = (self.seen.low.get(&object), self.seen.high.get(&object))
        {
            return original
                .parse::<f64>()
                .is_ok_and(|number| (low..=high).contains(&number));
        }
        if dictionary.kind(object) != TermKind::Literal {
            return false;
        }
        let label = dictionary.label(object);
        label == "*" || in_words(&original, &label) || self.in_hierarchy(&original, &label)
    }

    /// Whether it is true of several values of one entity, taken as a value of their own.
    pub fn covers_together(&self, object: Id, values: &[Id]) -> bool {
        let dictionary = &self.judge.graph.dictionary;
        let mut labels: Vec<_> = values
            .iter()
            .map(|&value| dictionary.label(value))
            .collect();
        labels.sort_unstable();
        let set = format!("{{{}}}", labels.join(", "));
        if dictionary.kind(object) != TermKind::Literal {
            return false;
        }
        let label = dictionary.label(object);
        in_words(&set, &label) || self.in_hierarchy(&set, &label)
    }

    /// Whether a label stands above a value in the hierarchy: then it means what its author says.
    fn in_hierarchy(&self, original: &str, label: &str) -> bool {
        let Some((hierarchy, leaves)) = &self.hierarchy else {
            return false;
        };
        // Numbers that are written differently are one leaf.
        let leaf = leaves.get(original).copied().or_else(|| {
            let number: f64 = original.parse().ok()?;
            let same = |own: &&String| own.parse() == Ok(number);
            leaves
                .keys()
                .find(same)
                .and_then(|own| leaves.get(own))
                .copied()
        });
        leaf.is_some_and(|leaf| {
            (0..=hierarchy.height())
                .any(|level| hierarchy.label(level, hierarchy.group(level, leaf)) == label)
        })
    }
}

/// `{a, b}` of `a`, and a range of words `[a-c]` of `b`.
fn in_words(original: &str, label: &str) -> bool {
    let inside = |open: char, close: char| {
        label
            .strip_prefix(open)
            .and_then(|rest| rest.strip_suffix(close))
    };
    let in_set = inside('{', '}').is_some_and(|inner| {
        // A word may be a set itself, with commas of its own.
        format!(", {inner}, ").contains(&format!(", {original}, "))
            || original.trim_matches(['{', '}']) == inner
    });
    let in_range = inside('[', ']').is_some_and(|inner| {
        // Words may have the mark in them: wherever it stands, it may be the one between the bounds.
        ["-", "..", ";"].iter().any(|separator| {
            inner.match_indices(separator).any(|(at, _)| {
                let (low, high) = (&inner[..at], &inner[at + separator.len()..]);
                (low..=high).contains(&original)
            })
        })
    });
    in_set || in_range
}
