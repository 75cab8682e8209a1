//! `bauta graph`: one file an action.

mod anonymize;
mod backup;
mod convert;
mod count;
mod evaluate;
mod generate;
mod migrate;
mod policy;
mod remote;
mod store;
mod users;

use std::path::Path;

use bauta::Result;
use clap::{Args, Subcommand};

use crate::commands::DONE;
use crate::output::Screen;

#[derive(Args)]
pub struct GraphArgs {
    #[command(subcommand)]
    pub command: GraphCommand,
}

/// The store's commands under a name of their own.
#[derive(Args)]
pub struct StoreArgs {
    #[command(subcommand)]
    pub command: store::StoreCommand,
}

impl StoreArgs {
    /// Whether it runs until it is told to end.
    pub fn serves(&self) -> bool {
        self.command.serves()
    }
}

pub fn run_store(args: &StoreArgs, screen: &Screen) -> Result<u8> {
    store::run(&args.command, screen)
}

impl GraphArgs {
    /// Whether it runs until it is told to end.
    pub fn serves(&self) -> bool {
        matches!(&self.command, GraphCommand::Store(command) if command.serves())
    }
}

/// What can be done with knowledge graphs.
#[derive(Subcommand)]
pub enum GraphCommand {
    /// Generate a university graph of any size, of people who do not exist
    Generate(generate::GenerateArgs),
    /// Write a graph in another format, or as a folder of Parquet files that engines read in parts
    Convert(convert::ConvertArgs),
    /// Anonymise a graph: groups of sensitive values, classes of alike entities, identifiers replaced
    Anonymize(anonymize::AnonymizeArgs),
    /// Errors of counts, posteriors and attacks of a released graph
    Evaluate(evaluate::EvaluateArgs),
    /// Updates after which some queries answer with nothing and others as before
    Policy(policy::PolicyArgs),
    /// A count of entities with differential privacy
    Count(count::CountArgs),
    #[command(flatten)]
    Store(store::StoreCommand),
}

pub fn run(args: &GraphArgs, screen: &Screen) -> Result<u8> {
    match &args.command {
        GraphCommand::Generate(args) => generate::run(args, screen),
        GraphCommand::Convert(args) => convert::run(args, screen),
        GraphCommand::Anonymize(args) => anonymize::run(args, screen),
        GraphCommand::Evaluate(args) => evaluate::run(args, screen),
        GraphCommand::Policy(args) => policy::run(args, screen),
        GraphCommand::Count(args) => count::run(args, screen),
        GraphCommand::Store(command) => store::run(command, screen),
    }
}

/// Says where a graph went.
fn wrote(triples: u64, output: &Path, screen: &Screen) -> u8 {
    if screen.json {
        screen.print_json(&serde_json::json!({ "triples": triples, "output": output }));
        return DONE;
    }
    let word = screen.say("triples in", "triplets dans");
    screen.tell(&format!(
        "{} {triples} {word} {}",
        screen.mark(true),
        output.display()
    ));
    DONE
}
