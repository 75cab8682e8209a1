//! A real PostgreSQL server for tests, started from the installed packages on a private socket.
//!
//! **Idea.** A small shell script (`postgres.sh`) makes the cluster, starts the server, prints its folder and then waits for
//! the end of its standard input. The test process holds the other end: when it ends, even by a crash, the script stops its
//! own server and removes the folder. So a server can live in a static, which Rust never drops, and nothing is left behind.
//! The server refuses to run as root; then the script runs as the system user `postgres`.
//!
//! **Judge.** Tests ask the server through `psql`, not through the code under test.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::skip::NO_POSTGRESQL;

/// A running server. Dropping it stops it and removes its folder.
pub struct Server {
    watcher: Child,
    folder: PathBuf,
    programs: PathBuf,
    port: u16,
    databases: AtomicU32,
}

/// The server of this test process, started when first asked for. Without an installed PostgreSQL it says
/// `skipped: PostgreSQL is not installed` and gives `None`; the test then returns.
pub fn server() -> Option<&'static Server> {
    let server = server_if_installed();
    if server.is_none() {
        crate::skip(NO_POSTGRESQL);
    }
    server
}

/// The server of this test process for tests that have more to show than a database; they say themselves what they leave out.
pub fn server_if_installed() -> Option<&'static Server> {
    static SHARED: LazyLock<Option<Server>> = LazyLock::new(Server::start);
    SHARED.as_ref()
}

impl Server {
    /// Starts a server, or `None` where PostgreSQL is not installed.
    pub fn start() -> Option<Server> {
        Server::start_with(None, &[])
    }

    /// Starts a server that is also reached at a port of 127.0.0.1, and encrypts there if it has a certificate and its key.
    pub fn start_on_network(port: u16, certificate: Option<(&str, &str)>) -> Option<Server> {
        let secrets =
            certificate.map(|(certificate, key)| [("CERTIFICATE", certificate), ("KEY", key)]);
        let secrets = secrets.as_ref().map_or(&[][..], |both| &both[..]);
        Server::start_with(Some(port), secrets)
    }

    fn start_with(port: Option<u16>, variables: &[(&str, &str)]) -> Option<Server> {
        let programs = programs()?;
        let script = include_str!("postgres.sh");
        let mut command = if is_root() {
            Command::new("runuser")
        } else {
            Command::new("sh")
        };
        if is_root() {
            command.args(["-u", "postgres", "--", "sh"]);
        }
        let mut watcher = command
            .args(["-c", script, "sh"])
            .arg(&programs)
            .args(port.map(|port| port.to_string()))
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut folder = String::new();
        BufReader::new(watcher.stdout.take()?)
            .read_line(&mut folder)
            .expect("the watcher's answer is readable");
        assert!(
            !folder.is_empty(),
            "PostgreSQL is installed in {} but did not start",
            programs.display()
        );
        let folder = PathBuf::from(folder.trim_end());
        Some(Server {
            watcher,
            folder,
            programs,
            port: port.unwrap_or(5432),
            databases: AtomicU32::new(0),
        })
    }

    /// The folder with the socket.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes an empty database of its own for a test and gives its name.
    pub fn fresh_database(&self) -> String {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.run(
            "postgres",
            &format!("CREATE DATABASE {name} TEMPLATE template0"),
        );
        name
    }

    /// The address of a database for the superuser.
    pub fn url(&self, database: &str) -> String {
        self.url_as("postgres", database)
    }

    /// The address of a database for a role. The role `locked` needs a password, every other role gets in without.
    pub fn url_as(&self, role: &str, database: &str) -> String {
        format!(
            "postgres://{role}@/{database}?host={}",
            self.folder.display()
        )
    }

    /// What `psql` prints for SQL, without decoration: cells parted by `|`, missing ones as `NULL`. A statement that fails
    /// ends the test.
    pub fn run(&self, database: &str, sql: &str) -> String {
        let mut psql = Command::new(self.programs.join("psql"))
            .args([
                "-X",
                "-A",
                "-t",
                "-q",
                "-P",
                "null=NULL",
                "-v",
                "ON_ERROR_STOP=1",
                "-U",
                "postgres",
            ])
            .arg("-h")
            .arg(&self.folder)
            .args(["-d", database])
            .env("PGPORT", self.port.to_string())
            .env("PGCLIENTENCODING", "UTF8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("psql starts");
        psql.stdin
            .take()
            .expect("psql has an input")
            .write_all(sql.as_bytes())
            .expect("psql takes its input");
        let done = psql.wait_with_output().expect("psql ends");
        assert!(
            done.status.success(),
            "psql: {}",
            String::from_utf8_lossy(&done.stderr)
        );
        String::from_utf8(done.stdout)
            .expect("psql prints UTF-8")
            .trim_end_matches('\n')
            .to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.watcher.stdin.take());
        let _ = self.watcher.wait();
    }
}

/// The programs of the newest server that Debian's packages installed, or those on the search path.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    let mut installed: Vec<(u32, PathBuf)> = versions
        .filter_map(|version| {
            Some((
                version.file_name().to_str()?.parse().ok()?,
                version.path().join("bin"),
            ))
        })
        .collect();
    installed.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let others: Vec<PathBuf> = std::env::split_paths(&path).collect();
    installed
        .into_iter()
        .rev()
        .map(|(_, folder)| folder)
        .chain(others)
        .find(|folder| {
            ["initdb", "pg_ctl", "postgres", "psql"]
                .iter()
                .all(|program| folder.join(program).is_file())
        })
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|out| out.stdout.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_answers_and_leaves_nothing_behind() {
        let Some(server) = Server::start() else {
            return crate::skip(NO_POSTGRESQL);
        };
        let (one, other) = (server.fresh_database(), server.fresh_database());
        server.run(
            &one,
            "CREATE TABLE t (a int, b text); INSERT INTO t VALUES (1, 'x'), (2, NULL)",
        );
        assert_eq!(
            server.run(&one, "SELECT * FROM t ORDER BY a"),
            "1|x\n2|NULL"
        );
        assert_eq!(
            server.run(
                &other,
                "SELECT count(*) FROM pg_tables WHERE tablename = 't'"
            ),
            "0"
        );
        assert_eq!(server.run(&one, "SHOW listen_addresses"), "");
        let folder = server.folder().to_owned();
        drop(server);
        assert!(!folder.exists());
    }
}
