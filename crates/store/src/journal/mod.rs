//! What survives a crash: a snapshot, and every change since, each on the disk before it is acknowledged.
//!
//! In the folder are `snapshot-N` (if N > 0) and `journal-N`. A new snapshot is written under another name and renamed when it is whole; the
//! journal before it is removed only then. Opening takes the last snapshot and plays its journal.

mod change;
mod frame;

use std::fs::File;
use std::path::{Path, PathBuf};

pub use change::{Change, Step, To};
pub use frame::Frames;

use crate::error::{Error, Result};

/// Quads in one record of a snapshot.
const PART: usize = 100_000;

/// The folder of a store, held by one process.
pub struct Journal {
    folder: PathBuf,
    number: u64,
    frames: Frames,
    snapshot: u64,
    _lock: File,
}

impl Journal {
    /// Opens a folder, or makes it. Every change is handed over, those of the snapshot first.
    ///
    /// # Errors
    /// When the folder fails, is damaged, or is in use.
    pub fn open(folder: &Path, mut take: impl FnMut(Change) -> Result<()>) -> Result<Journal> {
        make(folder).map_err(|error| Error::file(folder, error))?;
        let lock = lock(folder)?;
        let number = last(folder)?;
        let mut snapshot = 0;
        let mut each = |content: Vec<u8>| take(Change::read(&content)?);
        if number > 0 {
            let path = snapshot_path(folder, number);
            let length = std::fs::metadata(&path).map_err(|error| Error::file(&path, error))?.len();
            // A snapshot was whole when it got its name: what is missing at its end is damage.
            snapshot = length;
            if Frames::open(&path, &mut each)?.length() < length {
                return Err(Error::Damaged(path, length));
            }
        }
        let frames = Frames::open(&journal_path(folder, number), &mut each)?;
        sync(folder)?;
        Ok(Journal { folder: folder.to_owned(), number, frames, snapshot, _lock: lock })
    }

    /// Writes a change; when this returns it is on the disk.
    ///
    /// # Errors
    /// When the file fails; nothing was written then.
    pub fn append(&mut self, change: &Change) -> Result<()> {
        self.frames.append(&change.write()?)
    }

    /// Bytes since the last snapshot.
    pub fn length(&self) -> u64 {
        self.frames.length()
    }

    /// Bytes of the last snapshot.
    pub fn snapshot_length(&self) -> u64 {
        self.snapshot
    }

    /// Writes everything anew, and forgets the journal.
    ///
    /// # Errors
    /// When a file fails; the old snapshot and journal stay then.
    pub fn snapshot(
        &mut self,
        steps: impl Iterator<Item = Result<Step>>,
        known: crate::state::Transition,
    ) -> Result<()> {
        let next = self.number + 1;
        let (path, unfinished) = (snapshot_path(&self.folder, next), self.folder.join("unfinished"));
        let _ = std::fs::remove_file(&unfinished);
        let mut frames = Frames::open(&unfinished, |_| Ok(()))?;
        let mut part = Change { steps: Vec::new(), transition: known };
        for step in steps {
            part.steps.push(step?);
            if part.steps.len() == PART {
                frames.append(&part.write()?)?;
                part = Change::default();
            }
        }
        frames.append(&part.write()?)?;
        let length = frames.length();
        drop(frames);
        // The new journal is there before the snapshot has its name: from then on only the new one counts.
        let fresh = journal_path(&self.folder, next);
        let _ = std::fs::remove_file(&fresh);
        let frames = Frames::open(&fresh, |_| Ok(()))?;
        sync(&self.folder)?;
        let renamed = std::fs::rename(&unfinished, &path).map_err(|error| Error::file(&path, error));
        if let Err(error) = renamed.and_then(|()| sync(&self.folder)) {
            self.frames.close();
            return Err(error);
        }
        self.frames = frames;
        self.snapshot = length;
        let old = self.number;
        self.number = next;
        let _ = std::fs::remove_file(journal_path(&self.folder, old));
        let _ = std::fs::remove_file(snapshot_path(&self.folder, old));
        Ok(())
    }
}

/// Makes the folder, if it is not there, for its owner only: it holds the exact data.
pub(crate) fn make(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn snapshot_path(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("snapshot-{number:06}"))
}

fn journal_path(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("journal-{number:06}"))
}

fn lock(folder: &Path) -> Result<File> {
    let path = folder.join("lock");
    let file = File::create(&path).map_err(|error| Error::file(&path, error))?;
    file.try_lock().map_err(|_| Error::InUse(folder.to_owned()))?;
    Ok(file)
}

/// The number of the last snapshot, 0 for none.
fn last(folder: &Path) -> Result<u64> {
    let files = std::fs::read_dir(folder).map_err(|error| Error::file(folder, error))?;
    let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    Ok(names.filter_map(|name| name.strip_prefix("snapshot-")?.parse().ok()).max().unwrap_or(0))
}

/// Names of files are on the disk only when their folder is.
fn sync(folder: &Path) -> Result<()> {
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| Error::file(folder, error))
}
