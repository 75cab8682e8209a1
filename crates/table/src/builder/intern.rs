//! The distinct cells of a column while it is built, each with a small number.
//!
//! Most cells of real tables are short. A text of at most 16 bytes is its own key: two words and a length, compared without
//! looking at the text pool. Longer texts are found by their hash and then compared in the pool, and so are the texts of a
//! column that has very many, where the memory of a table counts more than the look at the pool. Numbers, dates and truth
//! values, which only typed sources have, are kept apart, so that a column of texts pays nothing for them.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use crate::dictionary::TextPool;
use crate::value::Cell;

/// Texts up to this many bytes are compared by their words alone.
const SHORT: usize = 16;

/// So many texts of a column are found by their words, the others by a hash of half a word.
const WIDE: usize = 1 << 16;

/// A distinct cell; the text of id `i` is entry `i` of the pool.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Key {
    Missing,
    Text,
    Integer(i64),
    Decimal(u64),
    Date(i32),
    DateTime(i64),
    Boolean(bool),
}

/// What identifies a text: its two words when it is short, its hash when it is long.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Mark {
    low: u64,
    high: u64,
    len: u32,
}

/// A mark and its id, in 24 bytes.
#[derive(Clone, Copy)]
struct Slot {
    low: u64,
    high: u64,
    len: u32,
    id: u32,
}

/// The hash of a text and its id, in 8 bytes.
#[derive(Clone, Copy)]
struct Thin {
    tag: u32,
    id: u32,
}

impl Thin {
    fn hash_of(tag: u32) -> u64 {
        u64::from(tag)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(32)
    }
}

impl Slot {
    #[inline]
    fn mark(&self) -> Mark {
        Mark {
            low: self.low,
            high: self.high,
            len: self.len,
        }
    }
}

impl Mark {
    /// The mark of `block[start..end]`. Reading two whole words and masking them is what makes short texts cheap.
    #[inline]
    pub(super) fn of(block: &[u8], start: usize, end: usize) -> Self {
        let size = end - start;
        if size > SHORT {
            // A fixed seed: codes must not depend on the process. Long texts are compared byte by byte behind the hash.
            let hash = FixedState::default().hash_one(&block[start..end]);
            return Mark {
                low: hash,
                high: 0,
                len: u32::try_from(size).unwrap_or(u32::MAX),
            };
        }
        // Sixteen bytes at once where the block has them, whatever stands behind the text; the masks below cut it off.
        let (low, high) = match block[start..].first_chunk::<SHORT>() {
            Some(bytes) => words(bytes),
            None => {
                let mut bytes = [0; SHORT];
                bytes[..size].copy_from_slice(&block[start..end]);
                words(&bytes)
            }
        };
        Mark {
            // Bytes behind the text may be anything: only its own may decide.
            low: low & FIRST[size.min(8)],
            high: high & FIRST[size.saturating_sub(8)],
            len: size as u32,
        }
    }

    #[inline]
    fn hash(self) -> u64 {
        const A: u64 = 0x9e37_79b9_7f4a_7c15;
        const B: u64 = 0xd1b5_4a32_d192_ed03;
        // The length turns one factor, so that a text and the same text with zero bytes behind it differ.
        let product = u128::from(self.low ^ A) * u128::from(self.high ^ B.rotate_left(self.len));
        (product as u64) ^ ((product >> 64) as u64)
    }

    #[inline]
    fn is_long(self) -> bool {
        self.len as usize > SHORT
    }
}

#[inline]
fn words(bytes: &[u8; SHORT]) -> (u64, u64) {
    let both = u128::from_le_bytes(*bytes);
    (both as u64, (both >> 64) as u64)
}

/// `FIRST[n]` keeps the first `n` bytes of a word.
const FIRST: [u64; 9] = {
    let mut masks = [0; 9];
    let mut n = 1;
    while n <= 8 {
        masks[n] = u64::MAX >> (64 - 8 * n);
        n += 1;
    }
    masks
};

/// Distinct cells by number, in the order of their first appearance.
#[derive(Clone, Default)]
pub(super) struct Interner {
    slots: HashTable<Slot>,
    thin: HashTable<Thin>,
    /// One entry an id; empty for what is not text.
    texts: TextPool,
    /// One entry an id as soon as a typed cell was seen; before, an empty text is the missing cell.
    keys: Vec<Key>,
    typed: HashTable<u32>,
}

impl Interner {
    /// About the bytes that it takes in memory.
    pub(super) fn held_bytes(&self) -> usize {
        let tables = self.slots.len() * size_of::<Slot>()
            + self.thin.len() * size_of::<Thin>()
            + self.typed.len() * size_of::<u32>();
        self.texts.held_bytes() + self.keys.len() * size_of::<Key>() + tables
    }

    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    pub(super) fn text(&self, id: usize) -> &str {
        self.texts.get(id)
    }

    pub(super) fn key(&self, id: usize) -> Key {
        match self.keys.get(id) {
            Some(&key) => key,
            None if self.texts.get(id).is_empty() => Key::Missing,
            None => Key::Text,
        }
    }

    /// The texts, and the keys where there are typed cells; what only finding needs is freed.
    pub(super) fn into_texts(self) -> (TextPool, Vec<Key>) {
        (self.texts, self.keys)
    }

    #[inline]
    pub(super) fn find(&self, mark: Mark, text: &[u8]) -> Option<u32> {
        let hash = mark.hash();
        let same = |slot: &Slot| {
            slot.mark() == mark
                && (!mark.is_long() || self.texts.get(slot.id as usize).as_bytes() == text)
        };
        match self.slots.find(hash, same) {
            Some(slot) => Some(slot.id),
            // The usual case: few values, and no second table to ask.
            None if self.thin.is_empty() => None,
            None => self.find_thin(hash as u32, text),
        }
    }

    fn find_thin(&self, tag: u32, text: &[u8]) -> Option<u32> {
        let same =
            |thin: &Thin| thin.tag == tag && self.texts.get(thin.id as usize).as_bytes() == text;
        self.thin.find(Thin::hash_of(tag), same).map(|thin| thin.id)
    }

    /// Adds a text that is not there yet; the empty text is the missing cell.
    pub(super) fn add(&mut self, mark: Mark, text: &str) -> u32 {
        let id = self.texts.push(text) as u32;
        // Keys are kept only once a typed cell has come; texts alone need none.
        if !self.keys.is_empty() {
            self.keys.push(if text.is_empty() {
                Key::Missing
            } else {
                Key::Text
            });
        }
        let hash = mark.hash();
        // Beyond so many values the table would outgrow the cache: later ones take a third of the room and look into the texts.
        if self.slots.len() < WIDE {
            let slot = Slot {
                low: mark.low,
                high: mark.high,
                len: mark.len,
                id,
            };
            self.slots
                .insert_unique(hash, slot, |slot| slot.mark().hash());
        } else {
            let tag = hash as u32;
            self.thin
                .insert_unique(Thin::hash_of(tag), Thin { tag, id }, |thin| {
                    Thin::hash_of(thin.tag)
                });
        }
        id
    }

    #[inline]
    pub(super) fn intern(&mut self, text: &str) -> u32 {
        let mark = Mark::of(text.as_bytes(), 0, text.len());
        match self.find(mark, text.as_bytes()) {
            Some(id) => id,
            None => self.add(mark, text),
        }
    }

    pub(super) fn intern_key(&mut self, key: Key, text: &str) -> u32 {
        match key {
            Key::Missing => self.intern(""),
            Key::Text => self.intern(text),
            key => self.intern_typed(key),
        }
    }

    fn intern_typed(&mut self, key: Key) -> u32 {
        let hash = hash_key(key);
        if let Some(&id) = self.typed.find(hash, |&id| self.keys[id as usize] == key) {
            return id;
        }
        if self.keys.is_empty() {
            // The first typed cell: what came before gets the keys that it was taken for.
            self.keys = (0..self.len()).map(|id| self.key(id)).collect();
        }
        let id = self.texts.push("") as u32;
        self.keys.push(key);
        let keys = &self.keys;
        self.typed
            .insert_unique(hash, id, |&id| hash_key(keys[id as usize]));
        id
    }
}

impl Key {
    /// The key of a cell, with its text.
    pub(super) fn of<'a>(cell: Cell<'a>) -> (Key, &'a str) {
        match cell {
            Cell::Text(text) => (Key::Text, text),
            Cell::Missing => (Key::Missing, ""),
            Cell::Decimal(v) if v.is_nan() => (Key::Missing, ""),
            // -0.0 + 0.0 is 0.0: the two zeros are one value, although their bits differ.
            Cell::Decimal(v) => (Key::Decimal((v + 0.0).to_bits()), ""),
            Cell::Integer(v) => (Key::Integer(v), ""),
            Cell::Date(v) => (Key::Date(v), ""),
            Cell::DateTime(v) => (Key::DateTime(v), ""),
            Cell::Boolean(v) => (Key::Boolean(v), ""),
        }
    }
}

fn hash_key(key: Key) -> u64 {
    let hasher = FixedState::default();
    match key {
        Key::Missing | Key::Text => hasher.hash_one(0u8),
        Key::Integer(v) => hasher.hash_one((2u8, v as u64)),
        Key::Decimal(bits) => hasher.hash_one((3u8, bits)),
        Key::Date(v) => hasher.hash_one((4u8, v as u64)),
        Key::DateTime(v) => hasher.hash_one((5u8, v as u64)),
        Key::Boolean(v) => hasher.hash_one((6u8, u64::from(v))),
    }
}
