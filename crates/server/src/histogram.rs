//! How the values of a column are spread, in few bars.

use bauta_table::{Column, DateStyle, Kind, interval};
use serde::Serialize;
use utoipa::ToSchema;

/// The most bars that are drawn.
const MOST: usize = 24;
/// A day in the units of moments.
const DAY: f64 = 86_400_000_000.0;

/// A bar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Bar {
    /// The value, or the first and last of an interval.
    pub label: String,
    /// Rows.
    pub count: u64,
    /// Whether it stands for all values that have no bar of their own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub other: bool,
}

impl Bar {
    fn new(label: impl Into<String>, count: u64) -> Self {
        Bar {
            label: label.into(),
            count,
            other: false,
        }
    }
}

/// The bars of a column: its values in their order, where there are few; else intervals of equal width for numbers and dates, and the
/// most frequent words. Missing cells have no bar.
pub fn histogram(column: &Column) -> Vec<Bar> {
    let dictionary = column.dictionary();
    let counts = column.codes().counts(dictionary.len());
    let counts = counts.get(..dictionary.value_count()).unwrap_or_default();
    let measurable = dictionary.kind().is_measurable();
    let few = counts.len() <= MOST;
    let ordered = measurable || (few && is_intervals(column));
    if few && ordered {
        return counts
            .iter()
            .zip(0..)
            .map(|(&count, code)| Bar::new(dictionary.label(code), count))
            .collect();
    }
    if measurable {
        intervals(column, counts)
    } else {
        frequent(column, counts)
    }
}

/// Whether all values are intervals, such as a release has.
fn is_intervals(column: &Column) -> bool {
    let dictionary = column.dictionary();
    (0..dictionary.value_count() as u32)
        .all(|code| interval::parse(&dictionary.label(code)).is_some())
}

fn intervals(column: &Column, counts: &[u64]) -> Vec<Bar> {
    let dictionary = column.dictionary();
    let measure = |code: u32| dictionary.measure(code).unwrap_or(0.0);
    let (low, high) = (measure(0), measure((counts.len() - 1) as u32));
    let width = match dictionary.kind() {
        // Bounds of whole numbers and days are whole.
        Kind::Integer | Kind::Date => ((high - low + 1.0) / MOST as f64).ceil(),
        _ => (high - low) / MOST as f64,
    };
    let bins = if width > 0.0 {
        (((high - low) / width).floor() as usize + 1).min(MOST)
    } else {
        1
    };
    let mut sums = vec![0u64; bins];
    for (&count, code) in counts.iter().zip(0..) {
        let bin = ((measure(code) - low) / width).floor() as usize;
        if let Some(sum) = sums.get_mut(bin.min(bins - 1)) {
            *sum += count;
        }
    }
    let label = |bin: usize| {
        let from = low + bin as f64 * width;
        let to = match dictionary.kind() {
            Kind::Integer | Kind::Date => (from + width - 1.0).min(high),
            _ => from + width,
        };
        format!(
            "{} – {}",
            bound(dictionary.kind(), from, width),
            bound(dictionary.kind(), to, width)
        )
    };
    sums.iter()
        .enumerate()
        .map(|(bin, &count)| Bar::new(label(bin), count))
        .collect()
}

/// A bound as text.
fn bound(kind: Kind, value: f64, width: f64) -> String {
    match kind {
        Kind::Integer => format!("{value:.0}"),
        Kind::Date => DateStyle::Iso.format(value as i32),
        Kind::DateTime => DateStyle::Iso.format((value / DAY).floor() as i32),
        _ => {
            let digits = (1.0 - width.log10().floor()).clamp(0.0, 12.0) as usize;
            format!("{value:.digits$}")
        }
    }
}

fn frequent(column: &Column, counts: &[u64]) -> Vec<Bar> {
    let mut codes: Vec<u32> = (0..counts.len() as u32).collect();
    let count = |code: u32| counts.get(code as usize).copied().unwrap_or(0);
    codes.sort_by_key(|&code| std::cmp::Reverse(count(code)));
    let shown = if codes.len() <= MOST {
        codes.len()
    } else {
        MOST - 1
    };
    let (own, rest) = codes.split_at(shown);
    let mut bars: Vec<Bar> = own
        .iter()
        .map(|&code| Bar::new(column.dictionary().label(code), count(code)))
        .collect();
    if !rest.is_empty() {
        let count = rest.iter().map(|&code| count(code)).sum();
        bars.push(Bar {
            label: "other".to_owned(),
            count,
            other: true,
        });
    }
    bars
}

#[cfg(test)]
mod tests {
    use bauta_table::{Codes, Dictionary, Style, Values};

    use super::*;

    fn integers(values: &[i64]) -> Column {
        let mut distinct = values.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let codes: Vec<u32> = values
            .iter()
            .map(|value| distinct.binary_search(value).unwrap() as u32)
            .collect();
        let count = distinct.len();
        let (dictionary, _) = Dictionary::sorted(Values::Integer(distinct), Style::Plain, false);
        Column::new(
            dictionary,
            Codes::from_fn(codes.len(), count, |row| codes[row]),
        )
    }

    #[test]
    fn few_values_have_a_bar_each() {
        let bars = histogram(&integers(&[3, 1, 3]));
        assert_eq!(bars, [Bar::new("1", 1), Bar::new("3", 2)]);
    }

    #[test]
    fn many_numbers_are_in_intervals_that_hold_every_row() {
        let values: Vec<i64> = (17..117).collect();
        let bars = histogram(&integers(&values));
        assert!(bars.len() <= MOST);
        assert_eq!(bars[0], Bar::new("17 – 21", 5));
        assert_eq!(bars.last().unwrap().label, "112 – 116");
        assert_eq!(bars.iter().map(|bar| bar.count).sum::<u64>(), 100);
    }

    #[test]
    fn many_words_leave_a_bar_for_the_others() {
        let labels: Vec<String> = (0..40).map(|i| format!("w{i}")).collect();
        let (dictionary, codes) = Dictionary::of_labels(&labels, false);
        let bars = histogram(&Column::new(
            dictionary,
            Codes::from_fn(codes.len(), 40, |row| codes[row]),
        ));
        assert_eq!(bars.len(), MOST);
        assert_eq!((bars[MOST - 1].other, bars[MOST - 1].count), (true, 17));
    }
}
