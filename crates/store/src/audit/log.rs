//! One log: lines that wait together are written together, and a file that is long is put aside.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

use super::{Asked, Kind, Line, START, hash};
use crate::error::{Error, Result};

/// A file that is longer is put aside, in bytes.
pub const LONG: u64 = 64 << 20;

type Written = std::result::Result<(), (std::io::ErrorKind, String)>;

/// A line that waits, none to try only whether lines can be written; and who waits for it.
type Waiting = (Option<(Asked, Option<String>)>, Sender<Written>);

/// A log and the thread that writes it.
pub struct Log {
    sender: Sender<Waiting>,
    path: PathBuf,
}

impl Log {
    /// Opens a log of a folder.
    pub fn open(folder: &Path, kind: Kind, long: u64) -> Result<Log> {
        let path = current(folder, kind);
        let failed = |error| Error::file(&path, error);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&path).map_err(failed)?;
        let (mut end, length) = last_line(&mut file, &path)?;
        // A file that was put aside just before the program ended.
        if end.is_none()
            && let Some((_, aside)) = aside(folder, kind)?.pop()
        {
            let mut file = File::open(&aside).map_err(|error| Error::file(&aside, error))?;
            end = last_line(&mut file, &aside)?.0;
        }
        let (number, last) = end.unwrap_or((0, START.to_owned()));
        let writer = Writer {
            folder: folder.to_owned(),
            kind,
            long,
            file,
            length,
            number,
            last,
            lost: 0,
        };
        let (sender, receiver) = channel();
        std::thread::Builder::new()
            .name(kind.name.into())
            .spawn(move || writer.run(&receiver))
            .map_err(failed)?;
        Ok(Log { sender, path })
    }

    /// Writes a line; when this returns it is on the disk.
    pub fn tell(&self, asked: Asked, digest: Option<String>) -> Result<()> {
        self.send(Some((asked, digest)))
    }

    /// Whether lines can be written.
    pub fn is_well(&self) -> bool {
        self.send(None).is_ok()
    }

    fn send(&self, line: Option<(Asked, Option<String>)>) -> Result<()> {
        let gone = || Error::Internal("the audit log has ended".to_owned());
        let (sender, receiver) = channel();
        self.sender.send((line, sender)).map_err(|_| gone())?;
        let written = receiver.recv().map_err(|_| gone())?;
        written
            .map_err(|(kind, problem)| Error::file(&self.path, std::io::Error::new(kind, problem)))
    }
}

/// The file that is written.
pub fn current(folder: &Path, kind: Kind) -> PathBuf {
    folder.join(format!("{}.log", kind.name))
}

/// Files that were put aside, by the number of their last line.
pub fn aside(folder: &Path, kind: Kind) -> Result<Vec<(u64, PathBuf)>> {
    let files = std::fs::read_dir(folder).map_err(|error| Error::file(folder, error))?;
    let mut found: Vec<(u64, PathBuf)> = files
        .filter_map(|file| {
            let path = file.ok()?.path();
            let name = path.file_name()?.to_str()?;
            let number = name.strip_prefix(kind.name)?.strip_prefix('-')?;
            Some((number.strip_suffix(".log")?.parse().ok()?, path))
        })
        .collect();
    found.sort_unstable();
    Ok(found)
}

/// What the thread knows.
struct Writer {
    folder: PathBuf,
    kind: Kind,
    long: u64,
    file: File,
    /// Bytes of whole lines.
    length: u64,
    number: u64,
    last: String,
    /// Lines that could not be written.
    lost: u64,
}

impl Writer {
    fn run(mut self, receiver: &Receiver<Waiting>) {
        while let Ok(first) = receiver.recv() {
            // All that wait meanwhile share one write and one sync.
            let (lines, senders): (Vec<_>, Vec<_>) =
                std::iter::once(first).chain(receiver.try_iter()).unzip();
            let lines: Vec<_> = lines.into_iter().flatten().collect();
            let count = lines.len() as u64;
            let written = self
                .write(lines)
                .map_err(|error| (error.kind(), error.to_string()));
            if written.is_err() {
                self.lost += count;
            }
            for sender in senders {
                let _ = sender.send(written.clone());
            }
        }
    }

    /// Writes lines behind whatever is whole: what an earlier failure has left is cut off first.
    fn write(&mut self, lines: Vec<(Asked, Option<String>)>) -> std::io::Result<()> {
        if lines.is_empty() && self.lost == 0 {
            return Ok(());
        }
        let (mut number, mut last, mut text) = (self.number, self.last.clone(), String::new());
        let lost = (self.lost > 0).then(|| {
            let text = format!("{} lines could not be written", self.lost);
            (missing(text), None)
        });
        for (asked, digest) in lost.into_iter().chain(lines) {
            number += 1;
            let line = line(asked, digest, number, &last);
            last.clone_from(&line.hash);
            text += &serde_json::to_string(&line)?;
            text.push('\n');
        }
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(text.as_bytes())?;
        self.file.sync_data()?;
        self.length += text.len() as u64;
        (self.number, self.last, self.lost) = (number, last, 0);
        if self.length > self.long {
            // What was written is written; a file that cannot be put aside grows until it can.
            let _ = self.put_aside();
        }
        Ok(())
    }

    /// Goes on in a new file, and removes the oldest where only some are kept.
    fn put_aside(&mut self) -> std::io::Result<()> {
        let path = current(&self.folder, self.kind);
        let name = format!("{}-{:012}.log", self.kind.name, self.number);
        std::fs::rename(&path, self.folder.join(name))?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        self.file = options.open(&path)?;
        self.length = 0;
        let _ = crate::journal::sync(&self.folder);
        if let Some(kept) = self.kind.kept {
            let all = aside(&self.folder, self.kind).unwrap_or_default();
            let many = all.len().saturating_sub(kept);
            for (_, path) in all.into_iter().take(many) {
                std::fs::remove_file(path)?;
            }
        }
        Ok(())
    }
}

/// A line about lines that are not there.
fn missing(text: String) -> Asked {
    Asked {
        user: None,
        what: "lost",
        text,
        status: 0,
        changes: false,
    }
}

fn line(asked: Asked, digest: Option<String>, number: u64, previous: &str) -> Line {
    let mut line = Line {
        number,
        time: crate::engine::now(),
        user: asked.user,
        what: asked.what.to_owned(),
        text: asked.text,
        digest,
        status: asked.status,
        previous: previous.to_owned(),
        hash: String::new(),
    };
    line.hash = hash(&line);
    line
}

/// What is read at once from the end of a file, in bytes.
const BLOCK: u64 = 64 << 10;

/// Number and hash of the last line, if any, and the bytes of whole lines. A line that a crash cut off was never answered, and does not count.
fn last_line(file: &mut File, path: &Path) -> Result<(Option<(u64, String)>, u64)> {
    let failed = |error| Error::file(path, error);
    let total = file.metadata().map_err(failed)?.len();
    let mut from = total;
    let mut text = Vec::new();
    loop {
        // From the end, block by block, until there are two ends of lines: the last line is between them.
        let ends = memchr::memrchr(b'\n', &text);
        let start = ends.and_then(|end| memchr::memrchr(b'\n', text.get(..end)?));
        let Some(end) = ends.filter(|_| start.is_some() || from == 0) else {
            if from == 0 {
                return Ok((None, 0));
            }
            let before = from.saturating_sub(BLOCK.max(text.len() as u64));
            let mut block = vec![0; usize::try_from(from - before).unwrap_or_default()];
            file.seek(SeekFrom::Start(before))
                .and_then(|_| file.read_exact(&mut block))
                .map_err(failed)?;
            block.extend_from_slice(&text);
            (text, from) = (block, before);
            continue;
        };
        let own = text
            .get(start.map_or(0, |at| at + 1)..end)
            .unwrap_or_default();
        let length = from + end as u64 + 1;
        let line: Line =
            serde_json::from_slice(own).map_err(|_| Error::Damaged(path.to_owned(), length))?;
        return Ok((Some((line.number, line.hash)), length));
    }
}
