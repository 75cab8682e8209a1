//! How many of all rows are different in some columns, within a bounded memory.
//!
//! **Idea** 1. Somebody makes a digest of what the rows are compared by; equal digests are equal rows. 2. Digests are shared out by their first bits. What does not fit goes to
//! temporary files, one for each part. 3. Each part is counted by itself; one that does not fit is read several times, and other digests of it are counted each time.
//!
//! The files hold digests under a key that is forgotten, and nothing else.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::sync::{Mutex, PoisonError};

use arrow_array::RecordBatch;
use bauta_table::Progress;
use hashbrown::HashSet;

use crate::contract::Engine;
use crate::error::{Error, Result};

/// Parts that digests are shared out to.
const PARTS: usize = 64;

/// Bytes that may be held where nothing is said.
const USUAL_MEMORY: u64 = 1 << 30;

/// Bytes of a digest, and what it takes in a set.
const DIGEST_BYTES: usize = 16;
const ENTRY_BYTES: usize = 40;

/// Rows, and how many of them are different.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowCount {
    /// All.
    pub rows: u64,
    /// Those that are different.
    pub different: u64,
}

/// Makes a digest of each row of a batch.
pub type Digests<'a> = dyn Fn(&RecordBatch) -> Result<Vec<u128>> + Sync + 'a;

/// Counts the rows of an engine, and how many of them are different by a digest of some columns. `memory`: bytes that may be held.
///
/// # Errors
/// A column that does not exist; the engine or the disk failed; or what `digests` fails with.
pub fn count_different(
    engine: &dyn Engine,
    columns: &[String],
    digests: &Digests<'_>,
    memory: Option<u64>,
    progress: &dyn Progress,
) -> Result<RowCount> {
    let most = memory.unwrap_or(USUAL_MEMORY) as usize / 2;
    let parts = Mutex::new(Parts::new(most));
    let each = |batch: &RecordBatch| {
        let digests = digests(batch)?;
        let mut parts = parts.lock().unwrap_or_else(PoisonError::into_inner);
        parts.add(&digests).map_err(failed)
    };
    engine.scan(columns, &each, progress)?;
    let parts = parts.into_inner().unwrap_or_else(PoisonError::into_inner);
    parts.counted(progress)
}

fn failed(source: io::Error) -> Error {
    Error::Formats(bauta_formats::Error::Io {
        name: "temporary files".to_owned(),
        source,
    })
}

/// Digests, shared out.
struct Parts {
    held: Vec<Vec<u128>>,
    files: Vec<File>,
    /// Digests that are held, and that may be.
    count: usize,
    most: usize,
    rows: u64,
}

impl Parts {
    fn new(bytes: usize) -> Self {
        Parts {
            held: vec![Vec::new(); PARTS],
            files: Vec::new(),
            count: 0,
            most: (bytes / ENTRY_BYTES).max(PARTS),
            rows: 0,
        }
    }

    fn add(&mut self, digests: &[u128]) -> io::Result<()> {
        for &digest in digests {
            self.held[(digest >> 122) as usize].push(digest);
        }
        self.rows += digests.len() as u64;
        self.count += digests.len();
        if self.count > self.most {
            self.spill()?;
        }
        Ok(())
    }

    fn spill(&mut self) -> io::Result<()> {
        if self.files.is_empty() {
            let files = (0..PARTS).map(|_| tempfile::tempfile());
            self.files = files.collect::<io::Result<_>>()?;
        }
        let mut bytes = Vec::new();
        for (file, held) in self.files.iter_mut().zip(&mut self.held) {
            bytes.clear();
            held.drain(..)
                .for_each(|digest| bytes.extend_from_slice(&digest.to_le_bytes()));
            file.write_all(&bytes)?;
        }
        self.count = 0;
        Ok(())
    }

    fn counted(mut self, progress: &dyn Progress) -> Result<RowCount> {
        if !self.files.is_empty() {
            self.spill().map_err(failed)?;
        }
        let mut different = 0;
        for held in &mut self.held {
            held.sort_unstable();
            held.dedup();
            different += held.len() as u64;
        }
        for file in &mut self.files {
            if progress.cancelled() {
                return Err(bauta_formats::Error::Cancelled.into());
            }
            different += different_in(file, self.most).map_err(failed)?;
        }
        let rows = self.rows;
        Ok(RowCount { rows, different })
    }
}

/// How many different digests a file has, where `most` of them may be held.
fn different_in(file: &mut File, most: usize) -> io::Result<u64> {
    let digests = file.metadata()?.len() as usize / DIGEST_BYTES;
    let passes = digests.div_ceil(most).max(1) as u128;
    let mut different = 0;
    for pass in 0..passes {
        file.rewind()?;
        let mut input = BufReader::with_capacity(1 << 16, &mut *file);
        let mut seen: HashSet<u128, foldhash::fast::FixedState> = HashSet::default();
        let mut digest = [0; DIGEST_BYTES];
        for _ in 0..digests {
            input.read_exact(&mut digest)?;
            let digest = u128::from_le_bytes(digest);
            if digest % passes == pass {
                seen.insert(digest);
            }
        }
        different += seen.len() as u64;
    }
    Ok(different)
}

#[cfg(test)]
mod tests {
    use bauta_table::Silent;

    use super::*;

    /// However little is held, every digest is counted once; however often one comes.
    #[test]
    fn what_goes_to_the_disk_is_counted_all_the_same() {
        let digest = |n: u128| (n % 3_000).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        let mut digests: Vec<u128> = (0..10_000).map(digest).collect();
        digests.extend([7; 5_000]);
        for (bytes, spills) in [(usize::MAX, false), (200_000, true), (1, true)] {
            let mut parts = Parts::new(bytes);
            digests
                .chunks(777)
                .for_each(|some| parts.add(some).unwrap());
            assert_eq!(!parts.files.is_empty(), spills);
            let expected = RowCount {
                rows: 15_000,
                different: 3_001,
            };
            assert_eq!(parts.counted(&Silent).unwrap(), expected, "{bytes} bytes");
        }
    }
}
