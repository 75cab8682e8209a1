//! CSV as people have it: dialects, encodings, quoting, and everything that can be wrong with a file.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up fails")]

mod faults;
mod reading;
mod writing;

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

#[test]
fn ten_thousand_columns_are_read_and_written() {
    let line =
        |f: &dyn Fn(usize) -> String| (0..10_000).map(f).collect::<Vec<_>>().join(",") + "\n";
    let text = line(&|i| format!("c{i}")) + &line(&|i| format!("x{i}")) + &line(&|_| "y".into());
    let table = read_bytes(text.as_bytes()).unwrap().table;
    assert_eq!((table.attributes().len(), table.rows()), (10_000, 2));
    assert!(Folder::new().written(&table, "o.csv") == text);
}
