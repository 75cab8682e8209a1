//! Where a buffer can be cut so that each part holds whole rows.
//!
//! Uses the same rule as the scan: a quote opens a quoted cell only at a cell's start, so that a stray `5"` inside a cell
//! does not swallow the rows behind it.

use memchr::{memchr, memchr2, memrchr2};

/// The stretches outside of quoted cells, first to last. `buffer` starts with a row.
struct Outside<'a> {
    buffer: &'a [u8],
    delimiter: u8,
    /// Whether nothing follows the buffer.
    whole: bool,
    at: usize,
    done: bool,
}

impl Iterator for Outside<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        if self.done {
            return None;
        }
        let start = self.at;
        let mut from = start;
        loop {
            let Some(quote) = memchr(b'"', &self.buffer[from..]).map(|i| from + i) else {
                self.done = true;
                return Some((start, self.buffer.len()));
            };
            if self.opens(quote) {
                match self.closing(quote + 1) {
                    Some(close) => self.at = close + 1,
                    None => self.done = true,
                }
                return Some((start, quote));
            }
            from = quote + 1;
        }
    }
}

impl Outside<'_> {
    fn opens(&self, quote: usize) -> bool {
        match quote.checked_sub(1).map(|before| self.buffer[before]) {
            // A quotation mark opens a cell only at its start; inside it is a character like others.
            None | Some(b'\n' | b'\r') => true,
            Some(before) => before == self.delimiter,
        }
    }

    fn closing(&self, mut from: usize) -> Option<usize> {
        loop {
            let quote = from + memchr(b'"', &self.buffer[from..])?;
            match self.buffer.get(quote + 1) {
                // Two of them are one that belongs to the text.
                Some(b'"') => from = quote + 2,
                Some(_) => return Some(quote),
                // At the end of the block nobody knows whether another one follows.
                None => return self.whole.then_some(quote),
            }
        }
    }
}

fn outside(buffer: &[u8], delimiter: u8, whole: bool) -> Outside<'_> {
    Outside {
        buffer,
        delimiter,
        whole,
        at: 0,
        done: false,
    }
}

/// The end of the last whole row; all of the buffer if nothing follows it.
pub(super) fn last_row_end(buffer: &[u8], delimiter: u8, whole: bool) -> Option<usize> {
    if whole {
        return Some(buffer.len());
    }
    let mut last = None;
    for (start, end) in outside(buffer, delimiter, whole) {
        let stretch = &buffer[start..end];
        let found = memrchr2(b'\n', b'\r', stretch).and_then(|at| match stretch[at] {
            // An LF that belongs to this CR may follow.
            b'\r' if start + at + 1 == buffer.len() => memrchr2(b'\n', b'\r', &stretch[..at]),
            _ => Some(at),
        });
        last = found.map(|at| start + at + 1).or(last);
    }
    last
}

/// The end of the first row.
pub(super) fn first_row_end(buffer: &[u8], delimiter: u8, whole: bool) -> Option<usize> {
    for (start, end) in outside(buffer, delimiter, whole) {
        let Some(at) = memchr2(b'\n', b'\r', &buffer[start..end]).map(|at| start + at) else {
            continue;
        };
        return match (buffer[at], buffer.get(at + 1)) {
            (b'\r', Some(b'\n')) => Some(at + 2),
            (b'\r', None) if !whole => None,
            _ => Some(at + 1),
        };
    }
    whole.then_some(buffer.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_end_outside_of_quotes() {
        let cases: [(&str, Option<usize>, Option<usize>); 10] = [
            ("a;b\nc;d\ne", Some(4), Some(8)),
            ("a;b\r\nc", Some(5), Some(5)),
            ("a;b\r", None, None),
            ("a\rb\rc", Some(2), Some(4)),
            ("\"a\nb\";c\nd", Some(8), Some(8)),
            ("a\n\"b\nc", Some(2), Some(2)),
            ("\"a\"\"\nb\"\nc", Some(8), Some(8)),
            ("a\n5\" pipe\nb", Some(2), Some(10)),
            ("a\n\"b\"", Some(2), Some(2)),
            ("\"a\"\"\n", None, None),
        ];
        for (text, first, last) in cases {
            assert_eq!(
                first_row_end(text.as_bytes(), b';', false),
                first,
                "{text:?}"
            );
            assert_eq!(last_row_end(text.as_bytes(), b';', false), last, "{text:?}");
        }
    }

    #[test]
    fn what_nothing_follows_is_a_row() {
        assert_eq!(first_row_end(b"a;b", b';', true), Some(3));
        assert_eq!(first_row_end(b"a\r", b';', true), Some(2));
        assert_eq!(last_row_end(b"a\nb", b';', true), Some(3));
    }
}
