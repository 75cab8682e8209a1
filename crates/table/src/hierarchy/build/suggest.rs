//! Which builder suits a column.

use super::{Dates, Frequency, HierarchySpec, Intervals, Masking};
use crate::dictionary::{TextPool, Values};
use crate::table::Column;

/// Intervals of the first level, at most.
const INTERVALS: f64 = 20.0;
/// The share below which a word is rare.
const RARE: f64 = 0.05;

pub(super) fn suggest(column: &Column) -> Option<HierarchySpec> {
    let dictionary = column.dictionary();
    let last = (dictionary.value_count() as u32)
        .checked_sub(1)
        .filter(|&last| last > 0)?;
    let range = || Some(dictionary.measure(last)? - dictionary.measure(0)?);
    match dictionary.values() {
        Values::Integer(_) => Some(intervals(round_width(range()?).max(2.0))),
        Values::Decimal(_) => {
            let within = |code| {
                dictionary
                    .measure(code)
                    .is_some_and(|value| value.abs() < 1e15)
            };
            let width = round_width(range().filter(|_| within(0) && within(last))?);
            (width >= 1e-12).then(|| intervals(width))
        }
        Values::Date(_) | Values::DateTime(_) => Some(HierarchySpec::Dates(Dates::default())),
        Values::Text(labels) if are_codes(labels) => {
            Some(HierarchySpec::Masking(Masking::default()))
        }
        Values::Text(_) => frequency(column),
        Values::Boolean(_) => None,
    }
}

fn intervals(width: f64) -> HierarchySpec {
    HierarchySpec::Intervals(Intervals {
        width: Some(width),
        factor: Some(2),
        ..Intervals::default()
    })
}

/// The least of 1, 2 or 5 times a power of ten that is at least a twentieth of the range.
fn round_width(range: f64) -> f64 {
    let wanted = range / INTERVALS;
    let exponent = wanted.log10().floor() as i32;
    // Powers of ten below 1 are quotients, which gives the double that their text denotes.
    let times = |digit: f64| {
        if exponent < 0 {
            digit / 10f64.powi(-exponent)
        } else {
            digit * 10f64.powi(exponent)
        }
    };
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(times)
        .find(|&width| width >= wanted)
        .unwrap_or(wanted)
}

/// Digits, and all of the same length of at least three.
fn are_codes(labels: &TextPool) -> bool {
    let length = labels.get(0).len();
    length >= 3
        && labels
            .iter()
            .all(|label| label.len() == length && label.bytes().all(|b| b.is_ascii_digit()))
}

/// More than three words, of which at least one is frequent.
fn frequency(column: &Column) -> Option<HierarchySpec> {
    let values = column.dictionary().value_count();
    let counts = column.codes().counts(column.dictionary().len());
    let counts = counts.get(..values)?;
    let least = RARE * counts.iter().sum::<u64>() as f64;
    let frequent = counts
        .iter()
        .filter(|&&count| count as f64 >= least)
        .count();
    let share = Some(RARE);
    (frequent >= 1 && values > 3).then(|| {
        HierarchySpec::Frequency(Frequency {
            share,
            ..Frequency::default()
        })
    })
}
