//! Skewness: classes in which a sensitive value is much more frequent than in the whole release.
//!
//! **Attacker** knows in which class a person is, and how frequent values are in general. **Claim**: the class's most frequent value, with its share in
//! the class as confidence; the gain is that share less the value's share in the release (li2007tcloseness).

use serde::Serialize;

use super::Classes;
use super::attribute_linkage::CONFIDENT;

/// How far classes depart from the whole.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Skewness {
    /// The largest share of a value in a class of several rows or one.
    pub max_confidence: f64,
    /// Mean over rows of the share of the most frequent value of their class.
    pub mean_confidence: f64,
    /// The share of the most frequent value of the release: what is known without classes.
    pub overall: f64,
    /// The largest difference between a value's share in a class and in the release.
    pub largest_gain: f64,
    /// First row of the class where it is, 1-based.
    pub largest_gain_row: u64,
    /// Share of rows in classes with a value of a share of at least 0.8.
    pub confident_share: f64,
}

/// The gains of all classes.
pub fn skewness(classes: &Classes) -> Skewness {
    let known = classes.overall_known;
    let share = |code: u32| classes.overall[code as usize] as f64 / known.max(1) as f64;
    let all: u64 = classes.rows.iter().sum();
    let most = classes.overall.iter().copied().max().unwrap_or(0);
    let mut found = Skewness {
        max_confidence: 0.0,
        mean_confidence: 0.0,
        overall: most as f64 / known.max(1) as f64,
        largest_gain: 0.0,
        largest_gain_row: 0,
        confident_share: 0.0,
    };
    for (((values, &rows), &first), &of_class) in classes
        .values
        .iter()
        .zip(&classes.rows)
        .zip(&classes.first_rows)
        .zip(&classes.known)
    {
        let mut confidence = 0.0f64;
        for &(code, count) in values {
            let in_class = count as f64 / of_class as f64;
            confidence = confidence.max(in_class);
            let gain = in_class - share(code);
            let is_earlier = gain == found.largest_gain && first + 1 < found.largest_gain_row;
            if gain > found.largest_gain || is_earlier {
                (found.largest_gain, found.largest_gain_row) = (gain, first + 1);
            }
        }
        found.max_confidence = found.max_confidence.max(confidence);
        found.mean_confidence += confidence * rows as f64 / all as f64;
        found.confident_share += if confidence >= CONFIDENT {
            rows as f64 / all as f64
        } else {
            0.0
        };
    }
    found
}
