//! Similarity: classes whose sensitive values differ but mean nearly the same.
//!
//! **Attacker** knows in which class a person is. **Claim**: the group of a hierarchy that all values of the class share, below its top
//! (li2007tcloseness).

use bauta_table::hierarchy::Bound;
use serde::Serialize;

use super::{Classes, Shares};

/// Classes whose values share a group.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Similarity {
    /// Level of the hierarchy at which they meet, from 1.
    pub level: usize,
    /// The classes with several values that meet at this level and not below.
    #[serde(flatten)]
    pub shares: Shares,
}

/// For each level of the sensitive attribute's hierarchy below its top.
pub fn similarity(classes: &Classes, hierarchy: &Bound) -> Vec<Similarity> {
    let top = if hierarchy.hierarchy().has_root() {
        hierarchy.height()
    } else {
        hierarchy.height() + 1
    };
    let meets = |class: usize| {
        let codes = classes.values[class].iter().map(|(code, _)| *code);
        if classes.values[class].len() < 2 || classes.is_homogeneous(class) {
            None
        } else {
            hierarchy.lowest_common(codes).map(|(level, _)| level)
        }
    };
    let levels: Vec<Option<usize>> = (0..classes.rows.len()).map(meets).collect();
    (1..top)
        .map(|level| Similarity {
            level,
            shares: classes.shares(|class| levels[class] == Some(level)),
        })
        .collect()
}
