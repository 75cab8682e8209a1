//! Building a column cell by cell: distinct cells are interned as they arrive, and typed once at the end, by distinct value.
//!
//! Readers of large files use one builder a chunk, on several cores, and [`append`](ColumnBuilder::append) them in order.

mod infer;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

use crate::codes::Codes;
use crate::dictionary::TextPool;
use crate::table::Column;
use crate::value::{Cell, Kind};

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

/// A distinct cell; texts are in the pool.
#[derive(Clone, Copy, PartialEq)]
enum Key {
    Missing,
    Text(u32),
    Integer(i64),
    Decimal(u64),
    Date(i32),
    DateTime(i64),
    Boolean(bool),
}

/// A column under construction.
#[derive(Clone, Default)]
pub struct ColumnBuilder {
    ids: HashTable<u32>,
    keys: Vec<Key>,
    texts: TextPool,
    codes: Codes,
    last: Option<u32>,
    hasher: FixedState,
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

    /// Adds a cell. Empty text is missing, and so is a NaN.
    pub fn push(&mut self, cell: Cell<'_>) {
        let id = match cell {
            Cell::Text(text) => return self.push_text(text),
            Cell::Missing => self.intern(Key::Missing),
            Cell::Decimal(v) if v.is_nan() => self.intern(Key::Missing),
            Cell::Decimal(v) => self.intern(Key::Decimal((v + 0.0).to_bits())),
            Cell::Integer(v) => self.intern(Key::Integer(v)),
            Cell::Date(v) => self.intern(Key::Date(v)),
            Cell::DateTime(v) => self.intern(Key::DateTime(v)),
            Cell::Boolean(v) => self.intern(Key::Boolean(v)),
        };
        self.last = None;
        self.codes.push(id);
    }

    /// Adds a text cell.
    pub fn push_text(&mut self, text: &str) {
        // Sorted and clustered files repeat the cell above.
        if let Some(last) = self.last
            && let Key::Text(index) = self.keys[last as usize]
            && self.texts.get(index as usize) == text
        {
            return self.codes.push(last);
        }
        let id = self.intern_text(text);
        self.last = Some(id);
        self.codes.push(id);
    }

    /// Adds `count` equal cells.
    pub fn push_repeated(&mut self, cell: Cell<'_>, count: usize) {
        for _ in 0..count {
            self.push(cell);
        }
    }

    /// Adds the cells of another builder behind these: work per distinct value, then one look-up a row.
    pub fn append(&mut self, other: &ColumnBuilder) {
        let map: Vec<u32> = other
            .keys
            .iter()
            .map(|&key| match key {
                Key::Text(index) => self.intern_text(other.texts.get(index as usize)),
                key => self.intern(key),
            })
            .collect();
        for code in other.codes.iter() {
            self.codes.push(map[code as usize]);
        }
        self.last = None;
    }

    /// The typed column.
    pub fn finish(self, how: &ReadAs) -> Column {
        infer::finish(&self.keys, &self.texts, &self.codes, how)
    }

    fn intern_text(&mut self, text: &str) -> u32 {
        if text.is_empty() {
            return self.intern(Key::Missing);
        }
        let hash = self.hasher.hash_one(text);
        let (keys, texts) = (&self.keys, &self.texts);
        let same = |&id: &u32| match keys[id as usize] {
            Key::Text(index) => texts.get(index as usize) == text,
            _ => false,
        };
        if let Some(&id) = self.ids.find(hash, same) {
            return id;
        }
        let key = Key::Text(self.texts.push(text) as u32);
        self.add(hash, key)
    }

    fn intern(&mut self, key: Key) -> u32 {
        let hash = hash_key(&self.hasher, key);
        if let Some(&id) = self.ids.find(hash, |&id| self.keys[id as usize] == key) {
            return id;
        }
        self.add(hash, key)
    }

    fn add(&mut self, hash: u64, key: Key) -> u32 {
        let id = self.keys.len() as u32;
        self.keys.push(key);
        let (keys, texts, hasher) = (&self.keys, &self.texts, &self.hasher);
        self.ids.insert_unique(hash, id, |&id| match keys[id as usize] {
            Key::Text(index) => hasher.hash_one(texts.get(index as usize)),
            key => hash_key(hasher, key),
        });
        id
    }
}

fn hash_key(hasher: &FixedState, key: Key) -> u64 {
    match key {
        Key::Missing => hasher.hash_one((0u8, 0u64)),
        Key::Text(index) => hasher.hash_one((1u8, u64::from(index))),
        Key::Integer(v) => hasher.hash_one((2u8, v as u64)),
        Key::Decimal(bits) => hasher.hash_one((3u8, bits)),
        Key::Date(v) => hasher.hash_one((4u8, v as u64)),
        Key::DateTime(v) => hasher.hash_one((5u8, v as u64)),
        Key::Boolean(v) => hasher.hash_one((6u8, u64::from(v))),
    }
}

#[cfg(test)]
mod tests;
