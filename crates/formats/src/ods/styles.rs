//! The few styles that a written sheet needs, so that LibreOffice shows days as days and truth values as words.

use std::collections::BTreeSet;
use std::fmt::Write;

use bauta_table::{Attribute, DateStyle, Dictionary, Kind, Style};

/// Namespaces that the styles use; a rewritten file gets those that it lacks.
pub(super) const NAMESPACES: [(&str, &str); 6] = [
    (
        "xmlns:office",
        "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    ),
    (
        "xmlns:style",
        "urn:oasis:names:tc:opendocument:xmlns:style:1.0",
    ),
    (
        "xmlns:text",
        "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
    ),
    (
        "xmlns:table",
        "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    ),
    (
        "xmlns:number",
        "urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0",
    ),
    (
        "xmlns:fo",
        "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0",
    ),
];

/// Style of header cells.
pub(super) const HEADER: &str = "bauta-header";

/// A style that a kind of values needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ValueStyle {
    Day(usize),
    Moment,
    Truth,
    Digits(u8),
}

/// The style that a column's values need, if any.
pub(super) fn style_of(dictionary: &Dictionary) -> Option<ValueStyle> {
    match (dictionary.kind(), dictionary.style()) {
        (Kind::Date, Style::Date(style)) => Some(ValueStyle::Day(position(*style))),
        (Kind::Date, _) => Some(ValueStyle::Day(0)),
        (Kind::DateTime, _) => Some(ValueStyle::Moment),
        (Kind::Boolean, _) => Some(ValueStyle::Truth),
        (
            Kind::Decimal,
            Style::Decimal {
                digits: Some(digits),
                ..
            },
        ) => Some(ValueStyle::Digits((*digits).min(15))),
        _ => None,
    }
}

fn position(style: DateStyle) -> usize {
    DateStyle::ALL
        .iter()
        .position(|&other| other == style)
        .unwrap_or(0)
}

impl ValueStyle {
    /// The name of the cell style.
    pub(super) fn cell_style(self) -> String {
        match self {
            ValueStyle::Day(style) => format!("bauta-day{style}"),
            ValueStyle::Moment => "bauta-moment".into(),
            ValueStyle::Truth => "bauta-truth".into(),
            ValueStyle::Digits(digits) => format!("bauta-digits{digits}"),
        }
    }

    fn data_style(self) -> String {
        let name = format!("{}-format", self.cell_style());
        match self {
            ValueStyle::Day(style) => {
                let style = DateStyle::ALL.get(style).copied().unwrap_or_default();
                format!(
                    "<number:date-style style:name=\"{name}\">{}</number:date-style>",
                    day(style)
                )
            }
            ValueStyle::Moment => format!(
                "<number:date-style style:name=\"{name}\">{}<number:text> </number:text><number:hours number:style=\"long\"/><number:text>:</number:text><number:minutes number:style=\"long\"/><number:text>:</number:text><number:seconds number:style=\"long\"/></number:date-style>",
                day(DateStyle::Iso)
            ),
            ValueStyle::Truth => {
                format!(
                    "<number:boolean-style style:name=\"{name}\"><number:boolean/></number:boolean-style>"
                )
            }
            ValueStyle::Digits(digits) => format!(
                "<number:number-style style:name=\"{name}\"><number:number number:decimal-places=\"{digits}\" number:min-decimal-places=\"{digits}\" number:min-integer-digits=\"1\"/></number:number-style>"
            ),
        }
    }

    fn write(self, out: &mut String) {
        let name = self.cell_style();
        out.push_str(&self.data_style());
        let _ = write!(
            out,
            "<style:style style:name=\"{name}\" style:family=\"table-cell\" style:parent-style-name=\"Default\" style:data-style-name=\"{name}-format\"/>"
        );
    }
}

/// The parts of a day in their order.
fn day(style: DateStyle) -> String {
    const YEAR: &str = "<number:year number:style=\"long\"/>";
    const MONTH: &str = "<number:month number:style=\"long\"/>";
    const DAY: &str = "<number:day number:style=\"long\"/>";
    let (parts, separator) = match style {
        DateStyle::Iso => ([YEAR, MONTH, DAY], '-'),
        DateStyle::DaySlash => ([DAY, MONTH, YEAR], '/'),
        DateStyle::DayDot => ([DAY, MONTH, YEAR], '.'),
        DateStyle::DayDash => ([DAY, MONTH, YEAR], '-'),
        DateStyle::MonthSlash => ([MONTH, DAY, YEAR], '/'),
        DateStyle::YearSlash => ([YEAR, MONTH, DAY], '/'),
    };
    parts.join(&format!("<number:text>{separator}</number:text>"))
}

/// The style elements that the attributes' values need.
pub(super) fn value_styles(attributes: &[Attribute], as_text: &[bool]) -> String {
    let needed: BTreeSet<ValueStyle> = (attributes.iter().zip(as_text))
        .filter(|(_, as_text)| !**as_text)
        .filter_map(|(attribute, _)| style_of(attribute.column.dictionary()))
        .collect();
    let mut out = String::new();
    needed.into_iter().for_each(|style| style.write(&mut out));
    let _ = write!(
        out,
        "<style:style style:name=\"{HEADER}\" style:family=\"table-cell\" style:parent-style-name=\"Default\"><style:text-properties fo:font-weight=\"bold\"/></style:style>"
    );
    out
}

/// The name of the style of a column so many characters wide.
pub(super) fn width_style(characters: usize) -> String {
    format!("bauta-width{characters}")
}

/// The styles of column widths.
pub(super) fn width_styles(widths: &BTreeSet<usize>) -> String {
    let mut out = String::new();
    for &characters in widths {
        let millimetres = characters * 2 + 6;
        let _ = write!(
            out,
            "<style:style style:name=\"{}\" style:family=\"table-column\"><style:table-column-properties style:column-width=\"{millimetres}mm\"/></style:style>",
            width_style(characters)
        );
    }
    out
}
