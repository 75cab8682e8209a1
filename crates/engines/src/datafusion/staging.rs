//! A hidden place beside the final one, which becomes final all at once or vanishes.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use ::datafusion::prelude::SessionContext;
use bauta_formats::Locator;
use futures_util::TryStreamExt;
use object_store::{ObjectStore, ObjectStoreExt, path::Path as Key};
use url::Url;

use super::source::Address;
use crate::error::{Error, Result};
use crate::names::unlike;

/// What hidden places are called.
const PREFIX: &str = ".bauta-staging-";

/// Held locked by the process that writes: the lock of one that crashed is free.
const LOCK: &str = "lock";

/// The folder of the files that become final, inside of the hidden one.
const ROWS: &str = "rows";

/// A hidden place on a store that has not changed for so long was left behind.
const UNTOUCHED: Duration = Duration::from_secs(24 * 3_600);

/// Where an output goes in the end.
pub(crate) struct Target {
    pub(crate) shown: String,
    /// Without a slash at its end.
    pub(crate) url: Url,
    pub(crate) force: bool,
}

impl Target {
    /// Refuses what is there already.
    pub(crate) fn of(place: &Locator, force: bool) -> Result<(Target, Address)> {
        let address = Address::of(place)?;
        if place.to_string().contains('*') {
            return Err(Error::request(
                format!("{place} is no name of an output"),
                "name a file without *",
            ));
        }
        let mut url = address.url.clone();
        if let Ok(mut parts) = url.path_segments_mut() {
            parts.pop_if_empty();
        }
        Ok((
            Target {
                shown: place.to_string(),
                url,
                force,
            },
            address,
        ))
    }

    fn exists(&self) -> Error {
        bauta_formats::Error::Exists {
            name: self.shown.clone(),
        }
        .into()
    }

    fn path(&self) -> Option<PathBuf> {
        (self.url.scheme() == "file")
            .then(|| self.url.to_file_path().ok())
            .flatten()
    }
}

/// The hidden place. Dropping it removes it with everything inside.
pub(crate) enum Staging {
    Disk {
        folder: PathBuf,
        lock: Option<File>,
    },
    Store {
        store: Arc<dyn ObjectStore>,
        base: Url,
        prefix: Key,
    },
}

impl Staging {
    /// Makes it, and removes those for the same output that crashed processes left.
    pub(crate) async fn make(context: &SessionContext, target: &Target) -> Result<Staging> {
        match target.path() {
            Some(path) => on_disk(&path, target),
            None => on_store(context, target).await,
        }
    }

    /// The address of a file inside.
    pub(crate) fn url(&self, name: &str) -> Option<Url> {
        match self {
            Staging::Disk { folder, .. } => Url::from_file_path(folder.join(name)).ok(),
            Staging::Store { base, prefix, .. } => {
                let mut url = base.clone();
                url.path_segments_mut()
                    .ok()?
                    .clear()
                    .extend(prefix.parts().map(|part| part.as_ref().to_owned()));
                url.path_segments_mut().ok()?.extend(name.split('/'));
                Some(url)
            }
        }
    }

    /// The address of a file of rows.
    pub(crate) fn rows(&self, name: &str) -> Option<Url> {
        self.url(&format!("{ROWS}/{name}"))
    }

    /// Writes a file that is needed on the way.
    pub(crate) async fn put(&self, name: &str, bytes: Vec<u8>) -> Result<()> {
        match self {
            Staging::Disk { folder, .. } => {
                let path = folder.join(name);
                fs::write(&path, bytes)
                    .map_err(|source| bauta_formats::Error::io(&path, source).into())
            }
            Staging::Store { store, prefix, .. } => store
                .put(&prefix.clone().join(name), bytes.into())
                .await
                .map(|_| ())
                .map_err(|error| refused(&error)),
        }
    }

    /// Removes what was needed on the way, which holds values of the data.
    pub(crate) async fn forget(&self, name: &str) {
        match self {
            Staging::Disk { folder, .. } => {
                let _ = fs::remove_file(folder.join(name));
            }
            Staging::Store { store, prefix, .. } => {
                let _ = store.delete(&prefix.clone().join(name)).await;
            }
        }
    }

    /// Makes the files of rows final: one file under the very name, or a folder of it.
    pub(crate) async fn commit(
        &self,
        target: &Target,
        names: &[String],
        folder: bool,
    ) -> Result<()> {
        match self {
            Staging::Disk { folder: hidden, .. } => {
                let Some(path) = target.path() else {
                    return Err(target.exists());
                };
                disk_commit(&hidden.join(ROWS), &path, target, names, folder)
            }
            Staging::Store { store, prefix, .. } => {
                store_commit(store, prefix, target, names, folder).await
            }
        }
    }

    /// Removes everything.
    pub(crate) async fn remove(&mut self) {
        match self {
            Staging::Disk { folder, lock } => {
                let _ = fs::remove_dir_all(&*folder);
                drop(lock.take());
            }
            Staging::Store { store, prefix, .. } => {
                let _ = clear(store, prefix).await;
            }
        }
    }
}

fn refused(error: &object_store::Error) -> Error {
    let problem = match error {
        object_store::Error::NotFound { .. } => {
            "the bucket or the object is not there; check the address"
        }
        object_store::Error::PermissionDenied { .. }
        | object_store::Error::Unauthenticated { .. } => {
            "the store refuses; check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and the rights of this user"
        }
        _ => {
            "the store does not answer, or refuses; check AWS_ENDPOINT, AWS_REGION and the network"
        }
    };
    Error::Engine {
        engine: "s3".to_owned(),
        problem: problem.to_owned(),
    }
}

fn on_disk(path: &Path, target: &Target) -> Result<Staging> {
    if path.exists() && !target.force {
        return Err(target.exists());
    }
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let parent = path.parent().unwrap_or(Path::new("/"));
    let failed = |source: io::Error| -> Error { bauta_formats::Error::io(parent, source).into() };
    sweep(parent, &format!("{PREFIX}{name}-"));
    let random = unlike();
    let new = parent.join(format!(".bauta-new-{random}"));
    fs::create_dir(&new)
        .and_then(|()| fs::create_dir(new.join(ROWS)))
        .map_err(failed)?;
    let lock = File::create(new.join(LOCK)).map_err(failed)?;
    // A file system without locks only means that others may take this for left behind.
    let _ = lock.try_lock();
    let folder = parent.join(format!("{PREFIX}{name}-{random}"));
    fs::rename(&new, &folder).map_err(failed)?;
    Ok(Staging::Disk {
        folder,
        lock: Some(lock),
    })
}

/// Removes hidden places whose process is gone. One without a lock was removed before, and an executor that did not know wrote on.
fn sweep(parent: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(parent) else {
        return;
    };
    let left = |lock: io::Result<File>| lock.map_or(true, |lock| lock.try_lock().is_ok());
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(prefix)
            && left(File::open(entry.path().join(LOCK)))
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

async fn on_store(context: &SessionContext, target: &Target) -> Result<Staging> {
    let told = |error| super::failure::of("s3", &error);
    let store = context
        .runtime_env()
        .object_store_registry
        .get_store(&target.url)
        .map_err(told)?;
    let key = Key::from_url_path(target.url.path()).map_err(|_| {
        Error::request(
            format!("{} is no address of an object", target.shown),
            "write s3://bucket/path",
        )
    })?;
    if !target.force && taken(&store, &key).await? {
        return Err(target.exists());
    }
    let mut parts: Vec<String> = key.parts().map(|part| part.as_ref().to_owned()).collect();
    let name = parts.pop().unwrap_or_default();
    sweep_store(
        &store,
        &Key::from_iter(parts.clone()),
        &format!("{PREFIX}{name}-"),
        UNTOUCHED,
    )
    .await;
    parts.push(format!("{PREFIX}{name}-{}", unlike()));
    Ok(Staging::Store {
        store,
        base: target.url.clone(),
        prefix: Key::from_iter(parts),
    })
}

/// Removes hidden places for the same output that nobody has written to for a while: a store has no locks that a crash would free. What cannot be
/// removed stays; the next run tries again.
async fn sweep_store(
    store: &Arc<dyn ObjectStore>,
    parent: &Key,
    prefix: &str,
    untouched: Duration,
) {
    let Ok(found) = store.list_with_delimiter(Some(parent)).await else {
        return;
    };
    let hidden = |place: &&Key| {
        place
            .parts()
            .next_back()
            .is_some_and(|name| name.as_ref().starts_with(prefix))
    };
    let now = SystemTime::now();
    for place in found.common_prefixes.iter().filter(hidden) {
        let Ok(objects) = store.list(Some(place)).try_collect::<Vec<_>>().await else {
            continue;
        };
        let age = |object: &object_store::ObjectMeta| {
            now.duration_since(object.last_modified.into())
                .unwrap_or_default()
        };
        if objects.iter().all(|object| age(object) >= untouched) {
            let _ = clear(store, place).await;
        }
    }
}

async fn taken(store: &Arc<dyn ObjectStore>, key: &Key) -> Result<bool> {
    match store.head(key).await {
        Ok(_) => return Ok(true),
        Err(object_store::Error::NotFound { .. }) => {}
        Err(error) => return Err(refused(&error)),
    }
    let below = store
        .list_with_delimiter(Some(key))
        .await
        .map_err(|error| refused(&error))?;
    Ok(!below.objects.is_empty())
}

async fn clear(store: &Arc<dyn ObjectStore>, prefix: &Key) -> Result<()> {
    let mut all = store.list(Some(prefix));
    while let Some(meta) = all.try_next().await.map_err(|error| refused(&error))? {
        store
            .delete(&meta.location)
            .await
            .map_err(|error| refused(&error))?;
    }
    Ok(())
}

fn disk_commit(
    rows: &Path,
    path: &Path,
    target: &Target,
    names: &[String],
    folder: bool,
) -> Result<()> {
    let failed = |source: io::Error| -> Error {
        match source.kind() {
            io::ErrorKind::AlreadyExists | io::ErrorKind::DirectoryNotEmpty => target.exists(),
            _ => bauta_formats::Error::io(path, source).into(),
        }
    };
    for name in names {
        File::open(rows.join(name))
            .and_then(|file| file.sync_all())
            .map_err(failed)?;
    }
    let one = names.first().map(|name| rows.join(name));
    let new = if folder {
        rows.to_owned()
    } else {
        one.unwrap_or_else(|| rows.to_owned())
    };
    if !target.force {
        // Neither of these replaces what appeared in the meantime.
        if path.exists() {
            return Err(target.exists());
        }
        let moved = if folder {
            fs::rename(&new, path)
        } else {
            fs::hard_link(&new, path).or_else(|_| fs::rename(&new, path))
        };
        return moved.map_err(failed);
    }
    // A file replaces a file at once; where a folder is involved the old one steps aside first.
    let old = rows.with_file_name("old");
    if path.is_dir() || (folder && path.exists()) {
        fs::rename(path, &old).map_err(failed)?;
    }
    fs::rename(&new, path).map_err(|source| {
        let _ = fs::rename(&old, path);
        failed(source)
    })?;
    if let Ok(parent) = File::open(path.parent().unwrap_or(Path::new("/"))) {
        let _ = parent.sync_all();
    }
    Ok(())
}

/// A store has no way to rename several objects at once: they appear one after the other, the old ones gone before.
async fn store_commit(
    store: &Arc<dyn ObjectStore>,
    prefix: &Key,
    target: &Target,
    names: &[String],
    folder: bool,
) -> Result<()> {
    let key = Key::from_url_path(target.url.path()).map_err(|_| target.exists())?;
    if taken(store, &key).await? {
        if !target.force {
            return Err(target.exists());
        }
        clear(store, &key).await?;
        let _ = store.delete(&key).await;
    }
    for name in names {
        let from = prefix.clone().join(ROWS).join(name.as_str());
        let to = if folder {
            key.clone().join(name.as_str())
        } else {
            key.clone()
        };
        store
            .copy(&from, &to)
            .await
            .map_err(|error| refused(&error))?;
    }
    clear(store, prefix).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(store: &Arc<dyn ObjectStore>) -> Vec<String> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let all = runtime
            .block_on(store.list(None).try_collect::<Vec<_>>())
            .unwrap();
        let mut names: Vec<String> = all
            .into_iter()
            .map(|object| object.location.to_string())
            .collect();
        names.sort();
        names
    }

    /// What a run wrote lately may still be wanted; what is old goes; what belongs to another output stays.
    #[test]
    fn what_was_left_on_a_store_is_removed_once_it_is_old() {
        let store: Arc<dyn ObjectStore> = Arc::new(object_store::memory::InMemory::new());
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let put = |name: &str| {
            runtime
                .block_on(store.put(&Key::from(name), "x".into()))
                .map(|_| ())
        };
        for name in [
            "a/.bauta-staging-out.parquet-1/l0.parquet",
            "a/.bauta-staging-other.parquet-1/l0.parquet",
            "a/x",
        ] {
            put(name).unwrap();
        }
        let sweep = |untouched| {
            let prefix = format!("{PREFIX}out.parquet-");
            runtime.block_on(sweep_store(&store, &Key::from("a"), &prefix, untouched));
        };
        sweep(Duration::from_secs(3_600));
        assert_eq!(names(&store).len(), 3);
        sweep(Duration::ZERO);
        assert_eq!(
            names(&store),
            ["a/.bauta-staging-other.parquet-1/l0.parquet", "a/x"]
        );
    }
}
