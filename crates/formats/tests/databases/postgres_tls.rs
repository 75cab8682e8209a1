//! Encrypted connections, against a real server with a certificate that it signed itself. The server says what it sees of a connection.

use bauta_testkit::postgres::Server;

use super::{message, read};

/// A port that was free a moment ago.
fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

const SEEN: &str = "CREATE VIEW seen AS SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";

/// What the server says of the connection that reads this: whether it is encrypted.
fn seen(address: &str) -> String {
    let source = read(address).unwrap();
    source.table.attributes()[0].column.label(0).into_owned()
}

#[test]
fn connections_that_leave_this_machine_are_encrypted_to_the_right_server() {
    let made =
        rcgen::generate_simple_self_signed(["db.example".to_owned(), "localhost".to_owned()])
            .unwrap();
    let (certificate, key) = (made.cert.pem(), made.signing_key.serialize_pem());
    let port = free_port();
    let Some(server) = Server::start_on_network(port, Some((&certificate, &key))) else {
        return bauta_testkit::skip(bauta_testkit::skip::NO_POSTGRESQL);
    };
    server.run("postgres", SEEN);
    let folder = tempfile::tempdir().unwrap();
    let roots = folder.path().join("roots.pem");
    std::fs::write(&roots, &certificate).unwrap();
    let at = |host: &str, more: &str| {
        format!("postgres://postgres@{host}:{port}/postgres?hostaddr=127.0.0.1{more}#seen")
    };
    let trusted = format!("&sslrootcert={}", roots.display());
    assert_eq!(seen(&at("db.example", &trusted)), "true");
    assert_eq!(
        seen(&at("localhost", &format!("{trusted}&sslmode=require"))),
        "true"
    );
    assert_eq!(seen(&at("db.example", "&sslmode=disable")), "false");
    assert_eq!(seen(&at("localhost", "")), "false");
    for (address, words) in [
        (at("db.example", ""), "is not trusted; name a file"),
        (
            at("localhost", "&sslmode=require"),
            "is not trusted; name a file",
        ),
        (at("other.example", &trusted), "is for another name; use"),
    ] {
        let said = message(read(&address));
        assert!(said.contains(words), "{said}");
    }
    std::fs::write(&roots, "none").unwrap();
    let said = message(read(&at("db.example", &trusted)));
    assert!(
        said.contains("no certificate that can be read; give sslrootcert"),
        "{said}"
    );
}

#[test]
fn a_server_that_does_not_encrypt_gets_nothing_unless_the_user_says_so() {
    let port = free_port();
    let Some(server) = Server::start_on_network(port, None) else {
        return bauta_testkit::skip(bauta_testkit::skip::NO_POSTGRESQL);
    };
    server.run("postgres", SEEN);
    let at = |more: &str| {
        format!("postgres://postgres@db.example:{port}/postgres?hostaddr=127.0.0.1{more}#seen")
    };
    for more in ["", "&sslmode=prefer", "&sslmode=require"] {
        let said = message(read(&at(more)));
        assert!(
            said.contains("does not encrypt, and only sslmode=disable"),
            "{said}"
        );
    }
    assert_eq!(seen(&at("&sslmode=disable")), "false");
}
