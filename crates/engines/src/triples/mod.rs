//! Triples as Parquet files: terms once by number, and the links of each predicate as two columns of numbers.
//!
//! ```text
//! lubm.triples/predicates.parquet        number, predicate, triples
//!              terms/part-00000.parquet  id, term        ascending by id, each once
//!              links/00000/part-….parquet  subject, object
//! ```
//!
//! **Why a hash?** The number of a term is 63 bits of the SHA-256 of its text, so that a file is taken apart in one pass that remembers nothing,
//! and by several processes alike. Two terms with one number are found when terms are put in order, and refused: with a hundred million
//! terms that happens once in two thousand graphs.

mod read;
mod write;

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

pub use read::{each_link, each_term, predicates};
pub use write::{Columns, Split, write_columns, write_list};

use crate::error::{Error, Result};

/// How the names of such folders end.
pub const ENDING: &str = ".triples";

/// The number of a term.
pub fn id_of(text: &str) -> i64 {
    numbers_of(text).0
}

/// The number of a term, and other bits of its hash.
fn numbers_of(text: &str) -> (i64, u64) {
    let hash = Sha256::digest(text.as_bytes());
    let word = |from: usize| {
        let mut bytes = [0; 8];
        bytes
            .iter_mut()
            .zip(hash.iter().skip(from))
            .for_each(|(byte, &found)| *byte = found);
        u64::from_be_bytes(bytes)
    };
    ((word(0) >> 1) as i64, word(8))
}

/// A predicate of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Predicate {
    /// Its number in the folder.
    pub number: usize,
    /// As N-Triples writes it.
    pub text: String,
    /// How many triples have it.
    pub triples: u64,
}

impl Predicate {
    /// Where its links are.
    pub fn links(&self, folder: &Path) -> PathBuf {
        links_of(folder, self.number)
    }
}

/// Where the links of a predicate are.
pub fn links_of(folder: &Path, number: usize) -> PathBuf {
    folder.join("links").join(format!("{number:05}"))
}

/// Where terms are.
pub fn terms_of(folder: &Path) -> PathBuf {
    folder.join("terms")
}

/// The name of a file of many.
pub fn part(number: usize) -> String {
    format!("part-{number:05}.parquet")
}

/// Whether a path is a folder of triples.
pub fn is_folder(path: &Path) -> bool {
    list_of(path).is_file()
}

fn list_of(folder: &Path) -> PathBuf {
    folder.join("predicates.parquet")
}

fn broken(path: &Path, problem: impl std::fmt::Display) -> Error {
    let problem = problem.to_string();
    let first = problem.lines().next().unwrap_or_default();
    bauta_formats::Error::io(path, std::io::Error::other(first.to_owned())).into()
}

fn failed(path: &Path) -> impl Fn(std::io::Error) -> Error + '_ {
    move |source| bauta_formats::Error::io(path, source).into()
}

/// The Parquet files of a folder, in the order of their names.
fn files_of(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).map_err(failed(folder))?;
    let mut files = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<Vec<PathBuf>>>()
        .map_err(failed(folder))?;
    files.retain(|path| path.extension().is_some_and(|ending| ending == "parquet"));
    files.sort_unstable();
    Ok(files)
}

#[cfg(test)]
mod tests;
