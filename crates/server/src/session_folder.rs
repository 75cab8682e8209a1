//! The folder of a session: where uploads are, for the user's eyes only, gone at the end.
//!
//! A server that is killed cannot clean up. So a server holds a lock on its folder, and the next one removes the folders of this user whose lock
//! nobody holds. Where folders cannot be locked (Windows), they stay.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

/// What the names of folders begin with.
const PREFIX: &str = "bauta-session-";

/// How old a folder must be to be abandoned: a younger one may be about to be locked.
const AGE: Duration = Duration::from_secs(60);

/// The file that leads a browser to the page.
const DOOR: &str = "open.html";

/// The folder of a running server.
pub struct SessionFolder {
    path: PathBuf,
    /// None where it stays after the end.
    temporary: Option<TempDir>,
    /// Held until the end.
    _lock: Option<File>,
}

impl SessionFolder {
    /// A new folder below `keep`, where it stays, or where temporary files are, where it is gone at the end. Folders that servers of this
    /// user left there are removed before.
    ///
    /// # Errors
    /// No folder can be made.
    pub fn new(keep: Option<&Path>) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = match keep {
            Some(folder) => {
                std::fs::create_dir_all(folder)?;
                builder.tempdir_in(folder.canonicalize()?)?
            }
            None => builder.tempdir()?,
        };
        if keep.is_some() {
            let path = folder.keep();
            let lock = locked(&path);
            return Ok(SessionFolder {
                path,
                temporary: None,
                _lock: lock,
            });
        }
        let lock = locked(folder.path());
        if let Some(around) = folder.path().parent() {
            sweep(around, folder.path(), AGE);
        }
        Ok(SessionFolder {
            path: folder.path().to_owned(),
            temporary: Some(folder),
            _lock: lock,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a page that leads to an address, which only the user can read. Arguments of programs are for all users of a machine to see, so
    /// that an address with a secret must not be one.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn door(&self, address: &str) -> io::Result<PathBuf> {
        let path = self.path.join(DOOR);
        let _ = std::fs::remove_file(&path);
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&path)?;
        writeln!(
            file,
            "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">\
             <meta http-equiv=\"refresh\" content=\"0; url={address}\"><title>Bauta</title>"
        )?;
        Ok(path)
    }

    /// Removes it, if it is not to be kept; the page that leads to the secret in any case.
    pub fn close(&mut self) {
        let _ = std::fs::remove_file(self.path.join(DOOR));
        if let Some(folder) = self.temporary.take() {
            let _ = folder.close();
        }
    }
}

/// The lock of a folder, if nobody has it.
fn locked(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    folder.try_lock().ok().map(|()| folder)
}

/// Removes folders of sessions that nobody holds.
fn sweep(around: &Path, own: &Path, age: Duration) {
    let Ok(entries) = std::fs::read_dir(around) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let named = entry.file_name().to_string_lossy().starts_with(PREFIX);
        if named && path != own && is_abandoned(&path, own, age) {
            let _ = std::fs::remove_dir_all(&path);
        }
    }
}

/// Whether this is a folder of a session of the same user, whose server is gone.
fn is_abandoned(path: &Path, own: &Path, age: Duration) -> bool {
    let (Ok(found), Ok(own)) = (path.symlink_metadata(), own.symlink_metadata()) else {
        return false;
    };
    let old = found
        .modified()
        .is_ok_and(|time| time.elapsed().is_ok_and(|elapsed| elapsed >= age));
    found.is_dir() && same_owner(&found, &own) && old && locked(path).is_some()
}

#[cfg(unix)]
fn same_owner(one: &std::fs::Metadata, other: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    one.uid() == other.uid()
}

#[cfg(not(unix))]
fn same_owner(_: &std::fs::Metadata, _: &std::fs::Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn folders_of_killed_servers_are_swept_and_others_stay() {
        let around = tempfile::tempdir().unwrap();
        let make = |name: &str| {
            let path = around.path().join(name);
            std::fs::create_dir(&path).unwrap();
            std::fs::write(path.join("upload.csv"), "a").unwrap();
            path
        };
        let own = make("bauta-session-own");
        let held = make("bauta-session-held");
        let lock = locked(&held).unwrap();
        let killed = make("bauta-session-killed");
        let other = make("bauta-pg.x");
        sweep(around.path(), &own, AGE);
        assert!(killed.exists(), "too young to tell");
        sweep(around.path(), &own, Duration::ZERO);
        assert!(!killed.exists());
        assert!(own.exists() && held.exists() && other.exists());
        drop(lock);
        sweep(around.path(), &own, Duration::ZERO);
        assert!(!held.exists());
    }

    #[test]
    #[cfg(unix)]
    fn the_door_is_for_the_user_alone_and_goes_with_the_session() {
        use std::os::unix::fs::PermissionsExt;
        let mut folder = SessionFolder::new(None).unwrap();
        let door = folder.door("http://127.0.0.1:1/?token=abc").unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&door), mode(folder.path())), (0o600, 0o700));
        assert!(
            std::fs::read_to_string(&door)
                .unwrap()
                .contains("url=http://127.0.0.1:1/?token=abc\"")
        );
        let path = folder.path().to_owned();
        folder.close();
        assert!(!path.exists());
        let keep = tempfile::tempdir().unwrap();
        let mut kept = SessionFolder::new(Some(keep.path())).unwrap();
        let door = kept.door("http://127.0.0.1:1/?token=abc").unwrap();
        kept.close();
        assert!(kept.path().exists() && !door.exists());
    }
}
