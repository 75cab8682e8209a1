//! The arguments of `synthesize` and `coclusters`.

use std::path::PathBuf;

use bauta::{CoclusterOptions, Detail, Project, SynthesisRequest};
use bauta::{Margin, Way};
use clap::Args;

use super::generator::GeneratorArgs;
use super::{DataArgs, RoleArgs, count};
use crate::number::number;

/// What a search needs to know.
#[derive(Args, Clone)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// Rounds of the search; more find better clusters
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub rounds: usize,
    /// End the search after so many seconds with what it has found; the result then depends on the machine
    #[arg(long, value_name = "S")]
    pub seconds: Option<u64>,
    /// Seed of everything that is drawn; the same seed gives the same result
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Intervals of equal frequency of a number or date (at most ten by default, fewer for small tables)
    #[arg(long, value_name = "N")]
    pub quantiles: Option<usize>,
}

#[derive(Args)]
pub struct SynthesizeArgs {
    #[command(flatten)]
    pub data: DataArgs,
    #[command(flatten)]
    pub roles: RoleArgs,
    /// Rows of the smallest cluster
    #[arg(short, long, default_value_t = 10, allow_negative_numbers = true, value_parser = count)]
    pub k: u64,
    /// Different values of each sensitive attribute in every cluster
    #[arg(short, value_name = "L")]
    pub l: Option<usize>,
    /// Largest distance of a sensitive attribute's distribution in a cluster to that of the table
    #[arg(short, value_name = "T", allow_negative_numbers = true, value_parser = number)]
    pub t: Option<f64>,
    /// Rows to draw (as many as the table has)
    #[arg(long, value_name = "N")]
    pub rows: Option<usize>,
    /// At most so many clusters of rows
    #[arg(long, value_name = "N")]
    pub clusters: Option<usize>,
    /// optimal: the clusters that the criterion pays for; fine: split further while every part has k rows, nearer to the table
    #[arg(long, default_value = "optimal", value_parser = ["optimal", "fine"], value_name = "WORD")]
    pub detail: String,
    /// quotas: values come up as often as expected, which somebody who knows everybody else can read; independent: by independent draws with replacement
    #[arg(long, default_value = "quotas", value_parser = ["quotas", "independent"], value_name = "WORD")]
    pub draw: String,
    /// A fixed share of the rows for a value; others share the rest. May be given several times
    #[arg(long, value_name = "COL=VALUE:SHARE", value_parser = margin)]
    pub given: Vec<Margin>,
    /// Fixed shares from a table with the columns attribute, value, share
    #[arg(long, value_name = "FILE")]
    pub margins: Option<String>,
    /// Draw numbers evenly from their interval instead of by the empirical quantiles
    #[arg(long)]
    pub even: bool,
    /// hide: words that fewer than k rows have do not come up, nor numbers beyond the k-th; keep: they may
    #[arg(long, default_value = "hide", value_parser = ["hide", "keep"], value_name = "WORD")]
    pub rare: String,
    /// The chance with which a value comes from the whole table instead of its row's cluster: above 0 (0.01), an attacker who knows all rows but
    /// one cannot exclude that any synthetic row comes from its cluster
    #[arg(long, default_value_t = 0.0, value_name = "SHARE", value_parser = doubt)]
    pub doubt: f64,
    /// Break rows that equal a real row that is unique, by exchanging a value. Such rows are then expected and absent, which tells who is in the table
    #[arg(long)]
    pub break_copies: bool,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub generator: GeneratorArgs,
    /// Draw from a saved model instead of learning one
    #[arg(long, value_name = "FILE", help_heading = "Model")]
    pub model: Option<PathBuf>,
    /// Save the model
    #[arg(long, value_name = "FILE", help_heading = "Model")]
    pub save_model: Option<PathBuf>,
    /// Where to write
    #[arg(short, long, value_name = "OUT", help_heading = "Writing")]
    pub output: String,
    /// Replace what is there
    #[arg(long, help_heading = "Writing")]
    pub force: bool,
}

/// A chance below 1.
pub fn doubt(text: &str) -> Result<f64, String> {
    let chance = text
        .parse()
        .ok()
        .filter(|chance| (0.0..1.0).contains(chance));
    chance.ok_or_else(|| "must be a number from 0 to less than 1, such as 0.01".to_owned())
}

impl SynthesizeArgs {
    /// The request, about data of a project.
    pub fn request<'a>(&self, project: &'a Project) -> SynthesisRequest<'a> {
        SynthesisRequest {
            k: self.k,
            rows: self.rows,
            clusters: self.clusters,
            detail: if self.detail == "fine" {
                Detail::Fine
            } else {
                Detail::Optimal
            },
            l: self.l,
            t: self.t,
            given: self.given.clone(),
            margins: self.margins.clone(),
            quantiles: self.search.quantiles,
            even: self.even,
            keep_rare: self.rare == "keep",
            way: if self.draw == "independent" {
                Way::Independent
            } else {
                Way::Quotas
            },
            doubt: self.doubt,
            break_copies: self.break_copies,
            determines: self.generator.determines.clone(),
            shadow_models: self.generator.shadow_models,
            rounds: self.search.rounds,
            seconds: self.search.seconds,
            order: self.generator.order.clone(),
            epsilon: self.generator.epsilon,
            values: self.generator.values.iter().cloned().collect(),
            seed: self.search.seed,
            model: self.model.clone(),
            save_model: self.save_model.clone(),
            keep_out: self.generator.keep_out.clone(),
            output: self.output.clone(),
            force: self.force,
            ..SynthesisRequest::new(project, self.generator.method.as_str())
        }
    }
}

#[derive(Args)]
pub struct CoclustersArgs {
    #[command(flatten)]
    pub data: DataArgs,
    #[command(flatten)]
    pub roles: RoleArgs,
    /// Rows of the smallest cluster, and of a word that is told
    #[arg(short, long, default_value_t = 10, allow_negative_numbers = true, value_parser = count)]
    pub k: u64,
    /// At most so many clusters of rows
    #[arg(long, value_name = "N")]
    pub clusters: Option<usize>,
    /// Co-cluster the values of two columns instead of rows and modalities
    #[arg(long, value_name = "COL,COL", value_delimiter = ',', num_args = 1, value_parser = clap::value_parser!(String))]
    pub pair: Vec<String>,
    #[command(flatten)]
    pub search: SearchArgs,
    /// The clusters for people, with drawings: .html (one self-contained page), .md or .json
    #[arg(short, long, value_name = "FILE", help_heading = "Writing", value_parser = super::risk::report_name)]
    pub report: Option<PathBuf>,
    /// Replace what is there
    #[arg(long, help_heading = "Writing")]
    pub force: bool,
}

impl CoclustersArgs {
    pub fn options(&self) -> CoclusterOptions {
        let pair = match self.pair.as_slice() {
            [first, second] => Some((first.clone(), second.clone())),
            _ => None,
        };
        CoclusterOptions {
            k: self.k,
            clusters: self.clusters,
            quantiles: self.search.quantiles,
            drop: Vec::new(),
            pair,
            rounds: self.search.rounds,
            seconds: self.search.seconds,
            seed: self.search.seed,
        }
    }
}

fn margin(text: &str) -> std::result::Result<Margin, String> {
    let parts = text
        .split_once('=')
        .and_then(|(name, rest)| Some((name, rest.rsplit_once(':')?)));
    let margin = parts.and_then(|(name, (value, share))| {
        let share = share.trim().parse::<f64>().ok()?;
        Some(Margin {
            variable: name.to_owned(),
            value: value.to_owned(),
            share,
        })
    });
    margin.ok_or_else(|| "expected COL=VALUE:SHARE, such as sex=F:0.5".to_owned())
}
