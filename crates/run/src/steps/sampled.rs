//! Rows that were drawn where they are: of distinct rows here, how many of those that each stands for stay.

use bauta_table::recoding::{Recoding, Replaced};

/// Where a project asks for something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum At {
    /// At a step, by its place.
    Step(usize),
    /// As its method.
    Method,
}

/// A sample of rows that are elsewhere.
pub struct Sampled {
    /// Who drew it.
    pub at: At,
    /// How many rows each distinct row stands for in the sample.
    pub weights: Vec<u64>,
    /// What is worth saying about it.
    pub notes: Vec<String>,
}

impl Sampled {
    /// What the technique would have decided.
    pub(crate) fn plan(&self) -> Recoding {
        let stay = self
            .weights
            .iter()
            .zip(0..)
            .filter(|(rows, _)| **rows > 0)
            .map(|(_, row)| row);
        let kept = Some(stay.collect());
        Recoding::Replaced(Replaced {
            kept,
            weights: Some(self.weights.clone()),
            ..Replaced::default()
        })
    }
}
