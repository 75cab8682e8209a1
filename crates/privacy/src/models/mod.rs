//! Privacy models: one file each, with its declaration (a [`ModelDescriptor`]) and both judgements, and one line of [`ALL`]. A
//! [`Requirement`] is a model with its parameters, as a project file declares it.

mod alpha_anonymity;
mod beta_likeness;
mod bounds;
mod bucket_size;
mod delta_disclosure;
mod delta_presence;
mod descriptor;
mod entropy_l_diversity;
mod highest_risk;
mod k_anonymity;
mod k_anonymity_of_any_value;
mod k_anonymity_of_subsets;
mod k_map;
mod l_diversity;
mod mean_risk;
mod population_uniqueness;
mod recursive_l_diversity;
mod requirement;
mod rows_at_risk;
mod sizes;
mod subset_sizes;
mod t_closeness;
mod whole;

pub use descriptor::{
    Limit, ModelDescriptor, ModelNeeds, ModelParameter, ParameterDomain, ParameterValue, Purpose,
    Target,
};
pub use requirement::{Judge, Requirement};
pub use sizes::ClassSizes;
pub use subset_sizes::SubsetSizes;
pub use whole::{Distribution, Whole};

use bauta_table::Fault;

use crate::disclosure::Measure;
pub use crate::distance::Distance;
use crate::released_classes::ReleasedClasses;

/// A class while a technique searches: its size and, for each sensitive attribute, the values present with their counts.
/// Missing sensitive values are not among them: they add to the size, not to the diversity.
pub struct Class<'a> {
    /// Number of rows.
    pub size: u64,
    /// For each sensitive attribute, `(code, count)` ascending by code.
    pub sensitive: &'a [Vec<(u32, u64)>],
    /// Rows of the population in this class; 0 without a population.
    pub population: u64,
}

/// A guarantee about every class of a release, about the release as a whole, or both.
///
/// Searching asks [`holds`](Model::holds) about a class and [`holds_for`](Model::holds_for) about all classes that would be
/// kept; verifying asks [`failing`](Model::failing) and [`breaks_whole`](Model::breaks_whole). Neither pair shares code with
/// the other. A model says something with the methods that it defines; the others have nothing against any release.
pub trait Model: Send + Sync {
    /// Whether a class satisfies it, by counts. Used while searching.
    fn holds(&self, class: &Class<'_>) -> bool {
        let _ = class;
        true
    }

    /// Whether the classes that would be kept satisfy it all together. Used while searching.
    fn holds_for(&self, sizes: &ClassSizes) -> bool {
        let _ = sizes;
        true
    }

    /// For a statement about the whole: if every class has so many rows, it holds.
    fn enough_rows(&self) -> Option<u64> {
        None
    }

    /// Whether [`holds_for`](Model::holds_for) says anything.
    fn speaks_of_whole(&self) -> bool {
        self.enough_rows().is_some()
    }

    /// Whether merging two classes of a release that satisfies it always gives one that does.
    fn is_monotone(&self) -> bool;

    /// Whether a satisfying class goes on to satisfy it whatever is merged into it.
    fn absorbs(&self) -> bool {
        false
    }

    /// Whether a class satisfies it just when it has [`least_rows`](Model::least_rows).
    fn is_by_size(&self) -> bool {
        false
    }

    /// Whether [`holds`](Model::holds) compares a class with the table that it is a part of.
    fn compares_with_table(&self) -> bool {
        false
    }

    /// The fewest rows that a satisfying class can have.
    fn least_rows(&self) -> u64 {
        1
    }

    /// The released classes that do not satisfy it. Used by the verifier.
    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        let _ = released;
        Vec::new()
    }

    /// Whether the release as a whole does not satisfy it. Used by the verifier.
    fn breaks_whole(&self, released: &ReleasedClasses) -> bool {
        let _ = released;
        false
    }

    /// The figures of an assessment that it bounds, each with the largest value that satisfies it.
    fn bounds(&self) -> Vec<(Measure, f64)> {
        Vec::new()
    }

    /// What is wrong with its parameters together, where each by itself is within its bounds.
    fn faults(&self) -> Vec<Fault> {
        Vec::new()
    }
}

/// All models, in the order in which flags, forms and reports list them.
pub static ALL: &[&ModelDescriptor] = &[
    &k_anonymity::DESCRIPTOR,
    &l_diversity::DESCRIPTOR,
    &t_closeness::DESCRIPTOR,
    &entropy_l_diversity::DESCRIPTOR,
    &recursive_l_diversity::DESCRIPTOR,
    &alpha_anonymity::DESCRIPTOR,
    &delta_disclosure::DESCRIPTOR,
    &beta_likeness::DESCRIPTOR,
    &beta_likeness::ENHANCED,
    &bucket_size::DESCRIPTOR,
    &highest_risk::DESCRIPTOR,
    &mean_risk::DESCRIPTOR,
    &rows_at_risk::DESCRIPTOR,
    &population_uniqueness::DESCRIPTOR,
    &k_map::DESCRIPTOR,
    &delta_presence::DESCRIPTOR,
    &k_anonymity_of_any_value::DESCRIPTOR,
    &k_anonymity_of_subsets::DESCRIPTOR,
];

#[cfg(test)]
mod declaration_laws;
#[cfg(test)]
mod tests;
