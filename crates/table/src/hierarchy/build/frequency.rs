//! Rare values together: no group of the first level is in fewer rows than asked for.
//!
//! 1. The rarest values join one group, "other", until no value outside it is rarer than asked for and the group itself
//!    is not either. Frequent values stay by themselves.
//! 2. Each level above keeps half the groups of the level below, the most frequent ones; the others join "other".
//!
//! Values of equal frequency are taken in reverse order of values, so the same data give the same hierarchy.

use serde::{Deserialize, Serialize};

use super::TOP;
use super::draft::{Draft, Grouping, leaves_of};
use crate::dictionary::{Dictionary, TextPool};
use crate::error::Fault;
use crate::hierarchy::Hierarchy;

/// Parameters of rare values together. One of `rows` and `share` says what is rare.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Frequency {
    /// The fewest rows that a group of the first level may have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<u64>,
    /// The same as a share of the rows that have a value, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// Label of the group of rare values.
    pub other: String,
    /// Label of the single group on top.
    pub top: String,
}

impl Default for Frequency {
    fn default() -> Self {
        Frequency {
            rows: None,
            share: None,
            other: "other".to_owned(),
            top: TOP.to_owned(),
        }
    }
}

impl Frequency {
    /// Builds the hierarchy; `counts` are the rows of each code.
    pub fn build(
        &self,
        attribute: &str,
        dictionary: &Dictionary,
        counts: &[u64],
    ) -> Result<Hierarchy, Vec<Fault>> {
        let mut draft = Draft::new(attribute, "frequency");
        let leaves = leaves_of(dictionary);
        let counts: Vec<u64> = (0..leaves.len())
            .map(|code| counts.get(code).copied().unwrap_or(0))
            .collect();
        draft.refuse_if(
            self.rows.is_none() && self.share.is_none(),
            "say what is rare: give rows or share",
        );
        draft.refuse_if(
            self.rows.is_some() && self.share.is_some(),
            "give only one of rows and share",
        );
        draft.refuse_if(self.rows == Some(0), "rows must be 1 or more");
        let share_fits = self.share.is_none_or(|share| share > 0.0 && share <= 1.0);
        draft.refuse_if(!share_fits, "share must be above 0 and at most 1");
        draft.refuse_if(
            leaves.iter().any(|label| label == self.other),
            "a value is written like the label of the rare values; give another for other",
        );
        draft.check()?;
        let total: u64 = counts.iter().sum();
        let least = self
            .rows
            .unwrap_or_else(|| rows_of(self.share.unwrap_or(0.0), total));
        let rarest_first = rarest_first(&counts);
        let mut kept = rarest_first.len() - rare(&rarest_first, &counts, least);
        let mut above = Vec::new();
        if kept < leaves.len() && kept > 0 {
            above.push(self.level(&leaves, &rarest_first, kept));
        }
        // Half of the groups, "other" being one of them.
        let mut groups = if kept < leaves.len() { kept + 1 } else { kept };
        while groups > 2 {
            groups = groups.div_ceil(2);
            kept = groups - 1;
            above.push(self.level(&leaves, &rarest_first, kept));
        }
        draft.finish(leaves, above, &self.top)
    }

    /// The most frequent values by themselves, the others together.
    fn level(&self, leaves: &TextPool, rarest_first: &[u32], kept: usize) -> Grouping {
        let mut groups = vec![0; leaves.len()];
        let mut labels = TextPool::from_iter([&self.other]);
        let mut kept: Vec<u32> = rarest_first[rarest_first.len() - kept..].to_vec();
        kept.sort_unstable();
        for leaf in kept {
            groups[leaf as usize] = labels.push(leaves.get(leaf as usize)) as u32;
        }
        (groups, labels)
    }
}

/// The whole number of rows that a share asks for; a product that is rounded up by a hair does not ask for one more.
fn rows_of(share: f64, total: u64) -> u64 {
    (share * total as f64 - 1e-9).ceil() as u64
}

fn rarest_first(counts: &[u64]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..counts.len() as u32).rev().collect();
    order.sort_by_key(|&code| counts[code as usize]);
    order
}

/// How many of the rarest values belong together: those below `least`, and as many more as it takes to reach it.
fn rare(rarest_first: &[u32], counts: &[u64], least: u64) -> usize {
    let mut rows = 0u64;
    let mut taken = 0;
    for &code in rarest_first {
        let count = counts[code as usize];
        if count >= least && (taken == 0 || rows >= least) {
            break;
        }
        rows += count;
        taken += 1;
    }
    taken
}
