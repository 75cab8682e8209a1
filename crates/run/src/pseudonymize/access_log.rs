//! The log of re-identifications: who asked for the person behind a pseudonym, when and why.
//!
//! A line is on the disk before the answer is given; where it cannot be written, there is no answer. The file is for its owner only, and it
//! names no person: it has the pseudonym that was looked up, and whether somebody was found.

use std::io::Write;
use std::path::{Path, PathBuf};

use bauta_formats::Locator;
use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;

use bauta_messages::{Error, Result};

/// What the name of a log ends in, behind the name of the correspondence table or the key.
const SUFFIX: &str = ".reidentifications.jsonl";

/// A line of the log.
#[derive(Serialize)]
pub(super) struct Access<'a> {
    /// When, in universal time.
    pub time: String,
    /// The name of the user as the environment has it.
    pub user: String,
    /// The number of the user, where the operating system says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<u32>,
    /// Why.
    pub reason: &'a str,
    /// The pseudonym.
    pub pseudonym: &'a str,
    /// The correspondence table or the key.
    pub source: String,
    /// Whether somebody has it.
    pub found: bool,
}

impl<'a> Access<'a> {
    /// A look-up that takes place now.
    pub fn now(reason: &'a str, pseudonym: &'a str, source: &str, found: bool) -> Self {
        let now: DateTime<Utc> = std::time::SystemTime::now().into();
        let names = ["SUDO_USER", "USER", "LOGNAME", "USERNAME"];
        let mut known = names.iter().filter_map(|name| std::env::var(name).ok());
        Access {
            time: now.to_rfc3339_opts(SecondsFormat::Secs, true),
            user: known.next().unwrap_or_else(|| "unknown".to_owned()),
            uid: user_number(),
            reason,
            pseudonym,
            source: source.to_owned(),
            found,
        }
    }

    /// Adds the line to a log, and waits until it is on the disk.
    ///
    /// # Errors
    /// The failure of the file: then nobody may be told the answer.
    pub fn append(&self, log: &Path) -> Result<()> {
        let mut line = serde_json::to_string(self)
            .map_err(|error| Error::internal(format!("a line of a log: {error}")))?;
        line.push('\n');
        let written = open(log).and_then(|mut file| {
            file.write_all(line.as_bytes())?;
            file.sync_all()
        });
        written.map_err(|source| bauta_formats::Error::io(log, source).into())
    }
}

/// Where the log of a correspondence table or of a key is, unless another place is given.
pub(super) fn usual_place(mapping: Option<&str>, key_file: Option<&Path>) -> Result<PathBuf> {
    let beside = |path: &Path| {
        let mut name = path.as_os_str().to_owned();
        name.push(SUFFIX);
        PathBuf::from(name)
    };
    let none = || Error::request("a re-identification is logged; say in which file with --log");
    let Some(mapping) = mapping else {
        return key_file.map(beside).ok_or_else(none);
    };
    if mapping.ends_with(".age") {
        return Ok(beside(Path::new(mapping)));
    }
    match mapping.parse::<Locator>()? {
        Locator::File { path, .. } | Locator::Sqlite { path, .. } => Ok(beside(&path)),
        _ => Err(none()),
    }
}

#[cfg(unix)]
fn open(log: &Path) -> std::io::Result<std::fs::File> {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = std::fs::OpenOptions::new();
    options.create(true).append(true).mode(0o600).open(log)
}

#[cfg(not(unix))]
fn open(log: &Path) -> std::io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    options.create(true).append(true).open(log)
}

/// The owner of this process, which no variable of the environment can change.
#[cfg(target_os = "linux")]
fn user_number() -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").ok().map(|it| it.uid())
}

#[cfg(not(target_os = "linux"))]
fn user_number() -> Option<u32> {
    None
}
