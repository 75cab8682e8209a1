//! The arguments of `evaluate` and `compare`.

use std::path::PathBuf;

use bauta::project::{MissingPolicy, RoleLists};
use clap::Args;

use super::synthetic::SyntheticArgs;
use super::{DataArgs, ReadingArgs, RoleArgs, TargetArgs, count, pair, policy};
use crate::number::number;

/// What is measured, and how.
#[derive(Args, Clone)]
#[command(next_help_heading = "Measures")]
pub struct MeasureArgs {
    /// How much a quasi-identifier counts in the overall losses (default 1)
    #[arg(long, value_name = "COL=N", value_parser = importance)]
    pub importance: Vec<(String, f64)>,
    /// How many count queries are asked
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub queries: usize,
    /// How many quasi-identifiers a query names
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub query_attributes: usize,
    /// Share of the rows that a query selects, about
    #[arg(long, value_name = "F", default_value_t = 0.05)]
    pub selectivity: f64,
    /// Train no models, even if there is a target
    #[arg(long)]
    pub no_models: bool,
    /// Seed of everything that is drawn
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
}

impl MeasureArgs {
    pub fn options(&self) -> bauta::EvaluateOptions {
        let workload = bauta_privacy::utility::queries::Workload {
            count: self.queries,
            attributes: self.query_attributes,
            selectivity: self.selectivity,
            ..Default::default()
        };
        bauta::EvaluateOptions {
            workload,
            seed: self.seed,
            models: !self.no_models,
            match_by: Vec::new(),
        }
    }
}

/// Whom rows stand for.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Roles")]
pub struct SurveyArgs {
    /// The survey weight: how many people of the population a row stands for
    #[arg(long, value_name = "COL")]
    pub weight: Option<String>,
    /// The household of the person behind a row: finding one member finds all
    #[arg(long, value_name = "COL")]
    pub household: Option<String>,
}

impl SurveyArgs {
    /// Tells a project's roles.
    pub fn tell(&self, roles: &mut RoleLists) {
        roles.weight = self.weight.clone().or(roles.weight.take());
        roles.household = self.household.clone().or(roles.household.take());
    }
}

/// How sensitive values are published, where they are not those of their own rows.
#[derive(Args, Clone)]
pub struct PartArgs {
    /// Column that links people with sensitive values (several: what stays with the value), after bucketize, anatomy or slicing
    #[arg(long, value_name = "COL,…", value_delimiter = ',')]
    pub bucket: Vec<String>,
    /// Column of the second table that says for how many rows each of its rows stands
    #[arg(long, value_name = "COL", requires = "bucket")]
    pub count: Option<String>,
}

impl PartArgs {
    /// With the place of the second table, where there is one.
    pub fn parts(&self, sensitive: Option<&String>) -> bauta::ReleaseParts {
        bauta::ReleaseParts {
            sensitive: sensitive.cloned(),
            linked_by: self.bucket.clone(),
            count: self.count.clone(),
        }
    }
}

#[derive(Args)]
pub struct EvaluateArgs {
    /// The table before
    #[arg(value_name = "ORIGINAL")]
    pub original: String,
    /// The table after, made by Bauta or by another tool
    #[arg(value_name = "RELEASE", required_unless_present = "levels")]
    pub release: Option<String>,
    /// Its second table, with the sensitive values, where it has two
    #[arg(value_name = "SENSITIVE", requires = "bucket")]
    pub sensitive_table: Option<String>,
    #[command(flatten)]
    pub parts: PartArgs,
    #[command(flatten)]
    pub reading: ReadingArgs,
    #[command(flatten)]
    pub roles: RoleArgs,
    #[command(flatten)]
    pub survey: SurveyArgs,
    #[command(flatten)]
    pub targets: TargetArgs,
    /// A hierarchy file of a quasi-identifier (CSV without header: value;level 1;…;*)
    #[arg(long, value_name = "COL=FILE", value_parser = pair)]
    pub hierarchy: Vec<(String, String)>,
    #[command(flatten)]
    pub measures: MeasureArgs,
    /// Columns that identify rows in both tables; without them, rows are matched by their order where that is proven to be kept
    #[arg(
        long,
        value_name = "COL,…",
        value_delimiter = ',',
        help_heading = "Measures"
    )]
    pub match_by: Vec<String>,
    #[command(flatten)]
    pub synthetic: SyntheticArgs,
}

impl EvaluateArgs {
    pub fn options(&self) -> bauta::EvaluateOptions {
        bauta::EvaluateOptions {
            match_by: self.match_by.clone(),
            ..self.measures.options()
        }
    }
}

#[derive(Args)]
pub struct CompareArgs {
    #[command(flatten)]
    pub data: DataArgs,
    #[command(flatten)]
    pub roles: RoleArgs,
    #[command(flatten)]
    pub survey: SurveyArgs,
    /// k-anonymity; several values give several candidates
    #[arg(short, value_name = "K,…", value_delimiter = ',', allow_negative_numbers = true, value_parser = count,
          help_heading = "Targets")]
    pub k: Vec<u64>,
    /// Distinct l-diversity, for all candidates
    #[arg(short, allow_negative_numbers = true, value_parser = count, help_heading = "Targets")]
    pub l: Option<u64>,
    /// t-closeness, for all candidates
    #[arg(short, allow_negative_numbers = true, value_parser = number, help_heading = "Targets")]
    pub t: Option<f64>,
    /// A method of `bauta methods`, with parameters if need be: mondrian:median=nearest; all methods if not given
    #[arg(long, value_name = "ID", help_heading = "Candidates")]
    pub method: Vec<String>,
    /// A TOML file of candidates: [[candidate]] with method, parameters, k, l, t
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "method",
        help_heading = "Candidates"
    )]
    pub plan: Option<PathBuf>,
    /// A hierarchy file of a quasi-identifier (CSV without header: value;level 1;…;*)
    #[arg(long, value_name = "COL=FILE", value_parser = pair, help_heading = "Candidates")]
    pub hierarchy: Vec<(String, String)>,
    /// Rows with missing quasi-identifiers: refuse (default), own category, drop the row, or suppress its quasi-identifiers
    #[arg(long, value_parser = policy, value_name = "POLICY", help_heading = "Candidates")]
    pub missing_values: Option<MissingPolicy>,
    /// Largest share of rows that may be left out, from 0 to 1
    #[arg(long, value_name = "F", help_heading = "Candidates")]
    pub max_suppression: Option<f64>,
    #[command(flatten)]
    pub measures: MeasureArgs,
    /// A plot of risk against loss, .html or .svg
    #[arg(short, long, value_name = "FILE", help_heading = "Writing")]
    pub output: Option<PathBuf>,
    /// Replace what is there
    #[arg(long, help_heading = "Writing")]
    pub force: bool,
}

/// `COL=N`.
pub(super) fn importance(text: &str) -> std::result::Result<(String, f64), String> {
    let (name, importance) = pair(text).map_err(|_| "expected COL=N".to_owned())?;
    Ok((name, number(&importance)?))
}
