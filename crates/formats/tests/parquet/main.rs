//! Parquet files of every kind of column, from other writers and from our own.
#![cfg(feature = "parquet")]
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up fails")]

mod bounds;
mod kinds;
mod written;

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
