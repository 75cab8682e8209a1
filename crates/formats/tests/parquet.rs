//! Parquet files of every kind of column, from other writers and from our own.
#![cfg(feature = "parquet")]
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up fails")]

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arrow_array::builder::{ListBuilder, StringDictionaryBuilder};
use arrow_array::types::{ArrowDictionaryKeyType, Int8Type, Int32Type};
use arrow_array::*;
use bauta_formats::{Error, Locator, ReadOptions, Source, WriteOptions, read, stage};
use bauta_table::{ColumnBuilder, Fault, Kind, Progress, ReadAs, Silent, Stage, Table};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, GzipLevel, ZstdLevel};
use parquet::file::properties::WriterProperties;
use proptest::prelude::*;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn path(folder: &tempfile::TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

fn locator(folder: &tempfile::TempDir, name: &str) -> Locator {
    path(folder, name).to_str().unwrap().parse().unwrap()
}

/// A file as another program writes it.
fn foreign(
    folder: &tempfile::TempDir,
    name: &str,
    columns: Vec<(&str, ArrayRef)>,
    compression: Compression,
) -> Locator {
    let batch =
        RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(n, a)| (n, a, true)))
            .unwrap();
    let properties = WriterProperties::builder()
        .set_compression(compression)
        .build();
    let mut writer = ArrowWriter::try_new(
        File::create(path(folder, name)).unwrap(),
        batch.schema(),
        Some(properties),
    )
    .unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    locator(folder, name)
}

fn read_columns(columns: Vec<(&str, ArrayRef)>) -> Result<Source, Error> {
    let folder = folder();
    read(
        &foreign(&folder, "t.parquet", columns, Compression::SNAPPY),
        &ReadOptions::default(),
        &Silent,
    )
}

fn labels(table: &Table, column: usize) -> Vec<String> {
    let column = &table.attributes()[column].column;
    (0..column.len())
        .map(|row| column.label(row).into_owned())
        .collect()
}

fn kind(table: &Table, column: usize) -> Kind {
    table.attributes()[column].column.dictionary().kind()
}

fn texts<K: ArrowDictionaryKeyType>() -> ArrayRef {
    let mut builder = StringDictionaryBuilder::<K>::new();
    builder.append_value("b");
    builder.append_null();
    builder.append_value("a");
    Arc::new(builder.finish())
}

#[test]
fn every_kind_of_column_is_read() {
    const DAY: i64 = 19_723;
    let noon = DAY * 86_400 + 43_200;
    let cases: Vec<(ArrayRef, Kind, [&str; 3])> = vec![
        (
            Arc::new(Int8Array::from(vec![Some(-5), None, Some(7)])),
            Kind::Integer,
            ["-5", "", "7"],
        ),
        (
            Arc::new(Int16Array::from(vec![Some(300), None, Some(7)])),
            Kind::Integer,
            ["300", "", "7"],
        ),
        (
            Arc::new(Int32Array::from(vec![Some(70_000), None, Some(7)])),
            Kind::Integer,
            ["70000", "", "7"],
        ),
        (
            Arc::new(Int64Array::from(vec![Some(1 << 40), None, Some(7)])),
            Kind::Integer,
            ["1099511627776", "", "7"],
        ),
        (
            Arc::new(UInt8Array::from(vec![Some(200), None, Some(7)])),
            Kind::Integer,
            ["200", "", "7"],
        ),
        (
            Arc::new(UInt16Array::from(vec![Some(60_000), None, Some(7)])),
            Kind::Integer,
            ["60000", "", "7"],
        ),
        (
            Arc::new(UInt32Array::from(vec![Some(u32::MAX), None, Some(7)])),
            Kind::Integer,
            ["4294967295", "", "7"],
        ),
        (
            Arc::new(UInt64Array::from(vec![Some(8), None, Some(7)])),
            Kind::Integer,
            ["8", "", "7"],
        ),
        (
            Arc::new(UInt64Array::from(vec![Some(u64::MAX), None, Some(7)])),
            Kind::Text,
            ["18446744073709551615", "", "7"],
        ),
        (
            Arc::new(Float32Array::from(vec![Some(0.1), None, Some(2.0)])),
            Kind::Decimal,
            ["0.1", "", "2"],
        ),
        (
            Arc::new(Float64Array::from(vec![
                Some(0.1),
                Some(f64::NAN),
                Some(2.5),
            ])),
            Kind::Decimal,
            ["0.1", "", "2.5"],
        ),
        (
            Arc::new(BooleanArray::from(vec![Some(true), None, Some(false)])),
            Kind::Boolean,
            ["true", "", "false"],
        ),
        (
            Arc::new(StringArray::from(vec![Some("b"), None, Some("a")])),
            Kind::Text,
            ["b", "", "a"],
        ),
        (
            Arc::new(StringArray::from(vec![Some("007"), Some(""), Some("1")])),
            Kind::Text,
            ["007", "", "1"],
        ),
        (
            Arc::new(LargeStringArray::from(vec![Some("b"), None, Some("a")])),
            Kind::Text,
            ["b", "", "a"],
        ),
        (
            Arc::new(StringViewArray::from(vec![Some("b"), None, Some("a")])),
            Kind::Text,
            ["b", "", "a"],
        ),
        (
            Arc::new(BinaryArray::from(vec![
                Some("é".as_bytes()),
                None,
                Some(b"a"),
            ])),
            Kind::Text,
            ["é", "", "a"],
        ),
        (
            Arc::new(LargeBinaryArray::from(vec![
                Some("é".as_bytes()),
                None,
                Some(b"a"),
            ])),
            Kind::Text,
            ["é", "", "a"],
        ),
        (texts::<Int32Type>(), Kind::Text, ["b", "", "a"]),
        (texts::<Int8Type>(), Kind::Text, ["b", "", "a"]),
        (
            Arc::new(
                FixedSizeBinaryArray::try_from_iter([b"ab", b"cd", b"ab"].into_iter()).unwrap(),
            ),
            Kind::Text,
            ["ab", "cd", "ab"],
        ),
        (
            Arc::new(Date32Array::from(vec![Some(DAY as i32), None, Some(-1)])),
            Kind::Date,
            ["2024-01-01", "", "1969-12-31"],
        ),
        (
            Arc::new(Date64Array::from(vec![
                Some(DAY * 86_400_000),
                None,
                Some(-1),
            ])),
            Kind::Date,
            ["2024-01-01", "", "1969-12-31"],
        ),
        (
            Arc::new(TimestampSecondArray::from(vec![Some(noon), None, Some(-1)])),
            Kind::DateTime,
            ["2024-01-01T12:00:00", "", "1969-12-31T23:59:59"],
        ),
        (
            Arc::new(TimestampMillisecondArray::from(vec![
                Some(noon * 1_000 + 5),
                None,
                Some(0),
            ])),
            Kind::DateTime,
            ["2024-01-01T12:00:00.005", "", "1970-01-01T00:00:00"],
        ),
        (
            Arc::new(TimestampMicrosecondArray::from(vec![
                Some(noon * 1_000_000),
                None,
                Some(0),
            ])),
            Kind::DateTime,
            ["2024-01-01T12:00:00", "", "1970-01-01T00:00:00"],
        ),
        (
            Arc::new(TimestampNanosecondArray::from(vec![
                Some(noon * 1_000_000_000),
                None,
                Some(-1),
            ])),
            Kind::DateTime,
            ["2024-01-01T12:00:00", "", "1969-12-31T23:59:59.999999"],
        ),
        (
            Arc::new(Time32MillisecondArray::from(vec![
                Some(43_200_500),
                None,
                Some(0),
            ])),
            Kind::Text,
            ["12:00:00.500", "", "00:00:00"],
        ),
        (
            Arc::new(Time64MicrosecondArray::from(vec![
                Some(43_200_000_000),
                None,
                Some(0),
            ])),
            Kind::Text,
            ["12:00:00", "", "00:00:00"],
        ),
        (Arc::new(NullArray::new(3)), Kind::Text, ["", "", ""]),
        (
            decimal(9, 2, [1250, -5]),
            Kind::Decimal,
            ["12.5", "", "-0.05"],
        ),
        (
            decimal(30, 2, [1250, -5]),
            Kind::Decimal,
            ["12.5", "", "-0.05"],
        ),
        (
            decimal(30, 2, [123_456_789_012_345_678, 0]),
            Kind::Text,
            ["1234567890123456.78", "", "0"],
        ),
    ];
    for (array, expected_kind, expected) in cases {
        let shown = array.data_type().clone();
        let table = read_columns(vec![("x", array)]).unwrap().table;
        assert_eq!(
            (kind(&table, 0), labels(&table, 0)),
            (expected_kind, expected.map(String::from).to_vec()),
            "{shown}"
        );
    }
}

fn decimal(precision: u8, scale: i8, [first, last]: [i128; 2]) -> ArrayRef {
    let array = Decimal128Array::from(vec![Some(first), None, Some(last)]);
    Arc::new(array.with_precision_and_scale(precision, scale).unwrap())
}

#[test]
fn a_time_zone_is_told() {
    let times = TimestampMillisecondArray::from(vec![0]).with_timezone("Europe/Paris");
    let source = read_columns(vec![("seen", Arc::new(times))]).unwrap();
    assert_eq!(
        source.notes,
        ["times of \"seen\", whose time zone is Europe/Paris, are read as UTC"]
    );
    assert_eq!(labels(&source.table, 0), ["1970-01-01T00:00:00"]);
}

#[test]
fn every_compression_is_read() {
    let folder = folder();
    let gzip = Compression::GZIP(GzipLevel::default());
    let zstd = Compression::ZSTD(ZstdLevel::default());
    for compression in [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        gzip,
        zstd,
        Compression::LZ4_RAW,
    ] {
        let column: ArrayRef = Arc::new(StringArray::from(vec!["a", "b", "a"]));
        let file = foreign(&folder, "t.parquet", vec![("x", column)], compression);
        assert_eq!(
            labels(
                &read(&file, &ReadOptions::default(), &Silent).unwrap().table,
                0
            ),
            ["a", "b", "a"]
        );
    }
}

fn numbers(values: Vec<i64>) -> ArrayRef {
    Arc::new(Int64Array::from(values))
}

#[test]
fn several_files_are_one_table_if_they_agree() {
    let folder = folder();
    foreign(
        &folder,
        "b.parquet",
        vec![("x", numbers(vec![3]))],
        Compression::SNAPPY,
    );
    foreign(
        &folder,
        "a.parquet",
        vec![("x", numbers(vec![1, 2]))],
        Compression::SNAPPY,
    );
    let source = read(
        &locator(&folder, "*.parquet"),
        &ReadOptions::default(),
        &Silent,
    )
    .unwrap();
    assert_eq!(labels(&source.table, 0), ["1", "2", "3"]);
    assert_eq!(
        source.notes,
        ["2 Parquet files were read, in the order of their names"]
    );

    foreign(
        &folder,
        "c.parquet",
        vec![("y", numbers(vec![3]))],
        Compression::SNAPPY,
    );
    foreign(
        &folder,
        "d.parquet",
        vec![("x", Arc::new(StringArray::from(vec!["3"])))],
        Compression::SNAPPY,
    );
    foreign(
        &folder,
        "e.parquet",
        vec![("x", numbers(vec![3])), ("y", numbers(vec![4]))],
        Compression::SNAPPY,
    );
    let message = read(
        &locator(&folder, "*.parquet"),
        &ReadOptions::default(),
        &Silent,
    )
    .err()
    .unwrap()
    .to_string();
    assert!(
        message.contains("c.parquet: column \"y\" stands in the place of \"x\" of the first file"),
        "{message}"
    );
    assert!(
        message.contains("d.parquet: column \"x\" is of another kind than \"x\" of the first file"),
        "{message}"
    );
    assert!(
        message.contains("e.parquet has 2 columns where the first file has 1"),
        "{message}"
    );
}

#[test]
fn what_cannot_be_read_has_its_message() {
    let mut lists = ListBuilder::new(Int32Array::builder(1));
    lists.append_value([Some(1), Some(2)]);
    let message = read_columns(vec![
        ("a", numbers(vec![1])),
        ("tags", Arc::new(lists.finish())),
    ])
    .err()
    .unwrap();
    assert!(
        message
            .to_string()
            .starts_with("column \"tags\" holds lists, maps or records"),
        "{message}"
    );

    let bytes: ArrayRef = Arc::new(BinaryArray::from(vec![&b"\xff\xfe"[..]]));
    let message = read_columns(vec![("a", bytes)]).err().unwrap().to_string();
    assert!(
        message.contains("column \"a\"") && message.contains("not text"),
        "{message}"
    );

    let message = read_columns(vec![("a", numbers(vec![1])), (" ", numbers(vec![1]))])
        .err()
        .unwrap()
        .to_string();
    assert!(message.contains("column 2 has no name"), "{message}");

    let none = read_columns(vec![("a", numbers(vec![]))]).err().unwrap();
    assert!(matches!(none, Error::Data { faults, .. } if faults == [Fault::NoRows]));

    let folder = folder();
    let file = foreign(
        &folder,
        "t.parquet",
        vec![("a", numbers((0..1000).collect()))],
        Compression::SNAPPY,
    );
    let whole = std::fs::read(path(&folder, "t.parquet")).unwrap();
    for damaged in [&whole[..whole.len() - 1], &whole[..20], b"", b"a;b\n1;2\n"] {
        std::fs::write(path(&folder, "t.parquet"), damaged).unwrap();
        let message = read(&file, &ReadOptions::default(), &Silent)
            .err()
            .unwrap()
            .to_string();
        assert!(
            message.contains("not a Parquet file, or it is damaged"),
            "{message}"
        );
    }
    let mut damaged = whole.clone();
    damaged[4..40].fill(0xff);
    std::fs::write(path(&folder, "t.parquet"), damaged).unwrap();
    let error = read(&file, &ReadOptions::default(), &Silent).err().unwrap();
    assert!(
        matches!(error, Error::Unreadable { .. }) && error.is_fault(),
        "{error}"
    );
    let missing = read(
        &locator(&folder, "none.parquet"),
        &ReadOptions::default(),
        &Silent,
    )
    .err()
    .unwrap();
    assert!(matches!(missing, Error::Io { .. }));
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

fn there_and_back(table: &Table) -> Table {
    let folder = folder();
    let out = locator(&folder, "o.parquet");
    stage(table, &out, &WriteOptions::default(), &Silent)
        .unwrap()
        .commit()
        .unwrap();
    read(&out, &ReadOptions::default(), &Silent).unwrap().table
}

/// Same names, kinds and values; how numbers and days are written is not in the file.
fn assert_same(left: &Table, right: &Table) {
    assert_eq!(
        (left.rows(), left.attributes().len()),
        (right.rows(), right.attributes().len())
    );
    for (a, b) in left.attributes().iter().zip(right.attributes()) {
        assert_eq!(a.name, b.name);
        let (x, y) = (&a.column, &b.column);
        assert!(
            x.dictionary().value_count() == 0 || x.dictionary().kind() == y.dictionary().kind()
        );
        assert!(
            (0..left.rows()).all(|row| x.cell(row) == y.cell(row)),
            "{} differs",
            a.name
        );
    }
}

fn cell() -> impl Strategy<Value = Vec<String>> {
    let cells = prop_oneof![
        Just(vec![
            "é€",
            "a;b",
            "",
            "\"x\"\n",
            "007",
            "a text of more than thirty-two bytes in all",
            "=1"
        ]),
        Just(vec!["1", "-5", "", "9007199254740993", "0"]),
        Just(vec!["1.5", "-0.25", "", "1234567.125", "3"]),
        Just(vec!["31/12/2001", "01/01/1900", ""]),
        Just(vec!["2024-01-31T12:30:00", "1969-12-31T23:59:59.250", ""]),
        Just(vec!["vrai", "faux", ""]),
    ];
    cells.prop_map(|cells| cells.into_iter().map(String::from).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn what_is_written_is_read_back(
        columns in prop::collection::vec((cell(), prop::collection::vec(any::<prop::sample::Index>(), 20)), 1..5),
        rows in 1usize..20,
    ) {
        let pick = |(cells, picks): &(Vec<String>, Vec<prop::sample::Index>)| {
            picks[..rows].iter().map(|at| at.get(cells).clone()).collect::<Vec<_>>()
        };
        let table = table_of(&columns.iter().map(pick).collect::<Vec<_>>());
        assert_same(&there_and_back(&table), &table);
    }
}

#[test]
fn a_table_of_several_row_groups_comes_back() {
    let rows = (1 << 20) + 1000;
    let column = |n: usize| {
        (0..rows)
            .map(|row| format!("v{}", row * 7 % n))
            .collect::<Vec<_>>()
    };
    let table = table_of(&[column(3), column(70_000)]);
    assert_same(&there_and_back(&table), &table);
}

struct StopAfter(AtomicU64, u64);

impl Progress for StopAfter {
    fn tell(&self, _: Stage, _: u64, _: Option<u64>) {}

    fn cancelled(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= self.1
    }
}

#[test]
fn stopped_work_leaves_nothing_behind_and_what_exists_is_refused() {
    let folder = folder();
    let table = table_of(&[vec!["a".into(); 300_000], vec!["1".into(); 300_000]]);
    let out = locator(&folder, "o.parquet");
    let stopped = stage(
        &table,
        &out,
        &WriteOptions::default(),
        &StopAfter(AtomicU64::new(0), 2),
    );
    assert!(matches!(stopped, Err(Error::Cancelled)));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);

    stage(&table, &out, &WriteOptions::default(), &Silent)
        .unwrap()
        .commit()
        .unwrap();
    let stopped = read(
        &out,
        &ReadOptions::default(),
        &StopAfter(AtomicU64::new(0), 2),
    );
    assert!(matches!(stopped, Err(Error::Cancelled)));
    let exists = stage(&table, &out, &WriteOptions::default(), &Silent)
        .err()
        .unwrap();
    assert!(matches!(exists, Error::Exists { .. }));
    let force = WriteOptions {
        force: true,
        ..WriteOptions::default()
    };
    stage(&table, &out, &force, &Silent)
        .unwrap()
        .commit()
        .unwrap();
}
