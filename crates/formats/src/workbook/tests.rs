//! Dates, formats and names.

use bauta_table::{Cell, DateStyle};

use super::grid::column_letters;
use super::moment::{NumberFormat, number_format, of_serial, parse_iso, serial_of};
use super::sheet_name;

#[test]
fn formats_are_told_apart_by_their_letters() {
    let cases = [
        ("General", NumberFormat::Plain),
        ("0.00E+00", NumberFormat::Plain),
        (
            "#,##0.00 [$€-40C];[Red]-#,##0.00 [$€-40C]",
            NumberFormat::Plain,
        ),
        ("\"day\" 0", NumberFormat::Plain),
        ("_-* #,##0_-;_-d", NumberFormat::Plain),
        ("dd/mm/yyyy", NumberFormat::Date),
        ("[$-40C]mmmm yyyy;@", NumberFormat::Date),
        ("mmm", NumberFormat::Date),
        ("yyyy-mm-dd\\Thh:mm", NumberFormat::DateTime),
        ("hh:mm AM/PM", NumberFormat::Time),
        ("mm:ss.0", NumberFormat::Time),
        ("[h]:mm:ss", NumberFormat::Elapsed),
        ("[mm]:ss", NumberFormat::Elapsed),
    ];
    for (code, expected) in cases {
        assert_eq!(number_format(164, Some(code)), expected, "{code}");
    }
    assert_eq!(number_format(14, None), NumberFormat::Date);
    assert_eq!(number_format(46, None), NumberFormat::Elapsed);
    assert_eq!(number_format(2, None), NumberFormat::Plain);
}

#[test]
fn serial_numbers_and_days_convert_both_ways() {
    let micros = |text: &str| match parse_iso(text) {
        Some(Cell::DateTime(v)) => v,
        _ => panic!("a moment"),
    };
    for (text, serial) in [
        ("1900-01-01T00:00:00", 1.0),
        ("1900-02-28T00:00:00", 59.0),
        ("1900-03-01T00:00:00", 61.0),
        ("1970-01-01T12:00:00", 25_569.5),
        ("9999-12-31T00:00:00", 2_958_465.0),
    ] {
        assert_eq!(serial_of(micros(text)), Some(serial), "{text}");
        let mut scratch = String::new();
        let back = of_serial(serial, NumberFormat::DateTime, false, &mut scratch);
        assert!(back == Some(Cell::DateTime(micros(text))), "{text}");
    }
    for text in ["1899-12-31T00:00:00", "2000-01-01T00:00:00.000001"] {
        assert_eq!(serial_of(micros(text)), None, "{text}");
    }
    assert!(of_serial(-1.0, NumberFormat::Date, false, &mut String::new()).is_none());
}

#[test]
fn iso_moments_with_fractions_and_without_sense() {
    let at = |text| match parse_iso(text) {
        Some(Cell::DateTime(v)) => Some(v),
        _ => None,
    };
    assert_eq!(at("1970-01-01T00:00:01.5"), Some(1_500_000));
    assert_eq!(at("1970-01-02T00:00:00Z"), Some(86_400_000_000));
    assert_eq!(at("1970-01-01T00:00:00.123456789"), Some(123_457));
    assert!(parse_iso("1984-02-29") == DateStyle::Iso.parse("1984-02-29").map(Cell::Date));
    for text in [
        "",
        "soon",
        "1984-02-30",
        "1984-02-29T25:00:00",
        "1984-02-29T1",
        "1984-02-29T10:-1:00",
    ] {
        assert!(parse_iso(text).is_none(), "{text}");
    }
}

#[test]
fn columns_have_the_letters_that_people_see() {
    let letters: Vec<String> = [0, 25, 26, 701, 702, 16_383].map(column_letters).to_vec();
    assert_eq!(letters, ["A", "Z", "AA", "ZZ", "AAA", "XFD"]);
}

#[test]
fn sheet_names_that_programs_refuse() {
    assert_eq!(sheet_name(None).ok(), Some("Sheet1"));
    for name in [
        "",
        "  ",
        "a/b",
        "what?",
        "'x",
        "a name that is much longer than 31 letters",
    ] {
        assert!(sheet_name(Some(name)).is_err(), "{name}");
    }
}
