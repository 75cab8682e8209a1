//! What survives a crash: a snapshot, and every change since, each on the disk before it is acknowledged.
//!
//! In the folder are `snapshot-N` (if N > 0), `journal-N`, and perhaps journals with higher numbers. A new snapshot begins with a new journal:
//! from then on changes are written there, while the snapshot of all before them is written beside, under another name. It is renamed when it
//! is whole, and what it stands for is removed only then. Opening takes the last snapshot and plays all journals from its number on: so the state is the
//! same whenever the writing of a snapshot ends.

mod change;
mod frame;

use std::fs::File;
use std::path::{Path, PathBuf};

pub use change::{Change, Step, To};
use frame::HEAD;
pub use frame::{CutOff, Frames};

use crate::error::{Error, Result};

/// Quads in one record of a snapshot.
const PART: usize = 100_000;

/// The folder of a store, held by one process.
pub struct Journal {
    folder: PathBuf,
    /// The number of the file that changes are written to.
    number: u64,
    frames: Frames,
    /// Bytes of the journals between the snapshot and this file.
    earlier: u64,
    snapshot: u64,
    _lock: File,
}

/// A snapshot that is being written, while changes go to the next journal.
pub struct Snapshot {
    folder: PathBuf,
    number: u64,
    /// Bytes of the journals that it stands for.
    covered: u64,
}

/// A snapshot that is written and on the disk, but under a name that does not count.
pub struct Written {
    number: u64,
    length: u64,
    covered: u64,
}

impl Journal {
    /// Opens a folder, or makes it. Every change is handed over, those of the snapshot first.
    ///
    /// # Errors
    /// When the folder fails, is damaged, or is in use.
    pub fn open(folder: &Path, mut take: impl FnMut(Change) -> Result<()>) -> Result<Journal> {
        make(folder).map_err(|error| Error::file(folder, error))?;
        let lock = lock(folder)?;
        let first = numbers(folder, SNAPSHOT)?.into_iter().max().unwrap_or(0);
        let mut each = |content: Vec<u8>| take(Change::read(&content)?);
        let marked = folder.join(MARK).is_file();
        whole(folder, first, marked)?;
        // A snapshot was whole when it got its name: what is missing at its end is damage.
        let snapshot = if first > 0 {
            let path = path(folder, SNAPSHOT, first);
            match Frames::read(&path, &mut each)? {
                0 => return Err(Error::Damaged(path, 0)),
                length => length,
            }
        } else {
            0
        };
        let number = last_journal(folder, first)?;
        let mut earlier = 0;
        for number in first..number {
            earlier += Frames::read(&path(folder, JOURNAL, number), &mut each)?;
        }
        let mut frames = Frames::open(&path(folder, JOURNAL, number), &mut each)?;
        if frames.length() == 0 {
            frames.append(&Change::default().write()?)?;
        }
        if !marked {
            let mark = folder.join(MARK);
            std::fs::write(&mark, "journals begin with a record\n")
                .map_err(|error| Error::file(&mark, error))?;
        }
        sync(folder)?;
        forget(folder, first);
        // A crash may have left it half written; it never counted.
        let _ = std::fs::remove_file(folder.join(UNFINISHED));
        Ok(Journal {
            folder: folder.to_owned(),
            number,
            frames,
            earlier,
            snapshot,
            _lock: lock,
        })
    }

    /// Writes a change; when this returns it is on the disk.
    ///
    /// # Errors
    /// When the file fails; nothing was written then.
    pub fn append(&mut self, change: &Change) -> Result<()> {
        self.frames.append(&change.write()?)
    }

    /// What a crash had cut off, when it was opened.
    pub fn cut_off(&self) -> Option<&CutOff> {
        self.frames.cut_off()
    }

    /// Whether nothing can be acknowledged until it is opened again.
    pub fn is_broken(&self) -> bool {
        self.frames.is_broken()
    }

    /// Bytes since the last snapshot.
    pub fn length(&self) -> u64 {
        let first = Change::default().write().map_or(0, |own| own.len() + HEAD);
        self.earlier + self.frames.length().saturating_sub(first as u64)
    }

    /// Bytes of the last snapshot.
    pub fn snapshot_length(&self) -> u64 {
        self.snapshot
    }

    /// Begins a snapshot: it is to hold everything as it is now, and what comes later is written to the next journal.
    ///
    /// # Errors
    /// When a file fails; changes are written to the same journal as before then.
    pub fn begin(&mut self) -> Result<Snapshot> {
        if self.frames.is_broken() {
            let error = std::io::Error::other("an earlier write failed; restart the store");
            return Err(Error::file(&self.folder, error));
        }
        let number = self.number + 1;
        let fresh = path(&self.folder, JOURNAL, number);
        let frames = Frames::open(&fresh, |_| Ok(())).and_then(|mut frames| {
            frames.append(&Change::default().write()?)?;
            sync(&self.folder).map(|()| frames)
        });
        let frames = frames.inspect_err(|_| drop(std::fs::remove_file(&fresh)))?;
        self.earlier += self.frames.length();
        self.frames = frames;
        self.number = number;
        Ok(Snapshot {
            folder: self.folder.clone(),
            number,
            covered: self.earlier,
        })
    }

    /// Puts a snapshot in the place of what it stands for.
    ///
    /// # Errors
    /// When a file fails. Old snapshot and journals stay then, and either way of opening leads to the same.
    pub fn adopt(&mut self, written: &Written) -> Result<()> {
        let name = path(&self.folder, SNAPSHOT, written.number);
        std::fs::rename(self.folder.join(UNFINISHED), &name)
            .map_err(|error| Error::file(&name, error))?;
        sync(&self.folder)?;
        self.snapshot = written.length;
        // Only what it stands for: the journal went on meanwhile.
        self.earlier -= written.covered;
        forget(&self.folder, written.number);
        Ok(())
    }
}

impl Snapshot {
    /// Writes everything, and waits until it is on the disk.
    ///
    /// # Errors
    /// When a file or the store fails; the snapshot does not count then.
    pub fn write(
        self,
        steps: impl Iterator<Item = Result<Step>>,
        known: crate::state::Transition,
    ) -> Result<Written> {
        let unfinished = self.folder.join(UNFINISHED);
        let _ = std::fs::remove_file(&unfinished);
        let mut frames = Frames::open(&unfinished, |_| Ok(()))?;
        let mut part = Change {
            steps: Vec::new(),
            transition: known,
        };
        for step in steps {
            part.steps.push(step?);
            if part.steps.len() == PART {
                frames.put(&part.write()?)?;
                part = Change::default();
            }
        }
        frames.append(&part.write()?)?;
        Ok(Written {
            number: self.number,
            length: frames.length(),
            covered: self.covered,
        })
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

/// How the names of files begin.
pub(crate) const SNAPSHOT: &str = "snapshot-";
pub(crate) const JOURNAL: &str = "journal-";

/// Says that journals begin with a record that says nothing: one without any was cut off.
const MARK: &str = "format";

/// A snapshot that is being written.
const UNFINISHED: &str = "unfinished";

/// The files that a folder is opened from.
pub(crate) struct Files {
    pub snapshot: Option<PathBuf>,
    /// In the order in which they are played.
    pub journals: Vec<PathBuf>,
}

/// The last snapshot, and all journals from its number on.
pub(crate) fn files(folder: &Path) -> Result<Files> {
    let first = numbers(folder, SNAPSHOT)?.into_iter().max().unwrap_or(0);
    let mut later = numbers(folder, JOURNAL)?;
    later.retain(|number| *number >= first);
    later.sort_unstable();
    Ok(Files {
        snapshot: (first > 0).then(|| path(folder, SNAPSHOT, first)),
        journals: later
            .iter()
            .map(|number| path(folder, JOURNAL, *number))
            .collect(),
    })
}

fn path(folder: &Path, start: &str, number: u64) -> PathBuf {
    folder.join(format!("{start}{number:06}"))
}

fn lock(folder: &Path) -> Result<File> {
    let path = folder.join("lock");
    let file = File::create(&path).map_err(|error| Error::file(&path, error))?;
    file.try_lock()
        .map_err(|_| Error::InUse(folder.to_owned()))?;
    Ok(file)
}

/// Numbers of the files whose names begin so.
fn numbers(folder: &Path, start: &str) -> Result<Vec<u64>> {
    let files = std::fs::read_dir(folder).map_err(|error| Error::file(folder, error))?;
    let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    Ok(names
        .filter_map(|name| name.strip_prefix(start)?.parse().ok())
        .collect())
}

/// Refuses a folder of which files are missing: without them older data, or none, would be taken for all.
fn whole(folder: &Path, first: u64, marked: bool) -> Result<()> {
    let base = path(folder, JOURNAL, first);
    let length = std::fs::metadata(&base).map(|file| file.len()).ok();
    let later = numbers(folder, JOURNAL)?.into_iter().max();
    match (first, length) {
        // A snapshot begins with its journal, and the first journal with the store.
        (0, None) if later.is_some() || marked => {
            let missing = later.filter(|last| *last > 0);
            Err(Error::Missing(match missing {
                Some(last) => path(folder, SNAPSHOT, last),
                None => base,
            }))
        }
        (1.., None) => Err(Error::Missing(base)),
        (_, Some(0)) if marked => Err(Error::Emptied(base)),
        _ => Ok(()),
    }
}

/// The number of the journal that is written to. Empty ones at the end say nothing, and go; one that is missing in between is damage.
fn last_journal(folder: &Path, first: u64) -> Result<u64> {
    let mut later: Vec<u64> = numbers(folder, JOURNAL)?
        .into_iter()
        .filter(|number| *number > first)
        .collect();
    later.sort_unstable();
    let is_empty = |number: u64| {
        std::fs::metadata(path(folder, JOURNAL, number)).is_ok_and(|file| file.len() == 0)
    };
    while let Some(number) = later.pop_if(|number| is_empty(*number)) {
        let name = path(folder, JOURNAL, number);
        std::fs::remove_file(&name).map_err(|error| Error::file(&name, error))?;
    }
    // Without a gap: a journal that is missing holds changes that others build on.
    for (number, found) in (first + 1..).zip(&later) {
        if number != *found {
            return Err(Error::Damaged(path(folder, JOURNAL, number), 0));
        }
    }
    Ok(first + later.len() as u64)
}

/// Removes what came before a snapshot; what stays is removed the next time.
fn forget(folder: &Path, first: u64) {
    for start in [SNAPSHOT, JOURNAL] {
        for number in numbers(folder, start)
            .unwrap_or_default()
            .into_iter()
            .filter(|number| *number < first)
        {
            let _ = std::fs::remove_file(path(folder, start, number));
        }
    }
}

/// Names of files are on the disk only when their folder is.
pub(crate) fn sync(folder: &Path) -> Result<()> {
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(|error| Error::file(folder, error))
}
