//! The counting kernel: items with the same combination of codes get the same class number.
//!
//! **Idea.** (1) The codes of an item are packed side by side in one 64-bit key. (2) The items are cut in chunks; each chunk
//! numbers its distinct keys in order of appearance, on its own core and in its own small table. (3) The chunks' keys
//! are merged in chunk order, so that classes are numbered by first appearance whatever the number of chunks. (4) Combinations
//! wider than 64 bits are grouped by parts: the class numbers of the first columns become one column of the next key.
//!
//! **Invariant.** The result depends on the codes only, never on the number of cores. No two different combinations share a
//! class: keys are the codes themselves, not a hash of them.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rayon::prelude::*;

use crate::codes::Codes;
use crate::with_codes;

/// One column of the combination.
#[derive(Clone, Copy)]
pub struct KeyColumn<'a> {
    /// The codes, one an item.
    pub codes: &'a Codes,
    /// Sent through this table first (a hierarchy's level), if given.
    pub map: Option<&'a [u32]>,
    /// Codes (after the map) are below this.
    pub distinct: usize,
}

/// Items by class.
#[derive(Clone, Default)]
pub struct Grouping {
    /// The class of each item; classes are numbered by first appearance.
    pub class_of: Vec<u32>,
    /// The first item of each class.
    pub first: Vec<u32>,
}

impl Grouping {
    /// Number of classes.
    pub fn len(&self) -> usize {
        self.first.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// How many items (or how much of their `weights`) each class has.
    pub fn sizes(&self, weights: Option<&[u64]>) -> Vec<u64> {
        let mut sizes = vec![0; self.len()];
        for (item, &class) in self.class_of.iter().enumerate() {
            sizes[class as usize] += weights.map_or(1, |w| w[item]);
        }
        sizes
    }
}

/// Groups `items` items by their combination of codes.
pub fn group(columns: &[KeyColumn<'_>], items: usize) -> Grouping {
    let mut done = Grouping {
        class_of: vec![0; items],
        first: if items > 0 { vec![0] } else { Vec::new() },
    };
    let mut rest = columns;
    while !rest.is_empty() {
        let base = if rest.len() == columns.len() {
            0
        } else {
            // What was grouped so far is one more field of the key: its class.
            bits(done.len())
        };
        let mut width = base;
        let mut taken = 0;
        while taken < rest.len() && width + bits(rest[taken].distinct) <= 64 {
            width += bits(rest[taken].distinct);
            taken += 1;
        }
        // A column has at most 32 bits and the classes so far too, so at least one column fits beside them.
        let (now, later) = rest.split_at(taken.max(1));
        done = group_keys(&done.class_of, base, now);
        rest = later;
    }
    done
}

/// Bits that the largest of so many codes needs.
pub(super) fn bits(distinct: usize) -> u32 {
    usize::BITS - distinct.saturating_sub(1).leading_zeros()
}

/// Items in one chunk: enough that its table pays, few enough that both cores get several.
const CHUNK: usize = 1 << 17;

/// Bits of keys with many classes, few enough that a table of all keys is smaller than the items: it is quicker than hashing them. With fewer
/// bits each chunk has such a table.
const DENSE: (u32, u32) = (17, 26);

/// The distinct keys of a chunk in order of appearance, and the first item of each.
#[derive(Default)]
struct Chunk {
    keys: Vec<u64>,
    first: Vec<u32>,
}

fn group_keys(classes: &[u32], base: u32, columns: &[KeyColumn<'_>]) -> Grouping {
    let items = classes.len();
    let width = base
        + columns
            .iter()
            .map(|column| bits(column.distinct))
            .sum::<u32>();
    // A table over all possible keys: quicker than hashing where it is not much larger than the items. Below these widths each chunk has
    // such a table of its own, which stays in the cache.
    if (DENSE.0..=DENSE.1).contains(&width) && 1usize << width <= 2 * items {
        return number_densely(items, width, &packed(0, items, classes, base, columns));
    }
    let mut class_of = vec![0u32; items];
    let chunks: Vec<Chunk> = class_of
        .par_chunks_mut(CHUNK)
        .enumerate()
        .map(|(chunk, out)| {
            let start = chunk * CHUNK;
            let packed = packed(start, start + out.len(), classes, base, columns);
            if width < DENSE.0 && 1usize << width <= 2 * out.len() {
                number_narrow(&packed, start, width, out)
            } else {
                number_chunk(&packed, start, out)
            }
        })
        .collect();
    let chunks = match <[Chunk; 1]>::try_from(chunks) {
        // One chunk has numbered all there is.
        Ok([chunk]) => {
            return Grouping {
                class_of,
                first: chunk.first,
            };
        }
        Err(chunks) => chunks,
    };
    let mut table = KeyTable::default();
    let mut first = Vec::new();
    let maps: Vec<Vec<u32>> = chunks
        .iter()
        .map(|chunk| {
            let ids = chunk.keys.iter().zip(&chunk.first).map(|(&key, &item)| {
                // Chunk after chunk and in the order of items: the numbers are those of first appearance, whatever the number of cores.
                let id = table.number(key);
                if id as usize == first.len() {
                    first.push(item);
                }
                id
            });
            ids.collect()
        })
        .collect();
    let numbered = |(out, map): (&mut [u32], &Vec<u32>)| {
        out.iter_mut()
            // From the numbers of the chunk to those of all.
            .for_each(|class| *class = map[*class as usize]);
    };
    class_of.par_chunks_mut(CHUNK).zip(&maps).for_each(numbered);
    Grouping { class_of, first }
}

/// The keys of some items.
fn packed(
    start: usize,
    end: usize,
    classes: &[u32],
    base: u32,
    columns: &[KeyColumn<'_>],
) -> Vec<u64> {
    let mut packed: Vec<u64> = match base {
        // In the first pass everything is one class, which needs no bits.
        0 => vec![0; end - start],
        _ => classes[start..end]
            .iter()
            .map(|&class| u64::from(class))
            .collect(),
    };
    let mut shift = base;
    for column in columns {
        with_codes!(column.codes, codes => add_codes(&mut packed, &codes[start..end], column.map, shift));
        shift += bits(column.distinct);
    }
    packed
}

/// What stands for a key that has no number yet.
const NEW: u32 = u32::MAX;

/// Numbers the keys of all items in order of appearance.
fn number_densely(items: usize, width: u32, packed: &[u64]) -> Grouping {
    let mut number_of = vec![NEW; 1 << width];
    let mut grouping = Grouping {
        class_of: Vec::with_capacity(items),
        first: Vec::new(),
    };
    for (item, &key) in packed.iter().enumerate() {
        let number = &mut number_of[key as usize];
        if *number == NEW {
            *number = grouping.first.len() as u32;
            grouping.first.push(item as u32);
        }
        grouping.class_of.push(*number);
    }
    grouping
}

/// Numbers the keys of a chunk; `out` gets the number of each item.
fn number_chunk(packed: &[u64], start: usize, out: &mut [u32]) -> Chunk {
    // Most columns repeat themselves: room for every item would only be cleared for nothing.
    let mut table = KeyTable::with_capacity(packed.len().min(1 << 15));
    let mut first = Vec::new();
    for (item, (&key, out)) in packed.iter().zip(out).enumerate() {
        *out = table.number(key);
        if *out as usize == first.len() {
            first.push((start + item) as u32);
        }
    }
    Chunk {
        keys: table.keys,
        first,
    }
}

/// The same for keys of few bits: each has a place of its own in a table.
fn number_narrow(packed: &[u64], start: usize, width: u32, out: &mut [u32]) -> Chunk {
    let mut chunk = Chunk::default();
    let mut number_of = vec![NEW; 1 << width];
    for (item, (&key, out)) in packed.iter().zip(out).enumerate() {
        let number = &mut number_of[key as usize];
        if *number == NEW {
            *number = chunk.keys.len() as u32;
            chunk.keys.push(key);
            chunk.first.push((start + item) as u32);
        }
        *out = *number;
    }
    chunk
}

fn add_codes<T: Copy + Into<u32>>(
    packed: &mut [u64],
    codes: &[T],
    map: Option<&[u32]>,
    shift: u32,
) {
    match map {
        Some(map) => {
            for (key, &code) in packed.iter_mut().zip(codes) {
                *key |= u64::from(map[code.into() as usize]) << shift;
            }
        }
        None => {
            for (key, &code) in packed.iter_mut().zip(codes) {
                *key |= u64::from(code.into()) << shift;
            }
        }
    }
}

/// Numbers keys in order of appearance.
#[derive(Default)]
struct KeyTable {
    ids: HashTable<u32>,
    keys: Vec<u64>,
}

impl KeyTable {
    /// Room for so many keys before it must grow.
    fn with_capacity(keys: usize) -> Self {
        KeyTable {
            ids: HashTable::with_capacity(keys),
            keys: Vec::new(),
        }
    }

    #[inline]
    fn number(&mut self, key: u64) -> u32 {
        let keys = &self.keys;
        let new = keys.len() as u32;
        match self.ids.entry(
            mix(key),
            |&id| keys[id as usize] == key,
            |&id| mix(keys[id as usize]),
        ) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(free) => {
                free.insert(new);
                self.keys.push(key);
                new
            }
        }
    }
}

/// Spreads packed keys over the table; any bijection does, since keys themselves are compared.
#[inline]
fn mix(key: u64) -> u64 {
    // Both halves of the product: the lower one alone would keep the zeros at the end of a key.
    let wide = u128::from(key ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    (wide as u64) ^ ((wide >> 64) as u64)
}
