//! Records in a file: each with its length and two checksums, so that a write that was cut off is told from damage.
//!
//! A record is `length (4 bytes) · checksum of the length (4) · checksum of the content (16) · content`. A crash can only cut off the last
//! record: the file ends in it, or whole sectors of it were never written and are zeros. Everything else that is wrong is damage, also in the
//! last record, and refused: to go on would lose what was acknowledged.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// Bytes before the content of a record.
pub const HEAD: usize = 24;

/// What a disk writes as a whole or not at all.
const SECTOR: usize = 512;

/// What a crash cut off at the end of a file, and what is not there any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CutOff {
    /// The file.
    pub path: PathBuf,
    /// Where it ends now.
    pub at: u64,
    /// Bytes that were behind.
    pub bytes: u64,
}

/// A file of records, open for appending.
pub struct Frames {
    file: File,
    path: PathBuf,
    length: u64,
    /// What is on the disk is not known any more: nothing can be acknowledged until the file is opened again.
    broken: bool,
    cut_off: Option<CutOff>,
}

impl Frames {
    /// Opens a file after its last whole record; what was cut off is removed. Each record is handed over in order.
    ///
    /// # Errors
    /// When the file fails or is damaged, or a record cannot be taken.
    pub fn open(path: &Path, take: impl FnMut(Vec<u8>) -> Result<()>) -> Result<Frames> {
        let failed = |error| Error::file(path, error);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let (mut file, length, total) = records(options.open(path).map_err(failed)?, path, take)?;
        if length < total {
            file.set_len(length).map_err(failed)?;
            file.sync_all().map_err(failed)?;
        }
        file.seek(SeekFrom::Start(length)).map_err(failed)?;
        let cut_off = (length < total).then(|| CutOff {
            path: path.to_owned(),
            at: length,
            bytes: total - length,
        });
        Ok(Frames {
            file,
            path: path.to_owned(),
            length,
            broken: false,
            cut_off,
        })
    }

    /// Hands over the records of a file that nothing is written to any more; its length. What is missing at its end is damage.
    ///
    /// # Errors
    /// As [`Frames::open`]; the file is never changed.
    pub fn read(path: &Path, take: impl FnMut(Vec<u8>) -> Result<()>) -> Result<u64> {
        let file = File::open(path).map_err(|error| Error::file(path, error))?;
        // Nothing of it can be given up: whatever its last record says, later files go on from there.
        let (_, length, total) = records(file, path, take).map_err(|error| match error {
            Error::DamagedEnd(path, at) => Error::Damaged(path, at),
            other => other,
        })?;
        if length < total {
            Err(Error::Damaged(path.to_owned(), length))
        } else {
            Ok(length)
        }
    }

    /// Appends a record and waits until it is on the disk. After a failure the file is as before.
    ///
    /// # Errors
    /// When the file fails.
    pub fn append(&mut self, content: &[u8]) -> Result<()> {
        self.put(content)?;
        self.sync()
    }

    /// Appends a record that may not be on the disk yet.
    ///
    /// # Errors
    /// When the file fails.
    pub fn put(&mut self, content: &[u8]) -> Result<()> {
        if self.broken {
            let error = std::io::Error::other("an earlier write failed; restart the store");
            return Err(Error::file(&self.path, error));
        }
        if let Err(error) = self.write(content) {
            let restored = self
                .file
                .set_len(self.length)
                .and_then(|()| self.file.seek(SeekFrom::Start(self.length)));
            // Half a record at the end would be taken for a crash, and all that follows it for damage.
            self.broken = restored.is_err();
            return Err(Error::file(&self.path, error));
        }
        self.length += (HEAD + content.len()) as u64;
        Ok(())
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// When the file fails: the system may have dropped the data and say nothing of it the next time, so that nothing is taken any more.
    pub fn sync(&mut self) -> Result<()> {
        self.file.sync_data().map_err(|error| {
            self.broken = true;
            Error::file(&self.path, error)
        })
    }

    fn write(&mut self, content: &[u8]) -> std::io::Result<()> {
        let size = u32::try_from(content.len())
            .map_err(|_| std::io::Error::other("a record of more than 4 GiB"))?;
        let size = size.to_le_bytes();
        let mut head = Vec::with_capacity(HEAD);
        head.extend_from_slice(&size);
        head.extend_from_slice(sum(&size, 4).get(..4).unwrap_or_default());
        head.extend_from_slice(&sum(content, 16));
        self.file.write_all(&head)?;
        self.file.write_all(content)
    }

    /// Whether nothing can be acknowledged any more.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// What was cut off when it was opened.
    pub fn cut_off(&self) -> Option<&CutOff> {
        self.cut_off.as_ref()
    }

    /// Bytes in the file.
    pub fn length(&self) -> u64 {
        self.length
    }
}

/// Hands over the whole records of a file; the file, the length of these, and its own.
fn records(
    file: File,
    path: &Path,
    mut take: impl FnMut(Vec<u8>) -> Result<()>,
) -> Result<(File, u64, u64)> {
    let total = file
        .metadata()
        .map_err(|error| Error::file(path, error))?
        .len();
    let mut reader = BufReader::with_capacity(1 << 20, file);
    let mut length = 0;
    while let Some(content) = record(&mut reader, path, length, total)? {
        length += (HEAD + content.len()) as u64;
        take(content)?;
    }
    Ok((reader.into_inner(), length, total))
}

fn sum(content: &[u8], bytes: usize) -> Vec<u8> {
    blake3::hash(content)
        .as_bytes()
        .iter()
        .take(bytes)
        .copied()
        .collect()
}

/// The next record, or none where the file ends or was cut off.
fn record(reader: &mut impl Read, path: &Path, at: u64, total: u64) -> Result<Option<Vec<u8>>> {
    let left = total - at;
    if left < HEAD as u64 {
        return Ok(None);
    }
    let failed = |error| Error::file(path, error);
    let mut head = [0; HEAD];
    reader.read_exact(&mut head).map_err(failed)?;
    let (size, sums) = head.split_at(4);
    let (own, content_sum) = sums.split_at(4);
    if own != sum(size, 4) {
        let mut rest = head.to_vec();
        reader.read_to_end(&mut rest).map_err(failed)?;
        return if is_torn_head(&rest, at) {
            Ok(None)
        } else {
            Err(Error::Damaged(path.to_owned(), at))
        };
    }
    let size = u64::from(u32::from_le_bytes(size.try_into().unwrap_or_default()));
    if left < HEAD as u64 + size {
        return Ok(None);
    }
    let mut content = vec![0; usize::try_from(size).unwrap_or_default()];
    reader.read_exact(&mut content).map_err(failed)?;
    if content_sum != sum(&content, 16) {
        let last = left == HEAD as u64 + size;
        return match last {
            true if is_torn(&[head.as_slice(), &content].concat(), at) => Ok(None),
            true => Err(Error::DamagedEnd(path.to_owned(), at)),
            false => Err(Error::Damaged(path.to_owned(), at)),
        };
    }
    Ok(Some(content))
}

/// Bytes from a place of a file to the end of the sector that it lies in.
fn to_boundary(at: u64) -> usize {
    SECTOR - (at % SECTOR as u64) as usize
}

fn is_zero(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0)
}

/// Whether a sector of a record was never written: a file grows before its sectors are on the disk, and those that never came are zeros. A
/// record that was written has none, as it is text behind its head; a bit that flips makes no sector zero.
fn is_torn(record: &[u8], at: u64) -> bool {
    let (first, rest) = record.split_at(to_boundary(at).min(record.len()));
    is_zero(first) || rest.chunks(SECTOR).any(is_zero)
}

/// The same of a record whose length cannot be told: only where nothing but zeros follows, since whole records may come behind it.
fn is_torn_head(rest: &[u8], at: u64) -> bool {
    let boundary = to_boundary(at);
    is_zero(rest) || (boundary < HEAD && rest.get(boundary..).is_some_and(is_zero))
}
