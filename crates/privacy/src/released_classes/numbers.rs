//! Numbers for labels: what a reader of a release can tell apart.

use bauta_table::{Column, Dictionary, Values};

/// Labels that have been given a number, in the order of dictionaries.
#[derive(Default)]
pub(super) struct Numbers(hashbrown::HashMap<String, u32, foldhash::fast::FixedState>);

impl Numbers {
    /// For each code of a column, a number that only equal labels share.
    pub(super) fn of_codes(&mut self, column: &Column) -> Vec<u32> {
        let dictionary = column.dictionary();
        let number_of = |code| {
            let next = self.0.len() as u32;
            *self
                .0
                .entry(dictionary.label(code).into_owned())
                .or_insert(next)
        };
        (0..dictionary.len() as u32).map(number_of).collect()
    }

    /// How many labels have one.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

/// The numbers of one column's labels.
pub(super) struct Numbered {
    /// For each code; none where every code has a label of its own, and its code is its number.
    pub(super) of_code: Option<Vec<u32>>,
    /// How many labels there are.
    pub(super) labels: usize,
}

impl Numbered {
    pub(super) fn of(column: &Column) -> Self {
        if all_differ(column.dictionary()) {
            return Numbered {
                of_code: None,
                labels: column.dictionary().len(),
            };
        }
        let mut numbers = Numbers::default();
        let of_code = Some(numbers.of_codes(column));
        Numbered {
            of_code,
            labels: numbers.len(),
        }
    }
}

/// Whether no two codes share a label, for certain: each label is compared with the one before, and they ascend. Of kinds that are written in
/// several styles nothing is taken for certain.
fn all_differ(dictionary: &Dictionary) -> bool {
    match dictionary.values() {
        Values::Text(texts) => {
            let ascend = (1..texts.len()).all(|place| texts.get(place - 1) < texts.get(place));
            // A missing cell reads as an empty text.
            let twice =
                dictionary.missing_code().is_some() && !texts.is_empty() && texts.get(0).is_empty();
            ascend && !twice
        }
        Values::Integer(numbers) => numbers.windows(2).all(|pair| pair[0] < pair[1]),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use bauta_table::Style;

    use super::*;

    #[test]
    fn only_labels_that_ascend_are_taken_to_differ() {
        let texts = |texts: &[&str], missing| {
            Dictionary::sorted(
                Values::Text(texts.iter().copied().collect()),
                Style::Plain,
                missing,
            )
            .0
        };
        assert!(all_differ(&texts(&["b", "a", "c"], false)));
        assert!(all_differ(&texts(&["", "a"], false)));
        assert!(all_differ(&texts(&["a"], true)));
        assert!(
            !all_differ(&texts(&["", "a"], true)),
            "missing reads as the empty text"
        );
        // Intervals go by their bounds, not by their texts.
        assert!(!all_differ(&texts(&["[100,200[", "[5,20["], false)));
        let twice = Dictionary::sorted(
            Values::Text(["a", "a"].into_iter().collect()),
            Style::Plain,
            false,
        )
        .0;
        assert!(!all_differ(&twice));
        assert!(all_differ(
            &Dictionary::sorted(Values::Integer(vec![3, -1]), Style::Plain, true).0
        ));
    }
}
