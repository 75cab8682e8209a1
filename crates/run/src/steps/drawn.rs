//! Steps, or a method, that a backend takes while it reads or writes rows: what the run on counted rows does in their place.

use bauta_methods::DifferentialPrivacy;
use bauta_table::recoding::{Recoding, Replaced};

/// Where a project asks for something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum At {
    /// At a step, by its place.
    Step(usize),
    /// As its method.
    Method,
}

/// A step, or the method, that the backend takes.
pub struct Drawn {
    /// Which.
    pub at: At,
    /// What becomes of the counted rows.
    pub plan: Recoding,
    /// Remarks for the report.
    pub notes: Vec<String>,
    /// The guarantee of noise on attributes that are not among the counted ones.
    pub differential_privacy: Option<DifferentialPrivacy>,
}

impl Drawn {
    /// The plan of a sample: how many rows each counted row stands for from now on.
    pub(crate) fn sample(weights: &[u64]) -> Recoding {
        let stay = weights.iter().zip(0..).filter(|(rows, _)| **rows > 0);
        Recoding::Replaced(Replaced {
            kept: Some(stay.map(|(_, row)| row).collect()),
            weights: Some(weights.to_vec()),
            ..Replaced::default()
        })
    }

    /// The plan where cells are drawn of attributes that nothing looks at: counted rows stay as they are.
    pub(crate) fn nothing() -> Recoding {
        Recoding::Replaced(Replaced::default())
    }
}
