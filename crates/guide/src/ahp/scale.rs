//! From a difference of two evaluations to an intensity, by thresholds that an expert owns.
//!
//! **Differences are decimals**: 1.00 - 0.95 and 0.95 - 0.90 are the same five points. A scale may ask for binary numbers, to
//! reproduce figures of a tool that had them; one whose evidence tells differences apart that only binary numbers tell apart is read so.

use std::collections::BTreeMap;
use std::str::FromStr;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

/// Which of two evaluations is the better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// The higher.
    Higher,
    /// The lower.
    Lower,
}

/// How differences are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arithmetic {
    /// Exactly.
    #[default]
    Decimal,
    /// As a tool with binary numbers did.
    Binary,
}

/// Thresholds of one criterion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scale {
    /// Which evaluation is the better.
    pub better: Better,
    /// What thresholds count: 0.01 for percentage points of a share.
    pub unit: Decimal,
    /// Whether a difference is cut to whole units before it is looked up.
    #[serde(default)]
    pub truncate: bool,
    /// A difference up to the first has intensity 1, up to the second 2, and so on; above the last, one more than there are.
    /// None: every pair is equal.
    pub upper_inclusive: Vec<Decimal>,
    /// How differences are taken.
    #[serde(default)]
    pub arithmetic: Arithmetic,
}

/// The scales of criteria, by name.
pub type Scales = BTreeMap<String, Scale>;

impl Scale {
    /// How many times the first evaluation is better than the second: 1 to 9, or a reciprocal.
    pub fn compare(&self, first: Decimal, second: Decimal) -> f64 {
        let (ahead, behind) = match self.better {
            Better::Higher => (first, second),
            Better::Lower => (second, first),
        };
        if ahead >= behind {
            f64::from(self.intensity(ahead, behind))
        } else {
            1.0 / f64::from(self.intensity(behind, ahead))
        }
    }

    /// The intensity of the difference of the larger from the smaller number.
    fn intensity(&self, larger: Decimal, smaller: Decimal) -> u8 {
        let above = match self.arithmetic {
            Arithmetic::Decimal => {
                let units = (larger - smaller) / self.unit;
                let units = if self.truncate { units.trunc() } else { units };
                self.upper_inclusive
                    .iter()
                    .take_while(|threshold| units > **threshold)
                    .count()
            }
            Arithmetic::Binary => {
                let units = (binary(larger) - binary(smaller)) * binary(Decimal::ONE / self.unit);
                let units = if self.truncate { units.trunc() } else { units };
                self.upper_inclusive
                    .iter()
                    .take_while(|threshold| units > binary(**threshold))
                    .count()
            }
        };
        u8::try_from(above + 1).unwrap_or(u8::MAX)
    }
}

/// The nearest binary number.
pub(super) fn binary(number: Decimal) -> f64 {
    f64::from_str(&number.to_string()).unwrap_or(0.0)
}

/// A number as it is written, as a decimal.
pub fn decimal(text: &str) -> Option<Decimal> {
    let text = text.trim();
    Decimal::from_str(text)
        .or_else(|_| Decimal::from_scientific(text))
        .ok()
}
