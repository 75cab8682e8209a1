//! Figures that were published for the same settings, so that ours can stand beside them.

use serde::Serialize;

use super::counts::CountErrors;

/// A published figure.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Beside {
    /// The graph that it was measured on.
    pub dataset: &'static str,
    /// Attributes of the counts.
    pub cardinality: usize,
    /// Sensitive ones among them.
    pub sensitive: usize,
    /// Mean relative errors of the four published distributions, the least and the greatest.
    pub published: (f64, f64),
    /// Ours.
    pub ours: f64,
}

/// Dataset, its entities, cardinality, sensitive properties, and the least and greatest mean relative error, in per cent
/// (thouvenot2022, figure 4.7).
pub(super) const FIGURES: [(&str, u64, usize, usize, f64, f64); 12] = [
    ("LUBM 100", 60_268, 2, 1, 1.0, 2.0),
    ("LUBM 100", 60_268, 2, 2, 1.4, 2.3),
    ("LUBM 100", 60_268, 3, 1, 9.2, 13.0),
    ("LUBM 100", 60_268, 3, 2, 12.4, 17.1),
    ("LUBM 100", 60_268, 4, 1, 33.5, 39.1),
    ("LUBM 100", 60_268, 4, 2, 45.5, 54.4),
    ("LUBM 1000", 600_356, 2, 1, 0.54, 0.73),
    ("LUBM 1000", 600_356, 2, 2, 0.70, 0.88),
    ("LUBM 1000", 600_356, 3, 1, 2.8, 3.4),
    ("LUBM 1000", 600_356, 3, 2, 3.7, 4.7),
    ("LUBM 1000", 600_356, 4, 1, 11.3, 16.1),
    ("LUBM 1000", 600_356, 4, 2, 15.4, 21.5),
];

/// Quasi-identifiers of the published counts, in their order.
const ASKED: [&str; 3] = ["politics", "researchInterest", "generic"];

/// The published figures for a graph of about as many entities and the same questions.
pub fn beside(entities: u64, sensitive: usize, counts: &[CountErrors]) -> Vec<Beside> {
    let asked = &ASKED[usize::from(sensitive >= 2)..];
    let same = |found: &&CountErrors| found.quasi_identifiers.iter().zip(asked).all(|(own, known)| own == known);
    let near = |known: u64| (known as f64 / entities.max(1) as f64 - 1.0).abs() < 0.1;
    let figures = FIGURES.iter().filter(|figure| near(figure.1) && figure.3 == sensitive);
    figures
        .filter_map(|&(dataset, _, cardinality, sensitive, least, most)| {
            let found = counts.iter().filter(same).find(|found| found.cardinality == cardinality)?;
            let published = (least / 100.0, most / 100.0);
            Some(Beside { dataset, cardinality, sensitive, published, ours: found.mean_relative_error })
        })
        .collect()
}
