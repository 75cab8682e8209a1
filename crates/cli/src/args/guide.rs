//! The arguments of `advise` and `guide`.

use std::path::PathBuf;

use bauta::guide::ahp::WeightMethod;
use clap::{Args, Subcommand};

use super::{ReadingArgs, RoleArgs, count, pair};

#[derive(Args)]
pub struct AdviseArgs {
    /// The table, as for every command; left out where --session has one
    #[arg(value_name = "DATA", required_unless_present = "session")]
    pub data: Option<String>,
    #[command(flatten)]
    pub reading: ReadingArgs,
    #[command(flatten)]
    pub roles: RoleArgs,
    /// A hierarchy file of a quasi-identifier (CSV without header: value;level 1;…;*)
    #[arg(long, value_name = "COL=FILE", value_parser = pair)]
    pub hierarchy: Vec<(String, String)>,
    /// Answers from a file (.json or .toml) instead of questions in the terminal
    #[arg(long, value_name = "FILE", help_heading = "Advice")]
    pub context: Option<PathBuf>,
    /// Keeps every step, and takes the path up again where it was left
    #[arg(long, value_name = "FILE", help_heading = "Advice")]
    pub session: Option<PathBuf>,
    /// Signatures to run, by their numbers in the suggestion; best = the best of the three best algorithms
    #[arg(
        long,
        value_name = "N,…|best",
        value_delimiter = ',',
        help_heading = "Advice"
    )]
    pub pick: Vec<String>,
    /// The signature to release, by its number; by default the best score
    #[arg(long, value_name = "N", help_heading = "Advice")]
    pub choose: Option<String>,
    #[command(flatten)]
    pub knowledge: KnowledgeArgs,
    /// Seed of everything that is drawn
    #[arg(long, default_value_t = 1, value_name = "N", help_heading = "Advice")]
    pub seed: u64,
    /// Where the release goes
    #[arg(short, long, value_name = "OUT", help_heading = "Writing")]
    pub output: Option<String>,
    /// The report for people, with the whole argument; .html, .md or .json
    #[arg(
        long,
        value_name = "FILE",
        requires = "output",
        help_heading = "Writing"
    )]
    pub report: Option<String>,
    /// Replace outputs that are there
    #[arg(long, help_heading = "Writing")]
    pub force: bool,
}

/// What the advice goes by.
#[derive(Args, Clone)]
#[command(next_help_heading = "Advice")]
pub struct KnowledgeArgs {
    /// A folder of Turtle files that add algorithms, experiments and texts
    #[arg(long, value_name = "DIR")]
    pub ontology: Option<PathBuf>,
    /// Scales that an expert edited; `bauta guide scales` prints the usual ones
    #[arg(long, value_name = "FILE")]
    pub scales: Option<PathBuf>,
    /// How judgements become weights: eigenvector, or row-sums to reproduce figures that were made so
    #[arg(long, value_name = "WORD", default_value = "eigenvector", value_parser = weight_method)]
    pub weights: WeightMethod,
}

#[derive(Args)]
pub struct GuideArgs {
    #[command(subcommand)]
    pub action: GuideAction,
}

#[derive(Subcommand)]
pub enum GuideAction {
    /// Score alternatives by pairwise comparison: weights, consistency, scores, sensitivity
    Score(ScoreArgs),
    /// Check the knowledge, and that of a folder of Turtle files
    Check(GuideCheckArgs),
    /// Run a grid of experiments on people who do not exist, and write what was measured as Turtle
    Learn(LearnArgs),
    /// The usual scales as JSON, for an expert to edit
    Scales,
}

#[derive(Args)]
pub struct ScoreArgs {
    /// Evaluations: CSV with a column id and one a criterion
    #[arg(long, value_name = "FILE")]
    pub evaluations: PathBuf,
    /// Hierarchy of criteria and judgements: JSON
    #[arg(long, value_name = "FILE")]
    pub context: PathBuf,
    /// From differences to intensities: JSON
    #[arg(long, value_name = "FILE")]
    pub scales: PathBuf,
    /// How judgements become weights: eigenvector, or row-sums to reproduce figures that were made so
    #[arg(long, value_name = "WORD", default_value = "eigenvector", value_parser = weight_method)]
    pub weights: WeightMethod,
}

#[derive(Args)]
pub struct GuideCheckArgs {
    /// The folder
    pub folder: Option<PathBuf>,
}

#[derive(Args)]
pub struct LearnArgs {
    /// Methods; by default all that the knowledge describes
    #[arg(long, value_name = "ID,…", value_delimiter = ',')]
    pub method: Vec<String>,
    /// Values of k
    #[arg(short, value_name = "K,…", value_delimiter = ',', default_values_t = [3, 5, 10, 25, 75], value_parser = count)]
    pub k: Vec<u64>,
    /// Numbers of quasi-identifiers, from 1 to 6
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = [2, 3, 5])]
    pub quasi_identifiers: Vec<usize>,
    /// Numbers of rows
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = [500, 3000])]
    pub rows: Vec<usize>,
    /// Seed of the people
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// The Turtle file; put it in the folder that --ontology names
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Replace what is there
    #[arg(long)]
    pub force: bool,
}

fn weight_method(word: &str) -> Result<WeightMethod, String> {
    let known = [WeightMethod::Eigenvector, WeightMethod::RowSums];
    let found = known.into_iter().find(|method| method.name() == word);
    found.ok_or_else(|| "eigenvector or row-sums".to_owned())
}
