//! CSV as people have it: dialects, encodings, quoting, and everything that can be wrong with a file.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up fails")]

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use bauta_formats::{Error, Locator, ReadOptions, Source, WriteOptions, read, stage};
use bauta_table::{Fault, Kind, Progress, Silent, Stage, Table};
use tempfile::TempDir;

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> Locator {
        std::fs::write(self.path(name), bytes).unwrap();
        self.locator(name)
    }

    fn locator(&self, name: &str) -> Locator {
        self.path(name).to_str().unwrap().parse().unwrap()
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// The text of a table written here.
    fn written(&self, table: &Table, name: &str) -> String {
        stage(
            table,
            &self.locator(name),
            &WriteOptions::default(),
            &Silent,
        )
        .unwrap()
        .commit()
        .unwrap();
        std::fs::read_to_string(self.path(name)).unwrap()
    }
}

fn read_bytes(bytes: &[u8]) -> Result<Source, Error> {
    read_with(bytes, &ReadOptions::default())
}

fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<Source, Error> {
    let folder = Folder::new();
    read(&folder.file("t.csv", bytes), options, &Silent)
}

fn rows(table: &Table) -> Vec<Vec<String>> {
    let row = |row| {
        table
            .attributes()
            .iter()
            .map(|a| a.column.label(row).into_owned())
            .collect()
    };
    (0..table.rows()).map(row).collect()
}

fn names(table: &Table) -> Vec<&str> {
    table.attributes().iter().map(|a| a.name.as_str()).collect()
}

fn kinds(table: &Table) -> Vec<Kind> {
    table
        .attributes()
        .iter()
        .map(|a| a.column.dictionary().kind())
        .collect()
}

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

#[test]
fn ten_thousand_columns_are_read_and_written() {
    let line =
        |f: &dyn Fn(usize) -> String| (0..10_000).map(f).collect::<Vec<_>>().join(",") + "\n";
    let text = line(&|i| format!("c{i}")) + &line(&|i| format!("x{i}")) + &line(&|_| "y".into());
    let table = read_bytes(text.as_bytes()).unwrap().table;
    assert_eq!((table.attributes().len(), table.rows()), (10_000, 2));
    assert!(Folder::new().written(&table, "o.csv") == text);
}

#[test]
fn text_that_looks_like_a_formula_is_disarmed_and_told() {
    let table = read_bytes(b"what;number;phone\n=1+1;-5;+33 1\n@x;-6;-\n\"=a;b\";7;-x\n=1+1;8;\n")
        .unwrap()
        .table;
    let folder = Folder::new();
    let staged = stage(
        &table,
        &folder.locator("o.csv"),
        &WriteOptions::default(),
        &Silent,
    )
    .unwrap();
    assert_eq!(staged.notes().len(), 1);
    assert!(
        staged.notes()[0].starts_with("5 texts that begin like a formula"),
        "{}",
        staged.notes()[0]
    );
    staged.commit().unwrap();
    let text = std::fs::read_to_string(folder.path("o.csv")).unwrap();
    assert_eq!(
        text,
        "what,number,phone\n'=1+1,-5,+33 1\n'@x,-6,-\n'=a;b,7,'-x\n'=1+1,8,\n"
    );

    let plain = WriteOptions {
        guard_formulas: false,
        ..WriteOptions::default()
    };
    let staged = stage(&table, &folder.locator("p.csv"), &plain, &Silent).unwrap();
    assert!(staged.notes().is_empty());
    staged.commit().unwrap();
    assert!(
        std::fs::read_to_string(folder.path("p.csv"))
            .unwrap()
            .contains("\n=1+1,-5,+33 1\n")
    );
}

#[test]
fn an_output_that_exists_is_refused_unless_it_may_be_replaced() {
    let table = read_bytes(b"a;b\n1;2\n").unwrap().table;
    let folder = Folder::new();
    let there = folder.file("o.csv", b"old");
    let refused = stage(&table, &there, &WriteOptions::default(), &Silent)
        .err()
        .unwrap();
    assert!(matches!(refused, Error::Exists { .. }), "{refused}");
    let force = WriteOptions {
        force: true,
        ..WriteOptions::default()
    };
    let staged = stage(&table, &there, &force, &Silent).unwrap();
    assert_eq!(std::fs::read(folder.path("o.csv")).unwrap(), b"old");
    staged.commit().unwrap();
    assert_eq!(std::fs::read(folder.path("o.csv")).unwrap(), b"a,b\n1,2\n");
}

/// Says stop when it was told of a stage for the second time.
struct StopAt(Stage, AtomicU64);

impl Progress for StopAt {
    fn tell(&self, stage: Stage, _: u64, _: Option<u64>) {
        if stage == self.0 {
            self.1.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn cancelled(&self) -> bool {
        self.1.load(Ordering::Relaxed) > 1
    }
}

#[test]
fn stopped_work_leaves_nothing_behind() {
    let many = 600_000 * rayon::current_num_threads();
    let text = String::from("a;b\n") + &"1;2222222222\n3;4444444444\n".repeat(many);
    let folder = Folder::new();
    let file = folder.file("t.csv", text.as_bytes());
    let stopped = read(
        &file,
        &ReadOptions::default(),
        &StopAt(Stage::Read, AtomicU64::new(0)),
    );
    assert!(matches!(stopped, Err(Error::Cancelled)));

    let table = read(&file, &ReadOptions::default(), &Silent).unwrap().table;
    let out = folder.locator("o.csv");
    let stopped = stage(
        &table,
        &out,
        &WriteOptions::default(),
        &StopAt(Stage::Write, AtomicU64::new(0)),
    );
    assert!(matches!(stopped, Err(Error::Cancelled)));
    drop(stage(&table, &out, &WriteOptions::default(), &Silent).unwrap());
    assert_eq!(folder.names(), ["t.csv"]);
}

const CHILD: &str = "BAUTA_TEST_COPIES_STDIN";

/// Run by the next test in a process of its own.
#[test]
fn child_copies_standard_input_to_standard_output() {
    if std::env::var_os(CHILD).is_some() {
        let source = read(&Locator::Stdio, &ReadOptions::default(), &Silent).unwrap();
        stage(
            &source.table,
            &Locator::Stdio,
            &WriteOptions::default(),
            &Silent,
        )
        .unwrap()
        .commit()
        .unwrap();
    }
}

#[test]
fn standard_input_and_output_are_csv() {
    let mut child = std::process::Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "child_copies_standard_input_to_standard_output",
            "--nocapture",
        ])
        .env(CHILD, "1")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"a;b\n1;x\n2;y\n")
        .unwrap();
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(output.contains("a,b\n1,x\n2,y\n"), "{output}");
}
