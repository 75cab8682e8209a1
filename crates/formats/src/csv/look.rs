//! The rows of a text file as they stand.

use std::fs::File;
use std::path::Path;

use super::input::{Block, Input};
use super::read::{Origin, delimiter, failed};
use super::scan::{Sink, scan};
use super::sniff;
use crate::FileFormat;
use crate::error::{Error, Result};
use crate::options::ReadOptions;
use crate::sheet::Sheet;

/// How much of a file is looked at.
const LOOKED_AT: usize = 8 << 20;

/// Looks at a file.
pub(super) fn look(
    path: &Path,
    format: FileFormat,
    options: &ReadOptions,
    asked: &[u64],
) -> Result<Sheet> {
    let file = File::open(path).map_err(|source| Error::io(path, source))?;
    let origin = Origin {
        name: path.display().to_string(),
        format,
        size: None,
    };
    let stopped = |stop| failed(stop, &origin.name, 0);
    let mut input = Input::open(Box::new(file), options.encoding.as_deref()).map_err(stopped)?;
    let mut delimiter = delimiter(&input, &origin, options)?;
    let mut sheet = Sheet::default();
    if let Some(Block { bytes, decoding }) =
        input.block_of(delimiter, LOOKED_AT).map_err(stopped)?
    {
        let text = decoding
            .text(&bytes)
            .unwrap_or_else(|_| String::from_utf8_lossy(&bytes));
        let hidden = text.lines().next().and_then(sniff::named);
        delimiter = hidden.unwrap_or(delimiter);
        let skipped = u64::from(hidden.is_some());
        scan(
            &text,
            delimiter,
            &mut Looking {
                text: &text,
                asked,
                skipped,
                cells: Vec::new(),
                sheet: &mut sheet,
            },
        );
    }
    Ok(sheet)
}

struct Looking<'a> {
    text: &'a str,
    asked: &'a [u64],
    /// Lines at the beginning that only name the delimiter.
    skipped: u64,
    cells: Vec<String>,
    sheet: &'a mut Sheet,
}

impl Sink for Looking<'_> {
    fn cell(&mut self, _: usize, start: usize, end: usize) {
        self.cells
            .push(self.text.get(start..end).unwrap_or_default().to_owned());
    }

    fn unquoted(&mut self, _: usize, cell: &str) {
        self.cells.push(cell.to_owned());
    }

    fn row(&mut self, _: usize, line: u64) {
        let cells = std::mem::take(&mut self.cells);
        if line >= self.skipped && self.sheet.wants(line + 1, self.asked) {
            self.sheet.keep(line + 1, cells);
        }
    }
}
