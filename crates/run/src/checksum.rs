//! Checksums of files, for reports.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use bauta_formats::Locator;
use sha2::{Digest, Sha256};

/// The SHA-256 of a file, as digits; none where it cannot be read again (a pipe).
pub(crate) fn sha256(path: &Path) -> Option<String> {
    let file = File::open(path)
        .ok()
        .filter(|file| file.metadata().is_ok_and(|about| about.is_file()))?;
    digest(file).ok()
}

/// The SHA-256 of a text, as digits.
pub(crate) fn sha256_of_text(text: &str) -> String {
    hexadecimal(&Sha256::digest(text.as_bytes()))
}

fn digest(mut from: impl Read) -> io::Result<String> {
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match from.read(&mut buffer)? {
            0 => break,
            read => hasher.update(&buffer[..read]),
        }
    }
    Ok(hexadecimal(&hasher.finalize()))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The SHA-256 of the file that data are read from, where it is one.
pub(crate) fn sum_of_input(input: &Locator) -> Option<String> {
    match input {
        Locator::File { path, .. } => sha256(path),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The standard's own example.
    #[test]
    fn a_file_is_known_by_its_sha256() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(digest(&b"abc"[..]).unwrap(), abc);
    }
}
