//! β-likeness: in every class no sensitive value is much more frequent than in the whole table, relative to its frequency.
//!
//! **Paper** cao2012beta · **Counters** skewness and homogeneity, rare values above all: what the table says of a value is a
//! measure of how much more a class may say · **Monotone** yes: a merged class has shares between those of its parts ·
//! **Does not counter** linking a record to a person; that a class *lacks* a value is not looked at.
//!
//! With a value's share p in the class and q in the table: where p > q, (p - q)/q <= β (*basic*); *enhanced*: <= min(β, -ln q), so
//! that frequent values are bounded too. Missing values are left out on both sides.

use bauta_table::{Fault, Table};

use super::{Class, Model, Whole, bounds};
use crate::examine::ReleasedClasses;

/// A relative gain of at most `beta` for each value.
pub struct BetaLikeness {
    beta: f64,
    enhanced: bool,
    /// For each sensitive attribute and code, the largest share that a class may have.
    most: Vec<Vec<f64>>,
}

impl BetaLikeness {
    /// Compared with this table.
    pub fn new(beta: f64, enhanced: bool, whole: &Whole) -> Self {
        let most = |q: f64| match (q > 0.0, enhanced) {
            (false, _) => 0.0,
            (true, false) => q * (1.0 + beta),
            (true, true) => q * (1.0 + beta.min(-q.ln()).max(0.0)),
        };
        let most = whole
            .shares()
            .into_iter()
            .map(|shares| shares.into_iter().map(most).collect())
            .collect();
        BetaLikeness {
            beta,
            enhanced,
            most,
        }
    }
}

impl Model for BetaLikeness {
    fn name(&self) -> &'static str {
        "β-likeness"
    }

    fn title(&self) -> String {
        let kind = if self.enhanced { "enhanced " } else { "" };
        format!("{kind}{}-likeness", self.beta)
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        let near = |(s, values): (usize, &Vec<(u32, u64)>)| {
            let known = values.iter().map(|value| value.1).sum::<u64>() as f64;
            let most = |code: u32| {
                self.most
                    .get(s)
                    .and_then(|most| most.get(code as usize))
                    .copied()
                    .unwrap_or(0.0)
            };
            values
                .iter()
                .all(|&(code, count)| count as f64 / known <= most(code) * (1.0 + bounds::SLACK))
        };
        class.sensitive.iter().enumerate().all(near)
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn needs_sensitive(&self) -> bool {
        true
    }

    fn compares_with_table(&self) -> bool {
        true
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        released.failing_where(|class, s| {
            let known = released
                .counts(class, s)
                .map(|(_, count)| count)
                .sum::<u64>() as f64;
            released.counts(class, s).any(|(number, count)| {
                let q = released.whole_share(s, number);
                let gain = (count as f64 / known - q) / q;
                let bound = if self.enhanced {
                    self.beta.min(-q.ln())
                } else {
                    self.beta
                };
                gain > 0.0 && gain > bound + bounds::SLACK * (1.0 + bound)
            })
        })
    }

    fn faults(&self, _: &Table) -> Vec<Fault> {
        let allowed =
            "a number above 0; 1 lets a value be twice as frequent as in the table".to_owned();
        bounds::fault(
            "the β of β-likeness",
            self.beta,
            self.beta > 0.0 && self.beta.is_finite(),
            allowed,
        )
    }
}
