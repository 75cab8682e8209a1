//! Bad files and requests, and their messages.

use super::*;

#[test]
fn every_bad_file_has_its_message() {
    let long_header: String =
        (0..20_000).map(|i| format!("c{i};")).collect::<String>() + "end\n1\n";
    let cases: [(&[u8], &str); 17] = [
        (b"", "the table is empty"),
        (b"\n\r\n\n", "the table is empty"),
        (b"\xef\xbb\xbf", "the table is empty"),
        (b"a;b\n", "the table has a header but no row"),
        (b"a;b\n\n\n", "the table has a header but no row"),
        (b"a;;c\n1;2;3\n", "column 2 has no name in the header"),
        (b"a;b;a\n1;2;3\n", "columns 1 and 3 are both called \"a\""),
        (b"a;b\n1;2;3\n", "row 2 has 3 cells where the header has 2"),
        (
            b"some;words\n1;2\nand then a \0;4\nmore;text than that, so that one zero is little\n",
            "line 3 holds a zero byte",
        ),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", "binary data, not CSV"),
        (b"PK\x03\x04\x14\0\0\0", "rename it to .ods or .xlsx"),
        (b"PAR1\x15\x04\x15", "Parquet file, not CSV"),
        (b"\x1f\x8b\x08\0\0\0", "compressed with gzip"),
        (b"%PDF-1.4\n\x01\x02;x\n", "a PDF document, not CSV"),
        (
            b"a;b\n1;\"2\n3;4\n",
            "the quote that opens a cell in line 2 is never closed",
        ),
        (b"<!DOCTYPE html>\n<html>\n", "a web page, not CSV"),
        (
            long_header.as_bytes(),
            "20001 columns where at most 16384 can be handled",
        ),
    ];
    for (bytes, expected) in cases {
        let found = read_bytes(bytes)
            .err()
            .map_or_else(|| "no error".into(), |error| error.to_string());
        assert!(found.contains(expected), "{found}, not {expected}");
    }
}

#[test]
fn a_request_that_cannot_be_met_has_its_message() {
    let asked = |options: ReadOptions| read_with(b"a;b\n1;x\n", &options).err().unwrap();
    let encoding = asked(ReadOptions {
        encoding: Some("klingon".into()),
        ..ReadOptions::default()
    });
    assert!(
        encoding
            .to_string()
            .contains("the encoding \"klingon\" is not known"),
        "{encoding}"
    );
    let delimiter = asked(ReadOptions {
        delimiter: Some(b'"'),
        ..ReadOptions::default()
    });
    assert!(
        delimiter
            .to_string()
            .contains("a delimiter is one ASCII character"),
        "{delimiter}"
    );
    let kind = asked(ReadOptions {
        kinds: [("b".to_owned(), Kind::Integer)].into(),
        ..ReadOptions::default()
    });
    assert!(
        kind.to_string()
            .contains("attribute \"b\" should be integer"),
        "{kind}"
    );
    assert!([encoding, delimiter, kind].iter().all(Error::is_fault));
    let utf8 = ReadOptions {
        encoding: Some("utf-8".into()),
        ..ReadOptions::default()
    };
    let bad = read_with(b"a;b\n1;\xe9\n", &utf8)
        .err()
        .unwrap()
        .to_string();
    assert!(bad.contains("line 2 is not valid UTF-8"), "{bad}");
    let utf16 = ReadOptions {
        encoding: Some("utf-16le".into()),
        ..ReadOptions::default()
    };
    let bad = read_with(b"a\0;\0b\0\n\0\x00\xd8", &utf16)
        .err()
        .unwrap()
        .to_string();
    assert!(bad.contains("is not valid UTF-16LE"), "{bad}");
    let missing = read(
        &Folder::new().locator("none.csv"),
        &ReadOptions::default(),
        &Silent,
    )
    .err()
    .unwrap();
    assert!(matches!(missing, Error::Io { .. }) && missing.to_string().contains("none.csv"));
}

#[test]
fn ragged_rows_are_named_by_their_line_in_the_file() {
    let mut text = String::from("a;b\n1;2\n\n\"x\ny\";2\n3\n4;5;6\n");
    (0..20).for_each(|_| text.push_str("7;8;9;10\n"));
    let Err(Error::Data { faults, .. }) = read_bytes(text.as_bytes()) else {
        panic!("rows are ragged")
    };
    assert_eq!(
        faults[0],
        Fault::RaggedRow {
            row: 6,
            expected: 2,
            found: 1
        }
    );
    assert_eq!(
        faults[1],
        Fault::RaggedRow {
            row: 7,
            expected: 2,
            found: 3
        }
    );
    assert_eq!(
        faults[9],
        Fault::RaggedRow {
            row: 15,
            expected: 2,
            found: 4
        }
    );
    assert_eq!(faults[10], Fault::More { count: 12 });
}
