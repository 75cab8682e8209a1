//! Telling a table from a file that only has its name.

use memchr::memmem;

use super::encoding::Decoding;
use crate::error::Error;

/// How files of other kinds start, what they are, and what to do.
const SIGNATURES: [(&[u8], &str, &str); 8] = [
    (
        b"PK\x03\x04",
        "this is a workbook or a zip archive, not CSV",
        "if it is a workbook, rename it to .ods or .xlsx",
    ),
    (
        b"PAR1",
        "this is a Parquet file, not CSV",
        "rename it to .parquet",
    ),
    (
        b"SQLite format 3\0",
        "this is an SQLite database, not CSV",
        "read it as sqlite:FILE#TABLE",
    ),
    (
        b"\xd0\xcf\x11\xe0",
        "this is a workbook in an old format, not CSV",
        "save it as .xlsx, .ods or CSV",
    ),
    (
        b"\x1f\x8b",
        "this file is compressed with gzip",
        "unpack it first",
    ),
    (
        b"\x28\xb5\x2f\xfd",
        "this file is compressed with zstd",
        "unpack it first",
    ),
    (
        b"BZh",
        "this file is compressed with bzip2",
        "unpack it first",
    ),
    (
        b"%PDF-",
        "this is a PDF document, not CSV",
        "export the table as CSV",
    ),
];

const SAVE_AS_TEXT: &str = "save it as CSV text, or name its encoding with --encoding";

/// What the start of a file shows it to be, if not a table.
pub(super) fn check(name: &str, start: &[u8], decoding: Decoding) -> Result<(), Error> {
    let controls = start
        .iter()
        .filter(|&&b| b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r' | 0x0c))
        .count();
    // A column may be called PAR1, but then no control character follows.
    let known = SIGNATURES
        .iter()
        .find(|(signature, ..)| controls > 0 && start.starts_with(signature));
    if let Some((_, problem, hint)) = known {
        return Err(unreadable(name, (*problem).to_owned(), hint));
    }
    if !matches!(decoding, Decoding::Stream(_)) && controls * 50 > start.len() {
        return Err(unreadable(
            name,
            "this is binary data, not CSV".to_owned(),
            SAVE_AS_TEXT,
        ));
    }
    if memmem::find(start.get(..256).unwrap_or(start), b"<!DOCTYPE html").is_some() {
        return Err(unreadable(
            name,
            "this is a web page, not CSV".to_owned(),
            "download the table itself",
        ));
    }
    Ok(())
}

/// A zero byte, which no text file has, in a line counted from 1.
pub(super) fn zero_byte(name: &str, line: u64) -> Error {
    unreadable(
        name,
        format!("line {line} holds a zero byte: this is binary data or damaged"),
        SAVE_AS_TEXT,
    )
}

/// Bytes that are no text in the encoding, in a line counted from 1.
pub(super) fn not_in_encoding(name: &str, line: u64, encoding: &str) -> Error {
    let hint = "correct it, or name the file's encoding with --encoding, for example windows-1252";
    unreadable(name, format!("line {line} is not valid {encoding}"), hint)
}

/// A quote without its end.
pub(super) fn open_quote(name: &str, line: u64) -> Error {
    let problem = format!("the quote that opens a cell in line {line} is never closed");
    unreadable(
        name,
        problem,
        "close it, or write \"\" for a quote inside a quoted cell",
    )
}

/// A row that does not end.
pub(super) fn endless_row(name: &str, line: u64) -> Error {
    let problem = format!("the row that starts in line {line} does not end within 64 MB");
    unreadable(
        name,
        problem,
        "look for a quote that is not closed, or for missing line ends",
    )
}

fn unreadable(name: &str, problem: String, hint: &str) -> Error {
    Error::Unreadable {
        name: name.to_owned(),
        problem,
        hint: hint.to_owned(),
    }
}
