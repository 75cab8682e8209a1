//! The arguments of `evaluate --synthetic`.

use std::path::PathBuf;

use clap::Args;

use super::risk::report_name;

/// How a synthetic table is evaluated.
#[derive(Args, Clone)]
#[command(next_help_heading = "Synthetic tables")]
pub struct SyntheticArgs {
    /// The second table is synthetic: its rows are nobody's, so it is judged as a whole, not row by row
    #[arg(long)]
    pub synthetic: bool,
    /// Real rows that had no part in the synthetic table; or a share of the original (0.2), which then tests models only; or the share that
    /// `synthesize --keep-out` kept out of it with a seed (0.2@1)
    #[arg(long, value_name = "FILE|F|F@SEED", requires = "synthetic", value_parser = held_out, allow_negative_numbers = true)]
    pub holdout: Option<bauta::HeldOut>,
    /// Values of the target (--target) that are one class, all others being the other
    #[arg(
        long,
        value_name = "VALUE,…",
        value_delimiter = ',',
        requires = "synthetic"
    )]
    pub positive: Vec<String>,
    /// Columns that models do not learn from
    #[arg(
        long,
        value_name = "COL,…",
        value_delimiter = ',',
        requires = "synthetic"
    )]
    pub without: Vec<String>,
    /// Attacks of each kind (singling out, linkability, inference); 0 for none
    #[arg(long, value_name = "N", default_value_t = 500, requires = "synthetic")]
    pub attacks: usize,
    /// Without RELEASE: co-cluster the table and evaluate what is drawn with so many row clusters (34,20,10,1)
    #[arg(
        long,
        value_name = "N,…",
        value_delimiter = ',',
        requires = "synthetic",
        conflicts_with = "release"
    )]
    pub levels: Vec<usize>,
    /// The chance with which a value is drawn from the whole table instead of its row's cluster, with --levels
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, requires = "levels", value_parser = super::synthesis::doubt)]
    pub doubt: f64,
    /// Rounds of the co-clustering, with --levels
    #[arg(long, value_name = "N", default_value_t = 20, requires = "levels")]
    pub rounds: usize,
    /// The evaluation for people: .html (one self-contained page), .md or .json
    #[arg(long, value_name = "FILE", value_parser = report_name, requires = "synthetic")]
    pub report: Option<PathBuf>,
    /// Replace what is there
    #[arg(long, requires = "report")]
    pub force: bool,
}

/// A share, a share with the seed that drew it, or a file.
fn held_out(text: &str) -> std::result::Result<bauta::HeldOut, String> {
    let drawn = text
        .split_once('@')
        .and_then(|(share, seed)| Some((share.parse().ok()?, seed.parse().ok()?)));
    Ok(match (text.parse::<f64>(), drawn) {
        (Ok(share), _) => bauta::HeldOut::Share(share),
        (Err(_), Some((share, seed))) => bauta::HeldOut::Parted { share, seed },
        (Err(_), None) => bauta::HeldOut::File(text.to_owned()),
    })
}
