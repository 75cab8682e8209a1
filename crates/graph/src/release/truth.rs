//! Whether what is published of a value is true of it: the verifier's own reading of ranges, masks, sets and hierarchies.

use bauta_table::interval;

use super::verify::{Judge, Seen};
use crate::context::HierarchySource;
use crate::model::{Id, TermKind};

/// What a published object says.
pub(super) struct Truth<'a> {
    pub judge: &'a Judge<'a>,
    pub seen: &'a Seen,
    pub name: &'a str,
    pub place: usize,
}

impl Truth<'_> {
    /// As a reader sees it: ranges by their bounds, everything else by its text.
    pub fn shown(&self, object: Id) -> String {
        match (self.seen.low.get(&object), self.seen.high.get(&object)) {
            (Some(low), Some(high)) => format!("[{low}..{high}]"),
            _ => self.judge.graph.dictionary.text(object).to_owned(),
        }
    }

    /// Whether it may be said of who has no value.
    pub fn says_nothing(&self, object: Id) -> bool {
        self.judge.graph.dictionary.text(object) == "\"*\""
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
        label == "*" || self.in_hierarchy(&original, &label) || in_words(&original, &label)
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
        dictionary.kind(object) == TermKind::Literal && in_words(&set, &dictionary.label(object))
    }

    /// Whether a label stands above a value in the hierarchy that was given, or masks it.
    fn in_hierarchy(&self, original: &str, label: &str) -> bool {
        let given = self.judge.given.hierarchies.get(self.name);
        let known = given.is_some_and(|hierarchy| {
            let leaf =
                (0..hierarchy.leaf_count()).find(|&leaf| hierarchy.leaves().get(leaf) == original);
            leaf.is_some_and(|leaf| {
                (0..=hierarchy.height()).any(|level| {
                    hierarchy.label(level, hierarchy.group(level, leaf as u32)) == label
                })
            })
        });
        let built = self.judge.context.quasi_identifiers.get(self.place);
        let built =
            built.is_some_and(|quasi| matches!(quasi.hierarchy, Some(HierarchySource::Build(_))));
        known
            || (built
                && (masks(label, original)
                    || interval::parse(label).is_some_and(|range| within(&range, original))))
    }
}

fn within(range: &interval::Interval, original: &str) -> bool {
    let above = |number: f64| {
        if range.closed_low {
            number >= range.low
        } else {
            number > range.low
        }
    };
    let below = |number: f64| {
        if range.closed_high {
            number <= range.high
        } else {
            number < range.high
        }
    };
    original
        .parse::<f64>()
        .is_ok_and(|number| above(number) && below(number))
}

/// `806**` of `80642`.
fn masks(label: &str, original: &str) -> bool {
    label.chars().count() == original.chars().count()
        && label
            .chars()
            .zip(original.chars())
            .all(|(shown, was)| shown == '*' || shown == was)
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
    let in_range = ["-", "..", ";"].iter().any(|separator| {
        let bounds = inside('[', ']').and_then(|inner| inner.split_once(separator));
        bounds.is_some_and(|(low, high)| (low..=high).contains(&original))
    });
    in_set || in_range
}
