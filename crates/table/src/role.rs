//! What an attribute means for the person behind a row.

use serde::{Deserialize, Serialize};

/// What an attribute means for the person behind a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Names a person directly; never released.
    Identifier,
    /// Singles a person out together with others, when linked to other data.
    QuasiIdentifier,
    /// What people do not want disclosed.
    Sensitive,
    /// None of the others.
    Insensitive,
    /// What a later analysis predicts; released like an insensitive attribute.
    Target,
    /// Says whose row it is, so that people are counted and not rows; never released.
    Person,
    /// How many people of the population a row stands for; never released under this role.
    Weight,
    /// The household of the person behind a row; never released under this role.
    Household,
    /// Left out of the release.
    Drop,
}

impl Role {
    /// The word used in files and messages.
    pub fn name(self) -> &'static str {
        match self {
            Role::Identifier => "identifier",
            Role::QuasiIdentifier => "quasi-identifier",
            Role::Sensitive => "sensitive",
            Role::Insensitive => "insensitive",
            Role::Target => "target",
            Role::Person => "person",
            Role::Weight => "weight",
            Role::Household => "household",
            Role::Drop => "drop",
        }
    }
}

impl std::fmt::Display for Role {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
