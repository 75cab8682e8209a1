//! What `bauta risk` answers: one type, for the terminal, the JSON document and the report page.

use std::collections::BTreeMap;

use bauta_privacy::risk::{
    Band, Conformity, Contribution, HouseholdRisk, IndividualRisk, KReading, LReading,
    QuickEstimate, RiskReading, Suda, Uniqueness,
};
use bauta_privacy::{Finding, ProsecutorRisk, Utility};
use serde::Serialize;

use bauta_run::report::Seconds;

/// Every risk measure of a table.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct RiskReport {
    /// Program version.
    pub bauta: &'static str,
    /// Where the data came from.
    pub input: String,
    /// Rows of the table.
    pub rows: u64,
    /// People in it, where people have several rows; every figure about classes and risk then counts people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub people: Option<RiskPeople>,
    /// Always 0: nothing is left out here.
    pub suppressed_rows: u64,
    /// Equivalence classes: rows with the same quasi-identifiers.
    pub classes: u64,
    /// The quasi-identifiers, as they were given.
    pub quasi_identifiers: Vec<String>,
    /// What it comes to, first of all.
    pub verdict: Verdict,
    /// Before anything is counted: the manual's estimate.
    pub quick_estimate: QuickEstimate,
    /// What an attacker can do, by kind of disclosure, as the assessment of a release has it.
    pub findings: Vec<Finding>,
    /// k, l and t with their readings.
    pub privacy: RiskPrivacy,
    /// The chance to be found, by who asks.
    pub risk: Risks,
    /// Rows alone in their class; people who are alone in one, where they have several rows.
    pub uniques: u64,
    /// Their share.
    pub unique_share: f64,
    /// Classes and rows that do not reach the targets.
    pub nonconforming: Conformity,
    /// How class sizes are spread.
    pub class_sizes: Vec<Band>,
    /// How the prosecutor's risk of rows is spread.
    pub risk_distribution: Vec<Band>,
    /// What each quasi-identifier adds.
    pub attributes: Vec<Contribution>,
    /// What is known or estimated of the population.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<PopulationReport>,
    /// Special uniques.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suda: Option<SudaReport>,
    /// Rows that stand out, first the ones that most stand out.
    pub outliers: Vec<OutlierReport>,
    /// How many rows have a rare value or a rare pair of values, listed or not.
    pub outlier_rows: u64,
    /// Figures that the other commands have too.
    pub utility: Utility,
    /// Where the figures of each row were written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub records: Option<String>,
    /// Things worth saying.
    pub notes: Vec<String>,
    /// Where the time went; measuring is verifying.
    pub seconds: Seconds,
}

/// What it comes to.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Verdict {
    /// Low: the targets are reached; medium: at most one row in twenty misses them; high: more do.
    pub reading: RiskReading,
    /// In words, the most important first.
    pub sentences: Vec<String>,
}

/// People who have several rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct RiskPeople {
    /// How many there are.
    pub count: u64,
    /// The column by which a reader sees which rows are one person's; people are then compared by all their rows together, else a person counts once in
    /// each class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown_by: Option<String>,
    /// Classes of people who cannot be told apart.
    pub classes: u64,
    /// People who are in a class that misses a target.
    pub nonconforming: u64,
}

/// k, l and t with their readings.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct RiskPrivacy {
    /// Rows (people, where they have several) of the smallest class.
    pub k: u64,
    /// What that means.
    pub k_reading: KReading,
    /// Fewest different values in a class, by sensitive attribute.
    pub l: BTreeMap<String, u64>,
    /// That of the least diverse one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub l_least: Option<u64>,
    /// What that means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub l_reading: Option<LReading>,
    /// Largest distance of a class to the table, by sensitive attribute.
    pub t: BTreeMap<String, f64>,
    /// Rows in classes of two or more in which everybody has the same value, by sensitive attribute.
    pub determined_rows: BTreeMap<String, u64>,
}

/// The chance to be found, by who asks.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Risks {
    /// 1/x: for somebody who knows that the person is in the table.
    pub prosecutor: ProsecutorRisk,
    /// Classes by rows: the share that linking everything gets right on average, everybody being in the table.
    pub marketer: f64,
    /// 1/X: for somebody who does not know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub journalist: Option<ProsecutorRisk>,
    /// x/X: what linking a register of the population gets right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_matches: Option<ExpectedMatches>,
    /// E(1/X | x), the individual risk of Benedetti and Franconi.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub individual: Option<IndividualRisk>,
    /// 1 - Π (1 - r) over a household.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub household: Option<HouseholdReport>,
}

/// What linking a register of the population gets right.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ExpectedMatches {
    /// Σ x/X over the classes.
    pub total: f64,
    /// By rows.
    pub share: f64,
    /// The largest x/X of a class.
    pub max_of_class: f64,
}

/// The risk of households, and of which risk of a member it is made.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct HouseholdReport {
    /// individual, journalist or prosecutor.
    pub of: &'static str,
    /// The figures.
    #[serde(flatten)]
    pub risk: HouseholdRisk,
}

/// Where the sizes of classes in the population come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PopulationSource {
    /// Sums of sampling weights.
    Weights,
    /// Rows by sampling fraction.
    SamplingFraction,
    /// A super-population model (Pitman's) and the population's size.
    Model,
    /// A table of the population.
    Table,
}

/// What is known or estimated of the population.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct PopulationReport {
    /// Where class sizes come from.
    pub source: PopulationSource,
    /// People in the population.
    pub size: f64,
    /// The smallest X of a class.
    pub smallest_class: f64,
    /// How X of classes is spread.
    pub risk_distribution: Vec<Band>,
    /// Who is alone in the population: counted where there is a table of it, else estimated; absent where a person may be in several classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uniqueness: Option<Uniqueness>,
}

/// Special uniques.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct SudaReport {
    /// The figures.
    #[serde(flatten)]
    pub suda: Suda,
    /// Share of the total score that comes from sets with each attribute.
    pub contribution: BTreeMap<String, f64>,
}

/// A row that stands out.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct OutlierReport {
    /// The row, from 1 below the header.
    pub row: u64,
    /// The attributes by which it stands out.
    pub attributes: Vec<String>,
    /// Rows with the same values there.
    pub frequency: u64,
    /// Its SUDA score.
    pub score: f64,
    /// The values, on request only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<String>>,
}
