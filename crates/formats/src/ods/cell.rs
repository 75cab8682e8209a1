//! One cell of `content.xml`: its typed value from the attributes, or its text from the paragraphs.
//!
//! White space stays as it is: OpenDocument would have runs of it collapsed, but LibreOffice shows them in cells, and what is
//! seen is what is read. Notes and shapes inside a cell are not its text.

use bauta_table::Cell;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};

use super::walk::count;
use crate::error::Result;
use crate::workbook::moment::parse_iso;
use crate::workbook::row::{Row, number};
use crate::workbook::xml::{Xml, attribute};

/// Longest text of a cell, in bytes.
const MOST_TEXT: usize = 16 << 20;
/// Most spaces that one `text:s` may stand for.
const MOST_SPACES: u64 = 1 << 15;
/// What a formula shows when it has no value.
const ERRORS: [&str; 8] = [
    "#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "Err:",
];

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum ValueType {
    #[default]
    None,
    Number,
    Date,
    Time,
    Boolean,
    Text,
    Error,
}

/// The cell being read; its buffers are used again for the next.
#[derive(Default)]
pub(super) struct CellReader {
    kind: ValueType,
    value: String,
    has_string: bool,
    formula: bool,
    truth: Option<bool>,
    text: String,
    paragraphs: u32,
    /// How many equal cells.
    pub(super) repeat: u64,
    /// Name of its style, if wanted.
    pub(super) style: String,
    /// Name of its validity rule, if wanted.
    pub(super) validity: String,
}

impl CellReader {
    /// Reads the attributes.
    pub(super) fn head(&mut self, start: &BytesStart<'_>, with_style: bool) {
        (self.kind, self.repeat, self.paragraphs) = (ValueType::None, 1, 0);
        (self.has_string, self.formula, self.truth) = (false, false, None);
        self.value.clear();
        self.text.clear();
        self.style.clear();
        self.validity.clear();
        for attribute in start.attributes().with_checks(false).flatten() {
            let Ok(value) = attribute.normalized_value(XmlVersion::Implicit1_0) else {
                continue;
            };
            match attribute.key.as_ref() {
                "office:value-type" if self.kind != ValueType::Error => self.kind = kind_of(&value),
                "calcext:value-type" if value == "error" => self.kind = ValueType::Error,
                "office:value"
                | "office:date-value"
                | "office:time-value"
                | "office:boolean-value" => {
                    self.value.push_str(&value);
                }
                "office:string-value" => {
                    self.value.push_str(&value);
                    self.has_string = true;
                }
                "table:number-columns-repeated" => self.repeat = count(&value),
                "table:formula" => {
                    self.formula = true;
                    self.truth = truth_of(&value);
                }
                "table:style-name" if with_style => self.style.push_str(&value),
                "table:content-validation-name" if with_style => self.validity.push_str(&value),
                _ => {}
            }
        }
    }

    /// Reads what is inside the cell, its end included.
    pub(super) fn content(&mut self, xml: &mut Xml, buffer: &mut Vec<u8>) -> Result<()> {
        let text_counts = self.formula || matches!(self.kind, ValueType::None | ValueType::Text);
        if !text_counts {
            return xml.skip(buffer);
        }
        loop {
            match xml.next(buffer)? {
                Event::Start(start) if matches!(start.name().as_ref(), "text:p" | "text:h") => {
                    self.paragraph(xml, buffer)?;
                }
                Event::Start(_) => xml.skip(buffer)?,
                Event::Empty(start) if matches!(start.name().as_ref(), "text:p" | "text:h") => {
                    self.begin_paragraph();
                }
                Event::End(_) => return Ok(()),
                _ => {}
            }
        }
    }

    fn begin_paragraph(&mut self) {
        if self.paragraphs > 0 {
            self.text.push('\n');
        }
        self.paragraphs += 1;
    }

    fn paragraph(&mut self, xml: &mut Xml, buffer: &mut Vec<u8>) -> Result<()> {
        self.begin_paragraph();
        let mut depth = 1;
        while depth > 0 {
            match xml.next(buffer)? {
                Event::Text(text) => self.text.push_str(&text.xml10_content()),
                Event::CData(text) => self.text.push_str(&text.xml10_content()),
                Event::GeneralRef(reference) => xml.resolve(&reference, &mut self.text)?,
                Event::Empty(start) => self.mark(&start),
                Event::Start(start) if is_foreign(start.name().as_ref()) => xml.skip(buffer)?,
                Event::Start(start) => {
                    self.mark(&start);
                    depth += 1;
                }
                Event::End(_) => depth -= 1,
                _ => {}
            }
            if self.text.len() > MOST_TEXT {
                return Err(xml.damaged("a cell holds more text than a cell can have"));
            }
        }
        Ok(())
    }

    /// Spaces, tabs and line breaks that are meant.
    fn mark(&mut self, start: &BytesStart<'_>) {
        match start.name().as_ref() {
            "text:s" => {
                let spaces = attribute(start, "text:c")
                    .map_or(1, |text| count(&text))
                    .min(MOST_SPACES);
                self.text.extend(std::iter::repeat_n(' ', spaces as usize));
            }
            "text:tab" => self.text.push('\t'),
            "text:line-break" => self.text.push('\n'),
            _ => {}
        }
    }

    /// Whether there is a value or a text.
    pub(super) fn holds_something(&self) -> bool {
        !self.value.is_empty() || !self.text.is_empty()
    }

    /// Puts the cell into its row.
    pub(super) fn put(&self, column: u64, row: &mut Row) {
        if self.kind == ValueType::Error
            || (self.formula && ERRORS.iter().any(|e| self.text.starts_with(e)))
        {
            return row.push_error(column, self.repeat);
        }
        if let Some(truth) = self.truth {
            return row.push(column, self.repeat, Cell::Boolean(truth));
        }
        let shown = Cell::Text(if self.has_string {
            &self.value
        } else {
            &self.text
        });
        let cell = match self.kind {
            ValueType::Number => number(&self.value).unwrap_or(shown),
            ValueType::Date => parse_iso(&self.value).unwrap_or(Cell::Text(&self.value)),
            ValueType::Time => Cell::Text(&self.value),
            ValueType::Boolean => match self.value.as_str() {
                "true" => Cell::Boolean(true),
                "false" => Cell::Boolean(false),
                _ => shown,
            },
            ValueType::Text | ValueType::None | ValueType::Error => shown,
        };
        row.push(column, self.repeat, cell);
    }
}

fn kind_of(name: &str) -> ValueType {
    match name {
        "float" | "percentage" | "currency" => ValueType::Number,
        "date" => ValueType::Date,
        "time" => ValueType::Time,
        "boolean" => ValueType::Boolean,
        "string" => ValueType::Text,
        _ => ValueType::None,
    }
}

/// LibreOffice makes formulas of the truth values of an Excel workbook.
fn truth_of(formula: &str) -> Option<bool> {
    match formula {
        "of:=TRUE()" => Some(true),
        "of:=FALSE()" => Some(false),
        _ => None,
    }
}

/// Elements inside a paragraph whose text is not the cell's.
fn is_foreign(name: &str) -> bool {
    matches!(
        name,
        "office:annotation" | "office:annotation-end" | "text:note" | "text:ruby-text"
    ) || name.starts_with("draw:")
}
