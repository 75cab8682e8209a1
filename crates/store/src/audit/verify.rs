//! Whether the logs are as they were written.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::log::{aside, current};
use super::{ANONYMOUS, Kind, Line, START, USERS, hash};
use crate::error::{Error, Result};

/// What looking through both logs found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Verdict {
    /// About users, and changes.
    #[serde(flatten)]
    pub users: Chain,
    /// About callers without a token.
    pub anonymous: Chain,
}

/// What looking through a log found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Chain {
    /// Lines that follow each other from the first that is kept.
    pub lines: u64,
    /// The first line that does not, if any.
    pub broken_at: Option<u64>,
    /// The hash of the last good line: kept elsewhere, it shows later that nothing before it was changed or cut off.
    pub last: String,
    /// Earlier lines that are not kept any more.
    pub dropped: u64,
}

impl Verdict {
    /// Whether nothing was changed.
    pub fn is_good(&self) -> bool {
        self.users.broken_at.is_none() && self.anonymous.broken_at.is_none()
    }
}

/// Looks through the logs of a store's folder.
///
/// # Errors
/// When a file fails.
pub fn verify(folder: &Path) -> Result<Verdict> {
    Ok(Verdict {
        users: chain(folder, USERS)?,
        anonymous: chain(folder, ANONYMOUS)?,
    })
}

fn chain(folder: &Path, kind: Kind) -> Result<Chain> {
    let mut found = Chain {
        lines: 0,
        broken_at: None,
        last: START.to_owned(),
        dropped: 0,
    };
    let older = aside(folder, kind)?.into_iter().map(|(_, path)| path);
    for path in older.chain([current(folder, kind)]) {
        follow(&path, kind, &mut found)?;
        if found.broken_at.is_some() {
            break;
        }
    }
    Ok(found)
}

/// Goes on with the lines of one file.
fn follow(path: &Path, kind: Kind, found: &mut Chain) -> Result<()> {
    let failed = |error| Error::file(path, error);
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(failed(error)),
    };
    let mut reader = BufReader::new(file);
    let mut text = String::new();
    // A line without its end is being written, or was cut off by a crash: it was not answered.
    while reader.read_line(&mut text).map_err(failed)? > 0 && text.ends_with('\n') {
        let line: Option<Line> = serde_json::from_str(&text).ok();
        let next = found.dropped + found.lines + 1;
        // Where older files are removed, the first line tells what it follows.
        if let (Some(line), 0, true) = (&line, found.lines, kind.kept.is_some()) {
            found.dropped = line.number.saturating_sub(1);
            found.last.clone_from(&line.previous);
        }
        let next = if found.lines == 0 {
            found.dropped + 1
        } else {
            next
        };
        let follows = |line: &Line| {
            line.number == next && line.previous == found.last && line.hash == hash(line)
        };
        let Some(line) = line.filter(follows) else {
            found.broken_at = Some(next);
            return Ok(());
        };
        found.lines += 1;
        found.last = line.hash;
        text.clear();
    }
    Ok(())
}
