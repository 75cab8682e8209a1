//! Which boxes of a release hold an original tuple.
//!
//! **Idea.** For each attribute and rank, a row of bits says which boxes cover it; the boxes of a tuple are the `and` of one
//! row of bits an attribute. So nothing is enumerated but tuples that occur. **Cost** tuples × attributes × boxes / 64.

use bauta_table::recoding::Prepared;
use rayon::prelude::*;

use super::reading::{Boxes, Reading};

/// The most bits that one attribute may have (256 MB); a wider attribute is looked up box by box.
const MOST_BITS: usize = 1 << 31;

/// Boxes by the ranks that they cover.
pub(super) struct Overlap<'a> {
    reading: &'a Reading,
    boxes: &'a Boxes,
    words: usize,
    /// For each attribute, `words` words a rank; empty where that would be too many.
    bits: Vec<Vec<u64>>,
}

impl<'a> Overlap<'a> {
    pub(super) fn new(reading: &'a Reading, boxes: &'a Boxes) -> Self {
        let words = boxes.rows.len().div_ceil(64);
        let bits = reading
            .columns
            .iter()
            .zip(&boxes.codes)
            .map(|(column, codes)| {
                if column.domain.saturating_mul(words * 64) > MOST_BITS {
                    return Vec::new();
                }
                let mut bits = vec![0u64; column.domain * words];
                for (number, &code) in codes.iter().enumerate() {
                    for rank in column.covers[code as usize].ranks.iter() {
                        bits[rank as usize * words + number / 64] |= 1 << (number % 64);
                    }
                }
                bits
            });
        Overlap {
            reading,
            boxes,
            words,
            bits: bits.collect(),
        }
    }

    /// Calls `found` for each box that holds the tuple of these ranks; `scratch` is any vector, reused.
    fn each(&self, ranks: &[u32], scratch: &mut Vec<u64>, mut found: impl FnMut(usize)) {
        scratch.clear();
        scratch.resize(self.words, u64::MAX);
        for (bits, &rank) in self
            .bits
            .iter()
            .zip(ranks)
            .filter(|(bits, _)| !bits.is_empty())
        {
            let row = &bits[rank as usize * self.words..][..self.words];
            scratch
                .iter_mut()
                .zip(row)
                .for_each(|(word, row)| *word &= row);
        }
        for (index, &word) in scratch.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let number = index * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                if number < self.boxes.rows.len() && self.holds_rest(number, ranks) {
                    found(number);
                }
            }
        }
    }

    fn holds_rest(&self, number: usize, ranks: &[u32]) -> bool {
        (0..ranks.len())
            .filter(|&qi| self.bits[qi].is_empty())
            .all(|qi| {
                let code = self.boxes.codes[qi][number];
                self.reading.columns[qi].covers[code as usize]
                    .ranks
                    .contains(ranks[qi])
            })
    }

    /// For each original tuple in order, what `fold` makes of the boxes that hold it.
    pub(super) fn map<T: Send + Default>(
        &self,
        prepared: &Prepared<'_>,
        fold: impl Fn(&mut T, usize, usize) + Sync,
    ) -> Vec<T> {
        (0..prepared.set().len())
            .into_par_iter()
            .map_init(
                || (Vec::new(), Vec::new()),
                |(scratch, ranks), tuple| {
                    ranks.clear();
                    ranks.extend(prepared.qis.iter().enumerate().map(|(place, qi)| {
                        qi.rank_of_code()[prepared.set().codes(place).get(tuple) as usize]
                    }));
                    let mut value = T::default();
                    self.each(ranks, scratch, |number| fold(&mut value, tuple, number));
                    value
                },
            )
            .collect()
    }
}
