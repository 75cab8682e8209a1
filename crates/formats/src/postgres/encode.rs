//! The binary form of rows, from cells to the server, and what the server could not hold.

use bauta_table::{Cell, Fault, Kind, Table, Values};

use super::{EPOCH_DAYS, EPOCH_MICROS, SIGNATURE};

/// Longest name in bytes; the server would cut a longer one without a word.
const LONGEST_NAME: usize = 63;

/// The server's range of days, counted from its own epoch.
const DAYS: std::ops::Range<i64> = -2_451_545..2_145_031_949;

/// The server's range of points in time, in microseconds from its own epoch.
const MICROS: std::ops::Range<i64> = -211_813_488_000_000_000..9_223_371_331_200_000_000;

/// Everything about the table that the server cannot take, said before it is asked.
pub(super) fn faults(table: &Table, name: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    let names = table
        .attributes()
        .iter()
        .map(|a| ("column", a.name.as_str()))
        .chain([("table", name)]);
    for (what, name) in names {
        if name.len() > LONGEST_NAME || name.contains('\0') {
            faults.push(Fault::Request(format!(
                "the name of {what} \"{}\" is longer than the {LONGEST_NAME} bytes that PostgreSQL can hold, or has a NUL character; rename it",
                name.replace('\0', "\u{2400}")
            )));
        }
    }
    for attribute in table.attributes() {
        let (rows, cells) = attribute
            .column
            .find_rows(1, |code| !fits(attribute.column.dictionary().cell(code)));
        if let Some(row) = rows.first() {
            let what = match attribute.column.dictionary().values() {
                Values::Text(_) => "a NUL character",
                _ => "a point in time out of range",
            };
            faults.push(Fault::Request(format!(
                "attribute \"{}\" has {what}, which PostgreSQL cannot hold, in {cells} cells, first in data row {}; correct them",
                attribute.name,
                row + 1
            )));
        }
    }
    if table.attributes().is_empty() {
        faults.push(Fault::Empty);
    }
    faults
}

fn fits(cell: Cell<'_>) -> bool {
    match cell {
        Cell::Text(text) => !text.contains('\0'),
        Cell::Date(days) => DAYS.contains(&(i64::from(days) - i64::from(EPOCH_DAYS))),
        Cell::DateTime(micros) => micros
            .checked_sub(EPOCH_MICROS)
            .is_some_and(|micros| MICROS.contains(&micros)),
        _ => true,
    }
}

/// The type of a column of the new table.
pub(super) fn type_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "text",
        Kind::Integer => "bigint",
        Kind::Decimal => "double precision",
        Kind::Date => "date",
        Kind::DateTime => "timestamp",
        Kind::Boolean => "boolean",
    }
}

/// What stands before the first row.
pub(super) fn header(out: &mut Vec<u8>) {
    out.extend_from_slice(SIGNATURE);
    out.extend_from_slice(&[0; 8]);
}

/// What stands behind the last row.
pub(super) fn trailer(out: &mut Vec<u8>) {
    out.extend_from_slice(&(-1i16).to_be_bytes());
}

/// One row; the table was checked by [`faults`].
pub(super) fn row(table: &Table, row: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(&(table.attributes().len() as i16).to_be_bytes());
    for attribute in table.attributes() {
        match attribute.column.cell(row) {
            Cell::Missing => out.extend_from_slice(&(-1i32).to_be_bytes()),
            Cell::Text(text) => field(out, text.as_bytes()),
            Cell::Integer(v) => field(out, &v.to_be_bytes()),
            Cell::Decimal(v) => field(out, &v.to_be_bytes()),
            Cell::Date(v) => field(out, &v.wrapping_sub(EPOCH_DAYS).to_be_bytes()),
            Cell::DateTime(v) => field(out, &v.wrapping_sub(EPOCH_MICROS).to_be_bytes()),
            Cell::Boolean(v) => field(out, &[u8::from(v)]),
        }
    }
}

fn field(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(&(bytes.len() as i32).to_be_bytes());
    out.extend_from_slice(bytes);
}
