//! Background knowledge: classes that fall when the attacker can exclude some sensitive values.
//!
//! **Attacker** knows in which class a person is, and of m values that the person does not have them. **Claim**: what is left. A class of d
//! values falls, in the worst case, once d - 1 of them are excluded (machanavajjhala2007ldiversity).

use serde::Serialize;

use super::{Classes, Shares};

/// Classes that fall to an attacker who can exclude this many values.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Background {
    /// Values that are excluded.
    pub excluded: usize,
    /// The classes in which one value is left, homogeneous ones included.
    #[serde(flatten)]
    pub shares: Shares,
}

/// For each number of excluded values from 1 on.
pub fn background(classes: &Classes, most: usize) -> Vec<Background> {
    let falls = |excluded: usize| {
        classes.shares(|class| {
            classes.is_homogeneous(class)
                || (1..=excluded + 1).contains(&classes.values[class].len())
        })
    };
    (1..=most)
        .map(|excluded| Background {
            excluded,
            shares: falls(excluded),
        })
        .collect()
}
