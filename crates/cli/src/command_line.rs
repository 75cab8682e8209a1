//! The command line. Parameters of methods are not written here: they come from the methods' descriptors.

use std::collections::BTreeMap;

use bauta_methods::{ALL, AnyParameter, ParameterKind};
use clap::{Arg, ArgMatches, CommandFactory, Parser, Subcommand};

use crate::args::{
    AdviseArgs, AnonymizeArgs, AttackArgs, CheckArgs, CoclustersArgs, CompareArgs, ConvertArgs,
    EvaluateArgs, ExecutorArgs, ExplainArgs, GenerateArgs, GuideArgs, HierarchyArgs, InitArgs,
    InspectArgs, KeyArgs, MethodsArgs, PseudonymizeArgs, RiskArgs, RunArgs, SchedulerArgs,
    ServeArgs, ShowArgs, StepArgs, SynthesizeArgs,
};
use crate::commands::graph::{GraphArgs, StoreArgs};

/// Publish data about people without publishing anybody.
#[derive(Parser)]
#[command(
    name = "bauta",
    version,
    max_term_width = 110,
    propagate_version = true
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    /// One JSON document on standard output, and nothing else there
    #[arg(long, global = true)]
    pub json: bool,

    /// Language of messages: en or fr; by default that of the system
    #[arg(long, global = true, value_parser = ["en", "fr"], value_name = "LANG")]
    pub lang: Option<String>,

    /// Say nothing but errors
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

#[derive(Subcommand)]
#[allow(clippy::large_enum_variant, reason = "one command is parsed a run")]
pub enum Command {
    /// Look at a table: types, distinct values, missing values, proposed roles with reasons
    Inspect(InspectArgs),
    /// Write a commented project file for a table
    Init(InitArgs),
    /// Run a project file: read, pseudonymise, anonymise, verify, write
    Run(RunArgs),
    /// Every risk measure of a table as it stands
    Risk(RiskArgs),
    /// Reduce the risk one step at a time, with k, l, risk and loss before and after each
    Step(StepArgs),
    /// Verify a table as it stands: exit 0 if it holds, 1 if not
    Check(CheckArgs),
    /// Anonymise a table
    Anonymize(AnonymizeArgs),
    /// Make a synthetic table: fictitious rows drawn from clusters of at least k real ones
    Synthesize(SynthesizeArgs),
    /// Look at a table by co-clustering: groups of rows that are alike, and what is typical of them
    Coclusters(CoclustersArgs),
    /// Utility and disclosure of any release, also one that another tool made
    Evaluate(EvaluateArgs),
    /// Measured attacks on any release: linkage, homogeneity, skewness, intersection, singling out, linkability, inference
    Attack(AttackArgs),
    /// Try several methods on the same data, side by side
    Compare(CompareArgs),
    /// The guided path: context, suggested signatures, runs, measures, choice, release
    Advise(AdviseArgs),
    /// What the advice goes by: scores by pairwise comparison, knowledge, own experiments
    Guide(GuideArgs),
    /// Replace identifiers by a pseudonym (the result is not anonymous)
    Pseudonymize(PseudonymizeArgs),
    /// Make a key for pseudonyms, or show its fingerprint
    Key(KeyArgs),
    /// Read a table and write it in another place or format, unchanged
    Convert(ConvertArgs),
    /// Show the first rows of a table
    Show(ShowArgs),
    /// Build, check or show a hierarchy
    Hierarchy(HierarchyArgs),
    /// Knowledge graphs: generate, anonymise, evaluate; a store that anonymises itself
    Graph(GraphArgs),
    /// The store that anonymises itself: the same commands as under graph
    #[command(hide = true)]
    Store(StoreArgs),
    /// The workbench: a page in the browser, served on this machine
    Serve(ServeArgs),
    /// Shares out the work of a cluster of machines
    Scheduler(SchedulerArgs),
    /// Does the work of a cluster on this machine
    Executor(ExecutorArgs),
    /// The catalogue of methods
    Methods(MethodsArgs),
    /// A method in plain words, then step by step on an example or on some rows of a table
    Explain(ExplainArgs),
    /// The catalogue of privacy models: what can be asked of a release
    Models,
    /// Shell completions, manual pages, the project file's JSON schema
    Generate(GenerateArgs),
}

/// The whole command, with the methods' parameters as flags of `anonymize`.
pub fn command() -> clap::Command {
    let with_flags = |command: clap::Command| {
        command
            .next_help_heading("Parameters of methods")
            .args(flags().into_values())
    };
    let commands = ["anonymize", "step", "explain"];
    commands.into_iter().fold(Cli::command(), |command, name| {
        command.mut_subcommand(name, with_flags)
    })
}

/// One flag a parameter name; methods that share a name share the flag.
fn flags() -> BTreeMap<&'static str, Arg> {
    let mut sharing: BTreeMap<&'static str, (Vec<&'static str>, &dyn AnyParameter)> =
        BTreeMap::new();
    for technique in ALL {
        let descriptor = technique.descriptor();
        for parameter in descriptor.parameters {
            sharing
                .entry(parameter.name())
                .or_insert_with(|| (Vec::new(), *parameter))
                .0
                .push(descriptor.id);
        }
    }
    sharing
        .into_iter()
        .map(|(name, (methods, parameter))| (name, flag(&methods, parameter)))
        .collect()
}

fn flag(methods: &[&'static str], parameter: &dyn AnyParameter) -> Arg {
    let method = methods.join(", ");
    let (help, kind, default) = (parameter.help().en, parameter.kind(), parameter.default());
    let words = match &kind {
        ParameterKind::Choice(choices) => {
            let words: Vec<&str> = choices.iter().map(|choice| choice.word).collect();
            format!(": {} (default {default})", words.join(", "))
        }
        kind => kind.bounds().map_or(String::new(), |bounds| {
            format!(": {bounds} (default {default})")
        }),
    };
    let value = match kind {
        ParameterKind::Number { .. } => "N",
        ParameterKind::List => "WORD,…",
        ParameterKind::Attributes(_) => "COL,…",
        _ => "WORD",
    };
    Arg::new(parameter.name())
        .long(parameter.name())
        .value_name(value)
        .help(format!("{method}: {help}{words}"))
}

/// The methods' parameters that were given.
pub fn parameters(matches: &ArgMatches) -> BTreeMap<String, String> {
    let Some(("anonymize" | "step" | "explain", matches)) = matches.subcommand() else {
        return BTreeMap::new();
    };
    let given = flags().into_keys().filter_map(|name| {
        let value = matches.get_one::<String>(name)?;
        Some((name.to_owned(), value.clone()))
    });
    given.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No two flags share a name: a new parameter of a method cannot shadow a flag of the program.
    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }
}
