//! What the server or the network says, in a sentence that helps and holds no cell and no password.

use std::error::Error as _;
use std::io;

use tokio_postgres::error::{DbError, SqlState};
use tokio_rustls::rustls::{self, CertificateError};

use crate::error::Error;

/// Turns an error of the connection to `shown` into ours.
pub(super) fn of(shown: &str) -> impl Fn(tokio_postgres::Error) -> Error + '_ {
    move |error| match error.as_db_error() {
        Some(said) if *said.code() == SqlState::DUPLICATE_TABLE => Error::Exists {
            name: shown.to_owned(),
        },
        Some(said) => Error::Database {
            name: shown.to_owned(),
            problem: of_server(said),
        },
        None => Error::Database {
            name: shown.to_owned(),
            problem: of_connection(&error),
        },
    }
}

/// A failure that we found ourselves.
pub(super) fn plain(shown: &str, problem: &str) -> Error {
    Error::Database {
        name: shown.to_owned(),
        problem: problem.to_owned(),
    }
}

fn of_server(said: &DbError) -> String {
    let (code, words) = (said.code().code(), said.message());
    match &code[..2] {
        "28" => format!(
            "{words}; check the user and the password (in the address, PGPASSWORD or ~/.pgpass)"
        ),
        _ if *said.code() == SqlState::INSUFFICIENT_PRIVILEGE => {
            format!("{words}; ask the owner for the right")
        }
        _ if *said.code() == SqlState::DATETIME_FIELD_OVERFLOW => {
            "a point in time is outside of what it can hold".into()
        }
        // Of these classes the server's words speak of names and of its own state, never of values: connection,
        // unsupported feature, transaction state, dependent objects, catalogue, schema, syntax and access, resources,
        // limits, object state, operator's intervention, system.
        "08" | "0A" | "25" | "2B" | "3D" | "3F" | "42" | "53" | "54" | "55" | "57" | "58" => {
            words.to_owned()
        }
        "22" | "23" => format!(
            "the server cannot compute or store a value (SQLSTATE {code}); see its log for which"
        ),
        _ => format!("the server failed (SQLSTATE {code}); see its log"),
    }
}

/// What is wrong with the server's certificate, if that is what failed.
fn of_certificate(error: &tokio_postgres::Error) -> Option<&'static str> {
    let mut cause = error.source();
    while let Some(found) = cause {
        let tls = found.downcast_ref::<rustls::Error>().or_else(|| {
            let io = found.downcast_ref::<io::Error>()?;
            io.get_ref()?.downcast_ref::<rustls::Error>()
        });
        if let Some(tls) = tls {
            return Some(match tls {
                rustls::Error::InvalidCertificate(
                    CertificateError::NotValidForName
                    | CertificateError::NotValidForNameContext { .. },
                ) => "the server's certificate is for another name; use the name that it is for",
                rustls::Error::InvalidCertificate(
                    CertificateError::Expired | CertificateError::ExpiredContext { .. },
                ) => "the server's certificate has expired; ask who runs the server for a new one",
                rustls::Error::InvalidCertificate(_) => {
                    "the server's certificate is not trusted; name a file with the certificate that vouches for it in the address: sslrootcert=FILE"
                }
                _ => {
                    "the server and this program cannot agree on how to encrypt; ask who runs the server"
                }
            });
        }
        cause = found.source();
    }
    None
}

fn of_connection(error: &tokio_postgres::Error) -> String {
    let cause = error.source();
    if let Some(refused) = of_certificate(error) {
        return refused.to_owned();
    }
    if let Some(io) = cause.and_then(|cause| cause.downcast_ref::<io::Error>()) {
        return match io.kind() {
            io::ErrorKind::ConnectionRefused | io::ErrorKind::NotFound => {
                "no server answers there; start it, or correct host and port".to_owned()
            }
            io::ErrorKind::TimedOut => {
                "the server does not answer; check host and port, or the network".to_owned()
            }
            _ => format!("the connection failed: {io}"),
        };
    }
    // The library's own words for the kind of error are constant.
    let kind = error.to_string();
    match kind.as_str() {
        _ if error.is_closed() => "the connection was lost".to_owned(),
        kind if kind.contains("authentication") => {
            "the server asks for a password; give it in PGPASSWORD, in ~/.pgpass or in the address".to_owned()
        }
        kind if kind.contains("TLS") => {
            "the server does not encrypt, and only sslmode=disable in the address sends data and password unencrypted; let the server encrypt, or say that on a network that nobody else reads"
                .to_owned()
        }
        kind if kind.contains("timeout") => {
            "the server does not answer; check host and port, or the network".to_owned()
        }
        kind => format!("the connection failed: {kind}"),
    }
}
