//! What is written to SQLite comes back, and what others wrote is understood.

use std::path::{Path, PathBuf};

use bauta_table::{Cell, Kind, Table};
use bauta_testkit::census::{census, census_with_missing};
use bauta_testkit::oracle::rows_of;
use bauta_testkit::table_of;
use proptest::prelude::*;
use rusqlite::Connection;

use super::{assert_same, column, every_kind, read, replace, stage, stage_and_stop, write};

/// A folder with a database of the given statements, and its locator.
pub(super) fn database(sql: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("people.db");
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    (folder, path)
}

pub(super) fn at(path: &Path, table: &str) -> String {
    match table {
        "" => format!("sqlite:{}", path.display()),
        table => format!("sqlite:{}#{table}", path.display()),
    }
}

pub(super) fn files(folder: &tempfile::TempDir) -> Vec<String> {
    let entries = std::fs::read_dir(folder.path()).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

fn kinds(table: &Table) -> Vec<Kind> {
    table
        .attributes()
        .iter()
        .map(|a| a.column.dictionary().kind())
        .collect()
}

#[test]
fn every_kind_comes_back_from_a_new_database() {
    let folder = tempfile::tempdir().unwrap();
    let locator = at(&folder.path().join("new.db"), "odd \"name\"; --");
    write(&every_kind(), &locator).unwrap();
    let source = read(&locator).unwrap();
    assert_same(&every_kind(), &source.table);
    assert_eq!(source.part.as_deref(), Some("odd \"name\"; --"));
    assert_eq!(files(&folder), ["new.db"]);
}

#[test]
fn a_census_comes_back_with_its_missing_values() {
    let folder = tempfile::tempdir().unwrap();
    let locator = at(&folder.path().join("census.sqlite"), "");
    let people = census_with_missing(9_000, 1);
    write(&people, &locator).unwrap();
    let source = read(&locator).unwrap();
    assert_eq!(
        source.part.as_deref(),
        Some("census"),
        "called like the file"
    );
    assert_same(&people, &source.table);
}

#[test]
fn other_programs_see_declared_types() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.db");
    write(&every_kind(), &at(&path, "t")).unwrap();
    let database = Connection::open(&path).unwrap();
    let sql: String = database
        .query_row("SELECT sql FROM sqlite_master", [], |row| row.get(0))
        .unwrap();
    for declared in [
        "\"say \"\"hi\"\"\" TEXT",
        "\"select\" INTEGER",
        "\"a.b\" REAL",
        "\"né le\" DATE",
        "DATETIME",
        "\"?1\" BOOLEAN",
    ] {
        assert!(sql.contains(declared), "{sql}");
    }
    let year = "SELECT strftime('%Y', \"né le\") FROM t WHERE \"select\" = 0";
    assert_eq!(
        database
            .query_row(year, [], |row| row.get::<_, String>(0))
            .unwrap(),
        "2024"
    );
}

#[test]
fn nothing_is_there_before_the_commit_and_nothing_stays_without_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.db");
    let staged = stage(&census(100, 1), &at(&path, "t")).unwrap();
    assert!(!path.exists());
    drop(staged);
    assert!(stage_and_stop(&census(5_000, 1), &at(&path, "t")).is_err());
    assert!(files(&folder).is_empty(), "{:?}", files(&folder));
}

#[test]
fn a_database_that_exists_is_as_before_without_the_commit() {
    let (folder, path) = database("CREATE TABLE people (a); INSERT INTO people VALUES (1)");
    let before = std::fs::read(&path).unwrap();
    drop(replace(&census(5_000, 1), &at(&path, "people")).unwrap());
    drop(stage(&census(5_000, 1), &at(&path, "fresh")).unwrap());
    assert!(stage_and_stop(&census(5_000, 1), &at(&path, "people")).is_err());
    assert!(std::fs::read(&path).unwrap() == before);
    assert_eq!(files(&folder), ["people.db"]);
}

#[test]
fn replacing_a_table_or_a_view_keeps_the_others() {
    let (_folder, path) = database(
        "CREATE TABLE people (a); CREATE TABLE kept AS SELECT 5 AS b; CREATE VIEW v AS SELECT 1 AS c",
    );
    let table = table_of(&["a"], &[&["x"], &["y"]]);
    replace(&table, &at(&path, "PEOPLE"))
        .unwrap()
        .commit()
        .unwrap();
    replace(&table, &at(&path, "v")).unwrap().commit().unwrap();
    for name in ["people", "v"] {
        assert_eq!(
            rows_of(&read(&at(&path, name)).unwrap().table),
            [["x"], ["y"]]
        );
    }
    assert_eq!(rows_of(&read(&at(&path, "kept")).unwrap().table), [["5"]]);
}

#[test]
fn stored_values_decide_and_declared_types_are_believed_while_they_are_kept() {
    let (_folder, path) = database(
        "CREATE TABLE t (n, mixed, zip TEXT, born DATE, seen DATETIME, ok BOOLEAN, notok BOOLEAN, nodate DATE, some TIMESTAMP);
         INSERT INTO t VALUES (1, 1, '01000', '1990-01-31', '2024-01-31 12:00:00', 1, 1, '1990-01-31', '2024-01-31');
         INSERT INTO t VALUES (2, 2.5, '75001', '1970-12-01', '2024-01-31T13:00:00', 0, 2, 'unknown', '2024-01-31 00:00:01');
         INSERT INTO t VALUES (NULL, 3, NULL, NULL, NULL, 'TRUE', 0, '', NULL);",
    );
    use Kind::{Boolean, Date, DateTime, Decimal, Integer, Text};
    let table = read(&at(&path, "")).unwrap().table;
    assert_eq!(
        kinds(&table),
        [
            Integer, Decimal, Text, Date, DateTime, Boolean, Integer, Text, DateTime
        ]
    );
    assert!(table.attributes()[6].column.cell(1) == Cell::Integer(2));
    assert!(table.attributes()[7].column.cell(0) == Cell::Text("1990-01-31"));
}

#[test]
fn views_and_computed_columns_are_read() {
    let (_folder, path) = database(
        "CREATE TABLE t (a INTEGER, twice INTEGER AS (2 * a)); INSERT INTO t VALUES (1), (4);
         CREATE VIEW big AS SELECT a AS \"the a\" FROM t WHERE a > 2",
    );
    assert_eq!(rows_of(&read(&at(&path, "big")).unwrap().table), [["4"]]);
    let source = read(&at(&path, "")).unwrap();
    assert_eq!(rows_of(&source.table), [["1", "2"], ["4", "8"]]);
    assert_eq!(source.notes, ["not read: the view(s) \"big\""]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a table holds, SQLite gives it back.
    #[test]
    fn any_table_comes_back(
        rows in prop::collection::vec((
            prop::option::of(any::<String>()),
            prop::option::of(any::<i64>()),
            prop::option::of(any::<f64>()),
            prop::option::of(-719_162..2_932_897i32),
            prop::option::of(-62_135_596_800_000_000..253_402_300_800_000_000i64),
            prop::option::of(any::<bool>()),
        ), 1..20),
        name in "[^\0#]{1,12}",
    ) {
        let texts: Vec<Cell> = rows.iter().map(|r| r.0.as_deref().map_or(Cell::Missing, Cell::Text)).collect();
        fn of<T: Copy>(values: impl Iterator<Item = Option<T>>, cell: fn(T) -> Cell<'static>) -> Vec<Cell<'static>> {
            values.map(|value| value.map_or(Cell::Missing, cell)).collect()
        }
        let table = Table::new([
            column("text", Kind::Text, &texts),
            column("integer", Kind::Integer, &of(rows.iter().map(|r| r.1), Cell::Integer)),
            column("decimal", Kind::Decimal, &of(rows.iter().map(|r| r.2), Cell::Decimal)),
            column("date", Kind::Date, &of(rows.iter().map(|r| r.3), Cell::Date)),
            column("datetime", Kind::DateTime, &of(rows.iter().map(|r| r.4), Cell::DateTime)),
            column(&format!("b{name}"), Kind::Boolean, &of(rows.iter().map(|r| r.5), Cell::Boolean)),
        ]);
        let folder = tempfile::tempdir().unwrap();
        let locator = at(&folder.path().join("any.db"), &format!("t{name}"));
        write(&table, &locator).unwrap();
        assert_same(&table, &read(&locator).unwrap().table);
    }
}
