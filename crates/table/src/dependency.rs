//! Columns that determine others, as a code determines its label.

use crate::Table;

/// Fewer rows than these may determine a value by accident.
const FEWEST: u64 = 20;

impl Table {
    /// For each code of a column the code of another one that all its rows have; none where the first does not determine the second, or where that may
    /// be an accident: at least half of the rows must share their value with another row, and 20 of these must not have the most frequent value of
    /// the second column.
    pub fn determined(&self, from: usize, to: usize) -> Option<Vec<Option<u32>>> {
        let [own, other] = [from, to].map(|index| &self.attributes()[index].column);
        let mut pairs: Vec<Option<(u32, u64)>> = vec![None; own.dictionary().len()];
        for row in 0..self.rows() {
            let follows = other.codes().get(row);
            let weight = self.weights().map_or(1, |weights| weights[row]);
            let pair = pairs[own.codes().get(row) as usize].get_or_insert((follows, 0));
            if pair.0 != follows {
                return None;
            }
            pair.1 += weight;
        }
        let mut rows_of_value = vec![0u64; other.dictionary().len()];
        // A value that nobody shares goes with one value of every column.
        let shared = pairs.iter().flatten().filter(|(_, rows)| *rows > 1);
        shared.for_each(|&(follows, rows)| rows_of_value[follows as usize] += rows);
        let all: u64 = rows_of_value.iter().sum();
        let most = rows_of_value.iter().max().copied().unwrap_or(0);
        let by_accident = all < self.counted_rows() / 2 || all - most < FEWEST;
        (!by_accident).then(|| pairs.into_iter().map(|pair| Some(pair?.0)).collect())
    }
}
