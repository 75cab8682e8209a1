//! A real PostgreSQL server.

use bauta_engines::{Engine, Output, postgres};
use bauta_formats::{ReadOptions, WriteOptions};
use bauta_table::{Silent, Table};
use bauta_testkit::postgres::{Server, server};

use crate::{QUASI, data, holds, judge, locator, owned};

fn table(server: &Server, database: &str, name: &str, people: &Table) -> String {
    let text = format!("{}#{name}", server.url(database));
    bauta_formats::stage(people, &locator(&text), &WriteOptions::default(), &Silent)
        .unwrap()
        .commit()
        .unwrap();
    text
}

fn open(text: &str) -> Box<dyn Engine> {
    let (url, table) = text.rsplit_once('#').unwrap();
    postgres::open(url, table, &ReadOptions::default()).unwrap()
}

#[test]
fn a_database_counts_and_writes_by_itself() {
    let Some(server) = server() else { return };
    for seed in 0..3 {
        let database = server.fresh_database();
        let source = table(server, &database, "people", &data::people(seed, 300));
        let output = locator(&format!("{}#out", server.url(&database)));
        holds(open(&source).as_ref(), &locator(&source), &output, &output);
        assert_eq!(
            server.run(
                &database,
                "SELECT count(*) FROM pg_class WHERE relname LIKE 'bauta%'"
            ),
            "0"
        );
    }
}

/// The same rows give the same answer, in the same order, whoever counts.
#[test]
fn a_database_agrees_with_files() {
    let Some(server) = server() else { return };
    let database = server.fresh_database();
    let people = data::people(11, 400);
    let (_held, folder) = data::folder();
    let pattern = data::spread(&people, &folder.join("many"), 3);
    let files =
        bauta_engines::datafusion::open(&locator(&pattern), &ReadOptions::default(), None).unwrap();
    let rows = open(&table(server, &database, "people", &people));
    for columns in [&QUASI[..], &["name"], &["active", "seen", "name"]] {
        let (one, other) = (
            files.frequency_set(&owned(columns), &Silent).unwrap(),
            rows.frequency_set(&owned(columns), &Silent).unwrap(),
        );
        assert!(
            judge::rows_of(&one.table, columns) == judge::rows_of(&other.table, columns),
            "{columns:?}"
        );
        assert_eq!(one.weights, other.weights);
    }
}

/// Types that only a database has, as our reader reads them.
#[test]
fn types_of_a_database() {
    let Some(server) = server() else { return };
    let database = server.fresh_database();
    server.run(
        &database,
        "CREATE TYPE colour AS ENUM ('red', 'blue'); CREATE DOMAIN zip AS varchar(5); CREATE SCHEMA \"my data\";
         CREATE TABLE \"my data\".\"odd \"\"one\" (c colour, z zip, n numeric(6,2), m numeric, f float8, u uuid, p char(4), t timestamptz,
           j json, \"a b\"\"c\" int);
         INSERT INTO \"my data\".\"odd \"\"one\" VALUES
           ('red', '01000', 1.50, 1.0, 'NaN', '00000000-0000-0000-0000-000000000001', 'ab', '2024-01-01 00:00:00+02', '{}', 1),
           ('blue', '', 1.5, 1.00, '-0', NULL, 'ab  ', '2024-01-01 00:00:00+02', '[1]', 1),
           (NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL),
           ('red', '01000', -2, 7, 'Infinity', NULL, 'x', '2020-06-30', '{}', 2);",
    );
    let text = format!("{}#\"my data\".\"odd \"\"one\"", server.url(&database));
    let whole = bauta_formats::read(&locator(&text), &ReadOptions::default(), &Silent)
        .unwrap()
        .table;
    let engine = open(&text);
    let names: Vec<&str> = whole.attributes().iter().map(|a| a.name.as_str()).collect();
    for name in &names {
        judge::counts(engine.as_ref(), &whole, &[name]);
    }
    judge::counts(engine.as_ref(), &whole, &names);
    judge::counts(engine.as_ref(), &whole, &["j", "z"]);
}

#[test]
fn nothing_is_seen_before_the_end() {
    let Some(server) = server() else { return };
    let database = server.fresh_database();
    let source = table(server, &database, "people", &data::people(4, 60));
    let engine = open(&source);
    let mapping = judge::mapping_by_value(engine.as_ref());
    let tables = || {
        server.run(&database, "SELECT string_agg(relname, ',' ORDER BY relname) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace")
    };
    let place = |force| Output {
        place: locator(&format!("{}#out", server.url(&database))),
        force,
    };
    let written = engine.apply(&mapping, &place(false), &Silent).unwrap();
    assert_eq!(tables(), "people", "written, and not visible");
    drop(written);
    assert_eq!(tables(), "people");
    crate::publish(engine.apply(&mapping, &place(false), &Silent).unwrap());
    assert_eq!(tables(), "out,people");
    assert!(
        engine
            .apply(&mapping, &place(false), &Silent)
            .err()
            .unwrap()
            .is_fault()
    );
    crate::publish(engine.apply(&mapping, &place(true), &Silent).unwrap());
    assert_eq!(tables(), "out,people");
    let elsewhere = Output {
        place: locator("out.csv"),
        force: false,
    };
    assert!(
        engine
            .apply(&mapping, &elsewhere, &Silent)
            .err()
            .unwrap()
            .to_string()
            .contains("do not leave the database")
    );
}

#[test]
fn a_password_is_never_shown() {
    let Some(server) = server() else { return };
    let database = server.fresh_database();
    let source = table(server, &database, "people", &data::people(4, 10));
    let with_password = source.replace("postgres@", "postgres:s3cret@");
    assert!(!open(&with_password).name().contains("s3cret"));
    let absent = postgres::open(
        &server
            .url(&database)
            .replace("postgres@", "postgres:s3cret@"),
        "absent",
        &ReadOptions::default(),
    );
    assert!(!absent.err().unwrap().to_string().contains("s3cret"));
}
