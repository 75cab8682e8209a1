//! A stretch of a column that another core reads while the column itself stands still.
//!
//! Cells are looked up in the column first and numbered anew only when they are not there, so that from the second chunk on
//! most codes are final and [`ColumnBuilder::absorb`] copies them. The outcome is that of pushing all cells in order.

use super::intern::{Interner, Mark};
use super::{ColumnBuilder, extend};

/// A stretch of a column being read. Codes from `column.distinct()` up are the chunk's own.
pub struct ColumnChunk<'a> {
    column: &'a Interner,
    own: Interner,
    codes: Vec<u32>,
}

/// A chunk that is read, free of the column it looked values up in.
pub struct ChunkCells {
    known: usize,
    own: Interner,
    codes: Vec<u32>,
}

impl<'a> ColumnChunk<'a> {
    /// Adds the cell `block[start..end]`. Both must be character boundaries of `block`.
    #[inline]
    pub fn push_slice(&mut self, block: &str, start: usize, end: usize) {
        let bytes = block.as_bytes();
        let mark = Mark::of(bytes, start, end);
        let text = &bytes[start..end];
        let code = match self.column.find(mark, text) {
            Some(id) => id,
            // Numbers behind those of the column are the chunk's own; `absorb` translates them.
            None => self.column.len() as u32 + self.own_id(mark, &block[start..end]),
        };
        self.codes.push(code);
    }

    /// Adds a text cell.
    pub fn push_text(&mut self, text: &str) {
        self.push_slice(text, 0, text.len());
    }

    #[cold]
    fn own_id(&mut self, mark: Mark, text: &str) -> u32 {
        match self.own.find(mark, text.as_bytes()) {
            Some(id) => id,
            None => self.own.add(mark, text),
        }
    }

    /// The cells without the borrowed column, which may then change.
    pub fn finish(self) -> ChunkCells {
        ChunkCells {
            known: self.column.len(),
            own: self.own,
            codes: self.codes,
        }
    }
}

impl ColumnBuilder {
    /// A chunk that continues this column; `rows` is how many cells to expect.
    pub fn chunk(&self, rows: usize) -> ColumnChunk<'_> {
        ColumnChunk {
            column: &self.cells,
            own: Interner::default(),
            codes: Vec::with_capacity(rows),
        }
    }

    /// Adds the cells of a chunk of this column behind these. Chunks are absorbed in the order of the file; several may
    /// have been read at the same time.
    pub fn absorb(&mut self, chunk: &ChunkCells) {
        let own = &chunk.own;
        let map: Vec<u32> = (0..own.len())
            .map(|id| self.cells.intern(own.text(id)))
            .collect();
        // It spoke of the cell that was pushed last, which is another one now.
        self.last = None;
        let known = chunk.known;
        let codes = chunk.codes.iter();
        if map.is_empty() {
            extend(&mut self.codes, self.cells.len(), codes.copied());
        } else {
            // The column may have grown since the chunk began: what counts is how many values it knew then.
            let code_of = |&code: &u32| match (code as usize).checked_sub(known) {
                Some(own) => map[own],
                None => code,
            };
            extend(&mut self.codes, self.cells.len(), codes.map(code_of));
        }
    }
}
