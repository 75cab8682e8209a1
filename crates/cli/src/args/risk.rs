//! The arguments of `risk`.

use bauta::RiskOptions;
use clap::Args;

use super::{DataArgs, EngineArgs, RoleArgs, count};
use crate::number::number;

#[derive(Args)]
pub struct RiskArgs {
    #[command(flatten)]
    pub data: DataArgs,
    #[command(flatten)]
    pub roles: RoleArgs,
    #[command(flatten)]
    pub population: PopulationArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Rows that every class should have
    #[arg(long, value_name = "K", default_value_t = 10, allow_negative_numbers = true, value_parser = count,
          help_heading = "Targets")]
    pub target_k: u64,
    /// Different sensitive values that every class should have
    #[arg(long, value_name = "L", default_value_t = 3, allow_negative_numbers = true, value_parser = count,
          help_heading = "Targets")]
    pub target_l: u64,
    /// Largest sets of attributes that are looked at for special uniques (default 6, fewer for large tables)
    #[arg(long, value_name = "M", help_heading = "Outliers")]
    pub suda_size: Option<usize>,
    /// Sampling fraction of the DIS score, where none is known
    #[arg(long, value_name = "F", default_value_t = 0.01, allow_negative_numbers = true, value_parser = number,
          help_heading = "Outliers")]
    pub dis_fraction: f64,
    /// How many outliers are listed
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20,
        help_heading = "Outliers"
    )]
    pub outliers: usize,
    /// Tell the values of outliers too
    #[arg(long, help_heading = "Outliers")]
    pub show_values: bool,
    /// Write the figures of each row: row number, class size, risks, scores
    #[arg(long, value_name = "OUT", help_heading = "Writing")]
    pub records: Option<String>,
    /// The report for people: .html (one self-contained page), .md or .json
    #[arg(long, value_name = "FILE", value_parser = report_name, help_heading = "Writing")]
    pub report: Option<std::path::PathBuf>,
    /// Replace what is there
    #[arg(long, help_heading = "Writing")]
    pub force: bool,
}

/// Whom the rows were drawn from.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Population")]
pub struct PopulationArgs {
    /// Sampling weights: how many people each row stands for
    #[arg(long, value_name = "COL")]
    pub weight: Option<String>,
    /// The number of people that the rows were drawn from, or a table of them with the quasi-identifiers
    #[arg(long, value_name = "N|FILE", allow_negative_numbers = true)]
    pub population: Option<String>,
    /// Rows of the table by people in the population
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = number)]
    pub sampling_fraction: Option<f64>,
    /// Numbers households: who finds one member finds all
    #[arg(long, value_name = "COL")]
    pub household: Option<String>,
}

impl RiskArgs {
    pub fn options(&self) -> RiskOptions {
        RiskOptions {
            weight: self.population.weight.clone(),
            population: self.population.population.clone(),
            sampling_fraction: self.population.sampling_fraction,
            household: self.population.household.clone(),
            target_k: self.target_k,
            target_l: self.target_l,
            suda_size: self.suda_size,
            dis_fraction: self.dis_fraction,
            outliers: self.outliers,
            show_values: self.show_values,
            records: self.records.clone(),
            force: self.force,
        }
    }
}

/// A name that says what kind of report it is.
pub(super) fn report_name(text: &str) -> std::result::Result<std::path::PathBuf, String> {
    let path = std::path::PathBuf::from(text);
    if bauta::is_report_name(&path) {
        Ok(path)
    } else {
        Err("a name that ends in .html, .md or .json".to_owned())
    }
}
