//! (α,k)-anonymity without its k: in every class no sensitive value is more frequent than α.
//!
//! **Paper** wong2006alpha · **Counters** homogeneity: nobody's value is known with a confidence above α · **Monotone** yes: a
//! merged class has shares between those of its parts · **Does not counter** linking a record to a person (ask for k as well:
//! together they are the paper's model), skewness below α, similarity.
//!
//! The share is that among the known values of the class: rows with a missing value hide nobody. Every value of every sensitive
//! attribute is bounded; the paper also lets one value be named.

use bauta_table::{Fault, Table};

use super::{Class, Model, bounds};
use crate::examine::ReleasedClasses;

/// A share of at most `alpha` for each value.
#[derive(Debug, Clone, Copy)]
pub struct AlphaAnonymity {
    /// The largest share of a value in a class.
    pub alpha: f64,
}

impl Model for AlphaAnonymity {
    fn name(&self) -> &'static str {
        "(α,k)-anonymity"
    }

    fn title(&self) -> String {
        format!("no value above a share of {}", self.alpha)
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        class.sensitive.iter().all(|values| {
            let known: u64 = values.iter().map(|value| value.1).sum();
            let most = values.iter().map(|value| value.1).max().unwrap_or(0);
            most as f64 <= self.alpha * known as f64 * (1.0 + bounds::SLACK)
        })
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn needs_sensitive(&self) -> bool {
        true
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        released.failing_where(|class, s| {
            let known = released
                .counts(class, s)
                .map(|(_, count)| count)
                .sum::<u64>() as f64;
            released
                .counts(class, s)
                .any(|(_, count)| count as f64 / known > self.alpha + bounds::SLACK)
        })
    }

    fn faults(&self, _: &Table) -> Vec<Fault> {
        let allowed =
            "a share above 0, up to 1; 0.5 lets one value have half of a class".to_owned();
        bounds::fault(
            "the α of (α,k)-anonymity",
            self.alpha,
            self.alpha > 0.0 && self.alpha <= 1.0,
            allowed,
        )
    }
}
