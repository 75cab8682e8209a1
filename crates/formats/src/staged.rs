//! Outputs that become visible all at once or not at all.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::error::{Error, Result};
use crate::options::WriteOptions;
use crate::syncing::Syncing;

/// What a file is filled through.
pub(crate) type Out<'f> = BufWriter<Syncing<'f>>;

/// A finished output that is not visible yet.
pub struct Staged {
    output: Box<dyn Commit>,
    notes: Vec<String>,
}

/// What makes a staged output final. Dropping it instead undoes everything.
pub(crate) trait Commit: Send {
    fn commit(self: Box<Self>) -> Result<()>;

    /// The file that will become the output, where it is one.
    fn file(&self) -> Option<&Path> {
        None
    }
}

impl Staged {
    pub(crate) fn new(commit: impl Commit + 'static) -> Self {
        Staged {
            output: Box::new(commit),
            notes: Vec::new(),
        }
    }

    /// The same output with things worth saying about it.
    pub(crate) fn with_notes(mut self, notes: Vec<String>) -> Self {
        self.notes.extend(notes);
        self
    }

    /// Things worth saying about what was written (sheets of a workbook that were kept as they were, formulas disarmed).
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The file that will become the output, where it is one.
    pub fn file(&self) -> Option<&Path> {
        self.output.file()
    }

    /// Makes the output visible under its final name.
    pub fn commit(self) -> Result<()> {
        self.output.commit()
    }
}

/// A file being written beside its final name.
pub(crate) struct StagedFile {
    file: NamedTempFile,
    target: PathBuf,
    force: bool,
}

impl StagedFile {
    /// Opens a temporary file in the target's folder, unless the target exists and may not be replaced.
    pub(crate) fn create(target: &Path, options: &WriteOptions) -> Result<Self> {
        let force = options.force;
        if !force && target.exists() {
            return Err(Error::Exists {
                name: target.display().to_string(),
            });
        }
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            // A bare name has an empty parent, which is no folder that can be opened.
            _ => Path::new("."),
        };
        let file = temporary_in(folder, options.private).map_err(|source| match source.kind() {
            io::ErrorKind::NotFound if !folder.exists() => Error::io(folder, source),
            _ => Error::io(target, source),
        })?;
        Ok(StagedFile {
            file,
            target: target.to_owned(),
            force,
        })
    }

    /// Lets `write` fill the file, and syncs it.
    pub(crate) fn fill(mut self, write: impl FnOnce(&mut Out<'_>) -> Result<()>) -> Result<Staged> {
        let failed = |source| Error::io(&self.target, source);
        let mut out = BufWriter::with_capacity(1 << 20, Syncing::new(self.file.as_file_mut()));
        write(&mut out)?;
        let syncing = out
            .into_inner()
            .map_err(|error| failed(error.into_error()))?;
        syncing.finish().map_err(failed)?;
        Ok(Staged::new(self))
    }
}

impl Commit for StagedFile {
    fn commit(self: Box<Self>) -> Result<()> {
        let target = self.target;
        let moved = if self.force {
            self.file.persist(&target)
        } else {
            // Asked again by the system itself: the file may have come since `create` looked.
            self.file.persist_noclobber(&target)
        };
        match moved {
            Ok(_) => sync_folder(&target),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                Err(Error::Exists {
                    name: target.display().to_string(),
                })
            }
            Err(error) => Err(Error::io(&target, error.error)),
        }
    }

    fn file(&self) -> Option<&Path> {
        Some(self.file.path())
    }
}

/// A new file in a folder. Its rights are those it keeps, from the first byte on: the user's own for what is private, the
/// user's mask for everything else.
pub(crate) fn temporary_in(folder: &Path, private: bool) -> io::Result<NamedTempFile> {
    let mut place = tempfile::Builder::new();
    place.prefix(".bauta-").suffix(".part");
    #[cfg(unix)]
    place.permissions(std::os::unix::fs::PermissionsExt::from_mode(if private {
        0o600
    } else {
        0o666
    }));
    #[cfg(not(unix))]
    let _ = private;
    place.tempfile_in(folder)
}

/// The rename itself must survive a crash; a file system that cannot sync a folder is not a failure.
pub(crate) fn sync_folder(target: &Path) -> Result<()> {
    if let Some(folder) = target.parent()
        && let Ok(folder) = File::open(if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        })
    {
        // Some file systems cannot sync folders; the file itself is on the disk.
        let _ = folder.sync_all();
    }
    Ok(())
}
