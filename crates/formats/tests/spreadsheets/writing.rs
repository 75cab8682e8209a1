//! Writing that is refused, stopped, or must not replace anything.

use std::sync::atomic::{AtomicU64, Ordering};

use bauta_formats::{Error, WriteOptions};
use bauta_table::{Cell, Codes, Column, Dictionary, Progress, Stage, Style, Table, Values};

use crate::support::{people, read, table, write, write_with};

/// Stops at the second look.
#[derive(Default)]
struct Impatient(AtomicU64);

impl Progress for Impatient {
    fn tell(&self, _: Stage, _: u64, _: Option<u64>) {}

    fn cancelled(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) > 0
    }
}

fn long_table(rows: usize, columns: usize) -> Table {
    let (dictionary, _) = Dictionary::sorted(Values::Integer(vec![7]), Style::Plain, false);
    let column = Column::new(dictionary, Codes::U8(vec![0; rows]));
    Table::new((0..columns).map(|index| (format!("c{index}"), column.clone())))
}

#[test]
fn a_cancelled_write_leaves_nothing_in_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["t.ods", "t.xlsx"] {
        let locator = folder.path().join(name).to_str().unwrap().parse().unwrap();
        let outcome = bauta_formats::stage(
            &long_table(20_000, 2),
            &locator,
            &WriteOptions::default(),
            &Impatient::default(),
        );
        assert!(matches!(outcome, Err(Error::Cancelled)), "{name}");
        assert_eq!(
            std::fs::read_dir(folder.path()).unwrap().count(),
            0,
            "{name}"
        );
    }
}

#[test]
fn a_cancelled_read_stops() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["t.ods", "t.xlsx"] {
        let path = folder.path().join(name);
        write(&long_table(20_000, 2), &path);
        let locator = path.to_str().unwrap().parse().unwrap();
        let outcome = bauta_formats::read(&locator, &Default::default(), &Impatient::default());
        assert!(matches!(outcome, Err(Error::Cancelled)), "{name}");
    }
}

#[test]
fn an_existing_output_is_replaced_only_by_force() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["t.ods", "t.xlsx"] {
        let path = folder.path().join(name);
        let locator = path.to_str().unwrap();
        std::fs::write(&path, "precious").unwrap();
        let refused = write_with(&people(), locator, &WriteOptions::default());
        assert!(matches!(refused, Err(Error::Exists { .. })), "{name}");
        assert_eq!(std::fs::read(&path).unwrap(), b"precious");
        write_with(
            &people(),
            locator,
            &WriteOptions {
                force: true,
                ..Default::default()
            },
        )
        .unwrap();
        assert_eq!(read(&path).unwrap().table.rows(), people().rows());
    }
}

#[test]
fn an_output_that_is_dropped_is_never_seen() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["t.ods", "t.xlsx"] {
        let locator = folder.path().join(name).to_str().unwrap().parse().unwrap();
        drop(
            bauta_formats::stage(
                &people(),
                &locator,
                &WriteOptions::default(),
                &bauta_table::Silent,
            )
            .unwrap(),
        );
        assert_eq!(
            std::fs::read_dir(folder.path()).unwrap().count(),
            0,
            "{name}"
        );
    }
}

#[test]
fn a_table_larger_than_a_sheet_is_refused_with_a_way_out() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["t.ods", "t.xlsx"] {
        let path = folder.path().join(name);
        for table in [long_table(1_048_576, 1), long_table(1, 16_385)] {
            let error = write_with(&table, path.to_str().unwrap(), &WriteOptions::default())
                .unwrap_err()
                .to_string();
            assert!(
                error.contains(".csv or .parquet") && error.contains("1048575"),
                "{error}"
            );
        }
    }
}

#[test]
fn a_sheet_gets_the_name_that_was_asked_for_or_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["t.ods", "t.xlsx"] {
        let locator = format!("{}#Données é", folder.path().join(name).display());
        write_with(&people(), &locator, &WriteOptions::default()).unwrap();
        assert_eq!(
            read(&folder.path().join(name)).unwrap().part.as_deref(),
            Some("Données é")
        );
        let bad = format!(
            "{}#a/b[1]",
            folder.path().join(format!("2{name}")).display()
        );
        let error = write_with(&people(), &bad, &WriteOptions::default())
            .unwrap_err()
            .to_string();
        assert!(error.contains("cannot be called"), "{error}");
    }
}

#[test]
fn a_text_too_long_for_excel_is_refused_with_its_place_and_without_its_words() {
    let folder = tempfile::tempdir().unwrap();
    let long = "secret".repeat(6000);
    let given = table(&[("note", &[Cell::Text("short"), Cell::Text(&long)])]);
    let path = folder.path().join("t.xlsx");
    let error = write_with(&given, path.to_str().unwrap(), &WriteOptions::default())
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("\"note\"") && error.contains("data row 2") && !error.contains("secret"),
        "{error}"
    );
    write(&given, &folder.path().join("t.ods"));
}

#[test]
fn characters_that_xml_cannot_hold_are_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let given = table(&[("t", &[Cell::Text("a\u{0}b\u{1f}c\u{ffff}\r\nd")])]);
    for name in ["t.ods", "t.xlsx"] {
        let path = folder.path().join(name);
        write(&given, &path);
        let back = read(&path).unwrap().table;
        assert_eq!(
            back.attributes()[0].column.label(0),
            "a\u{fffd}b\u{fffd}c\u{fffd}\nd",
            "{name}"
        );
    }
}
