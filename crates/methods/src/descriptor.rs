//! What a technique declares about itself, once.

use std::fmt;

pub use bauta_table::Text;

use crate::parameter::{AnyParameter, Settings};

/// What kind of technique it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Family {
    /// Values become vaguer, never untrue.
    Generalization,
    /// The link between values of a row is broken.
    Separation,
    /// Single values become vaguer or go, as the user says.
    Reduction,
    /// Values become untrue, as the user says; what is kept of them on the whole is stated.
    Perturbation,
}

impl Family {
    /// Whether its techniques do what they are told instead of looking for a release that satisfies what is asked for. Nothing
    /// has to be asked for then; what is asked for is verified on the released rows all the same.
    pub fn does_as_told(self) -> bool {
        matches!(self, Family::Reduction | Family::Perturbation)
    }

    /// The word used in the catalogue.
    pub fn name(self) -> &'static str {
        match self {
            Family::Generalization => "generalization",
            Family::Separation => "separation",
            Family::Reduction => "reduction",
            Family::Perturbation => "perturbation",
        }
    }
}

/// What a technique needs of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Needs {
    /// Least number of quasi-identifiers.
    pub quasi_identifiers: usize,
    /// Least number of sensitive attributes.
    pub sensitive: usize,
    /// Most sensitive attributes.
    pub sensitive_at_most: usize,
    /// Whether every quasi-identifier needs a hierarchy.
    pub hierarchies: bool,
}

/// Everything that is known of a technique without running it.
#[derive(Clone, Copy)]
pub struct Descriptor {
    /// Its id, fixed for ever.
    pub id: &'static str,
    /// Its name.
    pub title: Text,
    /// What kind it is.
    pub family: Family,
    /// What it does, in a sentence or two.
    pub summary: Text,
    /// Keys of `docs/references.bib`.
    pub papers: &'static [&'static str],
    /// Its parameters.
    pub parameters: &'static [&'static dyn AnyParameter],
    /// What it needs.
    pub needs: Needs,
    /// What its result guarantees.
    pub guarantees: Text,
    /// How its time grows.
    pub cost: &'static str,
    /// How many tables it publishes.
    pub outputs: usize,
}

impl Descriptor {
    /// The attributes that settings tell the technique to change, in their order.
    pub fn changed_attributes(&self, settings: &Settings) -> Vec<String> {
        let named = self
            .parameters
            .iter()
            .filter_map(|own| own.attributes(settings));
        named
            .filter(|(kind, _)| kind.changed)
            .flat_map(|(_, names)| names)
            .collect()
    }
}

impl fmt::Debug for Descriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Descriptor").field(&self.id).finish()
    }
}
