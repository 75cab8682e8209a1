//! What is drawn for a row by its number: the same wherever the row is.
//!
//! **Idea** 1. A plan draws a key from its seeded generator. 2. Rows are in blocks of [`BLOCK`], by their numbers; each block of each attribute has a
//! stream of ChaCha under the key to itself. 3. In a block every row draws in its turn, whether or not it has a value. So what a row draws depends
//! on key, attribute and number only: blocks are drawn on all cores, and an engine that knows the numbers of its rows draws what a table in memory
//! would.
//!
//! **Invariants** `rows_draw_the_same_in_whatever_pieces`, `streams_differ`, `so_many_rows_are_chosen`.

use bauta_table::{Column, Fault, Table};
use rand::RngExt;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::context::{Context, Result};

/// Rows that share a stream.
pub(crate) const BLOCK: usize = 1024;

/// Bits of a stream's number that tell the block.
const BLOCK_BITS: u32 = 48;

/// What the rows of an attribute draw from. It holds a key, and has no `Debug`.
#[derive(Clone)]
pub(crate) struct Draws {
    key: [u8; 32],
    place: u64,
}

impl Draws {
    /// Those of some attributes.
    pub(crate) fn of_attributes(count: usize, rng: &mut ChaCha20Rng) -> Vec<Draws> {
        let key: [u8; 32] = rng.random();
        (0..count as u64)
            .map(|place| Draws { key, place })
            .collect()
    }

    fn stream(&self, block: u64) -> ChaCha20Rng {
        let mut stream = ChaCha20Rng::from_seed(self.key);
        stream.set_stream((self.place << BLOCK_BITS) | block);
        stream
    }

    /// Gives `each` what rows draw, in the order of `rows`: cheapest where their numbers ascend.
    pub(crate) fn for_rows<T>(
        &self,
        rows: impl Iterator<Item = u64>,
        mut draw: impl FnMut(&mut ChaCha20Rng) -> T,
        mut each: impl FnMut(T),
    ) {
        let size = BLOCK as u64;
        // The block that is drawn from, its stream, and whose turn it is.
        let (mut at, mut stream, mut next) = (None, ChaCha20Rng::from_seed(self.key), 0);
        for row in rows {
            let (block, turn) = (row / size, row % size);
            if at != Some(block) || turn < next {
                (at, stream, next) = (Some(block), self.stream(block), 0);
            }
            while next < turn {
                draw(&mut stream);
                next += 1;
            }
            each(draw(&mut stream));
            next += 1;
        }
    }
}

/// A technique that works row by row, by what it does to a row.
#[derive(Clone, Copy)]
pub enum RowWise<'a> {
    /// Some rows stay, the others go.
    Sampling(&'a dyn RowSampling),
    /// The cells of some attributes become others.
    Drawing(&'a dyn CellDrawing),
}

/// A technique that leaves rows out by their numbers.
pub trait RowSampling {
    /// Which rows stay, of that many.
    fn chosen(&self, rows: u64, context: &mut Context<'_>) -> Chosen;
}

/// A technique that draws each new cell by the number of its row.
pub trait CellDrawing {
    /// The attributes whose cells it draws.
    fn attributes(&self) -> &[String];

    /// What draws the cells of each attribute. `values` has these attributes with all their values, whatever its rows are; `counts` how many rows
    /// of the data have each code.
    ///
    /// # Errors
    /// What cannot be done with these values.
    fn drawn(
        &self,
        values: &Table,
        counts: &[Vec<u64>],
        context: &mut Context<'_>,
    ) -> Result<Vec<Box<dyn Cells>>, Vec<Fault>>;
}

/// New cells of an attribute, row by row.
pub trait Cells: Send + Sync {
    /// The cells of some rows, given the number of each row and the code of its value.
    ///
    /// # Errors
    /// There is no randomness.
    fn cells(&self, rows: &[u64], codes: &[u32]) -> Result<Column>;
}

/// Some of a table's rows, by their numbers.
#[derive(Clone, PartialEq, Eq)]
pub struct Chosen {
    bits: Vec<u64>,
    rows: u64,
    count: u64,
}

impl Chosen {
    /// Draws so many rows of all, every set of them equally likely: each row in its turn is taken with the chance of those still wanted by those
    /// still to come.
    pub(crate) fn draw(rows: u64, wanted: u64, rng: &mut ChaCha20Rng) -> Chosen {
        let mut bits = vec![0; rows.div_ceil(64) as usize];
        let (count, mut left) = (wanted.min(rows), wanted.min(rows));
        for row in (0..rows).take_while(|_| count > 0) {
            if left > 0 && rng.random_range(0..rows - row) < left {
                bits[(row / 64) as usize] |= 1 << (row % 64);
                left -= 1;
            }
        }
        Chosen { bits, rows, count }
    }

    /// Whether a row is among them.
    pub fn contains(&self, row: u64) -> bool {
        self.bits
            .get((row / 64) as usize)
            .is_some_and(|word| word >> (row % 64) & 1 == 1)
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their numbers, ascending.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.rows).filter(|&row| self.contains(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(draws: &Draws, rows: impl Iterator<Item = u64>) -> Vec<u64> {
        let mut all = Vec::new();
        // A number of words that differs from row to row, as rejection takes it.
        let draw = |rng: &mut ChaCha20Rng| loop {
            let word: u64 = rng.random();
            if !word.is_multiple_of(3) {
                break word;
            }
        };
        draws.for_rows(rows, draw, |word| all.push(word));
        all
    }

    #[test]
    fn rows_draw_the_same_in_whatever_pieces() {
        let draws = Draws::of_attributes(2, &mut ChaCha20Rng::seed_from_u64(7)).remove(1);
        let rows = 3 * BLOCK as u64 + 5;
        let whole = drawn(&draws, 0..rows);
        for size in [1, 7, BLOCK as u64 - 1, BLOCK as u64, 2 * BLOCK as u64 + 1] {
            let pieces = (0..rows)
                .step_by(size as usize)
                .flat_map(|first| drawn(&draws, first..rows.min(first + size)));
            assert_eq!(pieces.collect::<Vec<_>>(), whole, "{size}");
        }
        let some: Vec<u64> = (0..rows).filter(|row| row % 5 != 1).rev().collect();
        let expected: Vec<u64> = some.iter().map(|&row| whole[row as usize]).collect();
        assert_eq!(drawn(&draws, some.into_iter()), expected, "in any order");
    }

    #[test]
    fn streams_differ() {
        let all = Draws::of_attributes(3, &mut ChaCha20Rng::seed_from_u64(7));
        let other = Draws::of_attributes(1, &mut ChaCha20Rng::seed_from_u64(8));
        let mut words: Vec<u64> = all
            .iter()
            .chain(&other)
            .flat_map(|draws| drawn(draws, (0..4).map(|block| block * BLOCK as u64)))
            .collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 16);
    }

    #[test]
    fn so_many_rows_are_chosen() {
        for (rows, wanted) in [
            (0, 3),
            (1, 1),
            (64, 64),
            (65, 64),
            (1000, 0),
            (1000, 1),
            (100_000, 25_000),
        ] {
            let chosen = Chosen::draw(rows, wanted, &mut ChaCha20Rng::seed_from_u64(rows + wanted));
            assert_eq!(
                (chosen.count(), chosen.numbers().count() as u64),
                (wanted.min(rows), wanted.min(rows))
            );
            assert!(!chosen.contains(rows) && !chosen.contains(rows + 64));
        }
    }
}
