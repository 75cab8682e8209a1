//! Figures that were published for the same settings, so that ours can stand beside them.
//!
//! **Paper** thouvenot2022: figures 4.7 and 4.8 (errors of counts after semantic anatomy), 4.9 (after masking), and what its text says of figures 5.5 to
//! 5.12 (recall after k-anonymity). Bars were read off charts that the authors published; the text's "above 90 %" is a range up to 1.

use super::beside::{Beside, Measure};
use super::counts::CountErrors;

/// A published bar.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// 4.7, 4.8 or 4.9.
    pub figure: &'static str,
    /// The graph.
    pub dataset: &'static str,
    /// How religion and politics are spread: `Skewed/Unskewed` and so on.
    pub distribution: &'static str,
    /// Attributes of the counts.
    pub cardinality: usize,
    /// Sensitive ones among them.
    pub sensitive: usize,
    /// Its height.
    pub value: f64,
}

impl Bar {
    /// What it measures.
    pub fn measure(&self) -> Measure {
        match self.figure {
            "4.8" => Measure::AbsoluteError,
            "4.9" => Measure::MaskedError,
            _ => Measure::RelativeError,
        }
    }

    /// The same of our counts.
    pub fn of(&self, found: &CountErrors) -> Option<f64> {
        match self.measure() {
            Measure::AbsoluteError => Some(found.mean_absolute_error),
            Measure::MaskedError => found.masked_error,
            _ => Some(found.mean_relative_error),
        }
    }
}

/// All published bars of figures 4.7, 4.8 and 4.9.
pub fn bars() -> Vec<Bar> {
    let bar = |line: &'static str| {
        let cells: Vec<&'static str> = line.split(',').collect();
        let &[figure, dataset, distribution, cardinality, sensitive, value] = cells.as_slice()
        else {
            return None;
        };
        let (cardinality, sensitive) = (cardinality.parse().ok()?, sensitive.parse().ok()?);
        Some(Bar {
            figure,
            dataset,
            distribution,
            cardinality,
            sensitive,
            value: value.parse().ok()?,
        })
    };
    include_str!("published/errors.csv")
        .lines()
        .skip(1)
        .filter_map(bar)
        .collect()
}

/// What the text says of recall.
#[derive(Debug, Clone, PartialEq)]
pub struct RecallClaim {
    /// The figure that it speaks of.
    pub figure: &'static str,
    /// The graph.
    pub dataset: &'static str,
    /// Different post codes.
    pub zipcodes: u32,
    /// Digits that questions leave out.
    pub digits: usize,
    /// `global` or `group`.
    pub scope: &'static str,
    /// From which k to which.
    pub k: (u64, u64),
    /// The least and the greatest.
    pub recall: (f64, f64),
}

/// All that the text says of recall.
pub fn recall_claims() -> Vec<RecallClaim> {
    let claim = |line: &'static str| {
        let cells: Vec<&'static str> = line.split(',').collect();
        let &[
            figure,
            dataset,
            zipcodes,
            digits,
            scope,
            from,
            to,
            low,
            high,
        ] = cells.as_slice()
        else {
            return None;
        };
        Some(RecallClaim {
            figure,
            dataset,
            zipcodes: zipcodes.parse().ok()?,
            digits: digits.parse().ok()?,
            scope,
            k: (from.parse().ok()?, to.parse().ok()?),
            recall: (low.parse().ok()?, high.parse().ok()?),
        })
    };
    include_str!("published/recall.csv")
        .lines()
        .skip(1)
        .filter_map(claim)
        .collect()
}

/// Published graphs and their professors.
pub const DATASETS: [(&str, u64); 3] = [
    ("LUBM 100", 60_268),
    ("LUBM 1000", 600_356),
    ("LUBM 5000", 2_998_826),
];

/// The published graph with about as many entities.
pub fn dataset(entities: u64) -> Option<&'static str> {
    let near = |known: u64| (known as f64 / entities.max(1) as f64 - 1.0).abs() < 0.1;
    DATASETS
        .iter()
        .find(|known| near(known.1))
        .map(|known| known.0)
}

/// Quasi-identifiers of the published counts, in their order.
const ASKED: [&str; 3] = ["politics", "researchInterest", "generic"];

/// The published figures for a graph of about as many entities and the same questions, over all four distributions.
pub fn beside(entities: u64, sensitive: usize, counts: &[CountErrors]) -> Vec<Beside> {
    let asked = &ASKED[usize::from(sensitive >= 2)..];
    let Some(dataset) = dataset(entities) else {
        return Vec::new();
    };
    let same = |found: &&CountErrors| {
        found
            .quasi_identifiers
            .iter()
            .zip(asked)
            .all(|(own, known)| own == known)
    };
    let mut all = Vec::new();
    for found in counts.iter().filter(same) {
        for figure in ["4.7", "4.8", "4.9"] {
            let bars = bars().into_iter().filter(|bar| {
                (bar.figure, bar.dataset, bar.cardinality, bar.sensitive)
                    == (figure, dataset, found.cardinality, sensitive)
            });
            let bars: Vec<Bar> = bars.collect();
            let Some((first, ours)) = bars.first().and_then(|bar| Some((bar, bar.of(found)?)))
            else {
                continue;
            };
            let values = || bars.iter().map(|bar| bar.value);
            let range = (
                values().fold(f64::INFINITY, f64::min),
                values().fold(0.0, f64::max),
            );
            let setting = format!("{} attributes, {sensitive} sensitive", found.cardinality);
            all.push(Beside::new(
                figure,
                dataset,
                setting,
                first.measure(),
                range,
                ours,
            ));
        }
    }
    all
}
