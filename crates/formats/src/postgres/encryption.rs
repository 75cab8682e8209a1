//! Which connections are encrypted, and whom they trust.
//!
//! A connection that leaves this machine is encrypted, and the server's certificate is checked with its name, unless the user says
//! `sslmode=disable`. Every other `sslmode` means that: a connection that is encrypted to nobody in particular keeps out nobody who can read it.
//! A socket, or an address of this machine, is plain unless an `sslmode` asks for more. Certificates are those that the system trusts, or those
//! of the file `sslrootcert`, which may be the server's own. The cryptography is that of rustls.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::address::Environment;
use crate::error::{Error, Result};

/// What the user says of encryption, in the address or the environment.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Wish {
    mode: Option<String>,
    roots: Option<PathBuf>,
}

impl Wish {
    /// Takes what an address says of encryption out of it, as the library knows less of it than `psql` does; what it leaves open the
    /// environment may say.
    pub(super) fn taken_from(url: &str, environment: Environment<'_>) -> (String, Wish) {
        let mut wish = Wish::default();
        let Some((address, query)) = url.split_once('?') else {
            return (url.to_owned(), wish.or(environment));
        };
        let mut others = Vec::new();
        for pair in query.split('&') {
            match pair.split_once('=') {
                Some(("sslmode", mode)) => wish.mode = Some(mode.to_owned()),
                Some(("sslrootcert", path)) => wish.roots = Some(PathBuf::from(decoded(path))),
                _ => others.push(pair),
            }
        }
        let rest = match others.is_empty() {
            true => address.to_owned(),
            false => format!("{address}?{}", others.join("&")),
        };
        (rest, wish.or(environment))
    }

    fn or(self, environment: Environment<'_>) -> Wish {
        Wish {
            mode: self.mode.or_else(|| environment("PGSSLMODE")),
            roots: self
                .roots
                .or_else(|| environment("PGSSLROOTCERT").map(PathBuf::from)),
        }
    }

    /// Decides for these hosts, and says so in the settings.
    ///
    /// # Errors
    /// There is no such mode, or the certificates cannot be read.
    pub(super) fn decide(&self, config: &mut Config) -> Result<Option<MakeRustlsConnect>> {
        let local = is_local(config);
        let encrypted = match self.mode.as_deref() {
            Some("disable") => false,
            None | Some("allow" | "prefer") => !local,
            // A socket has no name that a certificate could be for, and nobody between its ends.
            Some("require" | "verify-ca" | "verify-full") => !is_socket(config),
            Some(_) => {
                return Err(Error::Locator {
                    what: "the database address has an sslmode that there is not".into(),
                    hint: "write disable, prefer, require or verify-full".into(),
                });
            }
        };
        if !encrypted {
            config.ssl_mode(SslMode::Disable);
            return Ok(None);
        }
        config.ssl_mode(SslMode::Require);
        let settings = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|_| internal())?
            .with_root_certificates(self.trusted()?)
            .with_no_client_auth();
        Ok(Some(MakeRustlsConnect::new(settings)))
    }

    fn trusted(&self) -> Result<RootCertStore> {
        let mut store = RootCertStore::empty();
        match self
            .roots
            .as_deref()
            .filter(|path| *path != Path::new("system"))
        {
            Some(path) => {
                let unusable = || Error::Unreadable {
                    name: path.display().to_string(),
                    problem: "it holds no certificate that can be read".into(),
                    hint: "give sslrootcert a file of certificates in PEM form".into(),
                };
                std::fs::metadata(path).map_err(|source| Error::io(path, source))?;
                let all = CertificateDer::pem_file_iter(path).map_err(|_| unusable())?;
                for certificate in all {
                    let certificate = certificate.map_err(|_| unusable())?;
                    store.add(certificate).map_err(|_| unusable())?;
                }
                if store.is_empty() {
                    return Err(unusable());
                }
            }
            None => {
                // A certificate of the system that cannot be read trusts nobody, and the others still do.
                store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            }
        }
        Ok(store)
    }
}

fn internal() -> Error {
    Error::Internal {
        what: "no version of TLS is at hand".into(),
    }
}

/// `%41` as the character that it stands for.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = tail.get(..2).filter(|_| *first == b'%');
        let byte = hex
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = tail
            .get(if byte.is_some() { 2 } else { 0 }..)
            .unwrap_or_default();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn is_socket(config: &Config) -> bool {
    let hosts = config.get_hosts();
    !hosts.is_empty() && !hosts.iter().any(|host| matches!(host, Host::Tcp(_)))
}

/// Whether the connection stays on this machine. A name that is not this machine's leads away from it, also through a tunnel that begins here.
fn is_local(config: &Config) -> bool {
    let named = config.get_hosts().iter().all(|host| match host {
        Host::Tcp(name) => {
            name.eq_ignore_ascii_case("localhost")
                || name.parse::<IpAddr>().is_ok_and(|it| it.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    });
    named && config.get_hostaddrs().iter().all(IpAddr::is_loopback)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(url: &str, environment: Environment<'_>) -> Option<SslMode> {
        let (rest, wish) = Wish::taken_from(url, environment);
        let mut config: Config = rest.parse().unwrap();
        let tls = wish.decide(&mut config).ok()?;
        assert_eq!(tls.is_some(), config.get_ssl_mode() == SslMode::Require);
        Some(config.get_ssl_mode())
    }

    #[test]
    fn what_leaves_this_machine_is_encrypted_unless_the_user_says_disable() {
        let none = |_: &str| None;
        for (url, expected) in [
            ("postgres://a@db.example/d", SslMode::Require),
            (
                "postgres://a@10.0.0.7/d?connect_timeout=3",
                SslMode::Require,
            ),
            ("postgres://a@db.example/d?sslmode=prefer", SslMode::Require),
            (
                "postgres://a@db.example/d?hostaddr=127.0.0.1",
                SslMode::Require,
            ),
            ("postgres://a@localhost,db.example/d", SslMode::Require),
            (
                "postgres://a@localhost/d?hostaddr=10.0.0.7",
                SslMode::Require,
            ),
            (
                "postgres://a@db.example/d?sslmode=disable",
                SslMode::Disable,
            ),
            ("postgres://a@localhost/d", SslMode::Disable),
            (
                "postgres://a@127.0.0.1,[::1]/d?sslmode=prefer",
                SslMode::Disable,
            ),
            ("postgres://a@/d?host=/tmp/socket", SslMode::Disable),
            (
                "postgres://a@/d?host=/tmp/socket&sslmode=require",
                SslMode::Disable,
            ),
            (
                "postgres://a@localhost/d?sslmode=verify-full",
                SslMode::Require,
            ),
        ] {
            assert_eq!(mode(url, &none), Some(expected), "{url}");
        }
        assert_eq!(mode("postgres://a@localhost/d?sslmode=maybe", &none), None);
        let disabled = |name: &str| (name == "PGSSLMODE").then(|| "disable".to_owned());
        assert_eq!(
            mode("postgres://a@db.example/d", &disabled),
            Some(SslMode::Disable)
        );
        assert_eq!(
            mode("postgres://a@db.example/d?sslmode=require", &disabled),
            Some(SslMode::Require)
        );
    }

    #[test]
    fn the_rest_of_the_address_stays() {
        let none = |_: &str| None;
        let (rest, wish) = Wish::taken_from(
            "postgres://a@h/d?sslmode=require&connect_timeout=3&sslrootcert=/a%20b%2Fc.pem",
            &none,
        );
        assert_eq!(rest, "postgres://a@h/d?connect_timeout=3");
        assert_eq!(wish.roots, Some(PathBuf::from("/a b/c.pem")));
        assert_eq!(decoded("100%"), "100%");
    }
}
