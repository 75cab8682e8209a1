//! Finding cells and rows in a text that starts with a row and ends with one.
//!
//! A cell that starts with `"` ends at the next `"` that is not doubled; elsewhere a quote is a character like any other.
//! A row ends with LF, CRLF or CR. Empty lines are not rows. Text without quotes, by far the most common, is searched 64
//! bytes at a time.

use memchr::{memchr, memchr_iter, memchr3};

/// What is told about each cell and row.
pub(super) trait Sink {
    /// The cell `text[start..end]` of the row, whose cells are counted from 0.
    fn cell(&mut self, column: usize, start: usize, end: usize);
    /// A cell that is not a part of the text, because quotes in it were doubled.
    fn unquoted(&mut self, column: usize, cell: &str);
    /// The row ended after `cells` cells; it began on `line`, counted from 0.
    fn row(&mut self, cells: usize, line: u64);
    /// An empty line.
    fn blank(&mut self) {}
}

/// What a scan found besides cells.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Scanned {
    /// Line ends, those inside cells included.
    pub(super) lines: u64,
    /// The line, counted from 0, of a quote that is never closed.
    pub(super) open_quote: Option<u64>,
}

/// Tells `sink` all cells of `text`.
pub(super) fn scan(text: &str, delimiter: u8, sink: &mut impl Sink) -> Scanned {
    let bytes = text.as_bytes();
    // Most files: then every delimiter and every line feed is one, and bytes are looked at 64 at a time.
    if memchr(b'"', bytes).is_none() && !has_lone_return(bytes) {
        Scanned {
            lines: plain(bytes, delimiter, sink),
            open_quote: None,
        }
    } else {
        let mut scan = Quoted {
            text,
            bytes,
            delimiter,
            at: 0,
            column: 0,
            line: 0,
            row_line: 0,
            scratch: String::new(),
        };
        let open_quote = scan.run(sink).err();
        Scanned {
            lines: scan.line,
            open_quote,
        }
    }
}

fn has_lone_return(bytes: &[u8]) -> bool {
    memchr_iter(b'\r', bytes).any(|at| bytes.get(at + 1) != Some(&b'\n'))
}

/// Text without quotes in which CR only stands before LF. Returns the number of line ends.
fn plain(bytes: &[u8], delimiter: u8, sink: &mut impl Sink) -> u64 {
    let mut row = Plain {
        bytes,
        delimiter,
        start: 0,
        column: 0,
        line: 0,
    };
    let (blocks, rest) = bytes.as_chunks::<64>();
    for (index, block) in blocks.iter().enumerate() {
        let mut hits = places(block, delimiter);
        while hits != 0 {
            row.stop(64 * index + hits.trailing_zeros() as usize, sink);
            // On to the next hit of the block.
            hits &= hits - 1;
        }
    }
    let done = bytes.len() - rest.len();
    for (offset, &byte) in rest.iter().enumerate() {
        if byte == delimiter || byte == b'\n' {
            row.stop(done + offset, sink);
        }
    }
    row.end(sink);
    row.line
}

/// One bit for each byte that is the delimiter or a line end.
#[inline]
fn places(block: &[u8; 64], delimiter: u8) -> u64 {
    let hit = block.map(|byte| u8::from(byte == delimiter) | u8::from(byte == b'\n'));
    let (words, _) = hit.as_chunks::<8>();
    // The product moves the low bit of byte i to bit 56 + i.
    words.iter().rev().fold(0, |bits, word| {
        bits << 8 | u64::from_le_bytes(*word).wrapping_mul(0x0102_0408_1020_4080) >> 56
    })
}

struct Plain<'a> {
    bytes: &'a [u8],
    delimiter: u8,
    start: usize,
    column: usize,
    line: u64,
}

impl Plain<'_> {
    #[inline]
    fn stop(&mut self, at: usize, sink: &mut impl Sink) {
        if self.bytes[at] == self.delimiter {
            sink.cell(self.column, self.start, at);
            self.column += 1;
        } else {
            // The carriage return before a line feed belongs to the line's end.
            let end = if at > self.start && self.bytes[at - 1] == b'\r' {
                at - 1
            } else {
                at
            };
            if self.column == 0 && end == self.start {
                sink.blank();
            } else {
                sink.cell(self.column, self.start, end);
                sink.row(self.column + 1, self.line);
            }
            self.line += 1;
            self.column = 0;
        }
        self.start = at + 1;
    }

    /// The last row may lack its line end.
    fn end(&mut self, sink: &mut impl Sink) {
        // A last row without a line end; a delimiter at the very end leaves one more cell, which is empty.
        if self.start < self.bytes.len() || self.column > 0 {
            sink.cell(self.column, self.start, self.bytes.len());
            sink.row(self.column + 1, self.line);
            self.line += 1;
        }
    }
}

/// Text in which anything may occur.
struct Quoted<'a> {
    text: &'a str,
    bytes: &'a [u8],
    delimiter: u8,
    at: usize,
    column: usize,
    line: u64,
    row_line: u64,
    scratch: String,
}

impl Quoted<'_> {
    /// The error is the line of a quote that is never closed.
    fn run(&mut self, sink: &mut impl Sink) -> Result<(), u64> {
        // As above: behind a last delimiter there is still a cell.
        while self.at < self.bytes.len() || self.column > 0 {
            let start = self.at;
            if self.bytes.get(start) == Some(&b'"') {
                self.quoted(start + 1, sink)?;
            } else {
                self.at = self.cell_end(start);
                if self.column == 0 && self.at == start && self.at_line_end() {
                    sink.blank();
                    self.next_row();
                    continue;
                }
                sink.cell(self.column, start, self.at);
            }
            if self.bytes.get(self.at) == Some(&self.delimiter) {
                self.at += 1;
                self.column += 1;
            } else {
                sink.row(self.column + 1, self.row_line);
                self.next_row();
            }
        }
        Ok(())
    }

    fn cell_end(&self, from: usize) -> usize {
        memchr3(self.delimiter, b'\n', b'\r', &self.bytes[from..])
            .map_or(self.bytes.len(), |at| from + at)
    }

    fn at_line_end(&self) -> bool {
        matches!(self.bytes.get(self.at), Some(b'\n' | b'\r'))
    }

    fn next_row(&mut self) {
        let is_pair = self.bytes[self.at..].starts_with(b"\r\n");
        self.at = self.bytes.len().min(self.at + if is_pair { 2 } else { 1 });
        self.line += 1;
        self.row_line = self.line;
        self.column = 0;
    }

    /// A cell whose content starts at `from`, behind its opening quote.
    fn quoted(&mut self, from: usize, sink: &mut impl Sink) -> Result<(), u64> {
        let opened = self.line;
        let close = self.close(from).ok_or(opened)?;
        self.at = close + 1;
        let ends = |at: usize| match self.bytes.get(at) {
            None | Some(b'\n' | b'\r') => true,
            Some(&byte) => byte == self.delimiter,
        };
        if ends(self.at) {
            sink.cell(self.column, from, close);
            self.line += lines_in(&self.bytes[from..close]);
            return Ok(());
        }
        self.pieces(from, close).ok_or(opened)?;
        self.line += lines_in(self.scratch.as_bytes());
        sink.unquoted(self.column, &self.scratch);
        Ok(())
    }

    /// Joins the pieces of a cell with doubled quotes, or with characters behind its closing quote.
    fn pieces(&mut self, from: usize, first_close: usize) -> Option<()> {
        self.scratch.clear();
        let (mut from, mut close) = (from, first_close);
        loop {
            self.scratch.push_str(&self.text[from..close]);
            self.at = close + 1;
            if self.bytes.get(self.at) != Some(&b'"') {
                break;
            }
            self.scratch.push('"');
            from = self.at + 1;
            close = self.close(from)?;
        }
        let end = self.cell_end(self.at);
        // Text behind a closing quotation mark belongs to the cell, as spreadsheets read it.
        self.scratch.push_str(&self.text[self.at..end]);
        self.at = end;
        Some(())
    }

    fn close(&self, from: usize) -> Option<usize> {
        memchr(b'"', &self.bytes[from..]).map(|at| from + at)
    }
}

/// Line ends in a cell, or in any part of a file that does not end between CR and LF.
pub(super) fn lines_in(cell: &[u8]) -> u64 {
    let feeds = memchr_iter(b'\n', cell).count();
    let lone = memchr_iter(b'\r', cell)
        .filter(|&at| cell.get(at + 1) != Some(&b'\n'))
        .count();
    (feeds + lone) as u64
}
