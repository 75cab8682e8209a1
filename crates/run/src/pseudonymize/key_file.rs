//! Files that hold secrets: read by their owner only, never shown, wiped from memory.

use std::io::ErrorKind;
use std::path::Path;

use bauta_methods::pseudonym::{Key, KeyFault};
use zeroize::Zeroizing;

use bauta_messages::{Error, Result};

/// Reads the key in a file.
///
/// # Errors
/// When it is missing, empty, damaged, or readable by others.
pub(crate) fn read_key(path: &Path) -> Result<Key> {
    let content = read_secret(path)?;
    let shown = path.display();
    Key::from_file(&content).map_err(|fault| match fault {
        KeyFault::Empty => Error::request(format!("the key file {shown} is empty; make a key with bauta key new")),
        KeyFault::Malformed => Error::request(format!(
            "the key file {shown} is damaged: below its first line there must be 64 hexadecimal digits; take it from a copy"
        )),
    })
}

/// Reads a file that only its owner may read.
pub(crate) fn read_secret(path: &Path) -> Result<Zeroizing<Vec<u8>>> {
    let failed = |source: std::io::Error| match source.kind() {
        ErrorKind::NotFound => {
            let shown = path.display();
            Error::request(format!(
                "there is no file {shown}; correct the path (bauta key new makes a key file)"
            ))
        }
        _ => bauta_formats::Error::io(path, source).into(),
    };
    let metadata = std::fs::metadata(path).map_err(failed)?;
    if is_open(&metadata) {
        return Err(Error::request(format!(
            "others than its owner may use the file {}; forbid it: chmod 600",
            path.display()
        )));
    }
    std::fs::read(path).map(Zeroizing::new).map_err(failed)
}

#[cfg(unix)]
fn is_open(metadata: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o077 != 0
}

#[cfg(not(unix))]
fn is_open(_: &std::fs::Metadata) -> bool {
    false
}

/// Makes a key file of 32 bytes from the operating system, for its owner only, and returns the key's fingerprint.
///
/// # Errors
/// When the file is there already, or cannot be written.
pub fn new_key(path: &Path) -> Result<String> {
    let mut random = Zeroizing::new([0u8; 32]);
    getrandom::fill(&mut random[..]).map_err(|_| no_randomness())?;
    let text = Key::file_text(&random);
    bauta_formats::stage_private(text.as_bytes(), path, false)?.commit()?;
    key_fingerprint(path)
}

/// The fingerprint of the key in a file.
///
/// # Errors
/// When there is no key in it, or a weak one.
pub fn key_fingerprint(path: &Path) -> Result<String> {
    read_key(path)?.fingerprint().ok_or_else(|| weak(path))
}

pub(super) fn weak(path: &Path) -> Error {
    Error::request(format!(
        "the key in {} is too short or too regular to be a secret; make one of 32 random bytes with bauta key new",
        path.display()
    ))
}

pub(super) fn no_randomness() -> Error {
    Error::NoRandomness
}
