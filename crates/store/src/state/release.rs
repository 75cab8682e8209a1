//! What is known of releases: what changed since the last one, what one is like, what was decided for it.

use serde::{Deserialize, Serialize};

use super::Key;
use crate::invariance::Id;

/// A change that the public graph does not show yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Entry {
    /// The entity's blank node.
    pub entity: String,
    /// The new value; none for a deletion.
    pub new: Option<String>,
    /// The old value; none for an insertion.
    pub old: Option<String>,
    /// The property.
    pub property: String,
    /// When.
    pub time: String,
    /// Whether it takes back a counterfeit of the last release.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub counterfeit: bool,
}

/// What a release is like, for those who publish.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Summary {
    /// Its number, from 1.
    pub number: u64,
    /// When it was made.
    pub time: String,
    /// Its classes.
    pub classes: usize,
    /// Entities in it.
    pub entities: usize,
    /// Members that are nobody.
    pub counterfeits: usize,
    /// Entities that wait, because their sensitive values are too frequent among the new ones.
    pub deferred: usize,
    /// Entities that cannot be published: a value is missing, is there twice, or cannot be generalised.
    pub incomplete: usize,
    /// The highest chance of telling an entity's sensitive value: the largest share that a value has of a class.
    pub risk: f64,
    /// The share of entities whose open facts single them out: an attacker who knows these and the quasi-identifiers guesses the sensitive value with a
    /// higher chance than `risk` says.
    #[serde(default)]
    pub singled_out: f64,
    /// The mean width of published quasi-identifiers, as a share of their scale; 0 where these are published as they are.
    pub loss: f64,
}

/// A member of a class as it is written down: who it is, whose quasi-identifiers it has, its sensitive value.
pub type Place = (Option<Id>, Id, u32);

/// What was decided for a release. With the data as they were, the release follows from it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Decision {
    /// The secret from which its labels are made.
    pub key: Key,
    /// Its classes.
    pub classes: Vec<Vec<Place>>,
    /// Entities that are in no class: nothing sensitive is declared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plain: Vec<Id>,
    /// What is remembered from now on of those for whom it is new.
    pub history: Vec<(Id, Vec<u32>, u32)>,
    /// Sensitive values that got the next numbers.
    pub values: Vec<String>,
    /// What it is like.
    pub summary: Summary,
}
