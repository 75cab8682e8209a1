//! A copy of a store's folder, made while the store is served, and put back.
//!
//! Snapshots and all journals but the last are never changed, and the last one only grows: so a copy of its whole records is the store as it was
//! at one moment, with the signatures of all releases. A copy lists its files with their digests; a restored folder is compared with the list and opened.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result, Said};
use crate::journal::{self, Change};

/// The list of a backup.
const LIST: &str = "backup.json";

/// Times that copying begins again because a snapshot took the place of what was copied.
const TRIES: usize = 8;

/// What a backup has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backup {
    /// When it was made.
    pub time: String,
    /// Number of the changes of which the copied files consist, those of a snapshot in parts.
    pub records: u64,
    /// Files with their digests (BLAKE3).
    pub files: BTreeMap<String, String>,
}

/// Copies a store's folder into a new one. The store may be served meanwhile.
///
/// # Errors
/// When there is no store, a file fails or is damaged, or the other folder is there already.
pub fn backup(folder: &Path, to: &Path) -> Result<Backup> {
    fresh(to)?;
    if !folder.join("context.toml").is_file() {
        return Err(Error::file(
            &folder.join("context.toml"),
            std::io::ErrorKind::NotFound.into(),
        ));
    }
    let beside = to.with_extension("unfinished");
    for _ in 0..TRIES {
        let _ = std::fs::remove_dir_all(&beside);
        journal::make(&beside).map_err(|error| Error::file(&beside, error))?;
        let Some(records) = copied(folder, &beside)? else {
            continue;
        };
        let list = Backup {
            time: crate::engine::now(),
            records,
            files: digests(&beside)?,
        };
        let path = beside.join(LIST);
        let text =
            serde_json::to_vec_pretty(&list).map_err(|error| Error::file(&path, error.into()))?;
        write(&path, &mut text.as_slice(), u64::MAX)?;
        journal::sync(&beside)?;
        std::fs::rename(&beside, to).map_err(|error| Error::file(to, error))?;
        if let Some(parent) = to.parent().filter(|own| !own.as_os_str().is_empty()) {
            journal::sync(parent)?;
        }
        return Ok(list);
    }
    let busy = std::io::Error::other("the store writes snapshots all the time; try again");
    Err(Error::file(folder, busy))
}

/// Puts a backup into a new folder: what its list says, each file as it was. The caller opens the store to see that it is whole.
///
/// # Errors
/// When a file is missing, is not as it was, or the folder is there already.
pub fn restore(from: &Path, folder: &Path) -> Result<Backup> {
    fresh(folder)?;
    let list = check(from)?;
    let beside = folder.with_extension("unfinished");
    let _ = std::fs::remove_dir_all(&beside);
    journal::make(&beside).map_err(|error| Error::file(&beside, error))?;
    for name in list.files.keys() {
        copy(&from.join(name), &beside.join(name), u64::MAX)?;
    }
    if digests(&beside)? != list.files {
        return Err(changed(&beside));
    }
    journal::sync(&beside)?;
    std::fs::rename(&beside, folder).map_err(|error| Error::file(folder, error))?;
    Ok(list)
}

/// Compares a backup with its list.
///
/// # Errors
/// When a file is missing or is not as it was.
pub fn check(from: &Path) -> Result<Backup> {
    let path = from.join(LIST);
    let text = std::fs::read(&path).map_err(|error| Error::file(&path, error))?;
    let list: Backup =
        serde_json::from_slice(&text).map_err(|error| Error::file(&path, error.into()))?;
    let found = digests(from)?;
    for (name, digest) in &list.files {
        match found.get(name) {
            Some(own) if own == digest => {}
            Some(_) => return Err(changed(&from.join(name))),
            None => {
                return Err(Error::file(
                    &from.join(name),
                    std::io::ErrorKind::NotFound.into(),
                ));
            }
        }
    }
    Ok(list)
}

fn changed(path: &Path) -> Error {
    let path = path.display();
    Error::Request(Said::new(
        format!("{path} is not as it was when the backup was made"),
        format!("{path} n'est plus tel qu'à la sauvegarde"),
    ))
}

fn fresh(folder: &Path) -> Result<()> {
    if folder.exists() {
        Err(Error::file(
            folder,
            std::io::ErrorKind::AlreadyExists.into(),
        ))
    } else {
        Ok(())
    }
}

/// Copies all files; the number of records, or none if a snapshot came in between.
fn copied(folder: &Path, to: &Path) -> Result<Option<u64>> {
    let gone = |error: &Error| matches!(error, Error::File(_, own) if own.kind() == std::io::ErrorKind::NotFound);
    let before = journal::files(folder)?;
    let mut records = 0;
    for path in before.snapshot.iter().chain(&before.journals) {
        let name = path.file_name().unwrap_or_default();
        let whole = match copy(path, &to.join(name), u64::MAX) {
            Ok(()) => to.join(name),
            Err(error) if gone(&error) => return Ok(None),
            Err(error) => return Err(error),
        };
        let is_last = before.journals.last() == Some(path);
        let mut take = |content: Vec<u8>| {
            records += 1;
            Change::read(&content).map(drop)
        };
        if is_last {
            // What is being written is not acknowledged yet.
            drop(journal::Frames::open(&whole, &mut take)?);
        } else {
            journal::Frames::read(&whole, &mut take)?;
        }
    }
    // A snapshot that was adopted has removed what it stands for, perhaps before it was copied.
    if journal::files(folder)?.snapshot != before.snapshot {
        return Ok(None);
    }
    for path in others(folder)? {
        let name = path.file_name().unwrap_or_default();
        let until = lines(&path)?;
        match copy(&path, &to.join(name), until) {
            Err(error) if gone(&error) => {}
            other => other?,
        }
    }
    Ok(Some(records))
}

/// Files besides snapshots and journals: context, users, logs.
fn others(folder: &Path) -> Result<Vec<PathBuf>> {
    let files = std::fs::read_dir(folder).map_err(|error| Error::file(folder, error))?;
    let own = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let passing = name == "unfinished" || name.ends_with("lock") || name.ends_with(".new");
        path.is_file()
            && !passing
            && !name.starts_with(journal::SNAPSHOT)
            && !name.starts_with(journal::JOURNAL)
            && name != LIST
    };
    let mut all: Vec<PathBuf> = files
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(own)
        .collect();
    all.sort();
    Ok(all)
}

/// Bytes of a file that are to be copied: whole lines of a log, all of others.
fn lines(path: &Path) -> Result<u64> {
    if path.extension().is_none_or(|own| own != "log") {
        return Ok(u64::MAX);
    }
    match std::fs::read(path) {
        Ok(text) => Ok(memchr::memrchr(b'\n', &text).map_or(0, |at| at as u64 + 1)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(Error::file(path, error)),
    }
}

fn copy(from: &Path, to: &Path, until: u64) -> Result<()> {
    let mut file = File::open(from).map_err(|error| Error::file(from, error))?;
    write(to, &mut file, until)
}

/// Writes a file for its owner only, and waits until it is on the disk.
fn write(to: &Path, from: &mut impl Read, until: u64) -> Result<()> {
    let failed = |error| Error::file(to, error);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(to).map_err(failed)?;
    std::io::copy(&mut from.take(until), &mut file).map_err(failed)?;
    file.flush().and_then(|()| file.sync_all()).map_err(failed)
}

/// Digests of all files of a folder, but for the list.
fn digests(folder: &Path) -> Result<BTreeMap<String, String>> {
    let files = std::fs::read_dir(folder).map_err(|error| Error::file(folder, error))?;
    let mut found = BTreeMap::new();
    for path in files
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| path.is_file())
    {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name == LIST {
            continue;
        }
        let failed = |error| Error::file(&path, error);
        let mut hasher = blake3::Hasher::new();
        let file = File::open(&path).map_err(failed)?;
        hasher.update_reader(file).map_err(failed)?;
        found.insert(name, hasher.finalize().to_hex().to_string());
    }
    Ok(found)
}
