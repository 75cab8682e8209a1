//! The flags of `bauta explain`.

use std::path::PathBuf;

use bauta::project::MissingPolicy;
use clap::Args;

use super::{ReadingArgs, RoleArgs, TargetArgs, pair, policy};

#[derive(Args)]
pub struct ExplainArgs {
    /// A method; without one, all that can be explained are listed
    pub method: Option<String>,
    /// A table, or a project file (.toml), to run the method on instead of the example. An explanation shows the cells of the rows it
    /// takes: that is its point
    #[arg(value_name = "DATA|PROJECT")]
    pub data: Option<String>,
    /// Run it on the built-in example, of people who do not exist (the default)
    #[arg(long, conflicts_with = "data")]
    pub example: bool,
    /// How many rows of the table to take, evenly spread; at most 60 are shown
    #[arg(long, value_name = "N")]
    pub rows: Option<usize>,
    /// text, md or json
    #[arg(long, value_name = "FORMAT", value_parser = ["text", "md", "json"])]
    pub format: Option<String>,
    /// Write it to a file instead: .md, .html or .json
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace what is there
    #[arg(long)]
    pub force: bool,
    /// A hierarchy file of a quasi-identifier (CSV without header: value;level 1;…;*); without one it is made of the values
    #[arg(long, value_name = "COL=FILE", value_parser = pair)]
    pub hierarchy: Vec<(String, String)>,
    /// Rows with missing quasi-identifiers: refuse, own category, drop the row, or suppress its quasi-identifiers
    #[arg(long, default_value = "refuse", value_parser = policy, value_name = "POLICY")]
    pub missing_values: MissingPolicy,
    /// Largest share of rows that may be left out, from 0 to 1
    #[arg(long, value_name = "F")]
    pub max_suppression: Option<f64>,
    /// Seed of everything that is drawn
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    #[command(flatten)]
    pub targets: TargetArgs,
    #[command(flatten)]
    pub roles: RoleArgs,
    #[command(flatten)]
    pub reading: ReadingArgs,
}
