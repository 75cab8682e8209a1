//! The flags that say what must hold.

use std::str::FromStr;

use bauta::project::{DeltaPresence, RecursiveL, RowsAtRisk, Targets};
use bauta_privacy::Distance;
use clap::Args;

use crate::args::count;

/// What must hold.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Targets")]
pub struct TargetArgs {
    /// k-anonymity: every combination of quasi-identifiers occurs at least K times
    #[arg(short, allow_negative_numbers = true, value_parser = count)]
    pub k: Option<u64>,
    /// Distinct l-diversity: every class has at least L different sensitive values
    #[arg(short, allow_negative_numbers = true, value_parser = count)]
    pub l: Option<u64>,
    /// t-closeness: sensitive values of every class distributed as in the table, up to a distance of T, from 0 to 1
    #[arg(short, allow_negative_numbers = true, value_parser = number)]
    pub t: Option<f64>,
    /// How far values are from each other: equal, ordered (at their ranks), or hierarchical (by the sensitive attribute's
    /// hierarchy); by default ordered for numbers and dates, equal for others
    #[arg(long, requires = "t", value_parser = distance, value_name = "DISTANCE")]
    pub t_distance: Option<Distance>,
    /// Entropy l-diversity: in every class sensitive values are spread as widely as L equally frequent ones
    #[arg(long, allow_negative_numbers = true, value_parser = number, value_name = "L")]
    pub entropy_l: Option<f64>,
    /// Recursive (c,l)-diversity: the most frequent value is less than C times as frequent as those from the L-th on together
    #[arg(long, allow_negative_numbers = true, value_parser = recursive, value_name = "C,L")]
    pub recursive: Option<RecursiveL>,
    /// (α,k)-anonymity, with -k: no sensitive value has a share above A in any class
    #[arg(long, allow_negative_numbers = true, value_parser = number, value_name = "A")]
    pub alpha: Option<f64>,
    /// δ-disclosure privacy: shares in a class and in the table differ by a factor of less than 2 to the power of D
    #[arg(long, allow_negative_numbers = true, value_parser = number, value_name = "D")]
    pub delta_disclosure: Option<f64>,
    /// β-likeness: no sensitive value gains more than B in any class, relative to its share in the table
    #[arg(long, allow_negative_numbers = true, value_parser = number, value_name = "B")]
    pub beta: Option<f64>,
    /// Enhanced β-likeness: the same, and frequent values no more than the logarithm of their rarity
    #[arg(long, allow_negative_numbers = true, value_parser = number, value_name = "B")]
    pub enhanced_beta: Option<f64>,
    /// Highest risk: nobody known to be in the release is found with a probability above R
    #[arg(long, allow_negative_numbers = true, value_parser = number, value_name = "R")]
    pub max_risk: Option<f64>,
    /// Mean risk over all rows
    #[arg(long, allow_negative_numbers = true, value_parser = number, value_name = "R")]
    pub mean_risk: Option<f64>,
    /// At most a share of S rows has a risk above R
    #[arg(long, allow_negative_numbers = true, value_parser = rows_at_risk, value_name = "S,R")]
    pub rows_at_risk: Option<RowsAtRisk>,
    /// At most a share of S rows is estimated to be unique in the population
    #[arg(long, allow_negative_numbers = true, value_parser = number, value_name = "S", requires = "sampling_fraction")]
    pub population_uniqueness: Option<f64>,
    /// Rows of the table by rows of the population that it was drawn from
    #[arg(long, allow_negative_numbers = true, value_parser = number, value_name = "F")]
    pub sampling_fraction: Option<f64>,
    /// k-map: at least K rows of the population match every class
    #[arg(long, allow_negative_numbers = true, value_parser = count, value_name = "K", requires = "population_table")]
    pub k_map: Option<u64>,
    /// δ-presence: everybody of the population is in the release with a probability from MIN to MAX
    #[arg(long, allow_negative_numbers = true, value_parser = presence, value_name = "MIN,MAX", requires = "population_table")]
    pub delta_presence: Option<DeltaPresence>,
    /// A table of the population, with the quasi-identifiers
    #[arg(long, value_name = "FILE")]
    pub population_table: Option<String>,
}

impl TargetArgs {
    pub fn targets(&self) -> Targets {
        Targets {
            k: self.k,
            l: self.l,
            entropy_l: self.entropy_l,
            recursive_l: self.recursive,
            t: self.t,
            t_distance: self.t_distance,
            alpha: self.alpha,
            delta_disclosure: self.delta_disclosure,
            beta: self.beta,
            enhanced_beta: self.enhanced_beta,
            max_risk: self.max_risk,
            mean_risk: self.mean_risk,
            rows_at_risk: self.rows_at_risk,
            population_uniqueness: self.population_uniqueness,
            sampling_fraction: self.sampling_fraction,
            k_map: self.k_map,
            delta_presence: self.delta_presence,
            population: self.population_table.clone(),
        }
    }
}

pub(crate) fn number(text: &str) -> Result<f64, String> {
    text.parse()
        .map_err(|_| "it must be a number, such as 0.2".to_owned())
}

/// Two numbers with a comma between them.
fn two<A: FromStr, B: FromStr>(text: &str, example: &str) -> Result<(A, B), String> {
    let parts = text
        .split_once(',')
        .and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    parts.ok_or_else(|| format!("expected {example}"))
}

fn recursive(text: &str) -> Result<RecursiveL, String> {
    two(text, "C,L such as 3,2").map(|(c, l)| RecursiveL { c, l })
}

fn rows_at_risk(text: &str) -> Result<RowsAtRisk, String> {
    two(text, "S,R such as 0.05,0.2").map(|(share, risk)| RowsAtRisk { share, risk })
}

fn presence(text: &str) -> Result<DeltaPresence, String> {
    two(text, "MIN,MAX such as 0,0.5").map(|(min, max)| DeltaPresence { min, max })
}

fn distance(word: &str) -> Result<Distance, String> {
    word.parse().map_err(|()| {
        format!(
            "expected {}",
            Distance::ALL.map(Distance::name).join(" or ")
        )
    })
}
