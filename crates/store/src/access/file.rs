//! The file of users: read, replaced as a whole, and by one process at a time.

use std::fs::{File, OpenOptions};
use std::path::Path;
use std::time::SystemTime;

use super::User;
use crate::error::{Error, Result};

/// Who is in the file; nobody if there is none.
pub(super) fn read(path: &Path) -> Result<Vec<User>> {
    match std::fs::read(path) {
        Ok(bytes) => {
            serde_json::from_slice(&bytes).map_err(|error| Error::file(path, error.into()))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(Error::file(path, error)),
    }
}

/// Waits until nobody else changes the file; it is free again when this is dropped.
pub(super) fn turn(path: &Path) -> Result<File> {
    let path = path.with_extension("lock");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options
        .open(&path)
        .map_err(|error| Error::file(&path, error))?;
    file.lock().map_err(|error| Error::file(&path, error))?;
    Ok(file)
}

/// When the file was changed.
pub(super) fn changed(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).ok()?.modified().ok()
}

/// Written beside and renamed, readable by its owner only.
pub(super) fn save(path: &Path, all: &[User]) -> Result<()> {
    let failed = |error| Error::file(path, error);
    let beside = path.with_extension("new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(&beside).map_err(failed)?;
    serde_json::to_writer_pretty(&file, all).map_err(|error| failed(error.into()))?;
    file.sync_all().map_err(failed)?;
    std::fs::rename(&beside, path).map_err(failed)?;
    // The new name is on the disk only when its folder is: a token was told that must still be right after a crash.
    path.parent().map_or(Ok(()), crate::journal::sync)
}
