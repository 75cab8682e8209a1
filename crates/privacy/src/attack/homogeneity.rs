//! Homogeneity: classes in which everybody has the same sensitive value.
//!
//! **Attacker** knows in which class a person is. **Claim**: the class's only value, with certainty (machanavajjhala2007ldiversity).

use super::{Classes, Shares};

/// The homogeneous classes; one in which no value is known tells nothing.
pub fn homogeneity(classes: &Classes) -> Shares {
    classes.shares(|class| classes.is_homogeneous(class))
}
