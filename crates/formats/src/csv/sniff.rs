//! Which delimiter a file uses.
//!
//! The header and the rows must have the same number of cells: a comma in `[20,30[` or in `12,5` stands in the rows, but not
//! in the header, so it does not pass for a delimiter.

use super::scan::{Sink, scan};

/// Candidates; where several fit equally well, the one that is rarer inside cells comes first.
const CANDIDATES: [u8; 4] = [b'\t', b';', b'|', b','];

/// Rows that are compared.
const ROWS: usize = 2_000;

/// How rows look under one delimiter.
struct Shape {
    delimiter: u8,
    rows: Vec<Row>,
}

#[derive(Clone, Copy, PartialEq)]
struct Row {
    cells: usize,
    /// Cells when the parts of `[20,30[` count as one.
    joined: usize,
    /// Two cells that together are a number with a decimal comma.
    decimal: bool,
}

/// The delimiter of a text that is the start of a file, or all of it.
pub(super) fn delimiter(text: &str, whole: bool) -> u8 {
    let shapes = CANDIDATES.map(|delimiter| Shape {
        delimiter,
        rows: rows(text, delimiter, whole),
    });
    let split: Vec<&Shape> = shapes.iter().filter(|shape| shape.header() > 1).collect();
    let agreed = best(
        &split,
        // In tenths, so that a few odd rows do not decide between delimiters; of equals the first candidate stays.
        |shape| (10.0 * shape.agreement()).round() as usize,
        5,
    );
    // A header that no row agrees with is still a header: the rows are then reported.
    let named = || best(&split, Shape::header, 1);
    // A line above the header: again the rows are reported, as the table cannot be read as one column.
    let titled = || best(&shapes.iter().collect::<Vec<_>>(), Shape::split_rows, 1);
    let single = || {
        shapes
            .iter()
            // One column: the delimiter that occurs nowhere, as cells with it would be quoted when the file is written back.
            .find(|shape| shape.delimiter != b'\t' && shape.rows.iter().all(|row| row.cells == 1))
    };
    agreed
        .or_else(named)
        .or_else(titled)
        .or_else(single)
        .map_or(b';', |shape| shape.delimiter)
}

/// The first shape with the highest value, if that is at least `least`.
fn best<'a>(
    shapes: &[&'a Shape],
    value: impl Fn(&Shape) -> usize,
    least: usize,
) -> Option<&'a Shape> {
    let highest = shapes
        .iter()
        .map(|shape| value(shape))
        .max()
        .filter(|&highest| highest >= least)?;
    shapes.iter().copied().find(|shape| value(shape) == highest)
}

impl Shape {
    fn header(&self) -> usize {
        self.rows.first().map_or(0, |row| row.cells)
    }

    /// The share of rows that have as many cells as the header.
    fn agreement(&self) -> f64 {
        let Some((header, rows)) = self.rows.split_first() else {
            return 0.0;
        };
        if rows.is_empty() {
            return 1.0;
        }
        rows.iter().filter(|row| row.cells == header.cells).count() as f64 / rows.len() as f64
    }

    /// The number of cells of most rows, 0 if they differ or the delimiter only occurs inside intervals and numbers.
    fn split_rows(&self) -> usize {
        let rows = self.rows.get(1..).unwrap_or_default();
        let Some(cells) = rows.first().map(|row| row.joined) else {
            return 0;
        };
        let alike = rows
            .iter()
            .filter(|row| row.joined == cells && !row.decimal)
            .count();
        if cells > 1 && 2 * alike > rows.len() {
            cells
        } else {
            0
        }
    }
}

fn rows(text: &str, delimiter: u8, whole: bool) -> Vec<Row> {
    let mut counter = Counter {
        text,
        cells: Vec::new(),
        rows: Vec::new(),
    };
    scan(text, delimiter, &mut counter);
    if !whole && counter.rows.len() > 1 {
        // The last row may be cut.
        counter.rows.pop();
    }
    counter.rows
}

struct Counter<'a> {
    text: &'a str,
    cells: Vec<&'a str>,
    rows: Vec<Row>,
}

impl Sink for Counter<'_> {
    fn cell(&mut self, _: usize, start: usize, end: usize) {
        if self.rows.len() < ROWS {
            self.cells.push(&self.text[start..end]);
        }
    }

    fn unquoted(&mut self, _: usize, _: &str) {
        self.cells.push("");
    }

    fn row(&mut self, cells: usize, _: u64) {
        if self.rows.len() < ROWS {
            let decimal = matches!(self.cells[..], [whole, fraction] if is_number(whole) && is_number(fraction));
            self.rows.push(Row {
                cells,
                joined: joined(&self.cells),
                decimal,
            });
        }
        self.cells.clear();
    }
}

fn is_number(part: &str) -> bool {
    let digits = part.trim().trim_start_matches('-');
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Counts cells, those between the brackets of an interval as one.
fn joined(cells: &[&str]) -> usize {
    let opens = |cell: &str| cell.trim_start().starts_with(['[', ']', '(']);
    let closes = |cell: &str| cell.trim_end().ends_with(['[', ']', ')']);
    let (mut count, mut at) = (0, 0);
    while at < cells.len() {
        let close = (opens(cells[at]) && !closes(cells[at]))
            .then(|| (at + 1..cells.len()).find(|&next| closes(cells[next]) || opens(cells[next])))
            .flatten()
            .filter(|&next| closes(cells[next]));
        at = close.unwrap_or(at) + 1;
        count += 1;
    }
    count
}

/// The delimiter that a first line `sep=;` names, which some spreadsheets write and hide.
pub(super) fn named(first_line: &str) -> Option<u8> {
    let line = first_line.trim_end_matches(['\r', '\n']);
    let (key, value) = line.split_at_checked(4)?;
    match value.as_bytes() {
        &[delimiter] if key.eq_ignore_ascii_case("sep=") && delimiter.is_ascii() => Some(delimiter),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_of_files_as_people_have_them() {
        let cases = [
            ("a;b\n1;2\n", ';'),
            ("a,b\n1,2\n", ','),
            ("a\tb\n1\t2\n", '\t'),
            ("a|b\n1|2\n", '|'),
            ("âge;poids\n22;71,5\n27;80,25\n", ';'),
            (
                "age;zip\n[20,30[;[18000,18510]\n[30,40[;[18000,18510]\n",
                ';',
            ),
            ("age,zip\n\"[20,30[\",\"[18000,18510]\"\n", ','),
            ("age\tinterval\n22\t[1,5;2,5[\n", '\t'),
            ("name,note\n\"a;b\",\"c;d\"\n\"e;f\",g\n", ','),
            ("poids\n71,5\n80,25\n", ';'),
            ("âge\n[20,30[\n[30,40[\n", ';'),
            ("Nom, prénom;âge\nDupont, Jean;34\nMartin, Anne;27\n", ';'),
            ("a,b,c\n1,2,3,4\n1,2,3,4\n", ','),
            (
                "A report of 2024\nid,age,zip\n1,22,18000\n2,27,18100\n",
                ',',
            ),
            ("a;b\n", ';'),
            ("a,b,c", ','),
            ("a\n1\n2\n", ';'),
        ];
        for (text, expected) in cases {
            assert_eq!(delimiter(text, true) as char, expected, "{text:?}");
        }
    }

    #[test]
    fn the_line_that_spreadsheets_put_first() {
        assert_eq!(named("sep=;\r\n"), Some(b';'));
        assert_eq!(named("SEP=\t\n"), Some(b'\t'));
        assert_eq!(named("sep=ab\n"), None);
        assert_eq!(named("separator;b\n"), None);
    }

    #[test]
    fn parts_of_an_interval_count_as_one() {
        assert_eq!(joined(&["[20", "30["]), 1);
        assert_eq!(joined(&["]20", "30]", "x"]), 2);
        assert_eq!(joined(&["[20", "x"]), 2);
        assert_eq!(joined(&["[a]", "(b)"]), 2);
    }
}
