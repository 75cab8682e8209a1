//! SQLite and PostgreSQL as a user meets them: through locators, with real files and a real server.

// A helper that cannot do its part must stop the test at once and say where.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg(all(feature = "sqlite", feature = "postgres"))]

#[path = "databases/postgres.rs"]
mod postgres;
#[path = "databases/postgres_refusals.rs"]
mod postgres_refusals;
#[path = "databases/postgres_tls.rs"]
mod postgres_tls;
#[path = "databases/sqlite.rs"]
mod sqlite;
#[path = "databases/sqlite_refusals.rs"]
mod sqlite_refusals;

use std::sync::atomic::{AtomicU64, Ordering};

use bauta_formats::{Error, Locator, ReadOptions, Source, Staged, WriteOptions};
use bauta_table::{Cell, ColumnBuilder, Kind, Progress, ReadAs, Silent, Stage, Table};

fn read(locator: &str) -> Result<Source, Error> {
    bauta_formats::read(&locator.parse()?, &ReadOptions::default(), &Silent)
}

fn stage(table: &Table, locator: &str) -> Result<Staged, Error> {
    bauta_formats::stage(table, &locator.parse()?, &WriteOptions::default(), &Silent)
}

fn write(table: &Table, locator: &str) -> Result<(), Error> {
    stage(table, locator)?.commit()
}

fn replace(table: &Table, locator: &str) -> Result<Staged, Error> {
    let options = WriteOptions {
        force: true,
        ..WriteOptions::default()
    };
    bauta_formats::stage(table, &locator.parse()?, &options, &Silent)
}

fn message<T>(result: Result<T, Error>) -> String {
    match result {
        Ok(_) => panic!("this should have failed"),
        Err(error) => error.to_string(),
    }
}

/// Stops the work once it has told of this many rows.
struct StopAt(u64, AtomicU64);

impl Progress for StopAt {
    fn tell(&self, _: Stage, done: u64, _: Option<u64>) {
        self.1.store(done, Ordering::Relaxed);
    }

    fn cancelled(&self) -> bool {
        self.1.load(Ordering::Relaxed) >= self.0
    }
}

fn stage_and_stop(table: &Table, locator: &str) -> Result<Staged, Error> {
    let progress = StopAt(1, AtomicU64::new(0));
    let locator: Locator = locator.parse()?;
    bauta_formats::stage(
        table,
        &locator,
        &WriteOptions {
            force: true,
            ..WriteOptions::default()
        },
        &progress,
    )
}

/// Names, kinds and cells are the same; a column without a value has no kind of its own.
fn assert_same(left: &Table, right: &Table) {
    let names = |table: &Table| {
        table
            .attributes()
            .iter()
            .map(|a| a.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(left), names(right));
    assert_eq!(left.rows(), right.rows());
    for (l, r) in left.attributes().iter().zip(right.attributes()) {
        let (left, right) = (&l.column, &r.column);
        if left.dictionary().value_count() > 0 {
            assert_eq!(
                left.dictionary().kind(),
                right.dictionary().kind(),
                "{}",
                l.name
            );
        }
        assert!(
            (0..left.len()).all(|row| left.cell(row) == right.cell(row)),
            "cells of {}",
            l.name
        );
    }
}

fn column(name: &str, kind: Kind, cells: &[Cell<'_>]) -> (String, bauta_table::Column) {
    let mut builder = ColumnBuilder::new();
    cells.iter().for_each(|&cell| builder.push(cell));
    let kind = Some(kind).filter(|&kind| kind == Kind::Text);
    (
        name.to_owned(),
        builder.finish(&ReadAs {
            kind,
            ..ReadAs::default()
        }),
    )
}

/// A column of each kind, each with a missing cell, odd values and an odd name.
fn every_kind() -> Table {
    use Cell::{Boolean, Date, DateTime, Decimal, Integer, Missing, Text};
    let odd = [
        "007",
        " sp ace ",
        "l1\nl2\ttab",
        "\"q\"'q'\\",
        "Ünï ☃ 𝄞",
        "NULL",
        "\\N",
    ]
    .map(Text);
    let mut texts = odd.to_vec();
    texts.push(Missing);
    let rest = |first: &[Cell<'static>]| [first, &[Missing; 8][first.len()..]].concat();
    Table::new([
        column("say \"hi\"", Kind::Text, &texts),
        column(
            "select",
            Kind::Integer,
            &rest(&[
                Integer(i64::MIN),
                Integer(i64::MAX),
                Integer(0),
                Integer(-7),
            ]),
        ),
        column(
            "a.b",
            Kind::Decimal,
            &rest(&[
                Decimal(0.1),
                Decimal(-1e300),
                Decimal(1.0),
                Decimal(5e-324),
                Decimal(2.5),
            ]),
        ),
        column(
            "né le",
            Kind::Date,
            &rest(&[Date(0), Date(-719_162), Date(19_753), Date(2_932_896)]),
        ),
        column(
            "x'); DROP TABLE t; --",
            Kind::DateTime,
            &rest(&[DateTime(0), DateTime(-1), DateTime(1_706_704_200_000_001)]),
        ),
        column(
            "?1",
            Kind::Boolean,
            &rest(&[Boolean(true), Boolean(false), Boolean(true)]),
        ),
    ])
}
