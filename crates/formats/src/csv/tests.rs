//! What does not depend on how a file is cut, and what reading and writing are to each other.

use std::io::Cursor;

use bauta_table::{ColumnBuilder, ReadAs, Silent};
use proptest::prelude::*;

use super::read::{Origin, Sizes, read};
use super::*;

fn origin() -> Origin {
    Origin {
        name: "t.csv".into(),
        format: FileFormat::Csv,
        size: None,
    }
}

fn read_in(bytes: &[u8], options: &ReadOptions, sizes: Sizes) -> Result<Source> {
    read(
        Box::new(Cursor::new(bytes.to_vec())),
        &origin(),
        options,
        &Silent,
        sizes,
    )
}

type Shown = (Vec<String>, Vec<String>, Vec<Vec<String>>);

/// Names, notes and texts of a source, or the message.
fn shown(source: Result<Source>) -> std::result::Result<Shown, String> {
    let source = source.map_err(|error| error.to_string())?;
    let names = source
        .table
        .attributes()
        .iter()
        .map(|a| a.name.clone())
        .collect();
    Ok((names, source.notes, texts(&source.table)))
}

fn texts(table: &Table) -> Vec<Vec<String>> {
    let row = |row| {
        table
            .attributes()
            .iter()
            .map(|a| a.column.label(row).into_owned())
            .collect()
    };
    (0..table.rows()).map(row).collect()
}

const SIZES: [Sizes; 5] = [
    Sizes { block: 1, batch: 1 },
    Sizes { block: 1, batch: 7 },
    Sizes { block: 5, batch: 2 },
    Sizes {
        block: 40,
        batch: 3,
    },
    Sizes {
        block: 1 << 20,
        batch: 2,
    },
];

/// Texts that a reader can stumble over.
fn odd_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just(""),
        Just("a"),
        Just("é€"),
        Just("\""),
        Just(","),
        Just(";"),
        Just("\n"),
        Just("\r"),
        Just("\r\n"),
        Just("\t"),
        Just("|"),
        Just(" "),
        Just("[20,30["),
        Just("007"),
        Just("12,50"),
        Just("1.50"),
        Just("=1+1"),
        Just("-"),
        Just("'"),
        Just("sep=,"),
        Just("\u{feff}"),
        Just("a text of more than thirty-two bytes in all"),
        Just("31/12/2024"),
        Just("true"),
        Just("-5"),
    ];
    prop::collection::vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}

/// A number as people write it.
fn number_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "-?[0-9]{1,3}",
        "-?[0-9]{1,3}[.][0-9]{1,3}",
        "-?[0-9]{1,2},[0-9]{1,2}",
        "[0-9]{1,2}[.][0-9]0{0,2}",
    ]
}

/// Cells of every kind, and some that are almost of one.
fn typed_text() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "1.5",
        "1.50",
        "3",
        "3.0",
        "-0.0",
        "0.0",
        "1,5",
        "1,50",
        "+2",
        "007",
        "1e3",
        "TRUE",
        "true",
        "false",
        "FALSE",
        "vrai",
        "2024-01-31",
        "31/01/2024",
        "01/31/2024",
        "31.12.2024",
        "2024-01-31T12:30:00",
        "2024-01-31T12:30:00.5",
        "word",
        "0.1",
        "12345678901234567",
    ])
    .prop_map(str::to_owned)
}

/// Columns of equal length.
fn odd_columns() -> impl Strategy<Value = Vec<Vec<String>>> {
    (1usize..5, 1usize..12).prop_flat_map(|(width, rows)| {
        prop::collection::vec(prop::collection::vec(odd_text(), rows), width)
    })
}

fn table_of(columns: &[Vec<String>]) -> Table {
    let how = ReadAs {
        text_may_be_typed: true,
        ..ReadAs::default()
    };
    Table::new(columns.iter().enumerate().map(|(index, cells)| {
        let mut builder = ColumnBuilder::new();
        cells.iter().for_each(|cell| builder.push_text(cell));
        (format!("column {index}"), builder.finish(&how))
    }))
}

fn written(table: &Table, options: &WriteOptions) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.csv");
    stage(table, &path, FileFormat::Csv, options, &Silent)
        .unwrap()
        .commit()
        .unwrap();
    std::fs::read(path).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn what_is_written_is_read_back(columns in odd_columns(), delimiter in prop::sample::select(vec![b',', b';', b'\t', b'|'])) {
        let table = table_of(&columns);
        let options = WriteOptions { delimiter: Some(delimiter), guard_formulas: false, ..WriteOptions::default() };
        let bytes = written(&table, &options);
        for sizes in SIZES {
            let options = ReadOptions { delimiter: Some(delimiter), ..ReadOptions::default() };
            let back = read_in(&bytes, &options, sizes).unwrap();
            prop_assert_eq!(texts(&back.table), texts(&table));
        }
    }

    /// Numbers with a point or a comma, trailing zeros, signs, truth values, days and words: a file that is read and written is the same file.
    #[test]
    fn cells_of_every_kind_are_written_back_byte_by_byte(
        columns in (1usize..4, 1usize..8).prop_flat_map(|(width, rows)| {
            prop::collection::vec(prop_oneof![prop::collection::vec(typed_text(), rows), prop::collection::vec(number_text(), rows)], width)
        })
    ) {
        let row = |row: usize| columns.iter().map(|column| column[row].as_str()).collect::<Vec<_>>().join(";");
        let names: Vec<String> = (0..columns.len()).map(|index| format!("column {index}")).collect();
        let lines = std::iter::once(names.join(";")).chain((0..columns[0].len()).map(row));
        let text = lines.map(|line| line + "\n").collect::<String>();
        let options = ReadOptions { delimiter: Some(b';'), ..ReadOptions::default() };
        // A file of one column whose rows are all empty has no row.
        if let Ok(source) = read_in(text.as_bytes(), &options, SIZES[2]) {
            prop_assume!(source.table.rows() == columns[0].len());
            let options = WriteOptions { delimiter: Some(b';'), ..WriteOptions::default() };
            prop_assert_eq!(String::from_utf8(written(&source.table, &options)).unwrap(), text);
        }
    }

    #[test]
    fn the_outcome_does_not_depend_on_the_size_of_blocks(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                &b"a"[..], b"\"", b";", b"\n", b"\r", b"\r\n", b",", b"\xc3\xa9", b"\xe9", b"\"\"", b"\";\"", b"12", b"\0",
            ]),
            0..60,
        )
    ) {
        let mut bytes = b"x;y\n".to_vec();
        bytes.extend(pieces.concat());
        let options = ReadOptions { delimiter: Some(b';'), ..ReadOptions::default() };
        let whole = shown(read_in(&bytes, &options, SIZES[4]));
        for sizes in SIZES {
            prop_assert_eq!(&shown(read_in(&bytes, &options, sizes)), &whole);
        }
    }

    #[test]
    fn quotes_are_understood_as_the_csv_crate_does(
        pieces in prop::collection::vec(
            prop::sample::select(vec!["a", "bc", "\"", ";", "\n", "\r\n", "\"\"", "\";\"", "\n\"", "\"\n", " "]),
            0..40,
        )
    ) {
        let text = format!("x;y\n{}", pieces.concat());
        let mut peer = ::csv::ReaderBuilder::new().delimiter(b';').flexible(true).from_reader(text.as_bytes());
        let records: Vec<Vec<String>> =
            peer.records().map(|r| r.unwrap().iter().map(str::to_owned).collect()).collect();
        let options = ReadOptions { delimiter: Some(b';'), ..ReadOptions::default() };
        // The peer takes a quote that is never closed, and rows of any length.
        if let Ok(source) = read_in(text.as_bytes(), &options, SIZES[2]) {
            prop_assert_eq!(texts(&source.table), records);
        }
    }
}

#[test]
fn ascii_for_megabytes_and_then_one_accent() {
    let options = ReadOptions::default();
    for (accent, encoding) in [(&b"\xe9"[..], "windows-1252"), ("é".as_bytes(), "UTF-8")] {
        let mut bytes = b"a;b\n".to_vec();
        (0..200_000).for_each(|_| bytes.extend_from_slice(b"x;y\n"));
        bytes.extend_from_slice(accent);
        bytes.extend_from_slice(b";z\n");
        let source = read_in(
            &bytes,
            &options,
            Sizes {
                block: 4096,
                batch: 4,
            },
        )
        .unwrap();
        assert_eq!(
            source.notes,
            [format!("read as CSV: delimiter \";\", encoding {encoding}")]
        );
        assert_eq!(source.table.attributes()[0].column.label(200_000), "é");
    }
}

#[test]
fn utf8_that_is_damaged_far_down_is_refused_with_its_line() {
    let mut bytes = "é;b\n".as_bytes().to_vec();
    (0..50_000).for_each(|_| bytes.extend_from_slice(b"x;y\n"));
    bytes.extend_from_slice(b"\xe9;z\n");
    for sizes in [
        Sizes {
            block: 100,
            batch: 3,
        },
        Sizes {
            block: 1 << 20,
            batch: 2,
        },
    ] {
        let message = shown(read_in(&bytes, &ReadOptions::default(), sizes)).unwrap_err();
        assert!(
            message.contains("line 50002 is not valid UTF-8"),
            "{message}"
        );
    }
}

#[test]
fn a_quote_that_is_never_closed_is_named_by_its_line() {
    let text = "a;b\n1;2\n\n3;\"4\n5;6\n";
    for sizes in SIZES {
        let message = shown(read_in(text.as_bytes(), &ReadOptions::default(), sizes)).unwrap_err();
        assert!(message.contains("in line 4 is never closed"), "{message}");
    }
}

/// More labels than a core's cache holds, in an order that is none: all short, or some longer than what is copied at once.
#[test]
fn columns_of_many_labels_are_written_as_others() {
    for long in ["long", &"long, ".repeat(9)] {
        let label = |row: usize| match row * 7919 % 5_003 {
            few @ 0..9 => format!("{long}-{few}"),
            many => format!("label {many}"),
        };
        let (mut many, mut few) = (ColumnBuilder::new(), ColumnBuilder::new());
        (0..12_000).for_each(|row| many.push_text(&label(row)));
        (0..12_000).for_each(|row| few.push_text(["a", "b"][row % 2]));
        let column = |builder: ColumnBuilder| builder.finish(&ReadAs::default());
        let table = Table::new([
            ("many".to_owned(), column(many)),
            ("few".to_owned(), column(few)),
        ]);
        let written = to_bytes(&table, &WriteOptions::default(), &Silent).unwrap();
        let cell = |row: usize| match label(row) {
            quoted if quoted.contains(',') => format!("\"{quoted}\""),
            plain => plain,
        };
        let lines = (0..12_000).map(|row| format!("{},{}\n", cell(row), ["a", "b"][row % 2]));
        assert!(
            written == format!("many,few\n{}", lines.collect::<String>()).into_bytes(),
            "{long}"
        );
    }
}
