//! Who asked what: lines of which each holds the hash of the line before, on the disk before the answer is sent.
//!
//! There are two logs. `audit.log` has what users did and every change, and all of it is kept; when it is long, it goes on in a new file. `anonymous.log` has
//! what was asked without a token: of long texts the beginning and a digest, and of its files only the latest are kept, so that strangers can
//! neither fill the disk nor push lines about users out.

mod log;
mod verify;

use std::path::Path;

use serde::{Deserialize, Serialize};

use self::log::Log;
pub use self::verify::{Chain, Verdict, verify};
use crate::error::Result;

/// What the first line follows.
const START: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The most that is kept of a text that was sent without a token, in bytes.
const BEGINNING: usize = 2 << 10;

/// A line.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Line {
    /// Its number, from 1.
    pub number: u64,
    /// When.
    pub time: String,
    /// Who; none for a caller without a token.
    pub user: Option<String>,
    /// What was done: `query`, `update`, `graph`, `publish`, `users`; `lost` where lines could not be written.
    pub what: String,
    /// The text that was asked, or its beginning.
    pub text: String,
    /// The hash (BLAKE3) of a text of which only the beginning is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The status of the answer; 0 where it was not known yet.
    pub status: u16,
    /// The hash of the line before.
    pub previous: String,
    /// The hash of this line without this field.
    pub hash: String,
}

/// What is known of a line when it is asked for.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Who.
    pub user: Option<String>,
    /// What was done.
    pub what: &'static str,
    /// The text that was asked.
    pub text: String,
    /// The status of the answer.
    pub status: u16,
    /// Whether it changes something.
    pub changes: bool,
}

/// One of the logs: the names of its files, and how many are kept.
#[derive(Debug, Clone, Copy)]
struct Kind {
    name: &'static str,
    /// Files besides the one that is written; all, if none.
    kept: Option<usize>,
}

const USERS: Kind = Kind {
    name: "audit",
    kept: None,
};

const ANONYMOUS: Kind = Kind {
    name: "anonymous",
    kept: Some(3),
};

/// Both logs, each written by a thread of its own.
pub struct Audit {
    users: Log,
    anonymous: Log,
    folder: std::path::PathBuf,
}

impl Audit {
    /// Opens the logs of a store's folder.
    ///
    /// # Errors
    /// When a file fails, or its last line is damaged.
    pub fn open(folder: &Path) -> Result<Audit> {
        Audit::with(folder, log::LONG)
    }

    /// Opens the logs with another length of their files, in bytes.
    ///
    /// # Errors
    /// As [`Audit::open`].
    pub fn with(folder: &Path, long: u64) -> Result<Audit> {
        Ok(Audit {
            users: Log::open(folder, USERS, long)?,
            anonymous: Log::open(folder, ANONYMOUS, long)?,
            folder: folder.to_owned(),
        })
    }

    /// Looks through them, while they are written.
    ///
    /// # Errors
    /// When a file fails.
    pub fn verify(&self) -> Result<Verdict> {
        verify(&self.folder)
    }

    /// Writes a line; when this returns it is on the disk.
    ///
    /// # Errors
    /// When the file fails: what changes something is not to be done then. How many lines are missing is written as soon as it can be.
    pub fn tell(&self, asked: Asked) -> Result<()> {
        if asked.user.is_some() || asked.changes {
            self.users.tell(asked, None)
        } else {
            let (asked, digest) = shortened(asked);
            self.anonymous.tell(asked, digest)
        }
    }

    /// Whether lines can be written; where one could not, this tries again.
    pub fn is_well(&self) -> bool {
        self.users.is_well() && self.anonymous.is_well()
    }
}

/// The beginning of a text, and the hash of all of it if that is more.
fn shortened(mut asked: Asked) -> (Asked, Option<String>) {
    if asked.text.len() <= BEGINNING {
        return (asked, None);
    }
    let digest = blake3::hash(asked.text.as_bytes()).to_hex().to_string();
    asked
        .text
        .truncate(asked.text.floor_char_boundary(BEGINNING));
    (asked, Some(digest))
}

/// The hash of a line without that field.
fn hash(line: &Line) -> String {
    let bare = Line {
        hash: String::new(),
        ..line.clone()
    };
    blake3::hash(serde_json::to_string(&bare).unwrap_or_default().as_bytes())
        .to_hex()
        .to_string()
}
