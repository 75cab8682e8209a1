//! An output that is a folder of files, which becomes visible as a whole or not at all.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::staged::{Commit, Staged, sync_folder};

/// What hidden places are called.
const PREFIX: &str = ".bauta-staging-";

/// Held locked by the process that writes: the lock of one that crashed is free.
const LOCK: &str = "lock";

/// A folder that is being filled in a hidden place beside its final name. Dropping it removes everything.
pub struct StagedFolder {
    place: PathBuf,
    lock: Option<File>,
    target: PathBuf,
    force: bool,
}

impl StagedFolder {
    /// Makes the hidden place, and removes those for the same output that crashed processes left.
    ///
    /// # Errors
    /// The target exists and may not be replaced, or the disk failed.
    pub fn begin(target: &Path, force: bool) -> Result<Self> {
        let target = std::path::absolute(target).map_err(|source| Error::io(target, source))?;
        if !force && target.exists() {
            return Err(Error::Exists {
                name: target.display().to_string(),
            });
        }
        let parent = target.parent().unwrap_or(Path::new("/")).to_owned();
        let failed = |source: io::Error| Error::io(&parent, source);
        let name = target
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let prefix = format!("{PREFIX}{name}-");
        sweep(&parent, &prefix);
        let place = tempfile::Builder::new()
            .prefix(&prefix)
            .tempdir_in(&parent)
            .map_err(failed)?
            .keep();
        let mut folder = StagedFolder {
            place,
            lock: None,
            target,
            force,
        };
        let lock = File::create(folder.place.join(LOCK)).map_err(failed)?;
        // A file system without locks only means that others may take this for left behind.
        let _ = lock.try_lock();
        folder.lock = Some(lock);
        open_to_others(&folder.place);
        [folder.inside(), folder.aside()]
            .into_iter()
            .try_for_each(fs::create_dir)
            .map_err(failed)?;
        Ok(folder)
    }

    /// The folder that becomes the output.
    pub fn inside(&self) -> PathBuf {
        self.place.join("rows")
    }

    /// A folder for what is needed on the way; it goes with the hidden place.
    pub fn aside(&self) -> PathBuf {
        self.place.join("aside")
    }

    /// The same among other outputs.
    pub fn staged(self) -> Staged {
        Staged::new(self)
    }
}

/// Processes of other users may have to write here, where the user's mask allows it.
fn open_to_others(place: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let Some(parent) = place.parent() else { return };
        let mode = fs::metadata(parent).map_or(0o700, |found| found.permissions().mode() & 0o770);
        let _ = fs::set_permissions(place, fs::Permissions::from_mode(0o700 | mode));
    }
    #[cfg(not(unix))]
    let _ = place;
}

impl Commit for StagedFolder {
    fn commit(self: Box<Self>) -> Result<()> {
        let target = &self.target;
        let failed = |source: io::Error| match source.kind() {
            io::ErrorKind::AlreadyExists | io::ErrorKind::DirectoryNotEmpty => Error::Exists {
                name: target.display().to_string(),
            },
            _ => Error::io(target, source),
        };
        synced(&self.inside()).map_err(failed)?;
        if !target.exists() {
            fs::rename(self.inside(), target).map_err(failed)?;
            return sync_folder(target);
        }
        if !self.force {
            return Err(Error::Exists {
                name: target.display().to_string(),
            });
        }
        // The old one steps aside, and comes back where the new one cannot take its place.
        let old = self.place.join("old");
        fs::rename(target, &old).map_err(failed)?;
        if let Err(source) = fs::rename(self.inside(), target) {
            let _ = fs::rename(&old, target);
            return Err(failed(source));
        }
        sync_folder(target)
    }
}

impl Drop for StagedFolder {
    fn drop(&mut self) {
        self.lock = None;
        let _ = fs::remove_dir_all(&self.place);
    }
}

fn synced(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            synced(&path)?;
        } else {
            File::open(&path)?.sync_all()?;
        }
    }
    Ok(())
}

/// Removes hidden places whose process is gone.
fn sweep(parent: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(parent) else {
        return;
    };
    for entry in entries
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(prefix))
    {
        if File::open(entry.path().join(LOCK)).is_ok_and(|lock| lock.try_lock().is_ok()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(target: &Path, force: bool, text: &str) -> Result<StagedFolder> {
        let folder = StagedFolder::begin(target, force)?;
        fs::write(folder.inside().join("a"), text).unwrap();
        fs::write(folder.aside().join("b"), text).unwrap();
        Ok(folder)
    }

    #[test]
    fn a_folder_appears_as_a_whole_or_not_at_all() {
        let parent = tempfile::tempdir().unwrap();
        let target = parent.path().join("out.triples");
        let names = || fs::read_dir(parent.path()).unwrap().count();
        drop(filled(&target, false, "1").unwrap());
        assert_eq!(names(), 0, "dropped: nothing is left");
        filled(&target, false, "1")
            .unwrap()
            .staged()
            .commit()
            .unwrap();
        assert_eq!(
            (
                fs::read_to_string(target.join("a")).unwrap().as_str(),
                names()
            ),
            ("1", 1)
        );
        assert!(matches!(
            filled(&target, false, "2"),
            Err(Error::Exists { .. })
        ));
        filled(&target, true, "2")
            .unwrap()
            .staged()
            .commit()
            .unwrap();
        assert_eq!(
            (
                fs::read_to_string(target.join("a")).unwrap().as_str(),
                names()
            ),
            ("2", 1)
        );
    }
}
