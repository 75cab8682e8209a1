//! Building a column cell by cell: distinct cells are interned as they arrive, and typed once at the end, by distinct value.
//!
//! Readers of large files fill chunks on several cores and [`absorb`](ColumnBuilder::absorb) them in order.

mod chunk;
mod contradiction;
mod infer;
mod intern;

pub use chunk::{ChunkCells, ColumnChunk};

use crate::codes::Codes;
use crate::table::Column;
use crate::value::{Cell, Kind};
use crate::with_codes;
use intern::{Interner, Key};

/// How the interned cells become a typed column.
#[derive(Debug, Clone, Default)]
pub struct ReadAs {
    /// The kind that the user asked for; `None` = find out.
    pub kind: Option<Kind>,
    /// Whether text cells may be numbers, dates or truth values (CSV), or are text on purpose (workbooks, databases).
    pub text_may_be_typed: bool,
    /// Whether decimals without a fraction are whole numbers (workbooks know one kind of number).
    pub whole_decimals_are_integers: bool,
    /// Texts that stand for a missing value, besides the empty one.
    pub missing: Vec<String>,
}

/// A column under construction.
#[derive(Clone, Default)]
pub struct ColumnBuilder {
    cells: Interner,
    codes: Codes,
    last: Option<u32>,
}

impl ColumnBuilder {
    /// An empty builder.
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of cells so far.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether there is no cell yet.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// Number of distinct cells so far, the missing one included.
    pub fn distinct(&self) -> usize {
        self.cells.len()
    }

    /// About the bytes that it takes in memory: of its distinct cells, and a code per cell.
    pub fn held_bytes(&self) -> usize {
        let width = match self.codes {
            Codes::U8(_) => 1,
            Codes::U16(_) => 2,
            Codes::U32(_) => 4,
        };
        self.cells.held_bytes() + width * self.codes.len()
    }

    /// Adds a cell. Empty text is missing, and so is a NaN.
    pub fn push(&mut self, cell: Cell<'_>) {
        let id = self.code_of(cell);
        self.codes.push(id);
    }

    /// Adds a text cell.
    pub fn push_text(&mut self, text: &str) {
        // Sorted and clustered files repeat the cell above.
        if let Some(last) = self.last
            && self.cells.text(last as usize) == text
        {
            return self.codes.push(last);
        }
        let id = self.cells.intern(text);
        self.last = Some(id);
        self.codes.push(id);
    }

    /// Adds `count` equal cells.
    pub fn push_repeated(&mut self, cell: Cell<'_>, count: usize) {
        let id = self.code_of(cell);
        extend(
            &mut self.codes,
            self.cells.len(),
            std::iter::repeat_n(id, count),
        );
    }

    /// The code of a cell for [`push_codes`](ColumnBuilder::push_codes), for sources that have dictionaries themselves.
    pub fn code_of(&mut self, cell: Cell<'_>) -> u32 {
        let (key, text) = Key::of(cell);
        self.last = None;
        self.cells.intern_key(key, text)
    }

    /// Adds cells by codes, each of which [`code_of`](ColumnBuilder::code_of) gave. A value that has a code is taken for
    /// one of the column's, so ask only for the codes of cells that are then added.
    pub fn push_codes(&mut self, codes: impl Iterator<Item = u32>) {
        let distinct = self.cells.len();
        extend(
            &mut self.codes,
            distinct,
            codes.inspect(|&code| debug_assert!((code as usize) < distinct)),
        );
    }

    /// Adds the cells of another builder behind these: work per distinct value, then one look-up a row.
    pub fn append(&mut self, other: &ColumnBuilder) {
        let theirs = &other.cells;
        let map: Vec<u32> = (0..theirs.len())
            .map(|id| self.cells.intern_key(theirs.key(id), theirs.text(id)))
            .collect();
        let distinct = self.cells.len();
        with_codes!(&other.codes, v => extend(&mut self.codes, distinct, v.iter().map(|&code| map[code as usize])));
        self.last = None;
    }

    /// The typed column.
    pub fn finish(self, how: &ReadAs) -> Column {
        infer::finish(self.cells, &self.codes, how)
    }
}

/// Adds codes below `distinct`, in a width that holds them.
fn extend(codes: &mut Codes, distinct: usize, more: impl Iterator<Item = u32>) {
    match (&*codes, distinct) {
        (Codes::U8(v), 0x101..=0x1_0000) => {
            *codes = Codes::U16(v.iter().map(|&c| u16::from(c)).collect());
        }
        (Codes::U8(_) | Codes::U16(_), 0x1_0001..) => *codes = Codes::U32(codes.iter().collect()),
        _ => {}
    }
    match codes {
        Codes::U8(v) => v.extend(more.map(|code| code as u8)),
        Codes::U16(v) => v.extend(more.map(|code| code as u16)),
        Codes::U32(v) => v.extend(more),
    }
}

#[cfg(test)]
mod tests;
