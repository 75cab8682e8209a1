//! As it is: the table is released as it stands, if what is asked for holds.
//!
//! **Paper** hundepool2012, section 1.2, the last line of its process: when the steps have brought the risk down, publish.
//!
//! **Guarantee** what is asked for holds on the table as it stands, else nothing is released.
//!
//! **Idea** 1. Change nothing; the verifier judges.
//!
//! **Cost** O(1).
//!
//! **Invariants** `nothing_changes`.

use std::sync::Arc;

use bauta_table::recoding::{Recoding, Replaced};

use crate::contract::{Context, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Text};
use crate::mask::told::NOTHING;
use crate::parameter::Parameters;

/// Release without a change.
pub struct AsIs;

impl Technique for AsIs {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, _: &Parameters) -> Arc<dyn Planner> {
        Arc::new(AsIs)
    }
}

impl Planner for AsIs {
    fn technique(&self) -> &'static dyn Technique {
        &AsIs
    }

    /// No value changes.
    fn is_truthful(&self) -> bool {
        true
    }

    fn needs_rows(&self) -> Option<&'static str> {
        None
    }

    fn plan(&self, _: &Task<'_>, _: &mut Context<'_>) -> Result<Outcome> {
        Ok(Outcome::Plan(Recoding::Replaced(Replaced::default())))
    }
}

/// The declaration.
pub const DESCRIPTOR: Descriptor = Descriptor {
    id: "as-is",
    title: Text {
        en: "As it is",
        fr: "Tel quel",
    },
    family: Family::Reduction,
    summary: Text {
        en: "Changes nothing: releases the table after its steps, if what is asked for holds.",
        fr: "Ne change rien : publie la table après ses étapes, si ce qui est demandé est respecté.",
    },
    papers: &["hundepool2012"],
    parameters: &[],
    needs: NOTHING,
    guarantees: Text {
        en: "What is asked for is verified on the table as it stands.",
        fr: "Ce qui est demandé est vérifié sur la table telle quelle.",
    },
    cost: "O(1)",
    outputs: 1,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::{Trial, numbers, settings};

    #[test]
    fn nothing_changes() {
        let values = ["3", "1", "2"].map(str::to_owned);
        assert_eq!(
            numbers(&Trial::of_column("x", &values).released(&AsIs, &settings(&[]), 1)[0]),
            [3.0, 1.0, 2.0]
        );
    }
}
