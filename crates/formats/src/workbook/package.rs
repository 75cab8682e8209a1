//! The zip around a workbook: what it is, what is in it, and one part at a time as XML.
//!
//! A part is unpacked on a second thread while the first reads its events: no part is ever in memory as a whole, and reading
//! takes the longer of the two times, not their sum. All bytes of a workbook count against one limit.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};

use zip::ZipArchive;
use zip::result::ZipError;

use super::unreadable;
use super::xml::{Inflated, Stop, Xml, too_much};
use crate::error::{Error, Result};

const CHUNK: usize = 128 << 10;
const CHUNKS_AHEAD: usize = 8;

/// An open workbook.
pub(crate) struct Package {
    archive: ZipArchive<BufReader<File>>,
    path: PathBuf,
    left: AtomicU64,
}

impl Package {
    /// Opens a workbook; all parts together may unpack to `most` bytes.
    pub(crate) fn open(path: &Path, most: u64) -> Result<Self> {
        let mut file = File::open(path).map_err(|source| Error::io(path, source))?;
        let mut magic = Vec::new();
        Read::take(&mut file, 8)
            .read_to_end(&mut magic)
            .map_err(|source| Error::io(path, source))?;
        check_magic(path, &magic)?;
        file.seek(SeekFrom::Start(0))
            .map_err(|source| Error::io(path, source))?;
        let archive =
            ZipArchive::new(BufReader::new(file)).map_err(|error| zip_failed(path, &error))?;
        Ok(Package {
            archive,
            path: path.to_owned(),
            left: AtomicU64::new(most),
        })
    }

    /// The parts' names, in the order of the zip.
    pub(crate) fn names(&self) -> Vec<String> {
        self.archive
            .file_names()
            .filter_map(|name| name.ok().map(Cow::into_owned))
            .collect()
    }

    /// The stored name of a part, which may differ in case or in a leading slash.
    pub(crate) fn find(&self, part: &str) -> Option<String> {
        let wanted = part.trim_start_matches('/');
        if self.archive.index_for_name(wanted).is_some() {
            return Some(wanted.to_owned());
        }
        self.names()
            .into_iter()
            .find(|name| name.trim_start_matches('/').eq_ignore_ascii_case(wanted))
    }

    /// The zip itself, to copy parts as they are.
    pub(crate) fn archive(&mut self) -> &mut ZipArchive<BufReader<File>> {
        &mut self.archive
    }

    /// A small part as a whole, at most `most` bytes of it; `None` = there is no such part.
    pub(crate) fn small(&mut self, part: &str, most: u64) -> Result<Option<Vec<u8>>> {
        let Some(name) = self.find(part) else {
            return Ok(None);
        };
        let entry = self
            .archive
            .by_name(&name)
            .map_err(|error| zip_failed(&self.path, &error))?;
        let mut bytes = Vec::new();
        entry
            .take(most + 1)
            .read_to_end(&mut bytes)
            .map_err(|_| damaged(&self.path))?;
        if bytes.len() as u64 > most {
            return Err(too_much(&self.path));
        }
        Ok(Some(bytes))
    }

    /// Lets `work` read the events of a part; `None` = there is no such part.
    pub(crate) fn read<T>(
        &mut self,
        part: &str,
        work: impl FnOnce(Xml) -> Result<T>,
    ) -> Result<Option<T>> {
        let Some(name) = self.find(part) else {
            return Ok(None);
        };
        let (path, left) = (&self.path, &self.left);
        let mut entry = self
            .archive
            .by_name(&name)
            .map_err(|error| zip_failed(path, &error))?;
        let (sender, receiver) = sync_channel(CHUNKS_AHEAD);
        let xml = Xml::new(Inflated::new(receiver), path, part);
        std::thread::scope(|scope| {
            scope.spawn(move || inflate(&mut entry, left, &sender));
            work(xml).map(Some)
        })
    }
}

/// Sends a part in chunks until its end, the limit, or nobody listens any more.
fn inflate(entry: &mut impl Read, left: &AtomicU64, sender: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut chunk = Vec::with_capacity(CHUNK);
        let read = entry.by_ref().take(CHUNK as u64).read_to_end(&mut chunk);
        let message = match read {
            Ok(0) => return,
            Ok(count) if spend(left, count as u64) => Ok(chunk),
            Ok(_) => Err(io::Error::other(Stop::TooMuch)),
            Err(error) => Err(error),
        };
        let last = message.is_err();
        if sender.send(message).is_err() || last {
            return;
        }
    }
}

fn spend(left: &AtomicU64, count: u64) -> bool {
    left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
        left.checked_sub(count)
    })
    .is_ok()
}

fn check_magic(path: &Path, magic: &[u8]) -> Result<()> {
    const COMPOUND: [u8; 8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
    if magic.starts_with(b"PK") {
        return Ok(());
    }
    Err(if magic.is_empty() {
        unreadable(
            path,
            "the file is empty",
            "check that it was copied completely",
        )
    } else if magic == COMPOUND {
        unreadable(
            path,
            "it is protected by a password, or an old binary workbook (.xls)",
            "open it in a spreadsheet program and save it as .xlsx or .ods without a password",
        )
    } else {
        unreadable(
            path,
            "it is not a workbook: the content is not what the name says",
            "check the file; a text file should end in .csv",
        )
    })
}

fn damaged(path: &Path) -> Error {
    unreadable(
        path,
        "the file is damaged or incomplete",
        "copy it again, or open it in a spreadsheet program and save it again",
    )
}

/// A failure of the zip, as an error about the file.
pub(crate) fn zip_failed(path: &Path, error: &ZipError) -> Error {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            protected(path)
        }
        _ => damaged(path),
    }
}

/// A workbook that needs a password.
pub(crate) fn protected(path: &Path) -> Error {
    unreadable(
        path,
        "it is protected by a password",
        "open it in a spreadsheet program and save a copy without a password",
    )
}
