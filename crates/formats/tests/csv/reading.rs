//! Dialects, encodings, quoting, and values that stay as they are written.

use super::*;

fn utf16(text: &str, bytes_of: fn(u16) -> [u8; 2], mark: bool) -> Vec<u8> {
    mark.then_some(0xfeff)
        .into_iter()
        .chain(text.encode_utf16())
        .flat_map(bytes_of)
        .collect()
}

type Encode = fn(&str) -> Vec<u8>;

const ENCODINGS: [(&str, Encode); 7] = [
    ("UTF-8", |t| t.as_bytes().to_vec()),
    ("UTF-8", |t| format!("\u{feff}{t}").into_bytes()),
    ("UTF-16LE", |t| utf16(t, u16::to_le_bytes, true)),
    ("UTF-16BE", |t| utf16(t, u16::to_be_bytes, true)),
    ("UTF-16LE", |t| utf16(t, u16::to_le_bytes, false)),
    ("UTF-16BE", |t| utf16(t, u16::to_be_bytes, false)),
    ("windows-1252", |t| {
        t.chars()
            .map(|c| u8::try_from(u32::from(c)).unwrap())
            .collect()
    }),
];

#[test]
fn every_dialect_in_every_encoding() {
    let lines = [
        "âge?prénom?note",
        "22?Zoé?\"one? two\"",
        "27?Éric?\"say \"\"no\"\"\"",
        "?Ève?\"two\nlines\"",
        "35??x",
    ];
    let check = |delimiter: &str, end: &str, tail: &str, (encoding, encode): (&str, Encode)| {
        let text = lines.join(end).replace('?', delimiter) + tail;
        let source = read_bytes(&encode(&text)).unwrap();
        let shown = if delimiter == "\t" {
            "tab".into()
        } else {
            format!("\"{delimiter}\"")
        };
        assert_eq!(
            source.notes,
            [format!(
                "read as CSV: delimiter {shown}, encoding {encoding}"
            )]
        );
        assert_eq!(names(&source.table), ["âge", "prénom", "note"]);
        let note = format!("one{delimiter} two");
        let expected = [
            ["22", "Zoé", &note],
            ["27", "Éric", "say \"no\""],
            ["", "Ève", "two\nlines"],
            ["35", "", "x"],
        ];
        assert_eq!(rows(&source.table), expected, "{text:?}");
        assert_eq!(
            kinds(&source.table),
            [Kind::Integer, Kind::Text, Kind::Text]
        );
    };
    for delimiter in [";", ",", "\t", "|"] {
        for end in ["\n", "\r\n", "\r"] {
            for tail in ["", end, &end.repeat(3)] {
                ENCODINGS
                    .into_iter()
                    .for_each(|encoding| check(delimiter, end, tail, encoding));
            }
        }
    }
}

#[test]
fn what_quoting_means() {
    let cases: [(&str, &[&[&str]]); 9] = [
        ("a,b\n\"x,y\",z\n", &[&["x,y", "z"]]),
        ("a,b\n\"\",\"\"\n", &[&["", ""]]),
        (
            "a,b\n\"a \"\"quoted\"\" word\",\"\"\"\"\n",
            &[&["a \"quoted\" word", "\""]],
        ),
        (
            "a,b\n5\" pipe,6\" pipe\nx,y\n",
            &[&["5\" pipe", "6\" pipe"], &["x", "y"]],
        ),
        ("a,b\n\"x\"y,z\n", &[&["xy", "z"]]),
        ("a,b\n\"one\n\n\ntwo\",z\n", &[&["one\n\n\ntwo", "z"]]),
        ("\"a, b\",\"c\"\n1,2\n", &[&["1", "2"]]),
        ("a,b\n x , y \n", &[&[" x ", " y "]]),
        ("a\n\"\"\nx\n", &[&[""], &["x"]]),
    ];
    for (text, expected) in cases {
        assert_eq!(
            rows(&read_bytes(text.as_bytes()).unwrap().table),
            expected,
            "{text:?}"
        );
    }
}

#[test]
fn french_tables_come_back_as_they_were() {
    let text = "code;poids;né le;tranche\n01000;71,50;31/12/2001;[20,30[\n18000;80,25;01/02/1999;[30,40[\n";
    let table = read_bytes(text.as_bytes()).unwrap().table;
    assert_eq!(
        kinds(&table),
        [Kind::Text, Kind::Decimal, Kind::Date, Kind::Text]
    );
    assert_eq!(rows(&table)[0], ["01000", "71,50", "31/12/2001", "[20,30["]);
    assert_eq!(Folder::new().written(&table, "o.csv"), text);
}

#[test]
fn intervals_with_commas_are_quoted_where_the_comma_separates() {
    let table = read_bytes(b"age;zip\n[20,30[;[18000,18510]\n[30,40[;[18000,18510]\n")
        .unwrap()
        .table;
    let text = Folder::new().written(&table, "o.csv");
    assert_eq!(
        text,
        "age,zip\n\"[20,30[\",\"[18000,18510]\"\n\"[30,40[\",\"[18000,18510]\"\n"
    );
    assert_eq!(
        rows(&read_bytes(text.as_bytes()).unwrap().table),
        rows(&table)
    );
}

#[test]
fn leading_zeros_dates_and_trailing_zeros_stay() {
    let text = "id,size,born,share,ok\n007,1.50,31/12/2001,10.00,vrai\n012,2.25,01/02/1999,0.10,faux\n,,,,\n";
    let table = read_bytes(text.as_bytes()).unwrap().table;
    assert_eq!(
        kinds(&table),
        [
            Kind::Text,
            Kind::Decimal,
            Kind::Date,
            Kind::Decimal,
            Kind::Boolean
        ]
    );
    let folder = Folder::new();
    assert_eq!(folder.written(&table, "o.csv"), text);
    assert_eq!(folder.written(&table, "o.tsv"), text.replace(',', "\t"));
}

#[test]
fn delimiter_and_encoding_can_be_given() {
    let options = ReadOptions {
        delimiter: Some(b':'),
        encoding: Some("ISO-8859-15".into()),
        ..ReadOptions::default()
    };
    let source = read_with(b"a:b\n\xa4:1,5\n", &options).unwrap();
    assert_eq!(rows(&source.table), [["€", "1,5"]]);
    assert_eq!(
        source.notes,
        ["read as CSV: delimiter \":\", encoding ISO-8859-15"]
    );

    // The second byte of this character is a bar.
    let japanese = ReadOptions {
        encoding: Some("shift_jis".into()),
        ..ReadOptions::default()
    };
    assert_eq!(
        rows(&read_with(b"a|b\n\x83\x7c|1\n", &japanese).unwrap().table),
        [["ポ", "1"]]
    );

    let folder = Folder::new();
    let tsv = folder.file("t.tsv", b"a,b\tc\n1,2\t3\n");
    assert_eq!(
        names(&read(&tsv, &ReadOptions::default(), &Silent).unwrap().table),
        ["a,b", "c"]
    );
    assert_eq!(
        names(&read_bytes(b"sep=|\na|b;c\n1|2;3\n").unwrap().table),
        ["a", "b;c"]
    );
}

#[test]
fn empty_lines_are_skipped_and_those_between_rows_are_told() {
    let source = read_bytes(b"\n\na;b\n\n1;2\n\n\n3;4\n\n\n").unwrap();
    assert_eq!(rows(&source.table), [["1", "2"], ["3", "4"]]);
    assert_eq!(source.notes[1..], ["3 empty lines were skipped"]);
}
