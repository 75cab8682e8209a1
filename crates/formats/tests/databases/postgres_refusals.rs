//! What PostgreSQL refuses, in words that help and hold neither a cell nor a password.

use bauta_formats::{ReadOptions, WriteOptions};
use bauta_table::{Cell, Kind, Table};
use bauta_testkit::postgres::server;
use bauta_testkit::table_of;

use super::postgres::database;
use super::{Error, column, every_kind, message, read, replace, stage, write};

#[test]
fn an_existing_table_is_refused_and_other_things_are_not_replaced() {
    let Some((server, name, at)) = database(
        "CREATE TABLE t AS SELECT 5 AS a; CREATE SEQUENCE s; CREATE TABLE base (a int); CREATE VIEW v AS SELECT a FROM base",
    ) else {
        return;
    };
    let error = stage(&every_kind(), &at("t")).err().unwrap();
    assert!(
        matches!(error, Error::Exists { .. }) && error.to_string().contains("--force"),
        "{error}"
    );
    assert_eq!(server.run(&name, "SELECT * FROM t"), "5");
    assert!(
        message(replace(&every_kind(), &at("s")))
            .contains("something that is no table has this name")
    );
    let said = message(replace(&every_kind(), &at("base")));
    assert!(said.contains("other objects depend on it"), "{said}");
    let said = message(stage(&every_kind(), &at("nowhere.t")));
    assert!(said.contains("schema \"nowhere\" does not exist"), "{said}");
}

#[test]
fn a_mistyped_table_gets_the_nearest_name() {
    let Some((_, _, at)) = database(
        "CREATE TABLE people (a int); CREATE SCHEMA other; CREATE TABLE other.places (b int)",
    ) else {
        return;
    };
    for (asked, hint) in [
        ("poeple", "did you mean \"people\"?"),
        ("public.People", "did you mean \"people\"?"),
        ("places", "did you mean \"other.places\"?"),
        ("zzz", "it has \"other.places\", \"people\""),
    ] {
        let error = read(&at(asked)).err().unwrap();
        assert!(
            error.is_fault() && error.to_string().ends_with(hint),
            "{error}"
        );
    }
    assert!(message(read(&at("people"))).contains("a header but no row"));
}

#[test]
fn a_role_without_rights_is_told_so() {
    let Some((server, name, at)) =
        database("CREATE TABLE t AS SELECT 5 AS a; CREATE ROLE guest LOGIN")
    else {
        return;
    };
    let guest = format!("{}#t", server.url_as("guest", &name));
    let error = read(&guest).err().unwrap();
    assert!(
        matches!(error, Error::Database { .. })
            && error.to_string().contains("permission denied for table t"),
        "{error}"
    );
    let said = message(stage(&every_kind(), &guest.replace("#t", "#fresh")));
    assert!(
        said.contains("permission denied for schema public; ask the owner"),
        "{said}"
    );
    assert!(read(&at("t")).is_ok());
}

#[test]
fn a_password_is_needed_and_never_shown() {
    let Some((server, name, _)) = database("CREATE TABLE t AS SELECT 5 AS a") else {
        return;
    };
    server.run(
        &name,
        "CREATE ROLE locked LOGIN PASSWORD 'right/s3cret'; GRANT SELECT ON t TO locked",
    );
    let url = |password: &str| server.url_as(&format!("locked{password}"), &name);
    assert!(read(&format!("{}#t", url(":right%2Fs3cret"))).is_ok());
    assert!(read(&format!("{}&password=right%2Fs3cret#t", url(""))).is_ok());
    for address in [
        format!("{}#t", url(":wr0ngs3cret")),
        format!("{}&password=wr0ngs3cret#t", url("")),
    ] {
        let error = read(&address).err().unwrap();
        let all = format!("{error} {error:?}");
        assert!(
            all.contains("password authentication failed for user") && all.contains("PGPASSWORD"),
            "{all}"
        );
        assert!(!all.contains("s3cret"), "{all}");
    }
    let nowhere = "postgres://ada:wr0ngs3cret@127.0.0.1:1/db?connect_timeout=5#t";
    let error = read(nowhere).err().unwrap();
    assert!(
        error.to_string().contains("no server answers there"),
        "{error}"
    );
    assert!(!format!("{error} {error:?}").contains("s3cret"));
}

#[test]
fn a_server_or_database_that_is_not_there() {
    let said = message(read("postgres:///db?host=/no/such/folder#t"));
    assert!(said.contains("no server answers there; start it"), "{said}");
    assert!(
        message(read("postgres://host:port/db#t")).contains("the database address cannot be read")
    );
    let Some(server) = server() else { return };
    let said = message(read(&format!("{}#t", server.url("nowhere"))));
    assert!(
        said.contains("database \"nowhere\" does not exist"),
        "{said}"
    );
    let said = message(read(&format!("{}&sslmode=maybe#t", server.url("postgres"))));
    assert!(
        said.contains("an sslmode that there is not; write disable"),
        "{said}"
    );
}

#[test]
fn a_view_that_fails_does_not_quote_a_cell() {
    let Some((_, _, at)) = database(
        "CREATE TABLE t AS SELECT 's3cret' AS a; CREATE VIEW v AS SELECT a::int AS b FROM t",
    ) else {
        return;
    };
    let error = read(&at("v")).err().unwrap();
    assert!(
        error.to_string().contains("SQLSTATE 22P02")
            && !format!("{error} {error:?}").contains("s3cret"),
        "{error}"
    );
}

#[test]
fn what_the_server_cannot_hold_is_said_before_it_is_asked() {
    let long = "n".repeat(64);
    let table = Table::new([
        column(
            "note",
            Kind::Text,
            &[Cell::Text("fine"), Cell::Text("s3\0cret")],
        ),
        column("born", Kind::Date, &[Cell::Date(i32::MIN), Cell::Date(0)]),
        column(&long, Kind::Integer, &[Cell::Integer(1), Cell::Integer(2)]),
    ]);
    // The address leads nowhere: it is not even tried.
    let said = message(write(&table, "postgres:///db?host=/no/such/folder#t"));
    assert_eq!(said.lines().count(), 3, "{said}");
    assert!(said.contains("bytes that PostgreSQL can hold"), "{said}");
    assert!(
        said.contains("\"note\" has a NUL character, which PostgreSQL cannot hold, in 1 cells, first in data row 2"),
        "{said}"
    );
    assert!(
        said.contains("\"born\" has a point in time out of range") && !said.contains("s3"),
        "{said}"
    );
}

#[test]
fn a_connection_that_is_lost_before_the_commit_is_an_error() {
    let Some((server, name, at)) = database("") else {
        return;
    };
    let staged = stage(&every_kind(), &at("t")).unwrap();
    let ended = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
                 WHERE application_name = 'bauta' AND datname = current_database()";
    assert_eq!(server.run(&name, ended), "t");
    assert!(matches!(staged.commit(), Err(Error::Database { .. })));
    assert!(message(read(&at("t"))).contains("the database has no table"));
}

#[test]
fn waiting_for_a_lock_can_be_stopped() {
    let Some((server, name, at)) = database("CREATE TABLE t AS SELECT 5 AS a") else {
        return;
    };
    // The first output holds the table until it is dropped; who else wants it waits, and is stopped.
    let holder = replace(&table_of(&["a"], &[&["x"]]), &at("t")).unwrap();
    struct Stop;
    impl bauta_table::Progress for Stop {
        fn tell(&self, _: bauta_table::Stage, _: u64, _: Option<u64>) {}
        fn cancelled(&self) -> bool {
            true
        }
    }
    let locator = at("t").parse().unwrap();
    let force = WriteOptions {
        force: true,
        ..WriteOptions::default()
    };
    assert!(matches!(
        bauta_formats::read(&locator, &ReadOptions::default(), &Stop),
        Err(Error::Cancelled)
    ));
    assert!(matches!(
        bauta_formats::stage(&every_kind(), &locator, &force, &Stop),
        Err(Error::Cancelled)
    ));
    drop(holder);
    assert_eq!(server.run(&name, "SELECT * FROM t"), "5");
    assert_eq!(read(&at("t")).unwrap().table.rows(), 1);
}
