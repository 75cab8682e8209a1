//! The classes of a release counted by their size: what statements about the whole release are judged on.

use std::collections::BTreeMap;

/// How many classes of each size are kept, and how much of a population they reach.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClassSizes {
    by_size: BTreeMap<u64, Tally>,
    /// Rows of the population, where there is one.
    population: u64,
}

/// The classes of one size.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Tally {
    classes: u64,
    /// Rows of the population in them.
    population: u64,
}

impl ClassSizes {
    /// No class yet, of a population of so many rows (0 without one).
    pub fn new(population: u64) -> Self {
        ClassSizes {
            by_size: BTreeMap::new(),
            population,
        }
    }

    /// Counts a class with its rows and those of the population.
    pub fn add(&mut self, rows: u64, population: u64) {
        let tally = self.by_size.entry(rows).or_default();
        tally.classes += 1;
        tally.population += population;
    }

    /// Number of classes.
    pub fn classes(&self) -> u64 {
        self.by_size.values().map(|tally| tally.classes).sum()
    }

    /// Number of rows.
    pub fn rows(&self) -> u64 {
        self.by_size
            .iter()
            .map(|(size, tally)| size * tally.classes)
            .sum()
    }

    /// Rows in classes that satisfy something.
    pub fn rows_where(&self, wanted: impl Fn(u64) -> bool) -> u64 {
        self.by_size
            .iter()
            .filter(|(size, _)| wanted(**size))
            .map(|(size, tally)| size * tally.classes)
            .sum()
    }

    /// Each size that occurs, ascending, and how many classes have it.
    pub fn sizes(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.by_size
            .iter()
            .map(|(&size, tally)| (size, tally.classes))
    }

    /// Rows of the population that are in no class.
    pub fn unreached(&self) -> u64 {
        self.population
            .saturating_sub(self.by_size.values().map(|tally| tally.population).sum())
    }

    /// Only the classes of at least so many rows.
    #[must_use]
    pub fn at_least(&self, rows: u64) -> Self {
        ClassSizes {
            by_size: self
                .by_size
                .range(rows..)
                .map(|(&size, &tally)| (size, tally))
                .collect(),
            ..*self
        }
    }
}

impl FromIterator<u64> for ClassSizes {
    fn from_iter<I: IntoIterator<Item = u64>>(sizes: I) -> Self {
        let mut all = ClassSizes::default();
        sizes.into_iter().for_each(|rows| all.add(rows, 0));
        all
    }
}
