//! Hierarchies made from the values of a column and a few parameters.
//!
//! Each builder is a pure function of the distinct values (and of how often each occurs, where that matters). It makes a
//! leaf of every value, checks all its parameters before it builds, and puts a single group on top. Missing cells are no
//! leaf: [`Hierarchy::bind`] gives them a group of their own.

mod axis;
mod cut;
mod dates;
mod declared;
mod draft;
mod frequency;
mod groups;
mod intervals;
mod masking;
mod order;
mod suggest;

use serde::{Deserialize, Serialize};

use super::Hierarchy;
use crate::error::Fault;
use crate::table::Column;

pub use dates::{Dates, Granularity};
pub use declared::declared;
pub use frequency::Frequency;
pub use groups::{Group, Groups};
pub use intervals::{Edge, Equal, IntervalLabels, Intervals};
pub use masking::{Masking, Side};
pub use order::Order;

/// The label of the single group on top, unless another is asked for.
pub const TOP: &str = "*";

/// How a hierarchy is built, as a project file declares it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum HierarchySpec {
    /// Numbers and dates in intervals that grow from level to level.
    Intervals(Intervals),
    /// Codes whose characters are masked one after the other.
    Masking(Masking),
    /// Days and moments by month, quarter, year and so on.
    Dates(Dates),
    /// Ordered values in groups of equal size.
    Order(Order),
    /// Groups that are declared by name.
    Groups(Groups),
    /// The rarest values together.
    Frequency(Frequency),
}

impl HierarchySpec {
    /// Builds the hierarchy for a column, or tells everything that stands against it.
    pub fn build(&self, attribute: &str, column: &Column) -> Result<Hierarchy, Vec<Fault>> {
        let dictionary = column.dictionary();
        let counts = || column.codes().counts(dictionary.len());
        let hierarchy = match self {
            HierarchySpec::Intervals(spec) if spec.needs_counts() => {
                spec.build(attribute, dictionary, &counts())
            }
            HierarchySpec::Intervals(spec) => spec.build(attribute, dictionary, &[]),
            HierarchySpec::Masking(spec) => spec.build(attribute, dictionary),
            HierarchySpec::Dates(spec) => spec.build(attribute, dictionary),
            HierarchySpec::Order(spec) => spec.build(attribute, dictionary),
            HierarchySpec::Groups(spec) => spec.build(attribute, dictionary),
            HierarchySpec::Frequency(spec) => spec.build(attribute, dictionary, &counts()),
        }?;
        // A declared order may lack values; only the column knows in which rows they are.
        match self {
            HierarchySpec::Order(_) => hierarchy
                .bind(attribute, column)
                .map(|_| hierarchy)
                .map_err(|fault| vec![fault]),
            _ => Ok(hierarchy),
        }
    }

    /// What suits a column: intervals of round widths for numbers, calendar units for dates, masking for codes of equal
    /// length, rare values together for words that repeat. None where nothing between a value and "anything" makes sense.
    pub fn suggest(column: &Column) -> Option<HierarchySpec> {
        suggest::suggest(column)
    }
}

#[cfg(test)]
mod intervals_tests;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
