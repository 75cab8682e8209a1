//! What is written to PostgreSQL comes back, what others wrote is understood, and `psql` agrees.

use bauta_formats::{Locator, ReadOptions, WriteOptions};
use bauta_table::{Cell, Kind, Stage};
use bauta_testkit::census::{census, census_with_missing};
use bauta_testkit::oracle::rows_of;
use bauta_testkit::postgres::{Server, server};
use bauta_testkit::table_of;

use super::{StopAt, assert_same, every_kind, read, replace, stage, stage_and_stop, write};

/// A database of its own with the given statements done in it: the server, its name, and its locator up to the table.
pub(super) fn database(sql: &str) -> Option<(&'static Server, String, impl Fn(&str) -> String)> {
    let server = server()?;
    let name = server.fresh_database();
    server.run(&name, sql);
    let url = server.url(&name);
    Some((server, name, move |table: &str| format!("{url}#{table}")))
}

#[test]
fn every_kind_comes_back() {
    let Some((server, name, at)) = database("CREATE SCHEMA \"My.Schema\"") else {
        return;
    };
    for table in [
        "people",
        "public.\"Odd \"\"name\"\"; --\"",
        "\"My.Schema\".t",
    ] {
        write(&every_kind(), &at(table)).unwrap();
        assert_same(&every_kind(), &read(&at(table)).unwrap().table);
    }
    let types =
        "SELECT string_agg(format_type(atttypid, atttypmod), ',' ORDER BY attnum) FROM pg_attribute
                 WHERE attrelid = '\"My.Schema\".t'::regclass AND attnum > 0";
    assert_eq!(
        server.run(&name, types),
        "text,bigint,double precision,date,timestamp without time zone,boolean"
    );
    assert_eq!(
        server.run(&name, "SELECT * FROM people WHERE \"select\" = 0"),
        "l1\nl2\ttab|0|1|2024-01-31|2024-01-31 12:30:00.000001|t"
    );
    assert_eq!(
        server.run(&name, "SELECT count(*), count(\"?1\") FROM people"),
        "8|3"
    );
}

#[test]
fn a_census_comes_back_with_its_missing_values() {
    let Some((server, name, at)) = database("") else {
        return;
    };
    let people = census_with_missing(20_000, 2);
    write(&people, &at("census")).unwrap();
    assert_same(&people, &read(&at("census")).unwrap().table);
    assert_eq!(
        server.run(&name, "SELECT count(*), count(DISTINCT id) FROM census"),
        "20000|20000"
    );
}

#[test]
fn types_of_the_server_become_kinds() {
    let Some((_, _, at)) = database(
        "CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE DOMAIN small AS int4 CHECK (VALUE < 100);
         CREATE TABLE t (a int2, b int4, c int8, d float4, e float8, f bool, g varchar(9), h char(5), i date, j timestamp,
             k timestamptz, l numeric(8,2), m numeric(6), n numeric, o uuid, p json, q mood, r small, s int[], u name, v bytea);
         SET timezone = 'Asia/Tokyo';
         INSERT INTO t VALUES (1, 2, 3, 0.1, 0.25, true, 'v', 'ab', '1990-01-31', '1990-01-31 12:00', '1990-01-31 12:00',
             12.50, 42, 1234567890123456.5, '00000000-0000-0000-0000-000000000001', '{\"x\": 1}', 'ok', 7, '{1,2}', 'nm', 'hi');
         INSERT INTO t (l, n) VALUES (3, 1.5)",
    ) else {
        return;
    };
    let source = read(&at("t")).unwrap();
    use Kind::{Boolean, Date, DateTime, Decimal, Integer, Text};
    let kinds: Vec<Kind> = source
        .table
        .attributes()
        .iter()
        .map(|a| a.column.dictionary().kind())
        .collect();
    let expected = [
        Integer, Integer, Integer, Decimal, Decimal, Boolean, Text, Text, Date, DateTime, DateTime,
        Decimal,
    ];
    assert_eq!(kinds[..12], expected);
    assert_eq!(
        kinds[12..],
        [Integer, Text, Text, Text, Text, Integer, Text, Text, Text]
    );
    let row: Vec<String> = rows_of(&source.table).swap_remove(0);
    assert_eq!(row[..8], ["1", "2", "3", "0.1", "0.25", "true", "v", "ab"]);
    assert_eq!(
        row[8..13],
        [
            "1990-01-31",
            "1990-01-31T12:00:00",
            "1990-01-31T03:00:00",
            "12.50",
            "42"
        ]
    );
    assert_eq!(
        row[13..16],
        [
            "1234567890123456.5",
            "00000000-0000-0000-0000-000000000001",
            "{\"x\": 1}"
        ]
    );
    assert_eq!(row[16..], ["ok", "7", "{1,2}", "nm", "\\x6869"]);
    assert!(source.table.attributes()[0].column.cell(1) == Cell::Missing);
    assert_eq!(
        source.notes,
        [
            "the times of \"k\" have a time zone: they are read in UTC",
            "\"n\" has numbers of more than 15 digits: read as text"
        ]
    );
}

#[test]
fn values_without_a_number_do_not_pass_for_one() {
    let Some((_, _, at)) = database(
        "CREATE TABLE t (a numeric, b float8, c date);
         INSERT INTO t VALUES ('NaN', 'NaN', '2024-01-31'), (1, 1, 'infinity'), (NULL, NULL, '2024-02-01')",
    ) else {
        return;
    };
    let table = read(&at("t")).unwrap().table;
    assert_eq!(
        rows_of(&table),
        [
            ["", "", "2024-01-31"],
            ["1", "1", "infinity"],
            ["", "", "2024-02-01"]
        ]
    );
    let contradiction = table.attributes()[2].column.contradiction().unwrap();
    assert_eq!(
        (contradiction.expected, &contradiction.first_rows[..]),
        (Kind::Date, &[1][..])
    );
}

#[test]
fn views_partitions_and_the_search_path_are_followed() {
    let Some((_, _, at)) = database(
        "CREATE TABLE t (a int) PARTITION BY LIST (a); CREATE TABLE t1 PARTITION OF t FOR VALUES IN (1, 2);
         INSERT INTO t VALUES (1), (2); CREATE VIEW v AS SELECT a + 1 AS b FROM t;
         CREATE MATERIALIZED VIEW m AS SELECT 9 AS c; CREATE SCHEMA other; CREATE TABLE other.t (a int); INSERT INTO other.t VALUES (7)",
    ) else {
        return;
    };
    assert_eq!(rows_of(&read(&at("t")).unwrap().table), [["1"], ["2"]]);
    assert_eq!(rows_of(&read(&at("v")).unwrap().table), [["2"], ["3"]]);
    assert_eq!(rows_of(&read(&at("m")).unwrap().table), [["9"]]);
    let source = read(&at("other.t")).unwrap();
    assert_eq!(
        (rows_of(&source.table), source.part.as_deref()),
        (vec![vec!["7".to_owned()]], Some("other.t"))
    );
}

#[test]
fn nothing_is_there_before_the_commit_and_nothing_stays_without_it() {
    let Some((server, name, at)) = database("CREATE TABLE old AS SELECT 5 AS a") else {
        return;
    };
    let tables = || {
        server.run(
            &name,
            "SELECT string_agg(relname, ',') FROM pg_class WHERE relname IN ('old', 'fresh')",
        )
    };
    let staged = stage(&census(3_000, 1), &at("fresh")).unwrap();
    assert_eq!(tables(), "old");
    drop(staged);
    drop(replace(&census(3_000, 1), &at("old")).unwrap());
    assert!(stage_and_stop(&census(3_000, 1), &at("old")).is_err());
    assert!(stage_and_stop(&census(3_000, 1), &at("fresh")).is_err());
    assert_eq!(
        (tables(), server.run(&name, "SELECT * FROM old")),
        ("old".to_owned(), "5".to_owned())
    );
    replace(&table_of(&["b"], &[&["x"]]), &at("old"))
        .unwrap()
        .commit()
        .unwrap();
    assert_eq!(server.run(&name, "SELECT b FROM old"), "x");
}

#[test]
fn reading_tells_rows_and_can_be_stopped() {
    let Some((server, name, at)) =
        database("CREATE TABLE t AS SELECT g AS a FROM generate_series(1, 100000) g; ANALYZE t")
    else {
        return;
    };
    let locator: Locator = at("t").parse().unwrap();
    let progress = StopAt(10_000, 0.into());
    let stopped = bauta_formats::read(&locator, &ReadOptions::default(), &progress);
    assert!(matches!(stopped, Err(super::Error::Cancelled)));
    struct Last(std::sync::Mutex<(u64, Option<u64>)>);
    impl bauta_table::Progress for Last {
        fn tell(&self, _: Stage, done: u64, total: Option<u64>) {
            *self.0.lock().unwrap() = (done, total);
        }
        fn cancelled(&self) -> bool {
            false
        }
    }
    let last = Last(Default::default());
    bauta_formats::read(&locator, &ReadOptions::default(), &last).unwrap();
    assert_eq!(*last.0.lock().unwrap(), (100_000, Some(100_000)));
    let table = read(&at("t")).unwrap().table;
    let write = "w".to_owned();
    bauta_formats::stage(
        &table,
        &at(&write).parse().unwrap(),
        &WriteOptions::default(),
        &last,
    )
    .unwrap();
    assert_eq!(*last.0.lock().unwrap(), (100_000, Some(100_000)));
    assert_eq!(
        server.run(&name, "SELECT count(*) FROM pg_class WHERE relname = 'w'"),
        "0"
    );
}
