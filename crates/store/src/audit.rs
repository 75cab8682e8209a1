//! Who asked what: a file in which each line holds the hash of the line before, on the disk before the answer is sent.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

/// What the first line follows.
const START: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// A line.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Line {
    /// Its number, from 1.
    pub number: u64,
    /// When.
    pub time: String,
    /// Who; none for a caller without a token.
    pub user: Option<String>,
    /// What was done: `query`, `update`, `graph`, `publish`, `users`.
    pub what: String,
    /// The text that was asked.
    pub text: String,
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
}

type Told = std::result::Result<(), (std::io::ErrorKind, String)>;

/// The file, written by a thread of its own: lines that wait together are written together.
pub struct Audit {
    sender: Sender<(Asked, Sender<Told>)>,
    folder: PathBuf,
}

impl Audit {
    /// Opens the file of a store's folder.
    ///
    /// # Errors
    /// When it fails, or its last line is damaged.
    pub fn open(folder: &Path) -> Result<Audit> {
        let path = path(folder);
        let (number, last) = end(&path)?;
        let mut options = OpenOptions::new();
        options.append(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options
            .open(&path)
            .map_err(|error| Error::file(&path, error))?;
        let (sender, receiver) = channel();
        std::thread::Builder::new()
            .name("audit".into())
            .spawn(move || write_all(&file, &receiver, number, last))
            .map_err(|error| Error::file(&path, error))?;
        Ok(Audit {
            sender,
            folder: folder.to_owned(),
        })
    }

    /// Looks through it, while it is written.
    ///
    /// # Errors
    /// When the file fails.
    pub fn verify(&self) -> Result<Verdict> {
        verify(&self.folder)
    }

    /// Writes a line; when this returns it is on the disk.
    ///
    /// # Errors
    /// When the file fails: nothing is to be answered then.
    pub fn tell(&self, asked: Asked) -> Result<()> {
        let gone = || Error::Internal("the audit log has ended".to_owned());
        let (sender, receiver) = channel();
        self.sender.send((asked, sender)).map_err(|_| gone())?;
        let written = receiver.recv().map_err(|_| gone())?;
        written.map_err(|(kind, problem)| {
            Error::file(&path(&self.folder), std::io::Error::new(kind, problem))
        })
    }
}

fn path(folder: &Path) -> PathBuf {
    folder.join("audit.log")
}

fn write_all(
    mut file: &File,
    receiver: &Receiver<(Asked, Sender<Told>)>,
    mut number: u64,
    mut last: String,
) {
    while let Ok(first) = receiver.recv() {
        let (mut text, mut waiting) = (String::new(), Vec::new());
        // All that wait meanwhile share one write and one sync.
        for (asked, teller) in std::iter::once(first).chain(receiver.try_iter()) {
            number += 1;
            let line = line(asked, number, &last);
            last.clone_from(&line.hash);
            text += &serde_json::to_string(&line).unwrap_or_default();
            text.push('\n');
            waiting.push(teller);
        }
        let written = file
            .write_all(text.as_bytes())
            .and_then(|()| file.sync_data())
            .map_err(|error| (error.kind(), error.to_string()));
        for teller in waiting {
            let _ = teller.send(written.clone());
        }
        if written.is_err() {
            // What is in the file is not known any more: who asks next is told that the log has ended.
            return;
        }
    }
}

fn line(asked: Asked, number: u64, previous: &str) -> Line {
    let mut line = Line {
        number,
        time: crate::engine::now(),
        user: asked.user,
        what: asked.what.to_owned(),
        text: asked.text,
        status: asked.status,
        previous: previous.to_owned(),
        hash: String::new(),
    };
    line.hash = hash(&line);
    line
}

fn hash(line: &Line) -> String {
    let bare = Line {
        hash: String::new(),
        ..line.clone()
    };
    blake3::hash(serde_json::to_string(&bare).unwrap_or_default().as_bytes())
        .to_hex()
        .to_string()
}

/// Number and hash of the last line. A line that a crash cut off is removed: it was never answered.
fn end(path: &Path) -> Result<(u64, String)> {
    let failed = |error| Error::file(path, error);
    let text = match std::fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok((0, START.to_owned()));
        }
        Err(error) => return Err(failed(error)),
    };
    let whole = memchr::memrchr(b'\n', &text).map_or(0, |at| at + 1);
    if whole < text.len() {
        OpenOptions::new()
            .write(true)
            .open(path)
            .and_then(|file| file.set_len(whole as u64))
            .map_err(failed)?;
    }
    let lines = text.get(..whole).unwrap_or_default();
    let Some(last) = lines
        .trim_ascii_end()
        .rsplit(|byte| *byte == b'\n')
        .next()
        .filter(|line| !line.is_empty())
    else {
        return Ok((0, START.to_owned()));
    };
    let line: Line =
        serde_json::from_slice(last).map_err(|_| Error::Damaged(path.to_owned(), whole as u64))?;
    Ok((line.number, line.hash))
}

/// What looking through a log found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Verdict {
    /// Lines that follow from the start.
    pub lines: u64,
    /// The first line that does not, if any.
    pub broken_at: Option<u64>,
    /// The hash of the last good line: kept elsewhere, it shows later that nothing before it was changed or cut off.
    pub last: String,
}

/// Looks through the log of a store's folder.
///
/// # Errors
/// When the file fails.
pub fn verify(folder: &Path) -> Result<Verdict> {
    let path = path(folder);
    let failed = |error| Error::file(&path, error);
    let mut verdict = Verdict {
        lines: 0,
        broken_at: None,
        last: START.to_owned(),
    };
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(verdict),
        Err(error) => return Err(failed(error)),
    };
    let mut reader = BufReader::new(file);
    let mut text = String::new();
    // A line without its end is being written, or was cut off by a crash: it was not answered.
    while reader.read_line(&mut text).map_err(failed)? > 0 && text.ends_with('\n') {
        let next = verdict.lines + 1;
        let line: Option<Line> = serde_json::from_str(&text).ok();
        match line.filter(|line| {
            line.number == next && line.previous == verdict.last && line.hash == hash(line)
        }) {
            Some(line) => {
                verdict = Verdict {
                    lines: next,
                    broken_at: None,
                    last: line.hash,
                }
            }
            None => {
                return Ok(Verdict {
                    broken_at: Some(next),
                    ..verdict
                });
            }
        }
        text.clear();
    }
    Ok(verdict)
}
