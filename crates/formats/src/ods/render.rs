//! Cells as XML.
//!
//! Work per distinct value, not per row: a column of few distinct values is rendered once, and writing a row is copying bytes.

use std::borrow::Cow;

use bauta_table::{Attribute, Cell, Codes, DateStyle, Dictionary};

use super::styles::{ValueStyle, style_of};

/// Largest dictionary that is rendered ahead, and most values rendered ahead in all columns together.
const MOST_AHEAD: usize = 1 << 16;
const MOST_AHEAD_IN_ALL: usize = 1 << 20;

/// Cells of a column, ready to be written.
pub(super) struct ColumnXml<'a> {
    codes: &'a Codes,
    dictionary: &'a Dictionary,
    as_text: bool,
    style: String,
    ahead: Option<Pool>,
}

#[derive(Default)]
struct Pool {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl<'a> ColumnXml<'a> {
    /// The columns of a table. `style` gives the cell style of an attribute where it is not the one of its kind.
    pub(super) fn all(
        attributes: &'a [Attribute],
        as_text: &[bool],
        style: impl Fn(usize) -> Option<String>,
    ) -> Vec<Self> {
        let mut left = MOST_AHEAD_IN_ALL;
        (attributes.iter().zip(as_text).enumerate())
            .map(|(index, (attribute, &as_text))| {
                let dictionary = attribute.column.dictionary();
                let own = || {
                    if as_text {
                        None
                    } else {
                        style_of(dictionary).map(ValueStyle::cell_style)
                    }
                };
                let mut column = ColumnXml {
                    codes: attribute.column.codes(),
                    dictionary,
                    as_text,
                    style: style(index)
                        .or_else(own)
                        .map(|name| style_attribute(&name))
                        .unwrap_or_default(),
                    ahead: None,
                };
                if dictionary.len() <= MOST_AHEAD.min(left) {
                    left -= dictionary.len();
                    column.ahead = Some(column.render());
                }
                column
            })
            .collect()
    }

    fn render(&self) -> Pool {
        let mut pool = Pool::default();
        for code in 0..self.dictionary.len() as u32 {
            self.cell(code, &mut pool.bytes);
            pool.ends.push(pool.bytes.len());
        }
        pool
    }

    /// Adds the cell of a row.
    #[inline]
    pub(super) fn push(&self, row: usize, out: &mut Vec<u8>) {
        let code = self.codes.get(row);
        match &self.ahead {
            Some(pool) => {
                let at = code as usize;
                let start = if at == 0 { 0 } else { pool.ends[at - 1] };
                out.extend_from_slice(&pool.bytes[start..pool.ends[at]]);
            }
            None => self.cell(code, out),
        }
    }

    fn cell(&self, code: u32, out: &mut Vec<u8>) {
        let label = || self.dictionary.label(code);
        match self.dictionary.cell(code) {
            Cell::Missing => self.typed(out, "", ""),
            Cell::Text(text) => text_cell(out, &self.style, text),
            _ if self.as_text => text_cell(out, &self.style, &label()),
            Cell::Integer(v) => self.typed(out, &format!("float\" office:value=\"{v}"), &label()),
            Cell::Decimal(v) => self.typed(
                out,
                &format!("float\" office:value=\"{}", plain(v)),
                &label(),
            ),
            Cell::Date(v) => {
                let day = DateStyle::Iso.format(v);
                self.typed(out, &format!("date\" office:date-value=\"{day}"), &label());
            }
            Cell::DateTime(_) => self.typed(
                out,
                &format!("date\" office:date-value=\"{}", label()),
                &label(),
            ),
            Cell::Boolean(v) => self.typed(
                out,
                &format!("boolean\" office:boolean-value=\"{v}"),
                &label(),
            ),
        }
    }

    fn typed(&self, out: &mut Vec<u8>, value: &str, shown: &str) {
        out.extend_from_slice(b"<table:table-cell");
        out.extend_from_slice(self.style.as_bytes());
        if value.is_empty() {
            out.extend_from_slice(b"/>");
            return;
        }
        out.extend_from_slice(b" office:value-type=\"");
        out.extend_from_slice(value.as_bytes());
        out.extend_from_slice(b"\"><text:p>");
        escape(out, shown);
        out.extend_from_slice(b"</text:p></table:table-cell>");
    }
}

/// A style attribute, escaped.
pub(super) fn style_attribute(name: &str) -> String {
    if name.is_empty() {
        return String::new();
    }
    let mut out = b" table:style-name=\"".to_vec();
    escape(&mut out, name);
    out.push(b'"');
    String::from_utf8(out).unwrap_or_default()
}

/// A number with a point; very large and very small ones with an exponent.
fn plain(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || (1e-7..1e17).contains(&size) {
        format!("{value}")
    } else {
        format!("{value:e}")
    }
}

/// A cell that is text whatever it looks like: no formula, number or date is ever made of it.
pub(super) fn text_cell(out: &mut Vec<u8>, style: &str, text: &str) {
    out.extend_from_slice(b"<table:table-cell");
    out.extend_from_slice(style.as_bytes());
    out.extend_from_slice(b" office:value-type=\"string\">");
    let text = match text.contains('\r') {
        true => Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")),
        false => Cow::Borrowed(text),
    };
    for line in text.split('\n') {
        out.extend_from_slice(b"<text:p>");
        paragraph(out, line);
        out.extend_from_slice(b"</text:p>");
    }
    out.extend_from_slice(b"</table:table-cell>");
}

/// A line; spaces that a reader may drop become `text:s`. A tab stays a character: LibreOffice loses `text:tab` in cells.
fn paragraph(out: &mut Vec<u8>, line: &str) {
    let mut rest = line;
    let mut after_word = false;
    while !rest.is_empty() {
        let word = rest.find(' ').unwrap_or(rest.len());
        escape(out, &rest[..word]);
        after_word |= word > 0;
        rest = &rest[word..];
        let end = rest.find(|c| c != ' ').unwrap_or(rest.len());
        spaces(out, end, after_word && end < rest.len());
        rest = &rest[end..];
    }
}

/// `inner` spaces begin with a plain one.
fn spaces(out: &mut Vec<u8>, count: usize, inner: bool) {
    let marked = if inner && count > 0 { count - 1 } else { count };
    if marked < count {
        out.push(b' ');
    }
    match marked {
        0 => {}
        1 => out.extend_from_slice(b"<text:s/>"),
        _ => out.extend_from_slice(format!("<text:s text:c=\"{marked}\"/>").as_bytes()),
    }
}

/// Text or attribute value; characters that XML cannot hold become U+FFFD.
pub(super) fn escape(out: &mut Vec<u8>, text: &str) {
    let clean = |b: u8| b >= 0x20 && !matches!(b, b'&' | b'<' | b'>' | b'"' | 0xef);
    if text.bytes().all(clean) {
        return out.extend_from_slice(text.as_bytes());
    }
    let mut utf8 = [0; 4];
    for character in text.chars() {
        let piece = match character {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            '\t' => "&#9;",
            '\n' => "&#10;",
            '\r' => "&#13;",
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => "\u{fffd}",
            other => other.encode_utf8(&mut utf8),
        };
        out.extend_from_slice(piece.as_bytes());
    }
}
