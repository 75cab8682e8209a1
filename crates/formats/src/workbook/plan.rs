//! How each column is written: as what it is, or as text where a spreadsheet would change it.
//!
//! Spreadsheets calculate with binary fractions of 53 bits and know no day outside a calendar of their own. A number or day
//! that would come back as another one is written as text, and then the whole column is, so that it stays one kind.

use bauta_table::{Cell, Dictionary, Table, Values};

use super::{MOST_EXACT, moment};

/// Whether each attribute is written as text, and what to say about it.
pub(crate) fn as_text(
    table: &Table,
    holds_moment: impl Fn(i64) -> bool,
) -> (Vec<bool>, Vec<String>) {
    let mut notes = Vec::new();
    let flags = table
        .attributes()
        .iter()
        .map(|attribute| {
            let problem = problem_of(attribute.column.dictionary(), &holds_moment);
            if let Some(problem) = problem {
                notes.push(format!(
                    "attribute \"{}\" is written as text: it has {problem}",
                    attribute.name
                ));
            }
            problem.is_some()
        })
        .collect();
    (flags, notes)
}

fn problem_of(dictionary: &Dictionary, holds_moment: impl Fn(i64) -> bool) -> Option<&'static str> {
    const MOMENT: &str = "dates or times that a spreadsheet does not keep";
    match dictionary.values() {
        Values::Integer(v) => v
            .iter()
            .any(|v| v.unsigned_abs() > MOST_EXACT)
            .then_some("whole numbers of more digits than a spreadsheet keeps"),
        Values::Decimal(v) => v
            .iter()
            .any(|v| !v.is_finite())
            .then_some("infinite numbers"),
        Values::Date(v) => v
            .iter()
            .any(|&v| !holds_moment(moment::micros_of_day(v)))
            .then_some(MOMENT),
        Values::DateTime(v) => v.iter().any(|&v| !holds_moment(v)).then_some(MOMENT),
        Values::Text(_) | Values::Boolean(_) => None,
    }
}

/// About how wide a column is, in characters: its name and its first values.
pub(crate) fn width(name: &str, dictionary: &Dictionary) -> usize {
    const LOOKED_AT: u32 = 200;
    let values =
        (0..(dictionary.len() as u32).min(LOOKED_AT)).map(|code| match dictionary.cell(code) {
            Cell::Text(text) => text
                .lines()
                .map(|line| line.chars().count())
                .max()
                .unwrap_or(0),
            _ => dictionary.label(code).chars().count(),
        });
    values
        .chain([name.chars().count() + 1])
        .max()
        .unwrap_or(8)
        .clamp(6, 40)
}
