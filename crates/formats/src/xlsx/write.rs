//! Writing a new Excel workbook, row by row, in constant memory.

use std::path::Path;

use bauta_table::{Attribute, Cell, DateStyle, Kind, Progress, Stage, Style, Table};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

use crate::error::{Error, Result};
use crate::staged::Out;
use crate::workbook::moment::{micros_of_day, serial_of};
use crate::workbook::{plan, unreadable};

const ROWS_A_LOOK: usize = 4096;
/// Longest text of a cell that Excel opens, in its own count of characters.
const MOST_TEXT: usize = 32_767;

/// Writes the whole file.
pub(super) fn write(
    table: &Table,
    sheet: &str,
    as_text: &[bool],
    path: &Path,
    out: &mut Out<'_>,
    progress: &dyn Progress,
) -> Result<()> {
    check_texts(table, path)?;
    let failed = |error: XlsxError| failed(path, error);
    let mut workbook = Workbook::new();
    // No author, and a fixed moment: the same table gives the same bytes.
    let moment = ExcelDateTime::from_ymd(2000, 1, 1).map_err(failed)?;
    workbook.set_properties(&DocProperties::new().set_creation_datetime(&moment));
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    workbook.set_tempdir(folder).map_err(failed)?;
    let worksheet = workbook
        .add_worksheet_with_constant_memory()
        .map_err(failed)?;
    header(worksheet, sheet, table).map_err(failed)?;
    let formats: Vec<Option<Format>> = table
        .attributes()
        .iter()
        .zip(as_text)
        .map(|(attribute, &text)| format_of(attribute, text))
        .collect();
    for row in 0..table.rows() {
        if row % ROWS_A_LOOK == 0 {
            progress.tell(Stage::Write, row as u64, Some(table.rows() as u64));
            if progress.cancelled() {
                return Err(Error::Cancelled);
            }
        }
        for (index, attribute) in table.attributes().iter().enumerate() {
            let place = (row as u32 + 1, index as u16);
            cell(
                worksheet,
                place,
                attribute,
                row,
                as_text[index],
                formats[index].as_ref(),
            )
            .map_err(failed)?;
        }
    }
    workbook.save_to_writer(out).map_err(failed)
}

fn header(
    worksheet: &mut Worksheet,
    sheet: &str,
    table: &Table,
) -> std::result::Result<(), XlsxError> {
    worksheet.set_name(sheet)?;
    worksheet.set_freeze_panes(1, 0)?;
    let bold = Format::new().set_bold();
    for (index, attribute) in table.attributes().iter().enumerate() {
        let width = plan::width(&attribute.name, attribute.column.dictionary());
        worksheet.set_column_width(index as u16, width as f64 + 2.0)?;
    }
    for (index, attribute) in table.attributes().iter().enumerate() {
        worksheet.write_string_with_format(0, index as u16, clean(&attribute.name), &bold)?;
    }
    Ok(())
}

/// Writes a cell; a text is a text whatever it begins with, never a formula.
fn cell(
    worksheet: &mut Worksheet,
    (row, column): (u32, u16),
    attribute: &Attribute,
    at: usize,
    as_text: bool,
    format: Option<&Format>,
) -> std::result::Result<(), XlsxError> {
    let value = attribute.column.cell(at);
    let serial = match value {
        Cell::Date(v) => serial_of(micros_of_day(v)),
        Cell::DateTime(v) => serial_of(v),
        _ => None,
    };
    match (value, serial, format) {
        (Cell::Missing, ..) => return Ok(()),
        (Cell::Text(text), ..) => worksheet.write_string(row, column, clean(text))?,
        _ if as_text => worksheet.write_string(row, column, attribute.column.label(at))?,
        (_, Some(serial), Some(format)) => {
            worksheet.write_number_with_format(row, column, serial, format)?
        }
        (Cell::Integer(v), ..) => worksheet.write_number(row, column, v as f64)?,
        (Cell::Decimal(v), _, Some(format)) => {
            worksheet.write_number_with_format(row, column, v, format)?
        }
        (Cell::Decimal(v), ..) => worksheet.write_number(row, column, v)?,
        (Cell::Boolean(v), ..) => worksheet.write_boolean(row, column, v)?,
        _ => worksheet.write_string(row, column, attribute.column.label(at))?,
    };
    Ok(())
}

fn format_of(attribute: &Attribute, as_text: bool) -> Option<Format> {
    let dictionary = attribute.column.dictionary();
    let code = match (dictionary.kind(), dictionary.style()) {
        _ if as_text => return None,
        (Kind::Date, Style::Date(DateStyle::DaySlash)) => "dd/mm/yyyy".to_owned(),
        (Kind::Date, Style::Date(DateStyle::DayDot)) => "dd.mm.yyyy".to_owned(),
        (Kind::Date, Style::Date(DateStyle::DayDash)) => "dd-mm-yyyy".to_owned(),
        (Kind::Date, Style::Date(DateStyle::MonthSlash)) => "mm/dd/yyyy".to_owned(),
        (Kind::Date, Style::Date(DateStyle::YearSlash)) => "yyyy/mm/dd".to_owned(),
        (Kind::Date, _) => "yyyy-mm-dd".to_owned(),
        (Kind::DateTime, _) => "yyyy-mm-dd hh:mm:ss".to_owned(),
        (
            Kind::Decimal,
            Style::Decimal {
                digits: Some(digits @ 1..=15),
                ..
            },
        ) => {
            format!("0.{}", "0".repeat(usize::from(*digits)))
        }
        _ => return None,
    };
    Some(Format::new().set_num_format(code))
}

/// Line ends as Excel has them, and U+FFFD for the characters that XML cannot hold.
fn clean(text: &str) -> String {
    let plain = |c: char| !matches!(c, '\0'..='\x08' | '\x0b'..='\x1f' | '\u{fffe}' | '\u{ffff}');
    if text.chars().all(plain) {
        return text.to_owned();
    }
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    lines
        .chars()
        .map(|c| if plain(c) { c } else { '\u{fffd}' })
        .collect()
}

/// A text that Excel would refuse is found before anything is written.
fn check_texts(table: &Table, path: &Path) -> Result<()> {
    for attribute in table.attributes() {
        let dictionary = attribute.column.dictionary();
        let too_long = |code| match dictionary.cell(code) {
            Cell::Text(text) => text.len() > MOST_TEXT && text.encode_utf16().count() > MOST_TEXT,
            _ => false,
        };
        if let (rows, count @ 1..) = attribute.column.find_rows(1, too_long) {
            let problem = format!(
                "attribute \"{}\" has {count} texts of more than {MOST_TEXT} characters, first in data row {}",
                attribute.name,
                rows.first().map_or(0, |row| row + 1)
            );
            return Err(unreadable(
                path,
                problem,
                "write to .ods, .csv or .parquet instead",
            ));
        }
    }
    Ok(())
}

fn failed(path: &Path, error: XlsxError) -> Error {
    let source = match error {
        XlsxError::IoError(source) | XlsxError::TempFileError(_, source) => source,
        XlsxError::ZipError(error) => error.into(),
        _ => std::io::Error::other("the workbook could not be written"),
    };
    Error::io(path, source)
}
