//! From an address to a connection's settings, with the environment variables and the password file that `psql` knows.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::Host;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::encryption::Wish;
use crate::error::{Error, Result};

/// How long a server may take to answer the first time, unless the address says `connect_timeout`.
const PATIENCE: Duration = Duration::from_secs(15);

/// The value of an environment variable.
pub(super) type Environment<'a> = &'a dyn Fn(&str) -> Option<String>;

/// What a connection is made with.
pub(super) struct Settings {
    pub(super) config: Config,
    /// How it is encrypted, if it is.
    pub(super) tls: Option<MakeRustlsConnect>,
}

/// The settings that an address and the environment of this process give.
pub(super) fn settings(url: &str) -> Result<Settings> {
    let environment = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let (url, wish) = Wish::taken_from(url, &environment);
    let mut config = with_environment(&url, &environment)?;
    let tls = wish.decide(&mut config)?;
    Ok(Settings { config, tls })
}

fn with_environment(url: &str, environment: Environment<'_>) -> Result<Config> {
    // The library's own words may quote a part of the address.
    let mut config: Config = url.parse().map_err(|_| Error::Locator {
        what: "the database address cannot be read".into(),
        hint: "write postgres://user@host:port/database#schema.table, with special characters as %40 and the like"
            .into(),
    })?;
    if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
        let usual = if cfg!(unix) {
            "/var/run/postgresql"
        } else {
            "localhost"
        };
        config.host(environment("PGHOST").unwrap_or_else(|| usual.to_owned()));
    }
    if config.get_ports().is_empty()
        && let Some(port) = environment("PGPORT").and_then(|port| port.parse().ok())
    {
        config.port(port);
    }
    if config.get_user().is_none()
        && let Some(user) = environment("PGUSER").or_else(|| environment("USER"))
    {
        config.user(user);
    }
    if config.get_dbname().is_none()
        && let Some(name) = environment("PGDATABASE")
    {
        config.dbname(name);
    }
    if config.get_password().is_none()
        && let Some(password) =
            environment("PGPASSWORD").or_else(|| from_file(&config, environment))
    {
        config.password(password);
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(PATIENCE);
    }
    config.application_name("bauta");
    Ok(config)
}

/// The password that the password file has for these settings.
fn from_file(config: &Config, environment: Environment<'_>) -> Option<String> {
    let named = environment("PGPASSFILE").map(PathBuf::from);
    let path =
        named.or_else(|| environment("HOME").map(|home| Path::new(&home).join(".pgpass")))?;
    if !is_private(&path) {
        return None;
    }
    let host = match config.get_hosts().first()? {
        Host::Tcp(name) => name.clone(),
        #[cfg(unix)]
        Host::Unix(path) if path == Path::new("/var/run/postgresql") => "localhost".to_owned(),
        #[cfg(unix)]
        Host::Unix(path) => path.to_string_lossy().into_owned(),
    };
    let port = config
        .get_ports()
        .first()
        .copied()
        .unwrap_or(5432)
        .to_string();
    let user = config.get_user()?;
    let wanted = [&host, &port, config.get_dbname().unwrap_or(user), user];
    find_password(&std::fs::read_to_string(path).ok()?, wanted)
}

/// A password file that others can read is not used, as `psql` does not use it.
fn is_private(path: &Path) -> bool {
    #[cfg(unix)]
    return std::fs::metadata(path).is_ok_and(|file| {
        std::os::unix::fs::PermissionsExt::mode(&file.permissions()) & 0o077 == 0
    });
    #[cfg(not(unix))]
    path.is_file()
}

/// The first line `host:port:database:user:password` that fits; `*` fits everything.
fn find_password(file: &str, wanted: [&str; 4]) -> Option<String> {
    file.lines()
        .filter(|line| !line.starts_with('#'))
        .find_map(|line| {
            let fields = fields(line);
            let [keys @ .., password] = fields.as_slice() else {
                return None;
            };
            let fits = keys.len() == 4
                && keys
                    .iter()
                    .zip(wanted)
                    .all(|(key, wanted)| key == "*" || key == wanted);
            fits.then(|| password.clone())
        })
}

/// The parts between colons; a backslash takes the next character as it is.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        if letter == ':' {
            fields.push(String::new());
        } else if let Some(last) = fields.last_mut() {
            last.push(if letter == '\\' {
                letters.next().unwrap_or('\\')
            } else {
                letter
            });
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none(_: &str) -> Option<String> {
        None
    }

    #[test]
    fn the_address_wins_over_the_environment() {
        let environment = |name: &str| Some(format!("from-{name}"));
        let config =
            with_environment("postgres://ada:pw@db.example:5433/census", &environment).unwrap();
        assert_eq!(
            (config.get_user(), config.get_dbname()),
            (Some("ada"), Some("census"))
        );
        assert_eq!(
            (config.get_password(), config.get_ports()),
            (Some(&b"pw"[..]), &[5433][..])
        );
        let config = with_environment("postgres:///census?host=/tmp/socket", &environment).unwrap();
        assert_eq!(
            (config.get_user(), config.get_password()),
            (Some("from-PGUSER"), Some(&b"from-PGPASSWORD"[..]))
        );
        assert!(
            matches!(config.get_hosts(), [Host::Unix(path)] if path == Path::new("/tmp/socket"))
        );
    }

    #[test]
    fn without_a_host_the_usual_socket_is_tried() {
        let config = with_environment("postgres:///census", &none).unwrap();
        assert!(
            matches!(config.get_hosts(), [Host::Unix(path)] if path == Path::new("/var/run/postgresql"))
        );
        assert_eq!(config.get_connect_timeout(), Some(&PATIENCE));
    }

    #[test]
    fn a_bad_address_is_not_repeated() {
        let error = with_environment("postgres://ada:s3cret@host:notaport/db", &none).unwrap_err();
        assert!(error.is_fault() && !format!("{error} {error:?}").contains("s3cret"));
    }

    #[test]
    fn the_password_file_is_read_as_psql_reads_it() {
        let file =
            "# comment\nother:5432:*:ada:no\ndb\\:1:5432:*:ada:a\\:b\\\\c\n*:*:census:*:last";
        assert_eq!(
            find_password(file, ["db:1", "5432", "x", "ada"]).as_deref(),
            Some("a:b\\c")
        );
        assert_eq!(
            find_password(file, ["h", "1", "census", "bob"]).as_deref(),
            Some("last")
        );
        assert_eq!(find_password(file, ["h", "1", "x", "bob"]), None);
    }

    #[test]
    #[cfg(unix)]
    fn a_password_file_that_others_can_read_is_not_used() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pass");
        std::fs::write(&path, "*:*:*:ada:pw").unwrap();
        let environment =
            |name: &str| (name == "PGPASSFILE").then(|| path.to_str().unwrap().to_owned());
        for (mode, password) in [(0o644, None), (0o600, Some(&b"pw"[..]))] {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(
                with_environment("postgres://ada@h/db", &environment)
                    .unwrap()
                    .get_password(),
                password
            );
        }
    }
}
