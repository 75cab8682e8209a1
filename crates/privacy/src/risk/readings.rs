//! What figures mean, in the words of a statistics office's manual.

use serde::Serialize;

/// How large a risk is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RiskReading {
    /// Only outliers need treatment.
    Low,
    /// The exact measures decide.
    Medium,
    /// Quasi-identifiers must be reduced.
    High,
}

impl RiskReading {
    /// Of the quick estimate: above 30 low, from 10 to 30 medium, below 10 high.
    pub fn of_estimator(estimator: f64) -> Self {
        match estimator {
            estimator if estimator > 30.0 => RiskReading::Low,
            estimator if estimator >= 10.0 => RiskReading::Medium,
            _ => RiskReading::High,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            RiskReading::Low => "low",
            RiskReading::Medium => "medium",
            RiskReading::High => "high",
        }
    }

    /// What to do about it.
    pub fn advice(self) -> &'static str {
        match self {
            RiskReading::Low => "only outliers need treatment",
            RiskReading::Medium => "the exact measures decide",
            RiskReading::High => "the exact measures decide; expect to reduce quasi-identifiers",
        }
    }
}

/// How good a smallest class is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum KReading {
    /// Below 5.
    Bad,
    /// From 5 to 9.
    Mediocre,
    /// From 10 on.
    Satisfactory,
    /// From 30 on.
    VerySatisfactory,
}

impl KReading {
    /// Of the rows of the smallest class.
    pub fn of(k: u64) -> Self {
        match k {
            0..5 => KReading::Bad,
            5..10 => KReading::Mediocre,
            10..30 => KReading::Satisfactory,
            _ => KReading::VerySatisfactory,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            KReading::Bad => "bad",
            KReading::Mediocre => "mediocre",
            KReading::Satisfactory => "satisfactory",
            KReading::VerySatisfactory => "very satisfactory",
        }
    }
}

/// How good a least diversity is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LReading {
    /// Below 3.
    Bad,
    /// From 3 to 5.
    Satisfactory,
    /// Above 5.
    VerySatisfactory,
}

impl LReading {
    /// Of the fewest different sensitive values in a class.
    pub fn of(l: u64) -> Self {
        match l {
            0..3 => LReading::Bad,
            3..=5 => LReading::Satisfactory,
            _ => LReading::VerySatisfactory,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            LReading::Bad => "bad",
            LReading::Satisfactory => "satisfactory",
            LReading::VerySatisfactory => "very satisfactory",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_of_the_manual() {
        assert_eq!([4, 5, 9, 10, 29, 30].map(|k| KReading::of(k).word()), {
            [
                "bad",
                "mediocre",
                "mediocre",
                "satisfactory",
                "satisfactory",
                "very satisfactory",
            ]
        });
        assert_eq!([2, 3, 5, 6].map(|l| LReading::of(l).word()), {
            ["bad", "satisfactory", "satisfactory", "very satisfactory"]
        });
        let words =
            [30.1, 30.0, 10.0, 9.9].map(|estimator| RiskReading::of_estimator(estimator).word());
        assert_eq!(words, ["low", "medium", "medium", "high"]);
    }
}
