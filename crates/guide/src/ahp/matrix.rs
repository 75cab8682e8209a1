//! A matrix of pairwise judgements: positive, with reciprocals across its diagonal.

/// Judgements of some things against each other: how many times the row is preferred to the column.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    size: usize,
    entries: Vec<f64>,
}

impl Matrix {
    /// Everything equal.
    pub fn equal(size: usize) -> Self {
        Matrix {
            size,
            entries: vec![1.0; size * size],
        }
    }

    /// Number of things.
    pub fn size(&self) -> usize {
        self.size
    }

    /// How many times `row` is preferred to `column`; 1 outside the matrix.
    pub fn get(&self, row: usize, column: usize) -> f64 {
        self.entries
            .get(row * self.size + column)
            .copied()
            .unwrap_or(1.0)
    }

    /// Judges `row` against `column`, and so `column` against `row`.
    pub fn set(&mut self, row: usize, column: usize, intensity: f64) {
        for (place, value) in [
            (row * self.size + column, intensity),
            (column * self.size + row, 1.0 / intensity),
        ] {
            if let Some(entry) = self.entries.get_mut(place).filter(|_| row != column) {
                *entry = value;
            }
        }
    }

    /// The same with one judgement changed.
    pub fn with(&self, row: usize, column: usize, intensity: f64) -> Self {
        let mut changed = self.clone();
        changed.set(row, column, intensity);
        changed
    }

    /// Its rows.
    pub fn rows(&self) -> impl Iterator<Item = &[f64]> {
        self.entries.chunks(self.size.max(1))
    }

    /// Every pair of different things, once.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (row + 1..size).map(move |column| (row, column)))
    }
}
