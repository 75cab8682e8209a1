//! What SQLite and its databases are refused for, and in which words.

use bauta_testkit::table_of;

use super::sqlite::{at, database, files};
use super::{Error, every_kind, message, read, replace, stage, write};

#[test]
fn an_existing_table_is_refused() {
    let (_folder, path) = database("CREATE TABLE people (a); INSERT INTO people VALUES (1)");
    let error = stage(&every_kind(), &at(&path, "People")).err().unwrap();
    assert!(
        matches!(error, Error::Exists { .. })
            && error.to_string().contains("#People exists already"),
        "{error}"
    );
    assert_eq!(read(&at(&path, "people")).unwrap().table.rows(), 1);
}

#[test]
fn a_database_that_appears_before_the_commit_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.db");
    let staged = replace(&every_kind(), &at(&path, "t")).unwrap();
    std::fs::write(&path, "mine").unwrap();
    assert!(matches!(staged.commit(), Err(Error::Exists { .. })));
    assert_eq!(std::fs::read(&path).unwrap(), b"mine");
    assert_eq!(files(&folder), ["new.db"]);
}

#[test]
fn which_table_is_meant_must_be_clear() {
    let (_folder, path) = database("CREATE TABLE people (a); CREATE TABLE places (b)");
    let said = message(read(&at(&path, "")));
    assert!(
        said.contains("has 2 tables: \"people\", \"places\"; name one:"),
        "{said}"
    );
    let said = message(read(&at(&path, "poeple")));
    assert!(
        said.contains("no table \"poeple\"; did you mean \"people\"?"),
        "{said}"
    );
    let said = message(read(&at(&path, "zzz")));
    assert!(said.contains("it has \"people\", \"places\""), "{said}");
    let (_folder, path) = database("SELECT 1");
    assert!(message(read(&at(&path, ""))).contains("has no table"));
}

#[test]
fn a_table_without_rows_says_so() {
    let (_folder, path) = database("CREATE TABLE people (a)");
    assert!(message(read(&at(&path, ""))).contains("a header but no row"));
}

#[test]
fn a_missing_file_is_not_made_by_reading() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.db");
    assert!(matches!(read(&at(&path, "t")), Err(Error::Io { .. })));
    assert!(files(&folder).is_empty());
    let nowhere = folder.path().join("no/folder.db");
    assert!(matches!(
        write(&every_kind(), &at(&nowhere, "t")),
        Err(Error::Io { .. })
    ));
}

#[test]
fn a_file_that_is_no_database_is_neither_read_nor_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.db");
    let letter = "Dear Ada, this is a letter and not a database. ".repeat(50);
    std::fs::write(&path, &letter).unwrap();
    for said in [
        message(read(&at(&path, "t"))),
        message(replace(&every_kind(), &at(&path, "t"))),
    ] {
        assert!(said.contains("no SQLite database"), "{said}");
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), letter);
}

#[test]
fn cells_that_no_table_can_hold_are_named_by_place_not_by_value() {
    let (_folder, path) = database(
        "CREATE TABLE t (a, photo, note); INSERT INTO t VALUES (1, 'x', 'y');
         INSERT INTO t VALUES (2, x'736563726574', CAST(x'736563726574ff' AS TEXT)), (3, x'00', 'y')",
    );
    let said = message(read(&at(&path, "t")));
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines,
        [
            "column \"photo\" holds binary values in 2 cells, first in data row 2; read a view that leaves the column out",
            "column \"note\" holds text that is not UTF-8 in 1 cells, first in data row 2; store it as UTF-8",
        ]
    );
}

#[test]
fn a_view_that_fails_does_not_quote_a_cell() {
    let (_folder, path) = database(
        "CREATE TABLE t (a); INSERT INTO t VALUES ('s3cret'); CREATE VIEW v AS SELECT json_extract('{}', a) AS b FROM t",
    );
    let error = read(&at(&path, "v")).err().unwrap();
    assert!(
        matches!(error, Error::Database { .. }) && !format!("{error} {error:?}").contains("s3cret"),
        "{error}"
    );
}

#[test]
fn names_that_are_one_for_sqlite_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.db");
    let said = message(write(
        &table_of(&["Age", "age"], &[&["1", "2"]]),
        &at(&path, "t"),
    ));
    assert!(
        said.contains("\"Age\" and \"age\" are the same name for SQLite"),
        "{said}"
    );
    assert!(message(write(&every_kind(), &at(&path, "sqlite_t"))).contains("sqlite_"));
    assert!(files(&folder).is_empty());
}

#[test]
fn a_database_in_use_is_reported() {
    let (_folder, path) = database("CREATE TABLE people (a)");
    let first = stage(&every_kind(), &at(&path, "one")).unwrap();
    let said = message(stage(&every_kind(), &at(&path, "two")));
    assert!(
        said.contains("another program is writing to the database"),
        "{said}"
    );
    first.commit().unwrap();
    assert_eq!(
        read(&at(&path, "one")).unwrap().table.rows(),
        every_kind().rows()
    );
}

/// Most memory this process ever had, in MB.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes = line.split_whitespace().nth(1)?.parse::<u64>().ok()?;
    Some(kilobytes / 1024)
}

const ENDLESS: &str = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x";

#[test]
fn an_endless_view_is_refused_when_it_holds_more_than_its_file_may() {
    let (_folder, path) = database(&format!("CREATE VIEW v AS {ENDLESS} FROM n"));
    let said = message(read(&at(&path, "v")));
    assert!(
        said.contains("kB would take more than 6") && said.contains("; check where"),
        "{said}"
    );
    assert!(
        peak_memory().is_none_or(|peak| peak < 400),
        "{:?} MB",
        peak_memory()
    );
}

#[test]
fn a_view_that_never_gives_a_row_is_refused_by_its_steps() {
    let (_folder, path) = database(&format!("CREATE VIEW v AS {ENDLESS} FROM n WHERE x < 0"));
    let options = bauta_formats::ReadOptions {
        limits: bauta_formats::Limits {
            steps: 1_000_000,
            held_bytes: 1 << 20,
            ..bauta_formats::Limits::default()
        },
        ..bauta_formats::ReadOptions::default()
    };
    let read = bauta_formats::read(
        &at(&path, "v").parse().unwrap(),
        &options,
        &bauta_table::Silent,
    );
    let said = message(read);
    assert!(
        said.contains("take more work") && said.contains("; check the view"),
        "{said}"
    );
}

#[test]
fn a_text_of_a_disks_length_is_refused_before_it_is_read() {
    let (_folder, path) =
        database("CREATE TABLE t (a, b); INSERT INTO t VALUES (1, printf('%.*c', 70000000, 'x'))");
    let said = message(read(&at(&path, "t")));
    assert!(
        said.contains("a row holds more than 64 MB of text; shorten"),
        "{said}"
    );
}
