//! How many items have each pair of codes, for all pairs of some columns.
//!
//! **Idea.** (1) Columns are bundled: a bundle's key stands for the codes of several columns, as long as there are few keys. (2) Pairs of
//! bundles are counted, in tables of all pairs of keys, each core on its own items. (3) What two columns have in common is added up from
//! the table that their bundles share. Eight columns of some ten codes are three bundles: three passes over the items instead of 28.
//!
//! **Invariant.** `of` gives what counting the two columns alone would give.

use rayon::prelude::*;

use super::grouping::KeyColumn;
use crate::with_codes;

/// Keys that a bundle of several columns may have: a table of pairs of them stays in a core's cache.
const KEYS: usize = 512;

/// Items of a core at a time, and those whose keys are made at a time.
const PART: usize = 1 << 18;
const BLOCK: usize = 1 << 12;

/// Columns that have one key.
#[derive(Default)]
struct Bundle {
    columns: Vec<usize>,
    keys: usize,
}

/// The counts of all pairs of some columns.
pub struct Pairs<'a> {
    columns: Vec<KeyColumn<'a>>,
    items: usize,
    bundles: Vec<Bundle>,
    /// Of each column its bundle, and its code for each key of the bundle.
    places: Vec<(usize, Vec<u32>)>,
    /// For pairs of bundles, the first one before the second, the counts of their keys.
    tables: Vec<((usize, usize), Vec<u64>)>,
}

impl<'a> Pairs<'a> {
    /// Counts `items` items.
    pub fn count(columns: Vec<KeyColumn<'a>>, items: usize) -> Self {
        let bundles = bundled(&columns);
        let between = |b: usize| (0..b).map(move |a| (a, b));
        let cells = |&(a, b): &(usize, usize)| bundles[a].keys * bundles[b].keys;
        // Larger tables do not fit beside each other in the cache; such a pair is counted alone, when it is asked for.
        let few = |pair: &(usize, usize)| cells(pair) <= KEYS * KEYS;
        let wanted: Vec<(usize, usize)> =
            (0..bundles.len()).flat_map(between).filter(few).collect();
        let none = || {
            wanted
                .iter()
                .map(|pair| vec![0u64; cells(pair)])
                .collect::<Vec<_>>()
        };
        let part = |part: usize| {
            // A part has fewer rows than 32 bits count, and half the width is half the cache.
            let mut tables: Vec<Vec<u32>> =
                wanted.iter().map(|pair| vec![0; cells(pair)]).collect();
            let mut keys: Vec<Vec<u32>> = vec![Vec::new(); bundles.len()];
            let end = items.min((part + 1) * PART);
            // Block by block, so that the keys of all bundles stay in the cache while all pairs are counted.
            for first in (part * PART..end).step_by(BLOCK) {
                let block = first..end.min(first + BLOCK);
                bundles
                    .iter()
                    .zip(&mut keys)
                    .for_each(|(bundle, keys)| bundle.keys_of(&columns, block.clone(), keys));
                for (&(a, b), table) in wanted.iter().zip(&mut tables) {
                    let wide = bundles[b].keys;
                    keys[a]
                        .iter()
                        .zip(&keys[b])
                        .for_each(|(&a, &b)| table[a as usize * wide + b as usize] += 1);
                }
            }
            tables
        };
        let added = |mut all: Vec<Vec<u64>>, part: Vec<Vec<u32>>| {
            let cells = all.iter_mut().flatten().zip(part.iter().flatten());
            cells.for_each(|(all, part)| *all += u64::from(*part));
            all
        };
        let both = |mut all: Vec<Vec<u64>>, other: Vec<Vec<u64>>| {
            all.iter_mut()
                .flatten()
                .zip(other.iter().flatten())
                .for_each(|(all, other)| *all += other);
            all
        };
        let parts = (0..if wanted.is_empty() {
            0
        } else {
            items.div_ceil(PART)
        })
            .into_par_iter();
        let tables = parts.map(part).fold(none, added).reduce(none, both);
        let tables = wanted.iter().copied().zip(tables).collect();
        let places = (0..columns.len())
            .map(|column| place(&bundles, &columns, column))
            .collect();
        Pairs {
            columns,
            items,
            bundles,
            places,
            tables,
        }
    }

    /// How many items have each pair of codes of two columns: for each code of the first, those of the second.
    pub fn of(&self, a: usize, b: usize) -> Vec<u64> {
        let ((first, codes), (second, others)) = (&self.places[a], &self.places[b]);
        let shared = |pair: &(usize, usize)| {
            if first == second {
                // Both columns are in one bundle: any table that has it tells their pair, by adding up the other side.
                pair.0 == *first || pair.1 == *first
            } else {
                *pair == (*first.min(second), *first.max(second))
            }
        };
        let table = self.tables.iter().find(|(pair, _)| shared(pair));
        let Some(((low, high), table)) = table else {
            return self.alone(a, b);
        };
        let wide = self.columns[b].distinct;
        let mut cells = vec![0; self.columns[a].distinct * wide];
        for (row, line) in table.chunks(self.bundles[*high].keys).enumerate() {
            for (column, &count) in line.iter().enumerate().filter(|(_, count)| **count > 0) {
                let key = |bundle: usize| if bundle == *low { row } else { column };
                cells[codes[key(*first)] as usize * wide + others[key(*second)] as usize] += count;
            }
        }
        cells
    }

    /// The same for columns whose bundles have no table.
    fn alone(&self, a: usize, b: usize) -> Vec<u64> {
        let wide = self.columns[b].distinct;
        let mut cells = vec![0; self.columns[a].distinct * wide];
        let (mut keys, mut others) = (Vec::new(), Vec::new());
        for first in (0..self.items).step_by(BLOCK) {
            let block = first..self.items.min(first + BLOCK);
            for (column, keys) in [(a, &mut keys), (b, &mut others)] {
                Bundle {
                    columns: vec![column],
                    keys: 0,
                }
                .keys_of(&self.columns, block.clone(), keys);
            }
            keys.iter()
                .zip(&others)
                .for_each(|(&a, &b)| cells[a as usize * wide + b as usize] += 1);
        }
        cells
    }
}

/// The columns with most codes first, each in the first bundle that has room.
fn bundled(columns: &[KeyColumn<'_>]) -> Vec<Bundle> {
    let mut order: Vec<usize> = (0..columns.len()).collect();
    // The widest first, as when boxes are packed: narrow ones fill what is left.
    order.sort_by_key(|&column| std::cmp::Reverse(columns[column].distinct));
    let mut bundles: Vec<Bundle> = Vec::new();
    for column in order {
        let distinct = columns[column].distinct.max(1);
        match bundles
            .iter_mut()
            .find(|bundle| bundle.keys * distinct <= KEYS)
        {
            Some(bundle) => {
                bundle.columns.push(column);
                bundle.keys *= distinct;
            }
            None => bundles.push(Bundle {
                columns: vec![column],
                keys: distinct,
            }),
        }
    }
    bundles
}

impl Bundle {
    /// The keys of some items: the code of the first column counts most.
    fn keys_of(
        &self,
        columns: &[KeyColumn<'_>],
        items: std::ops::Range<usize>,
        keys: &mut Vec<u32>,
    ) {
        keys.clear();
        keys.resize(items.len(), 0);
        for column in self.columns.iter().map(|&column| &columns[column]) {
            let distinct = column.distinct.max(1) as u32;
            with_codes!(column.codes, codes => {
                let codes = keys.iter_mut().zip(&codes[items.clone()]);
                match column.map {
                    Some(map) => codes.for_each(|(key, &code)| *key = *key * distinct + map[code as usize]),
                    None => codes.for_each(|(key, &code)| *key = *key * distinct + Into::<u32>::into(code)),
                }
            });
        }
    }
}

/// The bundle of a column, and its code for each key.
fn place(bundles: &[Bundle], columns: &[KeyColumn<'_>], column: usize) -> (usize, Vec<u32>) {
    let bundle = bundles
        .iter()
        .position(|bundle| bundle.columns.contains(&column))
        .unwrap_or(0);
    let behind = bundles[bundle]
        .columns
        .iter()
        .skip_while(|&&other| other != column)
        .skip(1);
    // The key is a number with mixed bases: a column's digit is found behind those that came after it.
    let stride: usize = behind
        .map(|&other| columns[other].distinct.max(1))
        .product();
    let distinct = columns[column].distinct.max(1);
    (
        bundle,
        (0..bundles[bundle].keys)
            .map(|key| (key / stride % distinct) as u32)
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::codes::Codes;

    proptest! {
        #[test]
        fn pairs_are_counted_as_two_columns_alone_would_be(
            widths in proptest::collection::vec(prop_oneof![1usize..12, 30usize..40, Just(700)], 1..6),
            rows in prop_oneof![0usize..300, Just(5_000)], seed in any::<u32>()
        ) {
            let drawn = |column: usize, row: usize| {
                let mixed = (seed as usize ^ (column * 7919)).wrapping_add(row).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                (mixed >> 40) as u32
            };
            let code = |column: usize, row: usize| drawn(column, row) % widths[column] as u32;
            let columns: Vec<Codes> =
                (0..widths.len()).map(|column| Codes::from_fn(rows, widths[column], |row| code(column, row))).collect();
            // The second column is sent through a map to halves of its codes.
            let halves: Vec<u32> = (0..2_000).map(|code| code / 2).collect();
            let keys: Vec<KeyColumn<'_>> = columns.iter().zip(&widths).enumerate().map(|(place, (codes, &width))| {
                let halved = place == 1;
                let distinct = if halved { width.div_ceil(2) } else { width };
                KeyColumn { codes, map: halved.then_some(halves.as_slice()), distinct }
            }).collect();
            let pairs = Pairs::count(keys.clone(), rows);
            let read = |column: usize, row: usize| code(column, row) as usize / if column == 1 { 2 } else { 1 };
            for a in 0..keys.len() {
                for b in 0..keys.len() {
                    let mut by_hand = vec![0; keys[a].distinct * keys[b].distinct];
                    (0..rows).for_each(|row| by_hand[read(a, row) * keys[b].distinct + read(b, row)] += 1);
                    prop_assert_eq!(pairs.of(a, b), by_hand);
                }
            }
        }
    }
}
