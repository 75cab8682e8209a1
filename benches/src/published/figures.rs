//! Figures that were published for the same settings, so that ours can stand beside them.
//!
//! **Paper** thouvenot2022: figures 4.7 and 4.8 (errors of counts after semantic anatomy), 4.9 (after masking), and what its text says of figures 5.5 to
//! 5.12 (recall after k-anonymity). Bars were read off charts that the authors published; the text's "above 90 %" is a range up to 1.

use bauta_graph::evaluate::CountErrors;

use super::comparison::Measure;

/// A published bar.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Bar {
    /// 4.7, 4.8 or 4.9.
    pub(super) figure: &'static str,
    /// The graph.
    pub(super) dataset: &'static str,
    /// How religion and politics are spread: `Skewed/Unskewed` and so on.
    pub(super) distribution: &'static str,
    /// Attributes of the counts.
    pub(super) cardinality: usize,
    /// Sensitive ones among them.
    pub(super) sensitive: usize,
    /// Its height.
    pub(super) value: f64,
}

impl Bar {
    /// What it measures.
    pub(super) fn measure(&self) -> Measure {
        match self.figure {
            "4.8" => Measure::AbsoluteError,
            "4.9" => Measure::MaskedError,
            _ => Measure::RelativeError,
        }
    }

    /// What our counts have in its place.
    pub(super) fn of(&self, found: &CountErrors) -> Option<f64> {
        match self.measure() {
            Measure::AbsoluteError => Some(found.mean_absolute_error),
            Measure::MaskedError => found.masked_error,
            _ => Some(found.mean_relative_error),
        }
    }
}

/// All published bars of figures 4.7, 4.8 and 4.9.
pub(super) fn bars() -> Vec<Bar> {
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
    include_str!("figures/errors.csv")
        .lines()
        .skip(1)
        .filter_map(bar)
        .collect()
}

/// What the text says of recall.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RecallClaim {
    /// The figure that it speaks of.
    pub(super) figure: &'static str,
    /// The graph.
    pub(super) dataset: &'static str,
    /// Different post codes.
    pub(super) zipcodes: u32,
    /// Digits that questions leave out.
    pub(super) digits: usize,
    /// `global` or `group`.
    pub(super) scope: &'static str,
    /// From which k to which.
    pub(super) k: (u64, u64),
    /// The least and the greatest.
    pub(super) recall: (f64, f64),
}

/// All that the text says of recall.
pub(super) fn recall_claims() -> Vec<RecallClaim> {
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
    include_str!("figures/recall.csv")
        .lines()
        .skip(1)
        .filter_map(claim)
        .collect()
}

#[cfg(test)]
mod tests;
