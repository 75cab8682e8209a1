//! The cells of a sheet, row by row, as they stand in its XML.

use bauta_table::Cell;
use quick_xml::events::{BytesStart, Event};

use super::book::{Book, decode_escapes, string_item, text_element};
use crate::error::Result;
use crate::workbook::moment::{NumberFormat, of_serial, parse_iso};
use crate::workbook::row::{Row, number};
use crate::workbook::xml::Xml;

/// How a cell's content is to be taken.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum CellType {
    #[default]
    Number,
    Shared,
    Text,
    Boolean,
    Error,
    Iso,
}

/// Where the reader is, and buffers that are used again.
pub(super) struct SheetReader<'a> {
    xml: Xml,
    book: &'a Book,
    row: Row,
    number: u64,
    column: u64,
    value: String,
    scratch: String,
}

/// A cell's attributes.
struct Head {
    column: u64,
    style: usize,
    kind: CellType,
}

impl<'a> SheetReader<'a> {
    pub(super) fn new(xml: Xml, book: &'a Book) -> Self {
        let (row, value, scratch) = (Row::default(), String::new(), String::new());
        SheetReader {
            xml,
            book,
            row,
            number: 0,
            column: 0,
            value,
            scratch,
        }
    }

    /// Gives each row that holds something to `each`, with its 0-based number, until `each` says to stop.
    pub(super) fn rows(mut self, mut each: impl FnMut(u64, &Row) -> Result<bool>) -> Result<()> {
        let mut buffer = Vec::new();
        let mut begun = 0;
        loop {
            match self.xml.next(&mut buffer)? {
                Event::Start(start) if start.local_name().as_ref() == "row" => {
                    self.begin_row(&start, &mut begun);
                }
                Event::Empty(start) if start.local_name().as_ref() == "row" => {
                    self.begin_row(&start, &mut begun);
                }
                Event::Start(start) if start.local_name().as_ref() == "c" => {
                    let head = self.head(&start);
                    self.cell(&head, &mut buffer)?;
                }
                Event::Empty(start) if start.local_name().as_ref() == "c" => {
                    // An empty cell still moves the place of those that follow.
                    let _ = self.head(&start);
                }
                Event::End(end) if end.local_name().as_ref() == "row" => {
                    if !self.row.is_empty() && !each(self.number, &self.row)? {
                        return Ok(());
                    }
                    self.row.clear();
                }
                Event::End(end) if end.local_name().as_ref() == "sheetData" => return Ok(()),
                Event::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    fn begin_row(&mut self, start: &BytesStart<'_>, begun: &mut u64) {
        let mut attributes = start.attributes();
        let given = attributes
            .with_checks(false)
            .flatten()
            .find(|a| a.key.as_ref() == "r");
        let given = given
            .and_then(|a| a.value.parse::<u64>().ok())
            .and_then(|number| number.checked_sub(1));
        self.number = given.unwrap_or(*begun);
        *begun = self.number.saturating_add(1);
        self.column = 0;
        self.row.clear();
    }

    fn head(&mut self, start: &BytesStart<'_>) -> Head {
        let mut head = Head {
            column: self.column,
            style: usize::MAX,
            kind: CellType::Number,
        };
        for attribute in start.attributes().with_checks(false).flatten() {
            match attribute.key.as_ref() {
                "r" => head.column = column_of(&attribute.value).unwrap_or(self.column),
                "s" => head.style = attribute.value.parse().unwrap_or(usize::MAX),
                "t" => head.kind = type_of(&attribute.value),
                _ => {}
            }
        }
        self.column = head.column.saturating_add(1);
        head
    }

    fn cell(&mut self, head: &Head, buffer: &mut Vec<u8>) -> Result<()> {
        let (mut depth, mut found) = (1, false);
        self.value.clear();
        while depth > 0 {
            match self.xml.next(buffer)? {
                Event::Start(start) => match start.local_name().as_ref() {
                    "v" if head.kind != CellType::Text || !found => {
                        self.value.clear();
                        text_element(&mut self.xml, buffer, &mut self.value, true)?;
                        if head.kind == CellType::Text {
                            decode_escapes(&mut self.value, 0);
                        }
                        found = true;
                    }
                    "is" => {
                        self.value.clear();
                        string_item(&mut self.xml, buffer, &mut self.value)?;
                        found = true;
                    }
                    "f" | "v" | "extLst" => self.xml.skip(buffer)?,
                    _ => depth += 1,
                },
                Event::End(_) => depth -= 1,
                _ => {}
            }
        }
        if found { self.put(head) } else { Ok(()) }
    }

    fn put(&mut self, head: &Head) -> Result<()> {
        let value = self.value.as_str();
        let cell = match head.kind {
            CellType::Error => {
                self.row.push_error(head.column, 1);
                return Ok(());
            }
            CellType::Shared if value.is_empty() => Cell::Missing,
            CellType::Shared => match value.trim().parse::<usize>() {
                Ok(index) if index < self.book.strings.len() => {
                    Cell::Text(self.book.strings.get(index))
                }
                _ => {
                    return Err(self
                        .xml
                        .damaged("a cell refers to a shared text that is not there"));
                }
            },
            CellType::Text => Cell::Text(value),
            CellType::Boolean => match value.trim() {
                "1" | "true" => Cell::Boolean(true),
                "0" | "false" => Cell::Boolean(false),
                _ => Cell::Missing,
            },
            CellType::Iso => parse_iso(value).unwrap_or(Cell::Text(value)),
            CellType::Number => {
                let format = self
                    .book
                    .formats
                    .get(head.style)
                    .copied()
                    .unwrap_or(NumberFormat::Plain);
                match number(value) {
                    Some(cell) if format == NumberFormat::Plain => cell,
                    Some(cell) => {
                        let serial = value.trim().parse().unwrap_or(f64::NAN);
                        of_serial(serial, format, self.book.from_1904, &mut self.scratch)
                            .unwrap_or(cell)
                    }
                    None => Cell::Text(value),
                }
            }
        };
        self.row.push(head.column, 1, cell);
        Ok(())
    }
}

fn type_of(name: &str) -> CellType {
    match name {
        "s" => CellType::Shared,
        "str" | "inlineStr" => CellType::Text,
        "b" => CellType::Boolean,
        "e" => CellType::Error,
        "d" => CellType::Iso,
        _ => CellType::Number,
    }
}

/// The 0-based column of a reference such as `AB12`.
pub(super) fn column_of(reference: &str) -> Option<u64> {
    let letters = reference
        .bytes()
        .take_while(u8::is_ascii_alphabetic)
        .take(8);
    let column = letters.fold(0u64, |column, letter| {
        column * 26 + u64::from(letter.to_ascii_uppercase() - b'A') + 1
    });
    column.checked_sub(1)
}
