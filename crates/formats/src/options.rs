//! Options of reading and writing.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bauta_table::{Kind, ReadAs};

/// Bounds on what a file may make the program do.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Most bytes that a workbook's parts may unpack to.
    pub unpacked_bytes: u64,
    /// Most cells of one sheet, repetitions expanded.
    pub cells: u64,
    /// Most columns of a table.
    pub columns: usize,
    /// Bytes that any packed file or database may make its reader hold; a larger file may hold a multiple of its size more.
    pub held_bytes: u64,
    /// Steps that a database on the disk may take to compute its rows; a larger database may take more.
    pub steps: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            unpacked_bytes: 4 << 30,
            cells: 100_000_000,
            columns: 16_384,
            held_bytes: 64 << 20,
            steps: 500_000_000,
        }
    }
}

/// How to read.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// CSV delimiter; `None` = detect.
    pub delimiter: Option<u8>,
    /// CSV encoding by its label (`utf-8`, `latin1`, `utf-16le`, ...); `None` = detect.
    pub encoding: Option<String>,
    /// Texts that stand for a missing value, besides the empty cell.
    pub missing: Vec<String>,
    /// Kinds that the user set, by attribute.
    pub kinds: BTreeMap<String, Kind>,
    /// Bounds.
    pub limits: Limits,
}

impl ReadOptions {
    /// How to type the column called `name`.
    pub fn read_as(
        &self,
        name: &str,
        text_may_be_typed: bool,
        whole_decimals_are_integers: bool,
    ) -> ReadAs {
        ReadAs {
            kind: self.kinds.get(name).copied(),
            text_may_be_typed,
            whole_decimals_are_integers,
            missing: self.missing.clone(),
        }
    }
}

/// How to write.
#[derive(Debug, Clone)]
pub struct WriteOptions {
    /// Replace what is there.
    pub force: bool,
    /// CSV delimiter; `None` = `;` where a value has a decimal comma, `,` otherwise, tab for `.tsv`.
    pub delimiter: Option<u8>,
    /// A workbook of the same format whose other sheets and styles the output keeps; its first (or named) sheet gets the
    /// table's cells.
    pub template: Option<PathBuf>,
    /// Only the user may read the file (a correspondence table). Otherwise the user's mask decides, as for any new file.
    pub private: bool,
    /// Write an apostrophe before text in CSV that a spreadsheet would take for a formula.
    pub guard_formulas: bool,
}

impl Default for WriteOptions {
    fn default() -> Self {
        WriteOptions {
            force: false,
            delimiter: None,
            template: None,
            private: false,
            guard_formulas: true,
        }
    }
}
