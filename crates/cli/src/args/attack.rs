//! The arguments of `attack`.

use clap::Args;

use super::risk::report_name;
use super::{ReadingArgs, RoleArgs, pair};
use crate::number::number;

#[derive(Args)]
pub struct AttackArgs {
    /// The release, made by Bauta or by another tool
    #[arg(value_name = "RELEASE")]
    pub release: String,
    #[command(flatten)]
    pub reading: ReadingArgs,
    #[command(flatten)]
    pub roles: RoleArgs,
    /// A hierarchy file of an attribute (CSV without header: value;level 1;…;*); of a sensitive one, for similarity
    #[arg(long, value_name = "COL=FILE", value_parser = pair)]
    pub hierarchy: Vec<(String, String)>,
    #[command(flatten)]
    pub attacker: AttackerArgs,
    #[command(flatten)]
    pub trying: TryingArgs,
    /// The report for people: .html (one self-contained page), .md or .json
    #[arg(long, value_name = "FILE", value_parser = report_name, help_heading = "Writing")]
    pub report: Option<std::path::PathBuf>,
    /// Replace what is there
    #[arg(long, help_heading = "Writing")]
    pub force: bool,
}

/// What the attacker is given.
#[derive(Args)]
#[command(next_help_heading = "What the attacker is given")]
pub struct AttackerArgs {
    /// A file about people, to be linked with the release
    #[arg(long, value_name = "FILE")]
    pub against: Option<String>,
    /// Columns that link them: the release's name, and the file's if it differs; by default the quasi-identifiers
    #[arg(long, value_name = "COL[=COL2],…", value_delimiter = ',', value_parser = linked)]
    pub on: Vec<(String, String)>,
    /// Columns that say whose row it is, in both tables: tell which claims are right, and link the rows of two releases
    #[arg(long, value_name = "COL,…", value_delimiter = ',', alias = "truth")]
    pub match_by: Vec<String>,
    /// The table before: for singling out, linkability and inference, and to check what is claimed
    #[arg(long, value_name = "FILE")]
    pub original: Option<String>,
    /// People of the same kind who are not in the original
    #[arg(long, value_name = "FILE")]
    pub control: Option<String>,
    /// Another release about partly the same people
    #[arg(long, value_name = "RELEASE2")]
    pub second: Option<String>,
    /// Linkability: the columns of one file (by default every other one)
    #[arg(long, value_name = "COL,…", value_delimiter = ',')]
    pub left: Vec<String>,
    /// Linkability: the columns of the other file
    #[arg(long, value_name = "COL,…", value_delimiter = ',')]
    pub right: Vec<String>,
    /// Background knowledge: how many sensitive values an attacker can exclude at most
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub exclude: usize,
}

/// How much is tried, and what is too much.
#[derive(Args)]
#[command(next_help_heading = "Trying")]
pub struct TryingArgs {
    /// Attacks of each kind
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub attacks: usize,
    /// Level of confidence of all intervals
    #[arg(long, value_name = "F", default_value_t = 0.95)]
    pub confidence: f64,
    /// Inference: how far a guessed number may be off, as a share of the true one
    #[arg(long, value_name = "F", default_value_t = 0.05)]
    pub tolerance: f64,
    /// Exit with 1 if the upper bound of a risk is above this
    #[arg(long, value_name = "RISK", allow_negative_numbers = true, value_parser = number)]
    pub fail_above: Option<f64>,
    /// Seed of everything that is drawn
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
}

impl AttackArgs {
    pub fn request(&self) -> bauta::AttackRequest {
        let (attacker, trying) = (&self.attacker, &self.trying);
        bauta::AttackRequest {
            against: attacker.against.clone(),
            on: attacker.on.clone(),
            match_by: attacker.match_by.clone(),
            original: attacker.original.clone(),
            control: attacker.control.clone(),
            second: attacker.second.clone(),
            left: attacker.left.clone(),
            right: attacker.right.clone(),
            exclude: attacker.exclude,
            attacks: trying.attacks,
            seed: trying.seed,
            confidence: trying.confidence,
            tolerance: trying.tolerance,
            fail_above: trying.fail_above,
        }
    }
}

/// `COL`, or `COL=COL2`.
fn linked(text: &str) -> std::result::Result<(String, String), String> {
    match text.split_once('=') {
        None if !text.is_empty() => Ok((text.to_owned(), text.to_owned())),
        _ => pair(text).map_err(|_| "expected COL or COL=COL2".to_owned()),
    }
}
