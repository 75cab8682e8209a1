//! An explanation as data: what a terminal, a document and the page show.

use std::collections::BTreeMap;

use serde::Serialize;

/// An algorithm, told in plain words and run step by step on a table.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Explanation {
    /// Version of this program.
    pub bauta: &'static str,
    /// `en` or `fr`.
    pub language: String,
    /// The method's id.
    pub method: String,
    /// Its name.
    pub title: String,
    /// The family it belongs to.
    pub family: FamilyTold,
    /// What it does, a paragraph each.
    pub words: Vec<String>,
    /// The family's template with the method's own words.
    pub template: Vec<SlotTold>,
    /// The table it is shown on.
    pub setting: Setting,
    /// The lattice of its levels, where it searches one that is small enough to be drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lattice: Option<LatticeShape>,
    /// What it did, decision by decision.
    pub steps: Vec<ToldStep>,
    /// What came of it.
    pub outcome: Ending,
    /// Remarks.
    pub notes: Vec<String>,
}

/// A family of algorithms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct FamilyTold {
    /// `table-recoding`, `lattice-choice`, `partitioning`, `separation` or `aggregation`.
    pub id: &'static str,
    /// Its name.
    pub title: String,
    /// What its algorithms have in common.
    pub text: String,
}

/// A slot of the template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct SlotTold {
    /// Its word: inputs, computed, candidate, metric, apply, stop, suppress or deliver.
    pub slot: &'static str,
    /// Its title.
    pub title: String,
    /// What stands in it.
    pub text: String,
}

/// What an algorithm is shown on.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Setting {
    /// Whether it is the built-in example.
    pub example: bool,
    /// Where the rows were read.
    pub data: String,
    /// Rows that are shown.
    pub rows: u64,
    /// Rows that were read.
    pub rows_read: u64,
    /// Roles by attribute.
    pub roles: BTreeMap<String, String>,
    /// Quasi-identifiers, in their order.
    pub quasi_identifiers: Vec<String>,
    /// What is asked for.
    pub asked: Vec<String>,
    /// Rows that may be left out.
    pub may_leave_out: u64,
    /// The method's parameters, defaults included.
    pub parameters: BTreeMap<String, String>,
    /// For each row and quasi-identifier, where its value stands on the scale of all values, from 0 to 1.
    pub positions: Vec<Vec<f64>>,
}

/// The shape of a lattice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct LatticeShape {
    /// The quasi-identifiers, in the order of levels.
    pub attributes: Vec<String>,
    /// The highest level of each.
    pub heights: Vec<u8>,
}

/// One decision: why it was made and what the table is then. The state before it is that of the step before.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ToldStep {
    /// Its number, from 0: the beginning.
    pub number: usize,
    /// What is decided.
    pub decision: String,
    /// Why.
    pub why: String,
    /// What the table is then, in a sentence.
    pub result: String,
    /// What was weighed.
    pub candidates: Vec<Weighed>,
    /// How many more were weighed that are not listed.
    pub more_candidates: usize,
    /// What candidates are weighed by, in the order of their figures.
    pub figures: Vec<FigureTold>,
    /// What the table is then.
    pub state: Shown,
}

/// What candidates are weighed by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct FigureTold {
    /// Its name.
    pub title: String,
    /// What it means.
    pub help: String,
}

/// A candidate.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Weighed {
    /// What it is.
    pub what: String,
    /// What it was weighed by; none where that was not computed.
    pub figures: Vec<Option<f64>>,
    /// What became of it: chosen, passed, solves, solves-as-below, fails, fails-as-subset, unsafe, worse, skipped or useless.
    pub fate: &'static str,
    /// That in words.
    pub fate_words: String,
    /// Its levels, where it is a combination of levels of all attributes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<Vec<u8>>,
}

/// What the table is at a step.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Shown {
    /// Its tables: one, but where quasi-identifiers and sensitive values are published apart.
    pub tables: Vec<ShownTable>,
    /// The level of each quasi-identifier, for recodings by levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<Vec<u8>>,
    /// Groups, regions or buckets so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<usize>,
    /// Classes of the rows that are not left out.
    pub classes: usize,
    /// Rows of the smallest.
    pub smallest: u64,
    /// Rows in classes that break what is asked for.
    pub outliers: u64,
    /// Rows that are left out.
    pub left_out: u64,
}

/// A table at a step.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ShownTable {
    /// Its columns.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<ShownRow>,
}

/// A row at a step.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ShownRow {
    /// Its number where it was read; none where rows are no longer those of people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<u64>,
    /// Its cells.
    pub cells: Vec<String>,
    /// The places of cells that the step changed.
    pub changed: Vec<usize>,
    /// Whether it is left out.
    pub left_out: bool,
    /// Its group, region or bucket, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<u32>,
    /// Rows of its class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class_rows: Option<u64>,
    /// Whether its class satisfies what is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub safe: Option<bool>,
}

/// What came of it all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Ending {
    /// Whether there is a release.
    pub reached: bool,
    /// That in words.
    pub text: String,
    /// Where there is none, what was missed and what would help.
    pub missing: Vec<String>,
}
