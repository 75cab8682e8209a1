//! Edit rules, as a project file says them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What must hold in every row that makes sense.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EditRule {
    /// What it is called in messages; its place if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where it applies, such as `age < 15`; everywhere if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// What must hold there, such as `marital = "single"`.
    pub then: String,
    /// Rows of the input that break it: refuse, or known (they may go on doing so).
    #[serde(default)]
    pub broken_in_input: BrokenInInput,
}

/// What happens where the input breaks a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BrokenInInput {
    /// The run stops and says in which rows.
    #[default]
    Refuse,
    /// These rows are exempt, and as many may break it in the release.
    Known,
}
