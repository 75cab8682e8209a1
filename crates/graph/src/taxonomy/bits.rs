//! Rows of bits, one a concept.

/// A square of bits.
#[derive(Debug, Clone, Default)]
pub struct BitRows {
    words: Vec<u64>,
    /// Words of a row.
    width: usize,
}

impl BitRows {
    /// So many rows of so many bits, all 0.
    pub fn new(size: usize) -> Self {
        let width = size.div_ceil(64);
        BitRows {
            words: vec![0; width * size],
            width,
        }
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.width..(row + 1) * self.width]
    }

    /// Sets a bit.
    pub fn set(&mut self, row: usize, bit: usize) {
        self.words[row * self.width + bit / 64] |= 1 << (bit % 64);
    }

    /// Whether a bit is set.
    pub fn get(&self, row: usize, bit: usize) -> bool {
        self.words[row * self.width + bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Adds the bits of another row to a row.
    pub fn or(&mut self, row: usize, other: usize) {
        for word in 0..self.width {
            self.words[row * self.width + word] |= self.words[other * self.width + word];
        }
    }

    /// Number of bits of a row.
    pub fn count(&self, row: usize) -> usize {
        self.row(row)
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// The bits of a row.
    pub fn ones(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        self.row(row)
            .iter()
            .enumerate()
            .flat_map(|(place, &word)| ones_of(place, word))
    }

    /// The bits that two rows share.
    pub fn both(&self, a: usize, b: usize) -> impl Iterator<Item = usize> + '_ {
        let words = self.row(a).iter().zip(self.row(b)).enumerate();
        words.flat_map(|(place, (a, b))| ones_of(place, a & b))
    }

    /// How many bits two rows share.
    pub fn both_count(&self, a: usize, b: usize) -> usize {
        self.row(a)
            .iter()
            .zip(self.row(b))
            .map(|(a, b)| (a & b).count_ones() as usize)
            .sum()
    }
}

fn ones_of(place: usize, mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            // Clears the lowest bit that is set, so that only set bits are walked.
            word &= word - 1;
            place * 64 + bit
        })
    })
}
