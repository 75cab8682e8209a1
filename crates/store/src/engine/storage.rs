//! Where the two stores are kept while they are open: in memory, or with the feature `disk` in files of RocksDB.
//!
//! What survives a crash is the journal in either case. The files are made from it when the store is opened, and go when it is closed: so
//! both ways of keeping have the same guarantees, and none can be half a change ahead of the other.

use std::path::Path;
#[cfg(feature = "disk")]
use std::path::PathBuf;
#[cfg(feature = "disk")]
use std::sync::Arc;

use oxigraph::store::Store;

use crate::context::Context;
#[cfg(feature = "disk")]
use crate::context::Storage;
use crate::error::Result;

/// The two stores.
#[derive(Clone)]
pub struct Stores {
    pub whole: Store,
    pub public: Store,
    /// The folder of their files, removed with the last who uses it.
    #[cfg(feature = "disk")]
    files: Option<Arc<Files>>,
}

/// How the names of such folders begin.
#[cfg(feature = "disk")]
const START: &str = "graphs-";

/// Says that every store is to be on the disk, whatever its context: so all tests run on both ways of keeping.
#[cfg(feature = "disk")]
const ALL: &str = "BAUTA_STORAGE";

#[cfg(feature = "disk")]
struct Files(PathBuf);

#[cfg(feature = "disk")]
impl Drop for Files {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Stores {
    /// Two empty stores; files are made below a folder.
    #[cfg(not(feature = "disk"))]
    pub fn new(_: &Context, _: &Path) -> Result<Stores> {
        Ok(Stores {
            whole: Store::new()?,
            public: Store::new()?,
        })
    }

    /// Two empty stores; files are made below a folder.
    #[cfg(feature = "disk")]
    pub fn new(context: &Context, folder: &Path) -> Result<Stores> {
        if context.storage == Storage::Memory
            && std::env::var_os(ALL).is_none_or(|own| own != "disk")
        {
            return Ok(Stores {
                whole: Store::new()?,
                public: Store::new()?,
                files: None,
            });
        }
        let files = Files(folder.join(format!("{START}{}", super::label()?)));
        crate::journal::make(&files.0)
            .map_err(|error| crate::error::Error::file(&files.0, error))?;
        let (whole, public) = (
            Store::open(files.0.join("whole"))?,
            Store::open(files.0.join("public"))?,
        );
        Ok(Stores {
            whole,
            public,
            files: Some(Arc::new(files)),
        })
    }

    /// Whether what was removed stays in the way of what is there: files are tidied by the library.
    pub fn wastes(&self) -> bool {
        #[cfg(feature = "disk")]
        return self.files.is_none();
        #[cfg(not(feature = "disk"))]
        true
    }
}

/// Removes files that a crash has left. The folder is ours: its journal is locked.
#[cfg(feature = "disk")]
pub fn sweep(folder: &Path, own: &Stores) {
    let left = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let is_files = |path: &PathBuf| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with(START))
    };
    let is_own = |path: &PathBuf| own.files.as_ref().is_some_and(|files| files.0 == *path);
    for path in left.filter(|path| is_files(path) && !is_own(path)) {
        let _ = std::fs::remove_dir_all(path);
    }
}

/// Removes files that a crash has left.
#[cfg(not(feature = "disk"))]
pub fn sweep(_: &Path, _: &Stores) {}
