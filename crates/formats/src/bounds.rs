//! What a file may make its reader hold, by the size of the file: packed formats and views of databases can promise far more than they are.
//!
//! **Idea.** Reading holds the distinct values of each column and a code per cell. Honest files need a small multiple of their own bytes for
//! that, so that a reader which counts what it holds can stop a file of some kilobytes long before memory is short, whatever its header says.

use std::path::Path;

use crate::error::{Error, Result};
use crate::options::Limits;

/// Bytes held for each byte of a sheet or a database. A cell of a sheet takes a fifth of a byte where it is packed best.
#[cfg(any(feature = "spreadsheet", feature = "sqlite"))]
pub(crate) const BY_BYTE: u64 = 256;

/// Bytes of the shared texts of a workbook for each of its bytes: they are there once each, and text packs to a twentieth at best.
#[cfg(feature = "spreadsheet")]
pub(crate) const TEXT_BY_BYTE: u64 = 64;

/// Bytes held for each byte of a Parquet file, where a column of one value takes some bytes for a million rows.
#[cfg(feature = "parquet")]
pub(crate) const BY_PACKED_BYTE: u64 = 4096;

/// What reading one source may hold.
pub(crate) struct Allowance {
    name: String,
    size: u64,
    most: u64,
}

impl Allowance {
    /// That of files, each byte of which may become `by_byte` bytes.
    pub(crate) fn of<'a>(
        name: impl ToString,
        paths: impl IntoIterator<Item = &'a Path>,
        by_byte: u64,
        limits: &Limits,
    ) -> Result<Self> {
        let mut size: u64 = 0;
        for path in paths {
            let found = std::fs::metadata(path).map_err(|source| Error::io(path, source))?;
            size = size.saturating_add(found.len());
        }
        // Saturates: a file of exabytes has an allowance that nothing exceeds.
        let most = size
            .saturating_mul(by_byte)
            .saturating_add(limits.held_bytes);
        let name = name.to_string();
        Ok(Allowance { name, size, most })
    }

    /// The most bytes that may be held.
    #[cfg(any(feature = "sqlite", test))]
    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    /// Whether `held` bytes are still allowed.
    ///
    /// # Errors
    /// They are more than the file may become.
    pub(crate) fn check(&self, held: u64) -> Result<()> {
        if held <= self.most {
            return Ok(());
        }
        Err(Error::Unreadable {
            name: self.name.clone(),
            problem: format!(
                "its {} kB would take more than {} MB of memory",
                self.size.div_ceil(1000),
                self.most / 1_000_000
            ),
            hint: "check where the file comes from; if it is sound, save the table as .csv, which is not packed"
                .to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_file_may_hold_the_floor_and_a_larger_one_more() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        let limits = Limits {
            held_bytes: 1000,
            ..Limits::default()
        };
        for (size, most) in [(0, 1000), (10, 1020), (500, 2000)] {
            std::fs::write(&path, vec![0; size]).unwrap();
            let allowance = Allowance::of("f", [path.as_path()], 2, &limits).unwrap();
            assert_eq!(allowance.most(), most);
            assert!(allowance.check(most).is_ok() && allowance.check(most + 1).is_err());
        }
    }
}
