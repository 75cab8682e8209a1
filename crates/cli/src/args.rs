//! The arguments of the commands.

mod attack;
mod cluster;
mod explain;
mod generator;
mod guide;
mod measured;
mod pseudonyms;
mod risk;
mod serve;
mod step;
mod synthesis;
mod synthetic;

use std::collections::BTreeMap;
use std::path::PathBuf;

pub use attack::AttackArgs;
#[cfg(feature = "cluster")]
pub use cluster::TlsArgs;
pub use cluster::{ExecutorArgs, SchedulerArgs};
pub use explain::ExplainArgs;
pub use guide::{AdviseArgs, GuideAction, GuideArgs, GuideCheckArgs, LearnArgs, ScoreArgs};
pub use measured::{CompareArgs, EvaluateArgs, PartArgs, SurveyArgs};
pub use pseudonyms::{
    KeyAction, KeyArgs, PseudonymArgs, PseudonymizeArgs, key_file_of_environment,
};
pub use risk::RiskArgs;
pub use serve::ServeArgs;
pub use step::StepArgs;
pub use synthesis::{CoclustersArgs, SynthesizeArgs};

use bauta::Result;
use bauta::project::{HierarchySource, Input, MissingPolicy, Project, RoleLists};
use bauta_table::Kind;
use clap::{Args, Subcommand};

use crate::number::count;
pub use crate::targets::TargetArgs;

/// What to read, and how.
#[derive(Args, Clone)]
pub struct DataArgs {
    /// people.ods, people.ods#Sheet2, .xlsx, .csv, .tsv, .parquet, sqlite:file.db#table,
    /// postgres://user@host/db#schema.table, or - for CSV on standard input
    #[arg(value_name = "DATA")]
    pub data: String,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// How to read.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Reading")]
pub struct ReadingArgs {
    /// CSV delimiter (detected)
    #[arg(long, value_name = "CHAR")]
    pub delimiter: Option<char>,
    /// CSV encoding, such as utf-8, latin1, utf-16le (detected)
    #[arg(long, value_name = "NAME")]
    pub encoding: Option<String>,
    /// Texts that stand for a missing value, besides the empty cell
    #[arg(long, value_name = "TEXT", value_delimiter = ',')]
    pub missing: Vec<String>,
    /// Kind of a column where the detected one is wrong: text, integer, decimal, date, datetime, boolean
    #[arg(long = "type", value_name = "COL=KIND", value_parser = kind_of)]
    pub types: Vec<(String, Kind)>,
}

/// Where the work is done.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Engine")]
pub struct EngineArgs {
    /// Where rows are counted and recoded: local (in memory), datafusion, ballista://host:port, postgres://user@host/db
    #[arg(long, value_name = "ENGINE")]
    pub engine: Option<String>,
    /// Read the data in pieces and hold at most this much, such as 2GB; what does not fit goes to the disk
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<String>,
}

impl EngineArgs {
    /// Tells the project.
    pub fn tell(&self, project: &mut Project) {
        project.input.engine.clone_from(&self.engine);
        project.input.memory.clone_from(&self.memory);
    }
}

impl ReadingArgs {
    pub fn input(&self, data: &str) -> Input {
        Input {
            data: data.to_owned(),
            delimiter: self.delimiter,
            encoding: self.encoding.clone(),
            missing: self.missing.clone(),
            types: self.types.iter().cloned().collect(),
            engine: None,
            memory: None,
        }
    }
}

/// What each column means.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Roles")]
pub struct RoleArgs {
    /// Identifiers: name a person, replaced by one pseudonym
    #[arg(long = "id", value_name = "COL,…", value_delimiter = ',')]
    pub identifiers: Vec<String>,
    /// Quasi-identifiers: single a person out together
    #[arg(long = "qi", value_name = "COL,…", value_delimiter = ',')]
    pub quasi_identifiers: Vec<String>,
    /// Sensitive: what people do not want disclosed
    #[arg(long, value_name = "COL,…", value_delimiter = ',')]
    pub sensitive: Vec<String>,
    /// What a later analysis predicts
    #[arg(long = "target", value_name = "COL,…", value_delimiter = ',')]
    pub targets: Vec<String>,
    /// Insensitive: published unchanged, assumed unknown to attackers
    #[arg(long, value_name = "COL,…", value_delimiter = ',')]
    pub keep: Vec<String>,
    /// Left out of the release
    #[arg(long, value_name = "COL,…", value_delimiter = ',')]
    pub drop: Vec<String>,
    /// Say whose row it is, where people have several rows: people are counted then, and not rows. By default the
    /// identifiers; not released unless another role is given too
    #[arg(long, value_name = "COL,…", value_delimiter = ',')]
    pub person: Vec<String>,
    /// Roles by place: the first I columns identify, the next Q are quasi-identifiers, the last is sensitive
    #[arg(long, value_name = "I=n,Q=m", conflicts_with_all = ["identifiers", "quasi_identifiers", "sensitive"])]
    pub layout: Option<String>,
    /// Take the roles and the edit rules from a project file
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["identifiers", "quasi_identifiers", "sensitive", "targets", "keep", "drop", "person", "layout"])]
    pub project: Option<PathBuf>,
}

impl RoleArgs {
    pub fn lists(&self) -> Result<RoleLists> {
        if let Some(file) = &self.project {
            return Ok(Project::load(file)?.roles);
        }
        Ok(RoleLists {
            identifiers: self.identifiers.clone(),
            quasi_identifiers: self.quasi_identifiers.clone(),
            sensitive: self.sensitive.clone(),
            targets: self.targets.clone(),
            insensitive: self.keep.clone(),
            drop: self.drop.clone(),
            person: self.person.clone(),
            layout: self.layout.clone(),
            ..RoleLists::default()
        })
    }
}

#[derive(Args)]
pub struct InspectArgs {
    /// Search combinations of attributes that single people out on all rows, not on a sample of them
    #[arg(long)]
    pub full: bool,
    #[command(flatten)]
    pub data: DataArgs,
}

#[derive(Args)]
pub struct InitArgs {
    #[command(flatten)]
    pub data: DataArgs,
    #[command(flatten)]
    pub roles: RoleArgs,
    /// Rows of the smallest class; by default what is usual for as many rows
    #[arg(short, allow_negative_numbers = true, value_parser = count)]
    pub k: Option<u64>,
    /// The project file
    #[arg(short, long, default_value = "bauta.toml")]
    pub output: PathBuf,
    /// Replace what is there
    #[arg(long)]
    pub force: bool,
}

#[derive(Args)]
pub struct RunArgs {
    /// The project file
    #[arg(default_value = "bauta.toml")]
    pub project: PathBuf,
    /// The report for people: verdict, risk before and after, method, provenance; .html, .md or .json
    #[arg(long, value_name = "FILE")]
    pub report: Option<String>,
    /// Replace outputs that are there
    #[arg(long)]
    pub force: bool,
}

#[derive(Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub data: DataArgs,
    /// The second table of a release, with the sensitive values, where it has two
    #[arg(value_name = "SENSITIVE", requires = "bucket")]
    pub sensitive_table: Option<String>,
    #[command(flatten)]
    pub parts: PartArgs,
    /// The table that a release was made of: what classes are compared with, and how many rows are gone
    #[arg(long, value_name = "DATA")]
    pub original: Option<String>,
    #[command(flatten)]
    pub roles: RoleArgs,
    #[command(flatten)]
    pub survey: SurveyArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub targets: TargetArgs,
    /// With -k: every M of the quasi-identifiers occur at least K times together, instead of all of them; smaller subsets may have a k of
    /// their own (3,2=10)
    #[arg(
        long,
        value_name = "M[,N=K…]",
        value_delimiter = ',',
        help_heading = "Targets"
    )]
    pub subsets: Vec<String>,
    /// A hierarchy file of a sensitive attribute, for the hierarchical distance (CSV without header: value;level 1;…;*)
    #[arg(long, value_name = "COL=FILE", value_parser = pair)]
    pub hierarchy: Vec<(String, String)>,
}

impl CheckArgs {
    pub fn options(&self) -> bauta::CheckOptions {
        bauta::CheckOptions {
            subsets: self.subsets.clone(),
            parts: self.parts.parts(self.sensitive_table.as_ref()),
            original: self.original.clone(),
        }
    }
}

#[derive(Args)]
pub struct AnonymizeArgs {
    #[command(flatten)]
    pub data: DataArgs,
    #[command(flatten)]
    pub roles: RoleArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub targets: TargetArgs,
    /// A method of `bauta methods`, or auto: the one that suits the table, with the reason
    #[arg(
        long,
        default_value = "mondrian",
        value_name = "ID",
        help_heading = "Method"
    )]
    pub method: String,
    /// A hierarchy file of a quasi-identifier or a sensitive attribute (CSV without header: value;level 1;…;*)
    #[arg(long, value_name = "COL=FILE", value_parser = pair, help_heading = "Method")]
    pub hierarchy: Vec<(String, String)>,
    /// Rows with missing quasi-identifiers: refuse, own category, drop the row, or suppress its quasi-identifiers
    #[arg(long, default_value = "refuse", value_parser = policy, value_name = "POLICY", help_heading = "Method")]
    pub missing_values: MissingPolicy,
    /// Largest share of rows that may be left out, from 0 to 1
    #[arg(long, value_name = "F", help_heading = "Method")]
    pub max_suppression: Option<f64>,
    /// How much a quasi-identifier counts in the overall losses (default 1)
    #[arg(long, value_name = "COL=N", value_parser = measured::importance, help_heading = "Method")]
    pub importance: Vec<(String, f64)>,
    /// Seed of everything that is drawn; the same seed gives the same release
    #[arg(long, default_value_t = 1, value_name = "N", help_heading = "Method")]
    pub seed: u64,
    /// The survey weight: how many people of the population a row stands for; published as it is, unless another role is given too
    #[arg(long, value_name = "COL", help_heading = "Roles")]
    pub weight: Option<String>,
    /// The household of the person behind a row: finding one member finds all; not released, unless another role is given too
    #[arg(long, value_name = "COL", help_heading = "Roles")]
    pub household: Option<String>,
    #[command(flatten)]
    pub pseudonyms: PseudonymArgs,
    /// One place a table; bucketisation writes two
    #[arg(short, long, value_name = "OUT", num_args = 1.., required = true, help_heading = "Writing")]
    pub output: Vec<String>,
    /// Versions, seed, settings and measures as JSON
    #[arg(long, value_name = "FILE", help_heading = "Writing")]
    pub record: Option<String>,
    /// The report for people: verdict, risk before and after, method, provenance; .html, .md or .json
    #[arg(long, value_name = "FILE", help_heading = "Writing")]
    pub report: Option<String>,
    /// People who are not in the data, as the baseline of the attacks in the report
    #[arg(long, value_name = "FILE", help_heading = "Writing")]
    pub control: Option<String>,
    /// The lattice as a full-domain search saw it, as JSON
    #[arg(long, value_name = "FILE", help_heading = "Writing")]
    pub lattice: Option<String>,
    /// Write the rows in the order of the source, if that order reveals nothing about people; by default they are sorted by their
    /// published values
    #[arg(long, help_heading = "Writing")]
    pub keep_order: bool,
    /// Write into a copy of the input workbook: styles and other sheets survive
    #[arg(long, help_heading = "Writing")]
    pub keep_workbook: bool,
    /// Replace outputs that are there
    #[arg(long, help_heading = "Writing")]
    pub force: bool,
}

#[derive(Args)]
pub struct ConvertArgs {
    #[command(flatten)]
    pub data: DataArgs,
    /// Where to write
    #[arg(short, long, value_name = "OUT")]
    pub output: String,
    /// Replace what is there
    #[arg(long)]
    pub force: bool,
}

#[derive(Args)]
pub struct ShowArgs {
    #[command(flatten)]
    pub data: DataArgs,
    /// How many rows
    #[arg(long, default_value_t = 20)]
    pub rows: usize,
}

#[derive(Args)]
pub struct HierarchyArgs {
    #[command(subcommand)]
    pub action: HierarchyAction,
}

#[derive(Subcommand)]
pub enum HierarchyAction {
    /// Build a hierarchy from a column's values
    Build(BuildArgs),
    /// Check a hierarchy file, and whether it fits a column
    Check(HierarchyCheckArgs),
    /// Show a hierarchy as a tree
    Show(HierarchyShowArgs),
}

#[derive(Args)]
pub struct BuildArgs {
    #[command(flatten)]
    pub data: DataArgs,
    /// The column
    #[arg(long, value_name = "COL")]
    pub column: String,
    /// How, as in a project file: 'type = "intervals", width = 5'; proposed from the values if not given
    #[arg(long = "as", value_name = "SPEC")]
    pub spec: Option<String>,
    /// The hierarchy file
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Replace what is there
    #[arg(long)]
    pub force: bool,
}

#[derive(Args)]
pub struct HierarchyCheckArgs {
    /// The hierarchy file
    pub file: PathBuf,
    /// A table whose column must fit
    #[arg(long, value_name = "DATA", requires = "column")]
    pub data: Option<String>,
    /// The column
    #[arg(long, value_name = "COL")]
    pub column: Option<String>,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

#[derive(Args)]
pub struct HierarchyShowArgs {
    /// The hierarchy file
    pub file: PathBuf,
}

#[derive(Args)]
pub struct MethodsArgs {
    /// One method, with all its parameters
    pub id: Option<String>,
}

#[derive(Args)]
pub struct GenerateArgs {
    #[command(subcommand)]
    pub what: Generate,
}

#[derive(Subcommand)]
pub enum Generate {
    /// Completions for a shell, on standard output
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Manual pages, one a command, into a folder
    Man {
        /// The folder
        folder: PathBuf,
    },
    /// The JSON schema of the project file, on standard output
    Schema,
    /// The methods as Turtle, for the knowledge that advice goes by, on standard output
    Ontology,
    /// The targets as a table of the documentation, in Markdown, on standard output
    Targets,
    /// The TypeScript types of what the workbench's page asks its server, on standard output
    PageTypes,
}

/// A project from flags, as far as all commands share them.
pub fn project(data: &DataArgs, roles: &RoleArgs, targets: &TargetArgs) -> Result<Project> {
    let mut project = Project::new(&data.data);
    project.input = data.reading.input(&data.data);
    project.roles = roles.lists()?;
    project.targets = targets.targets();
    if let Some(file) = &roles.project {
        project.rules = Project::load(file)?.rules;
    }
    Ok(project)
}

/// Hierarchy files by column.
pub fn hierarchies(given: &[(String, String)]) -> BTreeMap<String, HierarchySource> {
    given
        .iter()
        .map(|(column, file)| (column.clone(), HierarchySource::File(file.clone())))
        .collect()
}

fn pair(text: &str) -> std::result::Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => {
            Ok((name.to_owned(), value.to_owned()))
        }
        _ => Err("expected COL=FILE".to_owned()),
    }
}

fn kind_of(text: &str) -> std::result::Result<(String, Kind), String> {
    let (name, kind) = pair(text).map_err(|_| "expected COL=KIND".to_owned())?;
    let kinds = || Kind::ALL.map(Kind::name).join(", ");
    let kind = kind
        .parse()
        .map_err(|()| format!("the kind must be one of {}", kinds()))?;
    Ok((name, kind))
}

fn policy(word: &str) -> std::result::Result<MissingPolicy, String> {
    match word {
        "refuse" => Ok(MissingPolicy::Refuse),
        "category" => Ok(MissingPolicy::Category),
        "drop" => Ok(MissingPolicy::Drop),
        "suppress" => Ok(MissingPolicy::Suppress),
        _ => Err("expected refuse, category, drop or suppress".to_owned()),
    }
}
