//! Each distinct value as the bytes that a file gets for it, its delimiter or line end included; of neighbouring columns with few values, each combination.

use std::ops::Range;

use bauta_table::{Attribute, Codes, Column, Kind};

/// Bytes copied at once: most cells fit, and a copy of fixed size costs a few instructions.
const STRIDE: usize = 32;

/// The same for longer ones.
const WIDE: usize = 64;

/// Combinations of values of neighbouring columns that are worth to be rendered: their bytes stay in a core's first cache.
const FEW: usize = 1 << 10;

/// Codes above which the bytes of a column do not stay in a core's cache.
const MANY: usize = 1 << 12;

/// Bytes of a short cell and its size.
const SLOT: usize = 16;

/// Rows whose cells are looked up at once.
pub(super) const BLOCK: usize = 1 << 8;

/// The cells of a column of many codes at some rows. Looking them up by themselves lets the memory answer several at once; while a row is put
/// together each cell waits for the one before.
#[derive(Default)]
pub(super) struct Ahead {
    cells: Vec<[u8; STRIDE]>,
    sizes: Vec<usize>,
}

/// The values of a column as bytes, or of neighbouring columns their combinations.
pub(super) struct Rendered<'a> {
    /// The codes of each column, and what they are multiplied with in the number of a combination.
    columns: Vec<(&'a Codes, usize)>,
    bytes: Vec<u8>,
    /// Where each code's bytes start; one more than there are codes.
    starts: Vec<usize>,
    longest: usize,
    /// Short cells of many codes once more, each with its size in the last byte: one place in memory to look at instead of two.
    slots: Vec<[u8; SLOT]>,
    /// Cells that got an apostrophe.
    pub(super) guarded: u64,
}

/// How cells are written.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub(super) delimiter: u8,
    pub(super) guard: bool,
    /// Whether the table has one column, where an empty line would not be a row.
    pub(super) alone: bool,
}

impl<'a> Rendered<'a> {
    /// Renders every code of a column; `end` closes each cell.
    pub(super) fn new(column: &'a Column, look: Look, end: u8) -> Self {
        let dictionary = column.dictionary();
        let guard = look.guard && dictionary.kind() == Kind::Text;
        let mut rendered = Rendered {
            columns: vec![(column.codes(), 1)],
            bytes: Vec::new(),
            starts: Vec::with_capacity(dictionary.len() + 1),
            longest: 0,
            slots: Vec::new(),
            guarded: 0,
        };
        let mut dangerous = Vec::new();
        for code in 0..dictionary.len() as u32 {
            let start = rendered.bytes.len();
            rendered.starts.push(start);
            if cell(
                &dictionary.label(code),
                Look { guard, ..look },
                &mut rendered.bytes,
            ) {
                dangerous.push(code as usize);
            }
            rendered.bytes.push(end);
            rendered.longest = rendered.longest.max(rendered.bytes.len() - start);
        }
        rendered.starts.push(rendered.bytes.len());
        rendered.bytes.resize(rendered.bytes.len() + WIDE, 0);
        if rendered.starts.len() > MANY && rendered.longest < SLOT {
            let bytes = &rendered.bytes;
            rendered.slots = rendered
                .starts
                .windows(2)
                .map(|cell| slot(&bytes[cell[0]..cell[1]]))
                .collect();
        }
        if !dangerous.is_empty() {
            let counts = column.codes().counts(dictionary.len());
            rendered.guarded = dangerous.iter().map(|&code| counts[code]).sum();
        }
        rendered
    }

    /// Joins neighbouring columns while their combinations are few: a row is put together of fewer pieces then.
    pub(super) fn joined(all: Vec<Rendered<'a>>) -> Vec<Rendered<'a>> {
        let mut joined: Vec<Rendered<'a>> = Vec::with_capacity(all.len());
        for next in all {
            match joined.last_mut().filter(|last| last.goes_with(&next)) {
                Some(last) => *last = last.with(&next),
                None => joined.push(next),
            }
        }
        joined
    }

    /// How many values, or combinations, there are.
    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    fn goes_with(&self, next: &Rendered<'_>) -> bool {
        self.len() * next.len() <= FEW && self.longest + next.longest <= WIDE
    }

    fn cell(&self, code: usize) -> &[u8] {
        &self.bytes[self.starts[code]..self.starts[code + 1]]
    }

    fn with(&self, next: &Rendered<'a>) -> Rendered<'a> {
        let mut columns: Vec<(&Codes, usize)> = self
            .columns
            .iter()
            .map(|(codes, factor)| (*codes, factor * next.len()))
            .collect();
        columns.extend(&next.columns);
        let (mut bytes, mut starts) = (Vec::new(), Vec::with_capacity(self.len() * next.len() + 1));
        for (first, second) in
            (0..self.len()).flat_map(|first| (0..next.len()).map(move |second| (first, second)))
        {
            starts.push(bytes.len());
            bytes.extend_from_slice(self.cell(first));
            bytes.extend_from_slice(next.cell(second));
        }
        starts.push(bytes.len());
        bytes.resize(bytes.len() + WIDE, 0);
        let (longest, guarded) = (self.longest + next.longest, self.guarded + next.guarded);
        Rendered {
            columns,
            bytes,
            starts,
            longest,
            slots: Vec::new(),
            guarded,
        }
    }

    /// The number of a row's value, or combination.
    #[inline]
    fn code(&self, row: usize) -> usize {
        match self.columns.as_slice() {
            [(codes, _)] => codes.get(row) as usize,
            several => several
                .iter()
                .map(|(codes, factor)| codes.get(row) as usize * factor)
                .sum(),
        }
    }

    /// Room that any of its cells needs in a row.
    pub(super) fn room(&self) -> usize {
        if self.longest <= STRIDE {
            STRIDE
        } else {
            self.longest.max(WIDE)
        }
    }

    /// Looks up the cells of some rows, if the column has many codes.
    pub(super) fn look_up(&self, rows: Range<usize>, ahead: &mut Ahead) {
        ahead.cells.clear();
        ahead.sizes.clear();
        if self.starts.len() <= MANY {
            return;
        }
        if !self.slots.is_empty() {
            // Rows of a group often stand beside each other: what was looked up last is at hand.
            let (mut last, mut cell, mut size) = (None, [0; STRIDE], 0);
            for row in rows {
                let code = self.code(row);
                if last != Some(code) {
                    let slot = &self.slots[code];
                    cell[..SLOT].copy_from_slice(slot);
                    (last, size) = (Some(code), usize::from(slot[SLOT - 1]));
                }
                ahead.cells.push(cell);
                ahead.sizes.push(size);
            }
            return;
        }
        for row in rows {
            let code = self.code(row);
            let (start, end) = (self.starts[code], self.starts[code + 1]);
            let mut cell = [0; STRIDE];
            cell.copy_from_slice(&self.bytes[start..start + STRIDE]);
            ahead.cells.push(cell);
            ahead.sizes.push(end - start);
        }
    }

    /// The same as [`copy`](Rendered::copy) for a row that has been looked up, by its place among those.
    #[inline]
    pub(super) fn copy_ahead(
        &self,
        (row, place): (usize, usize),
        ahead: &Ahead,
        out: &mut [u8],
        at: usize,
    ) -> usize {
        match (ahead.cells.get(place), ahead.sizes.get(place)) {
            (Some(cell), Some(&size)) if size <= STRIDE => {
                out[at..at + STRIDE].copy_from_slice(cell);
                at + size
            }
            _ => self.copy(row, out, at),
        }
    }

    /// Copies the cell of a row to `out[at..]`, which has [`room`](Rendered::room), and returns where it ends. What is
    /// behind the end is written over by the next cell.
    #[inline]
    pub(super) fn copy(&self, row: usize, out: &mut [u8], at: usize) -> usize {
        let code = self.code(row);
        let (start, end) = (self.starts[code], self.starts[code + 1]);
        let size = end - start;
        if self.longest <= STRIDE {
            out[at..at + STRIDE].copy_from_slice(&self.bytes[start..start + STRIDE]);
        } else if size <= WIDE {
            out[at..at + WIDE].copy_from_slice(&self.bytes[start..start + WIDE]);
        } else {
            out[at..at + size].copy_from_slice(&self.bytes[start..end]);
        }
        at + size
    }
}

/// A cell with its size behind it.
fn slot(cell: &[u8]) -> [u8; SLOT] {
    let mut slot = [0; SLOT];
    slot[..cell.len()].copy_from_slice(cell);
    slot[SLOT - 1] = cell.len() as u8;
    slot
}

/// The header, and how many names got an apostrophe.
pub(super) fn header(attributes: &[Attribute], look: Look) -> (Vec<u8>, u64) {
    let (mut line, mut guarded) = (Vec::new(), 0);
    for (index, attribute) in attributes.iter().enumerate() {
        if index > 0 {
            line.push(look.delimiter);
        }
        guarded += u64::from(cell(&attribute.name, look, &mut line));
    }
    line.push(b'\n');
    (line, guarded)
}

/// Writes a cell, quoted if need be; returns whether it got an apostrophe.
pub(super) fn cell(text: &str, look: Look, out: &mut Vec<u8>) -> bool {
    let guarded = look.guard && is_formula(text);
    let quoted = needs_quotes(text, look);
    if !guarded && !quoted {
        out.extend_from_slice(text.as_bytes());
        return false;
    }
    if quoted {
        out.push(b'"');
    }
    if guarded {
        out.push(b'\'');
    }
    for byte in text.bytes() {
        if byte == b'"' {
            out.push(b'"');
        }
        out.push(byte);
    }
    if quoted {
        out.push(b'"');
    }
    guarded
}

fn needs_quotes(text: &str, look: Look) -> bool {
    let bytes = text.as_bytes();
    let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else {
        return look.alone;
    };
    let special = |&byte: &u8| byte == look.delimiter || matches!(byte, b'"' | b'\r' | b'\n');
    let edge = |&byte: &u8| matches!(byte, b' ' | b'\t');
    edge(first)
        || edge(last)
        || bytes.iter().any(special)
        // At the top of a file these would be taken for something else than a name.
        || text.starts_with('\u{feff}')
        || text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("sep="))
}

/// Whether a spreadsheet would take the text for a formula. A sign before digits (`-5`, `+33 1 23 45`, `-5..-2`) or alone
/// is none.
fn is_formula(text: &str) -> bool {
    match text.as_bytes().first() {
        Some(b'=' | b'@' | b'\t' | b'\r' | b'\n') => true,
        Some(b'+' | b'-') => {
            let harmless = |c: char| c.is_ascii_digit() || " .,;:/()+-%\u{a0}\u{202f}".contains(c);
            !text.chars().all(harmless) && text.parse::<f64>().is_err()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        let mut out = Vec::new();
        cell(
            text,
            Look {
                delimiter: b',',
                guard: true,
                alone: false,
            },
            &mut out,
        );
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn quotes_where_they_are_needed() {
        for plain in ["", "a", "a b", "a;b", "é", "[20-30["] {
            assert_eq!(written(plain), plain);
        }
        assert_eq!(written("a,b"), "\"a,b\"");
        assert_eq!(written("say \"no\""), "\"say \"\"no\"\"\"");
        assert_eq!(written(" a"), "\" a\"");
        assert_eq!(written("a "), "\"a \"");
        assert_eq!(written("a\nb"), "\"a\nb\"");
        assert_eq!(written("sep=;"), "\"sep=;\"");
    }

    /// Columns with few values next to each other, next to many values, and next to long ones.
    #[test]
    fn neighbours_are_joined_and_written_as_they_would_be_alone() {
        let column = |distinct: usize, long: usize| -> Vec<String> {
            (0..700)
                .map(|row| format!("{}{}", "x".repeat(long * (row % 2)), row * 7 % distinct))
                .collect()
        };
        let all: Vec<Vec<String>> = [
            (2, 0),
            (9, 5),
            (300, 1),
            (3, 1),
            (2, 70),
            (2, 30),
            (2, 30),
            (2, 2),
        ]
        .map(|(d, l)| column(d, l))
        .into();
        let names: Vec<String> = (0..all.len()).map(|place| format!("c{place}")).collect();
        let rows: Vec<Vec<&str>> = (0..700)
            .map(|row| all.iter().map(|column| column[row].as_str()).collect())
            .collect();
        let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
        let table =
            bauta_testkit::table_of(&names.iter().map(String::as_str).collect::<Vec<_>>(), &rows);
        let look = Look {
            delimiter: b',',
            guard: true,
            alone: false,
        };
        let alone: Vec<Rendered<'_>> = table
            .attributes()
            .iter()
            .map(|a| Rendered::new(&a.column, look, b','))
            .collect();
        let line = |columns: &[Rendered<'_>], row: usize| {
            let (mut out, mut at) = (vec![0; columns.iter().map(Rendered::room).sum()], 0);
            columns
                .iter()
                .for_each(|column| at = column.copy(row, &mut out, at));
            String::from_utf8(out[..at].to_vec()).unwrap()
        };
        let expected: Vec<String> = (0..700).map(|row| line(&alone, row)).collect();
        let joined = Rendered::joined(alone);
        assert!(
            joined.len() < names.len() && joined.len() > 2,
            "{}",
            joined.len()
        );
        (0..700).for_each(|row| assert_eq!(line(&joined, row), expected[row]));
    }

    #[test]
    fn text_that_would_run_as_a_formula_is_disarmed() {
        for formula in [
            "=1+1",
            "@sum(a1)",
            "+a1",
            "-cmd|' /C calc'!A0",
            "\t=1",
            "\r=1",
            "\n=1",
            "\n",
            "-a",
        ] {
            assert!(is_formula(formula), "{formula:?}");
        }
        for harmless in [
            "-5",
            "+33 1 23 45 67 89",
            "-",
            "-5..-2",
            "-1,5",
            "-1e5",
            "+(33) 1",
            "a=b",
            "",
            "- 5 %",
        ] {
            assert!(!is_formula(harmless), "{harmless:?}");
        }
        assert_eq!(written("=a,b"), "\"'=a,b\"");
        assert_eq!(written("=a"), "'=a");
        assert_eq!(written("\n=a"), "\"'\n=a\"");
    }
}
