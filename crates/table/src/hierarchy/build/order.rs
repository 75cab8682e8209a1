//! Ordered values in groups of equal size: `[5ième..3ième]`, `[Seconde..Terminale]`, …
//!
//! The order is the one given, or that of the values themselves. A given order may have values that no row has; that
//! keeps groups the same when such a row arrives.

use serde::{Deserialize, Serialize};

use super::TOP;
use super::draft::{Draft, Grouping};
use super::groups::{Declared, declared};
use crate::dictionary::{Dictionary, TextPool};
use crate::error::Fault;
use crate::hierarchy::Hierarchy;

/// Parameters of ordered groups.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Order {
    /// All values in their order; the natural order of the attribute's values, if not given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// How many values a group has at each level, from fine to coarse; each a multiple of the one before. The last group
    /// of a level has what is left.
    pub sizes: Vec<u32>,
    /// Label of the single group on top.
    pub top: String,
}

impl Default for Order {
    fn default() -> Self {
        Order {
            values: Vec::new(),
            sizes: vec![2, 4],
            top: TOP.to_owned(),
        }
    }
}

impl Order {
    /// Builds the hierarchy. Values of the column that a given order lacks are no leaf, which
    /// [`bind`](Hierarchy::bind) tells.
    pub fn build(&self, attribute: &str, dictionary: &Dictionary) -> Result<Hierarchy, Vec<Fault>> {
        let mut draft = Draft::new(attribute, "order");
        let Declared { leaves, repeated } =
            declared(self.values.iter().map(String::as_str), dictionary);
        for (first, second) in repeated {
            draft.refuse(format!(
                "values {first} and {second} of the order are the same; keep one"
            ));
        }
        draft.refuse_if(self.sizes.is_empty(), "give at least one of sizes");
        let nested = self
            .sizes
            .windows(2)
            .all(|pair| pair[1] > pair[0] && pair[1].is_multiple_of(pair[0]));
        draft.refuse_if(self.sizes.contains(&0), "every size must be 1 or more");
        draft.refuse_if(
            !nested,
            "each of sizes must be a multiple of the one before, so that levels nest",
        );
        draft.check()?;
        let leaves = if self.values.is_empty() {
            super::draft::leaves_of(dictionary)
        } else {
            leaves
        };
        let above = self
            .sizes
            .iter()
            .map(|&size| runs(&leaves, size as usize))
            .collect();
        draft.finish(leaves, above, &self.top)
    }
}

/// Groups of `size` leaves that follow each other.
fn runs(leaves: &TextPool, size: usize) -> Grouping {
    let groups = (0..leaves.len()).map(|leaf| (leaf / size) as u32).collect();
    let labels = (0..leaves.len()).step_by(size).map(|first| {
        let last = (first + size).min(leaves.len()) - 1;
        if first == last {
            leaves.get(first).to_owned()
        } else {
            format!("[{}..{}]", leaves.get(first), leaves.get(last))
        }
    });
    (groups, labels.collect())
}
